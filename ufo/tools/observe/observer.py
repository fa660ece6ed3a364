"""Looks at windows for an agent, numbers and searches what is there, and records which id means which element."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from operator import attrgetter

from ufo.desktop.masked.hidden_text import told_value
from ufo.desktop.matching.diff import difference
from ufo.desktop.matching.labels_beside import with_labels_beside
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Window
from ufo.errors import ApplicationHung, WindowGone
from ufo.faults import Part
from ufo.schema.target import TargetInfo
from ufo.text.alike import fit, likeness, plain
from ufo.tools.effects.by_itself import keys_by_themselves
from ufo.tools.effects.compare import Observation
from ufo.tools.effects.summary import UNCHANGED, facts
from ufo.tools.observe.follow_window import selected_window
from ufo.tools.observe.in_view import (
    beyond_sight,
    in_page_order,
    is_beyond,
    pages_in,
    parts_of,
    with_beyond,
)
from ufo.tools.observe.reading_order import in_reading_order
from ufo.tools.observe.selection import Selection, ToolScope
from ufo.tools.observe.targets import is_control, target_of, target_of_window

_log = logging.getLogger(__name__)
# A turn begins with it, and the model is asked only then.
_SIGHT_S = 0.25
_UNREAD = 0
"""The number of a look that failed; desktops count theirs from 1."""

# All fields except the handle, which is new at each look.
_shown = attrgetter(*(field.name for field in fields(Element) if field.name != "handle"))
_ALIKE = 0.75


@dataclass(frozen=True, slots=True)
class _Issued:
    """The target that was issued for an element. `marks`: whether the element was new, and whether a search had found it."""

    element: Element
    marks: tuple[bool, bool]
    target: TargetInfo
    row: str


class Observer:
    """Takes the looks of one agent. A control that shows the same as at the last look is not converted again."""

    def __init__(self, scope: ToolScope) -> None:
        self._scope = scope
        self._issued: dict[str, _Issued] = {}
        self._listed_last: Observation | None = None
        self.changes = ""
        """The differences from the previous look, in one line; "" at the first look at a window."""

    @property
    def selection(self) -> Selection:
        return self._scope.selection

    async def window(self) -> Window:
        """Return the selected window as it is, or the one that followed it. Raises ToolError for none selected, WindowGone."""
        return (await self._listed())[0]

    async def _listed(self) -> tuple[Window, tuple[Window, ...]]:
        window, windows = await selected_window(self._scope)
        self.selection.seen = frozenset(window.id for window in windows)
        return window, windows

    async def windows(self, *, remove_empty: bool, refresh: bool) -> tuple[TargetInfo, ...]:
        """Return the top-level windows, topmost first, with ids from "0". A window keeps its id for as long as it is there. Their
        dialogs are reached through them.
        """
        if refresh or not self.selection.windows:
            listed = await self._scope.desktop.windows()
            known = {window.id for window in listed}
            chosen = [
                window for window in listed if window.parent not in known and not (remove_empty and _empty(window))
            ]
            self.selection.number_windows(chosen)
        return tuple(target_of_window(window, key) for key, window in self.selection.windows.items())

    async def controls(self) -> tuple[TargetInfo, ...]:
        """Return the selected window's controls with ids from "1".

        A control that the last look did not show has the state `new`; one that the last search returned has the state
        `found`.
        """
        window, windows, snapshot = await self._looked()
        self.selection.works_by_sight = False
        # Controls that are known by sight alone get their numbers after those of the tree.
        notes: list[str] = []
        ordered: Sequence[Element] = snapshot.elements
        with Part(_log, "putting the controls into the order of reading", notes):
            ordered = in_reading_order(snapshot)
        ordered = sorted(ordered, key=attrgetter("by_sight"))
        elements = [element for element in ordered if is_control(element)]
        with Part(_log, "finding the labels beside fields", notes):
            elements = with_labels_beside(elements, self.selection.surroundings(snapshot))
        with Part(_log, "finding again what a search found out of sight", notes):
            elements = with_beyond(elements, await self._still_found(snapshot))
        self.selection.number(elements)
        new, self.changes = frozenset[str](), ""
        with Part(_log, "comparing the window with the last look", notes):
            # A look that failed says nothing of what is gone.
            new = (
                frozenset()
                if snapshot.id == _UNREAD or snapshot.is_deaf
                else self._compare(Observation(windows, snapshot), window)
            )
        if notes:
            snapshot = replace(
                snapshot, degraded="; ".join([*([snapshot.degraded] if snapshot.degraded else []), *notes])
            )
        self.selection.snapshot = snapshot
        self.selection.first.note(snapshot)
        found, self.selection.found = self.selection.found, frozenset()
        self._issued = {
            key: self._tell(key, element, (element.handle.key in new, element.handle.key in found))
            for key, element in self.selection.controls.items()
        }
        return tuple(issued.target for issued in self._issued.values())

    async def as_now(self) -> dict[str, Element]:
        """Return the controls as they are now by id, with those that the pages hold out of sight. Those that were not at the
        last look get further ids. What is not there any more is left out.
        """
        window = await self.window()
        known = {element.handle.key: control_id for control_id, element in self.selection.controls.items()}
        look = await self._scope.desktop.snapshot(window.id)
        if look.is_deaf:
            return self.selection.controls
        shown = {element.handle.key for element in look}
        beyond = await beyond_sight(self._scope.desktop, pages_in(look)) or ()
        now = filter(is_control, [*look, *(element for element in beyond if element.handle.key not in shown)])
        return {known.get(item.handle.key) or self.selection.issue(item): item for item in now}

    async def _still_found(self, snapshot: Snapshot) -> list[Element]:
        """Return what the last search found out of sight and what is still there."""
        if self.selection.found <= {element.handle.key for element in snapshot}:
            return []
        beyond = await beyond_sight(self._scope.desktop, pages_in(snapshot)) or ()
        return [
            element for element in beyond if element.handle.key in self.selection.found and is_beyond(element, snapshot)
        ]

    async def _looked(self) -> tuple[Window, tuple[Window, ...], Snapshot]:
        """Look at the selected window, and once more where it closes meanwhile and another one follows, as after a splash."""
        window, windows = await self._listed()
        try:
            return window, windows, await self._look(window)
        except WindowGone:
            window, windows = await self._listed()  # it tells whether the application has ended too
            return window, windows, await self._look(window)

    async def _look(self, window: Window) -> Snapshot:
        """Look at the window. One whose application does not answer has no controls, and says so. Raises WindowGone."""
        try:
            if self.selection.works_by_sight:
                return await self._scope.desktop.snapshot(window.id)
            return await self._scope.desktop.glance(window.id, _SIGHT_S)
        except ApplicationHung as error:
            return Snapshot(_UNREAD, window.id, window.rect, (), str(error), app_root=window.app_root)

    async def whole_list(self) -> tuple[TargetInfo, ...]:
        """Return the controls of the last look with what its pages hold out of sight, in their places between. Those have no ids.
        Empty where there is no page, or where one does not tell.
        """
        snapshot, numbers = self.selection.snapshot, self._issued
        pages = pages_in(snapshot) if snapshot is not None else []
        listed = [issued.element for issued in numbers.values()]
        for page in pages:
            parts = await parts_of(self._scope.desktop, page)
            if parts is None:
                return ()
            listed = list(in_page_order(listed, filter(is_control, parts)))
        known = {issued.element.handle.key: issued.target for issued in numbers.values()}
        return tuple(known.get(element.handle.key) or target_of(element, "") for element in listed) if pages else ()

    async def rows(self) -> str:
        """Return `controls` as JSON: a list of objects without empty fields."""
        await self.controls()
        return f"[{','.join(issued.row for issued in self._issued.values())}]"

    def _tell(self, key: str, element: Element, marks: tuple[bool, bool]) -> _Issued:
        issued = self._issued.get(key)
        if issued is not None and issued.marks == marks and _shown(issued.element) == _shown(element):
            return issued
        target = target_of(element, key, is_new=marks[0], is_found=marks[1])
        return _Issued(element, marks, target, target.model_dump_json(exclude_defaults=True))

    def _compare(self, now: Observation, window: Window) -> frozenset[str]:
        """Return the keys of the elements that are new since the last look at the same window, and set `changes`."""
        last, self._listed_last = self._listed_last, now
        if last is None or last.snapshot is None or now.snapshot is None or last.snapshot.window_id != window.id:
            self.changes = ""
            return frozenset()
        if last.snapshot is now.snapshot and last.windows == now.windows:
            self.changes = UNCHANGED
            return frozenset()
        what = difference(last.snapshot, now.snapshot)
        passing = keys_by_themselves(what, frozenset(self.selection.running))
        self.changes = facts(last, now, window, passing, what=what)
        # Cells that only came into sight are no news one by one.
        seen = {element.path for element in last.snapshot if element.role == "Cell"}
        added = [element for element in what.added if element.role != "Cell" or element.path not in seen]
        return frozenset(element.handle.key for element in added) - passing

    async def tree(self) -> dict[str, object]:
        """Return the elements as nested dicts with role, name, value, rect [left, top, right, bottom], states and children."""
        window = await self.window()
        snapshot = await self._scope.desktop.snapshot(window.id)
        top: list[dict[str, object]] = []
        above: list[tuple[int, list[dict[str, object]]]] = [(-1, top)]
        for element in snapshot:
            inside: list[dict[str, object]] = []
            while above[-1][0] >= element.depth:
                above.pop()
            above[-1][1].append(
                {
                    "role": element.role,
                    "name": element.name,
                    "value": told_value(element),
                    "rect": list(element.rect.as_ltrb()),
                    "states": sorted(element.states),
                    "children": inside,
                }
            )
            above.append((element.depth, inside))
        return {"role": "Window", "name": window.title, "rect": list(window.rect.as_ltrb()), "children": top}


def _empty(window: Window) -> bool:
    return not window.title.strip() or (window.rect.is_empty and not window.minimized)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The text, role and state to search for; "" matches anything. At least one of them is given."""

    text: str = ""
    role: str = ""
    state: str = ""


def search(selection: Selection, controls: Mapping[str, Element], wanted: Wanted, limit: int) -> tuple[TargetInfo, ...]:
    """Return at most `limit` matches among the controls, the best first, with their ids. The next look marks them as found."""
    ranked = sorted(_ranked(controls, wanted), key=lambda pair: pair[0])
    best = tuple(target for _, target in ranked[:limit])
    elements = [element for target in best if (element := controls.get(str(target.id))) is not None]
    selection.found = frozenset(element.handle.key for element in elements)
    return best


def _ranked(controls: Mapping[str, Element], wanted: Wanted) -> Iterator[tuple[float, TargetInfo]]:
    text, role, state = plain(wanted.text), wanted.role.casefold(), wanted.state.casefold()
    shown = (target_of(element, key) for key, element in controls.items())
    for target in shown:
        held = {"enabled"} if "disabled" not in target.states else set()
        if role and role != (target.type or "").casefold():
            continue
        if state and state not in held.union(target.states):
            continue
        rank = _rank(target, text)
        if rank is not None:
            yield rank, target


def _rank(target: TargetInfo, wanted: str) -> float | None:
    """Return the rank of a match, 0 for the exact name and more for weaker ones, or None where nothing matches."""
    name = plain(target.name)
    if not wanted or name == wanted:
        return 0.0
    found = fit(name, wanted)
    if found is not None:
        return float(found) + (0.0 if name.startswith(wanted) else 0.5)
    rest = plain(f"{target.value or ''} {target.label or ''} {target.description or ''}")
    if wanted in rest:
        return 3.0
    if all(word in f"{name} {rest} {plain(' '.join(target.path))}" for word in wanted.split()):
        return 4.0
    near = likeness(target.name, wanted)
    return 6.0 - near if near >= _ALIKE else None
