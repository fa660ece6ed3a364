"""What the person let in: the tabs that were named, and those that come of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol
from urllib.parse import urlsplit

from ufo_browser.own.tree import Tree

Message = Mapping[str, Any]
Says = Callable[[Message], None]

_SHOWS = frozenset({"http", "https", "file"})
_BLANK = "about:blank"


@dataclass(slots=True)
class Grant:
    """`tabs`: those that may be worked. `made`: those of them that we opened. `windows`: which window of the desktop one of the
    browser's own windows was proved to be. `before`: the tabs that were in sight and that we put others before. `tree`: what
    was turned on so that its controls are told.
    """

    tabs: set[str] = field(default_factory=set)
    made: set[str] = field(default_factory=set)
    windows: dict[str, str] = field(default_factory=dict)
    before: list[str] = field(default_factory=list)
    tree: Tree = Tree()

    @classmethod
    def of(cls, told: Message) -> Grant:
        return cls(set(told["granted"]), set(), dict(told["windows"]), list(told["before"]), Tree(**told["tree"]))

    def told(self) -> Message:
        return {"granted": sorted(self.tabs), "windows": self.windows, "before": self.before, "tree": asdict(self.tree)}


class Worked(Protocol):
    """A browser behind its link. Before `grant` it answers whatever the chooser asks; from then on for the granted tabs alone."""

    def take(self, message: Message) -> None:
        """Take a question in the form of DevTools; the answer and events go to `say`."""
        ...

    def grant(self, grant: Grant) -> None: ...

    async def give_back(self, keep: bool) -> None:
        """Close the tabs that we opened, unless `keep`, and put those in sight that were."""
        ...


def refused(message: Message, why: str) -> Message:
    return {"id": message.get("id"), "error": {"code": -32000, "message": why}}


def shows_a_page(address: str) -> bool:
    """Tell whether an address leads to a page and not to what the browser itself keeps or runs."""
    return address == _BLANK or urlsplit(address).scheme in _SHOWS
