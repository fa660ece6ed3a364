"""The verbs on long lists of GTK 4, of which only rows around those in sight exist, and which a fast wheel leads astray."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.apps.versions import IS_GTK_4_16
from tests.needs import need_scene
from tests.owned_apps.scenes import Scene
from tests.tools.bench import Bench
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect, Result
from ufo.tools.servers.app_ui import app_ui

_APP = "gtk4_rows.py"

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]


@asynccontextmanager
async def _rows(desktop: LinuxDesktop, folder: Path, kind: str, count: int) -> AsyncIterator[Bench]:
    need_scene(Scene("GTK 4 rows", _APP, light=True, modules=("gi",)))
    bench = Bench(folder, app_ui, desktop=desktop)
    script = Path(__file__).parents[2] / "owned_apps" / _APP
    bench.selection.window = await desktop.launch(Launch("/usr/bin/python3", (str(script), kind, str(count))))
    await desktop.settle(bench.selection.window.id)
    yield bench
    await bench.dispatcher.close()


async def _entry(bench: Bench) -> str:
    """The id of an entry in sight, which stands for its list."""
    await bench.look()
    entries = [key for key, element in bench.selection.controls.items() if element.name.startswith("Item ")]
    return next(key for key in entries if "offscreen" not in bench.selection.controls[key].states)


async def _select(bench: Bench, *items: str | int) -> Result:
    return await bench.run("select", id=await _entry(bench), items=list(items))


@pytest.mark.matrix
async def test_rows_of_a_column_view_are_selected_together_by_their_own_action_and_neighbours_by_the_first_and_last(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    neighbours = tuple(f"Item {number}" for number in range(4, 14))
    wanted = ((("Item 4", "Item 2"), "2,4"), (neighbours, "4,5,6,7,8,9,10,11,12,13"))
    async with _rows(desktop, tmp_path, "columns", 64) as bench:
        for items, shown in wanted:
            selected = await _select(bench, *items)
            assert selected.effect is Effect.CONFIRMED, selected
            assert await bench.titled(shown)


@pytest.mark.matrix
async def test_the_end_and_the_start_of_a_list_are_where_it_says_and_no_row_goes_by_unseen(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    async with _rows(desktop, tmp_path, "list", 64) as bench:
        for edge, there in (("end", "Item 64"), ("start", "Item 1")):
            scrolled = await bench.run("scroll_to", id=await _entry(bench), edge=edge)
            assert scrolled.effect is Effect.CONFIRMED, scrolled
            await bench.look()
            assert "offscreen" not in bench.selection.controls[bench.id_of(there)].states
        missing = await _select(bench, "Item 65")
        assert "64 different rows were seen from its start to its end" in str(missing.error), missing
        assert await bench.titled("Rows")


async def test_a_leaf_is_reached_through_its_branch_which_a_part_of_its_row_opens_and_closes(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    async with _rows(desktop, tmp_path, "tree", 4) as bench:
        there = await bench.run("visit", path=["Item 2", "Item 2.3"])
        # From 4.16 on the words of the leaf are those of a button, which does not tell that it is selected.
        assert there.effect is (Effect.PARTIAL if IS_GTK_4_16 else Effect.CONFIRMED), there
        assert await bench.titled("5")
        await bench.look()
        closed = await bench.run("expand", id=bench.id_of("Item 2"), expanded=False)
        assert closed.effect is Effect.CONFIRMED, closed
        assert "Item 2.3" not in {target.name for target in (await bench.look()).values()}
