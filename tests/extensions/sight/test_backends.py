"""`control_backend`: where controls come from, by setting and, where it says nothing, by what there is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.extensions.sight.eyes import PaintedDesktop, told
from tests.extensions.sight.omniparser.server import Behaviour, OmniParserServer
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.desktop.snapshot import Snapshot
from ufo.errors import ConfigError
from ufo.runs.desktops import with_sight
from ufo.schema.geometry import Rect

BUTTON = told("Button", "Told", Rect(20, 240, 120, 40), "press")
RED = (200, 0, 0)


async def look(painted: PaintedDesktop, backend: Any = "auto", **settings: Any) -> Snapshot:
    desktop = with_sight(painted, SeeingSections.of(load_settings(system={"control_backend": backend}, **settings)))
    return await desktop.snapshot((await painted.window()).id)


@pytest.mark.parametrize("backend", ["a11y", "uia", ["uia"]])
async def test_the_tree_alone(backend: Any) -> None:
    painted = PaintedDesktop()
    found = await look(painted, backend)
    assert found.elements == () and painted.captured == 0


async def test_by_default_a_service_sees_windows_without_tree_where_one_is_set() -> None:
    with OmniParserServer() as server:
        found = await look(PaintedDesktop(), omniparser={"endpoint": server.address})
    assert [(element.name, element.role, element.source) for element in found] == [
        ("Invoice 12", "Text", "omniparser"),
        ("Save the file", "Button", "omniparser"),
    ]
    assert found.degraded == "the tree tells nothing of what is in the window"


async def test_by_default_no_picture_of_a_window_with_a_good_tree_goes_to_a_service() -> None:
    painted = PaintedDesktop()
    painted.told = tuple(told("Button", f"row {row}", Rect(0, row * 30, 400, 30), "press") for row in range(10))
    with OmniParserServer() as server:
        await look(painted, omniparser={"endpoint": server.address})
    assert server.paths == []


async def test_where_the_service_fails_our_own_detector_looks_and_the_reason_is_told() -> None:
    painted = PaintedDesktop()
    painted.boxes = [(Rect(40, 40, 60, 24), RED)]
    with OmniParserServer(Behaviour(broken={"config": (500, "no GPU")})) as server:
        found = await look(painted, omniparser={"endpoint": server.address})
    assert {element.source for element in found} == {"vision"}
    assert "answered 500: no GPU" in (found.degraded or "")


async def test_a_service_that_failed_is_left_alone_for_a_while() -> None:
    painted = PaintedDesktop()
    painted.boxes = [(Rect(40, 40, 60, 24), RED)]
    with OmniParserServer(Behaviour(broken={"config": (500, "no GPU")})) as server:
        desktop = with_sight(painted, SeeingSections.of(load_settings(omniparser={"endpoint": server.address})))
        window = await painted.window()
        await desktop.snapshot(window.id)
        painted.boxes = [(Rect(140, 40, 60, 24), RED)]
        again = await desktop.snapshot(window.id)
    assert server.paths == ["/config"]
    assert again.elements and "no GPU" in (again.degraded or "")


async def test_several_backends_are_merged_and_the_tree_comes_first() -> None:
    painted = PaintedDesktop()
    painted.told = (BUTTON,)
    with OmniParserServer() as server:
        found = await look(painted, "uia, omniparser", omniparser={"endpoint": server.address})
    assert [(element.name, element.source) for element in found] == [
        ("Told", "a11y"),
        ("Invoice 12", "omniparser"),
        ("Save the file", "omniparser"),
    ]
    assert found.degraded is None


async def test_a_service_alone_leaves_the_tree_out() -> None:
    painted = PaintedDesktop()
    painted.told = (BUTTON,)
    with OmniParserServer() as server:
        found = await look(painted, "omniparser", omniparser={"endpoint": server.address})
    assert {element.source for element in found} == {"omniparser"}


async def test_hybrid_is_the_tree_and_the_best_there_is() -> None:
    painted = PaintedDesktop()
    painted.told = (BUTTON,)
    painted.boxes = [(Rect(200, 200, 60, 24), RED)]
    assert {element.source for element in await look(painted, "hybrid")} == {"a11y", "vision"}


@pytest.mark.parametrize("backend", ["win32", "", "auto,vision", "hybrid,uia", []])
def test_a_backend_that_is_none_is_refused_with_those_that_are(backend: Any) -> None:
    with pytest.raises(ConfigError, match="write auto, hybrid, or one or several of a11y, uia, vision, omniparser"):
        load_settings(system={"control_backend": backend})


def test_a_service_without_an_address_is_refused_before_anything_is_sent() -> None:
    with pytest.raises(ConfigError, match=r"omniparser\.endpoint"):
        load_settings(system={"control_backend": "omniparser"})
