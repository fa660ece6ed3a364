"""Tells what is as it was: files, sheets and cells that a request names and that did not change, and the rest of folders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ufo.conditions.readers.model import Area, Cell
from ufo.conditions.readers.references import area_name, parse_reference
from ufo.proof.difference.by_products import why_file
from ufo.proof.difference.comparing.contents import summary
from ufo.proof.difference.comparing.told_cells import written
from ufo.proof.difference.content import Content, SheetContent
from ufo.proof.difference.line_words import counted, listed, quoted, shown, unique
from ufo.proof.difference.moves import FileChanges
from ufo.proof.difference.reading.read_content import ReadOnce, is_long
from ufo.proof.difference.scan import Scan
from ufo.proof.difference.told import Places, Source, Telling
from ufo.schema.fact import Fact, FactKind

_MOST_FOUND = 40
_MOST_NAMED = 8


@dataclass(frozen=True)
class AsItWas:
    """`folders`: those that were looked through, with what lies in them."""

    before: Scan
    now: Scan
    changes: FileChanges
    read: ReadOnce
    places: Places
    folders: tuple[Path, ...]

    def facts(self, texts: Sequence[str]) -> list[Fact]:
        """Return what of these literals is as it was, and for each folder what else did not change. Blocking."""
        touched = {path for path in self._touched() if not why_file(path)}
        found = [fact for text in texts for fact in self._files(text, touched)]
        for path in self.changes.changed:
            found += self._inside(path, texts)
        unique = list({fact.line: fact for fact in found}.values())
        return [*unique[:_MOST_FOUND], *self._folders(touched)]

    def _touched(self) -> Iterator[Path]:
        changes = self.changes
        yield from (*changes.gone, *changes.new, *changes.changed, *changes.modes, *changes.links)
        yield from (*changes.moved, *changes.moved.values())

    def _files(self, text: str, touched: set[Path]) -> Iterator[Fact]:
        wanted = text.casefold().rstrip("/")
        for path, entry in self.now.entries.items():
            names = (name.casefold() for name in (*self.places.names(path), path.stem if path.suffix else ""))
            if wanted not in names or not wanted or path in touched or why_file(path):
                continue
            if entry.kind == "file":
                # What did not change is not worth seconds of reading.
                what = counted(entry.size, "byte") if is_long(path, entry.size) else summary(self.read.now(path))
                said = f"byte for byte as it was ({shown(what)})"
            elif entry.kind == "folder" and not any(other.is_relative_to(path) for other in touched):
                said = "the folder and all that was looked at in it are as they were"
            else:
                continue
            yield Source(path, self.places).fact(Telling("", said, texts=(text,)), FactKind.STATE)

    def _inside(self, path: Path, texts: Sequence[str]) -> Iterator[Fact]:
        """Iterate over named sheets, cells and texts of a changed document that are as they were."""
        before, after = self.read.before(path), self.read.now(path)
        if before is None or before.unread or after.unread:
            return
        source = Source(path, self.places)
        words = _words(before), _words(after)
        for text in texts:
            for telling in (
                *_sheet(text, before, after),
                *_cells(text, before, after),
                *_same_text(text, *words),
            ):
                yield source.fact(telling, FactKind.STATE)

    def _folders(self, touched: set[Path]) -> Iterator[Fact]:
        """Iterate over the working folder and those with changes: nothing else in them changed."""
        files = [path for path, entry in self.now.entries.items() if entry.kind == "file" and not why_file(path)]
        # Of the folder of a file that was looked at alone nothing else is known.
        inner = {folder for path in touched if (folder := path.parent) != self.places.folder and self._is_seen(folder)}
        limits = "; not all of it was looked at" if self.now.left_out or self.before.left_out else ""
        folders = (
            [self.places.folder, *sorted(inner)]
            if self.places.folder in {path.parent for path in self.now.entries}
            else sorted(inner)
        )
        for folder in folders[:_MOST_FOUND]:
            rest = [path for path in files if path.is_relative_to(folder) and path not in touched]
            is_touched = any(path.is_relative_to(folder) for path in touched)
            other = counted(len(rest), "other file" if is_touched else "file")
            names = listed([quoted(str(path.relative_to(folder)), 40) for path in sorted(rest)], _MOST_NAMED)
            said = f"nothing {'else ' if is_touched else ''}in this folder changed ({other}{': ' * bool(rest)}{names}{limits})"
            telling = Telling("", said, unique(path.name for path in rest[:_MOST_FOUND]), numbers=(str(len(rest)),))
            yield Source(folder, self.places).fact(telling, FactKind.STATE)
        if not touched:
            said = f"nothing changed in any folder that was looked at ({counted(len(files), 'file')}{limits})"
            yield Source(self.places.folder, self.places).fact(Telling("", said), FactKind.STATE)

    def _is_seen(self, folder: Path) -> bool:
        return folder in self.folders or folder in self.now.entries or folder in self.before.entries


def _pairs(before: Content, after: Content) -> Iterator[tuple[SheetContent, SheetContent]]:
    olds = {sheet.name: sheet for sheet in before.sheets}
    return ((olds[sheet.name], sheet) for sheet in after.sheets if sheet.name in olds)


def _sheet(text: str, before: Content, after: Content) -> Iterator[Telling]:
    for old, new in _pairs(before, after):
        if new.name.casefold() == text.casefold() and old == new:
            yield Telling(
                "",
                f"sheet {quoted(new.name)} is as it was ({counted(len(new.sheet.cells), 'filled cell')})",
                (new.name,),
            )


def _cells(text: str, before: Content, after: Content) -> Iterator[Telling]:
    reference = parse_reference(text)
    if reference is None:
        return
    area = reference.area
    for old, new in _pairs(before, after):
        if reference.sheet and reference.sheet.casefold() != new.name.casefold():
            continue
        olds, news = _within(old, area), _within(new, area)
        if olds == news and (news or len(after.sheets) == 1 or reference.sheet):
            name = f"{new.name}!{area_name(area)}"
            values = "empty" if not news else ", ".join(written(cell) for cell in list(news.values())[:3])
            more = " …" if len(news) > 3 else ""
            telling = Telling(name, f"as it was: {values}{more}", (text, name, area_name(area), new.name))
            yield telling.holding(news.values())


def _within(sheet: SheetContent, area: Area) -> dict[tuple[int, int], Cell]:
    return {
        (row, column): cell
        for (row, column), cell in sheet.sheet.cells.items()
        if area.holds(Area(column, row, column, row))
    }


def _same_text(text: str, before: str, after: str) -> Iterator[Telling]:
    """Tell a text that stands as often as before; short ones occur by chance."""
    if len(text) < 3:
        return
    counts = [words.count(text) for words in (before, after)]
    if counts[0] and counts[0] == counts[1]:
        yield Telling("", f"{quoted(text, 90)} stands in it {counted(counts[1], 'time')}, as before", (text,))


def _words(content: Content) -> str:
    """Return all texts that it holds, apart from each other by a sign that no text has."""
    return "\0".join(_pieces(content))


def _pieces(content: Content) -> Iterator[str]:
    yield from (paragraph.text for paragraph in content.paragraphs)
    yield from (paragraph.text for slide in content.slides for paragraph in slide.paragraphs)
    yield from (cell.shown for sheet in content.sheets for cell in sheet.sheet.cells.values())
    yield from content.values.values()
