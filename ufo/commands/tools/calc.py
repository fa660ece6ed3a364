"""Tools for the spreadsheet in the selected LibreOffice Calc window (facts/described_system.md §1.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp_types import CallToolResult
from pydantic import Field

from ufo.commands.observe.selection import ToolScope
from ufo.commands.tools.calc_cells import add_filling
from ufo.commands.tools.calc_parameters import CellValue, Column, EndColumn, EndRow, Key, Row, Sheet, remark
from ufo.commands.tools.calc_sheets import add_sheet_tools
from ufo.commands.tools.calc_tables import add_table_tools
from ufo.commands.tools.server import ToolServer, rows
from ufo.commands.uno.bridge import OfficeBridge
from ufo.commands.uno.reports import report, saved, target_path
from ufo.commands.uno.shown_document import ShownDocument
from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.looks import CellLook, LookValue, look_value
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts

_VALUES = ("values of a range", "range", "values", "read", "compare", "each", "what stands", "which number stands")
_TABLES = ("tables", "list", "copy", "rows", "entries", "records", "data")
_SELECTION = ("select a range", "select", "show sheet")
_COLUMN_ORDER = (
    "order of columns",
    "reorder",
    "move column",
    "swap columns",
    "exchange columns",
    "column before",
    "stand before",
)
_SORTING = (
    "sort a table",
    "sort",
    "order",
    "ascending",
    "descending",
    "alphabetical",
    "first",
    "rank",
    "alphabet",
    "arrange rows",
    "arrange people",
    "expensive top",
    "newest top",
    "from A to Z",
)
_SHEETS = ("sheets", "tab", "worksheet")
_LINES = ("rows or columns added or deleted", "row", "column", "line", "insert", "delete", "remove")


def calc_uno(scope: ToolScope) -> MCPServer:
    bridge = OfficeBridge()
    server = ToolServer("CalcUnoExecutor", lifespan=bridge.lifespan)
    shown = ShownDocument(scope, bridge)
    _add_reading(server, shown)
    _add_writing(server, shown)
    _add_arranging(server, shown)
    _add_changing(server, shown)
    _add_presenting(server, shown)
    add_filling(server, shown)
    add_table_tools(server, shown)
    add_sheet_tools(server, shown)
    _add_saving(server, shown)
    return server


def _add_reading(server: ToolServer, shown: ShownDocument) -> None:
    @server.observes(ToolFacts(of_window=True, keeps=Keeps.ALL))
    async def table2markdown(sheet_name: Sheet = "") -> str:
        """Return the used cells of a sheet as a Markdown table."""
        value = await shown.ask("calc.table_markdown", sheet_name=sheet_name)
        return _markdown(value["rows"]) or f"sheet {value['sheet']!r} is empty"

    @server.observes(ToolFacts(of_window=True, keeps=Keeps.ALL, words=_VALUES))
    async def get_range_values(
        sheet_name: Sheet, start_row: Row, start_col: Column, end_row: EndRow = -1, end_col: EndColumn = -1
    ) -> CallToolResult:
        """Return the values of a range, row by row: numbers as numbers, dates and texts as texts."""
        value = await shown.ask(
            "calc.range_values", sheet_name=sheet_name,
            start_row=start_row, start_col=start_col, end_row=end_row, end_col=end_col,
        )  # fmt: skip
        return rows(value["rows"])


def _markdown(rows: Sequence[Sequence[Any]]) -> str:
    if not rows:
        return ""
    lines = [[_cell(cell).replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: Any) -> str:
    """Return a cell's value as text: a number without the digits that only its notation adds (416.15999999999997)."""
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def _add_writing(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(ends=("table",), into_cells=True, keeps=Keeps.ALL, words=_TABLES))
    async def insert_excel_table(
        table: Annotated[list[list[CellValue]], Field(min_length=1, description="rows of cells, the header first")],
        sheet_name: Sheet = "",
        start_row: Row = 1,
        start_col: Column = 1,
    ) -> ActionReport:
        """Write a table into a sheet. Texts that are numbers become numbers; nothing in it is run as a formula."""
        value = await shown.change(
            "calc.insert_table", table=table,
            sheet_name=sheet_name, start_row=start_row, start_col=start_col,
        )  # fmt: skip
        replaced = f"; {value['replaced']} filled cells were replaced" if value["replaced"] else ""
        return report(
            value,
            f"{value['sheet']}.{value['range']} reads back as given: {value['rows']} rows, {value['columns']} columns, "
            f"{value['numbers']} numbers{replaced}{remark(value.pop('dates'))}",
        )

    @server.acts(ToolFacts(ends=("content",), into_cells=True, keeps=Keeps.ALL))
    async def write_cell(
        cell: Annotated[str, Field(description='like "B3" or "Sheet2.B3"')],
        content: Annotated[str | int | float | bool, Field(description='a value, or a formula that begins with "="')],
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Write a value or a formula into one cell."""
        value = await shown.change("calc.write_cell", cell=cell, content=content, sheet_name=sheet_name)
        doubt = f"the formula gives {value['shown']}" if value["error"] else ""
        return report(
            value, f"{value['sheet']}.{value['cell']} shows {value['shown']!r}{remark(value.pop('dates'))}", doubt
        )


def _add_arranging(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE, words=_SELECTION))
    async def select_table_range(
        sheet_name: Sheet, start_row: Row, start_col: Column, end_row: EndRow = -1, end_col: EndColumn = -1
    ) -> ActionReport:
        """Show a sheet and select a range in it."""
        value = await shown.ask(
            "calc.select_range", sheet_name=sheet_name, start_row=start_row,
            start_col=start_col, end_row=end_row, end_col=end_col,
        )  # fmt: skip
        return report(value, f"{value['sheet']}.{value['range']} is selected")

    @server.acts(ToolFacts(words=_COLUMN_ORDER))
    async def reorder_columns(
        sheet_name: Sheet,
        desired_order: Annotated[list[str], Field(min_length=1, description="column headers in the wanted order")],
    ) -> ActionReport:
        """Put a sheet's columns in another order; those not named follow after."""
        value = await shown.change(
            "calc.reorder_columns", sheet_name=sheet_name,
            desired_order=desired_order,
        )  # fmt: skip
        return report(value, f"{value['sheet']}'s columns read {', '.join(value['headers'])}")

    @server.acts(ToolFacts(keeps=Keeps.SHEETS, words=_SORTING))
    async def sort_table(
        by: Annotated[str, Field(description="a column's header or letter")],
        descending: bool = False,
        sheet_name: Sheet = "",
        then: Annotated[list[Key] | None, Field(description="further columns, for rows that are equal so far")] = None,
    ) -> ActionReport:
        """Sort a table by columns. A header row, a title above and totals below stay where they are."""
        value = await shown.change(
            "calc.sort_table", by=by, descending=descending,
            sheet_name=sheet_name, then=[one.model_dump() for one in then or ()],
        )  # fmt: skip
        stay = f"; rows of totals left at its end: {value['totals']}" if value["totals"] else ""
        dates = value.pop("dates")
        doubt = f"texts like {dates[0]!r} are sorted as texts; convert_texts makes dates of them" if dates else ""
        more = "".join(f", then {one.by}{', descending' if one.descending else ''}" for one in then or ())
        return report(
            value, f"{value['sheet']} is sorted by {by}{', descending' if descending else ''}{more}{stay}", doubt
        )


def _add_changing(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(into_cells=True, words=_SHEETS))
    async def change_sheets(
        action: Literal["add", "rename", "delete", "move", "copy"],
        sheet_name: Annotated[str, Field(description='the sheet that is meant, "" for the one in view')] = "",
        new_name: str = "",
        position: Annotated[int | None, Field(ge=1, description="among the sheets, from 1; the end without")] = None,
    ) -> ActionReport:
        """Add, rename, delete, move or copy a sheet."""
        if action in ("add", "rename") and not new_name.strip():
            raise ToolError("give the new name")
        value = await shown.change(
            "calc.change_sheets",
            action=action,
            sheet_name=sheet_name,
            new_name=new_name,
            position=position,
        )
        return report(value, f"the sheets are {', '.join(map(repr, value['names']))}")

    @server.acts(ToolFacts(keeps=Keeps.SHEETS, words=_LINES))
    async def change_lines(
        action: Literal["insert rows", "delete rows", "insert columns", "delete columns"],
        first: Annotated[str, Field(description="a row's number, a column's letter or its header")],
        count: Annotated[int, Field(ge=1)] = 1,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Insert empty rows or columns before one, or delete some from it on."""
        value = await shown.change(
            "calc.change_lines", action=action, first=first,
            count=count, sheet_name=sheet_name,
        )  # fmt: skip
        return report(value, f"{value['sheet']} reads back as wanted after {action} at {first}")


def _add_presenting(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(ends=("value",), into_cells=True, keeps=Keeps.ALL))
    async def format_cells(
        cells: Annotated[
            list[str], Field(description='ranges like "A1:C1", or "row 1", "column B"; [] for all filled')
        ],
        look: CellLook,
        value: LookValue,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Change how cells look."""
        wanted = look_value(look, value)
        given = await shown.change(
            "calc.format_cells", cells=cells, look=look,
            value=wanted, sheet_name=sheet_name,
        )  # fmt: skip
        where = ", ".join(given["cells"])
        texts = given.pop("texts")
        shows = given.pop("shows")
        if wanted.startswith("code "):
            given["holds"] = shows
        doubt = (
            f"{len(texts)} cells hold a text ({texts[0]!r}), which no format changes; write them anew" if texts else ""
        )
        evidence = f"{look} of {given['sheet']}.{where} reads back as {wanted!r}; it shows {given['shown']!r}"
        return report(given, evidence, doubt)


def _add_saving(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(kind=ActionKind.SAVE, keeps=Keeps.ALL))
    async def save() -> ActionReport:
        """Save the spreadsheet under the name it has."""
        return saved(await shown.change("document.save"))

    @server.destroys(ToolFacts(kind=ActionKind.SAVE_AS, keeps=Keeps.ALL))
    async def save_as(file_dir: str = "", file_name: str = "", file_ext: str = "") -> ActionReport:
        """Save under another name, folder or format (.ods .xlsx .pdf .csv); an existing file is replaced.

        What is left out stays as it is; a document without a file goes to the working folder as .ods. A .csv holds the
        sheet in view only.
        """
        described = await shown.ask("document.describe")
        path = target_path(described, shown.scope.working_folder, file_dir, file_name, file_ext)
        value = await shown.change("document.save_as", path=str(path))
        left_out = len(value["sheets"]) - 1 if path.suffix == ".csv" else 0
        return saved(value, f"a .csv holds one sheet; {left_out} others are not in it" if left_out else "")
