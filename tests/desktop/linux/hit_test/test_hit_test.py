"""What lies over a control inside of its own window, seen or not, and what only seems to."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from bench.misbehaving.owned import OwnedProcess, start_faulty_window
from tests.needs import need
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.config.sections import SeeingSections
from ufo.config.settings import Settings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.target import Target
from ufo.desktop.values import Launch, Scroll, Window
from ufo.errors import DesktopError, StaleElement
from ufo.runs.desktops import with_sight
from ufo.schema.command import Effect
from ufo.schema.geometry import Point
from ufo.tools.servers.app_ui import app_ui

pytestmark = pytest.mark.apps

_PAGE = """<!doctype html><meta charset="utf-8"><title>Layers</title>
<style>
  body { font: 16px sans-serif; }
  .row { position: relative; margin: 14px; height: 30px; }
  .layer { position: absolute; inset: 0; }
  .hidden { position: absolute; left: 0; top: 0; width: 20px; height: 20px; opacity: 0; margin: 0; }
  .mark { position: absolute; left: 0; top: 0; width: 20px; height: 20px; background: #cde; }
  .thin { position: absolute; left: 20px; width: 12px; height: 30px; padding: 0; }
  .grip { position: absolute; left: 16px; width: 20px; height: 30px; background: #987; }
  .shade { position: relative; } .shade::after { content: ""; position: absolute; inset: 0; }
</style>
<div class="row"><button>Free</button></div>
<div class="row"><button>Covered</button><div class="layer"></div></div>
<div class="row"><button>Listened over</button><div class="layer" onclick="document.title = 'stolen'"></div></div>
<div class="row shade"><button>Shaded</button></div>
<div class="row"><input type="checkbox" class="hidden" id="one" aria-label="Labelled"><label for="one" class="mark"></label></div>
<div class="row"><label><input type="checkbox" class="hidden" aria-label="Wrapped"><span class="mark"></span></label></div>
<div class="row"><a href="#x"><b>Bold</b> link</a></div>
<div class="row"><button aria-label="Pictured"><svg width="20" height="20"><rect width="20" height="20"/></svg></button></div>
<div class="row"><div class="thin" role="slider" tabindex="0" aria-label="Gripped"></div><div class="grip"></div></div>
<div class="row"><button class="thin" aria-label="Gripless"></button><div class="grip"></div></div>
<div class="row"><button>Let through</button><div class="layer" style="pointer-events: none"></div></div>
"""
_COVERED = {"Gripless", "Covered", "Listened over", "Shaded"}
_FREE = {"Free", "Gripped", "Labelled", "Wrapped", "Bold link", "Pictured", "Let through"}


async def _shown(desktop: LinuxDesktop, window: Window, names: set[str]) -> dict[str, Element]:
    found: dict[str, Element] = {}
    with in_time():
        while not names <= found.keys():
            found = {element.name: element for element in await desktop.snapshot(window.id) if element.actions}
            await desktop.settle(window.id)
    return found


async def _over(desktop: LinuxDesktop, window: Window, element: Element) -> str | None:
    return (await desktop.hit_test(Target(window.id, element), element.rect.center)).over


def _point(target: Target) -> Point:
    assert target.point is not None
    return target.point


async def test_a_layer_of_a_page_covers_what_is_under_it_and_a_label_or_a_picture_of_its_own_does_not(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    need("chromium")
    page = tmp_path / "layers.html"
    page.write_text(_PAGE, encoding="utf-8")
    window = await desktop.launch(Launch("chromium", (page.as_uri(),)), 60)
    found = await _shown(desktop, window, _COVERED | _FREE)
    over = {name: await _over(desktop, window, found[name]) for name in sorted(_COVERED | _FREE)}
    assert {name for name, what in over.items() if what} == _COVERED, over


@pytest.mark.matrix
async def test_a_double_click_does_not_go_to_an_invisible_layer_of_the_page(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    need("chromium")
    page = tmp_path / "layers.html"
    page.write_text(_PAGE, encoding="utf-8")
    window = await desktop.launch(Launch("chromium", (page.as_uri(),)), 60)
    await _shown(desktop, window, {"Listened over"})
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = window
    await bench.look()
    result = await bench.on("click_input", "Listened over", double=True)
    await bench.dispatcher.close()
    assert result.effect is Effect.REFUSED and "covers it" in str(result.error), result
    assert not any("stolen" in window.title for window in await desktop.windows())


@pytest.mark.parametrize(
    "toolkit", ["gtk3", *(pytest.param(name, marks=pytest.mark.matrix) for name in ("gtk4", "qt6"))]
)
async def test_a_widget_without_a_picture_that_would_take_the_click_is_told_of(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, toolkit: str
) -> None:
    process = await start_faulty_window(private_desktop.environment, toolkit, "Layers")
    try:
        with in_time():
            while not (shown := [window for window in await desktop.windows() if window.title == "Layers"]):
                await anyio.sleep(0.05)
        await process.tell(do="arm", kind="button", fault="cover_inside")
        button = (await _shown(desktop, shown[0], {"Apply"}))["Apply"]
        assert await _over(desktop, shown[0], button) is None
        said = await process.tell(do="strike")
        assert await _over(desktop, shown[0], button), json.dumps(said)
    finally:
        await process.end()


@contextlib.asynccontextmanager
async def _list_asked_for(
    desktop: LinuxDesktop, private: PrivateDesktop, toolkit: str, fault: str
) -> AsyncIterator[tuple[OwnedProcess, Target]]:
    """A list that was asked for right before a stroke at the point."""
    process = await start_faulty_window(private.environment, toolkit, "Lists")
    try:
        with in_time():
            while not (shown := [window for window in await desktop.windows() if window.title == "Lists"]):
                await anyio.sleep(0.05)
        await process.tell(do="arm", kind="list", fault=fault)
        with in_time():
            while not (
                rows := [element for element in await desktop.snapshot(shown[0].id) if element.name == "Titles"]
            ):
                await desktop.settle(shown[0].id)
        target = await desktop.target(shown[0].id, rows[0].handle)
        assert target.element is not None
        target = await desktop.hit_test(target, Point(target.element.rect.x + 40, target.element.rect.y + 20))
        assert target.over is None
        yield process, target
    finally:
        await process.end()


@pytest.mark.parametrize("toolkit", ["gtk3", pytest.param("qt6", marks=pytest.mark.matrix)])
async def test_the_wheel_does_not_turn_what_came_over_a_list_after_that_was_asked_for(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, toolkit: str
) -> None:
    async with _list_asked_for(desktop, private_desktop, toolkit, "cover_inside") as (process, target):
        await process.tell(do="strike")
        with pytest.raises(StaleElement):
            await desktop.send(target, [Scroll(_point(target), dy=-3)])
        told = await process.tell(do="tell")
        assert not told["wrong"] and not told["unseen"], told


async def test_a_wheel_that_goes_notch_by_notch_stops_where_its_list_is_replaced(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop
) -> None:
    async with _list_asked_for(desktop, private_desktop, "gtk4", "look_alike") as (process, target):
        await process.tell(do="strike", after=300)
        with pytest.raises(DesktopError, match=r"\d+ of 200 keys or clicks were sent before that"):
            await desktop.send(target, [Scroll(_point(target), dy=-200)])


async def test_a_widget_of_tk_that_came_over_a_button_since_the_look_is_not_clicked(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    process = await start_faulty_window(private_desktop.environment, "tk", "Layers in Tk")
    bench = Bench(tmp_path, app_ui, desktop=with_sight(desktop, SeeingSections.of(Settings())))
    try:
        with in_time():
            while not (shown := [window for window in await desktop.windows() if window.title == "Layers in Tk"]):
                await anyio.sleep(0.05)
        bench.selection.window = shown[0]
        await process.tell(do="arm", kind="button", fault="cover_inside")
        with in_time():
            while not any(target.name == "Apply" for target in (await bench.look()).values()):
                await desktop.settle(shown[0].id)
        await process.tell(do="strike")
        covered = await bench.on("click_input", "Apply")
        assert covered.effect is Effect.REFUSED and "was not there at the look" in str(covered.error), covered
        assert not (await process.tell(do="tell"))["unseen"]
    finally:
        await bench.dispatcher.close()
        await process.end()
