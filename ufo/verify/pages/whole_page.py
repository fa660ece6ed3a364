"""All that a page holds, with its frames and what is scrolled out of sight."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import pairwise

from ufo.desktop.backend import Desktop
from ufo.desktop.snapshot import Element
from ufo.text.alike import plain
from ufo.verify.pages.devtools import PagesUnreadable
from ufo.verify.pages.frames import lay_out_frames

_COMES_S, _TICK_S = 0.5, 0.02
Parts = tuple[Element, ...]


async def whole_page(desktop: Desktop, page: Element) -> Parts | None:
    """Return what the page holds, as `Desktop.page_parts` does. Frames that its browser has not laid out yet are asked for, where
    the browser was started here.
    """
    parts = await desktop.page_parts(page.handle)
    if parts is None or not _has_silent_frame(parts):
        return _told(parts)
    said: list[frozenset[str]] = []
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
            told |= {one.handle.key for one in parts or ()}
            found.append(parts)
    return found


async def _with_frames(desktop: Desktop, page: Element, said: Sequence[frozenset[str]], before: Parts) -> Parts | None:
    """Ask again until something of each frame that has names is told. The browser tells of it a moment after it is laid out."""
    parts: Parts | None = before
    over = asyncio.get_running_loop().time() + _COMES_S
    while parts is not None and _has_silent_frame(parts) and _is_missing(said, parts):
        parts = await desktop.page_parts(page.handle)
        if asyncio.get_running_loop().time() > over:
            break
        await asyncio.sleep(_TICK_S)
    return parts


def _is_missing(said: Sequence[frozenset[str]], parts: Parts) -> bool:
    """Tell whether less than half of what a frame says is told. Frames that say the same must each be told."""
    needed = Counter(name for words in said for name in words)
    told = Counter(plain(one.name) for one in parts)
    return any(sum(told[name] >= needed[name] for name in words) * 2 < len(words) for words in said)


def _has_silent_frame(parts: Parts) -> bool:
    """Tell whether there is a frame out of sight of which nothing more is told."""
    return any(
        one.role == "Pane" and "offscreen" in one.states and (after is None or after.depth <= one.depth)
        for one, after in pairwise((*parts, None))
        if one is not None
    )


def _told(parts: Parts | None) -> Parts | None:
    """Leave out the frames without a name."""
    if parts is None:
        return None
    return tuple(one for one in parts if one.name or "offscreen" not in one.states)
