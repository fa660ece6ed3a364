"""Has a browser tell of the frames in a page that it has not laid out yet.

Chromium lays out a frame of another site once it comes near what is in sight. Before that its accessibility tells nothing of
what stands in the frame, not even to who asks for what is scrolled out of sight. Whoever asks for the frame's accessibility tree
over DevTools has it laid out, and from then on it stands in the one tree of the page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ufo.text.alike import plain
from ufo.verify.pages.connection import UNANSWERED, Connection
from ufo.verify.pages.devtools import PagesUnreadable

_TIMEOUT_S = 1.0
_MOST_FRAMES = 60
_WORKED = frozenset(
    {"button", "checkbox", "combobox", "heading", "link", "radio", "slider", "switch", "tab", "textbox"}
)
_Words = frozenset[str]


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
    pages = [one for one in targets if one["type"] == "page"]
    # A page without a title has its address for one here.
    found = [one for one in pages if not title or plain(str(one["title"])) == plain(title)]
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
            inside = [one for one in _frames(tree) if one != page][: _MOST_FRAMES - len(told)]
            told += [await self._words(session, one) for one in inside]
        return tuple(words for words in told if words)

    def _heard(self, method: str, told: Mapping[str, Any]) -> None:
        if method == "Target.attachedToTarget" and told["targetInfo"]["type"] == "iframe":
            self.sessions.append(str(told["sessionId"]))

    async def _words(self, session: str, frame: str) -> _Words:
        nodes = (await self.connection.ask("Accessibility.getFullAXTree", session, frameId=frame))["nodes"]
        inside = (one for one in nodes if not one.get("ignored") and one["role"]["value"] in _WORKED)
        named = (plain(str(one.get("name", {}).get("value", ""))) for one in inside)
        return frozenset(name for name in named if name)


def _frames(tree: Mapping[str, Any]) -> Iterator[str]:
    yield str(tree["frame"]["id"])
    for one in tree.get("childFrames", ()):
        yield from _frames(one)
