"""Pages that draw, in a real browser, as an agent lists and works them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from bench.drawn.desktop import DrawnDesktop
from tests.tools.bench import Bench
from ufo.desktop.backend import Desktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Launch
from ufo.tools.servers.app_ui import app_ui

_PAGE = """<!doctype html><meta charset=utf-8><title>Drawing</title><style>body{{margin:0;font:16px sans-serif}}</style>
{body}<p id=log>ready</p><script>const tell = what => {{ document.getElementById("log").textContent = what; }};
{script}</script>"""


@asynccontextmanager
async def drawn(desktop: Desktop, folder: Path, body: str, script: str = "") -> AsyncIterator[Bench]:
    """Open a page with that body, and look at it until its last line is listed."""
    page = folder / "drawing.html"
    page.write_text(_PAGE.format(body=body, script=script), encoding="utf-8")
    wrapped = DrawnDesktop(desktop)
    bench = Bench(folder, app_ui, desktop=wrapped)
    try:
        bench.selection.window = await wrapped.launch(Launch("chromium", (page.as_uri(),)))
        await shows(bench, "ready")
        yield bench
    finally:
        await bench.dispatcher.close()
        await wrapped.close()


async def shows(bench: Bench, words: str) -> None:
    """Look until the page shows the words."""
    with anyio.fail_after(20):
        while not any(words in f"{control.name} {control.value}" for control in bench.selection.controls.values()):
            await bench.look()


def listed(bench: Bench) -> list[str]:
    return [shape.name for shape in shapes(bench)]


def shapes(bench: Bench) -> list[Element]:
    return [control for control in bench.selection.controls.values() if control.role == "Shape"]
