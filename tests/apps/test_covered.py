"""What lies under something else of its own application is refused by whichever route, and worked once it is uncovered."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from tests.needs import BOTH_SCREENS, need_scene
from tests.owned_apps.scenes import SCENES
from tests.owned_apps.stage import Stage
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.schema.command import Effect, Result
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]


async def _bench(stage: Stage, folder: Path) -> Bench:
    bench = Bench(folder, app_ui, desktop=stage.desktop)
    bench.selection.window = stage.window
    await bench.look()
    return bench


@pytest.mark.parametrize(
    "scene", ["GTK3", *(pytest.param(name, marks=pytest.mark.matrix) for name in ("Chromium", "GTK4", "Qt6", "Qt5"))]
)
@pytest.mark.parametrize("button", ["right", pytest.param("left", marks=pytest.mark.matrix)])
@BOTH_SCREENS
async def test_a_button_under_another_is_pressed_by_no_route_and_the_one_above_is_named(
    desktop: LinuxDesktop, screen: str, tmp_path: Path, scene: str, button: str
) -> None:
    need_scene(SCENES[scene], screen)
    stage = await Stage.open(SCENES[scene], desktop, tmp_path, screen)
    await stage.compared()
    bench = await _bench(stage, tmp_path)
    heard = len(stage.events())
    refused = await bench.on("click_input", "Underneath", button=button)
    assert refused.effect is Effect.REFUSED, refused
    assert "'On top of it'" in str(refused.error)
    assert stage.events()[heard:] == []
    above = await bench.on("click_input", "On top of it")
    assert above.ok, above.error
    assert ("over", "clicked") in stage.events()[heard:]
    await bench.dispatcher.close()


@BOTH_SCREENS
async def test_what_an_open_menu_covers_is_worked_after_it_was_closed(
    desktop: LinuxDesktop, screen: str, tmp_path: Path
) -> None:
    stage = await Stage.open(SCENES["GTK3"], desktop, tmp_path, screen)
    bench = await _bench(stage, tmp_path)
    assert (await bench.on("click_input", "File")).ok
    covered = {target.name for target in (await bench.look()).values() if "covered" in target.states}
    assert "Press me" in covered
    heard = len(stage.events())
    refused = await bench.on("click_input", "Press me")
    assert refused.effect is Effect.REFUSED
    assert stage.events()[heard:] == []
    await stage.escape()
    # The id is of the look that had the menu in it: what was covered then is not by now.
    done: Result = await bench.on("click_input", "Press me")
    assert done.ok, done.error
    with in_time():
        while ("press", "clicked") not in stage.events()[heard:]:
            await anyio.sleep(0.02)
    await bench.dispatcher.close()
