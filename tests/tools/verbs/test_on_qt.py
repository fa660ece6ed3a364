"""The verbs on Qt, where rows are made anew whenever anything moves and lists hold what is in sight only."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.needs import need_scene
from tests.owned_apps.scenes import Scene
from tests.tools.bench import Bench
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect, Result
from ufo.tools.servers.app_ui import app_ui

_APPS = Path(__file__).parents[2] / "owned_apps"

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    async with _on_stage("qt6_places.py", desktop, tmp_path) as item:
        yield item


@pytest.fixture
async def choices(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    async with _on_stage("qt6_choices.py", desktop, tmp_path) as item:
        yield item


@asynccontextmanager
async def _on_stage(name: str, desktop: LinuxDesktop, folder: Path) -> AsyncIterator[Bench]:
    need_scene(Scene("Qt places", name, light=True, modules=("PyQt6.QtWidgets",)))
    item = Bench(folder, app_ui, desktop=desktop)
    item.selection.window = await desktop.launch(Launch("/usr/bin/python3", (str(_APPS / name),)))
    await desktop.settle(item.selection.window.id)
    await item.look()
    yield item
    await item.dispatcher.close()


async def _select(bench: Bench, name: str, role: str, *items: str) -> Result:
    await bench.look()
    return await bench.run("select", id=bench.id_of(name, role), items=list(items))


async def test_a_submenu_is_gone_through_in_one_call(bench: Bench) -> None:
    assert (await bench.run("visit", path=["File", "Recent", "alpha.txt"])).ok
    assert await bench.titled("alpha")


async def test_a_row_is_found_wherever_it_is_and_no_other_is_selected(bench: Bench) -> None:
    for row in ("Row 3", "Row 119", "Row 70"):
        result = await _select(bench, "Rows", "List", row)
        assert result.effect is Effect.CONFIRMED, result
        assert await bench.titled(row)


async def test_a_row_of_a_list_that_was_hidden_since_the_look_is_not_clicked_in_the_list_at_its_place(
    bench: Bench,
) -> None:
    row = bench.id_of("Row 1", "ListItem")
    seen, shown = dict(bench.selection.controls), bench.selection.snapshot
    assert (await bench.run("visit", path=["File", "Swap"])).ok
    assert await bench.titled("swapped")
    bench.selection.controls, bench.selection.snapshot = seen, shown
    result = await bench.run("click_input", id=row, name="Row 1")
    assert result.effect is Effect.REFUSED and "not shown any more" in str(result.error), result


async def test_several_rows_are_selected_together(bench: Bench) -> None:
    result = await _select(bench, "Rows", "List", "Row 0", "Row 2")
    assert result.effect is Effect.CONFIRMED, result
    assert await bench.titled("Row 0,Row 2")


async def test_a_leaf_is_reached_through_its_branch(bench: Bench) -> None:
    result = await bench.run("visit", path=["Top 1", "Leaf 1.2"])
    assert result.effect is Effect.CONFIRMED, result
    assert await bench.titled("Leaf 1.2")


@pytest.mark.matrix
async def test_a_calendar_is_turned_to_the_day(bench: Bench) -> None:
    for day in ("2026-01-31", "2026-03-01", "2025-11-30"):
        result = await _select(bench, "Calendar", "Table", day)
        assert result.effect is Effect.CONFIRMED, result
        assert await bench.titled(day)


async def test_a_form_is_filled_and_a_far_choice_made(bench: Bench) -> None:
    fields = [
        {"name": "Name", "value": "Ünï 日本"},
        {"name": "Choice", "value": "Choice 22"},
        {"name": "Amount", "value": 42},
        {"name": "Gift", "value": True},
    ]
    result = await bench.run("fill", fields=fields)
    assert result.effect is Effect.CONFIRMED, result
    shown = {target.name: target.value for target in (await bench.look()).values()}
    assert (shown["Name"], shown["Choice"], shown["Amount"]) == ("Ünï 日本", "Choice 22", "42")


@pytest.mark.matrix
async def test_a_day_and_numbers_with_a_unit_are_set_and_left_alone_where_they_are_so_already(choices: Bench) -> None:
    for name, value, shown in (
        ("Date", "2027-03-04", "2027-03-04"),
        ("Weight", 42, "42 kg"),
        ("Ratio", 4321.25, "4321.25"),
    ):
        set_ = await choices.run("set_value", id=choices.id_of(name, "Spinner"), value=value)
        assert set_.effect is Effect.CONFIRMED, set_
        again = await choices.run("set_value", id=choices.id_of(name, "Spinner"), value=shown)
        assert (again.effect, again.route) == (Effect.CONFIRMED, None), again
    assert await choices.titled("2027-03-04|42|4321.25")
    tinted = await choices.run("set_value", id=choices.id_of("Tint", "Edit"), value="#12ab9f")
    assert tinted.effect is Effect.CONFIRMED, tinted
    assert await choices.titled("2027-03-04|42|4321.25|#12ab9f")
    words = await choices.run("set_value", id=choices.id_of("Weight", "Text"), value=1)
    assert words.effect is Effect.REFUSED and "only shows words" in str(words.error)


@pytest.mark.matrix
async def test_rows_and_leaves_are_selected_together_and_told(choices: Bench) -> None:
    assert (await _select(choices, "Grid", "Table", "1/0", "3/0")).effect is Effect.CONFIRMED
    told = await choices.run("read", id=choices.id_of("Grid", "Table"), what="selection")
    rows = [["1/0", "1/1", "1/2"], ["3/0", "3/1", "3/2"]]
    assert told.result == {"selected": [*rows[0], *rows[1]], "places": [2, 4], "rows": rows}
    assert (await _select(choices, "Branches", "Tree", "Leaf 0.0", "Leaf 0.2")).effect is Effect.CONFIRMED
    assert await choices.titled("2026-01-05|0|0.0|row 1|row 3|Leaf 0.0|Leaf 0.2")


async def test_a_box_shows_what_is_chosen_and_not_what_was_pointed_to_in_its_list(choices: Bench) -> None:
    finish = choices.id_of("Finish", "ComboBox")
    assert (await choices.run("expand", id=finish)).ok
    assert (await choices.run("keyboard_input", keys="{DOWN}{DOWN}{ESC}")).ok
    await choices.look()
    finish = choices.id_of("Finish", "ComboBox")
    assert choices.selection.controls[finish].value == "Matt"
    for item, shown in (("Wax", "Wax"), (2, "Satin")):
        chosen = await choices.run("select", id=finish, items=[item])
        assert chosen.effect is Effect.CONFIRMED, chosen
        assert await choices.titled(f"2026-01-05|0|0.0|{shown}")


@pytest.fixture
async def rows(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    async with _on_stage("qt6_rows.py", desktop, tmp_path) as item:
        yield item


@pytest.mark.matrix
async def test_rows_far_away_are_told_by_place_and_by_words_and_words_of_several_rows_with_their_places(
    rows: Bench,
) -> None:
    chosen = await rows.run("select", id=rows.id_of("Cells", "Table"), items=[45])
    assert chosen.effect is Effect.CONFIRMED and await rows.titled("44/0"), chosen
    read = await rows.run("read", id=rows.id_of("Cells", "Table"))
    assert read.result["columns"] == ["Name", "Age"] and ["name 44", "44 years"] in read.result["rows"]
    told = await rows.run("read", id=rows.id_of("Cells", "Table"), what="selection")
    assert told.result == {"selected": ["name 44"], "places": [45], "rows": [["name 44"]]}
    unsure = await rows.run("select", id=rows.id_of("Cells", "Table"), items=["Anna"])
    assert unsure.effect is Effect.REFUSED and "'Anna': 4, 24, 44" in str(unsure.error), unsure
    beyond = await rows.run("select", id=rows.id_of("Cells", "Table"), items=[61])
    assert not beyond.ok and "has 60 rows and no row 61" in str(beyond.error), beyond
    absent = await rows.run("scroll_to", id=rows.id_of("Long", "List"), text="Entry 2001")
    assert not absent.ok and "none of its 2000 entries" in str(absent.error), absent
    for items, title in (([91], "90"), (["שלום עולם"], "50"), ([1999, "Entry 3", 5], "1998 2 4")):
        chosen = await rows.run("select", id=rows.id_of("Long", "List"), items=items)
        assert chosen.effect is Effect.CONFIRMED and await rows.titled(f"44/0 {title}"), chosen
    together = await rows.run("select", id=rows.id_of("Long", "List"), items=[*range(40, 31, -1), "Entry 31"])
    assert together.effect is Effect.CONFIRMED and "10 rows from ListItem 'Entry 31'" in together.evidence[0], together
    assert await rows.titled("44/0 30 31 32 33 34 35 36 37 38 39")


@pytest.mark.matrix
async def test_fields_that_a_dialog_has_scrolled_out_are_filled_and_come_back(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    async with _on_stage("qt6_long_dialog.py", desktop, tmp_path) as bench:
        await bench.on("click_input", "Options")
        await bench.look()
        values = {"Last number": 7, "Last words": "hello", "Last tick": True}
        filled = await bench.run("fill", fields=[{"name": name, "value": value} for name, value in values.items()])
        assert filled.effect is Effect.CONFIRMED, filled
        assert "Options: 7 hello True" in [window.title for window in await desktop.windows()]
        await bench.look()
        back = await bench.run("scroll_to", text="Field 0")
        assert back.effect is Effect.CONFIRMED and "is in sight now" in back.evidence[0], back
