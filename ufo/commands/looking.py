"""Looking at windows for an agent: what is there gets ids, and the agent's selection remembers which is which."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter

from ufo.commands.reading_order import in_reading_order
from ufo.commands.scope import Selection, ToolScope
from ufo.commands.targets import is_control, target_of, target_of_window
from ufo.desktop.backend import Window
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import WindowGone
from ufo.schema.target import TargetInfo

# Everything but the handle, which is another one at each look.
_shown = attrgetter(*(one.name for one in fields(Element) if one.name != "handle"))


@dataclass(frozen=True, slots=True)
class _Told:
    """What was said of an element under its id."""

    element: Element
    is_new: bool
    target: TargetInfo
    row: str


class Eyes:
    """The looks of one agent. A control that shows what it showed at the last look is not converted again."""

    def __init__(self, scope: ToolScope) -> None:
        self._scope = scope
        self._told: dict[str, _Told] = {}

    @property
    def selection(self) -> Selection:
        return self._scope.selection

    async def window(self) -> Window:
        """The selected window as it is now. Raises ToolError where none is selected, WindowGone where it is closed."""
        chosen = self.selection.require_window()
        windows = await self._scope.desktop.windows()
        for window in windows:
            if window.id == chosen.id:
                self.selection.window = window
                self.selection.seen = frozenset(one.id for one in windows)
                return window
        raise WindowGone(f"window {chosen.title!r} is closed; look at the windows and select another one")

    async def windows(self, *, remove_empty: bool, refresh: bool) -> tuple[TargetInfo, ...]:
        """Top-level windows, topmost first, with ids from "0"; their dialogs are looked at through them."""
        if refresh or not self.selection.windows:
            listed = await self._scope.desktop.windows()
            known = {window.id for window in listed}
            chosen = [
                window for window in listed if window.parent not in known and not (remove_empty and _empty(window))
            ]
            self.selection.windows = {str(index): window for index, window in enumerate(chosen)}
        return tuple(target_of_window(window, key) for key, window in self.selection.windows.items())

    async def controls(self) -> tuple[TargetInfo, ...]:
        """The selected window's controls with ids from "1". Those that the last look did not show have the state `new`."""
        window = await self.window()
        snapshot = await self._scope.desktop.snapshot(window.id)
        last = self.selection.snapshot
        # What is known by sight alone is numbered on after what the tree tells.
        ordered = sorted(in_reading_order(snapshot), key=lambda element: element.by_sight)
        elements = [element for element in ordered if is_control(element)]
        self.selection.snapshot = snapshot
        self.selection.controls = {str(number): element for number, element in enumerate(elements, start=1)}
        before = _keys(last, window)
        self._told = {
            key: self._tell(key, element, is_new=before is not None and element.handle.key not in before)
            for key, element in self.selection.controls.items()
        }
        return tuple(told.target for told in self._told.values())

    async def rows(self) -> str:
        """`controls` as JSON: a list of objects without empty fields."""
        await self.controls()
        return f"[{','.join(told.row for told in self._told.values())}]"

    def _tell(self, key: str, element: Element, *, is_new: bool) -> _Told:
        told = self._told.get(key)
        if told is not None and told.is_new == is_new and _shown(told.element) == _shown(element):
            return told
        target = target_of(element, key, is_new=is_new)
        return _Told(element, is_new, target, target.model_dump_json(exclude_defaults=True))

    async def tree(self) -> dict[str, object]:
        """The elements as nested dicts with role, name, value, rect [left, top, right, bottom], states and children."""
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
                    "value": element.value,
                    "rect": list(element.rect.as_ltrb()),
                    "states": sorted(element.states),
                    "children": inside,
                }
            )
            above.append((element.depth, inside))
        return {"role": "Window", "name": window.title, "rect": list(window.rect.as_ltrb()), "children": top}

    async def find(self, text: str) -> tuple[TargetInfo, ...]:
        """Controls of the last look whose name, value, label or description has the words; the best first."""
        if not self.selection.controls:
            await self.controls()
        wanted = _plain(text)
        ranked = [(_rank(target, wanted), target) for target in self._current_targets()]
        return tuple(target for rank, target in sorted(ranked, key=lambda pair: pair[0]) if rank < _NO_MATCH)

    def _current_targets(self) -> list[TargetInfo]:
        return [target_of(element, key) for key, element in self.selection.controls.items()]


_NO_MATCH = 4


def _rank(target: TargetInfo, wanted: str) -> int:
    name = _plain(target.name)
    if name == wanted:
        return 0
    if name.startswith(wanted):
        return 1
    if wanted in name:
        return 2
    rest = _plain(f"{target.value or ''} {target.label or ''} {target.description or ''}")
    return 3 if wanted in rest else _NO_MATCH


def _keys(last: Snapshot | None, window: Window) -> set[str] | None:
    return None if last is None or last.window_id != window.id else {element.handle.key for element in last}


def _empty(window: Window) -> bool:
    return not window.title.strip() or (window.rect.is_empty and not window.minimized)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
