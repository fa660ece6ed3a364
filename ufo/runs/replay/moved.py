"""Moves a run into another folder: paths in requests, answers and results are changed to where the run is played again.

Not only its working folder moves: every folder that it knew a file in does, so that nothing of the person's is written again.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ufo.trace.events import FileNoted
from ufo.trace.file_notes import change_of, file_noted

_ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class Difference:
    """`step`: of the recorded run, 0 for what was before its first. `what`: file, turn, window, control, result, effect,
    condition, status or outcome. `stops`: what comes after it in the recording speaks of another world.
    """

    step: int
    expected: str
    found: str
    what: str
    stops: bool = False


@dataclass(frozen=True, slots=True)
class Moved:
    """`places`: the new folder of each old one. `said`: texts that stand for others, such as a mask for what it hides."""

    places: Mapping[str, str]
    said: Mapping[str, str]

    def text(self, text: str) -> str:
        for mask, value in self.said.items():
            text = text.replace(mask, value)
        if not self.places:
            return text
        olds = sorted(self.places, key=len, reverse=True)
        pattern = "|".join(re.escape(old) for old in olds)
        return re.sub(rf"(?<![\w/.~])(?:{pattern})(?![\w.-])", lambda found: self.places[found[0]], text)

    def value(self, value: Any) -> Any:
        """Return a JSON value with every text in it moved."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list | tuple):
            return [self.value(item) for item in value]
        if isinstance(value, dict):
            return {key: self.value(item) for key, item in value.items()}
        return value

    def path(self, path: str) -> Path:
        return Path(self.text(path))


def moved(old_folder: str, files: Iterable[FileNoted], new_folder: Path, said: Mapping[str, str]) -> Moved:
    """Return the move of a run from `old_folder` to `new_folder`, with the folders of all files that it knew."""
    places = {old_folder: str(new_folder)} if old_folder else {}
    home = Path.home()
    for parent in sorted({str(Path(file.path).parent) for file in files}):
        if not old_folder or not Path(parent).is_relative_to(old_folder):
            places.setdefault(parent, str(new_folder / _ELSEWHERE / parent.strip("/")))
            if Path(parent).is_relative_to(home) and parent != str(home):
                places.setdefault(f"~/{Path(parent).relative_to(home)}", places[parent])
    return Moved(places, dict(said))


def bring_files(files: Iterable[FileNoted], move: Moved) -> tuple[Difference, ...]:
    """Copy the files that a run began with to where it is played again, and return which of them are not as they were. Blocking.

    A file that was changed since is copied as it is now. Raises OSError where a copy cannot be written.
    """
    differences = []
    for file in files:
        place = move.path(file.path)
        place.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists:
            continue
        now = file_noted(Path(file.path))
        if said := change_of(file, now):
            differences.append(Difference(0, f"{file.path} as it was before the run", said, "file"))
        if now.exists:
            shutil.copy2(file.path, place)
    return tuple(differences)
