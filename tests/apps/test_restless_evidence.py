"""What is told of an act on a page where a clock and a counter run, in a real browser."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.needs import needs
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect, Result
from ufo.schema.geometry import Point
from ufo.tools.servers.app_ui import app_ui

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]
_PAGE = Path(__file__).parents[1] / "owned_apps" / "clock_page.html"


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, desktop=desktop)
    item.selection.window = await desktop.launch(Launch("chromium", (_PAGE.as_uri(),)), timeout_s=60)
    with in_time():
        while not any(target.name == "Emil" for target in (await item.look()).values()):
            await anyio.sleep(0.05)
    yield item
    await item.dispatcher.close()


def _share(bench: Bench, point: Point) -> list[float]:
    area = bench.selection.frame(bench.selection.require_window())
    return [(point.x - area.x) / area.width, (point.y - area.y) / area.height]


def _middle_of_the_sheet(bench: Bench) -> Point:
    page, first = (
        bench.selection.controls[bench.id_of(*pair)] for pair in (("Pointing", "Document"), ("Anna", "ListItem"))
    )
    return Point(page.rect.x + 8 + 151, first.rect.y - 4 + 151)


async def _counts_on(bench: Bench) -> None:
    """Wait until the page's counter has gone on since the look, as it does while a model thinks."""
    shown = {control.name for control in bench.selection.controls.values()}
    window = bench.selection.require_window().id
    with in_time():
        while {
            element.name for element in await bench.scope.desktop.snapshot(window) if element.name.startswith("no.")
        } <= shown:
            await anyio.sleep(0.05)


async def _drag(bench: Bench, points: list[Point]) -> Result:
    await _counts_on(bench)
    first, *through, last = [_share(bench, point) for point in points]
    return await bench.run(
        "drag_on_coordinates",
        start_x=first[0], start_y=first[1], end_x=last[0], end_y=last[1], through=through, duration=0.6,
    )  # fmt: skip


@pytest.mark.matrix
async def test_a_circle_is_drawn_free_hand_in_one_call_and_no_clock_is_told_of(bench: Bench) -> None:
    middle = _middle_of_the_sheet(bench)
    turns = [math.tau * part / 24 for part in range(25)]
    ring = [Point(round(middle.x + 80 * math.cos(turn)), round(middle.y + 80 * math.sin(turn))) for turn in turns]
    drawn = await _drag(bench, ring)
    assert drawn.ok, drawn.error or drawn
    with in_time():
        while not (
            titles := [window.title for window in await bench.scope.desktop.windows() if "drawn" in window.title]
        ):
            await anyio.sleep(0.05)
    least, most = (int(word) for word in titles[0].split(" - ")[0].split() if word.isdecimal())
    assert 70 <= least <= most <= 90
    assert drawn.effect is Effect.PARTIAL
    assert not any("sec" in text or "no." in text or "Memory" in text for text in drawn.evidence), drawn
    assert any("picture changed at that place" in text for text in drawn.evidence), drawn


@pytest.mark.matrix
async def test_a_drag_that_does_nothing_is_told_as_such_while_a_clock_runs(bench: Bench) -> None:
    middle = _middle_of_the_sheet(bench)
    beside = [Point(middle.x + 500, middle.y + 60), Point(middle.x + 580, middle.y + 90)]
    dragged = await _drag(bench, beside)
    assert dragged.effect is Effect.SUSPECTED_NOOP, dragged.evidence


@pytest.mark.matrix
@pytest.mark.parametrize(("edge", "place"), [("top", 1), pytest.param("bottom", 2, marks=pytest.mark.matrix)])
async def test_an_item_of_a_list_is_dropped_before_or_behind_another_and_its_new_place_is_told(
    bench: Bench, edge: str, place: int
) -> None:
    dragged = await bench.run("drag_control", id=bench.id_of("Dora"), to={"id": bench.id_of("Anna"), "edge": edge})
    assert dragged.ok, dragged.error
    assert dragged.evidence[0] == (f"ListItem 'Dora' is number {place} of the 5 shown, counted from 1; it was number 4")
