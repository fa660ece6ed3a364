"""The list of before-images on disk, one JSON line a file. It is valid at any kill: a line is written after its image."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, count, takewhile
from pathlib import Path

from ufo.platform import open_flags

NAME = "manifest.jsonl"
FOLDER = "before"
"""The folder of the images, below that of the run."""
MISSING = "missing"


@dataclass(frozen=True)
class Kept:
    """A file as it was before a run. `there`: whether there was one. `image`: its copy, below the folder of the manifest; ""
    where there was none or it was too large. `after`: the SHA-256 of what the run left, "missing" for a file that is gone, ""
    while the run goes on. Sizes in bytes, times in nanoseconds since 1970.
    """

    path: str
    there: bool
    size: int = 0
    mtime_ns: int = 0
    mode: int = 0
    sha256: str = ""
    image: str = ""
    after: str = ""


class Manifest:
    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self.kept: list[Kept] = []

    def add(self, kept: Kept) -> None:
        """Append a line. Raises OSError."""
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | open_flags.BINARY, 0o600)
        try:
            os.write(file, _line(kept))
        finally:
            os.close(file)
        self.kept.append(kept)

    def rewrite(self, kept: Iterable[Kept]) -> None:
        """Put these in the place of all lines, at one stroke. Raises OSError."""
        self.kept = list(kept)
        fresh = self._path.with_suffix(".new")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | open_flags.BINARY, 0o600), "wb") as file:
            file.writelines(map(_line, self.kept))
        fresh.replace(self._path)


def image_folders(first: Path) -> Iterator[Path]:
    """Yield the folders of a run's images, those of its first request first: "before", "before-2" and so on. Blocking."""
    others = (first.with_name(f"{first.name}-{number}") for number in count(2))
    return takewhile(Path.is_dir, chain([first], others))


def read_manifest(folder: Path) -> tuple[Kept, ...]:
    """Return what is kept in the folder of a run; of a file with several lines the last one. A line that a kill cut off is left
    out. Raises OSError where the manifest cannot be read; a folder without one keeps nothing.
    """
    try:
        lines = (folder / NAME).read_bytes().splitlines()
    except FileNotFoundError:
        return ()
    found: dict[str, Kept] = {}
    for line in lines:
        try:
            kept = Kept(**json.loads(line))
        except (ValueError, TypeError):
            continue
        found[kept.path] = kept
    return tuple(found.values())


def _line(kept: Kept) -> bytes:
    # Surrogates stand for bytes that are no UTF-8; as escapes they survive in JSON.
    return json.dumps(vars(kept)).encode("ascii") + b"\n"
