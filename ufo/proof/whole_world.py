"""Tells all that files say of a request at its end: what is different, what of the request's literals is as it was, and what
stands around the changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ufo.conditions.readers.references import column_letters
from ufo.proof.difference.comparing.placed import cells_of, placed
from ufo.proof.difference.content import Content, Paragraph, SheetContent
from ufo.proof.difference.line_words import one_line, quoted
from ufo.proof.difference.own_writes import OwnWrites
from ufo.proof.difference.told import Places, Source, lines, row_piece, rows_name
from ufo.proof.difference.world import WorldBefore
from ufo.proof.quotes import Naming
from ufo.proof.tokens import hard_tokens
from ufo.schema.fact import Fact, FactKind, Facts

_MOST_NAMED = 8
_MOST_ROWS, _MOST_BESIDE = 40, 20
_MOST_TABLES = 24
"""Lines of tables that are as they were."""
_MOST_COLUMNS = 12
_SHORT = 60
_STYLE = "style"
_MOST_FILES = 12


def facts_of_world(world: WorldBefore, request: str, own: OwnWrites | None = None) -> Facts:
    """Return the facts, not numbered yet, the changes first. `own`: what this run wrote; without it, all counts as its own.
    Blocking.
    """
    changes = world.difference(own)
    named = named_literals(request, world.files)
    kept_so = [fact.model_copy(update={"news": False}) for fact in world.as_it_was(named)]
    documents = [ChangedDocument(*document) for document in world.changed_documents()]
    around = around_changes(request, documents, world.places) + facts_of_tables(
        world.unchanged_documents(named), world.places
    )
    return changes.model_copy(update={"facts": (*changes.facts, *kept_so, *around)})


def named_literals(request: str, files: Iterable[Path]) -> tuple[str, ...]:
    """Return the hard tokens of the request, and the names of those files whose words it has ("minutes-july.txt" for "the July
    minutes"). `files`: those that there are.
    """
    naming = Naming(request)
    named = sorted(path.name for path in files if naming.has_each_word(path.stem))
    tokens = (token.text for token in hard_tokens(request))
    return tuple(dict.fromkeys((*tokens, *named[:_MOST_FILES])))


@dataclass(frozen=True)
class ChangedDocument:
    """A document that was there before and is different now."""

    path: Path
    before: Content
    after: Content


def around_changes(request: str, documents: Iterable[ChangedDocument], places: Places) -> tuple[Fact, ...]:
    """Return facts of kind STATE for what the request names and is as it was, and of kind READ for rows of tables that were
    changed in part. None of them is news.
    """
    naming = Naming(request)
    facts: list[Fact] = []
    for document in documents:
        name, names = places.name(document.path), places.names(document.path)
        found = [*_sheets(document, naming), *_slides(document, naming), *_paragraphs(document, naming)]
        facts += [_state(name, names, where, texts) for where, texts in found[:_MOST_NAMED]]
        facts += _tables(document, Source(document.path, places))
    return tuple(facts)


def facts_of_tables(documents: Iterable[tuple[Path, Content]], places: Places) -> tuple[Fact, ...]:
    """Return facts of kind READ for the rows of documents that the request names and that are as they were: what is copied or
    computed from them is compared with these. Long tables are left out.
    """
    facts: list[Fact] = []
    for path, content in documents:
        for sheet in content.sheets:
            rows = _rows(sheet)
            if len(rows) <= _MOST_ROWS:
                facts += _told_rows(Source(path, places), sheet, rows)
    return tuple(facts[:_MOST_TABLES])


def _state(name: str, names: Sequence[str], where: str, texts: Sequence[str]) -> Fact:
    told = ", ".join(quoted(text, _SHORT) for text in texts if text)
    line = one_line(f"{name}, {where}: as it was{f', {told}' if told else ''}")
    return Fact(kind=FactKind.STATE, line=line, place=f"{name}, {where}", texts=(*names, *texts), news=False)


def _sheets(document: ChangedDocument, naming: Naming) -> Iterator[tuple[str, tuple[str, ...]]]:
    before = {content.name: content for content in document.before.sheets}
    for content in document.after.sheets:
        old = before.get(content.name)
        if old is None:
            continue
        if naming.has(content.name) and old == content and len(document.after.sheets) > 1:
            yield f"sheet {content.name}", (content.name,)
        if old != content:
            rows, was = _rows(content), set(_rows(old).values())
            for number, values in list(rows.items())[1:]:
                if values in was and any(naming.has(value) for value in values[:2]):
                    yield f"{content.name}!{_row_name(number, values)}", values


def _rows(content: SheetContent) -> dict[int, tuple[str, ...]]:
    """Return what each row shows, from its first column on."""
    cells = content.sheet.cells
    widths: dict[int, int] = {}
    for row, column in cells:
        widths[row] = max(widths.get(row, 0), column + 1)
    return {
        row: tuple(content.sheet.cell(row, column).shown for column in range(min(width, _MOST_COLUMNS)))
        for row, width in sorted(widths.items())
    }


def _row_name(row: int, values: Sequence[str]) -> str:
    return f"A{row + 1}:{column_letters(len(values) - 1)}{row + 1}"


def _slides(document: ChangedDocument, naming: Naming) -> Iterator[tuple[str, tuple[str, ...]]]:
    for number, slide in enumerate(document.after.slides, 1):
        title = slide.paragraphs[0].text if slide.paragraphs else ""
        if slide in document.before.slides and naming.has(title):
            yield f"slide {number}", (title,)


def _paragraphs(document: ChangedDocument, naming: Naming) -> Iterator[tuple[str, tuple[str, ...]]]:
    content = document.after
    cells = cells_of(content.paragraphs)
    for number, paragraph in enumerate(content.paragraphs):
        text = paragraph.text
        if (naming.quotes(text) or naming.has(text)) and paragraph in document.before.paragraphs:
            yield placed(content.unit, [number], cells), (text, *_style(paragraph, content))


def _style(paragraph: Paragraph, content: Content) -> tuple[str, ...]:
    """Return its style, where that is not the one of most paragraphs: another one may be wanted to have it too."""
    styles = Counter(other.look.get(_STYLE, "") for other in content.paragraphs)
    style = paragraph.look.get(_STYLE, "")
    return (style,) if style and styles[style] * 2 < styles.total() else ()


def _tables(document: ChangedDocument, source: Source) -> Iterator[Fact]:
    """Yield the rows of each sheet of which some rows were changed and others not, where they are few; of others the
    headings; and the rows of a sheet that is as it was, where what is new elsewhere stands in it.
    """
    before = {content.name: content for content in document.before.sheets}
    fresh = _cells_of(_fresh_rows(document, before))
    for content in document.after.sheets:
        old = before.get(content.name, SheetContent(content.sheet))
        rows, was = _rows(content), _rows(old)
        restyled = {place[0] for place, look in content.looks.items() if old.looks.get(place) != look}
        kept = [row for row, values in rows.items() if was.get(row) == values and row not in restyled]
        if len(rows) == len(kept):
            if content == old and len(rows) <= _MOST_ROWS and fresh & _cells_of(rows.values()):
                yield from _told_rows(source, content, rows)
            continue
        # Numbers that were typed beside all rows come of what stands there.
        most = _MOST_ROWS if len(kept) > 1 else _MOST_BESIDE if was and _is_typed(content, old) else 0
        if len(rows) <= most:
            yield from _told_rows(source, content, rows)
        elif 0 in rows and len(rows) > 1:
            yield from _told_rows(source, content, {0: rows[0]})


def _is_typed(content: SheetContent, old: SheetContent) -> bool:
    """Tell whether a new or changed cell is a number that no formula gives."""
    before = old.sheet.cells
    return any(
        cell.value is not None and not cell.formula
        for at, cell in content.sheet.cells.items()
        if before.get(at) != cell
    )


def _fresh_rows(document: ChangedDocument, before: Mapping[str, SheetContent]) -> Iterator[tuple[str, ...]]:
    """Iterate over the rows that are not as they were: their values may be copied from a sheet that is."""
    for content in document.after.sheets:
        was = _rows(before[content.name]) if content.name in before else {}
        yield from (values for row, values in _rows(content).items() if was.get(row) != values)


def _cells_of(rows: Iterable[tuple[str, ...]]) -> set[str]:
    return {value for values in rows for value in values if value}


def _told_rows(source: Source, content: SheetContent, rows: Mapping[int, Sequence[str]]) -> Iterator[Fact]:
    pieces = (row_piece(content.sheet, number, range(len(values))) for number, values in rows.items())
    for line in lines(pieces, partial(rows_name, content.name)):
        yield source.fact(line.telling, FactKind.READ, "now").model_copy(update={"news": False})
