"""Word in memory: paragraphs of letters with their looks, and tables, read from and written to files of python-docx."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import docx
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt, RGBColor

from tests.fake_office.things import Many, Shared, Thing, kept
from ufo_libreoffice.microsoft.values import AUTOMATIC, OfficeError

_BUILT_IN = {
    -1: "Normal",
    -63: "Title",
    -75: "Subtitle",
    -35: "Caption",
    **{-1 - at: f"Heading {at}" for at in range(1, 10)},
}
_CELL_END = "\r\x07"
_SIDES = {1: WD_ALIGN_PARAGRAPH.CENTER, 2: WD_ALIGN_PARAGRAPH.RIGHT, 3: WD_ALIGN_PARAGRAPH.JUSTIFY}
Looks = dict[str, Any]


@dataclass(eq=False)
class Words:
    """A paragraph. `holder`: the list that it stands in, of the body or of a cell; none of the mark that ends a table's row."""

    letters: list[tuple[str, Looks]]
    holder: Any
    style: str = "Normal"
    form: Looks = field(default_factory=dict)
    ends_cell: bool = False

    @property
    def text(self) -> str:
        return "".join(letter for letter, _ in self.letters)

    @property
    def end(self) -> str:
        return _CELL_END if self.ends_cell or self.holder is None else "\r"


@dataclass(eq=False)
class Grid:
    rows: list[list[list[Words]]]
    title: str = ""
    marks: dict[int, Words] = field(default_factory=dict)

    def mark_of(self, row: list[list[Words]]) -> Words:
        """Return what ends a row."""
        return self.marks.setdefault(id(row), Words([], None))


def _letters(text: str, looks: Looks | None = None) -> list[tuple[str, Looks]]:
    return [(letter, dict(looks or {})) for letter in text]


def _cell(text: str) -> list[Words]:
    cell: list[Words] = []
    parts = text.split("\r")
    cell += [Words(_letters(part), cell, ends_cell=at == len(parts) - 1) for at, part in enumerate(parts)]
    return cell


def _look(name: str, default: Any) -> tuple[Callable[[Any], Any], Callable[[Any, Any], None]]:
    return lambda looks: looks.get(name, default), lambda looks, value: looks.__setitem__(name, value)


_FONT = {"Bold": False, "Italic": False, "Underline": 0, "StrikeThrough": False, "Color": AUTOMATIC, "Size": 11.0,
         "Name": "Calibri", "Superscript": False, "Subscript": False}  # fmt: skip
_FORM = {"Alignment": 0, "SpaceBefore": 0.0, "SpaceAfter": 8.0, "LeftIndent": 0.0, "FirstLineIndent": 0.0,
         "PageBreakBefore": False, "LineSpacing": 12.0, "LineSpacingRule": 0}  # fmt: skip


class _Font(Shared):
    _mixed = 9999999
    _names = {name: _look(name, value) for name, value in _FONT.items()}

    def __getattr__(self, name: str) -> Any:
        return _Shading(self._places) if name == "Shading" else super().__getattr__(name)


class _Shading(Shared):
    _names = {"BackgroundPatternColor": _look("highlight", AUTOMATIC)}


class _Form(Shared):
    _mixed = 9999999
    _names = {name: _look(name, value) for name, value in _FORM.items()}


class Range(Thing):
    Start: int
    End: int

    def __init__(self, document: Document, start: int, end: int) -> None:
        self.has(_document=document, Start=start, End=end)

    def _units(self) -> Any:
        return self._document.units()[self.Start : self.End]

    def _paragraphs(self) -> list[Words]:
        found = dict.fromkeys(words for words, _ in self._units())
        if not found:
            units = self._document.units()
            found = dict.fromkeys([units[min(self.Start, len(units) - 1)][0]])
        return list(found)

    @property
    def Text(self) -> str:
        return "".join(words.letters[at][0] if at < len(words.letters) else words.end for words, at in self._units())

    @Text.setter
    def Text(self, text: str) -> None:
        units = self._units()
        looks = dict(units[0][0].letters[units[0][1]][1]) if units and units[0][1] < len(units[0][0].letters) else {}
        if units and units[-1][0].ends_cell and units[-1][1] == len(units[-1][0].letters):
            # The mark at the end of a cell stays.
            self.End -= 1
        self.Delete()
        self._put(self.Start, text, looks)
        self.End = self.Start + len(text)

    def _put(self, at: int, text: str, looks: Looks) -> None:
        units = self._document.units()
        words, place = units[at] if at < len(units) else (units[-1][0], len(units[-1][0].letters))
        first, *more = text.split("\r")
        rest = words.letters[place:]
        words.letters[place:] = _letters(first, looks)
        last = words
        for part in more:
            assert words.holder is not None
            made = Words(_letters(part, looks), words.holder, words.style, dict(words.form), last.ends_cell)
            last.ends_cell = False
            words.holder.insert(words.holder.index(last) + 1, made)
            last = made
        last.letters += rest

    def Delete(self) -> None:
        for words in self._paragraphs() if self.End > self.Start else ():
            places = [at for other, at in self._units() if other is words]
            whole = len(places) == len(words.letters) + 1
            del words.letters[places[0] : places[0] + len([at for at in places if at < len(words.letters)])]
            self.End -= len(places) - whole
            if whole and words.holder is not None and len(self._document.body) > 1 and not words.ends_cell:
                words.holder.remove(words)
                self.End -= 1

    @property
    def Duplicate(self) -> Range:
        return Range(self._document, self.Start, self.End)

    def Collapse(self, to: int) -> None:
        at = self.End if to == 0 else self.Start
        self.has(Start=at, End=at)

    def InsertAfter(self, text: str) -> None:
        at, units = self.End, self._document.units()
        if at == len(units):
            # The mark at the end of a text stays there.
            self._put(at - 1, text, {})
            self.End += len(text)
            return
        if 0 < at <= len(units) and units[at - 1][1] == len(units[at - 1][0].letters):
            # Behind a paragraph's mark begins the next one.
            holder, words = units[at - 1][0].holder, units[at - 1][0]
            for line in reversed(text.removesuffix("\r").split("\r")):
                holder.insert(holder.index(words) + 1, Words(_letters(line), holder, words.style, dict(words.form)))
            return
        self._put(at, text, {})
        self.End += len(text)

    def InsertBefore(self, text: str) -> None:
        words = self._paragraphs()[0]
        for line in text.removesuffix("\r").split("\r"):
            words.holder.insert(
                words.holder.index(words), Words(_letters(line), words.holder, words.style, dict(words.form))
            )

    def InsertParagraphAfter(self) -> None:
        words = self._paragraphs()[-1]
        made = Words([], words.holder, words.style, dict(words.form))
        words.holder.insert(words.holder.index(words) + 1, made)
        self.End += 1

    def InsertParagraphBefore(self) -> None:
        self.InsertBefore("")
        self.End += 1

    def Select(self) -> None:
        self._document.application.selected = self.Duplicate

    @property
    def Find(self) -> Thing:
        return kept(Execute=self._find)

    def _find(self, text: str, case: bool, whole: bool, *_more: Any) -> bool:
        pattern = re.escape(text.replace("^^", "^"))
        units = self._document.units()
        said = "".join(words.letters[at][0] if at < len(words.letters) else "\r" for words, at in units)
        pattern = rf"\b{pattern}\b" if whole else pattern
        found = re.compile(pattern, 0 if case else re.I).search(said, self.Start)
        if found is None:
            return False
        self.has(Start=found.start(), End=found.end())
        return True

    @property
    def Font(self) -> _Font:
        return _Font([words.letters[at][1] for words, at in self._units() if at < len(words.letters)])

    @property
    def ParagraphFormat(self) -> _Form:
        return _Form([words.form for words in self._paragraphs()])

    @property
    def ListFormat(self) -> _List:
        return _List(self._paragraphs())

    @property
    def Paragraphs(self) -> _Paragraphs:
        return _Paragraphs(self._document, self._paragraphs)

    @property
    def Style(self) -> Any:
        return self._document.style(self._paragraphs()[0].style)

    @property
    def Fields(self) -> Thing:
        return kept(Add=lambda place, _kind: self._put(place.Start, "1", {}))

    @property
    def Cells(self) -> Many:
        return Many(tuple)


class _Paragraphs(Many):
    def __init__(self, document: Document, chosen: Callable[[], list[Words]]) -> None:
        super().__init__(
            lambda: [_paragraph(document, words) for words in chosen()], _document=document, _chosen=chosen
        )

    @property
    def Style(self) -> Any:
        return self._document.style(self._chosen()[0].style)

    @Style.setter
    def Style(self, style: Thing) -> None:
        for words in self._chosen():
            words.style = style.NameLocal


def _paragraph(document: Document, words: Words) -> Thing:
    def previous(_count: int) -> Thing | None:
        known = document.paragraphs()
        at = known.index(words)
        return _paragraph(document, known[at - 1]) if at else None

    return kept(Range=document.range_of(words), Previous=previous, Style=document.style(words.style))


class _List(Thing):
    def __init__(self, paragraphs: list[Words]) -> None:
        self.has(_paragraphs=paragraphs)

    @property
    def ListType(self) -> int:
        return int(self._paragraphs[0].form.get("list", 0))

    @property
    def ListLevelNumber(self) -> int:
        return int(self._paragraphs[0].form.get("level", 1))

    @ListLevelNumber.setter
    def ListLevelNumber(self, level: int) -> None:
        for words in self._paragraphs:
            words.form["level"] = level

    def _set(self, kind: int) -> None:
        for words in self._paragraphs:
            words.form["list"] = 0 if words.form.get("list") == kind else kind

    def ApplyBulletDefault(self) -> None:
        self._set(2)

    def ApplyNumberDefault(self) -> None:
        self._set(3)

    def RemoveNumbers(self) -> None:
        self._set(0)


class Table(Thing):
    def __init__(self, document: Document, grid: Grid) -> None:
        self.has(_document=document, _grid=grid, Uniform=True, Borders=kept(Enable=False))

    @property
    def Title(self) -> str:
        return str(self._grid.title)

    @property
    def Range(self) -> Range:
        first, last = self._grid.rows[0][0][0], self._grid.rows[-1][-1][-1]
        start, end = self._document.range_of(first), self._document.range_of(last)
        return Range(self._document, start.Start, end.End + 1)

    def Cell(self, row: int, column: int) -> Thing:
        cell = self._grid.rows[row - 1][column - 1]
        start, end = self._document.range_of(cell[0]), self._document.range_of(cell[-1])
        return kept(Range=Range(self._document, start.Start, end.End))

    @property
    def Rows(self) -> Many:
        rows = self._grid.rows
        return Many(
            lambda: [kept(_at=at, Delete=lambda at=at: rows.pop(at), HeadingFormat=False) for at in range(len(rows))],
            Add=lambda before=None: rows.insert(before._at if before else len(rows), [_cell("") for _ in rows[0]]),
        )

    @property
    def Columns(self) -> Many:
        rows = self._grid.rows
        return Many(
            lambda: [kept(_at=at, Delete=lambda at=at: [row.pop(at) for row in rows]) for at in range(len(rows[0]))],
            Add=lambda before=None: [row.insert(before._at if before else len(row), _cell("")) for row in rows],
        )

    def Delete(self) -> None:
        self._document.body.remove(self._grid)


class Document(Thing):
    ReadOnly = False
    Saved = True
    TrackRevisions = False
    ProtectionType = -1

    def __init__(self, application: WordApplication, path: Path | None) -> None:
        self.has(application=application, _path=path, body=[], styles={}, bands={})
        for block in docx.Document(str(path)).iter_inner_content() if path else ():
            self.body.append(self._read(block))
        if not self.body or isinstance(self.body[-1], Grid):
            self.body.append(Words([], self.body))
        self.has(window=_Window(self))

    def _read(self, block: Any) -> Any:
        if hasattr(block, "rows"):
            return Grid([[_cell(cell.text) for cell in row.cells] for row in block.rows])
        letters = [pair for run in block.runs for pair in _letters(run.text, {"Bold": True} if run.bold else {})]
        return Words(letters, self.body, block.style.name)

    def paragraphs(self) -> list[Words]:
        return list(self._each())

    def _each(self) -> Iterator[Words]:
        for block in self.body:
            if isinstance(block, Words):
                yield block
                continue
            for row in block.rows:
                yield from (words for cell in row for words in cell)
                yield block.mark_of(row)

    def units(self) -> list[tuple[Words, int]]:
        return [(words, at) for words in self._each() for at in range(len(words.letters) + 1)]

    def range_of(self, words: Words) -> Range:
        start = next(at for at, (other, _) in enumerate(self.units()) if other is words)
        return Range(self, start, start + len(words.letters) + 1)

    def style(self, name: str) -> Any:
        made = self.styles.get(name)
        if made is None:
            made = self.styles[name] = kept(
                NameLocal=name, Font=_Font([{}]), ParagraphFormat=_Form([{}]), BaseStyle="Normal"
            )
        return made

    @property
    def Styles(self) -> Thing:
        def item(which: Any) -> Thing:
            name = _BUILT_IN.get(which, which)
            if name not in (*_BUILT_IN.values(), *self.styles):
                raise OfficeError("The requested member of the collection does not exist.")
            made: Thing = self.style(name)
            return made

        return kept(Item=item, Add=lambda name, _kind: self.style(name))

    @property
    def Content(self) -> Range:
        return Range(self, 0, len(self.units()))

    def Range(self, start: int, end: int) -> Range:
        return Range(self, start, end)

    @property
    def Paragraphs(self) -> _Paragraphs:
        return _Paragraphs(self, self.paragraphs)

    @property
    def Tables(self) -> Many:
        return Many(lambda: [Table(self, block) for block in self.body if isinstance(block, Grid)], Add=self._add_table)

    def _add_table(self, place: Any, rows: int, columns: int) -> Table:
        words = place._paragraphs()[0]
        made = Grid([[_cell("") for _ in range(columns)] for _ in range(rows)])
        self.body.insert(self.body.index(words), made)
        return Table(self, made)

    @property
    def StoryRanges(self) -> Many:
        story = self.Content
        story.has(NextStoryRange=None)
        return Many(lambda: [story])

    def GetCrossReferenceItems(self, _kind: int) -> Any:
        found = [words for words in self.paragraphs() if words.style.startswith("Heading")]
        return tuple("  " * (int(words.style[-1]) - 1) + words.text for words in found)

    @property
    def Sections(self) -> Many:
        if "setup" not in self.bands:
            self.bands["setup"] = kept(
                Orientation=0, LeftMargin=72.0, RightMargin=72.0, TopMargin=72.0, BottomMargin=72.0, PageWidth=595.3,
                PageHeight=841.9, DifferentFirstPageHeaderFooter=False, TextColumns=_columns(),
            )  # fmt: skip
        bands = {name: Many(partial(self._bands_of, name)) for name in ("Headers", "Footers")}
        return Many(lambda: [kept(PageSetup=self.bands["setup"], **bands)])

    def _bands_of(self, name: str) -> list[Thing]:
        return [self._band(name, at) for at in (1, 2)]

    def _band(self, name: str, at: int) -> Thing:
        if (name, at) not in self.bands:
            held = Document(self.application, None)
            self.bands[name, at] = held
        return kept(Range=self.bands[name, at].Content)

    @property
    def Name(self) -> str:
        return self._path.name if self._path else "Document1"

    @property
    def Path(self) -> str:
        return str(self._path.parent) if self._path else ""

    @property
    def FullName(self) -> str:
        return str(self._path) if self._path else self.Name

    def Save(self) -> None:
        self._write(self._path)
        self.Saved = True

    def SaveAs(self, path: str, kind: int) -> None:
        if kind == 7:
            Path(path).write_text("\n".join(words.text for words in self.paragraphs()), "utf-8")
        else:
            self._write(Path(path))
        self.has(_path=Path(path), Saved=True)

    def ExportAsFixedFormat(self, path: str, *options: Any) -> None:
        Path(path).write_bytes(f"%PDF-1.7 pages {options[4:6]}".encode())

    def write_copy(self, path: str) -> None:
        self._write(Path(path))

    def _write(self, path: Any) -> None:
        file = docx.Document()
        for block in self.body:
            if isinstance(block, Grid):
                table = file.add_table(len(block.rows), len(block.rows[0]))
                for y, row in enumerate(block.rows):
                    for x, cell in enumerate(row):
                        table.cell(y, x).text = "\n".join(words.text for words in cell)
                continue
            made = file.add_paragraph(style=block.style if block.style in file.styles else None)
            if side := _SIDES.get(block.form.get("Alignment", 0)):
                made.alignment = side
            for letter, looks in block.letters:
                _written(made.add_run(letter), looks)
        try:
            file.save(str(path))
        except OSError as error:
            raise OfficeError(f"Word cannot save the file {path}") from error


def _columns() -> Thing:
    made = kept(Count=1)
    made.has(SetCount=lambda count: made.has(Count=count))
    return made


def _written(run: Any, looks: Looks) -> None:
    run.bold, run.italic = looks.get("Bold") or None, looks.get("Italic") or None
    if "Size" in looks:
        run.font.size = Pt(looks["Size"])
    if "Name" in looks:
        run.font.name = looks["Name"]
    if looks.get("Color", AUTOMATIC) != AUTOMATIC:
        bgr = looks["Color"]
        run.font.color.rgb = RGBColor(bgr & 0xFF, bgr >> 8 & 0xFF, bgr >> 16 & 0xFF)


class _Window(Thing):
    def __init__(self, document: Document) -> None:
        self.has(Document=document, Hwnd=2001 + len(document.application.documents))

    @property
    def Caption(self) -> str:
        if self.Document not in self.Document.application.documents:
            raise OfficeError("Object has been deleted.")
        return str(self.Document.Name)


class WordApplication(Thing):
    DisplayAlerts = -1

    def __init__(self, *paths: Path) -> None:
        self.has(documents=[], selected=None, steps=[], protected=[])
        for path in paths or (None,):
            self.documents.append(Document(self, path))

    @property
    def Windows(self) -> Many:
        return Many(lambda: [document.window for document in self.documents])

    @property
    def ProtectedViewWindows(self) -> Many:
        return Many(lambda: [kept(Caption=caption) for caption in self.protected])

    @property
    def Selection(self) -> Thing:
        chosen = self.selected or Range(self.documents[0], 0, 0)
        return kept(Start=chosen.Start, End=chosen.End, Range=chosen.Duplicate)

    @property
    def UndoRecord(self) -> Thing:
        return kept(StartCustomRecord=self.steps.append, EndCustomRecord=lambda: None)

    @property
    def FontNames(self) -> Many:
        return Many(lambda: ["Calibri", "DejaVu Sans"])
