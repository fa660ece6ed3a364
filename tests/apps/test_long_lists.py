"""Long lists of real dialogs: what is in sight is listed, and that there is more is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from bench.open_application import Opener
from bench.real import Chord, Part
from tests.owned_apps.scenes import FOLDER
from tests.owned_apps.truth import offers
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]
_LISTS = FOLDER / "gtk3_lists.py"
_TILES = FOLDER / "gtk4_tiles.py"


async def test_a_file_dialog_with_many_files_lists_those_in_sight_and_says_that_there_are_more(
    desktop: MeasuredDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    for number in range(400):
        (tmp_path / f"file-{number:03}.txt").write_text("x")
    window = await desktop.launch(Launch("mousepad", ("--disable-server", str(tmp_path / "file-000.txt"))))
    opener = await Opener.on(desktop, private_desktop.display, window)
    try:
        with in_time():
            opened = await opener.open(Part("Open", (Chord(("ctrl", "o")),)))
            snapshot = await desktop.snapshot(opened.window.id)
            while not any(element.name.startswith("file-") for element in snapshot):
                await desktop.settle(opened.window.id)
                snapshot = await desktop.snapshot(opened.window.id)
    finally:
        await opener.close()
    files = [element for element in snapshot if element.name.startswith("file-") and offers(element)]
    assert 5 < len(files) < 100
    assert all(snapshot.window_rect.contains(file.rect.center) for file in files)
    assert any("scroll" in hint for hint in snapshot.more), snapshot.more


@pytest.mark.matrix
async def test_lists_that_are_scrolled_far_are_seen_and_the_whole_of_words_wins_over_a_part_of_others(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    try:
        bench.selection.window = await desktop.launch(Launch("/usr/bin/python3", (str(_LISTS),)))
        await bench.look()
        for name, role in (("Boxes", "List"), ("Cells", "Table")):
            # Farther down than "Row 20" to "Row 29", of which each has it in its words.
            shown = await bench.run("scroll_to", id=bench.id_of(name, role), text="Row 2")
            assert shown.effect is Effect.CONFIRMED and "'Row 2' " in shown.evidence[0], shown
            await bench.look()
        seen = [
            control.name
            for control in bench.selection.controls.values()
            if control.role == "ListItem" and offers(control)
        ]
        assert "Row 2" in seen and "Row 20" not in seen
        chosen = await bench.run("select", id=bench.id_of("Boxes", "List"), items=["Row 7"])
        assert chosen.effect is Effect.CONFIRMED, chosen
        assert await bench.titled("Lists: Row 7")
        unsure = await bench.run("scroll_to", id=bench.id_of("Boxes", "List"), text="Row 11x")
        assert not unsure.ok and "no 'Row 11x'" in (unsure.error or ""), unsure
        several = await bench.run("scroll_to", id=bench.id_of("Boxes", "List"), text="w 5")
        assert not several.ok and "'Row 50'" in (several.error or ""), several
    finally:
        await bench.dispatcher.close()


@pytest.mark.matrix
async def test_tiles_are_entries_of_their_own_and_those_scrolled_away_are_not_in_sight(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    try:
        bench.selection.window = await desktop.launch(Launch("/usr/bin/python3", (str(_TILES),)))
        await bench.look()
        for items in ((["Tile 2"]), ["Tile 6", "Tile 7"], ["Tile 70"], [3]):
            view = next(key for key, element in bench.selection.controls.items() if element.role == "Table")
            chosen = await bench.run("select", id=view, items=items)
            assert chosen.effect is Effect.CONFIRMED, chosen
            assert await bench.titled(f"Tiles: {' '.join(str(item).removeprefix('Tile ') for item in items)}")
            await bench.look()
            seen = [control for control in bench.selection.controls.values() if control.name.startswith("Tile ")]
            shown = {element.name for element in seen if "offscreen" not in element.states}
            assert len(seen) < 60 and ("Tile 70" in shown) is (items == ["Tile 70"]) is ("Tile 2" not in shown), seen
    finally:
        await bench.dispatcher.close()
