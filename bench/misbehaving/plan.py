"""Which trials there are: every fault on every kind of control that can have it, chosen and timed by a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

TEXT = "Ada Lovelace"
SHOWN_AS = MappingProxyType(
    {
        "button": "Apply", "question": "Open…", "check": "Remember me", "toggle": "Bold", "radio": "Large", "row": "Second",
        "write": "Surname", "type": "Surname", "double": "Pad", "point": "Remember me",
    }
)  # fmt: skip
"""Kinds of control and of action, and the name that the control is known by."""

VERBS = MappingProxyType(
    {
        "set_checked": "check", "set_value": "write", "fill": "write", "visit": "button", "choose": "radio", "pick": "row",
    }
)  # fmt: skip
"""Verbs that are told the end, and the kind of control that each is tried on."""

_ALL = (*SHOWN_AS, *VERBS)
_STATEFUL = (
    "check",
    "toggle",
    "radio",
    "write",
    "type",
    "point",
    "row",
    "set_checked",
    "set_value",
    "fill",
    "choose",
    "pick",
)
_SEEN = tuple(kind for kind in _ALL if kind != "visit")
"""A path means whatever is called so when it is gone, so that a control of the same name is no wrong one."""
_PRESSED = ("button", "question", "double", "visit")
_CAN_BE_DEAF = tuple(kind for kind in _ALL if kind not in ("row", "pick"))

FAULTS = MappingProxyType(
    {
        "none": _ALL,
        "swallow": _CAN_BE_DEAF,
        "repaint": _CAN_BE_DEAF,
        "late_other": _CAN_BE_DEAF,
        "revert": _STATEFUL,
        "revert_late": _STATEFUL,
        "late": _PRESSED,
        "disable": _ALL,
        "move": _ALL,
        "look_alike": _SEEN,
        "rename": _SEEN,
        "recreate": _ALL,
        "cover_seen": _ALL,
        "cover_unseen": _ALL,
        "steal": _ALL,
        "lock": _ALL,
    }
)
"""Faults, and the kinds of control that each is tried on."""

MEANING = MappingProxyType(
    {
        "none": "no fault",
        "swallow": "swallows what reaches it",
        "repaint": "shows success without doing it",
        "late_other": "swallows it, and an unrelated dialog opens",
        "revert": "changes the value back at once",
        "revert_late": "changes the value back after 50 to 900 ms",
        "late": "does it 150 to 900 ms later",
        "disable": "is disabled between look and action",
        "move": "moves away, another control takes its place",
        "look_alike": "gives its place to a look-alike",
        "rename": "is named otherwise, a neighbour takes its name",
        "recreate": "is destroyed and made anew",
        "cover_seen": "is covered by another window",
        "cover_unseen": "is covered by an invisible window",
        "steal": "another window steals the focus",
        "lock": "the screen is locked",
    }
)
_DELAYS = MappingProxyType({"revert_late": (50, 900), "late": (150, 900), "late_other": (20, 600)})


@dataclass(frozen=True, slots=True)
class Trial:
    """`subject`: which application. `delay` in milliseconds."""

    number: int
    subject: str
    kind: str
    fault: str
    delay: int
    noise: bool

    @property
    def control(self) -> str:
        """The kind of control that it is tried on."""
        return VERBS.get(self.kind, self.kind)


SUBJECTS = MappingProxyType({"gtk3": _ALL, "page": tuple(kind for kind in _ALL if kind not in ("row", "pick"))})
"""The applications, and the kinds of control that each has."""


def plan(count: int, seed: int, subjects: Sequence[str]) -> list[Trial]:
    """Every pair of fault and kind as often as any other, give or take one; the rest is the seed's."""
    chance = random.Random(seed)
    pairs = [
        (fault, kind, subject)
        for fault, kinds in FAULTS.items()
        for kind in kinds
        for subject in subjects
        if kind in SUBJECTS[subject]
    ]
    chosen: list[tuple[str, str, str]] = []
    while len(chosen) < count:
        chosen += chance.sample(pairs, min(len(pairs), count - len(chosen)))
    trials = []
    for number, (fault, kind, subject) in enumerate(chosen, start=1):
        low, high = _DELAYS.get(fault, (0, 0))
        trials.append(Trial(number, subject, kind, fault, chance.randint(low, high), chance.random() < 0.25))
    return trials
