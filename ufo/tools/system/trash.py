"""The person's bin, so that what is put there can be restored: by freedesktop.org's Trash specification 1.0, or as Windows lays
its own out.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

from ufo.errors import ToolError
from ufo.platform import recycle_bin
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
    try:
        note, kept = _noted(path)
    except OSError as error:
        raise ToolError(f"there is no bin to put {str(path)!r} in: {error}") from error
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
    of_windows = recycle_bin.folder()
    try:
        if of_windows is not None:
            return [path for path in of_windows.iterdir() if path.name.startswith(recycle_bin.NOTE)]
        return [path for path in (_bin() / "info").iterdir() if path.suffix == ".trashinfo"]
    except OSError:
        return []


def _note_of(kept: Path) -> Path:
    if kept.parent == recycle_bin.folder():
        return kept.with_name(recycle_bin.NOTE + kept.name.removeprefix(recycle_bin.KEPT))
    return kept.parent.parent / "info" / f"{kept.name}.trashinfo"


def _read_note(note: Path) -> Binned | None:
    """Return what a note tells, or None where it is broken or what it is about is gone."""
    try:
        found = _of_windows(note) if note.parent == recycle_bin.folder() else _of_freedesktop(note)
    except OSError:
        return None
    return found if found and found.origin.is_absolute() and os.path.lexists(found.kept) else None


def _of_windows(note: Path) -> Binned | None:
    told = recycle_bin.read_note(note.read_bytes())
    if told is None:
        return None
    kept = note.with_name(recycle_bin.KEPT + note.name.removeprefix(recycle_bin.NOTE))
    try:
        moved = datetime.fromtimestamp(told[1]).isoformat(timespec="seconds")
    except (OSError, OverflowError, ValueError):
        moved = ""
    return Binned(kept, Path(told[0]), moved)


def _of_freedesktop(note: Path) -> Binned:
    lines = note.read_text(encoding="utf-8", errors="replace").splitlines()
    told = dict(line.split("=", 1) for line in lines if "=" in line)
    origin = Path(os.fsdecode(unquote_to_bytes(told.get("Path", ""))))
    return Binned(note.parent.parent / "files" / note.stem, origin, told.get("DeletionDate", ""))


def _is_called(item: Binned, name: str) -> bool:
    return not name or name in (item.origin.name, str(item.origin), item.kept.name)


def _noted(path: Path) -> tuple[Path, Path]:
    """Write the note of a path to be binned, and return it with the place where the path is to be kept. Creating the note claims
    a name, so that no two entries share one, and none collides with a file that has no note.
    """
    of_windows = recycle_bin.folder()
    said = _said(path) if of_windows is None else recycle_bin.note_of(str(path), path.lstat().st_size, time.time())
    for note, kept in _places(path) if of_windows is None else _places_of_windows(path, of_windows):
        if os.path.lexists(kept):
            continue
        for folder in (note.parent, kept.parent):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            with note.open("xb") as opened:
                opened.write(said)
        except FileExistsError:
            continue
        except OSError:
            take_away(note)
            raise
        return note, kept
    raise AssertionError("names never end")


def _said(path: Path) -> bytes:
    now = datetime.now().isoformat(timespec="seconds")
    return f"[Trash Info]\nPath={quote(os.fsencode(path))}\nDeletionDate={now}\n".encode()


def _places(path: Path) -> Iterator[tuple[Path, Path]]:
    """Yield places for a note and for what it is about, without end."""
    for number in count(1):
        name = path.name if number == 1 else f"{path.stem}.{number}{path.suffix}"
        yield _bin() / "info" / f"{name}.trashinfo", _bin() / "files" / name


def _places_of_windows(path: Path, folder: Path) -> Iterator[tuple[Path, Path]]:
    while True:
        name = f"{secrets.token_hex(3).upper()}{path.suffix}"
        yield folder / f"{recycle_bin.NOTE}{name}", folder / f"{recycle_bin.KEPT}{name}"
