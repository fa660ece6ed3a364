"""What this run did so far that later verdicts rest on: the files it made, and what it saw of documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from ufo.desktop.values import Window
from ufo.tools.policy.scene.request import Request

# File systems date a change by the clock's last tick, so a change may seem a little older than it is.
_TICK_NS = 50_000_000
_MOST_INSIDE = 200
WasMissing = Callable[[Path], bool]


def not_known(path: Path) -> bool:
    """Tell of no path that nothing lay there: for a request whose beginning nobody looked at."""
    del path
    return False


@dataclass(frozen=True, slots=True)
class Standing:
    """A window that was open when the request was made."""

    window: Window
    is_terminal: bool = False


@dataclass
class RunRecord:
    """The record of a run, one object for all its agents. `guarded`: the program's own files, which only the person changes;
    `reachable`: hosts that the person's settings name.

    `opened`: documents that were given to applications; `seen`: the words that a document was last seen to hold, by its
    name; `standing` and `pages`: the windows, and where the pages in them were from, when the request was made; `unsent`:
    browser windows in whose own fields text was left; `cut`: the files that a file manager was told to cut or copy;
    `agreed`: the file that may be replaced, where a dialog asks about that once more. `was_missing`: tells whether it is known
    that nothing lay at a path when the request was made. `began_ns`: when the run began, 0 before it does; `ran_ns`: the spans
    in which programs ran that somebody consented to, an end of 0 for one that still runs, by their commands' ids. `read`: the
    files that somebody consented to being read, and that stood open; `checked`: the conditions that were checked of files that
    are not told.
    """

    guarded: tuple[Path, ...] = ()
    request: Request = field(default_factory=Request)
    opened: list[Path] = field(default_factory=list)
    seen: dict[str, Counter[str]] = field(default_factory=dict)
    standing: tuple[Standing, ...] = ()
    pages: dict[str, str] = field(default_factory=dict)
    unsent: set[str] = field(default_factory=set)
    cut: tuple[Path, ...] = ()
    agreed: Path | None = None
    was_missing: WasMissing = not_known
    began_ns: int = 0
    reachable: tuple[str, ...] = ()
    ran_ns: dict[str, tuple[int, int]] = field(default_factory=dict)
    read: set[Path] = field(default_factory=set)
    checked: dict[Path, set[str]] = field(default_factory=dict)
    _made: dict[Path, int] = field(default_factory=dict)

    def will_write(self, paths: Iterable[Path], now_ns: int) -> None:
        """Record that a command, allowed or consented to, is about to make or replace these files."""
        for path in paths:
            self._made[path] = now_ns

    @property
    def has_begun(self) -> bool:
        return bool(self.began_ns)

    def wrote(self, path: Path) -> bool:
        """Return whether the file there came to be or was changed since the run began, by whatever route, and not by a program
        that was consented to: what that makes is what was wanted of it.
        """
        try:
            changed = path.stat().st_ctime_ns
        except (OSError, ValueError):
            return False
        ran = any(begin <= changed <= end for begin, end in self.ran_ns.values())
        return changed >= self.began_ns and not ran

    def made(self, path: Path) -> bool:
        """Return whether this run made or saved the file that is there now. False for one that was there before and was left
        alone.
        """
        since = self._made.get(path)
        if since is None:
            return False
        try:
            status = path.stat()
        except OSError:
            return False
        return status.st_nlink == 1 and status.st_ctime_ns >= since - _TICK_NS

    def will_move(self, moves: Iterable[tuple[Path, Path]]) -> None:
        """Record that a command is about to move these files and folders: what this run made stays its own, and what was there
        before does not become so.
        """
        for source, target in moves:
            made = {path: self._made[path] for path in self._made if path.is_relative_to(source) and self.made(path)}
            gone = [path for path in self._made if path.is_relative_to(source) or path.is_relative_to(target)]
            for path in gone:
                del self._made[path]
            self._made |= {target / path.relative_to(source): since for path, since in made.items()}

    def strange(self, path: Path) -> tuple[Path, ...]:
        """Return what lies there that is not this run's own: the path itself, or of a folder that nobody had what this run did
        not make.
        """
        if not self.was_missing(path):
            return (path,)
        if path.is_dir() and not path.is_symlink():
            inside = list(islice(path.iterdir(), _MOST_INSIDE + 1))
            return (
                tuple(item for each in inside for item in self.strange(each))
                if len(inside) <= _MOST_INSIDE
                else (path,)
            )
        return () if self.made(path) else (path,)

    def opens(self, paths: Iterable[Path]) -> None:
        self.opened += [path for path in paths if path not in self.opened]

    def known_as(self, name: str, folders: Iterable[Path]) -> tuple[Path, ...]:
        """Return the files that may be meant by that name: those that were opened or made in this run, else those in the
        folders.
        """
        known = [path for path in (*reversed(self.opened), *self._made) if path.name == name]
        near = [folder / name for folder in folders if (folder / name).is_file()]
        return tuple(dict.fromkeys(known)) or tuple(dict.fromkeys(near))

    def sees(self, name: str, words: Mapping[str, int]) -> None:
        self.seen[name] = Counter(words)
