"""Works out totals of a spreadsheet's columns or ranges, and looks up a value by row and header, from the cells read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ufo.planner.intents import ControlPhrase
from ufo.planner.scene.scene import Move, Scene, action, failed, kept
from ufo.planner.text.similarity import LIKELY, plain, similarity
from ufo.schema.patterns import any_case, regex
from ufo.schema.predicate import DocumentPredicate

_WORKS_OUT: Mapping[str, Callable[[Sequence[float]], float]] = MappingProxyType(
    {
        "sum": sum, "total": sum, "average": lambda values: sum(values) / len(values),
        "mean": lambda values: sum(values) / len(values), "maximum": max, "highest": max, "largest": max, "minimum": min,
        "lowest": min, "smallest": min, "number": len, "count": len,
    }
)  # fmt: skip
_NOUN = regex(r"\s+(?:values?|numbers?|amounts?|of\s+all)$")
_AREA = any_case(r"(?:cells?\s+)?([a-z]{1,3})([1-9]\d{0,6})\s*(?::|-|\u2013|\s+to\s+)\s*([a-z]{1,3})([1-9]\d{0,6})")
_COLUMN = any_case(r"(?:the\s+)?(?:column\s+(?P<name>\S.*)|(?P<other>\S.*?)\s+column|all\s+(?P<all>\S.*?)s?)")
_MOST_PROVED = 2_000
Rows = Sequence[Sequence[Any]]


def read_total(phrase: ControlPhrase, scene: Scene) -> Move | None:
    """Answer "the total of column B", "the average of B2:B5" or "the age of Mia"; None for other words."""
    where = phrase.inside or phrase.near or ""
    works_out = _WORKS_OUT.get(_NOUN.sub("", plain(phrase.name)))
    first, _, rest = plain(phrase.name).partition(" ")
    if not where and first in _WORKS_OUT and rest:
        # "The average price" is the average of the column "price".
        works_out, where = _WORKS_OUT[first], rest
    if not where or phrase.role not in (None, "Cell") or phrase.ordinal:
        return None
    rows = cells_in_use(scene)
    if isinstance(rows, Move):
        return rows
    if works_out is None:
        return _proved(_looked_up(phrase.name, where, rows, scene), rows)
    values = _values(where, rows)
    if not values:
        return failed(f"{where!r} has no numbers; the first row says {', '.join(map(repr, rows[0]))}")
    thought = f"Work out the {plain(phrase.name)} of {len(values)} numbers."
    return _proved(replace(kept(_shown(works_out(values)), scene), thought=thought), rows)


def cells_in_use(scene: Scene, sheet: str = "") -> Rows | Move:
    """Return the rows from A1 on, or the move that must read them first."""
    read = scene.done("get_range_values")
    if not read and scene.attempts:
        return failed(f"the cells could not be read: {scene.last_error}")
    if not read:
        place = {"sheet_name": sheet, "start_row": 1, "start_col": 1, "end_row": -1, "end_col": -1}
        return Move("Read the cells in use.", (action("get_range_values", **place),), ends=False)
    rows = read[-1].result.result
    return rows if isinstance(rows, list) and rows else failed("the sheet is empty")


def _proved(move: Move | None, rows: Rows) -> Move | None:
    """Add the proof: a copy of the document holds the cells that the answer was worked out from."""
    if move is None or sum(map(len, rows)) > _MOST_PROVED:
        return move
    cells = tuple(tuple(_shown(one) for one in row) for row in rows)
    return replace(move, expect=(DocumentPredicate(path="", open=True, cells=cells),))


def _values(where: str, rows: Rows) -> list[float]:
    if area := _AREA.fullmatch(where.strip()):
        left, right = sorted((_number(area[1]), _number(area[3])))
        top, bottom = sorted((int(area[2]) - 1, int(area[4]) - 1))
        chosen = [row[left : right + 1] for row in rows[top : bottom + 1]]
        return [float(one) for row in chosen for one in row if _is_number(one)]
    column = column_of(where, rows[0])
    return (
        [] if column is None else [float(row[column]) for row in rows if len(row) > column and _is_number(row[column])]
    )


def column_of(where: str, header: Sequence[Any]) -> int | None:
    """Return the index, from 0, of the column with that header or letter, or None where there is none."""
    found = _COLUMN.fullmatch(where.strip())
    name = (found["name"] or found["other"] or found["all"]) if found else where.strip()
    for said in (name, name.removesuffix("s")):
        headed = [n for n, one in enumerate(header) if similarity(said, str(one)) >= LIKELY]
        if len(headed) == 1:
            return headed[0]
    by_letter = found is not None and bool(found["name"]) and name.isalpha() and len(name) <= 2
    return _number(name) if by_letter and _number(name) < len(header) else None


def _looked_up(what: str, row_of: str, rows: Rows, scene: Scene) -> Move | None:
    """Report the cell under that header in the one row with these words, or return None where not certain."""
    column = column_of(what, rows[0])
    places = rows_saying(row_of, rows)
    if column is None or len(places) != 1:
        return None
    return replace(kept(_shown(rows[places[0]][column]), scene), thought=f"Look up {what!r} of {row_of!r}.")


def rows_saying(words: str, rows: Rows) -> list[int]:
    """Return the indexes, from 0, of the rows with these words, without the row of headings."""
    return [
        place
        for place, row in enumerate(rows)
        if place and any(similarity(words, str(one)) >= LIKELY for one in row if one != "")
    ]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _shown(value: Any) -> str:
    if _is_number(value):
        rounded = round(float(value), 10)
        return str(int(rounded)) if rounded == int(rounded) else f"{rounded:.10f}".rstrip("0")
    return str(value)
