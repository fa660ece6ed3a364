"""Finds spreadsheet rows by their content, to write a cell where row and column cross or to append a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ufo.planner.intents import AppendRow, ControlPhrase
from ufo.planner.scene.scene import Move, Scene, action, failed
from ufo.planner.sheets.cells import cell_name
from ufo.planner.sheets.totals import cells_in_use, column_of, rows_saying
from ufo.planner.text.similarity import LIKELY, plain, similarity
from ufo.schema.patterns import any_case, regex

_OWNER = regex(r"^(?P<owner>\S.*?)['\u2019]s?\s+(?P<what>\S.*)$")
_IN_ALL = any_case(r"(?:(?:grand|sub)[- ]?)?(?:totals?|sums?|average|mean|count|balance)\b")
_NAMED = regex(r"^(?P<name>\S.*?)\s*[=:]\s*(?P<value>\S.*)$")


def write_where_they_cross(phrase: ControlPhrase | None, content: str, scene: Scene) -> Move | None:
    """Write the cell of "set the price of the chair to 50" by its heading and its one row; None for other words."""
    if phrase is None or not scene.has("write_cell") or phrase.role not in (None, "Cell") or phrase.ordinal:
        return None
    what, row_of = phrase.name, phrase.inside or phrase.near or ""
    if not row_of and (owned := _OWNER.match(what)):
        what, row_of = owned["what"], owned["owner"]
    if not what or not row_of:
        return None
    if any("modal" in one.states for one in scene.controls):
        return None
    if scene.done("write_cell") or scene.attempts:
        return failed(f"writing the {what} of {row_of} did not work: {scene.last_error}")
    rows = cells_in_use(scene)
    if isinstance(rows, Move):
        return rows
    column, places = column_of(what, rows[0]), rows_saying(row_of, rows)
    if column is None and not places:
        return None
    if column is None:
        return failed(f"no column is called {what!r}; the first row says {_listed(rows[0])}")
    if len(places) != 1:
        many = "no row says" if not places else f"{len(places)} rows say"
        return failed(f'{many} {row_of!r}; name the cell itself, as in "B3"')
    cell = cell_name(places[0] + 1, column + 1)
    return Move(
        f"Write {content!r} in {cell}: the {rows[0][column]} of {row_of}.",
        (action("write_cell", cell=cell, content=content),),
        steady=True,
    )


def append_row(intent: AppendRow, scene: Scene) -> Move:
    """Append a row below the last one, with a value under each heading."""
    if not (scene.has("insert_excel_table") and scene.has("get_range_values")):
        return failed(f"{scene.inputs.application!r} has no table to add a row to; name a spreadsheet")
    if scene.done("insert_excel_table") or any(one.function == "insert_excel_table" for one in scene.own):
        return failed(f"adding the row did not work: {scene.last_error}")
    rows = cells_in_use(scene)
    if isinstance(rows, Move):
        return rows
    filled = [place for place, row in enumerate(rows) if any(str(cell).strip() for cell in row)]
    header = rows[filled[0]] if filled else ()
    columns = [place for place, cell in enumerate(header) if str(cell).strip()]
    if not columns or columns[-1] - columns[0] + 1 != len(columns):
        return failed("the first row does not name adjacent columns; say which cells to write")
    names = [str(header[place]) for place in columns]
    values = _under(names, intent.values)
    if values is None:
        given = f"{len(intent.values)} value{'s were' if len(intent.values) != 1 else ' was'} given"
        return failed(f"{given}, and the columns are {_listed(names)}; say the value for each of them")
    last = rows[filled[-1]]
    if len(filled) > 1 and any(_IN_ALL.match(plain(str(cell))) for cell in last):
        return failed(f"the last row, {filled[-1] + 1}, adds up those above it; say in which cells the new row goes")
    call = action(
        "insert_excel_table", table=[values], sheet_name="", start_row=filled[-1] + 2, start_col=columns[0] + 1
    )
    return Move(f"Add a row with {_listed(values)} below row {filled[-1] + 1}.", (call,), steady=True)


def _under(names: Sequence[str], values: Sequence[str]) -> list[str] | None:
    """Return the values in the order of the columns, or None where they do not fit them."""
    if len(values) != len(names):
        return None
    told = [_NAMED.match(value) for value in values]
    if not any(one is not None and _place_of(one["name"], names) is not None for one in told):
        return list(values)
    by_place = {_place_of(one["name"], names): one["value"] for one in told if one is not None}
    return [by_place[place] for place in range(len(names))] if set(by_place) == set(range(len(names))) else None


def _place_of(name: str, names: Sequence[str]) -> int | None:
    fitting = [place for place, one in enumerate(names) if similarity(name, one) >= LIKELY]
    return fitting[0] if len(fitting) == 1 else None


def _listed(values: Sequence[Any]) -> str:
    return ", ".join(repr(str(one)) for one in values)
