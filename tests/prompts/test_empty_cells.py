from __future__ import annotations

from ufo.prompts.outline import outline
from ufo.schema.target import TargetInfo, TargetKind

SHEET = ("Sheet 1",)


def cell(number: int, name: str, value: str = "", *states: str) -> TargetInfo:
    return TargetInfo(
        kind=TargetKind.CONTROL,
        name=name,
        id=str(number),
        type="Cell",
        value=value or None,
        states=("editable", *states),
        path=SHEET,
    )


def table() -> TargetInfo:
    return TargetInfo(kind=TargetKind.CONTROL, name="Sheet 1", id="1", type="Table")


def after(number: int) -> TargetInfo:
    return TargetInfo(kind=TargetKind.CONTROL, name="Add", id=str(number), type="Button")


def sheet(columns: str, rows: int, filled: int, *states: str) -> list[TargetInfo]:
    """Cells of which the first `filled` columns hold something, with ids from 2 on."""
    cells = [(row, column) for row in range(1, rows + 1) for column in range(len(columns))]
    return [
        cell(number, f"{columns[column]}{row}", "x" if column < filled else "", *states)
        for number, (row, column) in enumerate(cells, 2)
    ]


def test_covered_empty_cells_are_one_line_and_each_has_its_id() -> None:
    cells = sheet("ABCDEFGHIJ", 60, 0, "covered")
    lines = outline([table(), *cells, after(900)], 10_000).splitlines()
    assert lines == [
        '[1] Table "Sheet 1":',
        "  A1:J60: 600 empty Cells (editable, covered), [2-601] row by row",
        '[900] Button "Add"',
    ]


def test_the_empty_part_of_rows_with_content_is_one_block_whose_ids_can_be_reckoned() -> None:
    cells = sheet("ABCDE", 4, 2)
    lines = outline([table(), *cells], 10_000).splitlines()
    assert lines[-1] == "  C1:E4: 12 empty Cells (editable), [4-6] the first row, the ids of each next row 5 higher"
    by_id = {target.id: target.name for target in cells}
    assert [by_id[str(4 + 5 * row)] for row in range(4)] == ["C1", "C2", "C3", "C4"]


def test_an_empty_cell_with_a_state_of_its_own_is_told_alone() -> None:
    cells = sheet("ABC", 4, 1)
    cells[4] = cell(6, "B2", "", "focused")
    text = outline([table(), *cells], 10_000)
    assert "[6] Cell B2 (editable, focused)" in text or "[6] B2 (editable, focused)" in text
    assert "B3:C4: 4 empty Cells" in text


def test_ids_that_do_not_grow_evenly_make_no_block_together() -> None:
    cells = [cell(2, "A1"), cell(3, "A2"), cell(9, "A3"), cell(10, "A4")]
    text = outline([table(), *cells], 10_000)
    assert "A1:A2: 2 empty Cells (editable), [2-3]" in text
    assert "A3:A4: 2 empty Cells (editable), [9-10]" in text
