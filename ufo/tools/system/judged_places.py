"""The places that a command was judged for. A tool finds its paths anew, and what it finds has to be what was judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from ufo.errors import ToolError
from ufo.schema.file_names import readable

IsGraver = Callable[[Path, Path], bool]
IsKeptBack = Callable[[Path], bool]


def _nothing(_path: Path) -> bool:
    return False


class Reading(Protocol):
    """The rule of reading, for what comes to be read without a command that names it."""

    def may_read(self, path: Path) -> bool:
        """Tell whether reading the file needs no question."""
        ...

    def may_show(self, path: Path) -> bool:
        """Tell whether a window with the file in it may be told of: what the person had open may, whatever it is."""
        ...

    def may_check(self, path: Path, stated: str) -> str:
        """Return why a condition on a file that is not told must not even be answered by yes or no, "" where it may be."""
        ...

    async def withheld(self) -> str:
        """Return why what the selected window shows is not told, "" where it may be. Raises DesktopError."""
        ...


@dataclass(frozen=True, slots=True)
class Places:
    """What a judgement went by, links resolved. `paths`: where is written. `folders`: those in which the command chooses the
    names, such as {n}.pdf. `reads`: what is only read.
    """

    paths: set[Path] = field(default_factory=set)
    folders: set[Path] = field(default_factory=set)
    reads: set[Path] = field(default_factory=set)


class JudgedPlaces:
    """Holds the places of the command that runs. Where nobody judges commands, every place will do."""

    def __init__(self) -> None:
        self._places: Places | None = None
        self._is_graver: IsGraver | None = None
        self._is_kept_back: IsKeptBack = _nothing
        self.reading: Reading | None = None
        """None where nobody judges: then all may be read."""

    def begin(self, places: Places, is_graver: IsGraver, is_kept_back: IsKeptBack = _nothing) -> None:
        """Go by these from now on. `is_graver`: tells whether writing to a path is graver than writing to a folder.
        `is_kept_back`: tells whether a file or folder of the working folder may not be read without a question.
        """
        self._places, self._is_graver, self._is_kept_back = places, is_graver, is_kept_back

    @property
    def paths(self) -> frozenset[Path]:
        """The places that the command was judged to write to."""
        return frozenset(self._places.paths) if self._places is not None else frozenset()

    def is_kept_back(self, path: Path) -> bool:
        """Tell whether a file or folder of the working folder may not be read without a question."""
        return self._is_kept_back(path)

    def require(self, path: Path) -> Path:
        """Return a path, links resolved, that a tool is about to write to. Raises ToolError where nobody judged it."""
        if self._places is None or self._is_graver is None or path in self._places.paths:
            return path
        within = [folder for folder in self._places.folders if path.is_relative_to(folder)]
        if not within:
            raise _changed(path)
        if all(self._is_graver(path, folder) for folder in within):
            raise ToolError(
                f"{readable(path)!r} is a file that programs obey; nothing was done: name it, and it is asked about"
            )
        return path

    def require_read(self, path: Path) -> Path:
        """Return a path, links resolved, that a tool is about to read. Raises ToolError where nobody judged it."""
        if self._places is None or path in self._places.reads or path in self._places.paths:
            return path
        raise _changed(path)

    def why_not_shown(self, path: Path) -> str:
        """Return why what a window shows of a file is not told, "" where it may be."""
        return "" if self.reading is None or self.reading.may_show(path) else not_told(path)


def not_told(path: Path) -> str:
    """Say that a file is not read here, and the next move."""
    return (
        f"{readable(path)!r} is not told without a yes; where it is wanted, read it or open it by that path, and the person is "
        "asked"
    )


def _changed(path: Path) -> ToolError:
    return ToolError(
        f"{readable(path)!r} was not judged: a folder or a file has changed meanwhile, or is another one; look at it, and do "
        "this again"
    )
