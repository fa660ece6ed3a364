"""Pages of settings turn where a path goes to them: a row with its cursor, a button that stays down with a click."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.bench import Bench
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]
_OWNED = Path(__file__).parent.parent / "owned_apps"


async def _opened(desktop: LinuxDesktop, folder: Path, launch: Launch) -> Bench:
    bench = Bench(folder, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(launch, timeout_s=60)
    await desktop.settle(bench.selection.window.id)
    await bench.look()
    return bench


async def test_a_row_of_a_tree_is_selected_with_its_cursor_by_which_a_program_turns_the_page(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    bench = await _opened(desktop, tmp_path, Launch("/usr/bin/python3", (str(_OWNED / "gtk3_pages.py"), "Pages")))
    for path in (["Saving", "Copies"], ["Reading", "Fonts"]):
        visited = await bench.run("visit", path=path)
        assert visited.effect is Effect.CONFIRMED, visited
        await bench.look()
        assert f"page {' '.join(path)}" in {element.name for element in bench.selection.snapshot or ()}
    await bench.dispatcher.close()


@pytest.mark.parametrize("tool", ["click_input", "visit"])
async def test_a_button_that_stays_down_is_clicked_and_its_page_is_there(
    desktop: LinuxDesktop, tmp_path: Path, tool: str
) -> None:
    bench = await _opened(desktop, tmp_path, Launch("/usr/bin/python3", (str(_OWNED / "qt_pages.py"), "Pages")))
    done = await (bench.run("visit", path=["Sounds"]) if tool == "visit" else bench.on("click_input", "Sounds"))
    assert done.ok, done
    await bench.look()
    assert "The page of Sounds" in {element.name for element in bench.selection.snapshot or ()}
    await bench.dispatcher.close()


@pytest.mark.matrix
async def test_libreoffice_turns_to_a_page_of_its_options(desktop: LinuxDesktop, tmp_path: Path) -> None:
    bench = await _opened(desktop, tmp_path, Launch("libreoffice", ("--writer", "--norestore", "--nologo")))
    await bench.run("visit", path=["Tools", "Options..."])
    visited = await bench.run("visit", path=["Load/Save", "General"])
    assert visited.effect is Effect.CONFIRMED, visited
    await bench.look()
    assert any(element.name.endswith("Load/Save - General") for element in bench.selection.snapshot or ())
    await bench.run("visit", path=["LibreOffice", "View"])
    opened = await bench.run("visit", path=["Positioning:"])  # a box without a name, beside that text
    assert opened.ok, opened
    await bench.dispatcher.close()
