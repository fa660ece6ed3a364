"""Tools for whole sheets: what is in them, how they are viewed, printed and protected, their charts, names and comments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from ufo.commands.tools.calc_parameters import Cells, Options, Sheet
from ufo.commands.tools.server import ToolServer
from ufo.commands.uno.reports import report, saved, target_path
from ufo.commands.uno.shown_document import ShownDocument
from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.property_values import PAPERS
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts

_Kind = Literal["bar", "column", "line", "pie", "area", "scatter", "donut", "radar", "bubble", "stock"]
_Separator = Literal["comma", "semicolon", "tab", "pipe", "space"]
_Encoding = Literal["utf-8", "utf-16", "latin-1", "windows-1252", "ascii"]
_KEEPS = ToolFacts(keeps=Keeps.ALL)
_NOT_UNDONE = "Ctrl+Z does not take it back"
_CSV = (
    "CSV options",
    "import csv",
    "import text",
    "export csv",
    "separator",
    "semicolon",
    "delimiter",
    "encoding",
    "csv",
)


class View(Options):
    freeze_rows: int | None = Field(None, ge=0, le=1000, description="from the top; 0 releases")
    freeze_columns: int | None = Field(None, ge=0, le=200)
    hide: list[str] = Field([], description='columns and rows: "C", "D:F", "3", "5:9"')
    show: list[str] = []
    widths: dict[str, float] = Field({}, description='in mm by column, {"A": 30}; 0 fits the contents')
    heights: dict[str, float] = Field({}, description="in mm by row")
    visible: bool | None = Field(None, description="the sheet itself")


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


class Page(Options):
    orientation: Literal["portrait", "landscape"] | None = None
    paper: Literal["a3", "a4", "a5", "a6", "b5", "letter", "legal", "tabloid"] | None = None
    margins: dict[Literal["left", "right", "top", "bottom"], float] = Field({}, description="in mm")
    header: str | None = Field(None, description='"Report {sheet name}"; "" takes it away')
    footer: str | None = Field(None, description='"Page {page number} of {page count}"')
    print_range: str | None = Field(None, description='"A1:F40"; "" prints all')
    repeat_rows: str = Field("", description='on every page: "1" or "1:2"')
    repeat_columns: str = ""
    fit_width: int | None = Field(None, ge=0, le=1000, description="in pages")
    fit_height: int | None = Field(None, ge=0, le=1000, description="in pages")
    scale: int | None = Field(None, ge=10, le=400, description="in percent")
    center: bool | None = None
    grid: bool | None = None


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


_CHARTS = ("charts", "diagram", "graph", "plot", "draw", "visualise", "visualize", "curve", "pie", "bars")


def add_sheet_tools(server: ToolServer, shown: ShownDocument) -> None:
    _add_views(server, shown)
    _add_charts(server, shown)
    _add_pages(server, shown)
    _add_names(server, shown)
    _add_tables_in_text(server, shown)
    _add_undoing(server, shown)


async def _call(shown: ShownDocument, operation: str, **arguments: Any) -> dict[str, Any]:
    return dict(await shown.change(operation, **arguments))


def _add_views(server: ToolServer, shown: ShownDocument) -> None:
    @server.observes(ToolFacts(of_window=True, keeps=Keeps.ALL))
    async def look_at_sheets() -> dict[str, Any]:
        """Return of every sheet its filled range, its header and what hangs on it, and the document's path and names."""
        return dict(await shown.ask("calc.look_at_sheets"))

    @server.acts(
        _KEEPS.model_copy(
            update={
                "words": (
                    "freeze or hide rows",
                    "freeze",
                    "frozen",
                    "freezing",
                    "fixed",
                    "hide",
                    "hidden",
                    "unhide",
                    "width",
                    "wider",
                    "keep visible",
                    "stay top",
                    "not see column",
                    "height",
                    "header row",
                )
            }
        )
    )
    async def arrange_view(view: View, sheet_name: Sheet = "") -> ActionReport:
        """Freeze rows and columns, hide or show them, set widths and heights, hide a sheet."""
        how = view.model_dump(exclude_none=True)
        value = await _call(shown, "calc.arrange_view", sheet_name=sheet_name, how=how)
        wrong = ", ".join(value.pop("wrong"))
        rows, columns = value["frozen"]
        doubt = f"these do not read back as wanted: {wrong}" if wrong else ""
        return report(
            {**value, "equal": value["equal"] or bool(wrong)},
            f"{value['sheet']}: {rows} rows and {columns} columns are frozen",
            doubt,
        )


def _add_charts(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(keeps=Keeps.ALL, words=_CHARTS))
    async def insert_chart(
        chart_type: Annotated[_Kind, Field(description="bar: lying; column: upright")],
        data_range: Annotated[
            str, Field(description='"A1:B5", several as "A1:A5, D1:D5"; "" draws all on the sheet')
        ] = "",
        sheet_name: Sheet = "",
        title: str = "",
        options: ChartOptions | None = None,
    ) -> ActionReport:
        """Insert a chart beside the data, or on sheet_name where the range names its sheet itself ("Data.A1:B5"). A header
        row and a column of labels in the range are recognised."""
        value = await _call(
            shown, "calc.insert_chart", chart_type=chart_type, data_range=data_range, sheet_name=sheet_name,
            title=title, options=_given(options),
        )  # fmt: skip
        return report(value, f"a {chart_type} chart on {value['sheet']!r} draws {value['range']}")

    @server.acts(
        ToolFacts(
            keeps=Keeps.ALL,
            words=("change chart", "edit chart", "chart title", "axis title", "legend", "chart type",
            "remove chart", "call diagram", "call chart", "rename chart", "turn bars into", "turn pie into"),
        )
    )  # fmt: skip
    async def change_chart(
        chart: Annotated[str, Field(description='its name, title or number on the sheet; "" the only one')] = "",
        chart_type: _Kind | None = None,
        data_range: str = "",
        options: ChartOptions | None = None,
        remove: bool = False,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Change a chart's kind, data, titles, legend, labels or place, or remove it."""
        if remove:
            value = await _call(shown, "calc.remove_chart", chart=chart, sheet_name=sheet_name)
            return report(value, f"{value['chart']} is gone from {value['sheet']!r}")
        value = await _call(
            shown, "calc.change_chart", chart=chart, chart_type=chart_type or "", data_range=data_range,
            sheet_name=sheet_name, options=_given(options),
        )  # fmt: skip
        undone = "" if value.pop("undone") else f"; {_NOT_UNDONE}"
        return report(value, f"{value['chart']} on {value['sheet']!r} reads back as wanted{undone}")


def _given(options: ChartOptions | None) -> dict[str, Any]:
    shown = options.model_dump(exclude_none=True) if options else {}
    return {name: one for name, one in shown.items() if one != ""}


def _add_pages(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(
        _KEEPS.model_copy(
            update={
                "words": (
                    "page setup", "landscape", "portrait", "print range", "print area", "margin", "header",
                    "footer", "paper",
                    "repeat rows", "page number", "fit page", "printing", "print", "printer", "sideways",
                )
            }
        )
    )  # fmt: skip
    async def page_setup(page: Page, sheet_name: Sheet = "") -> ActionReport:
        """Set how a sheet is printed: paper, margins, header, footer, print range, repeated rows, size."""
        how = page.model_dump(exclude_none=True)
        if page.paper:
            how["paper"] = PAPERS[page.paper]
        value = await _call(shown, "calc.page_setup", sheet_name=sheet_name, how=how)
        before = ", ".join(f"{name} {one}" for name, one in value["before"].items())
        undone = "" if value.pop("undone") else f"; {_NOT_UNDONE}; before: {before}"
        return report(value, f"the pages of {value['sheet']} read back as wanted{undone}")

    @server.acts(
        _KEEPS.model_copy(
            update={
                "words": (
                    "protect sheet",
                    "protect",
                    "unprotect",
                    "lock cells",
                    "protection",
                    "lock",
                    "nobody change",
                    "editable again",
                )
            }
        )
    )
    async def protect_sheet(
        protected: bool = True,
        unlocked: Annotated[str, Field(description='cells that may still be changed, "B2:B9"')] = "",
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Protect a sheet against changes, without a password, or take its protection off."""
        value = await _call(shown, "calc.protect_sheet", protected=protected, unlocked=unlocked, sheet_name=sheet_name)
        return report(value, f"{value['sheet']} is {'protected' if value['protected'] else 'not protected'}")


def _add_undoing(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(words=("undo", "take back", "revert")))
    async def undo_changes(steps: Annotated[int, Field(ge=1, le=100)] = 1) -> ActionReport:
        """Take back the spreadsheet's last changes; each call of a tool was one."""
        value = await _call(shown, "calc.undo_changes", steps=steps)
        return report(value, f"taken back: {', '.join(value['undone'])}")


def _add_names(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(
        _KEEPS.model_copy(
            update={
                "words": ("named range", "name range", "range name", "define name", "call use formulas", "name cell")
            }
        )
    )
    async def name_range(
        name: str, cells: Annotated[str, Field(description='"A2:A20"; "" takes the name away')], sheet_name: Sheet = ""
    ) -> ActionReport:
        """Give cells a name for formulas, or take it away."""
        value = await _call(shown, "calc.name_range", name=name, cells=cells, sheet_name=sheet_name)
        return report(
            value, f"{name} is {value['content'] or 'gone'}; the names are {', '.join(value['names']) or 'none'}"
        )

    @server.acts(_KEEPS.model_copy(update={"words": ("comment", "note on cell", "annotate", "remark", "attach note")}))
    async def comment_cell(
        cell: Cells, text: Annotated[str, Field(description='"" takes it away')], sheet_name: Sheet = ""
    ) -> ActionReport:
        """Put a comment on a cell, or take it away."""
        value = await _call(shown, "calc.comment_cell", cell=cell, text=text, sheet_name=sheet_name)
        return report(value, f"the comment of {value['sheet']}.{value['cell']} is {value['comment']!r}")


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise ToolError(f"there is no file {str(path)!r}; list_folder tells what there is")
    return path


def _add_tables_in_text(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(takes="path", into_cells=True, keeps=Keeps.ALL, words=_CSV))
    async def import_csv(path: str, options: ImportOptions | None = None, new_sheet: str = "") -> ActionReport:
        """Bring a CSV file into the spreadsheet as a new sheet, with the columns read as said."""
        file = _existing(shown.scope.working_folder / path)
        how = (options or ImportOptions()).model_dump()
        value = await _call(shown, "calc.import_csv", path=str(file), new_sheet=new_sheet, how=how)
        return report(value, f"sheet {value['sheet']!r} holds {value['rows']} rows: {value['first']}")

    @server.destroys(ToolFacts(kind=ActionKind.SAVE_AS, ending="csv", keeps=Keeps.ALL, words=_CSV))
    async def export_csv(
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
