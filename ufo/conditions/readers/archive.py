"""Opens packed documents within bounds. A file may be hostile, so it never takes more memory than the caps allow."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from types import TracebackType

from ufo.errors import LockedDocument, UnreadableDocument

MAX_FILE_BYTES = 200 * 1024 * 1024
MAX_PART_BYTES = 64 * 1024 * 1024
MAX_TOTAL_BYTES = 160 * 1024 * 1024
_MAX_ENTRIES = 20_000

_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""The stream of a compound file that holds an Office document with a password (MS-OFFCRYPTO, section 1.3.2)."""


class Archive:
    """The parts of a zip file, by name. Every failure raises UnreadableDocument."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._left = MAX_TOTAL_BYTES
        if path.stat().st_size > MAX_FILE_BYTES:
            raise UnreadableDocument(f"{path.name} is larger than {MAX_FILE_BYTES >> 20} MB, so it was not read")
        try:
            self._zip = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            data = path.read_bytes()
            if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") and _ENCRYPTED in data:
                raise LockedDocument(f"{path.name} is protected by a password; save it without one") from error
            if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
                raise UnreadableDocument(
                    f"{path.name} is in an old binary format or protected by a password; save it in a new format without one"
                ) from error
            raise UnreadableDocument(f"{path.name} is broken: it is not a packed document ({error})") from error
        if len(self._zip.filelist) > _MAX_ENTRIES:
            self._zip.close()
            raise UnreadableDocument(f"{path.name} has more than {_MAX_ENTRIES:,} parts, so it was not read")

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def __contains__(self, name: object) -> bool:
        return name in self._zip.NameToInfo

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._zip.NameToInfo)

    def read(self, name: str) -> bytes:
        """Read one part. Sizes that the file declares are not trusted: reading stops at the cap."""
        if name not in self:
            raise UnreadableDocument(f"{self._path.name} is broken: it has no part {name!r}")
        cap = min(MAX_PART_BYTES, self._left)
        try:
            with self._zip.open(name) as part:
                data = part.read(cap + 1)
        except RuntimeError as error:
            raise LockedDocument(f"{self._path.name} is protected by a password; save it without one") from error
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError) as error:
            raise UnreadableDocument(
                f"{self._path.name} is broken: part {name!r} cannot be unpacked ({error})"
            ) from error
        if len(data) > cap:
            raise UnreadableDocument(f"{self._path.name} unpacks to more than {cap >> 20} MB, so it was not read")
        self._left -= len(data)
        return data
