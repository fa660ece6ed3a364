from __future__ import annotations

from pathlib import Path

from tests.tools.bench import Bench
from ufo.tools.servers.app_ui import app_ui


async def test_an_entry_is_found_without_a_menu_being_opened(tmp_path: Path) -> None:
    bench = Bench(tmp_path, app_ui)
    await bench.open("notes")
    found = await bench.run("find_commands", words="store under another name")
    assert found.ok and found.result[0] == {"menu": "File > Save As…"}
    assert not bench.desktop.inputs


async def test_what_offers_nothing_says_so(tmp_path: Path) -> None:
    bench = Bench(tmp_path, app_ui)
    await bench.open("form")
    found = await bench.run("find_commands", words="save")
    assert found.ok and found.result == [{"nothing": "form has no menus"}]
    await bench.open("notes")
    found = await bench.run("find_commands", words="quantum")
    assert found.result == [{"nothing": "no entry of the menus of Notes 1.0 has these words or similar ones"}]


async def test_an_application_that_hangs_is_reported(tmp_path: Path) -> None:
    bench = Bench(tmp_path, app_ui)
    app = await bench.open("notes")
    app.hung = True
    found = await bench.run("find_commands", words="save")
    assert not found.ok and "does not answer" in str(found.error)
