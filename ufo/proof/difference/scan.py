"""What lies in folders, by a look at each entry and not into it."""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ufo.proof.difference.line_words import shown

MOST_ENTRIES = 20_000
_KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "folder", stat.S_IFLNK: "link"}


@dataclass(frozen=True, slots=True)
class Entry:
    """`kind`: file, folder, link or other. `target`: of a link. Times in nanoseconds since 1970."""

    kind: str
    size: int = 0
    mtime_ns: int = 0
    ctime_ns: int = 0
    inode: tuple[int, int] = (0, 0)
    mode: int = 0
    target: str = ""

    def is_same(self, other: Entry) -> bool:
        """Tell whether nobody wrote to it: then it is not opened. A folder is what lies in it, and that is looked at by itself:
        the size of its list of names grows with them.
        """
        if (self.kind, self.target) != (other.kind, other.target):
            return False
        return self.kind != "file" or (self.size, self.mtime_ns, self.inode) == (
            other.size,
            other.mtime_ns,
            other.inode,
        )


@dataclass
class Scan:
    """`entries` by path. `left_out`: what was not looked at, with the reason."""

    entries: dict[Path, Entry] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    closed: set[Path] = field(default_factory=set)
    """Folders that could not be looked through to the end: what is missing there is not gone."""
    named: set[Path] = field(default_factory=set)
    """What was looked at by its path, whatever is known of its folder."""

    def look_at(self, path: Path) -> None:
        """Look at one path, whether anything lies there or not. Blocking."""
        self.named.add(path)
        entry = entry_of(path)
        if entry is not None:
            self.entries[path] = entry

    def knows(self, path: Path) -> bool:
        """Tell whether a path without an entry is one where nothing lies, of a path in a folder that was looked through."""
        return path in self.named or not any(path.is_relative_to(folder) for folder in self.closed)


def scan(
    folders: Iterable[Path], hidden_in: Collection[Path] = (), most: int = MOST_ENTRIES, without: Path | None = None
) -> Scan:
    """Look through the folders, the outer ones first, up to `most` entries in each. Links are not followed. Hidden folders of
    `hidden_in`, the homes, are left out: programs keep their own things there. So is `without`, the run's own folder, with the
    folders that it lies in. Blocking.
    """
    found = Scan()
    around = frozenset(map(str, without.parents)) if without is not None else frozenset()
    for folder in folders:
        _look_through(folder, found, _Bounds(hidden_in, most, str(without or ""), around))
    return found


@dataclass(frozen=True)
class _Bounds:
    """`without`: the path that is not looked at; `around`: the folders that it lies in, of which nothing is told."""

    hidden_in: Collection[Path]
    most: int
    without: str
    around: Collection[str]

    def lets_in(self, folder: Path, item: os.DirEntry[str]) -> bool:
        return not (item.name.startswith(".") and folder in self.hidden_in)


def _look_through(root: Path, found: Scan, bounds: _Bounds) -> None:
    left = deque([root])
    count = 0
    while left:
        folder = left.popleft()
        try:
            with os.scandir(folder) as entries:
                for item in entries:
                    if item.path == bounds.without:
                        continue
                    count += 1
                    if count > bounds.most:
                        said = f"{shown(str(root))} holds more than {bounds.most:,} entries"
                        found.left_out.append(f"{said}; the others were not looked at")
                        found.closed |= {folder, *left}
                        return
                    entry = entry_of(item.path)
                    if entry is not None:
                        path = Path(item.path)
                        if item.path not in bounds.around:
                            found.entries[path] = entry
                        if entry.kind == "folder" and bounds.lets_in(folder, item):
                            left.append(path)
        except FileNotFoundError:
            continue
        except OSError as error:
            found.closed.add(folder)
            found.left_out.append(f"{shown(str(folder))} could not be looked through: {error.strerror}")


def entry_of(path: str | Path) -> Entry | None:
    """Return what lies at the path, None where nothing does."""
    try:
        found = os.lstat(path)
        target = str(Path(path).readlink()) if stat.S_ISLNK(found.st_mode) else ""
    except (OSError, ValueError):
        return None
    kind = _KINDS.get(stat.S_IFMT(found.st_mode), "other")
    inode = (found.st_dev, found.st_ino)
    return Entry(kind, found.st_size, found.st_mtime_ns, found.st_ctime_ns, inode, stat.S_IMODE(found.st_mode), target)
