"""Tools for whole sheets: what is in them, their rows and columns, their charts, CSV files, and undo."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts
from ufo.tools.servers.server import ToolServer
from ufo_libreoffice.reports import existing_file, report, saved, target_path
from ufo_libreoffice.servers.calc_parameters import Options, Sheet
from ufo_libreoffice.shown_document import ShownDocument

_Kind = Literal["bar", "column", "line", "pie", "area", "scatter", "donut", "radar", "bubble", "stock"]
_Separator = Literal["comma", "semicolon", "tab", "pipe", "space"]
_Encoding = Literal["utf-8", "utf-16", "latin-1", "windows-1252", "ascii"]
_CSV = (
    "CSV options", "import csv", "import text", "export csv", "separator", "semicolon", "delimiter", "encoding", "csv",
)  # fmt: skip
_SHEETS = ("sheets", "tab", "worksheet")
_LINES = (
    "rows or columns added or deleted", "row", "column", "line", "insert", "delete", "remove", "order of columns", "reorder",
    "move column", "swap columns", "exchange columns", "column before", "stand before",
)  # fmt: skip
_CHARTS = (
    "charts", "diagram", "graph", "plot", "draw", "visualise", "visualize", "curve", "pie", "bars", "edit chart", "chart title",
    "axis title", "legend", "chart type", "remove chart", "call chart",
)  # fmt: skip


class ChartOptions(Options):
    series_in: Literal["columns", "rows"] | None = None
    subtitle: str = ""
    title: str = ""
    x_title: str = ""
    y_title: str = ""
    legend: Literal["right", "left", "top", "bottom", "none"] | None = None
    stacked: Literal["on", "percent"] | None = None
    labels: Literal["value", "percent", "name", "none"] | None = None
    y_min: float | None = Field(None, description="where the axis of values begins")
    y_max: float | None = None
    y_logarithmic: bool | None = None
    place: str = Field("", description='the cell of its upper left corner, "H2"')
    width: float | None = Field(None, gt=10, le=1000, description="in mm")
    height: float | None = Field(None, gt=10, le=1000, description="in mm")


class ImportOptions(Options):
    separator: _Separator = "comma"
    encoding: _Encoding = "utf-8"
    first_line: int = Field(1, ge=1)
    columns: dict[str, Literal["text", "MDY", "DMY", "YMD", "english", "standard", "skip"]] = Field(
        {}, description='by number, {"2": "MDY"}: a date in that order'
    )
    language: Literal["", "en-US", "en-GB", "de", "fr", "es", "it"] = ""
    numbers: bool = Field(True, description="recognise dates and numbers in the other columns")


class ExportOptions(Options):
    separator: _Separator = "comma"
    encoding: _Encoding = "utf-8"
    quote_all: bool = False
    as_shown: bool = True
    formulas: bool = False


def add_sheet_tools(server: ToolServer, shown: ShownDocument) -> None:
    _add_looking(server, shown)
    _add_changing(server, shown)
    _add_charts(server, shown)
    _add_export(server, shown)
    _add_undoing(server, shown)


def _add_looking(server: ToolServer, shown: ShownDocument) -> None:
    @server.observes(ToolFacts(of_window=True, keeps=Keeps.ALL))
    async def look_at_sheets() -> dict[str, Any]:
        """Return of every sheet its filled range, its header and what hangs on it, and the document's path and names."""
        return dict(await shown.ask("calc.look_at_sheets"))


def _add_changing(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(takes="path", into_cells=True, words=(*_SHEETS, *_CSV)))
    async def change_sheets(
        action: Literal["add", "rename", "delete", "move", "copy", "import csv"],
        sheet_name: Annotated[str, Field(description='the sheet that is meant, "" for the one in view')] = "",
        new_name: str = "",
        position: Annotated[int | None, Field(ge=1, description="among the sheets, from 1; the end without")] = None,
        path: Annotated[str, Field(description="of the CSV file that becomes a sheet")] = "",
        options: Annotated[ImportOptions | None, Field(description="how its columns are read")] = None,
    ) -> ActionReport:
        """Add, rename, delete, move or copy a sheet, or bring a CSV file in as one."""
        if action == "import csv":
            file, how = existing_file(shown.scope.working_folder / path), (options or ImportOptions()).model_dump()
            value = await shown.change("calc.import_csv", path=str(file), new_sheet=new_name, how=how)
            return report(value, f"sheet {value['sheet']!r} holds {value['rows']} rows: {value['first']}")
        if action in ("add", "rename") and not new_name.strip():
            raise ToolError("give the new name")
        value = await shown.change(
            "calc.change_sheets", action=action, sheet_name=sheet_name, new_name=new_name, position=position
        )
        return report(value, f"the sheets are {', '.join(map(repr, value['names']))}")

    @server.acts(ToolFacts(keeps=Keeps.SHEETS, words=_LINES))
    async def change_lines(
        action: Literal["insert rows", "delete rows", "insert columns", "delete columns", "order columns"],
        first: Annotated[str, Field(description="a row's number, a column's letter or its header")] = "",
        count: Annotated[int, Field(ge=1)] = 1,
        order: Annotated[
            list[str] | None, Field(min_length=1, description="of columns: headers; those not named follow after")
        ] = None,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Insert empty rows or columns before one, delete some from it on, or put columns in another order."""
        if action == "order columns":
            value = await shown.change("calc.reorder_columns", sheet_name=sheet_name, desired_order=order or [])
            return report(value, f"{value['sheet']}'s columns read {', '.join(value['headers'])}")
        value = await shown.change("calc.change_lines", action=action, first=first, count=count, sheet_name=sheet_name)
        return report(value, f"{value['sheet']} reads back as wanted after {action} at {first}")


def _add_charts(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(keeps=Keeps.ALL, words=_CHARTS))
    async def edit_chart(
        action: Literal["insert", "change", "remove"],
        chart: Annotated[
            str, Field(description='to change or remove: its name, title or number on the sheet; "" the only one')
        ] = "",
        chart_type: Annotated[_Kind | None, Field(description="bar: lying; column: upright")] = None,
        data_range: Annotated[
            str,
            Field(description='"A1:B5", several as "A1:A5, D1:D5"; "" draws all on the sheet, or what it draws now'),
        ] = "",
        options: ChartOptions | None = None,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Insert a chart beside the data (on sheet_name where the range names its sheet itself, "Data.A1:B5"), change its kind,
        data, titles, legend, labels or place, or remove it. A header row and a column of labels are recognised."""
        if action == "remove":
            value = await shown.change("calc.remove_chart", chart=chart, sheet_name=sheet_name)
            return report(value, f"{value['chart']} is gone from {value['sheet']!r}")
        if action == "insert" and chart_type is None:
            raise ToolError("give the chart_type")
        given = options.model_dump(exclude_none=True) if options else {}
        of: dict[str, Any] = {"chart_type": chart_type or "", "data_range": data_range, "sheet_name": sheet_name,
              "options": {name: option for name, option in given.items() if option != ""}}  # fmt: skip
        if action == "insert":
            value = await shown.change("calc.insert_chart", **of)
            return report(value, f"a {chart_type} chart on {value['sheet']!r} draws {value['range']}")
        value = await shown.change("calc.change_chart", chart=chart, **of)
        undone = "" if value.pop("undone") else "; Ctrl+Z does not take it back"
        return report(value, f"{value['chart']} on {value['sheet']!r} reads back as wanted{undone}")


def _add_export(server: ToolServer, shown: ShownDocument) -> None:
    @server.destroys(ToolFacts(kind=ActionKind.SAVE_AS, ending="csv", keeps=Keeps.ALL, words=_CSV))
    async def export_file(
        file_name: str, file_dir: str = "", options: ExportOptions | None = None, sheet_name: Sheet = ""
    ) -> ActionReport:
        """Write one sheet to a CSV file, with the separator and encoding as said; the document keeps its own file."""
        described = await shown.ask("document.describe")
        ending = "" if Path(file_name).suffix else "csv"
        plain = {**described, "extensions": [".csv", ".txt", ".tsv"]}
        file = target_path(plain, shown.scope.working_folder, file_dir, file_name, ending)
        how = (options or ExportOptions()).model_dump()
        value = await shown.ask("calc.export_csv", path=str(file), how=how, sheet_name=sheet_name)
        return saved({**value, "exported": True})


def _add_undoing(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(words=("undo", "take back", "revert")))
    async def undo_changes(steps: Annotated[int, Field(ge=1, le=100)] = 1) -> ActionReport:
        """Take back the spreadsheet's last changes; each call of a tool was one."""
        value = await shown.change("calc.undo_changes", steps=steps)
        return report(value, f"taken back: {', '.join(value['undone'])}")
