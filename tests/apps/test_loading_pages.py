"""Pages and pictures that load a moment after a press: the very next look lists what they bring."""

from __future__ import annotations

from collections.abc import AsyncIterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import anyio
import pytest

from tests.local_http import LocalServer, send
from tests.needs import needs
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.tools.servers.app_ui import app_ui

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]
_PICTURE_S, _PAGE_S = 0.15, 0.3
_FORM = """<form onsubmit="return false"><input aria-label=Words><input type=image src=/picture?a alt=Send>
<a href="#"><img src=/picture?b alt=Linked></a><span role=button tabindex=0><img src=/picture?c alt=Spanned></span></form>"""
_CONTROLS = {"Words", "Send", "Linked", "Spanned"}
_START = f"""<title>Start</title><button onclick="document.getElementById('place').innerHTML = kept.innerHTML">Insert</button>
<button onclick="location.href = '/form'">Go on</button><button onclick="location.href = '/endless'">Go astray</button>
<template id=kept>{_FORM}</template><div id=place></div>"""
_PAGES = {
    "/": _START,
    "/form": f"<title>Start</title>{_FORM}",
    "/endless": "<title>Start</title><button>There</button><img src=/never alt=Never><a href='#'><img src=/never alt=No></a>",
}


class _Slow(LocalServer):
    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        path = handler.path.partition("?")[0]
        self.closing.wait({"/picture": _PICTURE_S, "/form": _PAGE_S, "/never": None}.get(path, 0.0))
        if path == "/picture":
            svg = b"<svg xmlns='http://www.w3.org/2000/svg' width='24' height='24'><rect width='24' height='24'/></svg>"
            send(handler, 200, {"Content-Type": "image/svg+xml"}, svg)
        elif path in _PAGES:
            send(handler, 200, {"Content-Type": "text/html; charset=utf-8"}, _PAGES[path].encode())


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, desktop=desktop)
    with _Slow() as slow:
        item.selection.window = await desktop.launch(Launch("chromium", (slow.address,)), timeout_s=60)
        with in_time():
            while not any(target.name == "Insert" for target in (await item.look()).values()):
                await anyio.sleep(0.05)
        yield item
        await item.dispatcher.close()


async def _next_look(bench: Bench, press: str) -> set[str]:
    await bench.on("click_input", press)
    return {target.name for target in (await bench.look()).values()}


@pytest.mark.matrix
@pytest.mark.parametrize("press", ["Insert", "Go on"])
async def test_controls_that_are_pictures_are_listed_by_the_look_after_the_press_that_brings_them(
    bench: Bench, press: str
) -> None:
    assert await _next_look(bench, press) >= _CONTROLS


@pytest.mark.matrix
async def test_a_picture_that_never_comes_is_waited_for_once(bench: Bench) -> None:
    assert "There" in await _next_look(bench, "Go astray")
    clock, began = anyio.current_time, anyio.current_time()
    for _ in range(5):
        bench.scope.desktop.expect_change()  # type: ignore[attr-defined]
        await bench.look()
    assert clock() - began < 5 * 0.5
