"""Tools that read and write cells, and turn texts in them into dates, numbers and columns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from mcp_types import CallToolResult
from pydantic import Field

from ufo.conditions.readers.blocks import formula_blocks
from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts
from ufo.tools.servers.server import ToolServer, rows
from ufo_libreoffice.reports import existing_file, report
from ufo_libreoffice.servers.calc_parameters import Cells, CellValue, Sheet, remark
from ufo_libreoffice.shown_document import ShownDocument

_MOST_FORMULAS = 40
_VALUES = ("values of a range", "range", "values", "read", "compare", "each", "what stands", "which number stands")
_TABLES = (
    "tables", "list", "copy", "rows", "entries", "records", "data", "copy cells", "copy a range", "from another file",
    "values only", "paste", "duplicate",
)  # fmt: skip
_SELECTION = ("select a range", "select", "show sheet")
_TEXTS = (
    "texts to numbers or dates", "dates", "birth", "numbers", "convert", "text", "csv", "sort", "text to columns",
    "split column", "split text", "separate columns",
)  # fmt: skip
_WRITES = ToolFacts(into_cells=True, keeps=Keeps.ALL)


def add_cell_tools(server: ToolServer, shown: ShownDocument) -> None:
    _add_reading(server, shown)
    _add_writing(server, shown)
    _add_turning(server, shown)


def _add_reading(server: ToolServer, shown: ShownDocument) -> None:
    @server.observes(ToolFacts(of_window=True, keeps=Keeps.ALL, words=_VALUES))
    async def read_cells(
        cells: Cells = "",
        sheet_name: Sheet = "",
        as_table: Annotated[bool, Field(description="as a Markdown table of what the cells show")] = False,
        formulas: bool = True,
    ) -> CallToolResult:
        """Return the values of cells, row by row: numbers as numbers, dates and texts as texts; beside them formulas by their
        ranges."""
        value = await shown.ask("calc.read_cells", cells=cells, sheet_name=sheet_name, as_shown=as_table)
        told = {(row, column): formula for row, column, formula in value["formulas"] if formulas}
        more: dict[str, object] = {"formulas": formula_blocks(told, _MOST_FORMULAS)} if told else {}
        if mistyped := value["mistyped"]:
            rest = f" and {len(mistyped) - _MOST_FORMULAS} more" if len(mistyped) > _MOST_FORMULAS else ""
            more["stored_as_text"] = f"{', '.join(mistyped[:_MOST_FORMULAS])}{rest}, unlike other cells of their column"
        if as_table:
            return rows(_markdown(value["rows"]) or f"sheet {value['sheet']!r} is empty", **more)
        return rows(value["rows"], **more)

    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE, words=_SELECTION))
    async def select_place(cells: Cells, sheet_name: Sheet = "") -> ActionReport:
        """Show a sheet and select cells in it."""
        value = await shown.ask("calc.select_range", cells=cells, sheet_name=sheet_name)
        return report(value, f"{value['sheet']}.{value['range']} is selected")


def _markdown(table: Sequence[Sequence[Any]]) -> str:
    if not table:
        return ""
    lines = [[_cell(cell).replace("|", "\\|").replace("\n", " ") for cell in row] for row in table]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: Any) -> str:
    """Return a cell's value as text: a number without the digits that only its notation adds (416.15999999999997)."""
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def _add_writing(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(_WRITES.model_copy(update={"ends": ("table", "at"), "words": _TABLES, "takes": "from_file"}))
    async def write_table(  # noqa: PLR0913 the tool's parameters are what models know
        table: Annotated[
            list[list[CellValue]] | None, Field(min_length=1, description="rows of cells, the header first")
        ] = None,
        at: Annotated[str, Field(description='its first cell, "B2", "Summary.B2"')] = "A1",
        sheet_name: Sheet = "",
        copy_of: Annotated[
            str, Field(description='instead: cells to copy, "Prices.A1:C9"; at names the sheet then')
        ] = "",
        from_file: Annotated[str, Field(description="of copy_of: another spreadsheet")] = "",
        values_only: Annotated[bool, Field(description="of copy_of: formulas as what they show")] = False,
    ) -> ActionReport:
        """Write a table into a sheet, or copy cells with formats and formulas from any sheet or file; for these a sheet that is
        not there is added. Texts that are numbers become numbers; nothing in a table is run as a formula."""
        if copy_of:
            if table:
                raise ToolError("give a table or cells to copy, not both")
            return await _copied(shown, copy_of, at, from_file, values_only)
        if not table:
            raise ToolError("give a table, or cells to copy as copy_of")
        value = await shown.change("calc.insert_table", table=table, at=at, sheet_name=sheet_name)
        replaced = f"; {value['replaced']} filled cells were replaced" if value["replaced"] else ""
        return report(
            value,
            f"{value['sheet']}.{value['range']} reads back as given: {value['rows']} rows, {value['columns']} columns, "
            f"{value['numbers']} numbers{replaced}{remark(value.pop('dates'))}",
        )

    @server.acts(_WRITES.model_copy(update={"ends": ("cells",)}))
    async def write_cells(
        cells: Annotated[
            dict[str, CellValue],
            Field(min_length=1, description='{"F1": "Total", "F2:F9": "=D2*E2"}: a formula goes on as =D3*E3'),
        ],
        blanks: Annotated[
            bool, Field(description='only empty cells, with a value, "above" or "below"; null only finds them')
        ] = False,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Write values or formulas into cells and ranges, or find and fill the empty ones."""
        value = await shown.change("calc.write_cells", cells=cells, blanks=blanks, sheet_name=sheet_name)
        said = f"{value.pop('said')}{remark(value.pop('dates', []))}"
        return report(value, said, value.pop("doubt", ""))


async def _copied(shown: ShownDocument, cells: str, at: str, from_file: str, values_only: bool) -> ActionReport:
    source = str(existing_file(shown.scope.working_folder / from_file)) if from_file else ""
    value = dict(await shown.change("calc.copy_cells", cells=cells, to=at, from_file=source, values_only=values_only))
    file = f" of {Path(source).name}" if source else ""
    replaced = f"; {value['replaced']} filled cells were replaced" if value["replaced"] else ""
    said = f"{value['from']}{file} stands at {value['sheet']}.{value['range']}, {value['formulas']} formulas{replaced}"
    return report(value, said, value.pop("doubt"))


def _add_turning(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(into_cells=True, keeps=Keeps.SHEETS, words=_TEXTS))
    async def convert_texts(  # noqa: PLR0913 the tool's parameters are what models know
        cells: Cells,
        to: Literal["date", "number", "text", "columns"],
        order: Annotated[
            Literal["", "MDY", "DMY", "YMD"], Field(description='of a date; "" is told from the dates')
        ] = "",
        code: Annotated[str, Field(description='the format to show, "MM/DD/YYYY"')] = "",
        separator: Annotated[str, Field(min_length=1, description="of columns")] = ",",
        replace: Annotated[bool, Field(description="columns also where cells to the right are filled")] = False,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Turn texts into real dates or numbers, such as those that came with a CSV file (sort and filter after it), or divide
        them at a separator into columns."""
        if to == "columns":
            value = dict(await shown.change(
                "calc.split_text", cells=cells, separator=separator, replace=replace, sheet_name=sheet_name
            ))  # fmt: skip
            said = f"{value['range']} has {value['columns']} columns; the first row reads {value['first']}"
            return report(value, said)
        value = dict(
            await shown.change("calc.convert_texts", cells=cells, to=to, order=order, code=code, sheet_name=sheet_name)
        )
        left = value["left"]
        doubt = f"left as texts: {', '.join(map(repr, left))}" if left else ""
        said = f"{value['count']} cells of {value['range']} are {to}s; the first shows {value['shown']!r}"
        return report(value, said, doubt)
