"""The pictures of a window, and what else is looked at where it is set."""

from __future__ import annotations

import json
from pathlib import Path

from tests.agents.turns import app_values, assert_declares, to_form
from tests.requirement import requirement
from tests.scenarios.stage import app, host, stage
from ufo.agents.processors.strategies.app.look import AppScreenshotCaptureStrategy
from ufo.schema.picture import Picture


@requirement("app-capture:names", "processor:declared-more")
def test_it_declares_the_names_of_the_specification_and_the_dispatcher_that_its_body_uses() -> None:
    assert_declares(
        AppScreenshotCaptureStrategy(),
        {"app_root", "log_path", "session_step"},
        {"command_dispatcher"},
        {
            "clean_screenshot_path",
            "annotated_screenshot_path",
            "desktop_screenshot_path",
            "ui_tree_path",
            "clean_screenshot_url",
            "desktop_screenshot_url",
            "application_window_info",
            "screenshot_saved_time",
        },
        {"remarks"},
    )


@requirement("app-capture:files", "app-capture:path")
async def test_every_file_has_the_name_of_its_step(tmp_path: Path) -> None:
    settings = {"save_full_screen": True, "save_ui_tree": True}
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")], system=settings) as scene:
        await scene.run()
        local = app_values(scene)
        tree = json.loads((scene.folder / "ui_trees/ui_tree_step2.json").read_text(encoding="utf-8"))
        files = {str(path.relative_to(scene.folder)) for path in scene.folder.rglob("*.png")}
        screen = Picture.from_data_url(local.desktop_screenshot_url)
    assert local.clean_screenshot_path == "action_step2.png"
    assert local.desktop_screenshot_path == "desktop_step2.png"
    assert local.ui_tree_path == "ui_trees/ui_tree_step2.json"
    assert {"action_step2.png", "desktop_step2.png", "action_step2_annotated.png"} <= files
    roles = scene.heard.roles
    assert (roles["action_step2.png"], roles["desktop_step2.png"]) == ("clean", "desktop")
    assert tree["name"] == "Registration" and "Email" in json.dumps(tree)
    assert (screen.rect.width, screen.rect.height) == (1280, 800)
    assert 0 < local.screenshot_saved_time == round(local.screenshot_saved_time, 4)


@requirement("app-capture:optional")
async def test_neither_desktop_nor_tree_is_looked_at_where_it_is_not_set(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        local = app_values(scene)
        written = [path.name for path in scene.folder.rglob("*") if path.name.startswith(("desktop_", "ui_tree"))]
    assert (local.desktop_screenshot_path, local.desktop_screenshot_url, local.ui_tree_path) == ("", "", "")
    assert written == []


@requirement("app-capture:window")
async def test_the_window_is_told_with_its_name_rectangle_and_type(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        window = app_values(scene).application_window_info
        (shown,) = await scene.desktop.windows()
    assert window is not None
    assert (window.name, window.type, window.rect) == ("Registration", "Window", shown.rect.as_ltrb())
