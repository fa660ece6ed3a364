"""How files are called: below the working folder, below the home, or by their whole path."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ufo.proof.difference.line_words import shown, unique
from ufo.schema.file_names import readable


@dataclass(frozen=True)
class Places:
    """`folder`: the working folder."""

    folder: Path
    home: Path

    def name(self, path: Path) -> str:
        """Return the shortest clear name as it is shown in a line: "notes.txt", "~/Desktop/notes.txt"."""
        return shown(self._below(path, self.folder, "") or self._below(path, self.home, "~/") or str(path))

    def names(self, path: Path) -> tuple[str, ...]:
        """Return every name by which the file may be called, as they are written."""
        below = self._below(path, self.folder, ""), self._below(path, self.home, "~/")
        return unique(readable(name) for name in (path.name, *below, str(path)))

    def _below(self, path: Path, folder: Path, prefix: str) -> str:
        is_below = path != folder and path.is_relative_to(folder)
        return f"{prefix}{path.relative_to(folder)}" if is_below else ""
