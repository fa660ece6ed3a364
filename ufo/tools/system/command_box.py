"""The sandbox of command lines, wherever the machine allows one: what a program may see and change, whatever its arguments say.

`reading` changes nothing and sees no more than a tool that reads may tell without a question; `trying` does the same on a copy of
the working folder. `working` may write to the working
folder and to what the command was judged to write. Neither has the network, the screen, the session's services or other
programs' processes and memory.

Source of the options: bwrap(1).
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ufo.desktop.private import sandbox
from ufo.errors import ToolError
from ufo.schema.file_names import readable
from ufo.tools.system.process import no_program

_ALONE = ("--unshare-pid", "--proc", "/proc")
_BASE = (*sandbox.APART, "--die-with-parent", "--new-session")
_SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_KEPT = ("PATH", "LANG", "LANGUAGE", "TZ")
"""Variables that a program which only reads is given: the others may tell something of the person."""
_MOST_FILES = 20_000
_OF_SYSTEM = frozenset({*_SYSTEM, "boot", "dev", "etc", "opt", "usr", "var"})
_EMPTY = "/dev/null"
_ANOTHER_WAY = "say may_change='folder', and it is asked about where the request does not order it"
Commands = Sequence[Sequence[str]]


@cache
def is_possible() -> bool:
    """Tell whether this machine makes such a sandbox. It tries to; that does not change while we run."""
    return not sandbox.problem(_ALONE)


@dataclass(frozen=True, slots=True)
class CommandBox:
    """`folder`: the working folder. `also`: further folders that the person lets programs write to."""

    folder: Path
    also: tuple[Path, ...] = ()

    def require_apart(self, folder: Path) -> tuple[Path, Path]:
        """Return the working folder and `folder`, links resolved. Raises ToolError where the former holds more than the work, or
        a command would run elsewhere.
        """
        work, start = self.folder.resolve(), folder.resolve()
        if Path.home().resolve().is_relative_to(work):
            raise ToolError(f"{readable(work)!r} holds the home folder, and what lies there; {_ANOTHER_WAY}")
        if not start.is_relative_to(work):
            raise ToolError(f"{readable(start)!r} is not in the working folder; {_ANOTHER_WAY}")
        return work, start

    def reading(self, commands: Commands, folder: Path, is_kept_back: Callable[[Path], bool]) -> list[tuple[str, ...]]:
        """Return the command lines that run the commands where they may change nothing. `is_kept_back`: the files and folders of
        the working folder that may not be read without a question. Blocking: looks through the folder. Raises ToolError where
        that holds too much, and as `require_apart` does.
        """
        work, start = self.require_apart(folder)
        shown = ["--ro-bind", str(work), str(work), *_covered(_below(work, is_kept_back))]
        return _started(commands, shown, start)

    def trying(self, commands: Commands, folder: Path, copy: Path) -> list[tuple[str, ...]]:
        """Return the command lines that run the commands on a copy of the working folder, as `reading` does."""
        work, start = self.require_apart(folder)
        return _started(commands, ["--bind", str(copy), str(work)], start)

    def working(
        self, commands: Commands, folder: Path, environment: Mapping[str, str], judged: Iterable[Path]
    ) -> list[tuple[str, ...]]:
        """Return the command lines that run the commands where they may write to the working folder and to the places that they
        were judged to write to: to the folder of a file that is yet to be made. Raises ToolError where there is no such program.
        """
        if not folder.is_dir():
            raise ToolError(f"there is no folder {readable(folder)!r}; use one that exists")
        for program, *_ in commands:
            named = str(folder / program) if "/" in program else program
            if shutil.which(named, path=environment.get("PATH")) is None:
                raise ToolError(no_program(program))
        view = ["--ro-bind", "/", "/", *_ALONE, "--dev", "/dev"]
        for place in filter(_is_own_folder, ("/tmp", "/run")):
            view += ["--tmpfs", place]
        # We may run from a folder below the working folder, or the other way round: what is writable comes last.
        start = folder.resolve()
        view += [*_own_programs(), "--ro-bind", str(start), str(start)]
        own = [path.resolve() for path in (self.folder, *self.also)]
        # A file that is mounted by itself cannot be replaced by another of its name.
        beside = [path for path in judged if not any(path.is_relative_to(place) for place in own)]
        for path in dict.fromkeys((*filter(None, map(_writable, beside)), *own)):
            view += ["--bind", str(path), str(path)]
        options = (*_BASE, *view, "--chdir", str(start), "--")
        return [(sandbox.PROGRAM, *options, *command) for command in commands]


def _started(commands: Commands, shown: Sequence[str], start: Path) -> list[tuple[str, ...]]:
    """Return the command lines that see the programs of the system, and nothing else of the machine but what is shown."""
    view = [*_programs_of_the_system(), "--ro-bind", "/etc", "/etc", *_covered(_below(Path("/etc"), _is_not_for_all))]
    view += [*_ALONE, "--dev", "/dev", "--tmpfs", "/tmp", *_own_programs(), *shown]
    options = (*_BASE, *_few_variables(), *view, "--chdir", str(start), "--")
    return [(sandbox.PROGRAM, *options, *command) for command in commands]


def _covered(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        yield from ("--tmpfs", str(path)) if path.is_dir() else ("--ro-bind", _EMPTY, str(path))


def _writable(judged: Path) -> Path | None:
    """Return what has to be writable so that a file may be written: the folder of one that is yet to be made, or that may be
    removed or replaced by another. In folders of the system it is the file alone.
    """
    is_of_system = bool(_OF_SYSTEM.intersection(judged.parts[1:2])) and not judged.is_relative_to(Path.home().resolve())
    if judged.is_dir() or (judged.is_file() and is_of_system):
        return judged
    return judged.parent if judged.parent.is_dir() and judged.parent != judged.parent.parent else None


def _is_own_folder(place: str) -> bool:
    return Path(place).is_dir() and not Path(place).is_symlink()


def _few_variables() -> Iterator[str]:
    yield "--clearenv"
    for name in _KEPT:
        if name in os.environ:
            yield from ("--setenv", name, os.environ[name])
    yield from ("--setenv", "HOME", "/tmp")


def _programs_of_the_system() -> Iterator[str]:
    yield from ("--ro-bind", "/usr", "/usr")
    for name in _SYSTEM:
        place = Path("/", name)
        if place.is_symlink():
            yield from ("--symlink", str(place.readlink()), str(place))
        elif place.is_dir():
            yield from ("--ro-bind", str(place), str(place))


def _own_programs() -> Iterator[str]:
    for place in sandbox.own_program():
        yield from ("--ro-bind", place, place)


def _is_not_for_all(path: Path) -> bool:
    """Tell whether not everybody may read it; whoever is root reads it nevertheless."""
    return not path.lstat().st_mode & stat.S_IROTH


def _below(folder: Path, is_wanted: Callable[[Path], bool]) -> Iterator[Path]:
    """Yield the files and folders below that are wanted; nothing in such a folder, and no links."""
    seen = 0
    for place, folders, names in os.walk(folder):
        seen += len(folders) + len(names)
        if seen > _MOST_FILES:
            raise ToolError(f"{readable(folder)!r} holds too many files to look through; {_ANOTHER_WAY}")
        paths = [path for name in (*folders, *names) if not (path := Path(place, name)).is_symlink()]
        found = [path for path in paths if is_wanted(path)]
        folders[:] = [name for name in folders if Path(place, name) not in found]
        yield from found
