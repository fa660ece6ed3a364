"""What of the world a run may touch and is looked at before and after it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_NAMED = {"DOCUMENTS": "Documents", "DESKTOP": "Desktop", "DOWNLOAD": "Downloads"}
_SETTING = re.compile(r'\s*XDG_([A-Z]+)_DIR="((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True)
class Watched:
    """`named`: documents and folders that the request names or that are open."""

    working_folder: Path
    home: Path
    named: tuple[Path, ...] = ()

    def resolved(self) -> Watched:
        """Return the same without links in the paths, as what lies there is called when it is looked at. Blocking."""
        return Watched(real(self.working_folder), real(self.home), tuple(map(real, self.named)))

    def folders(self) -> tuple[Path, ...]:
        """Return the folders that are looked through, each once; one inside another is left out. Blocking: reads a file."""
        named = [path if path.is_dir() else path.parent for path in self.named]
        wanted = [self.working_folder, *named, *user_folders(self.home).values(), self.trash]
        there = [folder for folder in wanted if folder.is_dir() or folder == self.trash]
        found = dict.fromkeys(map(real, there))
        home = real(self.home)
        return tuple(folder for folder in found if not any(_covers(other, folder, home) for other in found))

    @property
    def trash(self) -> Path:
        data = os.environ.get("XDG_DATA_HOME", "") if self.home == Path.home() else ""
        return (Path(data) if data else self.home / ".local" / "share") / "Trash"

    @property
    def settings(self) -> Path:
        config = os.environ.get("XDG_CONFIG_HOME", "") if self.home == Path.home() else ""
        return Path(config) if config else self.home / ".config"


def real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _covers(outer: Path, folder: Path, home: Path) -> bool:
    """Tell whether looking through the outer folder comes to this one: hidden folders of the home are left out there."""
    if outer == folder or not folder.is_relative_to(outer):
        return False
    return outer != home or not folder.relative_to(outer).parts[0].startswith(".")


def user_folders(home: Path) -> Mapping[str, Path]:
    """Return the folders for documents, the desktop and downloads as the person set them (xdg-user-dirs). Blocking."""
    found = {key: home / name for key, name in _NAMED.items()}
    try:
        lines = (home / ".config" / "user-dirs.dirs").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return found
    for setting in filter(None, map(_SETTING.match, lines)):
        if setting[1] in found:
            path = re.sub(r"\\(.)", r"\1", setting[2]).replace("$HOME", str(home))
            # A folder that is set to the home itself is switched off.
            if Path(path) != home:
                found[setting[1]] = Path(path)
            else:
                del found[setting[1]]
    return found
