"""What is seen of owned applications, against what each says of itself by its own toolkit; and that clicks arrive."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from bench.measured_desktop import MeasuredDesktop
from bench.recall import owned_line
from bench.recall_table import Seen
from tests.desktop.linux.wayland.compositors import command
from tests.needs import need_scene
from tests.owned_apps.scenes import SCENES, Scene
from tests.owned_apps.stage import Stage
from tests.owned_apps.truth import Control
from tests.waiting import for_a_while, in_time
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Click
from ufo.runs.desktops import with_sight

pytestmark = pytest.mark.apps


_WITH_TREE = [name for name, item in SCENES.items() if item.tree]
_ON_WAYLAND = [name for name in _WITH_TREE if SCENES[name].wayland is not None]
_ONCE = [name for name in _WITH_TREE if SCENES[name].light and name != "Chromium app mode"]
"""Chromium shows a page in one way, whatever stands around it."""


def _on_each(*, here: Mapping[str, Collection[str]]) -> pytest.MarkDecorator:
    """Every scene on every desktop that can show it; `here`: those that `make test` tries, by the desktop."""
    names = {"X11": _WITH_TREE, "sway": _ON_WAYLAND}
    both = [(name, screen, name in here[screen]) for screen in names for name in names[screen]]
    pairs = [pytest.param(name, screen, marks=() if is_here else pytest.mark.matrix) for name, screen, is_here in both]
    return pytest.mark.parametrize(("scene", "screen"), pairs, indirect=["scene"])


@pytest.fixture
def scene(request: pytest.FixtureRequest, screen: str) -> Scene:
    chosen = SCENES[request.param]
    # A browser as a plain package is not in every distribution.
    assert not chosen.missing or not chosen.light or chosen.programs, (
        f"{chosen.missing} is missing; run make setup-tests"
    )
    need_scene(chosen, screen)
    return chosen


@pytest.mark.table
@_on_each(here={"X11": _ONCE, "sway": ["Qt6"]})
async def test_every_control_is_seen_as_it_is_and_nothing_else_is_offered(
    scene: Scene, desktop: MeasuredDesktop, screen: str, tmp_path: Path, seen: list[Seen]
) -> None:
    with in_time():
        stage = await Stage.open(scene, desktop, tmp_path, screen)
        comparison = await stage.compared()
        truth, snapshot = await stage.look()
        if screen == "X11":
            seen.append(await owned_line(desktop, stage, comparison))
    assert comparison.shown
    assert not comparison.faults, "\n".join(comparison.faults)
    if any(control.role == "ListItem" and control.seen == "scrolled" for control in truth.controls):
        assert any("entries" in hint for hint in snapshot.more), snapshot.more


# The whole of a window takes long; clicks into windows of toolkits are tried in tests/desktop/linux as well.
@pytest.mark.timeout(400)
@_on_each(here={"X11": (), "sway": ()})
async def test_a_click_in_the_middle_of_each_control_reaches_that_control(
    scene: Scene, desktop: MeasuredDesktop, screen: str, tmp_path: Path
) -> None:
    with anyio.fail_after(380):
        stage = await Stage.open(scene, desktop, tmp_path, screen)
        faults = await stage.click_everything()
    assert not faults, "\n".join(faults)


# What opens is a window of its own, and no window of sway's list: nobody but the tree tells of it.
@pytest.mark.parametrize("scene", [pytest.param("GTK4", marks=pytest.mark.matrix), "Qt6"], indirect=True)
@pytest.mark.parametrize("screen", ["sway"])
async def test_on_wayland_each_entry_of_what_opens_is_seen_and_a_click_reaches_it(
    scene: Scene, desktop: MeasuredDesktop, screen: str, tmp_path: Path
) -> None:
    with in_time():
        stage = await Stage.open(scene, desktop, tmp_path, screen)
        faults = await stage.click_everything(opening=True)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("scene", ["GTK4", pytest.param("Qt6", marks=pytest.mark.matrix)], indirect=True)
@pytest.mark.parametrize("screen", ["sway"])
async def test_on_wayland_a_menu_that_would_leave_the_screen_is_worked_where_it_came_to_lie(
    scene: Scene, desktop: MeasuredDesktop, screen: str, private: PrivateDesktop, tmp_path: Path
) -> None:
    with in_time():
        stage = await Stage.open(scene, desktop, tmp_path, screen)
        command(private, f"[con_id={int(stage.window.id, 16)}] move absolute position 1210 740")
        moved = next(window for window in await desktop.windows() if window.id == stage.window.id)
        stage = replace(stage, window=moved, shift=(1210, 740))
        faults = await stage.work(stage.truth().get("file"), most=1)
    assert not faults, "\n".join(faults)


async def test_of_what_has_no_tree_it_is_said_and_its_window_is_seen(desktop: MeasuredDesktop, tmp_path: Path) -> None:
    with in_time():
        stage = await Stage.open(SCENES["Tk"], desktop, tmp_path)
        truth, snapshot = await stage.look()
    assert not snapshot.elements
    assert "no accessibility tree" in (snapshot.degraded or "")
    assert all(
        snapshot.window_rect.intersection(control.rect) == control.rect for control in truth.shown if control.rect
    )


@pytest.mark.matrix
async def test_entries_tabs_and_headers_of_what_has_no_tree_are_seen_and_clicks_reach_them(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    with anyio.fail_after(100):
        stage = await Stage.open(SCENES["Tk lists"], desktop, tmp_path)
        seen = (await with_sight(desktop, SeeingSections.of(load_settings())).snapshot(stage.window.id)).elements
        shown = stage.truth().shown
        found = {item.key: _seen_as(item, seen) for item in shown}
        missed = [(item.role, item.name) for item in shown if found[item.key] is None]
        assert not missed, [(element.role, element.name, element.rect) for element in seen]
        for control in sorted(shown, key=lambda item: item.role == "TabItem"):
            element = found[control.key]
            if control.reacts and element is not None:
                await desktop.send(stage.window.id, [Click(element.rect.center)])
                with for_a_while():
                    while (control.key, control.reacts) not in stage.events():
                        await anyio.sleep(0.02)
                assert (control.key, control.reacts) in stage.events(), (control, element.rect)


def _seen_as(control: Control, seen: Sequence[Element]) -> Element | None:
    """Same role and words, its middle in the control's own rectangle, and chosen where that is."""
    fitting = [element for element in seen if (element.role, element.name) == (control.role, control.name)]
    inside = [element for element in fitting if control.rect is not None and control.rect.contains(element.rect.center)]
    return next((element for element in inside if set(control.states) <= element.states), None)
