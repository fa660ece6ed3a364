"""Reads what a page shows, with its frames, as one text."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from ufo.commands.browser.tab import Frame, Tab, script
from ufo.errors import ApplicationHung, ToolError

_READ_S = 40.0
_MOST_CHARACTERS = 100_000_000
_MOST_LINKS = 60

Heading = Mapping[str, Any]


async def page_text(tab: Tab) -> tuple[str, list[Heading]]:
    """Return what the page shows, line by line, and its headings as {level, text, offset}. Frames follow the page, each after
    a line with its address. What is typed into fields is left out.
    """
    text, headings = "", list[Heading]()
    for number, frame in enumerate(await tab.frames()):
        try:
            own, marked = await _frame_text(tab, frame)
        except (ToolError, ApplicationHung):
            if not number:
                raise
            continue
        if number and not own:
            continue
        text += f"\n[frame {frame.address[:200]}]\n" if number else ""
        begins = [len(text), *accumulate((len(line) + 1 for line in own.split("\n")), initial=len(text))]
        headings += [{"level": level, "text": said, "offset": begins[line]} for level, line, said in marked]
        text += own
    return text, headings


async def _frame_text(tab: Tab, frame: Frame) -> tuple[str, list[Any]]:
    pieces: list[str] = []
    headings: list[Any] = []
    start = 0
    while True:
        told = await tab.run_in(frame, script("text.js"), {"from": start}, _READ_S)
        pieces.append(str(told["text"]))
        headings = headings or told["headings"]
        start = int(told["next"])
        if not start or start > _MOST_CHARACTERS:
            return "".join(pieces), headings


async def page_links(tab: Tab, find: str) -> tuple[list[tuple[str, str]], int]:
    """Return links as text and address, those with the words `find` in one of them, and how many there are in all."""
    found: list[tuple[str, str]] = []
    count = 0
    for _, told in await tab.run(script("links.js"), {"find": find, "most": _MOST_LINKS}, _READ_S):
        found += [(str(text), str(address)) for text, address in told["links"]]
        count += int(told["count"])
    return found[:_MOST_LINKS], count
