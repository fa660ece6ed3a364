"""The parameters that the tools for spreadsheets share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Sheet = Annotated[str | int, Field(description='a sheet\'s name, its number from 1, or "" for the one in view')]
Cells = Annotated[
    str,
    Field(description='"A1:C5", "B2:B" to the last filled row, "column B", "row 1", a header for the cells below it'),
]
CellValue = str | int | float | bool | None
Sign = Literal["=", "!=", ">", ">=", "<", "<=", "between", "not between"]


class Options(BaseModel):
    """Options of a tool, each of which may be left out."""

    model_config = ConfigDict(extra="forbid", coerce_numbers_to_str=True)


class Key(Options):
    by: str = Field(description="a header or a letter")
    descending: bool = False


class Where(Options):
    column: str = Field(description="its header or letter")
    sign: Literal[
        "=", "!=", ">", ">=", "<", "<=", "contains", "not contains", "begins with", "ends with", "empty", "filled",
        "top", "bottom", "top percent", "bottom percent",
    ] = "="  # fmt: skip
    value: str | int | float = ""


def remark(dates: list[str]) -> str:
    """Return what is to be said of texts that look like dates, "" where there are none."""
    return (
        f"; {dates[0]!r} is a text and no date in the sheet: convert_texts makes dates of such texts" if dates else ""
    )
