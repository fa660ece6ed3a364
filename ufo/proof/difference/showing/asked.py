"""Reads the names of places that a reader asks for: a file or folder as facts write it, and which part of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ufo.conditions.readers.model import Area
from ufo.conditions.readers.references import column_number, parse_reference
from ufo.proof.difference.content import SheetContent
from ufo.proof.difference.line_words import shown
from ufo.proof.difference.told import Places
from ufo.schema.patterns import regex

BEFORE = "before: "
"""Begins a place that is to be shown as it was before the run."""
_LONGEST = 1000
_MOST_ALIKE = 3
_MOST_COLUMN, _MOST_ROW = 16_383, 9_999_999
_SPAN = regex(r"(slide|page|paragraph|line|row|table)s? ([0-9,\s–-]*(?:to [0-9]+)?)")
_NUMBER = regex(r"[0-9]{1,7}")
_ROWS = regex(r"\$?([0-9]{1,7}):\$?([0-9]{1,7})")
_COLUMNS = regex(r"\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})")


@dataclass(frozen=True)
class Asked:
    """`part`: what stood behind the name, such as "Sheet1!A1:D20"; "" for the whole."""

    path: Path
    part: str
    is_before: bool


def asked(places: Iterable[str], known: Sequence[Path], names: Places) -> list[Asked]:
    """Return what is meant by these names among the known files and folders, each once. Others mean nothing."""
    found: dict[Asked, None] = {}
    for place in places:
        plain = place.strip().strip("\"'") if len(place) <= _LONGEST else ""
        bare = plain.removeprefix(BEFORE)
        for path, part in _meant(bare, known, names):
            found[Asked(path, part, bare != plain)] = None
    return list(found)


def _meant(place: str, known: Sequence[Path], names: Places) -> list[tuple[Path, str]]:
    """Return the paths of the longest name that the place begins with, each with the rest. Of one name the path whose own name is
    no longer is meant, else all of it.
    """
    wanted = place.casefold()
    found: list[tuple[int, bool, Path]] = []
    for path in known if wanted else ():
        # Most names are told apart by this, which is cheap.
        if path.name.isprintable() and path.name.casefold() not in wanted:
            continue
        own = names.name(path)
        for name in {own, *map(shown, names.names(path))}:
            plain = name.casefold().rstrip("/")
            if wanted.rstrip("/") == plain or wanted.startswith((f"{plain}, ", f"{plain}/, ")):
                found.append((len(name), name == own, path))
    best = max((key[:2] for key in found), default=(0, False))
    meant = dict.fromkeys(path for *key, path in found if tuple(key) == best)
    return [(path, place[best[0] :].lstrip("/").removeprefix(",").strip()) for path in meant][:_MOST_ALIKE]


def spans(part: str) -> Mapping[str, range]:
    """Return what a part says of slides, pages, paragraphs, lines, rows and tables, from 0: {"line": range(0, 40)}."""
    found: dict[str, range] = {}
    for span in _SPAN.finditer(part.casefold()):
        numbers = [int(number) for number in _NUMBER.findall(span[2])]
        if numbers and min(numbers) > 0:
            found.setdefault(span[1], range(min(numbers) - 1, max(numbers)))
    return found


def areas(part: str, sheets: Sequence[SheetContent]) -> Iterator[tuple[SheetContent, Area | None]]:
    """Iterate over the sheets that a part names, all of them where it names none, each with the range, None for all of it."""
    plain = part.replace("'", "").replace("$", "").casefold()
    named = [sheet for sheet in sheets if _begins(plain, sheet.name.casefold())]
    longest = max((len(sheet.name) for sheet in named), default=0)
    meant = [sheet for sheet in named if len(sheet.name) == longest]
    area = _area(plain[longest:].lstrip("!., ") if meant else plain.rpartition("!")[2])
    return ((sheet, area) for sheet in meant or sheets)


def _begins(text: str, name: str) -> bool:
    return bool(name) and text.startswith(name) and text[len(name) : len(name) + 1] in ("", "!", ",", ".", " ")


def _area(text: str) -> Area | None:
    """Return the least range around what is named: "b2:c9", "2:9", "b:d", "b2,d4", "rows 2-9"."""
    found = [area for piece in text.split(",") if (area := _single(piece.strip())) is not None]
    rows = spans(text).get("row")
    if rows:
        found.append(Area(0, rows.start, _MOST_COLUMN, rows.stop - 1))
    whole: Area | None = None
    for area in found:
        whole = area if whole is None else whole.union(area)
    return whole


def _single(text: str) -> Area | None:
    if reference := parse_reference(text):
        return reference.area
    if rows := _ROWS.fullmatch(text):
        first, last = sorted(max(1, int(number)) for number in rows.groups())
        return Area(0, first - 1, _MOST_COLUMN, last - 1)
    if columns := _COLUMNS.fullmatch(text):
        left, right = sorted(map(column_number, columns.groups()))
        return Area(left, 0, right, _MOST_ROW)
    return None
