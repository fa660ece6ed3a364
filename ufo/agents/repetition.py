"""Detects an agent that goes in circles: the same actions at the same sight, however many others lie between."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence

from ufo.schema.action import ActionCommandInfo
from ufo.schema.target import TargetInfo
from ufo.schema.tool_facts import ActionKind

_TICKING = re.compile(r"\d+:\d\d(?::\d\d)?|\d+(?:\.\d+)?\s*%")
_TOO_FEW_CONTROLS = 3


class Repetition:
    """Counts what was done at which sight. A cycle of any length returns to a pair that was counted before."""

    def __init__(self) -> None:
        self._seen: Counter[tuple[str, str]] = Counter()
        self._course: list[tuple[str, str]] = []

    @property
    def course(self) -> str:
        """A digest of all that was seen and done, "" for nothing. The same course is the same sub-task, in any words."""
        return hashlib.sha256(repr(self._course).encode("utf-8", "surrogatepass")).hexdigest() if self._course else ""

    def went(self, sight: str, acts: str) -> None:
        """Add to the course what was done at a sight. The caller leaves out notes and waits, which a model may vary endlessly."""
        if self._course[-1:] != [(sight, acts)]:
            self._course.append((sight, acts))

    def note(self, sight: str, doing: str) -> int:
        """Count this action at this sight, and return how often it was done there, this time included."""
        self._seen[sight, doing] += 1
        return self._seen[sight, doing]

    def forget(self) -> None:
        """Start again after a new task or a person's answer."""
        self._seen.clear()
        self._course.clear()


def sight_of(targets: Sequence[TargetInfo], *more: str, picture: str = "") -> str:
    """Return a digest of a look. Ids, states "new" and "found", clocks and percentages are left out: they differ though
    nothing does.

    Where hardly anything is listed, the picture decides whether two sights are the same.
    """
    shown, blank = [], []
    for target in targets:
        states = sorted(set(target.states) - {"new", "found"})
        if target.type == "Cell" and not target.value and not states:
            blank.append(target.name)
        else:
            shown.append((target.name, target.type, target.value, target.app_root, target.rect, states))
    # The first and the last of a thousand empty cells show how far the sheet is scrolled.
    told = repr((shown, len(blank), blank[:1], blank[-1:]))
    text = repr((_TICKING.sub("#", told), more, picture if len(targets) < _TOO_FEW_CONTROLS else ""))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def doing_of(actions: Sequence[ActionCommandInfo]) -> str:
    """Return what actions do, in words. The control's name stands for its id, which is valid for one look only."""
    return "; ".join(_words(action) for action in actions if action.function) or "nothing"


def is_idle(action: ActionCommandInfo) -> bool:
    """Tell whether the action only waits or writes a note, which a model may vary endlessly."""
    return action.facts.kind in (ActionKind.WAIT, ActionKind.NOTE)


def only_waits(actions: Sequence[ActionCommandInfo]) -> bool:
    return bool(actions) and all(action.facts.kind is ActionKind.WAIT for action in actions)


def _words(action: ActionCommandInfo) -> str:
    arguments = {key: value for key, value in action.arguments.items() if key != "id"}
    where = action.target.name if action.target is not None else str(action.arguments.get("name") or "")
    if where:
        arguments.pop("name", None)
    said = ", ".join(f"{key}={value!r}" for key, value in sorted(arguments.items()))
    place = f" on {where!r}" if where else ""
    # Controls without names are told apart by their place.
    if action.target is not None and not where:
        place = f" at {action.target.rect}"
    return f"{action.function}({said[:500]}){place}"
