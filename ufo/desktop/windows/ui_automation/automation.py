"""UI Automation as the rest of this program sees it: elements are plain values, and a key names one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ufo.desktop.windows.ui_automation.nodes import Node
from ufo.schema.geometry import Point


@dataclass(frozen=True, slots=True)
class Tree:
    """What a window tells of itself, in the order of the tree: the window first. `cut`: why there is more than this, None where
    this is all.
    """

    nodes: tuple[Node, ...]
    cut: str | None = None


class Automation(Protocol):
    """All calls block, each for a bounded time. They raise ApplicationHung, ElementGone, NotActionable and DesktopError."""

    def tree(self, window: int) -> Tree:
        """Return what is in a window, by its handle."""
        ...

    def node(self, key: str) -> Node:
        """Return an element of an earlier tree as it is now. Its depth is 0."""
        ...

    def below(self, key: str, at_most: int) -> tuple[Node, ...] | None:
        """Return what is directly in an element; None where that is more."""
        ...

    def at(self, point: Point) -> tuple[Node, ...]:
        """Return the element at a point of the screen and those that it stands in, innermost first; none where it is not told."""
        ...

    def do(self, key: str, pattern: str, function: str, *given: str | float) -> None:
        """Call a function of a pattern of an element (see `nodes.PATTERNS`)."""
        ...

    def focus(self, key: str) -> None: ...

    def text(self, key: str, at_most: int) -> str:
        """Return the text of an element by its pattern Text."""
        ...

    def select_text(self, key: str, words: str, place: int) -> bool:
        """Select the words where they stand for that time (from 1) in the text of an element. False where they do not."""
        ...

    def listen(self, window: int, heard: Callable[[], object]) -> None:
        """Have `heard` called, in any thread, when anything changes in a window; a few windows are listened to, the latest. It
        returns at once; where nothing is told, nothing is heard.
        """
        ...

    def end(self) -> None: ...
