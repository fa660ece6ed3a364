"""Widgets and windows while they live: what a spec became, and what happened to it since."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ufo.desktop.fake.spec import Widget, WindowSpec
from ufo.schema.geometry import Point, Rect
from ufo.schema.roles import POPUPS

EMPTY = Rect(0, 0, 0, 0)


@dataclass(eq=False)
class LiveWidget:
    """A widget on the screen. `serial` is never reused, so a widget that took another's place is a different one. `shift` moves
    it from its place, in pixels.
    """

    serial: int
    spec: Widget
    role: str
    name: str
    value: str | None
    checked: bool | None
    enabled: bool
    visible: bool
    parent: LiveWidget | None = None
    children: list[LiveWidget] = field(default_factory=list)
    row: int | None = None
    column: int | None = None
    expanded: bool = False
    selected: bool = False
    all_selected: bool = False
    caret: int = 0
    scroll: int = 0
    shift: tuple[int, int] = (0, 0)
    rect: Rect = EMPTY
    clip: Rect | None = None

    @property
    def key(self) -> str:
        return self.spec.key

    @property
    def is_popup(self) -> bool:
        """Whether its children are shown only while it is open, above everything else."""
        return self.role in POPUPS

    @property
    def in_popup(self) -> bool:
        return self.parent is not None and self.parent.is_popup

    def contains(self, point: Point) -> bool:
        return self.rect.contains(point) and (self.clip is None or self.clip.contains(point))

    @property
    def offscreen(self) -> bool:
        return self.rect.is_empty or (self.clip is not None and self.rect.intersection(self.clip).area < self.rect.area)

    def walk(self) -> Iterator[LiveWidget]:
        yield self
        for child in self.children:
            yield from child.walk()

    def shown(self) -> Iterator[LiveWidget]:
        """Yield the widget itself and what a person can see of it, open popups included."""
        if not self.visible:
            return
        yield self
        if self.is_popup and not self.expanded:
            return
        for child in self.children:
            yield from child.shown()


@dataclass(eq=False)
class LiveWindow:
    id: str
    spec: WindowSpec
    pid: int
    title: str
    rect: Rect
    widgets: list[LiveWidget]
    parent: LiveWindow | None = None
    minimized: bool = False

    @property
    def serial(self) -> int:
        return int(self.id, 16)

    def walk(self) -> Iterator[LiveWidget]:
        for widget in self.widgets:
            yield from widget.walk()

    def shown(self) -> Iterator[LiveWidget]:
        for widget in self.widgets:
            yield from widget.shown()


class Builder:
    """Makes live widgets from specs and counts the serials."""

    def __init__(self) -> None:
        self._count = 0

    def serial(self) -> int:
        self._count += 1
        return self._count

    def widget(self, spec: Widget, parent: LiveWidget | None = None) -> LiveWidget:
        live = LiveWidget(
            self.serial(),
            spec,
            spec.role,
            spec.name,
            spec.value,
            spec.checked,
            spec.enabled,
            spec.visible,
            parent,
            caret=len(spec.value or ""),
        )
        self.fill(live, spec.items)
        for row, cells in enumerate(spec.rows):
            live.children += [self._cell(live, row, column, value) for column, value in enumerate(cells)]
        live.children += [self.widget(child, live) for child in spec.children]
        return live

    def fill(self, live: LiveWidget, items: tuple[str, ...]) -> None:
        """Add a list item to a list or combo box for each of the names."""
        for index, name in enumerate(items):
            item = self.widget(Widget(f"{live.key}/{index}", "ListItem", name), live)
            item.selected = name == live.value
            live.children.append(item)

    def _cell(self, table: LiveWidget, row: int, column: int, value: str) -> LiveWidget:
        spec = Widget(f"{table.key}/{row},{column}", "Cell", value=value, editable=table.spec.editable)
        cell = self.widget(spec, table)
        cell.row, cell.column = row, column
        return cell
