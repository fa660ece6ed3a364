"""Paths that begin while a modal dialog is open."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.commands.bench import Bench
from ufo.commands.tools.app_ui import app_ui
from ufo.desktop.fake import RunningApp
from ufo.desktop.fake.spec import AppSpec, Widget, WindowSpec, button, text
from ufo.desktop.values import Application
from ufo.schema.command import ResultStatus
from ufo.schema.geometry import Rect


def _ask(app: RunningApp) -> None:
    app.open("options")


def _settings() -> AppSpec:
    """A window with a menu button, and a dialog with a box that only the text beside it names."""
    main = (
        button("menu", "Menu", lambda app: app.set_name("log", "the menu opened")),
        button("ask", "Options…", _ask),
        text("log", "nothing yet"),
    )
    box = Widget("box", "ToggleButton", on_press=lambda app: app.set_name("log", "the box opened"))
    dialog = (text("theme", "Theme:"), box, text("end", "That is all."), button("fine", "Fine"))
    windows = (
        WindowSpec("main", "Paint", main),
        WindowSpec("options", "Options", dialog, Rect(200, 200, 300, 240), modal=True),
    )
    return AppSpec(Application("paint", "Paint", ("paint",)), windows)


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    one = Bench(tmp_path, app_ui)
    one.desktop.installed["paint"] = _settings()
    await one.open("paint")
    await one.on("click_input", "Options…")
    await one.look()
    yield one
    await one.dispatcher.close()


def _said(bench: Bench) -> str:
    assert bench.app is not None
    return bench.app.widget("log").name


async def test_a_path_begins_at_a_box_that_the_text_beside_it_names(bench: Bench) -> None:
    result = await bench.run("visit", path=["Theme:"])
    assert result.ok, result
    assert _said(bench) == "the box opened"


async def test_no_menu_button_behind_the_dialog_is_opened_in_search_of_a_name(bench: Bench) -> None:
    result = await bench.run("visit", path=["Nothing like it"])
    assert result.status is ResultStatus.FAILURE
    assert "shows no 'Nothing like it'" in str(result.error)
    assert "blocks" not in str(result.error)
    assert _said(bench) == "nothing yet"
