"""The tab that is meant among very many, before a program that answers as a browser does."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from ufo.conditions.readers.pages.connection import Connection
from ufo.desktop.values import Window
from ufo.errors import ToolError
from ufo.schema.geometry import Rect
from ufo_browser.own.choose import Chooser, Chosen

_AT = Rect(0, 0, 800, 600)
_WINDOW = Window("0x1", "Mail 7 - Chromium", _AT, 1, "chromium", "chromium")


@dataclass
class _Browser:
    """`tabs`: title, number of the window, whether it is in sight. `asked`: the tabs that were attached to."""

    tabs: list[tuple[str, int, bool]]
    places: dict[int, Rect] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    silent: str = ""

    def answer(self, method: str, params: dict[str, Any], session: str) -> Any:
        if method == "Target.getTargets":
            pages = [{"targetId": str(at), "type": "page", "title": tab[0], "url": f"https://host{at}.example/"}
                     for at, tab in enumerate(self.tabs)]  # fmt: skip
            return {"targetInfos": [*pages, {"targetId": "w", "type": "service_worker", "title": "", "url": ""}]}
        if method == "Browser.getWindowForTarget":
            number = self.tabs[int(params["targetId"])][1]
            place = self.places.get(number, _AT)
            bounds = {"left": place.x, "top": place.y, "width": place.width, "height": place.height}
            return {"windowId": number, "bounds": bounds}
        if method == "Target.attachToTarget":
            self.asked.append(params["targetId"])
            return {"sessionId": params["targetId"]}
        if method == "Target.activateTarget":
            number = self.tabs[int(params["targetId"])][1]
            self.tabs = [(title, window, window != number and shown) for title, window, shown in self.tabs]
            title, window, _ = self.tabs[int(params["targetId"])]
            self.tabs[int(params["targetId"])] = (title, window, True)
        if method == "Runtime.evaluate":
            return {"result": {"value": json.dumps(self.tabs[int(session)][2])}}
        return {"frameTree": {"frame": {"id": "f"}}, "executionContextId": 1}


@asynccontextmanager
async def _connected(browser: _Browser) -> AsyncIterator[Connection]:
    ours, theirs = socket.socketpair()
    reader, writer = await asyncio.open_unix_connection(sock=theirs)

    async def serve() -> None:
        while True:
            asked = json.loads((await reader.readuntil(b"\0"))[:-1])
            session = asked.get("sessionId", "")
            if browser.silent and asked["method"] == "Runtime.evaluate" and session == browser.silent:
                continue
            result = browser.answer(asked["method"], asked["params"], session)
            writer.write(json.dumps({"id": asked["id"], "result": result}).encode() + b"\0")

    serving = asyncio.create_task(serve())
    connection = Connection(*await asyncio.open_unix_connection(sock=ours, limit=2**25))
    try:
        yield connection
    finally:
        serving.cancel()
        await connection.close()
        writer.close()


async def _chosen(browser: _Browser, words: Sequence[str], *windows: Window) -> Chosen:
    async def now() -> Sequence[Window]:
        return windows

    async with _connected(browser) as connection:
        return await Chooser(connection, now).choose(words, windows[0])


@pytest.mark.anyio
async def test_among_thousands_of_tabs_the_named_one_is_found_and_of_the_others_nothing_is_read() -> None:
    browser = _Browser([(f"Mail {at}", 1, at == 7) for at in range(3000)])
    chosen = await _chosen(browser, ["host1234.example"], _WINDOW)
    assert chosen.grant.tabs == {"1234"} and chosen.grant.before == ["7"]
    assert set(browser.asked) <= {"7", "1234"}


@pytest.mark.anyio
async def test_words_that_fit_none_or_several_name_a_dozen_and_no_more() -> None:
    browser = _Browser([(f"Mail {at}", 1, at == 7) for at in range(3000)])
    with pytest.raises(ToolError, match=r"no tab fits 'none of them'.*and 2988 more") as none:
        await _chosen(browser, ["none of them"], _WINDOW)
    assert len(str(none.value)) < 1500
    with pytest.raises(ToolError, match=r"3000 tabs fit 'mail'"):
        await _chosen(browser, ["mail"], _WINDOW)
    assert browser.asked == []


@pytest.mark.anyio
async def test_of_two_windows_with_the_same_page_the_one_at_its_place_is_taken() -> None:
    apart = Rect(900, 0, 800, 600)
    browser = _Browser([("Mail 7", 1, True), ("Mail 7", 2, True)], {2: apart})
    other = replace(_WINDOW, id="0x2", rect=apart)
    assert (await _chosen(browser, [], other, _WINDOW)).grant.tabs == {"1"}
    assert (await _chosen(browser, [], _WINDOW, other)).grant.tabs == {"0"}
    assert (await _chosen(browser, [], _WINDOW, other)).grant.windows == {"1": "0x1", "2": "0x2"}
    with pytest.raises(ToolError, match="cannot be proved"):
        await _chosen(_Browser(browser.tabs), [], _WINDOW, replace(other, rect=_AT))


@pytest.mark.anyio
async def test_a_tab_behind_that_calls_itself_as_the_one_in_sight_is_not_taken_for_it() -> None:
    browser = _Browser([("Mail 7", 1, False), ("Mail 7", 1, True), ("Bank", 1, False)])
    assert (await _chosen(browser, [], _WINDOW)).grant.tabs == {"1"}
    assert "2" not in browser.asked


@pytest.mark.anyio
async def test_a_page_that_shows_a_message_box_and_answers_nothing_is_the_one_in_sight() -> None:
    browser = _Browser([("Mail 7", 1, False), ("Mail 7", 1, False)], silent="1")
    assert (await _chosen(browser, [], _WINDOW)).grant.tabs == {"1"}
