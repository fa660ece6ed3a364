"""The person's bin, laid out by freedesktop.org's Trash specification 1.0, so that what is put there can be restored."""

from __future__ import annotations

import os
import shutil
from datetime import datetime
from itertools import count
from pathlib import Path
from urllib.parse import quote

from ufo.commands.system.disk_space import is_full, not_written, take_away
from ufo.errors import ToolError


def put_in_bin(path: Path) -> Path:
    """Move the path into the bin and return where it is kept. Raises ToolError where that fails; then it stays where it was."""
    files, notes = _bin() / "files", _bin() / "info"
    try:
        for folder in (files, notes):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        note = _noted(path, files, notes)
    except OSError as error:
        raise ToolError(f"there is no bin to put {str(path)!r} in: {error}") from error
    kept = files / note.name.removesuffix(".trashinfo")
    try:
        shutil.move(str(path), str(kept))
    except OSError as error:
        note.unlink(missing_ok=True)
        if is_full(error):
            take_away(kept)
            raise ToolError(not_written(error, kept)) from error
        raise ToolError(f"{str(path)!r} could not be put in the bin: {error}") from error
    return kept


def _bin() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(home).expanduser() / "Trash"


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
