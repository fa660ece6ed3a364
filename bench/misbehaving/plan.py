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
        "write": "Surname", "type": "Surname", "double": "Pad", "point": "Remember me", "slide": "Track", "list": "Titles",
        "ground": "Ground",
    }
)  # fmt: skip
"""Kinds of control and of action, and the name that the control is known by."""

VERBS = MappingProxyType(
    {
        "set_checked": "check", "set_value": "write", "fill": "write", "visit": "button", "choose": "radio", "pick": "row",
    }
)  # fmt: skip
"""Verbs that are told the end, and the kind of control that each is tried on."""
OTHER_ACTIONS = MappingProxyType({"keys": "check", "drag": "slide", "wheel": "list"})
"""Further actions, and the kind of control that each is tried on."""

_CLICKED = ("button", "question", "check", "toggle", "radio", "row", "write", "type", "double", "point")
_ALL = (*_CLICKED, *VERBS, *OTHER_ACTIONS)
_PRESSED = ("button", "question", "double", "visit")
_WRITTEN = ("write", "type", "set_value", "fill")
_STATEFUL = tuple(kind for kind in _ALL if kind not in _PRESSED)
_SEEN = tuple(kind for kind in _ALL if kind != "visit")
"""A path means whatever is called so when it is gone, and so does a row for the verbs, as many lists make theirs anew: there a
control of the same name is no wrong one."""
_CAN_BE_DEAF = tuple(kind for kind in _ALL if kind not in ("row", "pick"))

RESTLESS = ("clock", "spinner", "video", "caret", "advertisement")
"""What may move by itself beside a control of the page."""
HARMLESS = frozenset({"none", "restless"})
"""Where nothing is wrong: the act must go through."""

FAULTS = MappingProxyType(
    {
        "none": _ALL,
        "restless": (*_ALL, "ground"),
        "swallow": _CAN_BE_DEAF,
        "repaint": _CAN_BE_DEAF,
        "late_other": _CAN_BE_DEAF,
        "revert": _STATEFUL,
        "revert_late": _STATEFUL,
        "late": _PRESSED,
        "second": _CAN_BE_DEAF,
        "truncate": _WRITTEN,
        "upper": _WRITTEN,
        "disable": tuple(kind for kind in _ALL if kind not in ("drag", "wheel")),
        "move": _ALL,
        "look_alike": tuple(kind for kind in _SEEN if kind != "pick"),
        "rename": _SEEN,
        "recreate": _ALL,
        "order": ("row", "pick"),
        "relabel": ("row", "pick"),
        "modal": _ALL,
        "modal_other": _ALL,
        "modal_over": _ALL,
        "cover_seen": _ALL,
        "cover_unseen": _ALL,
        "cover_inside": _ALL,
        "shove": _ALL,
        "steal": _ALL,
        "lock": _ALL,
    }
)
"""Faults, and the kinds of control that each is tried on."""

MEANING = MappingProxyType(
    {
        "none": "no fault",
        "restless": "no fault, but something moves beside it",
        "swallow": "swallows what reaches it",
        "repaint": "shows success without doing it",
        "late_other": "swallows it, and an unrelated dialog opens",
        "revert": "changes the value back at once",
        "revert_late": "changes the value back after 50 to 1000 ms",
        "late": "does it 150 to 900 ms later",
        "second": "works only the second time",
        "truncate": "keeps five of the characters written",
        "upper": "makes capitals of what is written",
        "disable": "is disabled",
        "move": "moves away, another control takes its place",
        "look_alike": "gives its place to a look-alike",
        "rename": "is named otherwise, a neighbour takes its name",
        "recreate": "is destroyed and made anew",
        "order": "is a row of a list that is put in another order",
        "relabel": "is a row that shows the words of another one now",
        "modal": "lies under a modal dialog of its application",
        "modal_other": "lies under a modal dialog of another application",
        "modal_over": "lies under another application's dialog that belongs to its window",
        "cover_seen": "is covered by another window",
        "cover_unseen": "is covered by an invisible window",
        "cover_inside": "is covered by an invisible part of its own window",
        "shove": "has its window moved by 50 pixels",
        "steal": "another window steals the focus",
        "lock": "the screen is locked",
    }
)
_DELAYS = MappingProxyType({"revert_late": (50, 1000), "late": (150, 900), "late_other": (20, 600)})
BY_OTHERS = frozenset({"modal_other", "modal_over", "cover_seen", "cover_unseen", "shove", "steal", "lock"})
"""Faults that another program brings about."""
_AT_ANY_TIME = BY_OTHERS | frozenset(
    {"disable", "move", "look_alike", "rename", "recreate", "order", "relabel", "modal", "cover_inside"}
)
_BEFORE_THE_LOOK = frozenset({"disable", "move", "rename", "recreate", "cover_inside"})
"""What is a fault for a look that tells what was there before."""
_EARLIEST_MS, _LATEST_MS = 200, 800


@dataclass(frozen=True, slots=True)
class Trial:
    """`subject`: which application. `delay` in milliseconds. `when`: how many milliseconds before the action begins the fault
    happens, negative before the look; None once the look is done and before the action begins. `noise`: "", "news" for a text
    that changes all the time, "busy" for an application that stands still again and again, or one of `RESTLESS`."""

    number: int
    subject: str
    kind: str
    fault: str
    delay: int
    when: int | None
    noise: str

    @property
    def control(self) -> str:
        """The kind of control that it is tried on."""
        return VERBS.get(self.kind) or OTHER_ACTIONS.get(self.kind, self.kind)


_DRAWN = ("button", "question", "check", "radio", "write", "type", "double", "point")
_UNTOLD = MappingProxyType({"tk": ("rename", "repaint"), "gtk4": ("look_alike",)})
"""Faults that an application cannot tell. Of Tk only a picture tells. GTK 4 tells nothing of a control that it hides, so that its
look-alike is a control that was made anew.
"""
SUBJECTS = MappingProxyType(
    {
        "gtk3": _ALL,
        "gtk4": _ALL,
        "qt6": _ALL,
        "tk": _DRAWN,
        "page": (*_ALL, "ground"),
    }
)
"""The applications, and the kinds of control that each has."""


def pairs(subjects: Sequence[str]) -> list[tuple[str, str, str]]:
    """Every fault on every kind of control in every application, where it can be."""
    return [
        (fault, kind, subject)
        for fault, kinds in FAULTS.items()
        for kind in kinds
        for subject in subjects
        if kind in SUBJECTS[subject] and fault not in _UNTOLD.get(subject, ())
        if fault != "restless" or subject == "page"
    ]


def plan(count: int, seed: int, subjects: Sequence[str], only: str = "") -> list[Trial]:
    """Every pair of fault and kind as often as any other, give or take one; the rest is the seed's. `only`: words that the
    application, the fault and the kind are among."""
    chance = random.Random(seed)
    possible = [pair for pair in pairs(subjects) if set(only.split()) <= set(pair)]
    chosen: list[tuple[str, str, str]] = []
    while len(chosen) < count:
        chosen += chance.sample(possible, min(len(possible), count - len(chosen)))
    trials = []
    for number, (fault, kind, subject) in enumerate(chosen, start=1):
        low, high = _DELAYS.get(fault, (0, 0))
        noise = chance.choice(
            RESTLESS if fault == "restless" else ("", "", "", "news", "busy" if subject != "tk" else "")
        )
        trials.append(
            Trial(number, subject, kind, fault, chance.randint(low, high), _moment(fault, subject, chance), noise)
        )
    return trials


def _moment(fault: str, subject: str, chance: random.Random) -> int | None:
    """What shows nothing and was there before the look, no look at a window without a tree can tell."""
    if fault not in _AT_ANY_TIME or chance.random() < 0.3:
        return None
    untold = fault == "cover_inside" and subject == "tk"
    if fault in _BEFORE_THE_LOOK and not untold and chance.random() < 0.3:
        return chance.randint(-_EARLIEST_MS, -1)
    return chance.randint(1, _LATEST_MS)
