"""Represents one accessible object while a window is being read."""

from __future__ import annotations

from collections.abc import Iterator

from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.schema.geometry import Rect

# Toolkits report coordinates beyond this for an object that is nowhere.
_FAR = 100_000


class Node:
    """One accessible object, mutable while its window is being read.

    `raw` is the place that the application reports, `rect` the place on the screen, `shift` the difference, `unsaid` how
    much of `shift` is padding around the object that its application leaves out. `surface` is the X window that shows the
    object, `popup` the window that shows the entries of a menu which do not report that they are shown. `cell` is the row
    and column of a sheet's cell, which is asked through its sheet; `place` is that of any other cell that reports one. `key`
    identifies an object that is made anew at every look, `names` are the objects that it is the label of. `span` is the left
    edge and the width of its painting where they are not as reported; `tall` is its height without the entries inside it,
    None where there are none. `since` is the loop time of the earlier look that read it. `opened`: it has an open list that
    hangs elsewhere in the tree; `told`: it answered everything that it was asked first; `unannounced`: no event tells that
    its children come or go.
    """

    __slots__ = (
        "cell", "children", "count", "depth", "description", "key", "kind", "label", "name", "names", "note", "opened", "parent",
        "place", "popup", "raw", "rect", "ref", "shift", "shown", "since", "span", "states", "surface", "tall", "text", "told",
        "unannounced", "unsaid", "value",
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
        self.unannounced = False

    def become(self, other: Node, since: float) -> None:
        """Take over what an earlier look read of the same object, and everything below it."""
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
        """Return where the object is on the screen, by its shift; None where its reported place is none or far off."""
        raw = self.raw
        if raw is None or max(abs(raw.x), abs(raw.y)) > _FAR or max(raw.width, raw.height) > _FAR:
            return None
        placed = raw.moved(*self.shift) if any(self.shift) else raw
        if self.tall is not None and self.tall < placed.height:
            placed = Rect(placed.x, placed.y, placed.width, self.tall)
        return placed if self.span is None else Rect(self.span[0], placed.y, self.span[1], placed.height)

    def walk(self) -> Iterator[Node]:
        """Yield the object and everything below it, parents first, in the order of the application."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.children))


def without_gaps(top: Node) -> None:
    """Cut each list of children before the first child that did not answer in time. Some after it may have answered, by another
    socket, but a list that lacks a child in its middle would be taken for complete.
    """
    for node in top.walk():
        gap = next((place for place, child in enumerate(node.children) if not child.told and child.cell is None), None)
        if gap is not None:
            node.children = node.children[:gap]


def upwards(node: Node) -> Iterator[Node]:
    above: Node | None = node
    while above is not None:
        yield above
        above = above.parent
