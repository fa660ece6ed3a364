"""The person's bin, laid out by freedesktop.org's Trash specification 1.0, so that what is put there can be restored."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

from ufo.errors import ToolError
from ufo.tools.system.disk_space import is_full, not_written, take_away
from ufo.tools.system.put_at import copied, moved

_MOST_LISTED = 50


@dataclass(frozen=True, slots=True)
class Binned:
    """Something in the bin: where it is kept, where it came from, and when it went there ("2026-11-03T14:00:00")."""

    kept: Path
    origin: Path
    moved: str


def put_in_bin(path: Path) -> Path:
    """Move the path into the bin and return where it is kept. Raises ToolError where that fails; then it stays where it was."""
    return _into_bin(path, moved)


def copy_to_bin(path: Path) -> Path:
    """Put a copy of the file in the bin, as if it had been removed, and return where it is kept. Raises ToolError."""
    return _into_bin(path, copied)


def binned(name: str = "") -> tuple[Binned, ...]:
    """Return what is in the bin, last first: all of it, or what was called so or lay at that path."""
    found = [item for note in _notes() if (item := _read_note(note)) is not None and _is_called(item, name)]
    return tuple(sorted(found, key=lambda item: item.moved, reverse=True))[:_MOST_LISTED]


def take_back(item: Binned, target: Path) -> None:
    """Move something from the bin to a path where nothing is. Raises ToolError."""
    if os.path.lexists(target):
        raise ToolError(f"{str(target)!r} exists already and is not replaced; name another target")
    if not target.parent.is_dir():
        raise ToolError(f"there is no folder {str(target.parent)!r} any more; name another target")
    try:
        moved(item.kept, target)
    except OSError as error:
        if is_full(error):
            take_away(target)
        raise ToolError(not_written(error, target)) from error
    _note_of(item.kept).unlink(missing_ok=True)


def _into_bin(path: Path, operation: Callable[[Path, Path], object]) -> Path:
    files, notes = _bin() / "files", _bin() / "info"
    try:
        for folder in (files, notes):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        note = _noted(path, files, notes)
    except OSError as error:
        raise ToolError(f"there is no bin to put {str(path)!r} in: {error}") from error
    kept = files / note.name.removesuffix(".trashinfo")
    try:
        operation(path, kept)
    except OSError as error:
        note.unlink(missing_ok=True)
        if is_full(error):
            take_away(kept)
            raise ToolError(not_written(error, kept)) from error
        raise ToolError(f"{str(path)!r} could not be put in the bin: {error}") from error
    return kept


def _bin() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(home).expanduser().resolve() / "Trash"


def _notes() -> list[Path]:
    try:
        return [path for path in (_bin() / "info").iterdir() if path.suffix == ".trashinfo"]
    except OSError:
        return []


def _note_of(kept: Path) -> Path:
    return kept.parent.parent / "info" / f"{kept.name}.trashinfo"


def _read_note(note: Path) -> Binned | None:
    """Return what a note tells, or None where it is broken or what it is about is gone."""
    kept = note.parent.parent / "files" / note.name.removesuffix(".trashinfo")
    try:
        lines = note.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    told = dict(line.split("=", 1) for line in lines if "=" in line)
    origin = Path(os.fsdecode(unquote_to_bytes(told.get("Path", ""))))
    if not origin.is_absolute() or not os.path.lexists(kept):
        return None
    return Binned(kept, origin, told.get("DeletionDate", ""))


def _is_called(item: Binned, name: str) -> bool:
    return not name or name in (item.origin.name, str(item.origin), item.kept.name)


def _noted(path: Path, files: Path, notes: Path) -> Path:
    """Write the note of a path to be binned. Creating the note claims a name, so that no two entries share one, and none
    collides with a file that has no note.
    """
    said = (
        f"[Trash Info]\nPath={quote(os.fsencode(path))}\nDeletionDate={datetime.now().isoformat(timespec='seconds')}\n"
    )
    for number in count(1):
        name = path.name if number == 1 else f"{path.stem}.{number}{path.suffix}"
        note = notes / f"{name}.trashinfo"
        if os.path.lexists(files / name):
            continue
        try:
            with note.open("x", encoding="utf-8") as opened:
                opened.write(said)
        except FileExistsError:
            continue
        except OSError:
            take_away(note)
            raise
        return note
    raise AssertionError("count never ends")
