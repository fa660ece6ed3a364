"""Tools for tables in a spreadsheet: filters, pivot tables, subtotals, conditional formats, validity."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ufo.commands.tools.calc_parameters import Cells, Options, Sheet, Sign, Where
from ufo.commands.tools.server import ToolServer
from ufo.commands.uno.reports import report
from ufo.commands.uno.shown_document import ShownDocument
from ufo.schema.command import ActionReport
from ufo.schema.looks import look_value
from ufo.schema.tool_facts import Keeps, ToolFacts

_Function = Literal[
    "sum", "count", "average", "max", "min", "product", "count numbers", "median", "deviation", "variance"
]
_TABLE = Annotated[str, Field(description='the table with its header; "" the one on the sheet')]
_KEEPS = ToolFacts(keeps=Keeps.ALL)
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
    sign: (
        Sign
        | Literal[
            "formula", "duplicate", "unique", "top", "bottom", "top percent", "bottom percent", "above average",
            "below average", "contains", "not contains", "begins with", "ends with", "empty", "filled",
        ]
    )  # fmt: skip
    value: _Plain = Field("", description='a number, a text, a formula or cell "=B1"; of top: how many')
    upper: _Plain = Field("", description="of between")


class Validity(Options):
    sign: Sign = "="
    value: _Plain = ""
    upper: _Plain = Field("", description="of between")
    entries: list[str] = Field([], description="of a list")
    source: str = Field("", description="of a list: the cells that hold its entries")
    message: str = Field("", description="shown for what does not fit")
    alert: Literal["stop", "warning", "info"] = "stop"


class Point(Options):
    at: Literal["min", "max", "percentile", "percent", "number", "formula", "automatic"] = Field(
        description="automatic: of data bars"
    )
    value: _Plain = Field("", description='a number; a formula or cell "=B1"')
    color: str = Field("", description="of a colour scale, by name or like #ff0000")


class Shading(Options):
    points: list[Point] = Field(
        [],
        max_length=5,
        description="low to high: 2 or 3 of a colour scale; the 2 ends of data bars; where each icon but the lowest begins",
    )
    color: str = Field("", description="of data bars")
    negative_color: str = Field("", description="of data bars")
    axis: Literal["automatic", "middle", "none"] = "automatic"
    gradient: bool = True
    icons: Literal[
        "3 arrows", "3 grey arrows", "3 flags", "3 traffic lights", "3 signs", "3 symbols", "3 smileys", "3 stars", "3 triangles",
        "4 arrows", "4 ratings", "4 traffic lights", "5 arrows", "5 grey arrows", "5 ratings", "5 quarters", "5 boxes",
    ] = "3 arrows"  # fmt: skip
    show_value: bool = Field(True, description="of data bars and icons")


_SHADES = (
    "colour scale", "color scale", "data bars", "data bar", "icon set", "icons cells", "heat map", "heatmap", "gradient cells",
    "traffic lights", "arrows cells", "shade by value", "bars inside cells", "in-cell bars", "from red to green",
    "the higher the darker", "stars rating cells",
)  # fmt: skip
_RULES = (
    "conditional formatting", "conditional", "highlight", "above", "below", "greater", "less", "larger",
    "smaller", "more than",
    "every cell", "all cells", "duplicates", "colour scale", "color scale", "mark over", "mark under",
    "mark cells", "stand out", "paint values", "colour numbers", "color numbers", "twice",
)  # fmt: skip


def add_table_tools(server: ToolServer, shown: ShownDocument) -> None:
    _add_filters(server, shown)
    _add_summaries(server, shown)
    _add_conditions(server, shown)


def _add_filters(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(
        _KEEPS.model_copy(
            update={
                "words": (
                    "filter rows",
                    "filter",
                    "autofilter",
                    "only rows",
                    "show only",
                    "shows only",
                    "hide rows",
                    "display only",
                    "display just",
                    "only see",
                    "just orders",
                ),
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
        if criteria is not None:
            value = await shown.change(
                "calc.filter_by_cells", criteria=criteria.cells, cells=cells,
                copy_to=criteria.copy_to, unique=criteria.unique, sheet_name=sheet_name,
            )  # fmt: skip
        else:
            value = await shown.change(
                "calc.filter_rows", where=[one.model_dump() for one in where or ()],
                join=join, cells=cells, buttons=buttons, sheet_name=sheet_name,
            )  # fmt: skip
        rows = f": rows {', '.join(value['rows'])}" if value["rows"] else ""
        doubt = "" if value["count"] else "no row fits; look at the values with get_range_values"
        return report(value, f"{value['count']} of {value['of']} rows of {value['range']} fit{rows}", doubt)


def _add_summaries(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(
        ToolFacts(
            keeps=Keeps.ALL,
            words=("pivot table", "pivot", "summary by", "total by", "crosstab", "data pilot",
            "summarise by", "overview each", "break down by", "how much each"),
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
        value = await shown.change(
            "calc.set_pivot_table", fields=fields.model_dump(),
            source=source, target=target, sheet_name=sheet_name, totals=totals,
        )  # fmt: skip
        return report(value, f"a pivot table of {value['source']} stands at {value['sheet']}.{value['range']}")

    @server.acts(ToolFacts(keeps=Keeps.ALL, words=("remove pivot", "delete pivot")))
    async def remove_pivot_table(sheet_name: Sheet = "") -> ActionReport:
        """Remove the pivot tables of a sheet."""
        value = await shown.change(
            "calc.remove_pivot_table", target="",
            sheet_name=sheet_name,
        )  # fmt: skip
        return report(value, f"{', '.join(value['removed'])} is gone from {value['sheet']}")

    @server.acts(
        ToolFacts(
            into_cells=True,
            keeps=Keeps.SHEETS,
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
        value = await shown.change(
            "calc.add_subtotals", by=by, columns=columns,
            function=function, cells=cells, sheet_name=sheet_name,
        )  # fmt: skip
        return report(value, f"{value['range']} has {value['subtotals']} subtotals")


def _add_conditions(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(ends=("rule",), into_cells=True, keeps=Keeps.ALL, words=_RULES))
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
        value = await shown.change(
            "calc.conditional_format", cells=cells,
            rule=rule.model_dump() if rule else {}, looks=given, keep=keep, sheet_name=sheet_name,
        )  # fmt: skip
        return report(value, f"{value['sheet']}.{value['range']} has {value['rules']} conditional formats")

    @server.acts(ToolFacts(into_cells=True, keeps=Keeps.ALL, words=_SHADES))
    async def shade_by_value(
        cells: Cells,
        kind: Literal["colour scale", "data bars", "icons"],
        how: Shading | None = None,
        keep: Annotated[bool, Field(description="leave the rules that are there, which go first")] = False,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Shade cells by how large they are: a colour scale, data bars or icons. conditional_format takes them away."""
        given = (how or Shading()).model_dump()
        for one in (given, *given["points"]):
            one |= {name: look_value("colour", one[name]) for name in ("color", "negative_color") if one.get(name)}
        value = await shown.change(
            "calc.shade_by_value", cells=cells, kind=kind, how=given, keep=keep, sheet_name=sheet_name
        )
        return report(value, f"{value['sheet']}.{value['range']} has {value['rule']}")

    @server.acts(
        ToolFacts(
            into_cells=True, keeps=Keeps.ALL,
            words=("validation", "validate", "validity", "drop-down", "dropdown", "allow only",
            "data entry", "only pick", "choose list", "pick list", "restrict", "not let type", "only enter"),
        )
    )  # fmt: skip
    async def validate_cells(
        cells: Cells,
        kind: Literal["any", "list", "whole number", "number", "date", "time", "text length", "formula"],
        rule: Validity | None = None,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Let cells take only what fits: entries of a list, numbers, dates; any takes the restriction away."""
        value = await shown.change(
            "calc.validate_cells", cells=cells, kind=kind,
            rule=(rule or Validity()).model_dump(), sheet_name=sheet_name,
        )  # fmt: skip
        return report(value, f"{value['sheet']}.{value['range']} takes {kind} {value['condition']}".rstrip())
