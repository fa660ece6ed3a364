"""Keeps experience in one folder, each in a JSON file. The files are the truth; the index is made from them."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from ufo.errors import KnowledgeError
from ufo.experience.experience import KEY, Experience
from ufo.experience.merge import merged, same_as
from ufo.platform.locks import lock_folder
from ufo.secrets import files

MAX_BYTES = 100_000
FOLDER = "experience"
_LOCK_S, _PAUSE_S = 5.0, 0.02

Change = Callable[[Experience], Experience]


class ExperienceStore:
    """The experience in a knowledge folder. It is safe for several processes at once; all of it blocks."""

    def __init__(self, knowledge_folder: Path) -> None:
        self.folder = knowledge_folder.expanduser() / FOLDER

    def all(self) -> dict[str, Experience]:
        """Return all that can be read, by key. A file that cannot be read is passed over; `broken` names it."""
        return {key: one for key in self.keys() if (one := self._read_or_none(key)) is not None}

    def keys(self) -> list[str]:
        return sorted(path.stem for path in self.folder.glob("*.json") if KEY.fullmatch(path.stem))

    def broken(self) -> list[str]:
        """Return what cannot be read, a line each."""
        return [str(error) for key in self.keys() if (error := self._error_of(key)) is not None]

    def read(self, key: str) -> Experience:
        """Raises KnowledgeError where there is none, or where it cannot be used."""
        return read_experience(self.path(key))

    def path(self, key: str) -> Path:
        """Raises KnowledgeError for what cannot be a key."""
        if not KEY.fullmatch(key):
            raise KnowledgeError(f"{key!r} is no key of experience; see: ufo knowledge list")
        return self.folder / f"{key}.json"

    def keep(self, new: Experience) -> tuple[str, Experience]:
        """Keep an experience, merged with what is known of the same request in the same application. Return its key and what is
        kept now.
        """
        with self._alone():
            known = self.all()
            key = same_as(new, known)
            kept = merged(known[key], new) if key in known else new
            self._write(kept, key)
        return key, kept

    def change(self, key: str, change: Change) -> Experience | None:
        """Change one in place and return it; None where it is gone."""
        with self._alone():
            known = self._read_or_none(key)
            if known is None:
                return None
            changed = change(known)
            if changed != known:
                self._write(changed, key)
        return changed

    def put(self, key: str, one: Experience) -> None:
        """Put one in the place of the one of that key. Raises KnowledgeError."""
        with self._alone():
            self._write(one, key)

    def remove(self, key: str) -> bool:
        """Remove one and return whether it was there. Raises KnowledgeError where it cannot be removed."""
        try:
            self.path(key).unlink()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise KnowledgeError(f"the experience {key!r} cannot be removed: {error.strerror or error}") from error
        return True

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the folder, so that two processes do not lose each other's changes. Raises KnowledgeError."""
        try:
            files.make_folder(self.folder)
            lock = _locked(self.folder)
        except OSError as error:
            raise KnowledgeError(
                f"the experience in {str(self.folder)!r} cannot be changed: {error.strerror or error}"
            ) from error
        try:
            yield
        finally:
            os.close(lock)

    def _write(self, one: Experience, key: str) -> None:
        path = self.path(key)
        try:
            files.write(path, f"{one.model_dump_json(indent=1)}\n".encode("utf-8", "replace"), lasting=True)
        except OSError as error:
            raise KnowledgeError(
                f"the experience cannot be written to {str(path)!r}: {error.strerror or error}"
            ) from error

    def _read_or_none(self, key: str) -> Experience | None:
        try:
            return self.read(key)
        except KnowledgeError:
            return None

    def _error_of(self, key: str) -> KnowledgeError | None:
        try:
            self.read(key)
        except KnowledgeError as error:
            return error
        return None


def read_experience(path: Path) -> Experience:
    """Read one file. Raises KnowledgeError where it is no plain file, too long, or not an experience that can be used."""
    try:
        return Experience.model_validate_json(read_plain(path, MAX_BYTES))
    except ValidationError as error:
        said = error.errors(include_url=False)[0]
        where = ".".join(map(str, said["loc"])) or "the file"
        raise KnowledgeError(f"{str(path)!r} cannot be used: {where}: {said['msg']}") from error


def read_plain(path: Path, most: int) -> bytes:
    """Read a plain file of at most so many bytes. No link is followed and nothing else is opened. Raises KnowledgeError."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        raise KnowledgeError(f"there is no {str(path)!r}; see: ufo knowledge list") from None
    except OSError as error:
        raise KnowledgeError(f"{str(path)!r} cannot be read: {error.strerror or error}") from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise KnowledgeError(f"{str(path)!r} is no plain file")
    with os.fdopen(handle, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise KnowledgeError(f"{str(path)!r} has more than {most:,} bytes; no file of this kind is that long")
    return data


def _locked(folder: Path) -> int:
    """Return a lock on the folder; another process holds it no longer than it takes to write a file. Raises OSError."""
    until = time.monotonic() + _LOCK_S
    while True:
        try:
            return lock_folder(folder)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(_PAUSE_S)
