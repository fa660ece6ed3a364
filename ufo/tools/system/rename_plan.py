"""Plans and does the renaming of many files in one folder by a pattern such as "holiday-{n}.jpg": all of them or none."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal
from uuid import uuid4

from ufo.errors import ToolError
from ufo.schema.file_names import readable
from ufo.schema.patterns import regex
from ufo.tools.system.disk_space import not_written
from ufo.tools.system.file_globs import Move
from ufo.tools.system.put_at import moved

FileOrder = Literal["name", "date", "size", "as given"]
_FIELD = regex(r"\{([a-z]+)(?::(\d{1,2}))?\}")
_ENDING = regex(r"\.\w{1,10}$")
_DIGITS = regex(r"(\d+)")
_FIELDS = "{n} (the number), {n:3} (of three digits), {name}, {ext} and {date}"


def in_order(files: Sequence[Path], order: FileOrder) -> list[Path]:
    """Return the files in order; by name "a2" comes before "a10", by date the oldest comes first."""
    if order == "date":
        return sorted(files, key=lambda file: (file.lstat().st_mtime, _natural(file)))
    if order == "size":
        return sorted(files, key=lambda file: (file.lstat().st_size, _natural(file)))
    return list(files) if order == "as given" else sorted(files, key=_natural)


def renamed_by(files: Sequence[Path], pattern: str, first: int) -> list[Move]:
    """Return what each file will be called, each in its own folder. `{n}` counts from `first` with as many digits as the last
    number has; a pattern without an ending keeps each file's own. Raises ToolError for a pattern that gives no name, or one
    name twice.
    """
    digits = len(str(first + len(files) - 1))
    # A file whose ending nobody named keeps it: without, no program would know what it is.
    keeps_ending = "{ext}" not in pattern and not _ENDING.search(_FIELD.sub("_", pattern))
    moves = []
    for at, path in enumerate(files):
        name = _name(path, pattern, first + at, digits)
        moves.append(Move(path, path.parent / (f"{name}{path.suffix}" if keeps_ending else name)))
    ends = [move.end for move in moves]
    twice = next((ending for ending in ends if ends.count(ending) > 1), None) if len(set(ends)) < len(ends) else None
    if twice is not None:
        raise ToolError(f"{pattern!r} calls several files {readable(twice.name)!r}; put {{n}} into it")
    return moves


def copies_of(files: Sequence[Path], target: str, place: Path) -> list[Move]:
    """Return where a copy of each file goes: to `place`, which `target` names, whose name may be a pattern as in `renamed_by`, or
    into this folder, under its own name. Raises ToolError as that does.
    """
    if target.endswith("/") or place.is_dir():
        return [Move(file, place / file.name) for file in files]
    if len(files) == 1 and not _FIELD.search(place.name):
        return [Move(files[0], place)]
    return [Move(move.start, place.parent / move.end.name) for move in renamed_by(files, place.name, 1)]


def replaced_in(files: Sequence[Path], old: str, new: str) -> list[Move]:
    """Return the moves that put `new` for `old` in the names that have it. Raises ToolError where none has."""
    moves = [Move(file, file.parent / _checked(file.name.replace(old, new))) for file in files if old in file.name]
    if not moves:
        raise ToolError(f"none of the {len(files)} names has {old!r} in it")
    return moves


def rename_all(moves: Sequence[Move]) -> None:
    """Rename the files, whatever name one of them gives up for another. Raises ToolError; then all have their old names."""
    moves = [move for move in moves if move.start != move.end]
    starts = {move.start for move in moves}
    taken = next((move.end for move in moves if os.path.lexists(move.end) and move.end not in starts), None)
    if taken is not None:
        raise ToolError(f"{readable(taken)!r} exists already and is not replaced; nothing was done")
    between = [move.start.with_name(f".{uuid4().hex}") for move in moves]
    steps = [(move.start, place) for move, place in zip(moves, between, strict=True)]
    steps += [(place, move.end) for move, place in zip(moves, between, strict=True)]
    done: list[tuple[Path, Path]] = []
    try:
        for start, end in steps:
            if os.path.lexists(end):
                raise FileExistsError(f"{readable(end)!r} is there now")
            moved(start, end)
            done.append((start, end))
    except OSError as error:
        for start, end in reversed(done):
            moved(end, start)
        raise ToolError(f"nothing was renamed: {not_written(error, moves[len(done) % len(moves)].end)}") from error


def _name(file: Path, pattern: str, number: int, digits: int) -> str:
    def filled(found: re.Match[str]) -> str:
        match found[1]:
            case "n":
                return f"{number:0{int(found[2] or digits)}d}"
            case "name":
                return file.stem
            case "ext":
                return file.suffix.lstrip(".")
            case "date":
                return datetime.fromtimestamp(file.lstat().st_mtime).date().isoformat()
        raise ToolError(f"{found[0]!r} is no field of a name; there are {_FIELDS}")

    return _checked(_FIELD.sub(filled, pattern))


def _checked(name: str) -> str:
    if not name or name in (".", "..") or "/" in name or "\0" in name or len(os.fsencode(name)) > 255:
        raise ToolError(f"{name!r} is no name for a file; give a name and no path")
    return name


def _natural(path: Path) -> list[tuple[int, int, str]]:
    parts = _DIGITS.split(path.name.casefold())
    return [(1, int(part), "") if part.isdecimal() and part.isascii() else (0, 0, part) for part in parts]
