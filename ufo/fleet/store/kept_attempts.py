"""The store of a fleet on a shelf. Implements `ufo.fleet.jobs.seams.Store`.

    inputs/ab/abcd…                     a file, by the SHA-256 of its bytes
    attempts/JOB/KEY/SEED/N/owner       the execution that plays it now
    …/OWNER/000000001234.jsonl          new lines of its events while it goes on, by the byte that they begin at
    …/OWNER.jsonl                       its run's own log
    …/OWNER.zip                         its run's folder
    …/end.json                          how it ended, and whose archive is the one; it is written last, and once

Each execution writes under its own name, so that one that is late harms nothing of the one that counts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from ufo.errors import ConfigError
from ufo.fleet.jobs.ends import AttemptEnd
from ufo.fleet.jobs.names import AttemptId, JobId
from ufo.fleet.jobs.seams import OldOwner
from ufo.fleet.store.archive import pack, unpack
from ufo.fleet.store.shelf import Kept, Shelf
from ufo.platform.scratch import scratch
from ufo.trace.run_folders import EVENTS

_OWNER, _END, _LOG = "owner", "end.json", ".jsonl"
_FRESH_S = 3600.0


class _Ended(BaseModel):
    """`by`: under which name the archive is; "" where there is none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    by: str
    end: AttemptEnd


class KeptAttempts:
    """Keeps what the attempts of a fleet need and leave."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def put_input(self, path: Path) -> str:
        with self._told(f"the file {str(path)!r} cannot be kept"), scratch() as folder:
            # A file may change while it is read: what is kept has the hash of what was read.
            copy = folder / "input"
            digest = hashlib.sha256()
            with path.open("rb") as source, copy.open("wb") as target:
                while part := source.read(1 << 20):
                    digest.update(part)
                    target.write(part)
            sha256 = digest.hexdigest()
            if self.has_input(sha256):
                self._touch(sha256, copy)
            else:
                self._shelf.put(_input(sha256), copy)
            return sha256

    def _touch(self, sha256: str, copy: Path) -> None:
        """Keep it once more where it is so old that it may be forgotten at this moment."""
        name = _input(sha256)
        kept = next((kept for kept in self._shelf.listed(f"{name.rpartition('/')[0]}/") if kept.name == name), None)
        if kept is None or kept.age_s > _FRESH_S / 2:
            self._shelf.put(name, copy)

    def has_input(self, sha256: str) -> bool:
        name = _input(sha256)
        with self._told("it cannot be read"):
            return any(kept.name == name for kept in self._shelf.listed(f"{name.rpartition('/')[0]}/"))

    def fetch_input(self, sha256: str, to: Path) -> None:
        partial = to.with_name(f".{to.name}.part")
        with self._told(f"the file {to.name!r} cannot be fetched"):
            partial.unlink(missing_ok=True)
            try:
                if not self._shelf.copy(_input(sha256), partial):
                    raise ConfigError(
                        f"{self._shelf.place} does not keep the file {to.name!r} any more; submit its task again"
                    )
                if _hash_of(partial) != sha256:
                    raise ConfigError(
                        f"what {self._shelf.place} keeps as {to.name!r} has other bytes than were sent; submit its task again"
                    )
                partial.replace(to)
            finally:
                partial.unlink(missing_ok=True)

    def begin(self, attempt: AttemptId, owner: str) -> None:
        with self._told(f"{attempt} cannot be begun"):
            self._shelf.put(f"{_place(attempt)}{_OWNER}", _short(owner).encode())

    def append_events(self, attempt: AttemptId, owner: str, data: bytes) -> None:
        with self._told(f"the events of {attempt} cannot be kept"):
            self._require(attempt, owner)
            end = _end_of(self._log(attempt, _short(owner)))
            self._shelf.put(f"{_place(attempt)}{_short(owner)}/{end:012d}{_LOG}", data)

    def finish(self, attempt: AttemptId, owner: str, folder: Path | None, end: AttemptEnd) -> None:
        own, place = _short(owner), _place(attempt)
        with self._told(f"what {attempt} left cannot be kept; it stays in {str(folder)!r}"):
            if self.ended(attempt) is not None:
                return
            self._require(attempt, owner)
            if folder is not None:
                with scratch() as beside:
                    packed = beside / "run.zip"
                    pack(folder, packed)
                    self._shelf.put(f"{place}{own}.zip", packed)
            own_log = next(folder.glob(f"**/{EVENTS}"), None) if folder is not None else None
            if own_log is not None:
                self._shelf.put(f"{place}{own}{_LOG}", own_log)
            ended = _Ended(by=own if folder is not None else "", end=end)
            if self._shelf.put(f"{place}{_END}", ended.model_dump_json().encode(), anew=True) and own_log is not None:
                self._shelf.remove([kept.name for kept in self._log(attempt, own)])

    def ended(self, attempt: AttemptId) -> AttemptEnd | None:
        found = self._ended(attempt)
        return None if found is None else found.end

    def read_events(self, attempt: AttemptId, start: int = 0) -> bytes:
        ended = self._ended(attempt)
        with self._told(f"the events of {attempt} cannot be read"):
            whole = self._shelf.read(f"{_place(attempt)}{ended.by}{_LOG}") if ended and ended.by else None
            if whole is not None:
                return whole[start:]
            owner = self._shelf.read(f"{_place(attempt)}{_OWNER}")
            parts = []
            for kept in self._log(attempt, owner.decode("ascii", "replace") if owner else ""):
                begins = _begin_of(kept)
                if begins + kept.size > start:
                    parts.append((self._shelf.read(kept.name) or b"")[max(0, start - begins) :])
            return b"".join(parts)

    def fetch(self, attempt: AttemptId, into: Path) -> Path:
        ended = self._ended(attempt)
        if ended is None or not ended.by:
            raise ConfigError(
                f"{attempt} has left no files{'' if ended else ' yet'} in {self._shelf.place}; ufo jobs show tells how it stands"
            )
        folder = into / f"{attempt.task.key}-{attempt.task.seed}-{attempt.number}"
        if folder.exists():
            raise ConfigError(f"{str(folder)!r} is there already; remove it, or choose another folder")
        with self._told(f"{attempt} cannot be fetched into {str(into)!r}"):
            into.mkdir(parents=True, exist_ok=True)
            with scratch(into) as beside:
                packed, unpacked = beside / "run.zip", beside / "run"
                if not self._shelf.copy(f"{_place(attempt)}{ended.by}.zip", packed):
                    raise ConfigError(f"the archive of {attempt} is gone from {self._shelf.place}")
                unpack(packed, unpacked, f"of {attempt}")
                unpacked.rename(folder)
        return folder

    def attempts(self, job: JobId) -> Iterator[AttemptId]:
        last = ""
        with self._told(f"the attempts of {job} cannot be listed"):
            for kept in self._shelf.listed(f"attempts/{job}/"):
                named = "/".join(kept.name.split("/")[1:5])
                if named != last:
                    last = named
                    # What somebody else put there is none of ours.
                    with suppress(ConfigError):
                        yield AttemptId.parse(named)

    def remove(self, attempt: AttemptId) -> None:
        with self._told(f"{attempt} cannot be removed"):
            self._shelf.remove([kept.name for kept in self._shelf.listed(_place(attempt))])

    def remove_inputs_except(self, kept: frozenset[str]) -> int:
        with self._told("what no task needs any more cannot be removed"):
            gone = [
                file.name
                for file in self._shelf.listed("inputs/")
                if file.name.rpartition("/")[2] not in kept and file.age_s > _FRESH_S
            ]
            self._shelf.remove(gone)
        return len(gone)

    def _require(self, attempt: AttemptId, owner: str) -> None:
        if self._shelf.read(f"{_place(attempt)}{_OWNER}") != _short(owner).encode():
            raise OldOwner(f"{attempt} was taken over by another worker; what this one did of it does not count")

    def _ended(self, attempt: AttemptId) -> _Ended | None:
        with self._told(f"the end of {attempt} cannot be read"):
            data = self._shelf.read(f"{_place(attempt)}{_END}")
        try:
            return None if data is None else _Ended.model_validate_json(data)
        except ValidationError:
            raise ConfigError(
                f"the end of {attempt} cannot be read; it is damaged, or another release of ufo wrote it: "
                "ufo jobs retry does the task again"
            ) from None

    def _log(self, attempt: AttemptId, own: str) -> list[Kept]:
        if len(own) != _DIGITS or not own.isalnum():
            return []
        return [kept for kept in self._shelf.listed(f"{_place(attempt)}{own}/") if kept.name.endswith(_LOG)]

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            said = error.strerror or str(error)
            raise ConfigError(
                f"{what}: the store {self._shelf.place} says {said}; make room there or mend the way to it, and go on: "
                "what it kept is there still"
            ) from error


_DIGITS = 16


def _short(owner: str) -> str:
    return hashlib.sha256(owner.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _input(sha256: str) -> str:
    if len(sha256) != 64 or set(sha256) - set("0123456789abcdef"):
        raise ConfigError(f"{sha256[:80]!r} is no hash of a file")
    return f"inputs/{sha256[:2]}/{sha256}"


def _place(attempt: AttemptId) -> str:
    return f"attempts/{attempt}/"


def _begin_of(kept: Kept) -> int:
    digits = kept.name.rpartition("/")[2].removesuffix(_LOG)
    return int(digits) if digits.isascii() and digits.isdigit() else 0


def _end_of(log: list[Kept]) -> int:
    return max((_begin_of(kept) + kept.size for kept in log), default=0)


def _hash_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
