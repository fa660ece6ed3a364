"""Searches a folder and all below it for files by name, size, age and the words in them, within bounds."""

from __future__ import annotations

import fnmatch
import os
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, TypeVar

from ufo.conditions.readers.pdf import read_pdf
from ufo.conditions.readers.read_document import read_document
from ufo.errors import ToolError, UnreadableDocument
from ufo.schema.patterns import any_case

Order = Literal["name", "newest", "oldest", "largest", "smallest"]
_Bound = TypeVar("_Bound", int, float)
MOST_VISITED = 200_000
MOST_TIME_S = 30.0
_MOST_READ = 20 * 1024 * 1024
_SHOWN_LINE = 160
_SIZE = any_case(r"(\d+(?:\.\d+)?)\s*(b|bytes?|kb?|mb?|gb?)?")
_AGE = any_case(r"(\d+)\s*(minutes?|hours?|days?|weeks?|months?|years?)")
_UNITS = {"k": 1000, "m": 1000**2, "g": 1000**3}
_SECONDS = {"minute": 60, "hour": 3600, "day": 86_400, "week": 604_800, "month": 2_629_800, "year": 31_557_600}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is searched for. `words`: every one of them is in the file, in any case. Sizes are bytes, times are seconds since
    1970; None bounds nothing. `hidden`: hidden files too. `password`: tried on PDF files that need one.
    """

    pattern: str = "*"
    words: tuple[str, ...] = ()
    at_least: int | None = None
    at_most: int | None = None
    since: float | None = None
    before: float | None = None
    folders: bool = False
    hidden: bool = False
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that fits. `line`: where the first of the words stands in it."""

    path: Path
    size: int
    changed: float
    line: str = ""


@dataclass(frozen=True, slots=True)
class Search:
    """`unread`: files that could not be searched for words. `ended`: why the search stopped before its end, "" otherwise."""

    found: tuple[FoundFile, ...]
    unread: tuple[str, ...]
    ended: str


def bounds_in(text: str, read: Callable[[str], _Bound]) -> tuple[_Bound | None, _Bound | None]:
    """Return the lower and the upper bound that "> 10 MB", "< 3 days" or "10 MB" (the lower one) says; None for none.

    An age bounds the other way round: "< 3 days" is since three days ago.
    """
    plain = text.strip()
    if not plain:
        return None, None
    sign = plain[0] if plain[0] in "<>" else ""
    rest = plain.lstrip("<>= ")
    bound = read(rest)
    is_upper = sign == "<"
    if sign and _AGE.fullmatch(rest.removesuffix("ago").strip()):
        is_upper = not is_upper
    return (None, bound) if is_upper else (bound, None)


def size_in(text: str) -> int:
    """Return the bytes that "10 MB" or "500" says. Raises ToolError for any other text."""
    said = _SIZE.fullmatch(text.strip())
    if said is None:
        raise ToolError(f"{text!r} is no size; write it like 500, 20 kB or 1.5 MB")
    return int(float(said[1]) * _UNITS.get((said[2] or "b")[0].casefold(), 1))


def moment_in(text: str) -> float:
    """Return the time that "2026-11-03", "2026-11-03 14:00" or "3 days" (ago) says. Raises ToolError for any other text."""
    plain = text.strip().casefold().removesuffix("ago").strip()
    aged = _AGE.fullmatch(plain)
    if aged is not None:
        seconds = int(aged[1]) * _SECONDS[aged[2].casefold().removesuffix("s")]
        return (datetime.now() - timedelta(seconds=min(seconds, 10**10))).timestamp()
    if plain in ("today", "yesterday"):
        today = datetime.now().replace(hour=0, minute=0, second=0, microsecond=0)
        return (today - timedelta(days=plain == "yesterday")).timestamp()
    try:
        return datetime.fromisoformat(plain).timestamp()
    except (ValueError, OverflowError) as error:
        raise ToolError(f"{text!r} is no time; write it like 2026-11-03, 2026-11-03 14:00 or 3 days") from error


def search_files(folder: Path, wanted: Wanted, order: Order) -> Search:
    """Search the folder. Links are not followed. Blocking; ends after `MOST_TIME_S` seconds at the latest."""
    deadline = time.monotonic() + MOST_TIME_S
    found: list[FoundFile] = []
    unread: list[str] = []
    ended = ""
    for number, entry in enumerate(_entries(folder, wanted.hidden)):
        if number >= MOST_VISITED or time.monotonic() > deadline:
            ended = f"only the first {number:,} names were looked at; search a smaller folder"
            break
        try:
            found_file = _fitting(entry, wanted)
        except (UnreadableDocument, OSError, ValueError) as error:
            unread.append(f"{entry.name}: {error}")
            continue
        if found_file is not None:
            found.append(found_file)
    return Search(tuple(_in_order(found, order)), tuple(unread), ended)


def _entries(folder: Path, hidden: bool) -> Iterator[os.DirEntry[str]]:
    waiting = [str(folder)]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as inside:
                entries = sorted(inside, key=lambda item: item.name)
        except OSError:
            continue
        for entry in entries:
            if entry.name.startswith(".") and not hidden:
                continue
            yield entry
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)


def _fitting(entry: os.DirEntry[str], wanted: Wanted) -> FoundFile | None:
    if not fnmatch.fnmatchcase(entry.name.casefold(), wanted.pattern.casefold()):
        return None
    known = entry.stat(follow_symlinks=False)
    if stat.S_ISDIR(known.st_mode) and not wanted.folders or not _is_in_bounds(known, wanted):
        return None
    if not wanted.words:
        return FoundFile(Path(entry.path), known.st_size, known.st_mtime)
    if not stat.S_ISREG(known.st_mode):
        return None
    line = _line_with(Path(entry.path), wanted, known.st_size)
    return FoundFile(Path(entry.path), known.st_size, known.st_mtime, line) if line is not None else None


def _is_in_bounds(known: os.stat_result, wanted: Wanted) -> bool:
    return (
        (wanted.at_least is None or known.st_size >= wanted.at_least)
        and (wanted.at_most is None or known.st_size <= wanted.at_most)
        and (wanted.since is None or known.st_mtime >= wanted.since)
        and (wanted.before is None or known.st_mtime < wanted.before)
    )


def _line_with(path: Path, wanted: Wanted, size: int) -> str | None:
    """Return the first line with one of the words, None where the file lacks one of them. Documents are read as documents."""
    if size > _MOST_READ:
        raise UnreadableDocument(f"it is larger than {_MOST_READ >> 20} MB")
    with_password = wanted.password and path.suffix.casefold() == ".pdf"
    text = (read_pdf(path, wanted.password) if with_password else read_document(path)).text
    plain = text.casefold()
    if not all(word.casefold() in plain for word in wanted.words):
        return None
    first = wanted.words[0].casefold()
    line = next((line for line in text.splitlines() if first in line.casefold()), "")
    at = max(0, line.casefold().find(first) - _SHOWN_LINE // 2)
    return " ".join(line[at : at + _SHOWN_LINE].split())


def _in_order(found: list[FoundFile], order: Order) -> list[FoundFile]:
    if order in ("newest", "oldest"):
        return sorted(found, key=lambda found_file: found_file.changed, reverse=order == "newest")
    if order in ("largest", "smallest"):
        return sorted(found, key=lambda found_file: found_file.size, reverse=order == "largest")
    return sorted(found, key=lambda found_file: found_file.path)
