"""What is seen of owned applications, against what each says of itself by its own toolkit; and that clicks arrive."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import anyio
import pytest

from bench.measured_desktop import MeasuredDesktop
from bench.recall import owned_line
from bench.recall_table import Seen
from tests.owned_apps.scenes import SCENES, Scene
from tests.owned_apps.stage import Stage
from tests.owned_apps.truth import Control
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Click
from ufo.runs.desktops import with_sight

pytestmark = pytest.mark.apps


_WITH_TREE = [name for name, one in SCENES.items() if one.tree]
_ONCE = [name for name in _WITH_TREE if SCENES[name].light and name != "Chromium app mode"]
"""Chromium shows a page in one way, whatever stands around it."""


@pytest.fixture(params=[pytest.param(name, marks=() if name in _ONCE else pytest.mark.matrix) for name in _WITH_TREE])
def scene(request: pytest.FixtureRequest) -> Scene:
    chosen = SCENES[request.param]
    if chosen.missing:
        # A browser as a plain package is not in every distribution.
        assert not chosen.light or chosen.programs, f"{chosen.missing} is missing; run make setup-tests"
        pytest.skip(f"{chosen.missing} is not installed; make setup-apps installs it")
    return chosen


@pytest.mark.table
async def test_every_control_is_seen_as_it_is_and_nothing_else_is_offered(
    scene: Scene, desktop: MeasuredDesktop, tmp_path: Path, seen: list[Seen]
) -> None:
    with anyio.fail_after(60):
        stage = await Stage.open(scene, desktop, tmp_path)
        comparison = await stage.compared()
        truth, snapshot = await stage.look()
        seen.append(await owned_line(desktop, stage, comparison))
    assert comparison.shown
    assert not comparison.faults, "\n".join(comparison.faults)
    if any(one.role == "ListItem" and one.seen == "scrolled" for one in truth.controls):
        assert any("entries" in hint for hint in snapshot.more), snapshot.more


# The whole of a window takes long; clicks into windows of toolkits are tried in tests/desktop/linux as well.
@pytest.mark.matrix
@pytest.mark.timeout(400)
@pytest.mark.parametrize("scene", _WITH_TREE, indirect=True)
async def test_a_click_in_the_middle_of_each_control_reaches_that_control(
    scene: Scene, desktop: LinuxDesktop, tmp_path: Path
) -> None:
    with anyio.fail_after(380):
        stage = await Stage.open(scene, desktop, tmp_path)
        faults = await stage.click_everything()
    assert not faults, "\n".join(faults)


async def test_of_what_has_no_tree_it_is_said_and_its_window_is_seen(desktop: LinuxDesktop, tmp_path: Path) -> None:
    with anyio.fail_after(60):
        stage = await Stage.open(SCENES["Tk"], desktop, tmp_path)
        truth, snapshot = await stage.look()
    assert not snapshot.elements
    assert "no accessibility tree" in (snapshot.degraded or "")
    assert all(snapshot.window_rect.intersection(one.rect) == one.rect for one in truth.shown if one.rect)


@pytest.mark.matrix
async def test_entries_tabs_and_headers_of_what_has_no_tree_are_seen_and_clicks_reach_them(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    with anyio.fail_after(100):
        stage = await Stage.open(SCENES["Tk lists"], desktop, tmp_path)
        seen = (await with_sight(desktop, SeeingSections.of(load_settings())).snapshot(stage.window.id)).elements
        shown = stage.truth().shown
        found = {one.key: _seen_as(one, seen) for one in shown}
        missed = [(one.role, one.name) for one in shown if found[one.key] is None]
        assert not missed, [(one.role, one.name, one.rect) for one in seen]
        for one in sorted(shown, key=lambda one: one.role == "TabItem"):
            element = found[one.key]
            if one.reacts and element is not None:
                await desktop.send(stage.window.id, [Click(element.rect.center)])
                with anyio.move_on_after(10):
                    while (one.key, one.reacts) not in stage.events():
                        await anyio.sleep(0.02)
                assert (one.key, one.reacts) in stage.events(), (one, element.rect)


def _seen_as(control: Control, seen: Sequence[Element]) -> Element | None:
    """Same role and words, its middle in the control's own rectangle, and chosen where that is."""
    fitting = [one for one in seen if (one.role, one.name) == (control.role, control.name)]
    inside = [one for one in fitting if control.rect is not None and control.rect.contains(one.rect.center)]
    return next((one for one in inside if set(control.states) <= one.states), None)
