"""Lists and unpacks zip and tar archives, which may be hostile: nothing leaves the folder, and bytes and names are
bounded by what is really unpacked.
"""

from __future__ import annotations

import fnmatch
import lzma
import os
import stat
import tarfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Literal, cast

from ufo.conditions.properties import ARCHIVES
from ufo.errors import ToolError
from ufo.platform.held_folder import held, made_folders
from ufo.schema.file_names import named, readable
from ufo.tools.system.disk_space import not_written, take_away

MOST_MEMBERS = 20_000
MOST_BYTES = 2 * 1000**3
MOST_TIME_S = 50.0
_CHUNK = 1 << 20
_BOMB_RATIO, _BOMB_BYTES = 200, 100_000_000
_BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    EOFError,
    zlib.error,
    lzma.LZMAError,
    NotImplementedError,
    UnicodeError,
)


@dataclass(frozen=True, slots=True)
class Member:
    """An entry of an archive. `kind`: file, folder or other (a link, a device). `mode`: permissions, 0 where it says none."""

    name: str
    size: int
    kind: Literal["file", "folder", "other"]
    mode: int = 0


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What was unpacked, and the names of links and devices that were left out."""

    files: tuple[Path, ...]
    left_out: tuple[str, ...]


def archive_ending(path: Path) -> str:
    """Return the ending that makes a path an archive's, "" for any other."""
    name = path.name.casefold()
    return next((archive for archive in sorted(ARCHIVES, key=len, reverse=True) if name.endswith(archive)), "")


def members_of(path: Path) -> tuple[Member, ...]:
    """Return the entries of an archive. Blocking. Raises ToolError for one that is broken or has too many."""
    with _opened(path) as archive:
        return archive.members


def folder_beside(path: Path) -> Path:
    """Return where an archive is unpacked if nobody says where: beside it, under its name without the ending."""
    return path.parent / path.name[: -len(archive_ending(path)) or None]


def ends_of(path: Path, folder: Path, only: Sequence[str] = (), *, flat: bool = False) -> list[Path]:
    """Return every file and folder that `unpack` would make. Blocking. Raises ToolError as it does."""
    with _opened(path) as archive:
        return list(_planned(archive.members, folder, only, flat)[1].values())


def unpack(
    path: Path,
    folder: Path,
    only: Sequence[str] = (),
    *,
    flat: bool = False,
    judged: Callable[[Path], object] = lambda end: end,
) -> Unpacked:
    """Unpack the archive, or only the names and patterns given, into a folder; `flat`: without the folders in it. Nothing is
    replaced. `judged` raises ToolError for a place that nobody judged. Blocking.

    Raises ToolError; then what was begun is taken away. An archive with a name that leads out of the folder is refused whole.
    """
    with _opened(path) as archive:
        wanted, ends = _planned(archive.members, folder, only, flat)
        for end in (folder, *ends.values()):
            judged(end)
        _require_room(path, wanted)
        for member in wanted:
            if member.kind == "file" and os.path.lexists(ends[member.name]):
                raise ToolError(
                    f"{readable(ends[member.name])!r} exists already and is not replaced; nothing was unpacked"
                )
        made = _Made()
        try:
            made.folder(folder)
            for member in wanted:
                if member.kind != "other":
                    _unpack_one(archive, member, ends[member.name], made)
        except (*_BROKEN, OSError, RuntimeError, ToolError) as error:
            made.take_back()
            if isinstance(error, ToolError):
                raise
            said = not_written(error, folder) if isinstance(error, OSError) else f"{path.name} is broken: {error}"
            raise ToolError(f"{said}; nothing was unpacked") from error
    return Unpacked(tuple(made.files), tuple(named(member.name) for member in wanted if member.kind == "other"))


def _planned(
    members: Sequence[Member], folder: Path, only: Sequence[str], flat: bool
) -> tuple[list[Member], dict[str, Path]]:
    """Return the members that are meant, and where each goes by its name; links and devices go nowhere."""
    wanted = _wanted(members, only)
    wanted = [member for member in wanted if member.kind != "folder"] if flat else wanted
    ends = {member.name: _end(folder, member) for member in wanted if member.kind != "other"}
    ends = {name: folder / end.name for name, end in ends.items()} if flat else ends
    _require_own_names(ends)
    return wanted, ends


class _Made:
    """What was made until now, to be taken back where the rest fails. Raises ToolError at the deadline or the bound of bytes."""

    def __init__(self) -> None:
        self.files: list[Path] = []
        self._folders: list[Path] = []
        self._left = MOST_BYTES
        self._deadline = time.monotonic() + MOST_TIME_S

    def folder(self, path: Path) -> None:
        self._folders += made_folders(path)

    def count(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise ToolError(f"it unpacks to more than {MOST_BYTES // 1000**3} GB; nothing was unpacked")
        if time.monotonic() > self._deadline:
            raise ToolError(
                f"it takes more than {MOST_TIME_S:g} s; nothing was unpacked: name what you need of it in `only`"
            )

    def take_back(self) -> None:
        for file in self.files:
            take_away(file)
        for folder in reversed(self._folders):
            with suppress(OSError), held(folder) as place:
                place.rmdir()


def _unpack_one(archive: _Opened, member: Member, end: Path, made: _Made) -> None:
    if member.kind == "folder":
        made.folder(end)
        return
    made.folder(end.parent)
    with archive.read(member.name) as source, held(end) as place, place.open("xb") as target:
        made.files.append(end)
        while chunk := source.read(_CHUNK):
            made.count(len(chunk))
            target.write(chunk)
        if member.mode & 0o111:
            os.fchmod(target.fileno(), 0o755)


@dataclass(frozen=True, slots=True)
class _Opened:
    members: tuple[Member, ...]
    read: Callable[[str], IO[bytes]]


@contextmanager
def _opened(path: Path) -> Iterator[_Opened]:
    ending = archive_ending(path)
    if not ending:
        raise ToolError(f"{readable(path.name)!r} is no archive that can be read; it can be {', '.join(ARCHIVES)}")
    try:
        if ending == ".zip":
            with zipfile.ZipFile(path) as zipped:
                yield _Opened(_bounded(path, (_of_zip(item) for item in zipped.infolist())), zipped.open)
        else:
            with tarfile.open(path) as tarred:

                def read(name: str) -> IO[bytes]:
                    return cast("IO[bytes]", tarred.extractfile(name))

                yield _Opened(_bounded(path, _of_tar(tarred)), read)
    except (*_BROKEN, OSError) as error:
        raise ToolError(f"{readable(path.name)!r} cannot be read as an archive: {error}") from error


def _bounded(path: Path, found: Iterator[Member]) -> tuple[Member, ...]:
    members: dict[str, Member] = {}
    for count, member in enumerate(found, start=1):
        # An archive that was added to holds a changed file twice. The last one is what is read by that name.
        members.pop(member.name, None)
        members[member.name] = member
        if count > MOST_MEMBERS:
            raise ToolError(f"{readable(path.name)!r} holds more than {MOST_MEMBERS:,} entries and is left alone")
    return tuple(members.values())


def _of_zip(item: zipfile.ZipInfo) -> Member:
    mode = item.external_attr >> 16
    if item.flag_bits & 1:
        raise ToolError(
            f"{readable(item.filename)!r} in it is protected by a password; unpack it in an archive manager"
        )
    if item.is_dir():
        return Member(item.filename, 0, "folder")
    is_plain = stat.S_IFMT(mode) in (0, stat.S_IFREG)
    return Member(item.filename, item.file_size, "file" if is_plain else "other", stat.S_IMODE(mode))


def _of_tar(archive: tarfile.TarFile) -> Iterator[Member]:
    size = 0
    deadline = time.monotonic() + MOST_TIME_S
    for tar in archive:
        size += tar.size
        if size > MOST_BYTES or time.monotonic() > deadline:
            raise ToolError(f"it unpacks to more than {MOST_BYTES // 1000**3} GB, or takes too long; it is left alone")
        kind: Literal["file", "folder", "other"] = "file" if tar.isreg() else "folder" if tar.isdir() else "other"
        yield Member(tar.name, tar.size, kind, tar.mode)


def _wanted(members: Sequence[Member], only: Sequence[str]) -> list[Member]:
    if not only:
        return list(members)
    plain = [plain_name(text) for text in only]
    found = [member for member in members if any(is_called(plain_name(member.name), each) for each in plain)]
    if not found:
        names = ", ".join(named(member.name) for member in members[:12])
        raise ToolError(f"nothing in it is called {', '.join(only)}; it holds {names or 'nothing'}")
    return found


def plain_name(name: str) -> str:
    return name.removeprefix("./").rstrip("/")


def is_called(name: str, wanted: str) -> bool:
    """Return whether a member's name is the wanted one, lies in a folder of that name, or fits that pattern."""
    return name == wanted or name.startswith(f"{wanted}/") or fnmatch.fnmatchcase(name, wanted)


def _end(folder: Path, member: Member) -> Path:
    """Return where a member goes. Raises ToolError for a name that leads out of the folder, or that no file can have."""
    parts = PurePosixPath(member.name.replace("\\", "/")).parts
    if not parts or parts[0] == "/" or ".." in parts or "\0" in member.name or parts[0].endswith(":"):
        raise ToolError(
            f"the archive has a file {readable(member.name)!r}, which would leave the folder; nothing was unpacked"
        )
    return folder.joinpath(*parts)


def _require_own_names(ends: Mapping[str, Path]) -> None:
    """Raise ToolError where two members would be one file, as those of two folders may without these."""
    first: dict[Path, str] = {}
    for name, end in ends.items():
        if (other := first.setdefault(end, name)) != name and not name.endswith("/"):
            raise ToolError(
                f"{readable(other)!r} and {readable(name)!r} would both be {readable(end)!r}; nothing was unpacked"
            )


def _require_room(path: Path, wanted: Sequence[Member]) -> None:
    size, packed = sum(member.size for member in wanted), max(1, path.stat().st_size)
    if size > MOST_BYTES:
        raise ToolError(
            f"it unpacks to {size / 1000**3:.1f} GB, more than {MOST_BYTES // 1000**3}; name what you need of it"
        )
    if size > _BOMB_BYTES and size / packed > _BOMB_RATIO:
        raise ToolError(
            f"{packed:,} bytes unpack to {size:,}, as only a file made to fill a disk does; it is left alone"
        )
