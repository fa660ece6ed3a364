"""Shows what has a name: the properties of a file, settings by their keys, members of an archive, entries of a folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ufo.conditions.readers.model import Chart
from ufo.proof.difference.comparing.properties import chart_said, chart_texts, numbers_in
from ufo.proof.difference.content import UNSAID
from ufo.proof.difference.line_words import counted, quoted, shortened, shown, unique
from ufo.proof.difference.scan import Entry
from ufo.proof.difference.told import Line, Piece, Telling, lines

_UNSET = ("", UNSAID, "off", "none", "0", "100%")
_LONGEST_KEY, _LONGEST_VALUE = 90, 110


def of_properties(now: Mapping[str, str], before: Mapping[str, str] | None, where: str = "") -> Iterator[Line]:
    """Iterate over what is set. `before`: what was set before the run, None where that is not known."""
    pieces = [
        Piece(0, _named(name, value), before is not None and before.get(name, "") != value)
        for name, value in now.items()
        if value not in _UNSET
    ]
    yield from lines(sorted(pieces, key=lambda piece: not piece.news), lambda _: where)


def _named(name: str, value: str) -> Telling:
    said = f"{shortened(shown(name), _LONGEST_KEY)} {shortened(shown(value), _LONGEST_VALUE)}"
    return Telling("", said, unique((name, value)), numbers=numbers_in(value))


def of_other_properties(now: Mapping[str, str], before: Mapping[str, str]) -> Iterator[Line]:
    """Iterate over what was set otherwise before the run."""
    other = {name: value for name, value in before.items() if value not in _UNSET and now.get(name, "") != value}
    said = ", ".join(f"{name} {shortened(shown(value), _LONGEST_VALUE)}" for name, value in other.items())
    if said:
        yield Line(Telling("", f"before the run {said}", gone=unique(other.values())))


def of_values(now: Mapping[str, str], before: Mapping[str, str] | None) -> Iterator[Line]:
    """Iterate over settings by their keys."""
    pieces = (
        Piece(0, _value(key, value), before is not None and before.get(key) != value) for key, value in now.items()
    )
    yield from lines(pieces, lambda _: "")


def _value(key: str, value: str) -> Telling:
    said = f"{shortened(shown(key), _LONGEST_KEY)}: {quoted(value, _LONGEST_VALUE)}"
    return Telling("", said, unique((key, value)), numbers=numbers_in(value))


def of_members(now: Mapping[str, str], before: Mapping[str, str] | None) -> Iterator[Line]:
    """Iterate over the members of an archive. Of what they hold their checksum tells whether it is another."""
    pieces = (
        Piece(0, _member(name, of.rpartition(", ")[0]), before is not None and before.get(name) != of)
        for name, of in now.items()
    )
    yield from lines(pieces, lambda _: "")


def _member(name: str, size: str) -> Telling:
    said = shortened(shown(name), _LONGEST_VALUE) + (f" ({size})" if size else "")
    return Telling("", said, unique((name, name.rstrip("/").rpartition("/")[2])), numbers=numbers_in(size))


def of_folder(entries: Mapping[Path, Entry], before: Mapping[Path, Entry]) -> Iterator[Line]:
    """Iterate over the entries of a folder. `entries`: those that lie right in it; `before`: all that there were."""
    files = [path for path, entry in entries.items() if entry.kind == "file"]
    endings = Counter(path.suffix.casefold() or "no ending" for path in files)
    kinds = [f"{count} {ending}" for ending, count in endings.most_common()]
    kinds += [counted(len(entries) - len(files), "other entry", "other entries")] * (len(entries) > len(files))
    numbers = unique(map(str, (len(entries), len(files), *endings.values())))
    said = f"{counted(len(entries), 'entry', 'entries')}{': ' * bool(kinds)}{', '.join(kinds)}"
    yield Line(Telling("", said, numbers=numbers))
    pieces = (Piece(0, _entry(path, entry), path not in before) for path, entry in sorted(entries.items()))
    yield from lines(pieces, lambda _: "")


def _entry(path: Path, entry: Entry) -> Telling:
    of = {"file": counted(entry.size, "byte"), "link": f"link to {quoted(entry.target, 60)}"}.get(
        entry.kind, entry.kind
    )
    said = f"{shortened(shown(path.name), _LONGEST_VALUE)} ({of})"
    return Telling("", said, unique((path.name, path.stem)), numbers=(str(entry.size),) * (entry.kind == "file"))


def of_charts(charts: Sequence[Chart]) -> Iterator[Line]:
    for chart in charts:
        yield Line(Telling(chart.sheet, chart_said(chart), chart_texts(chart)))
