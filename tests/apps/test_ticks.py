"""Ticks in the rows of a tree view: told whether they are set, and set by a click on them or by the words of their row."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.needs import need
from tests.tools.bench import Bench
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]
_APP = Path(__file__).parents[1] / "owned_apps" / "gtk3_ticks.py"


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, desktop=desktop)
    yield item
    await item.dispatcher.close()


async def _ticks(bench: Bench) -> list[str]:
    """The ids of all ticks, in the order of reading."""
    await bench.look()
    return [
        key
        for key, element in bench.selection.controls.items()
        if element.role == "Cell" and not element.name and element.states & {"checked", "unchecked"}
    ]


async def test_ticks_of_a_tree_view_are_told_and_clicked_by_their_ids(bench: Bench, desktop: LinuxDesktop) -> None:
    bench.selection.window = await desktop.launch(Launch("/usr/bin/python3", (str(_APP),)))
    ticks = await _ticks(bench)
    assert ["checked" in bench.selection.controls[key].states for key in ticks] == [False] * 5 + [True]
    for place, title in ((2, "Ticks 00 10 01"), (1, "Ticks 01 10 01"), (5, "Ticks 01 10 00")):
        clicked = await bench.run("click_input", id=(await _ticks(bench))[place], name="")
        assert clicked.effect is Effect.CONFIRMED, clicked
        assert await bench.titled(title)
    await bench.look()
    off = await bench.on("set_checked", "Bracket pairs", checked=False)
    assert off.effect is Effect.CONFIRMED, off
    assert await bench.titled("Ticks 01 00 00")
    await bench.look()
    again = await bench.on("set_checked", "Bracket pairs", checked=False)
    assert (again.effect, again.route) == (Effect.CONFIRMED, None)


@pytest.mark.matrix
async def test_the_direction_of_a_sort_key_is_turned_by_its_id(
    bench: Bench, desktop: LinuxDesktop, tmp_path: Path
) -> None:
    need("gnumeric")
    table = tmp_path / "visitors.csv"
    table.write_text("Day,City\n1,Wels\n2,Graz\n", encoding="utf-8")
    bench.selection.window = await desktop.launch(Launch("gnumeric", (str(table),)), timeout_s=60)
    await bench.look()
    await bench.run("keyboard_input", keys="^a")
    assert (await bench.run("visit", path=["Data", "Sort..."])).ok
    for checked in (True, False):
        (direction, *_) = await _ticks(bench)
        assert ("checked" in bench.selection.controls[direction].states) is not checked
        clicked = await bench.run("click_input", id=direction, name="")
        assert clicked.effect is Effect.CONFIRMED, clicked
        (direction, *_) = await _ticks(bench)
        assert ("checked" in bench.selection.controls[direction].states) is checked
