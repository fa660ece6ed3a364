"""One accessible object while a window is being read."""

from __future__ import annotations

from collections.abc import Iterator

from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.schema.geometry import Rect

# Coordinates beyond this are the toolkits' ways of saying "nowhere".
_FAR = 100_000


class Node:
    """Mutable while it is read. `raw` is what the application says of its place, `rect` the place on the screen; `surface`
    the X window that shows it; `cell` the row and column of one in a sheet, which is asked through its sheet, `place` those
    of any other cell that tells them; `key` what it is called by where its object is made anew at every look; `names` those
    that it is the label of; `span` from where and how wide it is painted, where that is not what it says; `tall` how high it
    is without the entries that stand in it, None where none do; `since` when it was read, where that was in an earlier look;
    `popup`: the one that shows the entries of a menu, where they do not say that they are shown; `opened`: whether it has a
    list open that hangs elsewhere; `told`: whether it answered all that was asked of it first; `unsaid`: how
    much of `shift` is padding around it that its application leaves out."""

    __slots__ = (
        "cell", "children", "count", "depth", "description", "key", "kind", "label", "name", "names", "note", "opened", "parent",
        "place", "popup", "raw", "rect", "ref", "shift", "shown", "since", "span", "states", "surface", "tall", "text", "told",
        "unsaid", "value",
    )  # fmt: skip

    def __init__(self, ref: Ref, parent: Node | None) -> None:
        self.ref = ref
        self.parent = parent
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.surface: str = "" if parent is None else parent.surface
        self.kind = -1
        self.name = ""
        self.description = ""
        self.label = ""
        self.states = 0
        self.shown = False
        self.popup = ""
        self.opened = False
        self.raw: Rect | None = None
        self.rect: Rect | None = None
        self.shift = (0, 0)
        self.unsaid = (0, 0)
        self.span: tuple[int, int] | None = None
        self.tall: int | None = None
        self.children: list[Node] = []
        self.count = 0
        self.text: str | None = None
        self.value: str | None = None
        self.cell: tuple[int, int] | None = None
        self.place: tuple[int, int] | None = None
        self.note: str | None = None
        self.key = ""
        self.names: tuple[Ref, ...] = ()
        self.since = 0.0
        self.told = False

    def become(self, other: Node, since: float) -> None:
        """Takes over what was read of the same object earlier, and all that is below it."""
        self.kind, self.name, self.description, self.label = other.kind, other.name, other.description, other.label
        self.states, self.shown, self.raw, self.count = other.states, other.shown, other.raw, other.count
        self.popup, self.told = other.popup, other.told
        self.text, self.value, self.note, self.children = other.text, other.value, other.note, other.children
        self.place, self.key, self.names = other.place, other.key, other.names
        for child in self.children:
            child.parent = self
        for node in self.walk():
            node.since = node.since or since

    def on_screen(self) -> Rect | None:
        """Where it stands on the screen, its shift being known."""
        raw = self.raw
        if raw is None or max(abs(raw.x), abs(raw.y)) > _FAR or max(raw.width, raw.height) > _FAR:
            return None
        placed = raw.moved(*self.shift) if any(self.shift) else raw
        if self.tall is not None and self.tall < placed.height:
            placed = Rect(placed.x, placed.y, placed.width, self.tall)
        return placed if self.span is None else Rect(self.span[0], placed.y, self.span[1], placed.height)

    def walk(self) -> Iterator[Node]:
        """Itself and what is below it, parents first, in the order of the application."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.children))


def without_gaps(top: Node) -> None:
    """Ends each list of children before the first that did not answer in time: by several sockets some after it may have, and a
    list that lacks one in its middle would be taken for whole."""
    for node in top.walk():
        gap = next((place for place, child in enumerate(node.children) if not child.told and child.cell is None), None)
        if gap is not None:
            node.children = node.children[:gap]


def upwards(node: Node) -> Iterator[Node]:
    above: Node | None = node
    while above is not None:
        yield above
        above = above.parent
