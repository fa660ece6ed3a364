"""Pages in a real browser that tell what was done to them, for tests that work them by controls and by coordinates."""

from __future__ import annotations

from pathlib import Path

import anyio

from bench.measured_desktop import MeasuredDesktop
from tests.tools.bench import Bench
from tests.waiting import for_a_while, in_time
from ufo.desktop.values import Launch
from ufo.schema.command import Result
from ufo.tools.servers.app_ui import app_ui

_PAGE = """<!doctype html><meta charset=utf-8><title>Restless</title><style>body{{margin:0;height:560px;font:16px sans-serif}}
.at{{position:absolute}} #log{{position:absolute;left:600px;top:500px}}</style>{body}<p id=log>nothing yet</p><script>
const said = []; const tell = (what) => {{ said.push(what); document.getElementById("log").textContent = said.join(" "); }};
{script}</script>"""


async def opened(desktop: MeasuredDesktop, folder: Path, body: str, script: str) -> Bench:
    page = folder / "restless.html"
    page.write_text(_PAGE.format(body=body, script=script), encoding="utf-8")
    bench = Bench(folder, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("chromium", (page.as_uri(),)))
    with in_time():
        while not any(control.role == "Document" for control in bench.selection.controls.values()):
            await bench.look()
    return bench


def place_in_page(bench: Bench, x: int, y: int) -> tuple[float, float]:
    """The fractions of the window for a point of the page."""
    window = bench.selection.require_window().rect
    page = next(control.rect for control in bench.selection.controls.values() if control.role == "Document")
    return (page.x + x - window.x) / window.width, (page.y + y - window.y) / window.height


async def page_tells(bench: Bench, words: str) -> bool:
    """Whether the page comes to tell that."""
    with for_a_while():
        while not await page_has_told(bench, words):
            await anyio.sleep(0.05)
        return True
    return False


async def page_has_told(bench: Bench, words: str) -> bool:
    look = await bench.scope.desktop.snapshot(bench.selection.require_window().id)
    return any(words in f"{element.name} {element.value}" for element in look)


async def drag(bench: Bench, start: tuple[int, int], end: tuple[int, int]) -> Result:
    (ax, ay), (bx, by) = place_in_page(bench, *start), place_in_page(bench, *end)
    return await bench.run("drag_on_coordinates", start_x=ax, start_y=ay, end_x=bx, end_y=by, duration=0.2)
