"""Tools for tables in a spreadsheet: order, filters, pivot tables, subtotals, conditional formats."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.looks import look_value
from ufo.schema.tool_facts import Keeps, ToolFacts
from ufo.tools.servers.server import ToolServer
from ufo_libreoffice.reports import report
from ufo_libreoffice.servers.calc_parameters import Cells, Key, Options, Sheet, Sign, Where
from ufo_libreoffice.shown_document import ShownDocument

_Function = Literal[
    "sum", "count", "average", "max", "min", "product", "count numbers", "median", "deviation", "variance"
]
_TABLE = Annotated[str, Field(description='the table with its header; "" the one on the sheet')]
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


class Point(Options):
    at: Literal["min", "max", "percentile", "percent", "number", "formula", "automatic"] = Field(
        description="automatic: of data bars"
    )
    value: _Plain = Field("", description='a number; a formula or cell "=B1"')
    color: str = Field("", description="of a colour scale, by name or like #ff0000")


class Shading(Options):
    kind: Literal["colour scale", "data bars", "icons"]
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


_SORTING = (
    "sort a table", "sort", "order", "ascending", "descending", "alphabetical", "first", "rank", "alphabet", "arrange rows",
    "arrange people", "expensive top", "newest top", "from A to Z",
)  # fmt: skip
_FILTER = (
    "filter rows", "filter", "autofilter", "only rows", "show only", "shows only", "hide rows", "display only", "display just",
    "only see", "just orders",
)  # fmt: skip
_PIVOT = (
    "pivot table", "pivot", "summary by", "total by", "crosstab", "data pilot", "summarise by", "overview each",
    "break down by", "how much each",
)  # fmt: skip
_RULES = (
    "conditional formatting", "conditional", "highlight", "above", "below", "greater", "less", "larger", "smaller", "more than",
    "every cell", "all cells", "duplicates", "mark over", "mark under", "mark cells", "stand out", "paint values",
    "colour numbers", "color numbers", "twice", "colour scale", "color scale", "data bars", "data bar", "icon set",
    "icons cells", "heat map", "heatmap", "gradient cells", "traffic lights", "arrows cells", "shade by value",
    "bars inside cells", "in-cell bars", "from red to green", "the higher the darker", "stars rating cells",
)  # fmt: skip


def add_table_tools(server: ToolServer, shown: ShownDocument) -> None:
    _add_sorting(server, shown)
    _add_filters(server, shown)
    _add_summaries(server, shown)
    _add_conditions(server, shown)


def _add_sorting(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(keeps=Keeps.SHEETS, words=_SORTING))
    async def sort_table(
        by: Annotated[str, Field(description="a column's header or letter")],
        descending: bool = False,
        sheet_name: Sheet = "",
        then: Annotated[list[Key] | None, Field(description="further columns, for rows that are equal so far")] = None,
    ) -> ActionReport:
        """Sort a table by columns. A header row, a title above and totals below stay where they are."""
        keys = [key.model_dump() for key in then or ()]
        value = await shown.change("calc.sort_table", by=by, descending=descending, sheet_name=sheet_name, then=keys)
        stay = f"; rows of totals left at its end: {value['totals']}" if value["totals"] else ""
        dates = value.pop("dates")
        doubt = f"texts like {dates[0]!r} are sorted as texts; convert_texts makes dates of them" if dates else ""
        order = ", then ".join(
            f"{key['by']}{', descending' if key['descending'] else ''}"
            for key in ({"by": by, "descending": descending}, *keys)
        )
        return report(value, f"{value['sheet']} is sorted by {order}{stay}", doubt)


def _add_filters(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(keeps=Keeps.ALL, words=_FILTER, ends=("where",)))
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
                "calc.filter_rows", where=[condition.model_dump() for condition in where or ()],
                join=join, cells=cells, buttons=buttons, sheet_name=sheet_name,
            )  # fmt: skip
        rows = f": rows {', '.join(value['rows'])}" if value["rows"] else ""
        doubt = "" if value["count"] else "no row fits; look at the values with read_cells"
        return report(value, f"{value['count']} of {value['of']} rows of {value['range']} fit{rows}", doubt)


def _add_summaries(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(keeps=Keeps.ALL, words=_PIVOT))
    async def set_pivot_table(
        fields: PivotFields | None = None,
        source: Annotated[str, Field(description='with its header, "Sheet1.A1:F61"; "" the table on the sheet')] = "",
        target: Annotated[str, Field(description='"Summary.A1"; a sheet that is not there is added')] = "",
        totals: bool = True,
        remove: Annotated[bool, Field(description="instead: the pivot tables of the sheet go")] = False,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Make a pivot table, in place of one that stands at the target, or remove those of a sheet."""
        if remove:
            value = await shown.change("calc.remove_pivot_table", sheet_name=sheet_name)
            return report(value, f"{', '.join(value['removed'])} is gone from {value['sheet']}")
        if fields is None:
            raise ToolError("give the fields of the pivot table: rows, columns and values")
        value = await shown.change(
            "calc.set_pivot_table", fields=fields.model_dump(), source=source, target=target, sheet_name=sheet_name,
            totals=totals,
        )  # fmt: skip
        return report(value, f"a pivot table of {value['source']} stands at {value['sheet']}.{value['range']}")

    @server.acts(
        ToolFacts(into_cells=True, keeps=Keeps.SHEETS, words=("subtotals", "subtotal", "total group", "grand total"))
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
        rule: Annotated[Condition | Shading | None, Field(description="none takes conditional formats away")],
        looks: Looks | None = None,
        keep: Annotated[bool, Field(description="leave the rules that are there, which go first")] = False,
        sheet_name: Sheet = "",
    ) -> ActionReport:
        """Give cells a look while their value fits a rule, or shade them by how large they are: a colour scale, data bars or
        icons (a rule with its `kind`)."""
        if isinstance(rule, Shading):
            how = rule.model_dump()
            for part in (how, *how["points"]):
                part |= {
                    name: look_value("colour", part[name]) for name in ("color", "negative_color") if part.get(name)
                }
            value = await shown.change(
                "calc.shade_by_value", cells=cells, kind=how.pop("kind"), how=how, keep=keep, sheet_name=sheet_name
            )
            return report(value, f"{value['sheet']}.{value['range']} has {value['rule']}")
        given = looks.model_dump(exclude_none=True) if looks else {}
        value = await shown.change(
            "calc.conditional_format", cells=cells, rule=rule.model_dump() if rule else {},
            looks={look: look_value(look, wanted) for look, wanted in given.items()}, keep=keep, sheet_name=sheet_name,
        )  # fmt: skip
        return report(value, f"{value['sheet']}.{value['range']} has {value['rules']} conditional formats")
