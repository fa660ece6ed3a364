"""Frames are asked for over DevTools, and what answers something else is unreadable."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ufo.conditions.readers.pages.devtools import PagesUnreadable
from ufo.conditions.readers.pages.whole_page import lay_out_frames

_TWO_PAGES = (
    b'{"id": 1, "result": {"targetInfos": [{"type": "page", "title": "News", "targetId": "a"}, '
    b'{"type": "page", "title": "News", "targetId": "b"}]}}\0'
)


async def _asked(answer: bytes, place: Path, title: str) -> tuple[frozenset[str], ...]:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\0")
        writer.write(answer)
        await writer.drain()
        writer.close()

    async with await asyncio.start_unix_server(serve, place):
        return await lay_out_frames(place, title)


@pytest.mark.parametrize(
    "answer", [b"", b"no JSON\0", b'{"id": 1}\0', b'{"id": 1, "result": {"targetInfos": 3}}\0', b"[1]\0"]
)
async def test_a_socket_that_speaks_something_else_tells_of_no_frames(answer: bytes, tmp_path: Path) -> None:
    with pytest.raises(PagesUnreadable):
        await _asked(answer, tmp_path / "pages", "News")


async def test_a_socket_that_is_not_there_tells_of_no_frames(tmp_path: Path) -> None:
    with pytest.raises(PagesUnreadable):
        await lay_out_frames(tmp_path / "none", "News")


async def test_of_two_pages_with_one_title_neither_is_asked(tmp_path: Path) -> None:
    assert await _asked(_TWO_PAGES, tmp_path / "pages", "News") == ()
