"""Keeps what was read in a run: what looks showed and what tools returned, each with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ufo.conditions.readers.references import parse_reference
from ufo.schema.action import ActionCommandInfo
from ufo.schema.roles import (
    BARS,
    CELLS_AND_HEADERS,
    OFFERED,
    ONE_LINE_FIELDS,
    PANES_AND_GROUPS,
    ROW_HOLDERS,
    TEXTS,
    WINDOWS_AND_DIALOGS,
)
from ufo.schema.seen import Seen
from ufo.schema.target import STATES, TargetInfo
from ufo.schema.tool_facts import ActionKind

_TELL_OF_THE_WAY = frozenset({ActionKind.SELECT_WINDOW, ActionKind.LAUNCH, ActionKind.CLOSE, ActionKind.FIND_TOOLS})
"""Tools that return a window's place and process, or other tools, which do not count as read."""
_TELL_OF_FILES = frozenset(
    {
        ActionKind.MOVE_FILE, ActionKind.MOVE_FILES, ActionKind.COPY_FILE, ActionKind.MAKE_FOLDER, ActionKind.REMOVE_FILE,
        ActionKind.LINK_FILE, ActionKind.RENAME_FILES, ActionKind.WRITE_FILE, ActionKind.TAKE_BACK,
        ActionKind.FETCH_FILES, ActionKind.SEND_FILES,
    }
)  # fmt: skip
"""Tools that return where the files are that they made or moved. The difference tells these; what was read needs the room."""
_PUT_INTO_CONTROLS = frozenset(
    {ActionKind.TEXT, ActionKind.VALUE, ActionKind.FORM, ActionKind.SELECT, ActionKind.CHECK, ActionKind.KEYS}
)
_DOCUMENT = "document "
"""How the description of a window begins that shows a file."""
_SAYS_NOTHING = OFFERED | ONE_LINE_FIELDS | PANES_AND_GROUPS | ROW_HOLDERS | (BARS - {"StatusBar"})
"""What is offered to be done, fields, and what only holds others: without a value only what they are for stands there."""
_REPORTED = "effect"
"""What the report of an act has, besides what the control shows after it."""
_PART_OF_A_FILE = frozenset({"path", "text"})
"""What a tool returns that reads a file. The rest of it says which part that is."""
_WHERE_IT_WENT = frozenset({"path", "earlier"})
"""What a tool returns that writes a file: its path, and that of the earlier one in the bin."""
_OF_CONTROL = frozenset({"role", "states"})
"""What is told of a control beside what it holds."""
_LONGEST = 100_000
_MOST = 5_000
_FEW = 2


def place_of(window: TargetInfo) -> str:
    """Return where what a window shows stands: in its document, where it is told, else under its title."""
    told = window.description or ""
    return told.removeprefix(_DOCUMENT) if told.startswith(_DOCUMENT) else window.name


def seen_in(controls: Iterable[TargetInfo], place: str = "") -> tuple[Seen, ...]:
    """Return what a look showed: for a control with a value that value under its name, otherwise its words, and tables row by row
    as those that tools return. `place`: the title of its window.
    """
    found: dict[Seen, None] = {}
    looked = list(controls)
    foot = max((target.bounds.bottom for target in looked if target.type == "Document" and target.bounds), default=None)
    for table in _tables(looked):
        if isinstance(table, str):
            found[Seen(table[:_LONGEST], place=place)] = None
            continue
        label = table.label or table.name
        if table.value:
            found[Seen(table.value[:_LONGEST], "" if label == table.value else label, place=place)] = None
        elif (
            table.name
            and table.type not in _SAYS_NOTHING
            and (table.type not in WINDOWS_AND_DIALOGS or table.name != place)
        ):
            is_in_foot = (
                foot is not None and table.type in TEXTS and table.bounds is not None and table.bounds.y >= foot
            )
            below = is_in_foot or table.type in WINDOWS_AND_DIALOGS
            found[Seen(table.name[:_LONGEST], table.label or "", place=place, below=below)] = None
        if len(found) >= _MOST:
            break
    return tuple(found)


def _tables(controls: Iterable[TargetInfo]) -> Iterator[TargetInfo | str]:
    """Iterate over the controls, with the text of each table in the place of its cells. Cells of a sheet stand for themselves:
    each has its reference.
    """
    cells: dict[tuple[int, int], TargetInfo] = {}
    for control in controls:
        at = _place_in_table(control)
        # A table begins where a cell stands before the last one. What stands in a cell comes between it and the next.
        if cells and at is not None and at <= next(reversed(cells)):
            yield from _table(cells)
            cells = {}
        if at is None:
            yield control
        else:
            cells[at] = control
    yield from _table(cells)


def _place_in_table(control: TargetInfo) -> tuple[int, int] | None:
    is_cell = control.type in CELLS_AND_HEADERS and not control.value and parse_reference(control.name) is None
    return (control.row, control.column) if is_cell and control.row is not None and control.column is not None else None


def _table(cells: Mapping[tuple[int, int], TargetInfo]) -> Iterator[TargetInfo | str]:
    rows, columns = ({place[axis] for place in cells} for axis in (0, 1))
    if len(columns) < 2:
        yield from cells.values()
        return
    lines = [[_in_cell(cells.get((row, column))) for column in sorted(columns)] for row in sorted(rows)]
    yield "\n".join("\t".join(line) for line in lines)


def _in_cell(cell: TargetInfo | None) -> str:
    return " ".join(cell.name.split()) if cell is not None else ""


def read_by(acts: Iterable[ActionCommandInfo], window: str = "") -> tuple[Seen, ...]:
    """Return what tools returned: tables with a tab between cells and a line for each row, lists with a line for each item.
    `window`: the title of the window that they worked in.
    """
    found: dict[Seen, None] = {}
    for act in acts:
        if not act.result.ok or act.result.result in (None, "") or act.facts.kind in _TELL_OF_THE_WAY | _TELL_OF_FILES:
            continue
        # What was put into controls reports itself; a page may have cleared it again.
        if act.facts.kind in _PUT_INTO_CONTROLS and not act.facts.reads:
            continue
        label = (act.target.label or act.target.name) if act.target is not None else ""
        at = act.result.place or _place(act) or window
        for place, value in _files_in(act.result.result) or [(at, _returned(act))]:
            for text in _read(value):
                found[Seen(text[:_LONGEST], label, act.facts.reads, place)] = None
    return tuple(found)


def _returned(act: ActionCommandInfo) -> Any:
    """Return the result; of a tool that does not read, without where its work went, which its call and its change tell."""
    result = act.result.result
    if act.facts.reads:
        # Which folder was listed, the call says.
        own = isinstance(result, dict) and result.get("path") == act.arguments.get("path") and "text" not in result
        return {key: value for key, value in result.items() if key != "path"} if own else result
    if isinstance(result, dict):
        return {key: value for key, value in result.items() if key not in _WHERE_IT_WENT}
    return None if result in act.arguments.values() else result


def _place(act: ActionCommandInfo) -> str:
    """Return the file or address that the call names, or else the window of its control."""
    given = (act.arguments.get(key) for key in ("path", "file", "address", "url"))
    named = [str(value) for value in given if value and not isinstance(value, list)]
    return next((text for text in (*named, *(act.target.path if act.target is not None else ())) if text), "")


def _files_in(value: Any) -> list[tuple[str, Any]]:
    """Return the files that a tool read in one call, each with its path."""
    files = value.get("files") if isinstance(value, dict) else None
    read = [part for part in files or () if isinstance(part, dict) and part.keys() >= _PART_OF_A_FILE]
    return [(str(record["path"]), record) for record in read]


def _read(value: Any) -> Iterator[str]:
    if isinstance(value, dict) and _REPORTED in value:
        yield from _read(value.get("value"))
    elif isinstance(value, dict) and value.keys() >= _PART_OF_A_FILE:
        yield from _read(value["text"])
    elif isinstance(value, dict):
        yield from _fields(value)
    elif isinstance(value, list | tuple):
        rows = [row for row in value if isinstance(row, list | tuple)] or _records(value)
        if rows:
            yield "\n".join(
                "\t".join(" ".join(str("" if cell is None else cell).split()) for cell in row) for row in rows
            )
        elif all(not isinstance(entry, dict) for entry in value):
            yield "\n".join(str(entry) for entry in value)
        else:
            for item in value:
                yield from _read(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def _fields(value: dict[str, Any]) -> Iterator[str]:
    held = {key: entry for key, entry in _held(value).items() if entry is not None}
    if len(held) > 1 and all(map(_is_plain, held.values())):
        yield "\n".join(f"{key}: {_plain(entry)}" for key, entry in held.items())
        return
    for key, item in held.items():
        # A text of several lines needs no name, which would only stand before the first.
        yield from (f"{key}: {item}",) if _is_plain(item) else _read(item)


def _is_plain(held: Any) -> bool:
    return not isinstance(held, dict | list | tuple) and "\n" not in str(held)


def _plain(held: Any) -> str:
    """Return a value of a record; that it is empty, or off, is what was read."""
    return str(held).lower() if isinstance(held, bool) else str(held) or '""'


def _records(value: Sequence[Any]) -> list[Sequence[Any]]:
    """Return things with several short fields each, such as files with their sizes, as rows below the names of the fields."""
    held = [_held(item) for item in value if isinstance(item, dict)]
    names = list(dict.fromkeys(name for record in held for name in record))
    alike = _alike(held, names)
    are_flat = all(not isinstance(cell, dict | list | tuple) for record in held for cell in record.values())
    if len(held) < len(value) or len(names) < 2 or not are_flat:
        return []
    heads = [f"{name} (each {alike[name]})" if name in alike else name for name in names]
    differing = [name for name in names if name not in alike]
    return [heads, *([record.get(name) for name in differing] for record in held)]


def _alike(held: Sequence[Mapping[str, Any]], names: Sequence[str]) -> dict[str, Any]:
    """Return the fields that have the same value in each of several things, with it: it is told once."""
    first = held[0] if len(held) > _FEW else {}
    return {
        name: first[name]
        for name in names[1:]
        if name in first and all(record.get(name) == first[name] for record in held)
    }


def _held(value: dict[str, Any]) -> dict[str, Any]:
    """Return what was read without what is told of a control beside what it holds."""
    states = value.get("states")
    is_control = isinstance(states, list | tuple) and STATES.issuperset(states)
    return {key: held for key, held in value.items() if not (is_control and key in _OF_CONTROL)}
