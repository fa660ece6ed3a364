"""Steps on controls that are not there yet, named by path: what the action before opens may hold them.

Where it does not, the step fails without having done anything, and is decided anew on the next look.
"""

from __future__ import annotations

from ufo.planner.files.save import save_unseen
from ufo.planner.intents import ClickControl, ControlPhrase, Intent, Save, SetChecked, TypeInto
from ufo.planner.scene.match import Missing, find
from ufo.planner.scene.results import is_reference
from ufo.planner.scene.scene import Move, Scene, action
from ufo.planner.text.roles import Use


def foreseen(intent: Intent, scene: Scene) -> Move | None:
    """None for what is in sight, and for what has to be seen to be decided."""
    match intent:
        case Save():
            return save_unseen(intent, scene)
        case ClickControl(control=control, button="left", double=False) if _is_awaited(control, Use.ANY, scene):
            return _on("click_input", control, scene)
        case SetChecked(control=control, checked=checked) if _is_awaited(control, Use.CHECK, scene):
            # The last step is left to a look of its own, which proves it.
            return None if scene.is_last else _on("set_checked", control, scene, checked=checked)
        case TypeInto(control=ControlPhrase() as control, content=content) if _is_awaited(control, Use.EDIT, scene):
            is_told = not scene.is_last and not is_reference(content)
            return _on("set_edit_text", control, scene, text=content, clear_current_text=True) if is_told else None
    return None


def _is_awaited(phrase: ControlPhrase, use: Use, scene: Scene) -> bool:
    """Named well enough to be found without a look, and nothing of that name there now."""
    named = bool(phrase.name) and not phrase.ordinal and not phrase.near
    return named and isinstance(find(phrase, scene.controls, use), Missing)


def _on(tool: str, phrase: ControlPhrase, scene: Scene, **arguments: object) -> Move | None:
    if not scene.has(tool):
        return None
    path = [part for part in (phrase.inside, phrase.name) if part]
    return Move(f"{phrase.name!r} is expected then.", (action(tool, path=path, **arguments),))
