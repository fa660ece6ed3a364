"""What is seen of owned applications, against what each says of itself by its own toolkit; and that clicks arrive."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from tests.owned_apps.scenes import SCENES, Scene
from tests.owned_apps.stage import Stage
from ufo.desktop.linux.desktop import LinuxDesktop

pytestmark = pytest.mark.apps


@pytest.fixture(params=[pytest.param(scene, id=scene.name) for scene in SCENES.values()])
def scene(request: pytest.FixtureRequest) -> Scene:
    chosen: Scene = request.param
    if chosen.missing:
        assert not chosen.light, f"{chosen.missing} is missing; run make setup-tests"
        pytest.skip(f"{chosen.missing} is not installed; make setup-apps installs it")
    return chosen


async def test_every_control_is_seen_as_it_is_and_nothing_else_is_offered(
    scene: Scene, desktop: LinuxDesktop, tmp_path: Path
) -> None:
    with anyio.fail_after(60):
        stage = await Stage.open(scene, desktop, tmp_path)
        comparison = await stage.compared()
    assert comparison.shown
    assert not comparison.faults, "\n".join(comparison.faults)


async def test_a_click_in_the_middle_of_each_control_reaches_that_control(
    scene: Scene, desktop: LinuxDesktop, tmp_path: Path
) -> None:
    with anyio.fail_after(170):
        stage = await Stage.open(scene, desktop, tmp_path)
        faults = await stage.click_everything()
    assert not faults, "\n".join(faults)
