"""Where the extension is not installed, windows are worked by their trees alone, and what asks for a detector is said."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.extensions.sight.eyes import PaintedDesktop, told
from ufo.cli.checks import sight
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections, ToolboxSections
from ufo.desktop.values import Application
from ufo.errors import ConfigError, ToolError
from ufo.runs.desktops import DesktopInUse, with_sight
from ufo.runs.toolbox import ServerToolbox
from ufo.schema.action_class import ActionClass
from ufo.schema.geometry import Rect
from ufo.tools.observe.selection import Selection
from ufo.tools.policy.input.controls import pressing
from ufo.tools.policy.scene.ask_controls import ControlAsker
from ufo.tools.policy.scene.scene import Scene
from ufo_sight.local.ocr import Reader
from ufo_sight.painted import PaintedWords

OMNIPARSER = {"endpoint": "http://127.0.0.1:1"}


@pytest.fixture(autouse=True)
def not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [text for text in sys.path if not text.endswith("site-packages")])


@pytest.mark.parametrize("backend", ["auto", "a11y", "uia"])
async def test_windows_are_worked_by_their_trees_alone(backend: str, tmp_path: Path) -> None:
    painted, settings = PaintedDesktop(), load_settings(system={"control_backend": backend})
    assert with_sight(painted, SeeingSections.of(settings)) is painted
    place = DesktopInUse(painted, "painted", {})
    toolbox = ServerToolbox(place, ToolboxSections.of(settings), tmp_path)
    try:
        assert toolbox.open("AppAgent", "default").scope.desktop
    finally:
        await toolbox.close()
    assert await sight(settings) == [] and painted.captured == 0


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"system": {"control_backend": "hybrid"}}, "hybrid"),
        ({"system": {"control_backend": "uia,vision"}}, "vision"),
        ({"system": {"control_backend": "omniparser"}, "omniparser": OMNIPARSER}, "omniparser"),
        ({"omniparser": OMNIPARSER}, "omniparser"),
    ],
)
async def test_settings_that_ask_for_a_detector_are_refused_with_the_command_that_installs_it(
    given: Any, named: str
) -> None:
    settings = load_settings(**given)
    said = rf"ask for {named}, .* not installed here; .*pip install \./extensions/sight"
    with pytest.raises(ConfigError, match=said):
        with_sight(PaintedDesktop(), SeeingSections.of(settings))
    (check,) = await sight(settings)
    assert check.ok is False and "pip install ./extensions/sight" in check.detail


@pytest.mark.parametrize(
    ("name", "judged"), [("", ActionClass.SEND), ("Delete all", ActionClass.DELETE), ("On", ActionClass.EDIT)]
)
async def test_the_policy_judges_a_control_as_where_nothing_can_be_read(
    name: str, judged: ActionClass, tmp_path: Path
) -> None:
    def missing() -> Reader:
        raise ToolError("no data to read")

    painted, button = PaintedDesktop(), told("Button", name, Rect(20, 240, 120, 40), "press")
    painted.told = (button,)
    window = await painted.window()
    mail = Application("painted", "Painted", (window.process,), categories=("Email",))
    for reader in (None, PaintedWords(missing)):
        selection = Selection(window=window, snapshot=await painted.snapshot(window.id))
        scene = Scene(selection, (window,), (mail,), tmp_path, pressed=[button])
        said = await ControlAsker(painted, reader).told(scene)
        assert said == {} and pressing(replace(scene, told=said), button).action_class is judged
