"""Lists and menus of a page that take the entry which the pointer marked, and what stands in plain sight beside a clock."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.needs import needs
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.conditions.kinds.element import ElementPredicate
from ufo.conditions.kinds.page import PagePredicate
from ufo.conditions.world import DesktopWorld
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.schema.predicate import Truth
from ufo.tools.servers.app_ui import app_ui

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]
_SCROLLED_S = 8.0
_PAGE = Path(__file__).parents[1] / "owned_apps" / "marked_entries_page.html"


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, desktop=desktop)
    item.selection.window = await desktop.launch(Launch("chromium", (_PAGE.as_uri(),)), timeout_s=60)
    with in_time():
        while not any(target.name == "Delta" for target in (await item.look()).values()):
            await anyio.sleep(0.05)
    yield item
    await item.dispatcher.close()


async def test_the_entry_that_was_meant_is_taken_though_the_list_moves_it_under_the_pointer(bench: Bench) -> None:
    done = await bench.on("click_input", "Delta")
    assert done.ok, done
    assert await bench.titled("Entries Delta - Chromium")


@pytest.mark.matrix
async def test_a_menu_that_opens_under_the_pointer_is_gone_through_and_only_its_last_entry_is_pressed(
    bench: Bench,
) -> None:
    missing = await bench.run("visit", path=["Water", "Ice"])
    assert not missing.ok
    assert "it was not pressed" in (missing.error or "")
    done = await bench.run("visit", path=["Fruit", "Plum"])
    assert done.ok, done
    assert await bench.titled("Entries chose Plum - Chromium")


@pytest.mark.matrix
async def test_entries_of_a_list_box_and_parts_of_a_paragraph_are_worked_beside_a_clock(bench: Bench) -> None:
    chosen = await bench.run("select", id=bench.id_of("Two"), items=["Two", "Three"])
    assert chosen.effect is Effect.CONFIRMED, chosen
    await bench.look()
    with anyio.fail_after(_SCROLLED_S):
        ended = await bench.run("scroll_to", id=bench.id_of("Two"), edge="end")
    assert ended.effect is Effect.CONFIRMED, ended
    await bench.look()
    assert bench.id_of("Six")


@pytest.mark.matrix
async def test_a_part_of_a_paragraph_is_listed_and_a_field_that_is_only_read_is_clicked(bench: Bench) -> None:
    shown = {target.name or target.label: target for target in (await bench.look()).values()}
    assert "disabled" in shown["Off:"].states
    assert "disabled" not in shown["Day:"].states
    assert (await bench.on("click_input", "ea")).ok
    await bench.look()
    day = next(key for key, element in bench.selection.controls.items() if element.label == "Day:")
    assert (await bench.run("click_input", id=day, name="Day:")).ok
    assert await bench.titled("Entries link calendar - Chromium")
    world = DesktopWorld(bench.scope.desktop, bench.selection.require_window().id)
    finding = await ElementPredicate(name="Day:", value="today").check(world)
    assert finding.truth is Truth.SATISFIED, finding
    finding = await PagePredicate(page="Entries", field="Day:", value="today").check(world)
    assert finding.truth is Truth.SATISFIED, finding


@pytest.mark.matrix
async def test_a_wait_begins_where_the_act_before_it_ended(bench: Bench) -> None:
    assert (await bench.on("click_input", "First")).ok
    began = anyio.current_time()
    await bench.run("wait", seconds=2)
    assert anyio.current_time() - began < 2
    assert (await bench.on("click_input", "Second")).ok
    assert await bench.titled("Entries waited - Chromium")
