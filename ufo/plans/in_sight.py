"""Holds an agent that follows a given step to what the step names: where that is not in sight, nothing else is touched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ufo.schema.action import ActionCommandInfo
from ufo.schema.target import TargetInfo

_POINTED = re.compile(
    r"\b(?:click|double-click|right-click|press|push|hit|tap|tick|untick|check|uncheck|choose|pick|select|toggle|activate|"
    r"expand|collapse|open)\b[^'\"‘’“”«».;]*?(?:(?<!\w)'([^']+)'(?!\w)|\"([^\"]+)\"|‘([^’]+)’|“([^”]+)”|«([^»]+)»)",
    re.IGNORECASE,
)
"""A verb that points at something, and the name in quotation marks that follows it."""
NOT_IN_SIGHT = "which is not in sight"
_MARKS = re.compile(r"[\W_]+")


def not_in_sight(
    step: str, actions: Sequence[ActionCommandInfo], controls: Iterable[TargetInfo], done: Sequence[ActionCommandInfo]
) -> str | None:
    """Return why these actions may not be done for the step: it points at a name that is neither in sight, nor in what they are
    called with, nor in what was done for it before. None where they may.
    """
    pointed = [next(filter(None, found)) for found in _POINTED.findall(step)] if actions else []
    if not pointed:
        return None
    seen = [_folded(f"{one.name} {one.value or ''} {one.label or ''}") for one in controls]
    seen += [_folded(one.action_string) for one in (*actions, *done)]
    for name in pointed:
        if not any(_folded(name) in one for one in seen):
            return (
                f"the step points at {name!r}, {NOT_IN_SIGHT}: answer FAIL and touch nothing else, or reach it by its path "
                "in one action"
            )
    return None


def _folded(text: str) -> str:
    return f" {_MARKS.sub(' ', text).strip().casefold()} " if _MARKS.sub("", text) else text.strip()
