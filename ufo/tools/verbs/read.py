"""Reads what a control holds: text, rows of a table or list, what is selected; as data, or as a person reads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ufo.desktop.snapshot import Element, Snapshot, descendants
from ufo.errors import StaleElement, ToolError
from ufo.schema.fence import compact_json
from ufo.schema.roles import CELLS_AND_HEADERS, LIST_AND_MENU_ITEMS, LIST_AND_TREE_ITEMS, ROW_HOLDERS, ROWS
from ufo.schema.text_pages import page_of
from ufo.tools.act.office_fields import is_mute
from ufo.tools.observe.control_names import named
from ufo.tools.observe.in_view import around, in_page_order, pages_in, parts_of, text_of, told_in
from ufo.tools.verbs.context import VerbContext, same
from ufo.tools.verbs.rows import ListEntries, SelectionState, listing_of, rows_of

What = Literal["", "text", "table", "selection"]

_MOST_ENTRIES = 6000
_MOST_OFFERS = 500
_LEFT_OUT = frozenset({"enabled", "focusable", "selectable", "new"})
_LISTS = ("items", "selected", "choices")


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a long text that is wanted: a page from `offset` on, or the places of the words in `find`."""

    offset: int = 0
    find: str = ""


_FIRST = Part()


async def read(context: VerbContext, element: Element, what: What, part: Part = _FIRST) -> dict[str, Any]:
    """Return {"text"}, {"columns", "rows"}, {"items"}, {"selected"}, or with `what` empty all that fits the control. `more`
    says that not everything was in sight. A long text comes in pages.

    Raises StaleElement where the control is gone, ToolError where it holds nothing of the kind.
    """
    snapshot = await context.look()
    current = same(snapshot, element)
    if current is None:
        raise StaleElement(f"{named(element)} is not there any more; look again")
    if what in ("table", "selection") and current.role in ROWS:
        current = around(snapshot, current) or current
    inside = descendants(snapshot, current)
    if what == "text" or part != _FIRST:
        whole = await _whole_page(context, current, inside)
        if whole is not None:
            return page_of(whole, part.offset, part.find)
        # What has no text of its own is read by what it shows.
        left_out = {} if current.value or not inside else _more(snapshot, current, inside)
        return {**page_of(await _text(context, current), part.offset, part.find), **left_out}
    if what == "selection":
        return await _selected(context, snapshot, current)
    table = _table(inside)
    if what == "table" and not table:
        raise ToolError(f"{named(current)} shows no rows; read its text instead")
    if table and (what == "table" or current.role in ROW_HOLDERS):
        return {**_about(current), **table, **_more(snapshot, current, inside)}
    # A box tells what it offers also while its list is closed.
    asked = current.role == "ComboBox" and not current.by_sight
    choices = _choices((await context.desktop.entries(current.handle, _MOST_OFFERS) if asked else None) or inside)
    whole = await _whole_page(context, current, inside)
    return {**_about(current), **page_of(await _text(context, current) if whole is None else whole), **choices}


async def _whole_page(context: VerbContext, element: Element, inside: Sequence[Element]) -> str | None:
    """Return all the words of a page, also those scrolled out of sight; None for anything else, and where that is not told."""
    if element.value or "multiline" in element.states or not pages_in([element]):
        return None
    parts = await parts_of(context.desktop, element)
    return None if parts is None else told_in(in_page_order(inside, parts))


async def _text(context: VerbContext, element: Element) -> str:
    if "password" in element.states:
        return ""
    if is_mute(element) and "editable" in element.states and not element.by_sight:
        raise ToolError(f"{named(element)} does not report its text; look at its picture")
    return await text_of(context.desktop, context.window, element)


def _about(element: Element) -> dict[str, Any]:
    states = sorted(element.states - _LEFT_OUT)
    data = {"role": element.role, "name": element.name or element.label or "", "states": states}
    return {key: value for key, value in data.items() if value}


def _table(inside: Sequence[Element]) -> dict[str, Any]:
    """Return cells by row and column, or the entries of a list or tree one by one, with their depth where there are branches."""
    over = _header_row(inside)
    cells = [
        element for element in inside if element.row is not None and element.column is not None and element.row != over
    ]
    if cells:
        columns = sorted({element.column for element in cells if element.column is not None})
        rows = sorted({element.row for element in cells if element.row is not None})
        shown = {(element.row, element.column): _shown(element) for element in cells}
        headers = _headers(inside, columns, over)
        filled = _without_empty_ends([[shown.get((row, column), "") for column in columns] for row in rows])
        return {"columns": headers, "rows": filled, "first_row": rows[0] + 1}
    items = [element for element in inside if element.role in LIST_AND_TREE_ITEMS]
    if not items:
        return _by_place(inside)
    top = min(element.depth for element in items)
    deep = any(element.depth > top for element in items)
    return {"items": [_entry(element, element.depth - top if deep else None) for element in items]}


def _header_row(inside: Sequence[Element]) -> int | None:
    """Return the last of the leading rows that consist only of headers. Headers of other rows stand at their start."""
    kinds: dict[int, set[str]] = {}
    for element in inside:
        if element.row is not None and element.role in CELLS_AND_HEADERS:
            kinds.setdefault(element.row, set()).add(element.role)
    over = None
    for row in sorted(kinds):
        if kinds[row] != {"HeaderItem"}:
            break
        over = row
    return over


def _headers(inside: Sequence[Element], columns: Sequence[int], over: int | None) -> list[str]:
    """Return the headers of these columns. Headers that report no column are taken in order, where their number fits."""
    found = [element for element in inside if element.role == "HeaderItem" and element.row == over]
    if over is not None:
        names = {element.column: element.name or element.value or "" for element in found}
        return [names.get(column, "") for column in columns]
    headers = [element.name or element.value or "" for element in found]
    return headers if len(headers) == len(columns) else []


def _by_place(inside: Sequence[Element]) -> dict[str, Any]:
    """Return the rows of cells that report no row: cells on one line, from left to right."""
    lines = rows_of(
        [
            element
            for element in inside
            if element.role == "Cell" and element.row is None and "offscreen" not in element.states
        ]
    )
    if not lines:
        return {}
    headers = [element for element in inside if element.role == "HeaderItem"]
    # Headers beside the rows stand below one another, so only the topmost ones are above columns.
    over = [element for element in headers if element.rect.y == min(each.rect.y for each in headers)]
    widest = max(lines, key=len)
    columns = [
        next((element for element in over if element.rect.x <= cell.rect.center.x < element.rect.right), None)
        for cell in widest
    ]
    named_columns = [element.name or element.value or "" if element is not None else "" for element in columns]
    return {
        "columns": named_columns if any(named_columns) else [],
        "rows": [[_shown(element) for element in line] for line in lines],
    }


def _shown(cell: Element) -> str:
    """Return the text of a cell. An empty cell of a sheet is named by its address, which does not count."""
    if cell.value is not None:
        return cell.value
    if not cell.name and "checked" in cell.states:
        return "checked"
    return "" if cell.name == _address(cell.row or 0, cell.column or 0) else cell.name


def _address(row: int, column: int) -> str:
    letters = ""
    column += 1
    while column:
        column, place = divmod(column - 1, 26)
        letters = chr(ord("A") + place) + letters
    return f"{letters}{row + 1}"


def _without_empty_ends(rows: list[list[str]]) -> list[list[str]]:
    """Leave out the empty cells below and beside the last cells that hold something: a sheet has no end."""
    filled = [number for number, row in enumerate(rows) if any(row)]
    width = max((place + 1 for row in rows for place, cell in enumerate(row) if cell), default=0)
    return [row[:width] for row in rows[: filled[-1] + 1]] if filled else []


def _entry(item: Element, depth: int | None) -> dict[str, Any]:
    data: dict[str, Any] = {"name": item.name or item.value or ""}
    if depth is not None:
        data["depth"] = depth
    states = sorted(item.states & {"selected", "checked", "expanded", "collapsed", "disabled"})
    return {**data, "states": states} if states else data


def _choices(inside: Sequence[Element]) -> dict[str, Any]:
    names = [element.name for element in inside if element.role in LIST_AND_MENU_ITEMS and element.name]
    return {"choices": names} if names else {}


async def _selected(context: VerbContext, snapshot: Snapshot, element: Element) -> dict[str, Any]:
    """Return the words of what is selected; of a table its rows too, and of a list that is told whole its places, from 1."""
    inside = descendants(snapshot, element)
    chosen = [shown for shown in inside if SelectionState(snapshot).holds(shown)]
    if not chosen and element.role == "ComboBox" and element.value:
        return {"selected": [element.value]}
    listing = await listing_of(context, element, _MOST_ENTRIES)
    if listing is not None:
        return _of_all(listing, {shown.handle.key: shown for shown in inside}, listing.places(snapshot))
    names = {"selected": [shown.name or shown.value or "" for shown in chosen]}
    # In a sheet, single cells are selected by their addresses, not rows.
    cells = [
        shown for shown in chosen if shown.role == "Cell" and shown.name != _address(shown.row or 0, shown.column or 0)
    ]
    rows = {"rows": [[_shown(shown) for shown in row] for row in rows_of(cells)]} if cells else {}
    left_out = {
        key: f"what is selected out of sight is not told: {said}" for key, said in _more(snapshot, element).items()
    }
    return {**names, **rows, **left_out}


def _of_all(listing: ListEntries, inside: dict[str, Element], places: dict[str, int]) -> dict[str, Any]:
    """Return the selected rows of a list that reports all its entries. A row counts if any part of it is selected."""
    shown = {place: inside[key] for key, place in places.items()}
    rows: dict[int, list[Element]] = {}
    for place, element in enumerate(listing.entries):
        if "selected" in element.states and place % listing.stride in listing.columns:
            rows.setdefault(listing.row_at(place), []).append(shown.get(place, element))
    found = {"selected": [_shown(element) for row in rows.values() for element in row], "places": list(rows)}
    return (
        found
        if listing.stride == 1
        else {**found, "rows": [[_shown(element) for element in row] for row in rows.values()]}
    )


def _more(snapshot: Snapshot, element: Element, inside: Sequence[Element] = ()) -> dict[str, Any]:
    """Say what the reader left out, and how many rows are in the tree but not in sight."""
    hidden = sum("offscreen" in item.states for item in inside)
    mine = [note for note in snapshot.more if not element.name or repr(element.name[:60]) in note]
    notes = [*mine, *([f"{hidden} of these are out of sight"] if hidden else [])]
    return {"more": "; ".join(notes)} if notes else {}


def as_text(result: Any) -> str:
    """Return a text as it is; of what `read` returns the text, rows with tabs, or entries line by line; else JSON."""
    if isinstance(result, str):
        return result
    if not isinstance(result, dict):
        return compact_json(result)
    if result.get("rows"):
        return _lines([result["columns"], *result["rows"]] if result.get("columns") else result["rows"])
    if isinstance(result.get("text"), str):
        return str(result["text"])
    listed = next((result[key] for key in _LISTS if result.get(key)), None)
    if listed is None:
        return compact_json(result)
    return _lines([entry.get("name", "") if isinstance(entry, dict) else entry] for entry in listed)


def _lines(rows: Iterable[Iterable[Any]]) -> str:
    return "\n".join("\t".join("" if cell is None else str(cell) for cell in row) for row in rows)
