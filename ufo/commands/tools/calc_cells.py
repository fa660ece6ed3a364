"""Tools that write many cells of a spreadsheet at once, and turn texts in them into dates, numbers and columns."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from ufo.commands.tools.calc_parameters import Cells, Sheet, remark
from ufo.commands.tools.server import ToolServer
from ufo.commands.uno.reports import report
from ufo.commands.uno.shown_document import ShownDocument
from ufo.schema.command import ActionReport
from ufo.schema.tool_facts import Keeps, ToolFacts

_WRITES = ToolFacts(into_cells=True, keeps=Keeps.ALL)
_TURNS = ToolFacts(into_cells=True, keeps=Keeps.SHEETS)
Content = str | int | float | bool


def add_filling(server: ToolServer, shown: ShownDocument) -> None:
    _add_writing(server, shown)
    _add_turning(server, shown)


def _add_writing(server: ToolServer, shown: ShownDocument) -> None:
    async def call(operation: str, **arguments: Any) -> dict[str, Any]:
        return dict(await shown.change(operation, **arguments))

    @server.acts(_WRITES.model_copy(update={"ends": ("cells",)}))
    async def set_cells(
        cells: Annotated[dict[str, Content], Field(min_length=1, description='{"F1": "Total", "F2": "=D2*E2"}')],
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Write values or formulas into single cells, each its own."""
        value = await call("calc.set_cells", cells=cells, sheet_name=sheet_name)
        said = f"{value['count']} cells of {value['sheet']} read back as given{remark(value.pop('dates'))}"
        texts = value.pop("texts")
        if texts:
            kept = "are texts" if len(texts) > 1 else "is a text"
            said += f"; {', '.join(map(repr, texts))} {kept}, as its column or its format has it"
        return report(value, said, _errors(value))

    @server.acts(_WRITES.model_copy(update={"ends": ("content",)}))
    async def fill_range(
        cells: Cells,
        content: Annotated[
            Content, Field(description='a value, or the first cell\'s formula: "=D2*E2" goes on as =D3*E3')
        ],
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Fill a range with one formula, whose references move along, or with one value."""
        value = await call("calc.fill_range", cells=cells, content=content, sheet_name=sheet_name)
        replaced = f"; {value['replaced']} filled cells were replaced" if value["replaced"] else ""
        said = f"{value['count']} cells are filled, {value['range']}, from {value['first']!r} to {value['last']!r}"
        return report(value, said + replaced, _errors(value))

    @server.acts(
        _WRITES.model_copy(
            update={
                "ends": ("content",),
                "words": (
                    "blanks",
                    "blank",
                    "empty cells",
                    "missing values",
                    "gaps",
                    "holes",
                    "nothing stands",
                    "left empty",
                ),
            }
        )
    )
    async def fill_blanks(
        cells: Cells = "",
        content: Annotated[
            Content | None, Field(description='a value, "above" or "below"; none only finds them')
        ] = None,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Find the empty cells of a range, and fill them with a value or the next one above or below."""
        value = await call("calc.fill_blanks", cells=cells, content=content, sheet_name=sheet_name)
        where = ", ".join(value["blanks"]) or "none"
        return report(
            value, f"{value['count']} empty cells in {value['sheet']}.{value['range']}: {where}; {value['left']} left"
        )


def _errors(value: dict[str, Any]) -> str:
    errors = value.pop("errors")
    return f"formulas give errors: {', '.join(errors)}" if errors else ""


def _add_turning(server: ToolServer, shown: ShownDocument) -> None:
    async def call(operation: str, **arguments: Any) -> dict[str, Any]:
        return dict(await shown.change(operation, **arguments))

    @server.acts(
        _TURNS.model_copy(
            update={
                "words": ("texts to numbers or dates", "dates", "birth", "numbers", "convert", "text", "csv", "sort")
            }
        )
    )
    async def convert_texts(
        cells: Cells,
        to: Literal["date", "number", "text"],
        order: Annotated[
            Literal["", "MDY", "DMY", "YMD"], Field(description='of a date; "" is told from the dates')
        ] = "",
        code: Annotated[str, Field(description='the format to show, "MM/DD/YYYY"')] = "",
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Turn texts into real dates or numbers, such as those that came with a CSV file; sort and filter after it."""
        value = await call("calc.convert_texts", cells=cells, to=to, order=order, code=code, sheet_name=sheet_name)
        left = value["left"]
        doubt = f"left as texts: {', '.join(map(repr, left))}" if left else ""
        return report(
            value, f"{value['count']} cells of {value['range']} are {to}s; the first shows {value['shown']!r}", doubt
        )

    @server.acts(
        _TURNS.model_copy(update={"words": ("text to columns", "split column", "split text", "separate columns")})
    )
    async def split_text(
        cells: Cells,
        separator: Annotated[str, Field(min_length=1)] = ",",
        replace: Annotated[bool, Field(description="also where cells to the right are filled")] = False,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Divide the texts of a column at a separator into columns."""
        value = await call("calc.split_text", cells=cells, separator=separator, replace=replace, sheet_name=sheet_name)
        return report(value, f"{value['range']} has {value['columns']} columns; the first row reads {value['first']}")

    @server.acts(
        ToolFacts(
            into_cells=True,
            keeps=Keeps.ALL,
            words=("merge cells", "merge", "unmerge", "split cells", "span", "join cells", "join A1"),
        )
    )
    async def merge_cells(
        cells: Cells, merged: bool = True, center: bool = False, sheet_name: Sheet = ""
    ) -> ActionReport:
        """Merge a range into one cell, or (`merged` false) split it again."""
        value = await call("calc.merge_cells", cells=cells, merged=merged, center=center, sheet_name=sheet_name)
        doubt = f"{value['hidden']} filled cells are hidden below it" if value["hidden"] else ""
        return report(value, f"{value['range']} is {'one cell' if merged else 'single cells'}", doubt)
