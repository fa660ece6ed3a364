"""Lists and pages that go on below: the look says so, the outline repeats it, and nothing out of sight is offered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.file_manager import once_named
from tests.apps.versions import FILES_ARE_UNTOLD
from tests.owned_apps.scenes import FOLDER
from tests.tools.bench import Bench
from tests.waiting import for_a_while, in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Launch, Window
from ufo.prompts.outline import outline
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.ui_collector import ui_collector

pytestmark = pytest.mark.apps


async def _look(desktop: LinuxDesktop, window: Window, folder: Path, name: str) -> tuple[Snapshot, str]:
    bench = Bench(folder, desktop=desktop)
    bench.selection.window = window
    text = "nothing"
    with for_a_while():
        while True:
            snapshot, text = await _seen(bench)
            if snapshot.more and name in {element.name for element in snapshot}:
                return snapshot, text
            await desktop.settle(window.id)
    pytest.fail(f"{name!r} is not shown with a word of what is out of sight: {text}")


async def _seen(bench: Bench) -> tuple[Snapshot, str]:
    controls = await bench.eyes.controls()
    snapshot = bench.selection.snapshot
    assert snapshot is not None
    return snapshot, outline(controls, 40_000, snapshot.more)


async def _names_of_files(bench: Bench) -> tuple[int, Snapshot, str] | None:
    snapshot, text = await _seen(bench)
    shown = sum(element.role == "ListItem" and element.name.startswith("file") for element in snapshot)
    return (shown, snapshot, text) if any(f"shows {shown} of 300 entries" in hint for hint in snapshot.more) else None


@pytest.mark.skipif(FILES_ARE_UNTOLD, reason="pcmanfm 1.4 tells none of its files: see test_pointing_files")
async def test_a_folder_of_many_files_says_how_many_of_them_are_in_sight(desktop: LinuxDesktop, tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"file{number:03}.txt").write_text("x")
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("pcmanfm", (str(tmp_path),)))
    try:
        shown, _, text = await once_named(bench, lambda: _names_of_files(bench))
    finally:
        await bench.dispatcher.close()
    assert 0 < shown < 300
    assert f"shows {shown} of 300 entries; scroll for the others" in text.splitlines()[-1]
    assert "file000.txt" in text and "file299.txt" not in text


@pytest.mark.matrix
async def test_a_long_page_says_that_it_goes_on_below(desktop: LinuxDesktop, tmp_path: Path) -> None:
    page = tmp_path / "long.html"
    sections = "".join(
        f"<section><h2>Part {number}</h2><button>Take {number}</button></section>" for number in range(90)
    )
    page.write_text(f"<!doctype html><title>Long page</title>{sections}")
    options = ("--no-sandbox", "--no-first-run", f"--user-data-dir={tmp_path / 'profile'}")
    window = await desktop.launch(Launch("chromium", (*options, page.as_uri())), 90)
    snapshot, text = await _look(desktop, window, tmp_path, "Take 1")
    assert any("'Long page' shows" in hint and "of 90 parts" in hint for hint in snapshot.more), snapshot.more
    assert "of 90 parts; scroll for the others" in text
    assert '"Take 89"' not in text


@pytest.mark.matrix
async def test_a_menu_of_qt_closes_once_its_entry_is_worked_and_the_wheel_changes_no_value_on_the_way_down_a_form(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    try:
        form = Launch("/usr/bin/python3", (str(FOLDER / "qt6_long_form.py"),))
        bench.selection.window = await desktop.launch(form, timeout_s=60)
        marked = await bench.run("visit", path=["Marks", "Marked"])
        assert marked.ok, marked
        left = [target.name for target in (await bench.look()).values() if (target.type or "").startswith("Menu")]
        assert left == ["Marks"], "the menu is still open"
        shown = await bench.run("scroll_to", id=bench.id_of("Far below"))
        assert shown.effect is Effect.CONFIRMED, shown
        assert [window.title for window in await desktop.windows()] == ["Long form"]
        await bench.look()
        await bench.on("click_input", "Far below", button="left", double=False)
        assert await bench.titled("Long form: pressed")
    finally:
        await bench.dispatcher.close()


async def test_what_is_scrolled_out_is_found_and_come_to_though_the_page_speaks_of_it_above(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    page = tmp_path / "mails.html"
    names = ["Anna", "Bert", "Cleo", "Dora", "Emil", "Jemima", "Fritz"]
    mails = "".join(f"<div style='height:90px'><span>{name}</span></div>" for name in names)
    box = f"<div style='height:200px; width:200px; overflow:auto'>{mails}</div>"
    page.write_text(f"<!doctype html><title>Inbox</title><div>Find the mail by <span>Jemima</span> and</div>{box}")
    bench = Bench(tmp_path, app_ui, ui_collector, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("chromium", (page.as_uri(),)), 90)
    try:
        with in_time():
            while not any(target.name == "Bert" for target in (await bench.look()).values()):
                await desktop.settle(bench.selection.window.id)
        (only,) = [control for control in bench.selection.controls.values() if control.name == "Jemima"]
        found = await bench.run("find_controls", text="Jemima")
        assert [(item["name"], "offscreen" in item.get("states", ())) for item in found.result] == [
            ("Jemima", False),
            ("Jemima", True),
        ]
        assert found.result[1]["path"] == ["Inbox"] and found.result[1]["id"] in bench.selection.controls
        shown = await bench.run("scroll_to", text="Jemima")
        assert shown.effect is Effect.CONFIRMED, shown
        await bench.look()
        assert [
            control.name for control in bench.selection.controls.values() if control.rect.y > only.rect.bottom
        ].count("Jemima")
        again = await bench.run("scroll_to", text="Jemima")
        assert again.effect is Effect.CONFIRMED and again.route is None or "is in sight" in again.evidence[0], again
    finally:
        await bench.dispatcher.close()
