"""Several icons of a file manager are selected by clicks with a key held, and an editor begins a file that is not there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.apps.file_manager import once_named
from tests.apps.versions import FILES_ARE_UNTOLD
from tests.needs import needs
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import ResultStatus
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.host_ui import host_ui

pytestmark = pytest.mark.apps


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, host_ui, desktop=desktop)
    yield item
    await item.dispatcher.close()


@pytest.mark.skipif(not FILES_ARE_UNTOLD, reason="pcmanfm 1.3 tells its files")
async def test_the_files_of_pcmanfm_1_4_are_in_no_tree_and_its_status_bar_counts_them(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    (tmp_path / "one.txt").touch()
    window = await desktop.launch(Launch("pcmanfm", (str(tmp_path),)))
    with in_time():
        while not any("1 item" in element.name for element in await desktop.snapshot(window.id)):
            await desktop.settle(window.id)
    snapshot = await desktop.snapshot(window.id)
    assert not any(element.name == "one.txt" for element in snapshot)


async def _is_shown(bench: Bench, name: str) -> bool | None:
    return any(target.name == name for target in (await bench.look()).values()) or None


@pytest.mark.skipif(FILES_ARE_UNTOLD, reason="pcmanfm 1.4 tells none of its files")
async def test_two_icons_are_selected_with_ctrl_held(bench: Bench, desktop: LinuxDesktop, tmp_path: Path) -> None:
    for name in ("one.txt", "two.txt", "three.txt"):
        (tmp_path / name).touch()
    bench.selection.window = await desktop.launch(Launch("pcmanfm", (str(tmp_path),)))
    await once_named(bench, lambda: _is_shown(bench, "two.txt"))
    for name, key in (("one.txt", None), ("two.txt", "ctrl")):
        await bench.look()
        clicked = await bench.on("click_input", name, key_hold=key)
        assert clicked.status is ResultStatus.SUCCESS, clicked
    with in_time():
        while not any(
            "2 items selected" in f"{target.name} {target.value}" for target in (await bench.look()).values()
        ):
            await anyio.sleep(0.1)


@needs("mousepad")
async def test_an_editor_is_started_with_a_file_that_it_begins(bench: Bench, tmp_path: Path) -> None:
    opened = await bench.run("launch_application", name="mousepad", arguments=["letter.txt"])
    assert opened.ok and "letter.txt" in opened.result["window_info"]["name"], opened
    await bench.run("select_application_window", id=opened.result["window_info"]["id"])
    saved = await bench.run("keyboard_input", text="Dear (all), 100% + ~1^2", keys="{VK_CONTROL}s")
    assert saved.ok, saved
    with in_time():
        while not (tmp_path / "letter.txt").exists():
            await anyio.sleep(0.05)
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8").rstrip("\n") == "Dear (all), 100% + ~1^2"
