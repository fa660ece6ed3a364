"""A folder as one ZIP file, and back. Whoever wrote an archive is not trusted: nothing is written outside of the folder."""

from __future__ import annotations

import os
import shutil
import stat
import zipfile
from pathlib import Path, PurePosixPath

from ufo.errors import ConfigError
from ufo.secrets import files

_MOST_FILES = 200_000
_MOST_BYTES = 20_000_000_000
_PACKED = frozenset(
    {".png", ".jpg", ".jpeg", ".gif", ".webp", ".zip", ".gz", ".odt", ".ods", ".odp", ".docx", ".xlsx", ".pptx", ".mp4"}
)
"""Endings of files that are packed already: to pack them again takes time and gains nothing."""


def pack(folder: Path, into: Path) -> None:
    """Write all files below a folder into a new archive. Links, pipes and sockets are left out: they may lead anywhere. Raises
    OSError, also where `into` cannot be written.
    """
    with zipfile.ZipFile(into, "x", zipfile.ZIP_DEFLATED, compresslevel=1, strict_timestamps=False) as archive:
        for parent, inner, names in os.walk(folder):
            inner.sort()
            for name in sorted(names):
                path = Path(parent, name)
                # A file of a program that is still closing may go at any moment.
                try:
                    if stat.S_ISREG(path.stat(follow_symlinks=False).st_mode):
                        _add(archive, path, path.relative_to(folder).as_posix())
                except FileNotFoundError:
                    continue


def _add(archive: zipfile.ZipFile, path: Path, name: str) -> None:
    if name.encode("utf-8", "replace") != name.encode("utf-8", "surrogateescape"):
        # A ZIP file has names in UTF-8 alone.
        name = os.fsencode(name).decode("utf-8", "backslashreplace").replace("\\", "_")
    packs = zipfile.ZIP_STORED if path.suffix.lower() in _PACKED else zipfile.ZIP_DEFLATED
    archive.write(path, name, packs)


def unpack(archive_file: Path, into: Path, place: str) -> None:
    """Write the files of an archive into a new folder. Raises ConfigError, and leaves nothing, for an archive that is damaged or
    would write anywhere else. `place`: what it is called to the person.
    """
    try:
        with zipfile.ZipFile(archive_file) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            _check(entries, place)
            files.make_folder(into, exist_ok=False)
            for entry in entries:
                _write(archive, entry, into / entry.filename)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, NotImplementedError, RuntimeError) as error:
        shutil.rmtree(into, ignore_errors=True)
        raise ConfigError(
            f"the archive {place} is damaged ({error}); its run has to be done again: ufo jobs retry"
        ) from None
    except BaseException:
        shutil.rmtree(into, ignore_errors=True)
        raise


def _check(entries: list[zipfile.ZipInfo], place: str) -> None:
    seen: set[str] = set()
    for entry in entries:
        name, path = entry.filename, PurePosixPath(entry.filename)
        is_inside = not path.is_absolute() and ".." not in path.parts and "\\" not in name and "\0" not in name
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if not is_inside or not path.parts or kind not in (0, stat.S_IFREG):
            raise ConfigError(
                f"the archive {place} would write {name[:200]!r}, which is no file inside; it is not unpacked"
            )
        if path.as_posix() in seen:
            raise ConfigError(f"the archive {place} has {name[:200]!r} twice; it is not unpacked")
        seen.add(path.as_posix())
    size = sum(entry.file_size for entry in entries)
    if len(entries) > _MOST_FILES or size > _MOST_BYTES:
        raise ConfigError(
            f"the archive {place} has {len(entries)} files of {size} bytes, more than {_MOST_FILES} or {_MOST_BYTES}; "
            "it is not unpacked"
        )


def _write(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path) -> None:
    files.make_folder(target.parent)
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, files.FILE_MODE)
    # What is read ends at the size that was checked.
    with os.fdopen(handle, "wb") as file, archive.open(entry) as packed:
        shutil.copyfileobj(packed, file, 1 << 20)
