"""Reads files into their atoms, each state of a file once."""

from __future__ import annotations

from pathlib import Path

from ufo.proof.difference.content import EMPTY, Content
from ufo.proof.difference.kept_files import KeptFiles
from ufo.proof.difference.reading.read_content import read_content
from ufo.proof.difference.scan import entry_of


class ReadOnce:
    """What files held and hold. `kept`: the images from before the run."""

    def __init__(self, kept: KeptFiles) -> None:
        self._kept = kept
        self._read: dict[tuple[Path, int, int], Content] = {}

    def now(self, path: Path, name: str = "") -> Content:
        """Return what the file holds now; EMPTY where there is none. Blocking."""
        entry = entry_of(path)
        if entry is None:
            return EMPTY
        key = path, entry.mtime_ns, entry.size
        if key not in self._read:
            self._read[key] = read_content(path, name)
        return self._read[key]

    def before(self, path: Path) -> Content | None:
        """Return what the file held before the run; None where that is not kept. Blocking."""
        image = self.image_before(path)
        return None if image is None else self.now(image, path.name)

    def image_before(self, path: Path) -> Path | None:
        """Return the copy of the file as it was before the run; None where none is kept."""
        return self._kept.copy_of(path)
