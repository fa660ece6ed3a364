"""A program's work on a copy of the working folder: what it changed there is known as a difference, and kept by another act.

Until then nothing of it is in the working folder. Only ordinary files are kept; links and devices are told and left out.
"""

from __future__ import annotations

import filecmp
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from ufo.errors import ToolError
from ufo.faults import of_system
from ufo.platform.held_folder import held_file, made_folders
from ufo.platform.scratch import scratch
from ufo.schema.file_names import readable
from ufo.tools.system.trash import put_in_bin
from ufo.tools.system.write_file import write_new, write_whole

_MOST_FILES, _MOST_BYTES, _MOST_CHANGES = 20_000, 500_000_000, 500
_State = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Difference:
    """What a program changed, as paths in the working folder. `left_out`: links and devices that it made."""

    made: tuple[Path, ...] = ()
    changed: tuple[Path, ...] = ()
    removed: tuple[Path, ...] = ()
    left_out: tuple[Path, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.made or self.changed or self.removed)


class Trial:
    """A copy of a folder, from its creation until it is closed. Blocking."""

    def __init__(self, folder: Path, is_kept_back: Callable[[Path], bool]) -> None:
        """Copy the folder but for what is kept back. Raises ToolError where it is too much."""
        self.folder = folder.resolve()
        self.difference = Difference()
        self._given: dict[Path, _State | None] = {}
        self._place = ExitStack()
        self.copy = self._place.enter_context(scratch()) / "copy"
        try:
            self._fill(is_kept_back)
        except OSError as error:
            self.close()
            raise ToolError(f"{readable(folder)!r} cannot be copied: {of_system(error)}") from error
        except ToolError:
            self.close()
            raise

    def close(self) -> None:
        self._place.close()

    def compare(self) -> Difference:
        """Note and return what differs from the copy as it was made. Raises ToolError where it is too much to be told."""
        now = {path.relative_to(self.copy): path for path in _files(self.copy)}
        plain = {name: path for name, path in now.items() if stat.S_ISREG(path.lstat().st_mode)}
        differs = [name for name, path in plain.items() if self._differs(name, path)]
        made = [name for name in differs if not os.path.lexists(self.folder / name)]
        rows = (
            made,
            set(differs) - set(made),
            self._given.keys() - now.keys(),
            now.keys() - plain.keys() - self._links,
        )
        if sum(map(len, rows)) > _MOST_CHANGES:
            raise ToolError(f"it changed more than {_MOST_CHANGES} files; say may_change='folder' instead")
        self.difference = Difference(*(tuple(self.folder / name for name in sorted(row)) for row in rows))
        return self.difference

    def keep(self) -> None:
        """Put what changed into the folder; what was there goes to the bin. Raises ToolError where the folder changed since."""
        found = self.difference
        for path in (*found.changed, *found.removed):
            if path.is_symlink() or self._given.get(path.relative_to(self.folder)) != _state(path):
                raise ToolError(f"{readable(path)!r} has changed meanwhile; nothing was kept: run the program again")
        for path in found.made:
            made_folders(path.parent)
            write_new(path, self._content(path))
            with held_file(path) as place:
                place.chmod(self._of(path).stat().st_mode & 0o777)
        for path in found.changed:
            write_whole(path, self._content(path))
        for path in found.removed:
            put_in_bin(path)

    def _fill(self, is_kept_back: Callable[[Path], bool]) -> None:
        self._links: set[Path] = set()
        size = 0
        self.copy.mkdir()
        for count, path in enumerate(_files(self.folder, is_kept_back)):
            name, about = path.relative_to(self.folder), path.lstat()
            size += about.st_size
            if count >= _MOST_FILES or size > _MOST_BYTES:
                raise ToolError(f"{readable(self.folder)!r} is too large to be copied; say may_change='folder' instead")
            end = self.copy / name
            end.parent.mkdir(parents=True, exist_ok=True)
            if stat.S_ISLNK(about.st_mode):
                end.symlink_to(path.readlink())
                self._links.add(name)
            elif stat.S_ISREG(about.st_mode):
                shutil.copy2(path, end, follow_symlinks=False)
                self._given[name] = _state(path)

    def _differs(self, name: Path, path: Path) -> bool:
        known = self._given.get(name)
        if known is None:
            return True
        return _state(path) != known and not filecmp.cmp(path, self.folder / name, shallow=False)

    def _of(self, path: Path) -> Path:
        return self.copy / path.relative_to(self.folder)

    def _content(self, path: Path) -> bytes:
        return self._of(path).read_bytes()


class Trials:
    """Holds the last trial, until its changes are kept or the next one begins."""

    def __init__(self) -> None:
        self.last: Trial | None = None

    @property
    def difference(self) -> Difference:
        return self.last.difference if self.last is not None else Difference()

    def begin(self, folder: Path, is_kept_back: Callable[[Path], bool]) -> Trial:
        if (earlier := self.take()) is not None:
            earlier.close()
        self.last = Trial(folder, is_kept_back)
        return self.last

    def take(self) -> Trial | None:
        taken, self.last = self.last, None
        return taken


def _state(path: Path) -> _State | None:
    about = path.lstat() if os.path.lexists(path) else None
    return (about.st_mtime_ns, about.st_size) if about is not None else None


def _files(folder: Path, is_left_out: Callable[[Path], bool] = lambda _: False) -> Iterator[Path]:
    """Yield all that is no folder, and links to folders; nothing of what is left out."""
    for place, folders, names in os.walk(folder):
        inner = [name for name in folders if not is_left_out(Path(place, name))]
        links = [name for name in inner if Path(place, name).is_symlink()]
        folders[:] = [name for name in inner if name not in links]
        yield from (path for name in (*names, *links) if not is_left_out(path := Path(place, name)))
