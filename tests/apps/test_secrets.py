"""Password fields of real toolkits: black in every picture, and filled with what a placeholder stands for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from functools import reduce
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.needs import need_scene
from tests.owned_apps.scenes import SCENES
from tests.owned_apps.stage import Stage
from tests.waiting import for_a_while, in_time
from ufo.agents.services import Tools
from ufo.config.load import load_settings
from ufo.config.sections import ToolboxSections
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Keys, Launch
from ufo.runs.desktops import DesktopInUse
from ufo.runs.toolbox import ServerToolbox, Shared
from ufo.schema.command import Command
from ufo.schema.geometry import Rect
from ufo.schema.picture import Picture
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretResolver, SecretStore
from ufo.vision.encode import decode

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]

VALUE = "Zürich→ 'tr0ub4dor' &3 {+}^%~()" + "long enough to be pasted " * 14
_PAGE = """<!doctype html><meta charset=utf-8><title>Log in</title>
<form onsubmit="event.preventDefault();document.title='got '+[...p.value].reduce((a,c)=>(a*31+c.codePointAt(0))%1000003,7)">
<p><label>Name <input name=n></label><p><label>Secret <input type=password name=p id=p></label><p><button>Go in</button></form>"""


@pytest.fixture
async def tools(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Tools]:
    secrets = {"BANK": {"from": "environment", "applications": ["chromium"]}}
    settings = load_settings(secrets=secrets)
    keeper = SecretResolver(SecretStore(settings.secrets, {"BANK": VALUE.strip()}), Masks())
    keeper.person_said("{{secret:BANK}}")
    toolbox = ServerToolbox(
        DesktopInUse(desktop, "private", {}), ToolboxSections.of(settings), tmp_path, shared=Shared(keeper)
    )
    yield toolbox.open("AppAgent", "default")
    await toolbox.close()


async def _run(tools: Tools, tool: str, kind: Any = "action", /, **arguments: Any) -> Any:
    (result,) = await tools.dispatcher.execute_commands([Command(tool_name=tool, parameters=arguments, tool_type=kind)])
    assert result.ok, result
    return result


async def _picture(tools: Tools, name: str) -> Picture:
    return Picture.from_data_url((await _run(tools, name, "data_collection")).result)


def _is_black(picture: Picture, rect: Rect) -> bool:
    inside = rect.moved(-picture.rect.x, -picture.rect.y)
    lit = decode(picture).crop(inside.as_ltrb()).convert("L").getextrema()[1]
    return int(str(lit)) == 0


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(scene.name, marks=() if scene.name == "GTK3" else pytest.mark.matrix)
        for scene in SCENES.values()
        if scene.light and scene.tree
    ],
)
async def test_a_password_field_is_black_in_the_windows_picture_and_in_the_screens(
    name: str, desktop: LinuxDesktop, tmp_path: Path, tools: Tools
) -> None:
    scene = SCENES[name]
    need_scene(scene)
    with anyio.fail_after(100):
        stage = await Stage.open(scene, desktop, tmp_path)
        tools.selection.window = stage.window
        truth, _ = await stage.look()
        fields = [
            control.rect for control in truth.controls if "password" in control.states and control.rect is not None
        ]
        assert fields, "the scene has no password field"
        for picture in ("capture_window_screenshot", "capture_desktop_screenshot"):
            taken = await _picture(tools, picture)
            for field in fields:
                middle = Rect(
                    field.x + field.width // 4, field.y + field.height // 3, field.width // 2, field.height // 3
                )
                assert _is_black(taken, middle)
            assert not _is_black(taken, taken.rect)


def _got(value: str) -> str:
    return f"got {reduce(lambda sum_, letter: (sum_ * 31 + ord(letter)) % 1000003, value, 7)}"


@pytest.mark.matrix
async def test_a_page_gets_what_the_placeholder_stands_for_and_the_clipboard_does_not(
    desktop: LinuxDesktop, tmp_path: Path, tools: Tools
) -> None:
    page = tmp_path / "login.html"
    page.write_text(_PAGE, "utf-8")
    tools.selection.window = await desktop.launch(Launch("chromium", (page.as_uri(),)))
    done = await _run(tools, "set_edit_text", id=await _field(tools, "Secret"), name="Secret", text="{{secret:BANK}}")
    assert "as many hidden characters" in " ".join(done.evidence)
    await _is_sent_and_not_copied(tools, desktop)
    await desktop.send(None, [Keys(("f5",))])
    await _until(lambda windows: any(window.title.startswith("Log in") for window in windows), desktop)
    await _run(tools, "keyboard_input", id=await _field(tools, "Secret"), keys="{{secret:BANK}}")
    await _is_sent_and_not_copied(tools, desktop)


async def _is_sent_and_not_copied(tools: Tools, desktop: LinuxDesktop) -> None:
    assert not await _pasted(tools)
    await _run(tools, "keyboard_input", id=await _field(tools, "Secret"), keys="{ENTER}")
    await _until(lambda windows: any(_got(VALUE.strip()) in window.title for window in windows), desktop)


async def _field(tools: Tools, name: str) -> str:
    """Its id, once the page shows it."""
    with in_time():
        while True:
            await _run(tools, "get_app_window_controls_target_info", "data_collection")
            for key, element in tools.selection.controls.items():
                if (element.role, element.name) == ("Edit", name):
                    return key
            await anyio.sleep(0.1)


async def _pasted(tools: Tools) -> bool:
    """Whether pasting now gives the secret."""
    name = await _field(tools, "Name")
    await _run(tools, "keyboard_input", id=name, keys="^v")
    await _field(tools, "Name")
    shown = [control.value or "" for control in tools.selection.controls.values() if control.name == "Name"]
    return any("tr0ub4dor" in text or "{{secret" in text for text in shown)


async def _until(holds: Callable[[Any], bool], desktop: LinuxDesktop) -> None:
    windows = await desktop.windows()
    with for_a_while():
        while not holds(windows):
            await anyio.sleep(0.1)
            windows = await desktop.windows()
    assert holds(windows), [window.title for window in windows]
