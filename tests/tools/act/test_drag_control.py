"""Drags from control to control start and end where they say, and a pointer that rests stays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tools.bench import Bench
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Click, Drag, Hover
from ufo.schema.geometry import Point, Rect
from ufo.tools.act.gestures import Edge, Grip
from ufo.tools.servers.app_ui import app_ui


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui)
    await item.open("form")
    yield item
    await item.dispatcher.close()


def _of(bench: Bench, name: str) -> Element:
    return bench.selection.controls[bench.id_of(name)]


async def test_a_drag_goes_from_the_middle_of_one_control_to_the_middle_of_another(bench: Bench) -> None:
    done = await bench.run("drag_control", id=bench.id_of("Amber"), to={"id": bench.id_of("Blue")}, key_hold="ctrl")
    assert done.ok, done
    (event,) = bench.desktop.inputs
    assert isinstance(event, Drag)
    ends = (_of(bench, "Amber").rect.center, _of(bench, "Blue").rect.center)
    assert ((event.start, event.end), event.hold_key) == (ends, "ctrl")


async def test_a_drag_that_would_end_on_no_screen_is_not_begun(bench: Bench) -> None:
    gone = await bench.run("drag_control", id=bench.id_of("Amber"), to={"right": 9000})
    assert not gone.ok and not bench.desktop.inputs


@pytest.mark.parametrize(
    ("edge", "point"),
    [("", (60, 40)), ("left", (13, 40)), ("right", (106, 40)), ("bottom right", (106, 56)), ("top", (60, 23))],
)
def test_an_edge_is_taken_just_inside_the_control(edge: Edge, point: tuple[int, int]) -> None:
    grip = Grip(Element.__new__(Element), edge)
    assert grip.point(Rect(10, 20, 100, 40)) == Point(*point)


async def test_a_pointer_that_rests_presses_nothing(bench: Bench) -> None:
    assert (await bench.run("hover", id=bench.id_of("Country"))).ok
    assert bench.desktop.inputs == [Hover(_of(bench, "Country").rect.center)]
    bench.desktop.inputs.clear()
    assert (await bench.on("click_input", "Amber", key_hold="VK_CONTROL")).ok
    assert bench.desktop.inputs == [Click(_of(bench, "Amber").rect.center, hold_key="ctrl")]
