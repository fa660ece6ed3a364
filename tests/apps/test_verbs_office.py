"""The verbs on a spreadsheet's tool bars and dialogs, whose boxes to choose from are made of a field and an arrow."""

from __future__ import annotations

import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from tests.requirement import requirement
from tests.tools.bench import Bench
from tests.waiting import for_a_while, in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Launch
from ufo.schema.command import Effect, Result
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    async with _opened("--calc", desktop, tmp_path) as item:
        yield item


@pytest.fixture
async def writer(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    async with _opened("--writer", desktop, tmp_path) as item:
        yield item


@asynccontextmanager
async def _opened(kind: str, desktop: LinuxDesktop, folder: Path) -> AsyncIterator[Bench]:
    item = Bench(folder, app_ui, desktop=desktop)
    item.selection.window = await desktop.launch(Launch("libreoffice", (kind,)), timeout_s=60)
    await desktop.settle(item.selection.window.id)
    await item.look()
    yield item
    await item.dispatcher.close()


async def _on(bench: Bench, name: str, role: str, tool: str, **parameters: object) -> Result:
    """On the control with that name or label."""
    return await bench.run(
        tool,
        id=await _seen(bench, lambda element: name in (element.name, element.label) and element.role == role),
        **parameters,
    )


async def _cell(bench: Bench, name: str, text: str) -> Result:
    place = await _seen(bench, lambda element: element.role == "Cell" and element.name == name)
    return await bench.run("set_edit_text", id=place, name=name, text=text, clear_current_text=True)


def _is_later() -> bool:
    """LibreOffice 25.2 calls some boxes in its dialogs otherwise than 7.4."""
    said = subprocess.run(["libreoffice", "--version"], capture_output=True, text=True, check=True).stdout
    return int(said.split()[1].split(".")[0]) >= 25


LATER = _is_later()


async def _beside(bench: Bench, words: str) -> str:
    """The box without a name that stands in one row with them: a button in 7.4, a box with a label in 25.2."""

    def fits(element: Element) -> bool:
        rows = {other.rect.y for other in bench.selection.controls.values() if other.name == words}
        is_box = element.role == "ToggleButton" or (element.role == "ComboBox" and element.label == words)
        return is_box and not element.name and element.rect.y in rows

    return await _seen(bench, fits)


async def _seen(bench: Bench, fits: Callable[[Element], bool]) -> str:
    """A window that was just opened may not show all of it yet."""
    with in_time():
        while True:
            await bench.look()
            found = [key for key, element in bench.selection.controls.items() if fits(element)]
            if found:
                return found[0]


async def _press(bench: Bench, name: str) -> None:
    await _seen(bench, lambda element: element.name == name)
    result = await bench.on("click_input", name, button="left", double=False)
    assert result.ok, result


async def _shows(bench: Bench, text: str) -> bool:
    with for_a_while():
        while text not in [target.value or target.name for target in (await bench.look()).values()]:
            await anyio.sleep(0.05)
        return True
    return False


def _held(result: Result) -> bool:
    return result.effect is Effect.CONFIRMED and result.route is None


@pytest.mark.matrix
async def test_font_and_size_are_chosen_and_written_in_the_tool_bar_and_the_cell_has_them(bench: Bench) -> None:
    chosen = await _on(bench, "Font Name", "Edit", "select", items=["DejaVu Sans"])
    assert chosen.effect is Effect.CONFIRMED, chosen
    assert _held(await _on(bench, "Font Name", "Edit", "select", items=["DejaVu Sans"]))
    unknown = await _on(bench, "Font Name", "Edit", "select", items=["No such font"])
    assert "'DejaVu Sans'" in str(unknown.error) and not unknown.ok
    written = await _on(bench, "Font Size", "Edit", "set_value", value=13.5)
    assert (written.effect, written.result) == (Effect.CONFIRMED, "13.5 pt"), written
    assert _held(await _on(bench, "Font Size", "Edit", "set_value", value="13.5 pt"))
    # What the dialog says of the cell is what was taken, not what a field was written with.
    await bench.run("visit", path=["Format", "Cells...", "Font"])
    assert await _shows(bench, "13.5 pt")
    assert (await _on(bench, "Family:", "Edit", "read")).result["text"] == "DejaVu Sans"


@pytest.mark.matrix
async def test_boxes_of_a_dialog_that_do_not_tell_what_is_chosen_are_read_in_their_list(bench: Bench) -> None:
    await bench.run("visit", path=["Format", "Cells...", "Font Effects"])
    box = await _beside(bench, "Underlining:")
    chosen = await bench.run("select", id=box, items=["Double"])
    assert (chosen.effect, chosen.result) == (Effect.CONFIRMED, "Double"), chosen
    assert _held(await bench.run("select", id=box, items=["Double"]))
    wrong = await bench.run("select", id=box, items=["Doubly"])
    assert "'Dotted'" in str(wrong.error)
    await bench.run("visit", path=["Alignment"])
    assert (await _on(bench, "Degrees:", "Spinner", "set_value", value=45)).effect is Effect.CONFIRMED
    # A menu of the window behind is out of reach, and asking for it costs no dialog.
    assert "is open and blocks it" in str((await bench.run("visit", path=["View", "Zoom", "Zoom..."])).error)
    await bench.run("visit", path=["Numbers"])
    assert (await _on(bench, "Category", "Table", "select", items=["Percent"])).effect is Effect.CONFIRMED
    listed = await _on(bench, "Category", "Table", "read", what="table")
    assert ["Percent"] in listed.result["rows"], listed


@pytest.mark.matrix
async def test_a_search_is_filled_in_and_replaces_what_is_in_the_sheet(bench: Bench) -> None:
    assert (await _on(bench, "C5", "Cell", "set_value", value="north")).ok
    await bench.run("visit", path=["Edit", "Find and Replace..."])
    await bench.look()
    find, replace = ("Find:", "Replace:") if LATER else ("Search For", "Replace With")
    fields = [
        {"name": find, "value": "north"},
        {"name": replace, "value": "south"},
        {"name": "Match case", "value": True},
    ]
    assert (await bench.run("fill", fields=fields)).effect is Effect.CONFIRMED
    for expanded in (False, True):
        assert (
            await _on(bench, "Other options", "ToggleButton", "expand", expanded=expanded)
        ).effect is Effect.CONFIRMED
    await _press(bench, "Replace All")
    assert await _shows(bench, "south")
    results = await _find_table(bench, "Content")
    assert results["rows"] == [["Sheet1", "$C$5", "south"]] and results["columns"] == ["Sheet", "Cell", "Content"]


async def _find_table(bench: Bench, header: str) -> dict[str, object]:
    """Of the table with that header; the dialog of what was found opens after the work was done."""
    with for_a_while():
        while True:
            await bench.look()
            for key, element in list(bench.selection.controls.items()):
                if element.role == "Table" and "Sheet " not in element.name:
                    told = await bench.run("read", id=key, what="table")
                    if told.ok and header in told.result["columns"]:
                        found: dict[str, object] = told.result
                        return found
    raise AssertionError("no such table")


@pytest.mark.matrix
@requirement("verb:read")
async def test_cells_are_selected_together_and_by_the_name_box_and_told_as_a_selection(bench: Bench) -> None:
    sheet = "Sheet Sheet1"
    assert (await _on(bench, sheet, "Table", "select", items=["B2", "C3"])).effect is Effect.CONFIRMED
    assert (await _on(bench, sheet, "Table", "read", what="selection")).result == {"selected": ["B2", "C3"]}
    box = await _seen(bench, lambda element: element.role == "Edit" and element.value == "C3")
    assert (await bench.run("set_value", id=box, value="C5")).effect is Effect.CONFIRMED
    assert (await _on(bench, sheet, "Table", "read", what="selection")).result == {"selected": ["C5"]}


@pytest.mark.matrix
async def test_a_zoom_is_set_in_its_dialog_and_the_sheet_has_it(bench: Bench) -> None:
    await bench.run("visit", path=["View", "Zoom", "Zoom..."])
    own = "Custom" if LATER else "Variable"
    assert (await _on(bench, f"{own}:", "RadioButton", "set_checked")).effect is Effect.CONFIRMED
    assert (await _on(bench, own, "Spinner", "set_value", value="130%")).effect is Effect.CONFIRMED
    await _press(bench, "OK")
    assert await _shows(bench, "130%")


@pytest.mark.matrix
async def test_cells_are_selected_by_a_drag_and_the_wheel_brings_later_rows(bench: Bench) -> None:
    window = bench.selection.window
    assert window is not None
    await _seen(bench, lambda element: element.role == "Cell" and element.name == "D6")
    first, last = (bench.selection.controls[bench.id_of(name, "Cell")].rect.center for name in ("B2", "D6"))
    dragged = await bench.run(
        "drag_on_coordinates",
        start_x=(first.x - window.rect.x) / window.rect.width,
        start_y=(first.y - window.rect.y) / window.rect.height,
        end_x=(last.x - window.rect.x) / window.rect.width,
        end_y=(last.y - window.rect.y) / window.rect.height,
    )
    assert dragged.effect in (Effect.PARTIAL, Effect.CONFIRMED), dragged
    assert await _shows(bench, "B2:D6")
    sheet = bench.id_of("Sheet Sheet1", "Table")
    turned = await bench.run("wheel_mouse_input", id=sheet, name="Sheet Sheet1", wheel_dist=-10)
    assert turned.ok, turned
    names = {target.name for target in (await bench.look()).values()}
    assert "A1" not in names and "A31" in names


@pytest.mark.matrix
async def test_a_page_gets_its_format_margins_and_columns_on_the_pages_of_its_dialog(writer: Bench) -> None:
    await writer.run("visit", path=["Format", "Page Style...", "Page"])
    box = await _beside(writer, "Format:")
    assert (await writer.run("select", id=box, items=["A5"])).effect is Effect.CONFIRMED
    assert (await _on(writer, "Landscape", "RadioButton", "set_checked")).effect is Effect.CONFIRMED
    assert (await _on(writer, "Left:", "Spinner", "set_value", value="3 cm")).effect is Effect.CONFIRMED
    assert _held(await _on(writer, "Left:", "Spinner", "set_value", value="3 cm"))
    await writer.run("visit", path=["Columns"])
    assert (await _on(writer, "Columns:", "Spinner", "set_value", value=3)).effect is Effect.CONFIRMED
    await writer.run("visit", path=["Header"])
    assert (await _on(writer, "Header on", "CheckBox", "set_checked", checked=True)).effect is Effect.CONFIRMED
    await _press(writer, "OK")
    await writer.run("visit", path=["Format", "Page Style...", "Page"])
    # Opened anew, the dialog says what the page has.
    height = await _on(writer, "Height:", "Spinner", "read")
    assert height.result["text"] in ("5.83\u2033", "14.80 cm", "148 mm"), height
    await writer.run("visit", path=["Columns"])
    assert (await _on(writer, "Columns:", "Spinner", "read")).result["text"] == "3"


@pytest.mark.matrix
async def test_days_and_words_of_a_filter_are_ticked_off_in_its_list_and_their_rows_are_gone(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    file = tmp_path / "sold.csv"
    file.write_text(
        "Day,Town\n2024-01-03,Ghent\n2024-04-05,Graz\n2024-04-09,Ghent\n2025-02-06,Graz\n2025-02-07,Turin\n"
    )
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("libreoffice", ("--calc", str(file))), timeout_s=60)
    try:
        await _press(bench, "AutoFilter")
        for heading, ticked_off in (("A1", "April"), ("B1", "Turin")):
            opened = await _on(bench, heading, "Cell", "expand")
            assert opened.effect is Effect.CONFIRMED and ticked_off in str(opened.evidence), opened
            for _ in range(2):
                off = await _on(bench, ticked_off, "Cell", "set_checked", checked=False)
                assert off.effect is Effect.CONFIRMED, off
            assert off.route is None
            await _press(bench, "OK")
        with in_time():
            while any(target.name in ("A3", "A4", "A6") for target in (await bench.look()).values()):
                await anyio.sleep(0.05)
        assert {"A1", "A2", "A5", "A7"} <= {control.name for control in bench.selection.controls.values()}
        nothing = await _on(bench, "F5", "Cell", "expand")
        assert nothing.effect is Effect.SUSPECTED_NOOP, nothing
    finally:
        await bench.dispatcher.close()


@pytest.mark.matrix
async def test_writing_into_one_cell_leaves_all_others_as_they_are(bench: Bench) -> None:
    """However many are selected before, and wherever LibreOffice counts places from once a window was clicked in."""
    corner = bench.selection.controls[
        await _seen(bench, lambda element: element.role == "Cell" and element.name == "A1")
    ]
    await bench.on("click_input", "A1", button="left", double=False)
    assert (await bench.scope.desktop.reidentify(corner.handle)).rect == corner.rect
    await bench.run("keyboard_input", keys="10{TAB}20{TAB}30{ENTER}kept{ENTER}")
    await bench.run("keyboard_input", keys="^a")
    await bench.look()
    split = await _cell(bench, "B1", "x\ty")
    assert split.effect is Effect.REFUSED and "is one cell" in str(split.error)
    await bench.run("keyboard_input", keys="^a")
    emptied = await _cell(bench, "B1", "")
    await _cell(bench, "C1", "words")
    # A formula tells what really stands there; of a cell that was emptied LibreOffice goes on telling what it held.
    entered = await _cell(bench, "D8", '=A1&"|"&B1&"|"&C1&"|"&A2')
    assert (emptied.effect, emptied.result) == (Effect.CONFIRMED, ""), emptied
    assert entered.effect is Effect.CONFIRMED, entered
    assert await _shows(bench, "10||words|kept")


@pytest.mark.matrix
async def test_what_a_press_or_a_choice_is_for_is_confirmed_by_the_dialog_that_comes_or_goes(bench: Bench) -> None:
    last = ("Condition", "More rules...") if LATER else ("Condition...",)
    opened = await bench.run("visit", path=["Format", "Conditional", *last])
    # That "More rules..." opens "Conditional Formatting" is not in its words.
    wanted = Effect.PARTIAL if LATER else Effect.CONFIRMED
    assert opened.effect is wanted and "opened" in opened.evidence[0], opened
    await bench.look()
    asked = await bench.run("select", id=await _beside(bench, "Apply Style:"), items=["New Style..."])
    assert (asked.effect, asked.error) == (Effect.CONFIRMED, None), asked
    assert "dialog 'Cell Style' opened" in asked.evidence[0]
    uncovered = await _seen(bench, lambda element: element.name == "OK" and "covered" not in element.states)
    ended = await bench.run("click_input", id=uncovered, name="OK")
    assert ended.effect is Effect.CONFIRMED and "dialog 'Cell Style' closed" in ended.evidence, ended
