"""Qt Quick tells the same of a disabled control as of an enabled one: neither is believed, and it is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.needs import need_scene
from tests.owned_apps.scenes import SCENES
from tests.owned_apps.stage import Stage
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.toolkits.qt import HINT

pytestmark = [pytest.mark.apps, pytest.mark.timeout(90)]


@pytest.mark.matrix
@pytest.mark.parametrize(("name", "silent"), [("Qt6 QML", True), ("Qt5 QML", True), ("Qt6", False)])
async def test_whether_a_control_is_enabled_is_left_open_where_the_toolkit_does_not_tell(
    name: str, silent: bool, desktop: LinuxDesktop, tmp_path: Path
) -> None:
    scene = SCENES[name]
    need_scene(scene)
    with in_time():
        stage = await Stage.open(scene, desktop, tmp_path)
        _, snapshot = await stage.look()
    assert (HINT in snapshot.more) is silent
    told = [element.states & {"enabled", "disabled"} for element in snapshot if element.actions]
    assert told
    assert all(bool(states) is not silent for states in told)
    control = next(element for element in snapshot if element.role == "Button")
    assert bool((await desktop.reidentify(control.handle)).states & {"enabled"}) is not silent
