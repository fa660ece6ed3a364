"""Decides steps on controls that are not there yet, by their path: the action before may open what contains them.

Where it does not, the step fails without any effect, and is decided anew on the next look.
"""

from __future__ import annotations

from ufo.planner.files.save import save_unseen
from ufo.planner.intents import ClickControl, ControlPhrase, Intent, Save, SetChecked, TypeInto
from ufo.planner.scene.match import Missing, find
from ufo.planner.scene.results import is_reference
from ufo.planner.scene.scene import Move, Scene, action
from ufo.planner.text.roles import Use


def foreseen(intent: Intent, scene: Scene) -> Move | None:
    """Return a move without a look, or None for a control in sight and for what must be seen to be decided."""
    match intent:
        case Save():
            return save_unseen(intent, scene)
        case ClickControl(control=control, button="left", double=False) if _is_awaited(control, Use.ANY, scene):
            return _on("click_input", control, scene)
        case SetChecked(control=control, checked=checked) if _is_awaited(control, Use.CHECK, scene):
            # The last step gets a look of its own, which proves it.
            return None if scene.is_last else _on("set_checked", control, scene, checked=checked)
        case TypeInto(control=ControlPhrase() as control, content=content) if _is_awaited(control, Use.EDIT, scene):
            is_told = not scene.is_last and not is_reference(content)
            return _on("set_edit_text", control, scene, text=content, clear_current_text=True) if is_told else None
    return None


def _is_awaited(phrase: ControlPhrase, use: Use, scene: Scene) -> bool:
    """Tell whether the name suffices to find the control without a look, and nothing in sight has it now."""
    named = bool(phrase.name) and not phrase.ordinal and not phrase.near
    return named and isinstance(find(phrase, scene.controls, use), Missing)


def _on(tool: str, phrase: ControlPhrase, scene: Scene, **arguments: object) -> Move | None:
    if not scene.has(tool):
        return None
    path = [part for part in (phrase.inside, phrase.name) if part]
    return Move(f"{phrase.name!r} is expected to appear.", (action(tool, path=path, **arguments),))
