"""Holds an agent that follows a given step to what the step names: where none of that is in sight, nothing else is pressed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ufo.schema.action import ActionCommandInfo
from ufo.schema.quotations import quotations
from ufo.schema.roles import TEXT_FIELDS_AND_CELLS
from ufo.schema.target import TargetInfo

NOT_IN_SIGHT = "which is not in sight"
_TYPED = ("text", "value", "keys")
"""Arguments that hold what is typed: it names no control."""


def not_in_sight(
    step: str, actions: Sequence[ActionCommandInfo], controls: Iterable[TargetInfo], done: Sequence[ActionCommandInfo]
) -> str | None:
    """Return why these actions may not be done for the step: of what it has in quotation marks, and what is not just typed,
    nothing is in sight, nor in what the actions are called with, nor in what was done for it before. None where they may. To
    go into a text field presses nothing.
    """
    listed = {str(control.id): control for control in controls}
    typed = [_folded(str(action.arguments.get(key, ""))) for action in actions for key in _TYPED]
    named = [
        quotation.text for quotation in quotations(step) if not any(_is_in(quotation.text, text) for text in typed)
    ]
    if not named or all(_goes_into_a_field(action.arguments, listed) for action in actions):
        return None
    seen = [_folded(f"{target.name} {target.value or ''} {target.label or ''}") for target in listed.values()]
    seen += [_folded(action.action_string) for action in (*actions, *done)]
    if any(_is_in(name, text) for name in named for text in seen):
        return None
    return f"the step names {named[0]!r}, {NOT_IN_SIGHT}: answer FAIL and touch nothing else, or reach it by its path at once"


def _goes_into_a_field(arguments: Mapping[str, Any], listed: Mapping[str, TargetInfo]) -> bool:
    control = listed.get(str(arguments.get("id", "")))
    return control is not None and control.type in TEXT_FIELDS_AND_CELLS


def _is_in(name: str, folded: str) -> bool:
    """Tell whether the words are there, as whole words where their letters are Latin: other scripts may write no spaces."""
    wanted = _folded(name)
    return (wanted if wanted.isascii() else wanted.strip()) in folded


def _folded(text: str) -> str:
    words = "".join(word if word.isalnum() else " " for word in text.replace("_", "").casefold()).split()
    return f" {' '.join(words)} " if words else text
