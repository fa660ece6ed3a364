"""A day is chosen in the calendar that a field of a page opens over the rest of the page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.needs import needs
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]
_PAGE = Path(__file__).parents[1] / "owned_apps" / "date_picker_page.html"


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, desktop=desktop)
    item.selection.window = await desktop.launch(Launch("chromium", (_PAGE.as_uri(),)), timeout_s=60)
    with in_time():
        while not any(target.name == "Submit" for target in (await item.look()).values()):
            await anyio.sleep(0.05)
    yield item
    await item.dispatcher.close()


async def test_a_calendar_is_opened_turned_and_its_day_pressed(bench: Bench) -> None:
    chosen = await bench.run("select", id=bench.id_of("Arrival", "Edit"), items=["2026-10-03"])
    assert (chosen.effect, chosen.result) == (Effect.CONFIRMED, "10/3/2026"), chosen
    await bench.look()
    again = await bench.run("select", id=bench.id_of("Arrival", "Edit"), items=["2026-10-03"])
    assert "10/3/2026" in again.evidence[0], again
    await bench.look()
    other = await bench.run("select", id=bench.id_of("Arrival", "Edit"), items=["2026-03-10"])
    assert (other.effect, other.result) == (Effect.CONFIRMED, "3/10/2026"), other


@pytest.mark.matrix
async def test_a_calendar_that_stands_open_over_a_button_is_used_as_it_is(bench: Bench) -> None:
    await bench.on("click_input", "Arrival")
    await bench.look()
    chosen = await bench.run("select", id=bench.id_of("Arrival", "Edit"), items=["2027-02-28"])
    assert (chosen.effect, chosen.result) == (Effect.CONFIRMED, "2/28/2027"), chosen


@pytest.mark.matrix
async def test_a_day_that_is_not_offered_is_refused(bench: Bench) -> None:
    refused = await bench.run("select", id=bench.id_of("Arrival", "Edit"), items=["2026-12-13"])
    assert "does not offer 2026-12-13" in str(refused.error), refused


@pytest.mark.matrix
async def test_a_field_without_a_calendar_is_refused_with_the_next_move(bench: Bench) -> None:
    refused = await bench.run("select", id=bench.id_of("Remark", "Edit"), items=["2026-12-13"])
    assert "shows no days" in str(refused.error), refused


@pytest.mark.matrix
async def test_a_form_is_filled_in_with_a_day_that_no_key_can_type(bench: Bench) -> None:
    fields = [
        {"id": bench.id_of("Remark", "Edit"), "value": "late"},
        {"id": bench.id_of("Arrival", "Edit"), "value": "2026-11-30"},
    ]
    filled = await bench.run("fill", fields=fields)
    assert filled.effect is Effect.CONFIRMED and "11/30/2026" in str(filled.evidence), filled
