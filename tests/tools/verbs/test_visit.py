"""Paths that begin while a modal dialog is open, and how often a path through a menu looks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tools.bench import Bench
from ufo.desktop.fake import FakeDesktop, RunningApp
from ufo.desktop.fake.apps import text_editor
from ufo.desktop.fake.spec import AppSpec, Widget, WindowSpec, button, text
from ufo.desktop.snapshot import Handle, Snapshot
from ufo.desktop.values import Application, Delivery, ElementVerb
from ufo.schema.command import ResultStatus
from ufo.schema.geometry import Rect
from ufo.tools.servers.app_ui import app_ui


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
    item = Bench(tmp_path, app_ui)
    item.desktop.installed["paint"] = _settings()
    await item.open("paint")
    await item.on("click_input", "Options…")
    await item.look()
    yield item
    await item.dispatcher.close()


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


class _Looked(FakeDesktop):
    """Notes when it is looked at and waited for."""

    def __init__(self) -> None:
        super().__init__([text_editor()])
        self.done: list[str] = []

    async def snapshot(self, window_id: str) -> Snapshot:
        self.done.append("look")
        return await super().snapshot(window_id)

    async def changed(self, window_id: str, since: float, timeout_s: float) -> bool:
        self.done.append("changed")
        return await super().changed(window_id, since, timeout_s)

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        self.done.append(f"{verb} {handle.name}")
        return await super().act(handle, verb, text)


async def test_a_menu_is_looked_at_once_and_not_before_it_could_come(tmp_path: Path) -> None:
    desktop = _Looked()
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.desktop = desktop
    await bench.open("notes")
    desktop.done.clear()
    result = await bench.run("visit", path=["File", "Save As…"])
    assert result.ok, result
    assert desktop.done == ["look", "press File", "changed", "look", "press Save As…", "look"]
    await bench.dispatcher.close()


async def test_a_text_of_a_page_is_pressed_by_its_exact_words_and_one_of_a_window_is_not(tmp_path: Path) -> None:
    page = Widget("page", "Document", "Shop", children=(text("go", "Go to checkout"), text("note", "Two mugs")))
    main = WindowSpec("main", "Shop", (page, text("status", "Ready")), Rect(60, 40, 500, 400))
    bench = Bench(tmp_path, app_ui)
    bench.desktop.installed["shop"] = AppSpec(Application("shop", "Shop", ("shop",), "Shop", (), (), ()), (main,))
    await bench.open("shop")
    try:
        pressed = await bench.run("visit", path=["go to checkout"])
        assert "shows no" not in str(pressed.error)
        for words in ("Go to", "Ready"):
            refused = await bench.run("visit", path=[words])
            assert f"shows no {words!r}" in str(refused.error)
    finally:
        await bench.dispatcher.close()
