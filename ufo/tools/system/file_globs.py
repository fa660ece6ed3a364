"""Expands a pattern in the last part of a path, and plans many moves as if they were done one after another."""

from __future__ import annotations

import os
from collections.abc import Sequence, Set
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path

from ufo.errors import ToolError
from ufo.schema.file_names import path_meant, readable
from ufo.tools.system.launch_arguments import missing, place_of

MOST_FILES = 1000
_MOST_FOLDERS = 20_000
_SIGNS = frozenset("*?[")


def is_pattern(name: str, folder: Path) -> bool:
    """Return whether the name is a pattern: it has a wildcard, and no file is called so."""
    return bool(_SIGNS & set(name)) and not os.path.lexists(path_meant(name, folder))


def newest_match(pattern: Path) -> Path:
    """Return the file last written of those that a pattern matches, with wildcards in folders too, or the pattern itself where
    nothing matches. Blocking.
    """
    here = Path(pattern.anchor or ".")
    found = list(islice(here.glob(str(pattern.relative_to(here))), MOST_FILES))
    return max(found, key=lambda path: path.lstat().st_mtime, default=pattern)


def matching(name: str, folder: Path) -> tuple[Path, ...]:
    """Return what a pattern such as "*.txt" or "in/scan-?.png" matches in that one folder, by name. Hidden files count only
    where the pattern begins with a dot; links are not followed.

    Raises ToolError for a wildcard in a folder's name, where nothing matches, and for too many files.
    """
    path = path_meant(name, folder)
    if _SIGNS & set(str(path.parent)) and not path.parent.is_dir():
        raise ToolError(f"{name!r} has a wildcard in the name of a folder; it may stand only in the last part")
    try:
        there = sorted(path.parent.iterdir())
    except OSError as error:
        raise ToolError(f"{str(path.parent)!r} cannot be listed: {error.strerror}") from error
    hidden = path.name.startswith(".")
    found = [item for item in there if fnmatchcase(item.name, path.name) and (hidden or not item.name.startswith("."))]
    if not found:
        raise ToolError(f"nothing in {readable(path.parent)!r} matches {path.name!r}; list the folder")
    if len(found) > MOST_FILES:
        raise ToolError(f"{name!r} matches {len(found):,} files; at most {MOST_FILES:,} are worked on in one call")
    return tuple(found)


def matching_below(name: str, folder: Path) -> tuple[Path, tuple[Path, ...]]:
    """Return what a pattern such as "**/*.txt" or "in-*/scan.png" matches in a folder and below, by path, and that folder. Hidden
    files and folders count only where their part of the pattern begins with a dot; links are not followed. Blocking.

    Raises ToolError where nothing matches, for too many files, and where there is too much to look through.
    """
    parts = path_meant(name, folder).parts
    first = next(place for place, part in enumerate(parts) if _SIGNS & set(part))
    base, found, looked = Path(*parts[:first]), dict[Path, None](), 0
    waiting = [(base, parts[first:])]
    while waiting:
        here, (part, *rest) = waiting.pop()
        looked += 1
        if looked > _MOST_FOLDERS or len(found) > MOST_FILES:
            raise ToolError(f"{name!r} matches or passes through too much; give a smaller folder, or search_files")
        if part == "**":
            waiting += [(here, tuple(rest) or ("*",))]
        for item in sorted(here.iterdir()) if os.access(here, os.R_OK | os.X_OK) else ():
            goes_down = item.is_dir() and not item.is_symlink()
            if part == "**":
                waiting += [(item, (part, *rest))] if goes_down and not item.name.startswith(".") else []
            elif fnmatchcase(item.name, part) and (part.startswith(".") or not item.name.startswith(".")):
                found |= {} if rest else {item: None}
                waiting += [(item, tuple(rest))] if rest and goes_down else []
    if not found:
        raise ToolError(f"nothing in {readable(base)!r} matches {str(Path(*parts[first:]))!r}; list the folder")
    return base, tuple(sorted(found))


def files_meant(files: str | Sequence[str], folder: Path) -> list[Path]:
    """Return the files that paths and patterns mean, each once; a link stands for itself. Patterns may have wildcards in folders
    too. Raises ToolError for a missing one. Blocking.
    """
    found: dict[Path, None] = {}
    for file in [files] if isinstance(files, str) else files:
        if is_pattern(file, folder):
            above = path_meant(file, folder).parent
            is_deep = bool(_SIGNS & set(str(above))) and not above.is_dir()
            found |= dict.fromkeys(matching_below(file, folder)[1] if is_deep else matching(file, folder))
            continue
        path = place_of(file, folder)
        if not os.path.lexists(path):
            raise missing(path)
        found[path] = None
    if len(found) > MOST_FILES:
        raise ToolError(f"these are {len(found):,} files; at most {MOST_FILES:,} are worked on in one call")
    return list(found)


@dataclass(frozen=True, slots=True)
class Move:
    start: Path
    end: Path


def require_possible(moves: Sequence[Move], *, copies: bool) -> tuple[Path, ...]:
    """Return the folders that the moves go to and that are missing, in order. Raise ToolError where one of the moves would
    replace something, have a file for its folder, or move what an earlier one has moved already. Nothing was done then.
    """
    lacking: dict[Path, None] = {}
    made: set[Path] = set()
    gone: set[Path] = set()
    for move in moves:
        if move.start in gone:
            raise ToolError(f"{readable(move.start)!r} is named twice; each file goes to one place")
        if move.end in made:
            raise ToolError(f"two files would be {readable(move.end)!r}; give each a name of its own")
        if os.path.lexists(move.end) and move.end not in gone:
            raise ToolError(
                f"{readable(move.end)!r} exists already and is not replaced; nothing was done. Choose another name, or "
                "name first what moves away from there"
            )
        if not move.end.parent.is_dir():
            lacking[_can_be_made(move.end.parent, made)] = None
        if move.end.is_relative_to(move.start):
            raise ToolError(f"{readable(move.start)!r} cannot be put into itself")
        made.add(move.end)
        if not copies:
            gone.add(move.start)
    return tuple(lacking)


def _can_be_made(folder: Path, taken: Set[Path]) -> Path:
    """Return the missing folder. Raises ToolError where a file, or what the same call puts there, has its place."""
    for parent in (folder, *folder.parents):
        if parent in taken or (os.path.lexists(parent) and not parent.is_dir()):
            raise ToolError(
                f"there is no folder {readable(parent)!r}, and something else has its place; name another one"
            )
    return folder
