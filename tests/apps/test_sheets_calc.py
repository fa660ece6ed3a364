"""What is told of a sheet without asking its empty cells, against what stands in the document."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.waiting import in_time
from ufo.desktop.linux.accessibility import Accessibility
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Click, Keys, Launch, TypeText, Window

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]

_NAMES = " ".join(
    f'xmlns:{item}="urn:oasis:names:tc:opendocument:xmlns:{item}:1.0"' for item in ("office", "table", "text", "style")
)
_FO = 'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
_STYLES = (
    '<office:automatic-styles><style:style style:name="white" style:family="table-cell">'
    '<style:text-properties fo:color="#ffffff"/></style:style><style:style style:name="gold" style:family="table-cell">'
    '<style:table-cell-properties fo:background-color="#ffcc00"/></style:style></office:automatic-styles>'
)
_COVERED = "<table:covered-table-cell/>"


def _cell(text: str, more: str = "") -> str:
    return f'<table:table-cell office:value-type="string" {more}><text:p>{text}</text:p></table:table-cell>'


def _spanning(text: str, columns: int, rows: int) -> str:
    return _cell(text, f'table:number-columns-spanned="{columns}" table:number-rows-spanned="{rows}"')


def _row(cells: list[str], more: str = "") -> str:
    return f"<table:table-row {more}>{''.join(cells)}</table:table-row>"


def _book(mode: str = "lr-tb") -> str:
    """A1:C1 and B3:C4 are merged, row 5 and column E are hidden, B6 is white on white, A7 runs over, A8 is on gold."""
    rows = [
        _row([_spanning("title", 3, 1), _COVERED, _COVERED, _cell("D1"), _cell("E1"), _cell("F1")]),
        _row([_cell(f"{letter}2") for letter in "ABCDEF"]),
        _row([_cell("A3"), _spanning("block", 2, 2), _COVERED, _cell("D3")]),
        _row([_cell("A4"), _COVERED, _COVERED, _cell("D4")]),
        _row([_cell("A5"), _cell("B5")], 'table:visibility="collapse"'),
        _row([_cell("A6"), _cell("unseen", 'table:style-name="white"'), _cell("C6")]),
        _row([_cell("a text that is longer than its own cell is wide")]),
        _row([_cell("A8", 'table:style-name="gold"'), '<table:table-cell table:style-name="gold"/>', _cell(".")]),
    ]
    columns = (
        '<table:table-column table:number-columns-repeated="4"/><table:table-column table:visibility="collapse"/>'
        '<table:table-column table:number-columns-repeated="9"/>'
    )
    properties = f'<style:table-properties style:writing-mode="{mode}"/>'
    way = f'<style:style style:name="way" style:family="table">{properties}</style:style>'
    styles = _STYLES.replace("</office", f"{way}</office")
    return (
        f'<?xml version="1.0"?><office:document {_NAMES} {_FO} office:version="1.3" '
        f'office:mimetype="application/vnd.oasis.opendocument.spreadsheet">{styles}<office:body><office:spreadsheet>'
        f'<table:table table:name="One" table:style-name="way">{columns}{"".join(rows)}</table:table>'
        "</office:spreadsheet></office:body></office:document>"
    )


async def _opened(desktop: MeasuredDesktop, folder: Path, mode: str = "lr-tb") -> Window:
    book = folder / "sheet.fods"
    book.write_text(_book(mode), encoding="utf-8")
    window = await desktop.launch(Launch("soffice", ("--calc", "--norestore", "--nologo", str(book))), 90)
    with in_time():
        while "A2" not in _values(await desktop.snapshot(window.id)).values():
            await desktop.settle(window.id)
            window = next((window for window in await desktop.windows() if "sheet" in window.title), window)
    await desktop.maximize(window.id)
    return window


def _values(snapshot: Snapshot) -> dict[str, str | None]:
    return {element.name: element.value for element in snapshot if element.role == "Cell"}


async def _full(private: PrivateDesktop, window: Window) -> Snapshot:
    """Without a picture, every cell is asked."""
    reader = await Accessibility.connect(private.environment, 20)
    try:
        surface = Surface(window, window.rect)
        await reader.snapshot(surface)
        return await reader.snapshot(surface)
    finally:
        await reader.close()


async def _spared(desktop: MeasuredDesktop, window: Window, full: Snapshot) -> Snapshot:
    """A look that asked fewer cells than there are, which needs a rest and a computer that is not too busy."""
    with in_time():
        while True:
            await desktop.settle(window.id)
            await anyio.sleep(0.4)
            desktop.expect_change()
            snapshot = await desktop.snapshot(window.id)
            if snapshot.calls < full.calls - len(_values(full)) // 2:
                return snapshot


def _one(snapshot: Snapshot, name: str) -> Element:
    return next(element for element in snapshot if element.role == "Cell" and element.name == name)


@pytest.mark.matrix
async def test_cells_that_show_nothing_are_not_asked_and_all_others_are_told_as_they_are(
    private_desktop: PrivateDesktop, desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    window = await _opened(desktop, tmp_path)
    full = await _full(private_desktop, window)
    snapshot = await _spared(desktop, window, full)
    values = _values(snapshot)
    shown = {name: value for name, value in values.items() if value}
    assert shown == {
        **{
            "A1": "title",
            "D1": "D1",
            "F1": "F1",
            "B3": "block",
            "A7": "a text that is longer than its own cell is wide",
        },
        **{name: name for name in ("A2", "B2", "C2", "D2", "F2", "A3", "D3", "A4", "D4", "A6", "C6", "A8")},
        "C8": ".",
    }
    assert not values.keys() & {"B1", "C1", "C3", "B4", "C4", "A5", "B5", "E1", "E2"}
    assert values.keys() >= {"B6", "B7", "B8", "G9", "D20"}
    title, block, beside = _one(snapshot, "A1"), _one(snapshot, "B3"), _one(snapshot, "D3")
    assert (title.rect.x, title.rect.right) == (_one(snapshot, "A2").rect.x, _one(snapshot, "C2").rect.right)
    assert (block.rect.x, block.rect.right) == (_one(snapshot, "B2").rect.x, beside.rect.x)
    assert block.rect.bottom == _one(snapshot, "A4").rect.bottom
    assert _one(snapshot, "A6").rect.y == _one(snapshot, "A4").rect.bottom
    assert {name: value for name, value in _values(full).items() if value} == {**shown, "B6": "unseen"}
    # The picture of a window is its own, whatever lies in front of it.
    other = await desktop.launch(Launch("mousepad", ("--disable-server",)))
    await desktop.maximize(other.id)
    await desktop.settle(other.id)
    assert _values(await _spared(desktop, window, full)) == values


async def _chosen(desktop: MeasuredDesktop, window: Window, *path: str) -> None:
    """By the menus, as a person does."""
    for name in path:
        await desktop.settle(window.id)
        snapshot = await desktop.snapshot(window.id)
        entries = [
            element
            for element in snapshot
            if element.name == name and "Menu" in element.role and "offscreen" not in element.states
        ]
        await desktop.send(window.id, [Click(entries[0].rect.center)])
    await desktop.settle(window.id)


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("entry", "above", "below"),
    [("Freeze First Row", "F1", "F2"), pytest.param("Freeze First Column", "A4", "B2", marks=pytest.mark.matrix)],
)
async def test_a_sheet_with_a_frozen_part_is_told_in_all_its_panes(
    desktop: MeasuredDesktop, tmp_path: Path, entry: str, above: str, below: str
) -> None:
    window = await _opened(desktop, tmp_path)
    await _chosen(desktop, window, "View", "Freeze Cells", entry)
    desktop.expect_change()
    snapshot = await desktop.snapshot(window.id)
    assert snapshot.degraded is None
    names = [element.name for element in snapshot if element.role == "Cell"]
    assert _values(snapshot).items() >= {above: above, below: below, "D3": "D3", "A8": "A8", "C8": "."}.items()
    assert len([element for element in snapshot if element.role == "Table"]) == 2
    assert names.count(above) == 1
    await desktop.send(window.id, [Click(_one(snapshot, below).rect.center), TypeText("worked"), Keys(("enter",))])
    await desktop.settle(window.id)
    assert _one(await desktop.snapshot(window.id), below).value == "worked"


@pytest.mark.matrix
async def test_cells_of_a_sheet_from_right_to_left_are_told_and_clicked_where_they_are(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    window = await _opened(desktop, tmp_path, "rl-tb")
    await desktop.focus(window.id)
    snapshot = await desktop.snapshot(window.id)
    shown = {name: value for name, value in _values(snapshot).items() if value}
    assert shown.items() >= {**{name: name for name in ("A2", "B2", "F2", "A6", "C6", "A8")}, "B3": "block"}.items()
    assert _one(snapshot, "B2").rect.right == _one(snapshot, "A2").rect.x
    for name in ("A2", "B2", "D4"):
        cell = await desktop.reidentify(_one(snapshot, name).handle)
        await desktop.send(None, [Click(cell.rect.center)])
        await desktop.settle(window.id)
        snapshot = await desktop.snapshot(window.id)
        assert "selected" in _one(snapshot, name).states


@pytest.mark.matrix
async def test_an_empty_cell_can_be_worked_on_and_what_is_typed_there_is_seen(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    window = await _opened(desktop, tmp_path)
    await desktop.focus(window.id)
    cell = _one(await desktop.snapshot(window.id), "F12")
    again = await desktop.reidentify(cell.handle)
    assert (again.name, again.rect, again.handle.key) == ("F12", cell.rect, cell.handle.key)
    await desktop.send(None, [Click(cell.rect.center)])
    await desktop.settle(window.id)
    assert "selected" in _one(await desktop.snapshot(window.id), "F12").states
    await desktop.send(None, [TypeText("here"), Keys(("enter",))])
    await desktop.settle(window.id)
    after = await desktop.snapshot(window.id)
    assert _one(after, "F12").value == "here"
    assert _one(after, "F12").handle.key == cell.handle.key
