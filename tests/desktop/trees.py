"""Windows of random controls for properties: every control has a mark that no selector sees and that says which it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from hypothesis import strategies as st

from ufo.desktop.matching.selectors import NO_NAMES, Identifiers, selectors_of
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.schema.geometry import Rect
from ufo.schema.selector import Selector

WORDS = ("Open", "Save", "Cancel", "Name", "Delete", "Bold", "Zoom", "Page 2", "Überblick", "検索", "", "7", "+")
BOXES = ("Group", "ToolBar", "Pane", "Dialog", "List", "Menu")
LEAVES = ("Button", "Edit", "CheckBox", "ListItem", "MenuItem", "ComboBox", "Text", "Cell")


def selector_of(snapshot: Snapshot, element: Element, identifiers: Identifiers = NO_NAMES) -> Selector:
    return selectors_of(snapshot, [element], identifiers)[0]


@dataclass
class Box:
    """A control while a test changes it. `mark` stays with it through every change."""

    mark: int
    role: str
    name: str
    children: list[Box] = field(default_factory=list)

    def walk(self) -> list[Box]:
        return [self, *(box for child in self.children for box in child.walk())]


@st.composite
def boxes(draw: st.DrawFn, most: int = 24) -> list[Box]:
    """Top-level controls of a window, at most four levels deep."""
    count = draw(st.integers(2, most))
    made: list[Box] = []
    top: list[Box] = []
    for mark in range(count):
        inside = draw(st.one_of(st.none(), st.integers(0, max(0, mark - 1)))) if mark else None
        box = (
            made[inside]
            if inside is not None and made[inside].role in BOXES and _depth(top, made[inside]) < 4
            else None
        )
        role = draw(st.sampled_from(BOXES if draw(st.integers(0, 3)) == 0 else LEAVES))
        made.append(Box(mark, role, draw(st.sampled_from(WORDS))))
        (top if box is None else box.children).append(made[-1])
    return top


def _depth(top: Sequence[Box], wanted: Box, depth: int = 0) -> int:
    for box in top:
        if box is wanted:
            return depth
        found = _depth(box.children, wanted, depth + 1)
        if found >= 0:
            return found
    return -1


def snapshot_of(
    top: Sequence[Box], *, snapshot_id: int = 1, width: int = 800, say: Callable[[str], str] = lambda words: words
) -> Snapshot:
    """Laid out line by line, wrapped at `width`; keys are new for each `snapshot_id`, as after a restart."""
    elements: list[Element] = []
    row = [0]

    def lay(item: Box, depth: int, path: tuple[str, ...], column: int) -> None:
        x = 20 * depth + column * 110
        rect = Rect(x % max(200, width - 120), row[0] * 30, 100, 24)
        handle = Handle(snapshot_id, f"{snapshot_id}/{item.mark}", item.role, say(item.name))
        elements.append(
            Element(handle, item.role, say(item.name), rect, frozenset({"enabled"}), depth=depth, path=path)
        )
        for at, child in enumerate(item.children):
            row[0] += child.role in BOXES or at % 4 == 0
            lay(child, depth + 1, (*path, say(item.name)) if item.name else path, at % 4)

    for box in top:
        row[0] += 1
        lay(box, 0, (), 0)
    return Snapshot(snapshot_id, "w", Rect(0, 0, width, 30 * (row[0] + 2)), tuple(elements), app_root="app")


def mark_of(element: Element) -> int:
    return int(element.handle.key.rpartition("/")[2])


def element_of(snapshot: Snapshot, mark: int) -> Element:
    return next(element for element in snapshot if mark_of(element) == mark)


def with_states(snapshot: Snapshot, states: frozenset[str], value: str) -> Snapshot:
    """Everything in another state and with another value, as while it is worked with."""
    return replace(snapshot, elements=tuple(replace(element, states=states, value=value) for element in snapshot))
