"""Keeps documents as they were before a run, so that a condition can be checked against what stood there then."""

from __future__ import annotations

import hashlib
import math
import os
import subprocess
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ufo.proof.difference.line_words import shown
from ufo.proof.difference.manifest import MISSING, Kept, Manifest, read_manifest
from ufo.schema.file_names import on_disk

_READ_TIMEOUT_S = 2
_MOST_BYTES = 20_000_000
_ALL_BYTES = 60_000_000
_MOST_FILES = 300
_MOST_LEFT_OUT = 5
"""Messages: on a full disk none of the rest can be kept either."""


class KeptFiles:
    """Copies in a folder that only this user can read, where a manifest tells what is kept at any time.

    The first copy of a file stays: what was done since is not in it. Large files and those past the bounds are not kept.
    `left_out`: what was not kept, each with the reason.
    """

    def __init__(self, folder: Path) -> None:
        self._began_at = math.inf
        self._folder = folder
        self._manifest = Manifest(folder)
        self.left_out: list[str] = []
        self._copies: dict[Path, Path | None] = {}
        self._digests: dict[Path, str] = {}
        self._bytes = 0
        self._places: dict[Path, Path] = {}
        self._unknown: set[Path] = set()

    def keep(self, paths: Iterable[Path]) -> None:
        """Copy files that are not kept yet, and note those that are not there. Blocking."""
        for path in paths:
            place = on_disk(path)
            if place in self._copies or len(self._copies) >= _MOST_FILES:
                continue
            with suppress(OSError, ValueError):
                self._keep(place)

    def restore(self, move: Callable[[Path], Path] | None = None) -> None:
        """Know again what the manifest in the folder tells, as an earlier run of the same request kept it. `move`: where a file
        lies that lay elsewhere then. Raises OSError where that cannot be noted. Blocking.
        """
        self._manifest.kept = list(read_manifest(self._folder))
        if move is not None:
            self._manifest.rewrite([replace(kept, path=str(move(Path(kept.path)))) for kept in self._manifest.kept])
        for kept in self._manifest.kept:
            path = Path(kept.path)
            number, _, name = kept.image.partition("/")
            image = self._folder / number / Path(name).name
            if number.isdecimal() and image.is_file():
                self._places[path.parent] = image.parent
                self._copies[path], self._digests[path] = image, kept.sha256
                self._bytes += kept.size
            elif kept.there:
                self._unknown.add(path)
            else:
                self._copies[path] = None

    def has_begun(self, at: float) -> None:
        """Note when the run began, in seconds since 1970: of what is kept later, nothing counts that came to be since."""
        self._began_at = at

    def is_since(self, path: Path) -> bool:
        """Tell whether a file lies there that came to be since the run began. Blocking."""
        return path.is_file() and came_since(path, self._began_at)

    def note_missing(self, path: Path) -> None:
        """Note in the manifest that there was no such file before the run."""
        self._copies[on_disk(path)] = None
        self._note(Kept(str(path), there=False))

    def knows(self, path: Path) -> bool:
        """Tell whether the file is kept, or known to have been missing."""
        return on_disk(path) in self._copies

    def is_unknown(self, path: Path) -> bool:
        """Tell whether the file was there, and no copy could be kept of it."""
        return on_disk(path) in self._unknown

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files of which a copy is kept."""
        return tuple(path for path, copy in self._copies.items() if copy is not None)

    def copy_of(self, path: Path) -> Path | None:
        """Return the copy from before the run, or None where there was no file or none was kept."""
        return self._copies.get(on_disk(path))

    def named(self, words: Iterable[str]) -> list[Path]:
        """Return the copies of the files whose names occur in any of the words, such as a window's title."""
        said = [word.casefold() for word in words if word]
        kept = [(path.name.casefold(), copy) for path, copy in self._copies.items() if copy is not None]
        return [copy for name, copy in kept if any(name in text for text in said)]

    def _keep(self, path: Path) -> None:
        if not path.is_file():
            if not os.path.lexists(path):
                self._copies[path] = None
                self._note(Kept(str(path), there=False))
            return
        if came_since(path, self._began_at):
            return
        found = path.stat()
        self._unknown.add(path)
        if found.st_size > _MOST_BYTES or self._bytes + found.st_size > _ALL_BYTES:
            self._note(Kept(str(path), there=True, size=found.st_size, mtime_ns=found.st_mtime_ns, mode=found.st_mode))
            return
        data = path.read_bytes()
        copy: Path | None = None
        try:
            copy = self._place_for(path) / path.name
            copy.write_bytes(data)
            os.utime(copy, ns=(found.st_atime_ns, found.st_mtime_ns))
        except OSError as error:
            if copy is not None:
                with suppress(OSError):
                    copy.unlink()
            if len(self.left_out) < _MOST_LEFT_OUT:
                self.left_out.append(f"{shown(path.name)} as it was is not kept: {error.strerror}")
            raise
        self._copies[path] = copy
        self._unknown.discard(path)
        self._bytes += len(data)
        image = str(copy.relative_to(self._folder))
        digest = self._digests[path] = hashlib.sha256(data).hexdigest()
        self._note(Kept(str(path), True, found.st_size, found.st_mtime_ns, found.st_mode, digest, image))

    def _place_for(self, path: Path) -> Path:
        """Return the folder of the images of that file's folder: their names differ there. Raises OSError."""
        place = self._places.get(path.parent)
        if place is None:
            last = max((int(other.name) for other in self._places.values()), default=-1)
            place = self._places[path.parent] = self._folder / str(last + 1)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        place.mkdir(mode=0o700, exist_ok=True)
        return place

    def _note(self, kept: Kept) -> None:
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._manifest.add(kept)
        except OSError as error:
            self.left_out.append(f"what was kept could not be noted: {error.strerror}")

    def digest_of(self, path: Path) -> str:
        """Return the SHA-256 of the file as it was, "" where no copy is kept."""
        return self._digests.get(on_disk(path), "")

    def noted(self) -> dict[Path, Kept]:
        """Return what the manifest tells of each file."""
        return {Path(kept.path): kept for kept in self._manifest.kept}

    def settle(self, ends: Mapping[Path, str]) -> None:
        """Note how the files ended, and drop the copies of those that are as they were.

        `ends`: the files that changed, each with the digest of what it holds now, "" for one that is gone. Blocking.
        """
        left = []
        known = self.noted()
        for path, kept in known.items():
            if path in ends:
                left.append(replace(kept, after=ends[path] or MISSING))
            elif kept.image:
                with suppress(OSError):
                    (self._folder / kept.image).unlink()
                    (self._folder / kept.image).parent.rmdir()
                self._copies.pop(path, None)
        unknown = (path for path in ends if path not in known)
        left += [Kept(str(path), there=True, after=ends[path] or MISSING) for path in unknown]
        self._manifest.rewrite(left)


def came_since(path: Path, at: float) -> bool:
    """Tell whether the file was made since `at`, in seconds since 1970; False where the disk does not tell. Blocking.

    What it says of its last change is no guide: a file that is unpacked keeps its old date, and one that was there before may
    have been written since. Python tells no time of birth before 3.15.
    """
    if path.stat().st_ctime < at:
        return False
    asked = ["stat", "--format=%W", "--", str(path)]
    try:
        told = subprocess.run(
            asked,
            env={"PATH": os.defpath, "LC_ALL": "C"},
            capture_output=True,
            text=True,
            timeout=_READ_TIMEOUT_S,
            check=True,
        )
        # Whole seconds: the file may have been made in the second in which the run began.
        return int(told.stdout) > int(at)
    except (OSError, ValueError, subprocess.SubprocessError):
        return False
