"""The settings of programs before and after a run: key files, browsers' preferences, LibreOffice's registry, GSettings."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from ufo.platform.scratch import scratch
from ufo.proof.difference.by_products import why_file
from ufo.proof.difference.comparing.properties import changed_values
from ufo.proof.difference.kept_files import KeptFiles
from ufo.proof.difference.moves import FileChanges, digest_of, file_changes
from ufo.proof.difference.own_writes import OwnWrites
from ufo.proof.difference.reading.read_content import ReadOnce
from ufo.proof.difference.scan import Scan, scan
from ufo.proof.difference.told import Places, Source, Telling
from ufo.proof.difference.told_contents import ContentTeller
from ufo.proof.difference.watched import Watched
from ufo.schema.fact import Channel, Fact

_NAMES = frozenset({"Preferences", "Bookmarks", "keyfile", "mimeapps.list", "user-dirs.dirs", "prefs.js", "user.js"})
_ENDINGS = frozenset({".conf", ".ini", ".cfg", ".desktop", ".json", ".xcu", ".toml", ".yaml", ".yml"})
_DCONF = Path("dconf") / "user"
_MOST_FILES, _MOST_BYTES, _MOST_LOOKED_AT = 150, 4_000_000, 8_000
_TIMEOUT_S = 5
_WHOLE_LINE = 3
"""A line of `gsettings list-recursively`: schema, key and value."""


class Settings:
    """`kept`: where their images go; `read`: reads them once."""

    def __init__(self, watched: Watched, kept: KeptFiles, read: ReadOnce) -> None:
        self._watched = watched
        self._kept = kept
        self._read = read
        self._places = Places(watched.working_folder, watched.home_of_the_person)
        self.before = Scan()
        self._changes = FileChanges()

    @property
    def left_out(self) -> list[str]:
        return self.before.left_out

    def take(self) -> None:
        """Look at the settings files and keep images of the newest. Blocking."""
        self.before = self._look()
        files = sorted(self.before.entries, key=lambda path: -self.before.entries[path].mtime_ns)
        self._kept.keep(files[:_MOST_FILES])

    def facts(self, own: OwnWrites) -> list[Fact]:
        """Return what changed in settings. Blocking."""
        now = self._look()
        self._changes = file_changes(self.before, now, self._kept.digest_of, self._watched.trashes)
        places = self._places
        teller = ContentTeller(self._read, self.before, now, places, is_settings=True)
        found: list[tuple[Path, Fact]] = []
        for path in self._changes.changed:
            is_dconf = path == self._watched.settings / _DCONF
            facts = self._dconf(path) if is_dconf else teller.changed(path, self._kept.digest_of(path))
            found += [(path, fact) for fact in facts]
        found += teller.new(self._changes, self._watched.trashes)
        for path in self._changes.gone:
            source = Source(path, places, Channel.SETTINGS)
            found.append((path, source.fact(Telling("", "settings file is gone", gone=source.names(), loss=True))))
        times = {path: entry.mtime_ns for path, entry in now.entries.items()}
        return [own.marked(fact, path, times.get(path)) for path, fact in found]

    def ends(self) -> dict[Path, str]:
        """Return the settings files that changed, each with the digest of what it holds now. Blocking."""
        changes = self._changes
        return {path: digest_of(path) for path in (*changes.changed, *changes.new)} | dict.fromkeys(changes.gone, "")

    def _look(self) -> Scan:
        found = scan([self._watched.settings], most=_MOST_LOOKED_AT) if self._watched.settings.is_dir() else Scan()
        dconf = self._watched.settings / _DCONF
        found.entries = {
            path: entry
            for path, entry in found.entries.items()
            if entry.kind == "file" and entry.size <= _MOST_BYTES and (path == dconf or _is_settings(path))
        }
        return found

    def _dconf(self, path: Path) -> Iterator[Fact]:
        """Iterate over the keys that changed in the database of GSettings. It is listed only where it changed."""
        source = Source(path, self._places, Channel.SETTINGS, "settings of the desktop")
        image = self._kept.copy_of(path)
        try:
            before, after = (dconf_values(database) for database in (image, path) if database is not None)
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            yield source.fact(
                Telling("", f"the database of settings changed and could not be listed: {error}", loss=True)
            )
            return
        told = changed_values(before, after)
        yield from map(source.fact, told)
        if not told:
            yield source.fact(Telling("", "the database was written to; no key of an installed schema differs"))


def dconf_values(database: Path) -> dict[str, str]:
    """Return the values of all keys of installed schemas as a database of dconf gives them, by "schema key". Blocking. Raises
    OSError and subprocess.SubprocessError.
    """
    with scratch() as folder:
        (folder / "dconf").mkdir()
        shutil.copyfile(database, folder / _DCONF)
        environment = {
            "PATH": os.defpath,
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "GSETTINGS_BACKEND": "dconf",
            "LC_ALL": "C.UTF-8",
        }
        done = subprocess.run(
            ["gsettings", "list-recursively"],
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_TIMEOUT_S,
            check=True,
        )
    lines = (line.split(" ", 2) for line in done.stdout.splitlines())
    return {f"{parts[0]} {parts[1]}": parts[2] for parts in lines if len(parts) == _WHOLE_LINE}


def _is_settings(path: Path) -> bool:
    is_named = path.name in _NAMES or path.suffix.casefold() in _ENDINGS or path.name.endswith("rc")
    return is_named and not why_file(path) and "Cache" not in str(path)
