"""All that a page holds, with its frames and what is scrolled out of sight.

Chromium lays out a frame of another site once it comes near what is in sight. Before that its accessibility tells nothing of
what stands in the frame, not even to who asks for what is scrolled out of sight. Whoever asks for the frame's accessibility tree
over DevTools has it laid out, and from then on it stands in the one tree of the page.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from ufo.conditions.readers.pages.connection import UNANSWERED, Connection
from ufo.conditions.readers.pages.devtools import PagesUnreadable
from ufo.desktop.backend import Desktop
from ufo.desktop.snapshot import Element
from ufo.text.alike import plain

_COMES_S, _TICK_S = 0.5, 0.02
Parts = tuple[Element, ...]
_TIMEOUT_S = 1.0
_MOST_FRAMES = 60
_WORKED = frozenset(
    {"button", "checkbox", "combobox", "heading", "link", "radio", "slider", "switch", "tab", "textbox"}
)
_Words = frozenset[str]


async def whole_page(desktop: Desktop, page: Element) -> Parts | None:
    """Return what the page holds, as `Desktop.page_parts` does. Frames that its browser has not laid out yet are asked for, where
    the browser was started here.
    """
    parts = await desktop.page_parts(page.handle)
    if parts is None or not _has_silent_frame(parts):
        return _told(parts)
    said: list[_Words] = []
    for place in (await desktop.page_sockets()).values():
        try:
            said += await lay_out_frames(place, page.name)
        except PagesUnreadable:
            continue
    return _told(await _with_frames(desktop, page, said, parts))


async def each_once(
    pages: Iterable[Element], parts_of: Callable[[Element], Awaitable[Parts | None]]
) -> list[Parts | None]:
    """Return the parts of each page. A page in a frame of a page before it is left out: its parts are told already."""
    found: list[Parts | None] = []
    told: set[str] = set()
    for page in pages:
        if page.handle.key not in told:
            parts = await parts_of(page)
            told |= {part.handle.key for part in parts or ()}
            found.append(parts)
    return found


async def _with_frames(desktop: Desktop, page: Element, said: Sequence[_Words], before: Parts) -> Parts | None:
    """Ask again until something of each frame that has names is told. The browser tells of it a moment after it is laid out."""
    parts: Parts | None = before
    over = asyncio.get_running_loop().time() + _COMES_S
    while parts is not None and _has_silent_frame(parts) and _is_missing(said, parts):
        parts = await desktop.page_parts(page.handle)
        if asyncio.get_running_loop().time() > over:
            break
        await asyncio.sleep(_TICK_S)
    return parts


def _is_missing(said: Sequence[_Words], parts: Parts) -> bool:
    """Tell whether less than half of what a frame says is told. Frames that say the same must each be told."""
    needed = Counter(name for words in said for name in words)
    told = Counter(plain(part.name) for part in parts)
    return any(sum(told[name] >= needed[name] for name in words) * 2 < len(words) for words in said)


def _has_silent_frame(parts: Parts) -> bool:
    """Tell whether there is a frame out of sight of which nothing more is told."""
    return any(
        element.role == "Pane" and "offscreen" in element.states and (after is None or after.depth <= element.depth)
        for element, after in pairwise((*parts, None))
        if element is not None
    )


def _told(parts: Parts | None) -> Parts | None:
    """Leave out the frames without a name."""
    if parts is None:
        return None
    return tuple(part for part in parts if part.name or "offscreen" not in part.states)


async def lay_out_frames(place: Path, title: str) -> tuple[_Words, ...]:
    """Have the frames of the page with that title laid out. Return for each frame the names of its controls and headings, without
    those that have none. Raises PagesUnreadable where the browser does not answer within 1 s.
    """
    try:
        async with asyncio.timeout(_TIMEOUT_S):
            connection = await Connection.open(place)
            try:
                page = await _titled(connection, title)
                return () if page is None else await _Frames(connection).of(page)
            finally:
                await connection.close()
    except (*UNANSWERED, KeyError, TypeError, AttributeError) as error:
        raise PagesUnreadable(f"the browser does not tell of its frames ({type(error).__name__}: {error})") from error


async def _titled(connection: Connection, title: str) -> str | None:
    """Return the target of that page; None where it is not told apart from others."""
    targets = (await connection.ask("Target.getTargets"))["targetInfos"]
    pages = [target for target in targets if target["type"] == "page"]
    # A page without a title has its address for one here.
    found = [target for target in pages if not title or plain(str(target["title"])) == plain(title)]
    return str(found[0]["targetId"]) if len(found) == 1 else None


@dataclass(slots=True)
class _Frames:
    """`sessions`: those still to be asked. A frame of another site has one of its own, which its page's session tells of."""

    connection: Connection
    sessions: list[str] = field(default_factory=list)

    async def of(self, page: str) -> tuple[_Words, ...]:
        first = str((await self.connection.ask("Target.attachToTarget", targetId=page, flatten=True))["sessionId"])
        self.sessions, told = [first], list[_Words]()
        while self.sessions and len(told) < _MOST_FRAMES:
            session = self.sessions.pop(0)
            self.connection.hear(session, self._heard)
            await self.connection.ask(
                "Target.setAutoAttach", session, autoAttach=True, waitForDebuggerOnStart=False, flatten=True
            )
            tree = (await self.connection.ask("Page.getFrameTree", session))["frameTree"]
            inside = [frame for frame in _frames(tree) if frame != page][: _MOST_FRAMES - len(told)]
            told += [await self._words(session, frame) for frame in inside]
        return tuple(words for words in told if words)

    def _heard(self, method: str, told: Mapping[str, Any]) -> None:
        if method == "Target.attachedToTarget" and told["targetInfo"]["type"] == "iframe":
            self.sessions.append(str(told["sessionId"]))

    async def _words(self, session: str, frame: str) -> _Words:
        nodes = (await self.connection.ask("Accessibility.getFullAXTree", session, frameId=frame))["nodes"]
        inside = (node for node in nodes if not node.get("ignored") and node["role"]["value"] in _WORKED)
        named = (plain(str(node.get("name", {}).get("value", ""))) for node in inside)
        return frozenset(name for name in named if name)


def _frames(tree: Mapping[str, Any]) -> Iterator[str]:
    yield str(tree["frame"]["id"])
    for child in tree.get("childFrames", ()):
        yield from _frames(child)
