"""Shows what stands in texts and on slides: numbered paragraphs or lines with their looks, and tables as rows of cells."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ufo.proof.difference.comparing.grid import numbered
from ufo.proof.difference.comparing.placed import cells_of, rows_of
from ufo.proof.difference.comparing.remarks import left_remarks
from ufo.proof.difference.comparing.runs import common_look, look_said
from ufo.proof.difference.comparing.slides import QUIET
from ufo.proof.difference.content import Content, Look, Paragraph, Slide, TableCell
from ufo.proof.difference.line_words import pieces_of, quoted, shown, unique
from ufo.proof.difference.showing.asked import spans
from ufo.proof.difference.showing.of_properties import of_charts, of_properties
from ufo.proof.difference.told import ROOM, Line, Piece, Telling, lines

_QUIET = frozenset({"heading level", "numbering", "list level"})
"""What follows from the style or the list."""
_MOST_COUNTED = 5_000
_MOST_WHOLE = 4_000
_MOST_RUNS = 3
_UNITS = ("paragraph", "line", "page")


def of_text(content: Content, before: Content | None, part: str) -> Iterator[Line]:
    """Iterate over the paragraphs, lines or pages that a part names, all of them where it names none."""
    asked = spans(part)
    span = next((asked[unit] for unit in _UNITS if unit in asked), None)
    was = None if before is None else before.paragraphs
    if not part:
        known = set() if before is None else set(left_remarks(before.remarks))
        for telling in left_remarks(content.remarks):
            yield Line(telling, before is not None and telling not in known)
    yield from _Text(content.paragraphs, was, content.unit).lines(span, asked.get("table"), asked.get("row"))


def of_slides(content: Content, before: Content | None, part: str) -> Iterator[Line]:
    """Iterate over what stands on the slides that a part names."""
    asked = spans(part)
    span = asked.get("slide") or asked.get("page")
    slides = list(enumerate(content.slides))
    was = None if before is None else [paragraph for slide in before.slides for paragraph in slide.paragraphs]
    for number, slide in (slides[span.start : span.stop] if span else []) or slides:
        where = f"slide {number + 1} of {len(slides)}"
        properties = {name: value for name, value in slide.properties.items() if name not in QUIET}
        yield from of_properties(properties, _properties_before(slide, number, before), where)
        filled = [paragraph for paragraph in slide.paragraphs if paragraph.text.strip()]
        yield from _Text(filled, was, "line", where).lines()
    yield from of_charts(content.charts if span is None else ())


def _properties_before(slide: Slide, number: int, before: Content | None) -> Mapping[str, str] | None:
    if before is None or any(slide.properties == other.properties for other in before.slides):
        return None
    return before.slides[number].properties if number < len(before.slides) else {}


@dataclass(frozen=True)
class _Text:
    """`before`: the paragraphs from before the run, None where they are not known. `where`: what the text is in."""

    paragraphs: Sequence[Paragraph]
    before: Sequence[Paragraph] | None
    unit: str
    where: str = ""

    def lines(
        self, span: range | None = None, tables: range | None = None, rows: range | None = None
    ) -> Iterator[Line]:
        """Iterate over the paragraphs of the span, and the rows of the tables; over all where nothing is asked for or there."""
        places = [
            place
            for place, paragraph in enumerate(self.paragraphs)
            if (span is None or place in span) and _is_in(paragraph.cell, tables, rows)
        ]
        common = _common(self.paragraphs[:_MOST_COUNTED])
        if common:
            said = ", ".join(look_said(*look) for look in common.items())
            texts = unique([*common, *common.values()])
            yield Line(Telling(self.where, f"most {self.unit}s have {said}", texts))
        was = _Before(self.before)
        for table, group in itertools.groupby(places or range(len(self.paragraphs)), self._table):
            if table is None:
                pieces = (piece for place in group for piece in self._paragraph(place, common, was))
                yield from lines(pieces, self._named)
            else:
                yield from lines(self._rows(list(group), was), partial(self._in_table, table))

    def _table(self, place: int) -> int | None:
        cell = self.paragraphs[place].cell
        return None if cell is None else cell.table

    def _named(self, pieces: Sequence[Piece]) -> str:
        return numbered(self.unit, {piece.number for piece in pieces}, self.where)

    def _in_table(self, table: int, pieces: Sequence[Piece]) -> str:
        rows = numbered("row", {piece.number for piece in pieces})
        return f"{self.where}{', ' * bool(self.where)}table {table + 1}, {rows}"

    def _paragraph(self, place: int, common: Look, was: _Before) -> Iterator[Piece]:
        """Iterate over a paragraph in pieces that fit into a line each."""
        paragraph = self.paragraphs[place]
        looks = _looks(paragraph, common)
        said_looks = f" ({', '.join(said for said, _ in looks)})" if looks else ""
        news = was.lacks(paragraph)
        # In a plain text several spaces may set something in columns.
        text = paragraph.text if self.unit == "line" else " ".join(paragraph.text.split())
        for number, words in enumerate(pieces_of(text, ROOM - 40)):
            whole = paragraph.text if len(paragraph.text) <= _MOST_WHOLE else ""
            is_empty = self.unit == "page" and not paragraph.text
            said = f"{place + 1}{' goes on' * bool(number)} {'empty' if is_empty else quoted(words, ROOM)}"
            said += said_looks if not number else ""
            texts = unique([words, whole, *(text for _, texts in looks for text in texts)])
            yield Piece(place, Telling("", said, texts), news)

    def _rows(self, places: Sequence[int], was: _Before) -> Iterator[Piece]:
        cells = {place: cell for place in places if (cell := self.paragraphs[place].cell) is not None}
        by_row: dict[int, list[Paragraph]] = {}
        for place, cell in cells.items():
            by_row.setdefault(cell.row, []).append(self.paragraphs[place])
        texts = {place: self.paragraphs[place].text for place in cells}
        for (row, held), found in zip(by_row.items(), rows_of(cells, cells, texts), strict=True):
            fresh = [paragraph.text for paragraph in held if was.lacks(paragraph)] if was.lacks_row(found) else []
            said = f"{row + 1}: {' | '.join(map(shown, found))}"
            yield Piece(row, Telling("", said, unique(fresh or found)), bool(fresh))


class _Before:
    """The paragraphs from before the run."""

    def __init__(self, paragraphs: Sequence[Paragraph] | None) -> None:
        self._is_known = paragraphs is not None
        self._known = {_key(paragraph) for paragraph in paragraphs or ()}
        texts, cells = [paragraph.text for paragraph in paragraphs or ()], cells_of(paragraphs or ())
        self._rows = {tuple(filter(None, row)) for row in rows_of(cells, cells, texts)}

    def lacks(self, paragraph: Paragraph) -> bool:
        """Tell whether it is known that no such paragraph was there, or none in that cell of a table."""
        return self._is_known and _key(paragraph) not in self._known

    def lacks_row(self, row: Sequence[str]) -> bool:
        """Tell whether it is known that no table had such a row: one that stands elsewhere now is no news."""
        return tuple(filter(None, row)) not in self._rows


def _key(paragraph: Paragraph) -> tuple[str, str, TableCell | None]:
    looks = repr((paragraph.look, paragraph.runs)) if paragraph.look or len(paragraph.runs) > 1 else ""
    return paragraph.text, looks, paragraph.cell


def _is_in(cell: TableCell | None, tables: range | None, rows: range | None) -> bool:
    if tables is None:
        return True
    return cell is not None and cell.table in tables and (rows is None or cell.row in rows)


def _common(paragraphs: Sequence[Paragraph]) -> dict[str, str]:
    """Return the looks that more than half of the filled paragraphs have."""
    filled = [paragraph for paragraph in paragraphs if paragraph.text.strip()]
    counts = Counter(look for paragraph in filled for look in _all_looks(paragraph).items())
    return {name: value for (name, value), count in counts.items() if count * 2 > len(filled) and len(filled) > 1}


def _all_looks(paragraph: Paragraph) -> dict[str, str]:
    looks = {**paragraph.look, **common_look(paragraph)}
    return {name: value for name, value in looks.items() if name not in _QUIET and value != "none"}


def _looks(paragraph: Paragraph, common: Look) -> list[tuple[str, tuple[str, ...]]]:
    """Return in words how a paragraph looks unlike most others, and how single words in it do, each with its literals."""
    if not paragraph.text.strip():
        return []
    own = _all_looks(paragraph)
    found = [(look_said(name, value), (name, value)) for name, value in own.items() if common.get(name) != value]
    runs = [
        (f"{look_said(name, value)} on {quoted(text.strip(), 40)}", (name, value, text.strip()))
        for text, look in paragraph.runs
        for name, value in look.items()
        if text.strip() and name not in own and common.get(name) != value
    ]
    ever = {*own, *(name for _, look in paragraph.runs for name in look)}
    return [*found, *((f"no {name}", ()) for name in common if name not in ever), *runs[:_MOST_RUNS]]
