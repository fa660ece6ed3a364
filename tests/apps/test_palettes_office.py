"""A palette's entry and a tool bar's button of LibreOffice do what a person's click on them does: by their own actions the entry
is only marked, and a tool begins its work at once in place of waiting for the drag."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2"
 office:mimetype="application/vnd.oasis.opendocument.KIND">"""
_DRAWING = _HEAD.replace("KIND", "graphics") + (
    "<office:body><office:drawing><draw:page>"
    '<draw:rect draw:name="Kitchen" svg:x="2cm" svg:y="2cm" svg:width="6cm" svg:height="4cm"/>'
    "</draw:page></office:drawing></office:body></office:document>"
)
_DECK = _HEAD.replace("KIND", "presentation") + (
    '<office:body><office:presentation><draw:page draw:name="One"/></office:presentation></office:body></office:document>'
)


@asynccontextmanager
async def _opened(desktop: LinuxDesktop, path: Path, text: str) -> AsyncIterator[Bench]:
    path.write_text(text, encoding="utf-8")
    bench = Bench(path.parent, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("libreoffice", (str(path),)), timeout_s=60)
    await desktop.settle(bench.selection.window.id)
    yield bench
    await bench.dispatcher.close()


async def _seen(bench: Bench, fits: Callable[[Element], bool]) -> str:
    with in_time():
        while True:
            window = next((window for window in await bench.scope.desktop.windows() if path_of(window.title)), None)
            bench.selection.window = window or bench.selection.window
            await bench.look()
            found = next((key for key, element in bench.selection.controls.items() if fits(element)), None)
            if found is not None:
                return found
            await anyio.sleep(0.1)


def path_of(title: str) -> bool:
    return title.startswith(("flat", "talk"))


def _is(role: str, name: str) -> Callable[[Element], bool]:
    return lambda element: element.role == role and element.name == name


@pytest.mark.parametrize("tool", ["select", pytest.param("click_input", marks=pytest.mark.matrix)])
async def test_a_colour_of_the_palette_is_chosen_and_not_only_marked(
    desktop: LinuxDesktop, tmp_path: Path, tool: str
) -> None:
    async with _opened(desktop, tmp_path / "flat.fodg", _DRAWING) as bench:
        shape = await _seen(bench, lambda element: element.name.startswith("Kitchen") or element.role == "Shape")
        assert (await bench.run("click_input", id=shape, name=bench.selection.controls[shape].name)).ok
        await bench.run("visit", path=["Format", "Area...", "Color"])
        yellow = await _seen(bench, _is("ListItem", "Yellow"))
        chosen = await bench.run(tool, id=yellow, name="Yellow")
        assert chosen.effect is Effect.CONFIRMED, chosen
        await _seen(bench, lambda element: element.role == "Edit" and element.value == "ffff00")


async def test_a_tool_of_the_tool_bar_waits_for_the_drag(desktop: LinuxDesktop, tmp_path: Path) -> None:
    async with _opened(desktop, tmp_path / "talk.fodp", _DECK) as bench:
        button = await _seen(bench, lambda element: element.name == "Text Box" and "Button" in element.role)
        clicked = await bench.run("click_input", id=button, name="Text Box")
        assert clicked.effect in (Effect.CONFIRMED, Effect.PARTIAL), clicked
        assert await _seen(bench, lambda element: element.name == "Text Box" and "pressed" in element.states)
        shapes = [control for control in bench.selection.controls.values() if control.role == "Shape"]
        assert not shapes, "a text box was put without a drag"
