"""Makes zip and tar archives, and changes one that is there: what is not replaced or left out stays byte for byte."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import stat
import struct
import tarfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO, Literal, cast
from uuid import uuid4

from ufo.conditions.properties import ARCHIVES
from ufo.errors import ToolError
from ufo.platform.held_folder import held, held_file
from ufo.schema.file_names import named, readable
from ufo.tools.documents.archives import (
    MOST_MEMBERS,
    MOST_TIME_S,
    Member,
    archive_ending,
    is_called,
    members_of,
    plain_name,
)
from ufo.tools.system.disk_space import not_written
from ufo.tools.system.trash import copy_to_bin

_CHUNK = 1 << 20
_TarMode = Literal["w:", "w:gz", "w:bz2", "w:xz"]
_TAR_MODES: dict[str, _TarMode] = {
    ".tar": "w:", ".tar.gz": "w:gz", ".tgz": "w:gz", ".tar.bz2": "w:bz2", ".tar.xz": "w:xz",
}  # fmt: skip
_ENTRY, _END = struct.Struct("<4s4B4HL2L5H2L"), struct.Struct("<4s4H2LH")
_LARGE = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Source:
    """A file or folder to pack. `name`: that in the archive, empty for its own; one that ends in "/" is a folder for it."""

    path: Path
    name: str = ""


@dataclass(frozen=True, slots=True)
class Packed:
    """`names`: the files that were put in; `left_out`: links and devices; `gone`: the members that were taken out."""

    names: tuple[str, ...]
    left_out: tuple[str, ...]
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """A member as it lies in a file, from `start` to `end`. `entry`: that in the list at the end of a zip file; `links_to`: the
    member of a tar file that it is another name of.
    """

    name: str
    start: int
    end: int
    entry: bytes = b""
    links_to: str = ""


@dataclass(frozen=True, slots=True)
class _Parts:
    """`comment`: of a zip file."""

    file: IO[bytes]
    parts: tuple[_Part, ...]
    head: int
    comment: bytes = b""


def make_archive(sources: Sequence[Source], target: Path, without: Sequence[str] = ()) -> Packed:
    """Pack files and folders into a new archive, or into the one that is there: they take the place of members of their names.

    `without`: names and patterns of members to leave out. The bin keeps the archive that was there. Blocking. Raises ToolError;
    then what was at the target is there still.
    """
    ending = archive_ending(target)
    if not ending:
        raise ToolError(f"{target.name!r} is no archive's name; end it with {', '.join(ARCHIVES)}")
    is_there = os.path.lexists(target)
    members = members_of(target) if is_there else ()
    gone = _left_out(members, without, target) if is_there else ()
    packed, left_out = _to_pack(sources, target, without)
    if not packed and not gone:
        raise ToolError("there is nothing to pack: links and devices are left out")
    packed = _fitting(packed, [member for member in members if member.name not in gone])
    deadline = time.monotonic() + MOST_TIME_S
    try:
        with held(target) as place, _beside(place) as beside:
            if is_there:
                _change(place, beside, packed, gone, deadline)
                beside.chmod(stat.S_IMODE(place.stat().st_mode))
                copy_to_bin(target)
                beside.replace(place)
            else:
                _write(beside, ending, packed, deadline)
                _put_in_place(beside, place)
    except FileExistsError as error:
        raise ToolError(f"{readable(target)!r} exists already and is not replaced") from error
    except (OSError, ValueError, struct.error) as error:
        said = not_written(error, target) if isinstance(error, OSError) else f"{target.name} was not made: {error}"
        raise ToolError(said) from error
    return Packed(tuple(name for name, path in packed if not path.is_dir()), tuple(left_out), gone)


@contextmanager
def _beside(place: Path) -> Iterator[Path]:
    beside = place.with_name(f".{uuid4().hex}.part")
    try:
        yield beside
    finally:
        beside.unlink(missing_ok=True)


def _put_in_place(beside: Path, target: Path) -> None:
    """Give the file its name without replacing another. Raises FileExistsError and OSError."""
    try:
        os.link(beside, target)
    except FileExistsError:
        raise
    except OSError:
        # Not every disk knows a second name of a file.
        if os.path.lexists(target):
            raise FileExistsError(str(target)) from None
        beside.rename(target)


def _left_out(members: Sequence[Member], without: Sequence[str], target: Path) -> tuple[str, ...]:
    """Return the members that names and patterns mean. Raises ToolError for one that means none."""
    gone: dict[str, None] = {}
    for wanted in map(plain_name, without):
        found = [member.name for member in members if is_called(plain_name(member.name), wanted)]
        if not found:
            names = ", ".join(named(member.name) for member in members[:12])
            raise ToolError(f"nothing in {target.name!r} is called {wanted!r}; it holds {names or 'nothing'}")
        gone |= dict.fromkeys(found)
    return tuple(gone)


def _to_pack(
    sources: Sequence[Source], target: Path, without: Sequence[str]
) -> tuple[list[tuple[str, Path]], list[str]]:
    packed: list[tuple[str, Path]] = []
    left_out: list[str] = []
    for source in sources:
        name = _own_name(source)
        inside = sorted(source.path.rglob("*")) if source.path.is_dir() and not source.path.is_symlink() else []
        for path in (source.path, *inside):
            member = f"{name}/{path.relative_to(source.path)}" if path != source.path else name
            unwanted = path != source.path and any(is_called(member, plain_name(wanted)) for wanted in without)
            if path == target or unwanted:
                continue
            if path.is_symlink() or not (path.is_file() or path.is_dir()):
                left_out.append(named(member))
            else:
                packed.append((member, path))
            if len(packed) > MOST_MEMBERS:
                raise ToolError(f"these are more than {MOST_MEMBERS:,} files; pack fewer")
    names = [name for name, _ in packed]
    if len(set(names)) < len(names):
        raise ToolError("two of the sources have the same name; pack the folder above them, or rename one")
    return packed, left_out


def _own_name(source: Source) -> str:
    """Return the name in the archive. Raises ToolError for one that would leave the folder where it is unpacked."""
    name = f"{source.name}{source.path.name}" if source.name.endswith("/") else source.name or source.path.name
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\0" in name or (source.name and "\\" in name):
        raise ToolError(f"{source.name!r} is no name in an archive; give one such as 'folder/file.txt' or 'folder/'")
    return "/".join(parts)


def _fitting(packed: Sequence[tuple[str, Path]], members: Sequence[Member]) -> list[tuple[str, Path]]:
    """Return what is packed under the names as the archive writes them. Raises ToolError for a file where a folder is, and for a
    folder where a file is.
    """
    there = {plain_name(member.name): member for member in members}
    folders = {str(above) for name in there for above in PurePosixPath(name).parents}
    folders |= {name for name, member in there.items() if member.kind == "folder"}
    files = there.keys() - folders
    for name, path in packed:
        above = {str(parent) for parent in PurePosixPath(name).parents}
        if (name in folders) is not path.is_dir() and name in there.keys() | folders or above & files:
            raise ToolError(f"{readable(name)!r} would be a file and a folder in the archive; give it another name")
    return [(there[name].name.rstrip("/") if name in there else name, path) for name, path in packed]


def _write(target: Path, ending: str, packed: Sequence[tuple[str, Path]], deadline: float) -> None:
    if ending == ".zip":
        with zipfile.ZipFile(target, "x", zipfile.ZIP_DEFLATED, strict_timestamps=False) as zipped:
            for name, path in packed:
                _require_time(deadline)
                with held_file(path) as source:
                    zipped.write(source, name)
        return
    with tarfile.open(target, _TAR_MODES[ending], dereference=True) as tarred:
        for name, path in packed:
            _require_time(deadline)
            with held_file(path) as source:
                tarred.add(source, name, recursive=False)


def _require_time(deadline: float) -> None:
    if time.monotonic() > deadline:
        raise ValueError(f"it takes more than {MOST_TIME_S:g} s; pack fewer files")


def _change(old: Path, target: Path, packed: Sequence[tuple[str, Path]], gone: Sequence[str], deadline: float) -> None:
    """Write the archive anew: each new member where the old one of its name was, the others at the end."""
    ending = archive_ending(old)
    is_zip = ending == ".zip"
    with _beside(target) as added:
        _write(added, ".zip" if is_zip else ".tar", packed, deadline)
        opened = _zip_parts if is_zip else _tar_parts
        with opened(old) as was, opened(added) as more, _opened_new(target, ending) as into:
            new = {plain_name(part.name): (more.file, part) for part in more.parts}
            rows: dict[object, tuple[IO[bytes], _Part]] = {}
            for at, part in enumerate(was.parts):
                name = plain_name(part.name)
                if name in new:
                    rows.setdefault(name, new[name])
                elif part.name not in gone:
                    if part.links_to and (part.links_to in gone or plain_name(part.links_to) in new):
                        raise ValueError(f"{part.name!r} in it is another name of {part.links_to!r}")
                    rows[at] = (was.file, part)
            rows |= {name: row for name, row in new.items() if name not in rows}
            if not rows:
                raise ValueError("nothing would be left in it; remove the archive itself where that is meant")
            was.file.seek(0)
            _copy(was.file, into, was.head, deadline)
            starts = []
            for file, part in rows.values():
                starts.append(into.tell())
                file.seek(part.start)
                _copy(file, into, part.end - part.start, deadline)
            entries = [part.entry for _, part in rows.values()]
            into.write(_zip_end(into.tell(), entries, starts, was.comment) if is_zip else _tar_end(into.tell()))


def _copy(source: IO[bytes], into: BinaryIO, size: int, deadline: float) -> None:
    while size:
        _require_time(deadline)
        chunk = source.read(min(size, _CHUNK))
        if not chunk:
            raise ValueError("the archive ends too early")
        into.write(chunk)
        size -= len(chunk)


@contextmanager
def _zip_parts(path: Path) -> Iterator[_Parts]:
    with zipfile.ZipFile(path) as zipped, path.open("rb") as file:
        infos, listed = zipped.infolist(), cast("int", getattr(zipped, "start_dir"))  # noqa: B009 typeshed lacks it
        bounds = sorted({*(info.header_offset for info in infos), listed})
        ends = dict(zip(bounds, bounds[1:], strict=False))
        file.seek(listed)
        parts = []
        for info in infos:
            fixed = file.read(_ENTRY.size)
            fields = _ENTRY.unpack(fixed)
            if _LARGE in (fields[10], fields[11], fields[18]):
                raise ValueError("it is too large to be changed")
            entry = fixed + file.read(sum(fields[12:15]))
            parts.append(_Part(info.filename, info.header_offset, ends[info.header_offset], entry))
        yield _Parts(file, tuple(parts), bounds[0], zipped.comment)


def _zip_end(at: int, entries: Sequence[bytes], starts: Sequence[int], comment: bytes) -> bytes:
    """Return the list at the end of a zip file, which begins `at` this place."""
    listed = b"".join(
        entry[:42] + struct.pack("<L", start) + entry[46:] for entry, start in zip(entries, starts, strict=True)
    )
    end = _END.pack(b"PK\5\6", 0, 0, len(entries), len(entries), len(listed), at, len(comment))
    return listed + end + comment


@contextmanager
def _tar_parts(path: Path) -> Iterator[_Parts]:
    with tarfile.open(path) as tarred:
        members = tarred.getmembers()
        bounds = [*(member.offset for member in members), tarred.offset]
        parts = [
            _Part(member.name, member.offset, end, links_to=member.linkname if member.islnk() else "")
            for member, end in zip(members, bounds[1:], strict=True)
        ]
        yield _Parts(cast("IO[bytes]", tarred.fileobj), tuple(parts), bounds[0])


def _tar_end(at: int) -> bytes:
    size = at + 2 * tarfile.BLOCKSIZE
    return bytes(size - at + -size % tarfile.RECORDSIZE)


@contextmanager
def _opened_new(path: Path, ending: str) -> Iterator[BinaryIO]:
    with path.open("xb") as file:
        kind = _TAR_MODES.get(ending, "w:")
        packs: Mapping[str, Callable[[], IO[bytes]]] = {
            "w:gz": lambda: cast("IO[bytes]", gzip.GzipFile("", "wb", fileobj=file)),  # noqa: SIM115 entered below
            "w:bz2": lambda: bz2.BZ2File(file, "wb"),
            "w:xz": lambda: lzma.LZMAFile(file, "wb"),  # noqa: SIM115 entered below
        }
        if kind not in packs:
            yield file
            return
        with packs[kind]() as packing:
            yield cast("BinaryIO", packing)
