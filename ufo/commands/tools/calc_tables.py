"""Tools for tables in a spreadsheet: filters, pivot tables, subtotals, conditional formats, validity."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ufo.commands.observe.selection import ToolScope
from ufo.commands.tools.calc_parameters import LONG_TIMEOUT_S, Cells, Options, Sheet, Sign, Where
from ufo.commands.tools.server import ToolServer
from ufo.commands.uno.bridge import OfficeBridge
from ufo.commands.uno.reports import report
from ufo.schema.command import ActionReport
from ufo.schema.looks import look_value
from ufo.schema.tool_facts import Keeps, Makes, Proof, ToolFacts

_Function = Literal[
    "sum", "count", "average", "max", "min", "product", "count numbers", "median", "deviation", "variance"
]
_TABLE = Annotated[str, Field(description='the table with its header; "" the one on the sheet')]
_KEEPS = ToolFacts(keeps=Keeps.ALL, proves=Proof.HOLDS)
_Plain = str | int | float


class Criteria(Options):
    """An advanced filter: conditions that stand in cells, headers first."""

    cells: str = Field(description='of the conditions: "H1:I3"')
    copy_to: str = Field("", description="write the fitting rows there and hide none")
    unique: bool = False


class Summed(Options):
    field: str
    function: _Function = "sum"


class PivotFields(Options):
    rows: list[str] = []
    columns: list[str] = []
    values: list[Summed] = Field(min_length=1)
    pages: list[str] = Field([], description="filters above the table")


class Looks(Options):
    highlight: str | None = Field(None, description='background: "red", "#ff0000"')
    colour: str | None = Field(None, description="of the text")
    bold: Literal["on", "off"] | None = None
    italic: Literal["on", "off"] | None = None


class Condition(Options):
    sign: Sign | Literal["formula"]
    value: _Plain = Field(description='a number, a text, or a formula or cell "=B1"')
    upper: _Plain = Field("", description="of between")


class Validity(Options):
    sign: Sign = "="
    value: _Plain = ""
    upper: _Plain = Field("", description="of between")
    entries: list[str] = Field([], description="of a list")
    source: str = Field("", description="of a list: the cells that hold its entries")
    message: str = Field("", description="shown for what does not fit")
    alert: Literal["stop", "warning", "info"] = "stop"


_RULES = (
    "conditional formatting", "conditional", "highlight", "above", "below", "greater", "less", "larger", "smaller", "more than",
    "every cell", "all cells", "duplicates", "colour scale", "color scale",
)  # fmt: skip


def add_table_tools(server: ToolServer, scope: ToolScope, bridge: OfficeBridge) -> None:
    _add_filters(server, scope, bridge)
    _add_summaries(server, scope, bridge)
    _add_conditions(server, scope, bridge)


def _add_filters(server: ToolServer, scope: ToolScope, bridge: OfficeBridge) -> None:
    @server.acts(
        _KEEPS.model_copy(
            update={
                "words": ("filter rows", "filter", "autofilter", "only rows", "show only", "shows only", "hide rows"),
                "ends": ("where",),
            }
        )
    )
    async def filter_rows(
        where: Annotated[list[Where] | None, Field(description="none shows all rows")] = None,
        join: Literal["and", "or"] = "and",
        cells: _TABLE = "",
        buttons: Annotated[bool, Field(description="autofilter: buttons on the header")] = True,
        criteria: Criteria | None = None,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Show only the rows that fit: autofilter, standard or (`criteria`) advanced filter. Sort before it."""
        window = scope.selection.require_window()
        if criteria is not None:
            value = await bridge.call(
                window, "calc.filter_by_cells", timeout_s=LONG_TIMEOUT_S, criteria=criteria.cells, cells=cells,
                copy_to=criteria.copy_to, unique=criteria.unique, sheet_name=sheet_name,
            )  # fmt: skip
        else:
            value = await bridge.call(
                window, "calc.filter_rows", timeout_s=LONG_TIMEOUT_S, where=[one.model_dump() for one in where or ()],
                join=join, cells=cells, buttons=buttons, sheet_name=sheet_name,
            )  # fmt: skip
        rows = f": rows {', '.join(value['rows'])}" if value["rows"] else ""
        doubt = "" if value["count"] else "no row fits; look at the values with get_range_values"
        return report(value, f"{value['count']} of {value['of']} rows of {value['range']} fit{rows}", doubt)


def _add_summaries(server: ToolServer, scope: ToolScope, bridge: OfficeBridge) -> None:
    @server.acts(
        ToolFacts(
            into_document=True, keeps=Keeps.ALL, proves=Proof.HOLDS,
            words=("pivot table", "pivot", "summary by", "total by", "crosstab", "data pilot"),
        )
    )  # fmt: skip
    async def set_pivot_table(
        fields: PivotFields,
        source: Annotated[str, Field(description='with its header, "Sheet1.A1:F61"; "" the table on the sheet')] = "",
        target: Annotated[str, Field(description='"Summary.A1"; a sheet that is not there is added')] = "",
        totals: bool = True,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Make a pivot table, in place of one that stands at the target."""
        value = await bridge.call(
            scope.selection.require_window(), "calc.set_pivot_table", timeout_s=LONG_TIMEOUT_S, fields=fields.model_dump(),
            source=source, target=target, sheet_name=sheet_name, totals=totals,
        )  # fmt: skip
        return report(value, f"a pivot table of {value['source']} stands at {value['sheet']}.{value['range']}")

    @server.acts(ToolFacts(keeps=Keeps.ALL, proves=Proof.HOLDS, words=("remove pivot", "delete pivot")))
    async def remove_pivot_table(sheet_name: Sheet = "") -> ActionReport:
        """Remove the pivot tables of a sheet."""
        value = await bridge.call(
            scope.selection.require_window(), "calc.remove_pivot_table", timeout_s=LONG_TIMEOUT_S, target="",
            sheet_name=sheet_name,
        )  # fmt: skip
        return report(value, f"{', '.join(value['removed'])} is gone from {value['sheet']}")

    @server.acts(
        ToolFacts(
            into_cells=True,
            keeps=Keeps.SHEETS,
            proves=Proof.HOLDS,
            words=("subtotals", "subtotal", "total group", "grand total"),
        )
    )
    async def add_subtotals(
        by: Annotated[str, Field(description="the header whose groups are summed up")],
        columns: Annotated[list[str], Field(min_length=1, description="headers of what is summed up")],
        function: Literal["sum", "count", "average", "max", "min", "product", "none"] = "sum",
        cells: _TABLE = "",
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Sort a table into groups and put subtotals below each; the function none takes them away."""
        value = await bridge.call(
            scope.selection.require_window(), "calc.add_subtotals", timeout_s=LONG_TIMEOUT_S, by=by, columns=columns,
            function=function, cells=cells, sheet_name=sheet_name,
        )  # fmt: skip
        return report(value, f"{value['range']} has {value['subtotals']} subtotals")


def _add_conditions(server: ToolServer, scope: ToolScope, bridge: OfficeBridge) -> None:
    @server.acts(
        ToolFacts(ends=("rule",), into_cells=True, keeps=Keeps.ALL, makes=Makes.LOOKS, proves=Proof.HOLDS, words=_RULES)
    )
    async def conditional_format(
        cells: Cells,
        rule: Annotated[Condition | None, Field(description="none takes conditional formats away")],
        looks: Looks | None = None,
        keep: Annotated[bool, Field(description="leave the rules that are there, which go first")] = False,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Give cells a look while their value fits a rule."""
        given = {
            name: look_value(name, one) for name, one in (looks.model_dump(exclude_none=True) if looks else {}).items()
        }
        value = await bridge.call(
            scope.selection.require_window(), "calc.conditional_format", timeout_s=LONG_TIMEOUT_S, cells=cells,
            rule=rule.model_dump() if rule else {}, looks=given, keep=keep, sheet_name=sheet_name,
        )  # fmt: skip
        return report(value, f"{value['sheet']}.{value['range']} has {value['rules']} conditional formats")

    @server.acts(
        ToolFacts(
            into_cells=True, keeps=Keeps.ALL, proves=Proof.HOLDS,
            words=("validation", "validate", "validity", "drop-down", "dropdown", "allow only", "data entry"),
        )
    )  # fmt: skip
    async def validate_cells(
        cells: Cells,
        kind: Literal["any", "list", "whole number", "number", "date", "time", "text length", "formula"],
        rule: Validity | None = None,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Let cells take only what fits: entries of a list, numbers, dates; any takes the restriction away."""
        value = await bridge.call(
            scope.selection.require_window(), "calc.validate_cells", timeout_s=LONG_TIMEOUT_S, cells=cells, kind=kind,
            rule=(rule or Validity()).model_dump(), sheet_name=sheet_name,
        )  # fmt: skip
        return report(value, f"{value['sheet']}.{value['range']} takes {kind} {value['condition']}".rstrip())
