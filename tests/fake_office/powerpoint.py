"""PowerPoint in memory, over a presentation of python-pptx."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pptx
from pptx.dml.color import RGBColor
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.enum.text import PP_ALIGN
from pptx.util import Pt

from tests.fake_office.things import Many, Shared, Thing, kept
from ufo_libreoffice.microsoft.values import OfficeError

_LAYOUTS = {1: 0, 16: 1, 2: 1, 29: 3, 3: 3, 11: 5, 12: 6, 33: 2}
"""ppSlideLayout and the place of that layout among python-pptx's own."""
_NUMBERS = {0: 1, 1: 16, 3: 29, 5: 11, 6: 12, 2: 33}
_KINDS = {
    PP_PLACEHOLDER.TITLE: 1, PP_PLACEHOLDER.BODY: 2, PP_PLACEHOLDER.CENTER_TITLE: 3, PP_PLACEHOLDER.SUBTITLE: 4,
    PP_PLACEHOLDER.OBJECT: 7, PP_PLACEHOLDER.SLIDE_NUMBER: 13, PP_PLACEHOLDER.FOOTER: 15, PP_PLACEHOLDER.DATE: 16,
}  # fmt: skip
_ALIGNED = {1: PP_ALIGN.LEFT, 2: PP_ALIGN.CENTER, 3: PP_ALIGN.RIGHT, 4: PP_ALIGN.JUSTIFY}


def _rgb(bgr: int) -> RGBColor:
    return RGBColor(bgr & 0xFF, bgr >> 8 & 0xFF, bgr >> 16 & 0xFF)


def _bgr(colour: Any) -> int:
    rgb = colour.rgb if colour.type is not None else RGBColor(0, 0, 0)
    return int(rgb[0] | rgb[1] << 8 | rgb[2] << 16)


def _font(name: str, read: Callable[[Any], Any], made: Callable[[Any], Any]) -> Any:
    return lambda run: read(getattr(run.font, name)), lambda run, value: setattr(run.font, name, made(value))


class _Colour(Shared):
    _names = {
        "RGB": (lambda run: _bgr(run.font.color), lambda run, value: setattr(run.font.color, "rgb", _rgb(value))),
    }


class _Font(Shared):
    _mixed = -2
    _names = {
        "Bold": _font("bold", lambda value: -1 if value else 0, bool),
        "Italic": _font("italic", lambda value: -1 if value else 0, bool),
        "UnderlineStyle": _font("underline", lambda value: 2 if value else 0, bool),
        "Size": _font("size", lambda value: value.pt if value else 18.0, Pt),
        "Name": _font("name", lambda value: value or "Calibri", str),
    }

    def __getattr__(self, name: str) -> Any:
        return kept(ForeColor=_Colour(self._places)) if name == "Fill" else super().__getattr__(name)


class _Bullet(Shared):
    _names = {
        "Type": (lambda line: int(line._pPr.get("ufo", "0")) if line._pPr is not None else 0,
                 lambda line, value: line._p.get_or_add_pPr().set("ufo", str(value))),
        "Visible": (lambda line: True, lambda line, value: None),
    }  # fmt: skip


class _Form(Shared):
    _names = {
        "Alignment": (
            lambda line: next((number for number, name in _ALIGNED.items() if name == line.alignment), 1),
            lambda line, value: setattr(line, "alignment", _ALIGNED[value]),
        ),
        "IndentLevel": (lambda line: line.level + 1, lambda line, value: setattr(line, "level", value - 1)),
    }

    def __getattr__(self, name: str) -> Any:
        return _Bullet(self._places) if name == "Bullet" else super().__getattr__(name)


class Text(Thing):
    """Letters of a text frame, from `start` on."""

    def __init__(self, frame: Any, start: int, length: int) -> None:
        self.has(_frame=frame, _start=start, _length=length)

    @property
    def Text(self) -> str:
        whole = "\r".join(line.text.replace("\v", "\x0b") for line in self._frame.paragraphs)
        return whole[self._start : self._start + self._length]

    @Text.setter
    def Text(self, text: str) -> None:
        whole = "\r".join(line.text for line in self._frame.paragraphs)
        if self._start == 0 and self._length >= len(whole):
            self._frame.text = text.replace("\r", "\n")
            return
        for run in self._runs()[:1]:
            run.text = text
        for run in self._runs()[1:] if len(text) < self._length else ():
            run.text = ""

    def _runs(self) -> list[Any]:
        """Return the runs of just these letters, after the runs around were divided."""
        base, found = 0, []
        for line in self._frame.paragraphs:
            at = base
            for run in list(line.runs):
                begin, end, length = (
                    max(at, self._start),
                    min(at + len(run.text), self._start + self._length),
                    len(run.text),
                )
                if begin < end:
                    found.append(_divided(line, run, begin - at, end - at))
                at += length
            base = at + 1
        return found

    def Characters(self, start: int, length: int) -> Any:
        return Text(self._frame, self._start + start - 1, length)

    def Paragraphs(self, number: int, _count: int) -> Thing:
        return kept(ParagraphFormat=_Form([self._frame.paragraphs[number - 1]]))

    @property
    def Font(self) -> _Font:
        return _Font(self._runs())

    @property
    def ParagraphFormat(self) -> _Form:
        at, lines = 0, []
        for line in self._frame.paragraphs:
            if at <= self._start + self._length and self._start <= at + len(line.text):
                lines.append(line)
            at += len(line.text) + 1
        return _Form(lines)


def _divided(line: Any, run: Any, begin: int, end: int) -> Any:
    """Divide a run in up to three, and return the one in the middle."""
    text = run.text
    for part, before in ((text[:begin], True), (text[end:], False)):
        if part:
            other = copy.deepcopy(run._r)
            (run._r.addprevious if before else run._r.addnext)(other)
            next(item for item in line.runs if item._r is other).text = part
    run.text = text[begin:end]
    return run


class Shape(Thing):
    def __init__(self, shape: Any, slide: Slide | None) -> None:
        self.has(_shape=shape, _slide=slide)

    @property
    def Name(self) -> str:
        return str(self._shape.name)

    @property
    def Type(self) -> int:
        if self._shape.is_placeholder:
            return 14
        return 19 if self._shape.has_table else 17 if self._shape.has_text_frame else 9

    @property
    def PlaceholderFormat(self) -> Thing:
        return kept(Type=_KINDS.get(self._shape.placeholder_format.type, 7))

    @property
    def HasTextFrame(self) -> bool:
        return bool(self._shape.has_text_frame)

    @property
    def HasTable(self) -> bool:
        return bool(getattr(self._shape, "has_table", False))

    @property
    def TextFrame2(self) -> Thing:
        return kept(TextRange=Text(self._shape.text_frame, 0, 1 << 20))

    @property
    def Table(self) -> Table:
        return Table(self._shape.table)

    @property
    def AutoShapeType(self) -> int:
        return 1 if self.Type == 17 else 0

    @property
    def Fill(self) -> Thing:
        return _Drawn(self._shape.fill)

    @property
    def Line(self) -> Thing:
        return _Drawn(self._shape.line.fill, self._shape.line)

    def __getattr__(self, name: str) -> Any:
        if name in ("Left", "Top", "Width", "Height"):
            return getattr(self._shape, name.lower()).pt
        return super().__getattr__(name)


class _Drawn(Thing):
    def __init__(self, fill: Any, line: Any = None) -> None:
        self.has(_fill=fill, _line=line)

    @property
    def Visible(self) -> int:
        return -1 if self._fill.type is not None and self._fill.type != 5 else 0

    @Visible.setter
    def Visible(self, value: bool) -> None:
        if value:
            self._fill.solid()
        else:
            self._fill.background()

    def Solid(self) -> None:
        self._fill.solid()

    @property
    def ForeColor(self) -> Thing:
        return _Fore(self._fill)

    @property
    def Weight(self) -> float:
        return float(self._line.width.pt)

    @Weight.setter
    def Weight(self, value: float) -> None:
        self._line.width = Pt(value)


class _Fore(Thing):
    def __init__(self, fill: Any) -> None:
        self.has(_fill=fill)

    @property
    def RGB(self) -> int:
        return _bgr(self._fill.fore_color)

    @RGB.setter
    def RGB(self, value: int) -> None:
        self._fill.fore_color.rgb = _rgb(value)


class Table(Thing):
    def __init__(self, table: Any) -> None:
        self.has(_table=table)

    @property
    def Rows(self) -> Many:
        return Many(lambda: list(self._table.rows), Add=self._add_row)

    @property
    def Columns(self) -> Many:
        return Many(lambda: list(self._table.columns))

    def _add_row(self) -> None:
        lines = self._table._tbl.tr_lst
        lines[-1].addnext(copy.deepcopy(lines[-1]))

    def Cell(self, row: int, column: int) -> Thing:
        cell = self._table.cell(row - 1, column - 1)
        return kept(Shape=kept(HasTextFrame=True, TextFrame2=kept(TextRange=Text(cell.text_frame, 0, 1 << 20))))


class Slide(Thing):
    def __init__(self, presentation: Presentation, slide: Any) -> None:
        self.has(_presentation=presentation, _slide=slide, FollowMasterBackground=True)

    @property
    def SlideID(self) -> int:
        return int(self._slide.slide_id)

    @property
    def SlideIndex(self) -> int:
        return [other.slide_id for other in self._presentation._file.slides].index(self._slide.slide_id) + 1

    @property
    def Shapes(self) -> Many:
        return Many(lambda: [Shape(shape, self) for shape in self._slide.shapes])

    @property
    def NotesPage(self) -> Thing:
        return kept(Shapes=Many(lambda: [Shape(shape, None) for shape in self._slide.notes_slide.placeholders]))

    @property
    def Layout(self) -> int:
        layouts = list(self._presentation._file.slide_layouts)
        return _NUMBERS.get(layouts.index(self._slide.slide_layout), 0)

    @Layout.setter
    def Layout(self, number: int) -> None:
        old, texts = self._slide, [shape.text for shape in self._slide.placeholders]
        made = self._presentation._added(number)
        for shape, text in zip(made.placeholders, texts, strict=False):
            shape.text = text
        at = self.SlideIndex
        self._presentation._removed(old)
        self.has(_slide=made)
        self.MoveTo(at)

    @property
    def SlideShowTransition(self) -> Any:
        return self._presentation.transitions.setdefault(
            self._slide.slide_id, kept(Hidden=False, EntryEffect=0, Duration=1.0, AdvanceOnTime=False, AdvanceTime=0.0)
        )

    @property
    def Background(self) -> Thing:
        return kept(Fill=_Drawn(self._slide.background.fill))

    def MoveTo(self, place: int) -> None:
        ids = self._presentation._file.slides._sldIdLst
        own = ids[self.SlideIndex - 1]
        ids.remove(own)
        ids.insert(place - 1, own)

    def Delete(self) -> None:
        self._presentation._removed(self._slide)

    def Duplicate(self) -> None:
        made = Slide(self._presentation, self._presentation._added(self.Layout))
        for shape, other in zip(made._slide.placeholders, self._slide.placeholders, strict=False):
            shape.text = other.text
        made.MoveTo(self.SlideIndex + 1)

    def Export(self, path: str, kind: str, wide: int, high: int) -> None:
        Path(path).write_bytes(f"{kind} {wide} x {high}".encode())


class Presentation(Thing):
    ReadOnly = 0
    Saved = -1

    def __init__(self, application: PowerPointApplication, path: Path | None) -> None:
        file = pptx.Presentation(str(path) if path else None)
        self.has(
            application=application, _file=file, _path=path, transitions={}, SlideMaster=kept(TextStyles=_Styles())
        )
        if not path:
            self._added(1)
        self.has(window=_Window(self))

    def _added(self, number: int) -> Any:
        return self._file.slides.add_slide(self._file.slide_layouts[_LAYOUTS[number]])

    def _removed(self, slide: Any) -> None:
        ids = self._file.slides._sldIdLst
        found = next(item for item in ids if item.id == slide.slide_id)
        self._file.part.drop_rel(found.rId)
        ids.remove(found)
        self._file.part.rename_slide_parts([item.rId for item in ids])

    @property
    def Slides(self) -> Many:
        return Many(lambda: [Slide(self, slide) for slide in self._file.slides], Add=self._add)

    def _add(self, place: int, number: int) -> Slide:
        made = Slide(self, self._added(number))
        made.MoveTo(place)
        return made

    @property
    def PageSetup(self) -> Thing:
        return _Setup(self._file)

    @property
    def Name(self) -> str:
        return self._path.name if self._path else "Presentation1"

    @property
    def Path(self) -> str:
        return str(self._path.parent) if self._path else ""

    @property
    def FullName(self) -> str:
        return str(self._path) if self._path else self.Name

    def Save(self) -> None:
        self._file.save(str(self._path))
        self.Saved = -1

    def SaveAs(self, path: str, _kind: int) -> None:
        self._file.save(path)
        self.has(_path=Path(path), Saved=-1)

    def SaveCopyAs(self, path: str, kind: int) -> None:
        if kind == 32:
            Path(path).write_bytes(b"%PDF-1.7 of slides")
        else:
            self._file.save(path)


class _Styles(Thing):
    def __init__(self) -> None:
        level: Callable[[], Thing] = lambda: kept(Font=kept(Name="Calibri", Size=18.0, Color=kept(RGB=0)))  # noqa: E731 a value
        self.has(_styles={number: [level() for _ in range(5)] for number in (2, 3)})

    def Item(self, number: int) -> Thing:
        return kept(Levels=Many(lambda: self._styles[number]))


class _Setup(Thing):
    def __init__(self, file: Any) -> None:
        self.has(_file=file)

    @property
    def SlideWidth(self) -> float:
        return float(self._file.slide_width.pt)

    @SlideWidth.setter
    def SlideWidth(self, value: float) -> None:
        self._file.slide_width = Pt(value)

    @property
    def SlideHeight(self) -> float:
        return float(self._file.slide_height.pt)

    @SlideHeight.setter
    def SlideHeight(self, value: float) -> None:
        self._file.slide_height = Pt(value)


class _Window(Thing):
    """It has no handle: PowerPoint tells none."""

    def __init__(self, presentation: Presentation) -> None:
        self.has(Presentation=presentation, View=kept(Slide=None))
        self.View.has(Slide=Slide(presentation, presentation._file.slides[0]))

    @property
    def Caption(self) -> str:
        if self.Presentation not in self.Presentation.application.presentations:
            raise OfficeError("Object does not exist.")
        return str(self.Presentation.Name)


class PowerPointApplication(Thing):
    DisplayAlerts = 2

    def __init__(self, *paths: Path) -> None:
        self.has(presentations=[], protected=[])
        self.presentations += [Presentation(self, path) for path in paths] or [Presentation(self, None)]

    @property
    def Windows(self) -> Many:
        return Many(lambda: [item.window for item in self.presentations])

    @property
    def ProtectedViewWindows(self) -> Many:
        return Many(lambda: [kept(Caption=caption) for caption in self.protected])

    def StartNewUndoEntry(self) -> None:
        pass
