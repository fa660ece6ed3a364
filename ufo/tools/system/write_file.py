"""Writes text files whole or in part: in one step, in the encoding and with the line ends that the file has, and with what was
there kept in the bin.
"""

from __future__ import annotations

import codecs
import os
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ufo.errors import ToolError
from ufo.faults import of_system
from ufo.platform.held_folder import held, opened
from ufo.platform.locks import is_locked
from ufo.schema.file_names import readable
from ufo.tools.system.disk_space import not_written
from ufo.tools.system.trash import copy_to_bin

MOST_BYTES = 32 * 1024 * 1024
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True, slots=True)
class TextContent:
    """A text file's content with line ends as "\\n". `mark`: the bytes before the text; `ends`: the line end that it has."""

    text: str
    encoding: str
    mark: bytes
    ends: str

    def packed(self, text: str) -> bytes:
        """Return another text as the file would have it. Raises ToolError for a character that the encoding lacks."""
        encoding = "utf-8" if self.encoding == "utf-8-sig" else self.encoding
        try:
            return self.mark + text.replace("\r\n", "\n").replace("\n", self.ends).encode(encoding)
        except UnicodeEncodeError as error:
            raise ToolError(
                f"{error.object[error.start]!r} cannot be written in {self.encoding}, which the file is in; leave it out, or "
                "write a new file"
            ) from error


def text_of(path: Path, encoding: str = "") -> TextContent:
    """Read a text file. Without `encoding`: by its mark, else UTF-8, else Latin-1. Raises ToolError for what is no text file."""
    require_ordinary(path)
    try:
        with os.fdopen(opened(path), "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ToolError(f"{readable(path.name)!r} cannot be read: {of_system(error)}") from error
    if len(data) > MOST_BYTES:
        raise ToolError(f"{readable(path.name)!r} is larger than {MOST_BYTES >> 20} MB and is left alone")
    mark, named = next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", ""))
    if not named and not encoding and b"\0" in data[:8192]:
        raise ToolError(f"{readable(path.name)!r} is no text file")
    text, used = _decoded(data[len(mark) :], encoding or named)
    ends = "\r\n" if "\r\n" in text else "\n"
    return TextContent(text.replace("\r\n", "\n"), used, mark, ends)


def _decoded(data: bytes, encoding: str) -> tuple[str, str]:
    for text in [encoding] if encoding else ["utf-8", "latin-1"]:
        try:
            return data.decode("utf-8" if text == "utf-8-sig" else text), text
        except UnicodeDecodeError:
            continue
        except LookupError as error:
            raise ToolError(
                f"there is no encoding {text!r}; use utf-8, latin-1, cp1252, utf-16 or shift_jis"
            ) from error
    raise ToolError(f"the file is not in {encoding}; leave the encoding out, or name another one")


def require_ordinary(path: Path) -> None:
    """Raise ToolError for a folder, a device, a pipe or a socket: reading one of these may never end."""
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise ToolError(f"{readable(path)!r} is a folder")
    if not stat.S_ISREG(mode):
        raise ToolError(f"{readable(path)!r} is no ordinary file but a device, a pipe or a socket; it is left alone")


def write_whole(path: Path, data: bytes, *, keeps: bool = True) -> Path | None:
    """Write the file in one step, so that at no time half of it is there, and return where the bin has what was there, where it
    `keeps` that.

    Raises ToolError; then the file is as it was. A file keeps its permissions.
    """
    if os.path.lexists(path):
        require_ordinary(path)
    if not path.parent.is_dir():
        raise ToolError(f"there is no folder {readable(path.parent)!r}; make it first")
    try:
        with held(path) as place:
            is_there = os.path.lexists(place)
            if is_there and not os.access(place, os.W_OK):
                raise ToolError(f"{readable(path)!r} is read-only; write under another name")
            _require_free(path)
            kept = copy_to_bin(path) if keeps and is_there else None
            _put(place, data, stat.S_IMODE(place.lstat().st_mode) if is_there else 0o666 & ~_umask())
    except OSError as error:
        raise ToolError(not_written(error, path)) from error
    return kept


def _require_free(path: Path) -> None:
    """Raise ToolError for a file that another program works on: it would not know of the new one, and would write over it."""
    if is_locked(path):
        raise ToolError(f"{readable(path)!r} is locked by another program; wait until it is done, or ask the person")
    lock = path.with_name(f".~lock.{path.name}#")
    if os.path.lexists(lock):
        raise ToolError(
            f"{readable(path)!r} is open in LibreOffice; write it there, in its window, or close it there first (where nobody "
            f"has it open any more, {readable(lock.name)!r} beside it is left over)"
        )


def _put(place: Path, data: bytes, mode: int) -> None:
    handle, beside = tempfile.mkstemp(dir=place.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            os.fchmod(handle, mode)
        Path(beside).replace(place)
    finally:
        Path(beside).unlink(missing_ok=True)


def write_new(path: Path, data: bytes) -> None:
    """Write a file where nothing is. Raises ToolError; then nothing of ours is there."""
    try:
        with held(path) as place, place.open("xb") as file:
            try:
                file.write(data)
                file.flush()
            except OSError:
                place.unlink(missing_ok=True)
                raise
    except FileExistsError as error:
        raise ToolError(f"{readable(path)!r} exists already and is not replaced; choose another name") from error
    except OSError as error:
        raise ToolError(not_written(error, path)) from error


def _umask() -> int:
    """Return the mask of new files. The system tells it only by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
