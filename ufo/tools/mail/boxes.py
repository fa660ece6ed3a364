"""Mail as it lies in a folder: an mbox file, a Maildir, an MH folder, or a single file. A mail is read when it is asked for.

A folder of 100,000 mails is neither read whole nor kept: of a file it is known where each mail begins, of a directory which files
there are. Sources: RFC 4155 (mbox), cr.yp.to/proto/maildir.html, Claws Mail's procmsg.h (its marks, which are Sylpheed's too).
"""

from __future__ import annotations

import contextlib
import os
import struct
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import BinaryIO

from ufo.errors import ToolError
from ufo.schema.file_names import readable
from ufo.tools.mail.head import head_field

_MARK = b"From "
_BEGINS = b"\nFrom "
_BLOCK = 1 << 20
_MOST_HEAD = 256 * 1024
_FIRST_READ = 16 * 1024
_MOST_BYTES = 64 * 1024**2
_EXPUNGED = 0x0008
_MARKS = (".claws_mark", ".sylpheed_mark")
_MARKS_VERSION, _UNREAD = 2, 0x3


class HeldMail:
    """A mail in its folder. `number`: from 1, as they lie there. It can be read while its box is open."""

    def __init__(self, number: int, box: Box) -> None:
        self.number = number
        self._box = box
        self.head: bytes = box.head(number)

    @property
    def is_gone(self) -> bool:
        """Whether it was deleted, and only its bytes are still there."""
        return bool(_status(self.head) & _EXPUNGED)

    @property
    def is_read(self) -> bool:
        marked = self._box.marked_read(self.number)
        return marked if marked is not None else bool(_status(self.head) & 1) or "R" in head_field(self.head, "Status")

    def data(self) -> bytes:
        """Return all of it, at most 64 MB."""
        return self._box.read(self.number, _MOST_BYTES)

    def message(self) -> Message:
        # The old way to read is meant: it raises nothing, whatever a mail holds.
        return message_from_bytes(self.data())


class Box(ABC):
    """The mails of a folder. `count`: how many lie there, deleted ones too."""

    count: int

    @abstractmethod
    def read(self, number: int, most: int) -> bytes:
        """Return the first bytes of a mail. Raises OSError."""

    def marked_read(self, number: int) -> bool | None:
        """Tell whether the folder says that a mail was read; None where it says nothing of that."""
        return None

    def head(self, number: int) -> bytes:
        """Return the lines in front of a mail's text."""
        for most in (_FIRST_READ, _MOST_HEAD):
            data = self.read(number, most)
            ends = [at for sign in (b"\n\n", b"\n\r\n") if (at := data.find(sign)) >= 0]
            if ends or len(data) < most:
                break
        return data[: min(ends) + 1] if ends else data

    def mail(self, number: int) -> HeldMail | None:
        """Return that mail; None where there is none, or it was deleted."""
        if not 1 <= number <= self.count:
            return None
        held = HeldMail(number, self)
        return None if held.is_gone else held

    def newest_first(self) -> Iterator[HeldMail]:
        """Yield the mails that were not deleted, those that came last first. What vanishes meanwhile is left out."""
        return self._in_order(range(self.count, 0, -1))

    def oldest_first(self) -> Iterator[HeldMail]:
        return self._in_order(range(1, self.count + 1))

    def _in_order(self, numbers: range) -> Iterator[HeldMail]:
        for number in numbers:
            with contextlib.suppress(FileNotFoundError):
                if held := self.mail(number):
                    yield held


class _File(Box):
    """An mbox. Where its program rewrites it meanwhile, what is read is data as any other, and nothing breaks."""

    def __init__(self, file: BinaryIO, begin: int = 0) -> None:
        self._file = file
        self._starts = array("Q", _starts(file, begin))
        self._starts.append(file.seek(0, os.SEEK_END))
        self.count = len(self._starts) - 1

    def read(self, number: int, most: int) -> bytes:
        begin, end = self._starts[number - 1 : number + 1]
        self._file.seek(begin)
        return self._file.read(min(end - begin, most))


class _Files(Box):
    """A Maildir or an MH folder. `marks`: what an MH program notes of each number, None where it notes nothing."""

    def __init__(self, paths: list[str], marks: Mapping[int, int] | None) -> None:
        self._paths = paths
        self._marks = marks
        self.count = len(paths)

    def read(self, number: int, most: int) -> bytes:
        with open(self._paths[number - 1], "rb") as file:  # noqa: PTH123 100,000 paths are kept as texts
            return file.read(most)

    def marked_read(self, number: int) -> bool | None:
        folder, name = os.path.split(self._paths[number - 1])
        if name.isdecimal():
            return None if self._marks is None else not self._marks.get(int(name), _UNREAD) & _UNREAD
        _, said, flags = name.rpartition(":2,")
        if said:
            return "S" in flags
        return False if folder.endswith("/new") else None


@contextmanager
def opened(path: Path, begin: int = 0) -> Iterator[Box]:
    """Open what holds mail; of an mbox what lies behind the byte `begin`. Raises ToolError for what holds none. Blocking."""
    try:
        if path.is_dir():
            yield _Files(_in_order(path), None if is_maildir(path) else _marks(path))
            return
        with path.open("rb") as file:
            head = file.read(_FIRST_READ)
            if not head.startswith(_MARK) and not begin:
                if head and not any(head_field(head, name) for name in ("From", "Date", "Subject")):
                    raise ToolError(
                        f"{readable(path.name)!r} holds no mail; give an mbox file, a Maildir, an MH folder or an .eml file"
                    )
                yield _Files([str(path)] if head else [], None)
                return
            yield _File(file, begin)
    except OSError as error:
        raise ToolError(f"the mail in {readable(path)!r} cannot be read: {error}") from error


def file_names(folder: Path) -> dict[str, Path]:
    """Return the files of mail in a Maildir or an MH folder by their names without flags. Blocking."""
    return {without_flags(path.name): path for path in map(Path, _in_order(folder))}


def without_flags(name: str) -> str:
    """Return the name of a Maildir's file without its flags, which say for one that the mail was read."""
    return name.rpartition(":2,")[0] or name


def is_maildir(path: Path) -> bool:
    return (path / "cur").is_dir()


def is_mh(path: Path) -> bool:
    """Tell whether a directory holds mail by numbers, as MH, Claws Mail and Sylpheed keep it."""
    return path.is_dir() and (any((path / mark).exists() for mark in _MARKS) or bool(_numbered(path)))


def is_box(path: Path) -> bool:
    """Tell whether a file is one of mail: it begins as one, or is empty and has its index beside it."""
    try:
        with path.open("rb") as file:
            head = file.read(len(_MARK))
    except OSError:
        return False
    return head == _MARK or (not head and path.with_name(f"{path.name}.msf").exists())


def is_grown(path: Path, size: int) -> bool:
    """Tell whether an mbox that had that many bytes is as long still, or has another mail right behind them. Raises OSError."""
    with path.open("rb") as file:
        file.seek(size)
        behind = file.read(len(_MARK))
        return behind == _MARK or (not behind and file.tell() == size == file.seek(0, os.SEEK_END))


def _starts(file: BinaryIO, begin: int) -> Iterator[int]:
    """Yield where mails begin, in bytes: where a line begins with "From "."""
    file.seek(begin)
    held, at = b"\n", begin - 1
    while block := file.read(_BLOCK):
        held += block
        found = held.find(_BEGINS)
        while found >= 0:
            yield at + found + 1
            found = held.find(_BEGINS, found + 1)
        done = max(0, len(held) - len(_BEGINS) + 1)
        at, held = at + done, held[done:]


def _in_order(folder: Path) -> list[str]:
    """Return the files of mail in a directory, the oldest first: by their numbers, or by their names, which begin with a time."""
    if not is_maildir(folder):
        return [str(folder / str(number)) for number in _numbered(folder)]
    found = []
    for part in ("cur", "new"):
        # Thunderbird's have no folder of new mail.
        with contextlib.suppress(FileNotFoundError), os.scandir(folder / part) as items:
            found += [(item.name, item.path) for item in items if not item.name.startswith(".") and item.is_file()]
    return [path for _, path in sorted(found)]


def _numbered(folder: Path) -> list[int]:
    try:
        with os.scandir(folder) as items:
            named = [item.name for item in items if item.name.isascii() and item.name.isdecimal() and item.is_file()]
            return sorted(number for name in named if str(number := int(name)) == name)
    except OSError:
        return []


def _marks(folder: Path) -> dict[int, int] | None:
    """Return what Claws Mail or Sylpheed notes of each number, as they leave the folder; None where they noted nothing."""
    for name in _MARKS:
        try:
            data = (folder / name).read_bytes()
        except OSError:
            continue
        numbers = struct.unpack(f"={len(data) // 4}I", data[: len(data) // 4 * 4])
        # A file of another computer has its bytes the other way round, and another version may mean anything.
        if numbers[:1] == (_MARKS_VERSION,):
            return dict(zip(numbers[1::2], numbers[2::2], strict=False))
    return None


def _status(head: bytes) -> int:
    try:
        return int(head_field(head, "X-Mozilla-Status") or "0", 16)
    except ValueError:
        return 0
