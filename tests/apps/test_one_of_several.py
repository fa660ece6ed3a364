"""Several controls of which one is on, worked one after another in a turn: what went over to the next one did not change back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.needs import BOTH_SCREENS, need_scene
from tests.owned_apps.scenes import SCENES
from tests.owned_apps.stage import Stage
from tests.tools.bench import Bench
from ufo.config.settings import PolicySettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.schema.command import Command, Effect
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui

pytestmark = pytest.mark.apps


@pytest.mark.parametrize("scene", ["GTK3", *(pytest.param(item, marks=pytest.mark.matrix) for item in ("GTK4", "Qt6"))])
@BOTH_SCREENS
async def test_radio_buttons_in_one_turn_are_all_told_to_have_been_checked(
    desktop: LinuxDesktop, screen: str, tmp_path: Path, scene: str
) -> None:
    need_scene(SCENES[scene], screen)
    stage = await Stage.open(SCENES[scene], desktop, tmp_path, screen)
    bench = Bench(tmp_path, app_ui, desktop=stage.desktop)
    bench.selection.window = stage.window
    await bench.look()
    guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(), bench.scope))
    commands = [
        Command(tool_name="click_input", parameters={"id": bench.id_of(name), "name": name})
        for name in ("Large", "Small", "Large", "Remember", "Remember")
    ]
    results = await guarded.hold(await guarded.execute_commands(commands), 0.3)
    assert [result.effect for result in results] == [Effect.CONFIRMED] * 5, [
        result.evidence or result.error for result in results
    ]
    assert "RadioButton 'Large' is unchecked" in " ".join(results[1].evidence).replace("CheckBox 'L", "RadioButton 'L")
    await bench.dispatcher.close()
