"""What of the world a run may touch and is looked at before and after it."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ufo.platform import recycle_bin

_NAMED = {"DOCUMENTS": "Documents", "DESKTOP": "Desktop", "DOWNLOAD": "Downloads"}
_OF_THE_SYSTEM = tuple(map(Path, ("/proc", "/sys", "/dev", "/run")))
_HOMES = Path("/home")
_STICKS = Path("/run/media")
"""Below it lies a folder for each person, with a folder for each stick or disk."""
_SETTING = re.compile(r'\s*XDG_([A-Z]+)_DIR="((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True)
class Watched:
    """`named`: documents and folders that the request names or that are open. Where the folder of a document is none to be looked
    through, the document is looked at alone. `own_trash`: that of the person, where the desktop has a home of its own.
    `recording`: the file in which the run itself records what goes to and from the models.
    """

    working_folder: Path
    home: Path
    named: tuple[Path, ...] = ()
    own_trash: Path | None = None
    recording: Path | None = None

    @property
    def home_of_the_person(self) -> Path:
        """What `~` means; the files of a desktop's own home are told by their whole paths."""
        return self.home if self.own_trash is None else Path.home()

    def resolved(self) -> Watched:
        """Return the same without links in the paths, as what lies there is called when it is looked at. Blocking."""
        own, recording = (real(path) if path is not None else None for path in (self.own_trash, self.recording))
        return Watched(real(self.working_folder), real(self.home), tuple(map(real, self.named)), own, recording)

    def folders(self) -> tuple[Path, ...]:
        """Return the folders that are looked through, each once; one inside another is left out. Blocking: reads a file."""
        named = [path if path.is_dir() else path.parent for path in self.named]
        named = [folder for folder in named if self.may_look_through(folder)]
        wanted = [self.working_folder, *named, *user_folders(self.home).values(), *self.trashes]
        there = [folder for folder in wanted if folder.is_dir() or folder in self.trashes]
        found = dict.fromkeys(map(real, there))
        return tuple(folder for folder in found if not any(self.covers(other, folder) for other in found))

    def may_look_through(self, folder: Path) -> bool:
        """Tell whether a folder that somebody names holds the person's things: not where the system keeps its own, not that of
        all temporary files, and no home as a whole nor what homes lie in. Blocking.
        """
        place = real(folder)
        if place in {real(Path(name)) for name in ("/tmp", "/var/tmp", tempfile.gettempdir())}:
            return False
        if _HOMES in (place, place.parent):
            return False
        is_on_stick = place.is_relative_to(_STICKS) and len(place.relative_to(_STICKS).parts) > 1
        if not is_on_stick and any(place.is_relative_to(system) for system in _OF_THE_SYSTEM):
            return False
        return not any(real(home).is_relative_to(place) for home in (self.home, Path.home()))

    def covers(self, outer: Path, folder: Path) -> bool:
        """Tell whether looking through the outer folder comes to this other one: hidden folders of the home are left out there.
        Blocking.
        """
        if outer == folder or not folder.is_relative_to(outer):
            return False
        return outer != real(self.home) or not folder.relative_to(outer).parts[0].startswith(".")

    @property
    def trashes(self) -> tuple[Path, ...]:
        """Where removed files go: into that of the desktop's home, and from tools into the person's own."""
        of_the_desktop = trash_of(self.home)
        return (of_the_desktop,) if self.own_trash is None else (of_the_desktop, self.own_trash)

    @property
    def settings(self) -> Path:
        config = os.environ.get("XDG_CONFIG_HOME", "") if self.home == Path.home() else ""
        return Path(config) if config else self.home / ".config"


def trash_of(home: Path) -> Path:
    if (of_windows := recycle_bin.folder()) is not None:
        return of_windows
    data = os.environ.get("XDG_DATA_HOME", "") if home == Path.home() else ""
    return (Path(data) if data else home / ".local" / "share") / "Trash"


def lies_in(path: Path, folders: tuple[Path, ...]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def real(path: Path) -> Path:
    return Path(os.path.realpath(path))


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
