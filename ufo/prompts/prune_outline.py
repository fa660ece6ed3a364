"""Drops the controls that are not worth a model's attention: scaffolding, repetitions, and what cannot be seen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ufo.prompts.set_aside import set_aside
from ufo.schema.fence import quoted
from ufo.schema.roles import (
    EDITS_AND_DOCUMENTS,
    FRAMES,
    LIST_AND_MENU_ITEMS,
    PLAIN_TEXTS,
    ROWS,
    SEPARATORS_AND_SCROLL_BARS,
    TEXTS,
)
from ufo.schema.target import TargetInfo

SEARCHES = "find_controls"
"""The tool that a model is told to search with."""
# Roles that only hold others: without a name, value or action of their own they tell a model nothing.
_WRAPPERS = FRAMES - {"StatusBar"} | {"Image"}
_CONTAINERS = _WRAPPERS | TEXTS
_ENTRIES = ROWS | PLAIN_TEXTS | LIST_AND_MENU_ITEMS | {"Hyperlink"}
_FEW_OUT_OF_SIGHT = 3
_MOST_OF_A_WINDOW = 0.6

ADDRESS = re.compile(r"\$?([A-Z]{1,3})\$?([1-9]\d{0,6})")
SHARED_STATES = frozenset({"covered", "offscreen", "disabled", "readonly", "editable"})
_SHORT_VALUE = 60
_BOTH = 2

# States that a reader expects of any control, so that they are not written.
_QUIET_STATES = frozenset({"enabled", "focusable", "selectable", "visited", "active"})


@dataclass(frozen=True)
class Told:
    """The controls that are written. `dropped`: containers left out, by all the names down to them."""

    controls: tuple[TargetInfo, ...]
    dropped: frozenset[tuple[str, ...]] = frozenset()
    out_of_sight: tuple[str, ...] = ()
    _paths: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)

    def path_of(self, control: TargetInfo) -> tuple[str, ...]:
        """Return the names of its containers, without those that are left out."""
        return self.shortened(control.path)

    def shortened(self, path: tuple[str, ...]) -> tuple[str, ...]:
        if path not in self._paths:
            self._paths[path] = tuple(
                name for at, name in enumerate(path) if name.strip() and path[: at + 1] not in self.dropped
            )
        return self._paths[path]


def told(controls: Sequence[TargetInfo], task: str = "") -> Told:
    worth = list(_without_repeats([control for control in controls if not _is_wrapper(control)]))
    worth, aside = set_aside(worth, SEARCHES, task)
    hidden, notes = _out_of_sight(worth)
    seen = [target for target in worth if id(target) not in hidden]
    dropped = frozenset(_idle_containers(seen))
    kept = tuple(
        target for target in seen if not (target.name and _only_holds(target) and inside_of(target) in dropped)
    )
    return Told(kept, dropped, (*aside, *notes))


def told_states(control: TargetInfo) -> list[str]:
    quiet = _QUIET_STATES | ({"editable"} if control.type in EDITS_AND_DOCUMENTS else set())
    return [state for state in control.states if state not in quiet]


def inside_of(control: TargetInfo) -> tuple[str, ...]:
    """Return the path of the controls inside this one."""
    return (*control.path, control.name)


def _is_wrapper(control: TargetInfo) -> bool:
    if control.type in SEPARATORS_AND_SCROLL_BARS:
        return not {"focused", "found", "new"}.intersection(control.states)
    if control.name or control.value or control.label or control.description:
        return False
    return control.type in TEXTS or (control.type in _WRAPPERS and not control.actions and not told_states(control))


def _without_repeats(controls: Sequence[TargetInfo]) -> Iterator[TargetInfo]:
    """Drop repeated texts: the text inside a button often repeats the button's name, and so does the label before a field."""
    previous: TargetInfo | None = None
    for at, control in enumerate(controls):
        following = controls[at + 1] if at + 1 < len(controls) else None
        if previous is not None and _repeats(previous, control):
            continue
        if following is not None and _is_label_of(control, following):
            continue
        previous = control
        yield control


def _repeats(previous: TargetInfo, control: TargetInfo) -> bool:
    inside = previous.bounds is not None and control.bounds is not None
    return (
        _is_plain(control)
        and control.name in (previous.name, previous.label)
        and (not inside or _overlaps(previous, control))
    )


def _is_label_of(control: TargetInfo, following: TargetInfo) -> bool:
    return (
        _is_plain(control)
        and following.type not in TEXTS
        and control.name in (following.name, following.label)
        and control.name not in following.path
    )


def _is_plain(control: TargetInfo) -> bool:
    only_text = control.type in TEXTS and bool(control.name) and control.value in (None, "", control.name)
    return only_text and not control.actions and not told_states(control)


def _overlaps(previous: TargetInfo, control: TargetInfo) -> bool:
    rect, other = previous.bounds, control.bounds
    return rect is not None and other is not None and not rect.intersection(other).is_empty


def _out_of_sight(controls: Sequence[TargetInfo]) -> tuple[set[int], list[str]]:
    """Return the ids (of the objects) of entries that must be scrolled to, where there are many, and a note that counts them."""
    by_path: dict[tuple[str, ...], list[TargetInfo]] = {}
    for control in controls:
        if "offscreen" in control.states and control.type in _ENTRIES and "found" not in control.states:
            by_path.setdefault(control.path, []).append(control)
    many = {path: group for path, group in by_path.items() if len(group) > _FEW_OUT_OF_SIGHT}
    in_sight = Counter(
        target.path for target in controls if target.type in _ENTRIES and "offscreen" not in target.states
    )
    notes = []
    for path, group in many.items():
        shown = in_sight[path]
        where = quoted(path[-1], 60) if path else "the window"
        notes.append(
            f"{shown} of {shown + len(group)} entries of {where} are in sight: scroll, or search with {SEARCHES}"
        )
    return {id(target) for group in many.values() for target in group}, notes


def _idle_containers(controls: Sequence[TargetInfo]) -> Iterator[tuple[str, ...]]:
    """Yield the containers that only repeat the name of something inside them, and those that hold most of the window."""
    inside: Counter[tuple[str, ...]] = Counter()
    children: dict[tuple[str, ...], set[str]] = {}
    for target in controls:
        children.setdefault(target.path, set()).add(target.name or target.label or "")
    for path, count in Counter(item.path for item in controls).items():
        for at in range(1, len(path) + 1):
            inside[path[:at]] += count
    for control in controls:
        if not control.name or not _only_holds(control):
            continue
        below = inside_of(control)
        if not inside[below]:
            continue
        within = children.get(below, set())
        # A control without a name of its own is identified by its container's.
        if (control.name in within and "" not in within) or inside[below] > _MOST_OF_A_WINDOW * len(controls):
            yield below


def _only_holds(control: TargetInfo) -> bool:
    return (
        control.type in _CONTAINERS
        and control.value in (None, "", control.name)
        and not {"focused", "found", "new", "disabled"}.intersection(control.states)
    )


def gathered(controls: Iterable[TargetInfo]) -> Iterator[list[TargetInfo]]:
    """Yield the controls one by one, but together those cells that follow one another and are empty, or stand side by side in a
    row of a sheet: a sheet shows a thousand of them.
    """
    run: list[TargetInfo] = []
    for control in controls:
        if run and not _joins(run[-1], control):
            yield run
            run = []
        run.append(control)
    if run:
        yield run


def is_blank(control: TargetInfo) -> bool:
    says_nothing = not control.value and (not control.name or ADDRESS.fullmatch(control.name) is not None)
    return control.type == "Cell" and says_nothing and not told_states(control) and not control.doubt


def is_alike(target: TargetInfo, other: TargetInfo) -> bool:
    """Tell whether two cells are of one sheet and in the same state, one that many cells share."""
    states = told_states(target)
    return target.path == other.path and states == told_states(other) and SHARED_STATES.issuperset(states)


def _joins(target: TargetInfo, other: TargetInfo) -> bool:
    if target.type != "Cell" or not _follows(target, other):
        return False
    return (is_blank(target) and is_blank(other)) or (
        _stands_in_row(target) and _stands_in_row(other) and _are_neighbours(target, other)
    )


def _stands_in_row(cell: TargetInfo) -> bool:
    return (
        ADDRESS.fullmatch(cell.name) is not None
        and 0 < len(cell.value or "") <= _SHORT_VALUE
        and not (cell.doubt or cell.by_sight)
        and cell.label in (None, "", cell.name)
    )


def _are_neighbours(target: TargetInfo, other: TargetInfo) -> bool:
    """Tell whether two cells of a sheet share a row. Their columns follow one another, since their ids do."""
    rows = [found[2] for cell in (target, other) if (found := ADDRESS.fullmatch(cell.name))]
    return len(set(rows)) == 1 and len(rows) == _BOTH and is_alike(target, other)


def _follows(target: TargetInfo, other: TargetInfo) -> bool:
    ids = (target.id or "", other.id or "")
    return target.path == other.path and all(each.isdecimal() for each in ids) and int(ids[1]) == int(ids[0]) + 1
