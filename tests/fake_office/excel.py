"""Excel in memory, over a workbook of openpyxl."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator
from copy import copy
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.cell import MergedCell
from openpyxl.comments import Comment
from openpyxl.formula.translate import Translator
from openpyxl.styles import Alignment, PatternFill, Protection
from openpyxl.utils import get_column_letter
from openpyxl.utils.cell import range_boundaries
from openpyxl.utils.datetime import from_excel, to_excel
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

from tests.fake_office.things import Many, Shared, Thing, kept
from ufo_libreoffice.microsoft.values import CellError, OfficeError

_ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#REF!", "#VALUE!", "#NUM!", "#NULL!")
_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
}  # fmt: skip
_ALIGNED = {"left": -4131, "center": -4108, "right": -4152, "justify": -4130, None: 1, "general": 1}
_NUMBER = re.compile(r"-?[\d,]+(?:\.\d+)?")
_MOST = 1_048_576


def _argb(bgr: int) -> str:
    return f"FF{bgr & 0xFF:02X}{bgr >> 8 & 0xFF:02X}{bgr >> 16 & 0xFF:02X}"


def _bgr(colour: Any) -> int:
    text = colour.rgb if colour is not None and isinstance(colour.rgb, str) else "FF000000"
    return int(text[6:8] + text[4:6] + text[2:4], 16)


def _font(
    name: str, read: Callable[[Any], Any] = lambda value: value, made: Callable[[Any], Any] = lambda value: value
) -> Any:
    def put(cell: Any, value: Any) -> None:
        font = copy(cell.font)
        setattr(font, name, made(value))
        cell.font = font

    return lambda cell: read(getattr(cell.font, name)), put


class _Font(Shared):
    _names = {
        "Bold": _font("b", bool, bool), "Italic": _font("i", bool, bool), "Size": _font("sz"), "Name": _font("name"),
        "Strikethrough": _font("strike", bool, bool),
        "Underline": _font("u", lambda value: 2 if value else -4142, lambda value: "single" if value == 2 else None),
        "Color": _font("color", _bgr, _argb),
        "Superscript": _font("vertAlign", lambda value: value == "superscript", lambda value: "superscript" if value else None),
        "Subscript": _font("vertAlign", lambda value: value == "subscript", lambda value: "subscript" if value else None),
    }  # fmt: skip


class _Interior(Shared):
    _names = {
        "Color": (
            lambda cell: _bgr(cell.fill.fgColor) if cell.fill.fill_type else 0xFFFFFF,
            lambda cell, value: setattr(cell, "fill", PatternFill("solid", fgColor=_argb(value))),
        ),
        "Pattern": (
            lambda cell: 1 if cell.fill.fill_type else -4142,
            lambda cell, value: setattr(cell, "fill", PatternFill()),
        ),
    }


class Range(Thing):
    def __init__(self, sheet: Sheet, left: int, top: int, right: int, bottom: int) -> None:
        self.has(_sheet=sheet, _box=(left, top, right, bottom), Hidden=False)

    def _cells(self) -> Iterator[Any]:
        for line in self._lines():
            yield from line

    def _lines(self) -> list[list[Any]]:
        left, top, right, bottom = self._box
        if bottom == _MOST or right == 16_384:
            used = self._sheet.UsedRange._box
            right, bottom = min(right, used[2]), min(bottom, used[3])
        return [[self._sheet._page.cell(row, at) for at in range(left, right + 1)] for row in range(top, bottom + 1)]

    def _table(self, told: Callable[[Any], Any]) -> Any:
        rows = tuple(tuple(told(cell) for cell in line) for line in self._lines())
        return rows[0][0] if len(rows) == 1 and len(rows[0]) == 1 else rows

    @property
    def Row(self) -> int:
        return int(self._box[1])

    @property
    def Column(self) -> int:
        return int(self._box[0])

    @property
    def Rows(self) -> Many:
        left, top, right, bottom = self._box
        return Many(lambda: [Range(self._sheet, left, row, right, row) for row in range(top, bottom + 1)])

    @property
    def Columns(self) -> Many:
        left, top, right, bottom = self._box
        return Many(lambda: [Range(self._sheet, at, top, at, bottom) for at in range(left, right + 1)])

    @property
    def Count(self) -> int:
        left, top, right, bottom = self._box
        return int((right - left + 1) * (bottom - top + 1))

    @property
    def Address(self) -> str:
        left, top, right, bottom = self._box
        corners = [f"${get_column_letter(left)}${top}", f"${get_column_letter(right)}${bottom}"]
        return ":".join(dict.fromkeys(corners))

    @property
    def Worksheet(self) -> Any:
        return self._sheet

    def Cells(self, row: int, column: int) -> Range:
        left, top = self._box[0] + column - 1, self._box[1] + row - 1
        return Range(self._sheet, left, top, left, top)

    @property
    def Value2(self) -> Any:
        return self._table(lambda cell: self._sheet.result(cell))

    @Value2.setter
    def Value2(self, given: Any) -> None:
        self._sheet._book.application.calls += 1
        lines = self._lines()
        rows = given if isinstance(given, tuple) else ((given,) * len(lines[0]),) * len(lines)
        for line, row in zip(lines, rows, strict=True):
            for cell, value in zip(line, row, strict=True):
                self._sheet.enter(cell, value)

    @property
    def Value(self) -> Any:
        def told(cell: Any) -> Any:
            value = self._sheet.result(cell)
            return from_excel(value) if cell.is_date and isinstance(value, float) else value

        return self._table(told)

    @property
    def Formula(self) -> Any:
        return self._table(lambda cell: cell.value if cell.data_type == "f" else _as_typed(self._sheet.result(cell)))

    @Formula.setter
    def Formula(self, text: str) -> None:
        first = next(self._cells())
        for cell in self._cells():
            formula = Translator(text, first.coordinate).translate_formula(cell.coordinate)
            if not formula.startswith("=") or re.search(r"NOSUCH|;|\($", formula):
                raise OfficeError("Application-defined or object-defined error")
            cell.value = formula

    @property
    def Text(self) -> str:
        cell = next(self._cells())
        value = self._sheet.result(cell)
        if value is None:
            return ""
        if isinstance(value, float):
            return _shown(value, cell)
        return str(value).upper() if isinstance(value, bool) else str(value)

    @property
    def NumberFormat(self) -> Any:
        found = {cell.number_format for cell in self._cells()}
        return found.pop() if len(found) == 1 else None

    @NumberFormat.setter
    def NumberFormat(self, code: str) -> None:
        for cell in self._cells():
            cell.number_format = code

    @property
    def Font(self) -> _Font:
        return _Font(list(self._cells()))

    @property
    def Interior(self) -> _Interior:
        return _Interior(list(self._cells()))

    @property
    def HorizontalAlignment(self) -> int:
        return _ALIGNED[next(self._cells()).alignment.horizontal]

    @HorizontalAlignment.setter
    def HorizontalAlignment(self, value: int) -> None:
        name = next(name for name, number in _ALIGNED.items() if number == value)
        for cell in self._cells():
            cell.alignment = Alignment(horizontal=name)

    @property
    def MergeCells(self) -> Any:
        boxes = [merged.bounds for merged in self._sheet._page.merged_cells.ranges]
        return self._box in boxes

    def Merge(self) -> None:
        self._sheet._page.merge_cells(self.Address.replace("$", ""))

    def UnMerge(self) -> None:
        self._sheet._page.unmerge_cells(self.Address.replace("$", ""))

    @property
    def Locked(self) -> bool:
        return bool(next(self._cells()).protection.locked)

    @Locked.setter
    def Locked(self, value: bool) -> None:
        for cell in self._cells():
            cell.protection = Protection(locked=value)

    @property
    def Comment(self) -> Any:
        cell = next(self._cells())
        if cell.comment is None:
            return None
        return kept(Text=lambda: cell.comment.text, Delete=lambda: setattr(cell, "comment", None), Parent=self)

    def AddComment(self, text: str) -> None:
        next(self._cells()).comment = Comment(text, "ufo")

    @property
    def CurrentRegion(self) -> Range:
        left, top, right, bottom = self._box
        while True:
            around = Range(self._sheet, max(1, left - 1), max(1, top - 1), right + 1, bottom + 1)
            filled = [cell for cell in around._cells() if cell.value is not None]
            box = (
                min([left, *(cell.column for cell in filled)]), min([top, *(cell.row for cell in filled)]),
                max([right, *(cell.column for cell in filled)]), max([bottom, *(cell.row for cell in filled)]),
            )  # fmt: skip
            if box == (left, top, right, bottom):
                return Range(self._sheet, *box)
            left, top, right, bottom = box

    def Select(self) -> None:
        self._sheet._book.window.selection = self

    def Copy(self, target: Range) -> None:
        for line, row in zip(self._lines(), target._lines(), strict=True):
            for cell, other in zip(line, row, strict=True):
                other.value, other.number_format, other.font = cell.value, cell.number_format, copy(cell.font)
                if cell.data_type == "f":
                    other.value = Translator(cell.value, cell.coordinate).translate_formula(other.coordinate)

    def Cut(self) -> None:
        self._sheet._book.application.cut = self

    def Insert(self, _shift: int = 0) -> None:
        taken, self._sheet._book.application.cut = self._sheet._book.application.cut, None
        left, top, right, bottom = self._box
        if taken is None:
            whole_rows = right == 16_384
            (self._sheet._page.insert_rows if whole_rows else self._sheet._page.insert_cols)(
                *((top, bottom - top + 1) if whole_rows else (left, right - left + 1))
            )
            return
        old = [[cell.value for cell in line] for line in Range(self._sheet, left, top, taken._box[0], bottom)._lines()]
        for line, cells in zip(old, Range(self._sheet, left, top, taken._box[0], bottom)._lines(), strict=True):
            for cell, value in zip(cells, [line[-1], *line[:-1]], strict=True):
                cell.value = value

    def Delete(self) -> None:
        left, top, right, bottom = self._box
        if right == 16_384:
            self._sheet._page.delete_rows(top, bottom - top + 1)
        else:
            self._sheet._page.delete_cols(left, right - left + 1)

    def Characters(self, start: int, length: int) -> Thing:
        font = kept(Bold=False, Italic=False, Superscript=False, Subscript=False, Color=0, Size=11.0, Name="Calibri")
        self._sheet._book.application.letters.append(
            (self.Address, str(self.Value2)[start - 1 : start - 1 + length], font)
        )
        return kept(Font=font)

    @property
    def Validation(self) -> Thing:
        page, address = self._sheet._page, self.Address.replace("$", "")
        kinds = ("", "whole", "decimal", "list", "date", "time", "textLength", "custom")
        made = kept(Type=0, ErrorMessage="")

        def add(kind: int, alert: int, sign: int, first: str, second: str | None = None) -> None:
            rule = DataValidation(
                kinds[kind], formula1=f'"{first}"' if kind == 3 and first[0] != "=" else first.lstrip("=")
            )
            rule.formula2 = second
            rule.operator = ("", "between", "notBetween", "equal", "notEqual", "greaterThan", "lessThan")[sign]
            page.add_data_validation(rule)
            rule.add(address)
            made.Type = kind

        made.has(Add=add, Delete=lambda: None)
        return made

    @property
    def EntireColumn(self) -> _Lines:
        return _Lines(self._sheet, self._box[0], self._box[2], of_rows=False)

    @property
    def EntireRow(self) -> _Lines:
        return _Lines(self._sheet, self._box[1], self._box[3], of_rows=True)


class _Lines(Range):
    """Whole rows or columns."""

    def __init__(self, sheet: Sheet, first: int, last: int, *, of_rows: bool) -> None:
        super().__init__(sheet, *((1, first, 16_384, last) if of_rows else (first, 1, last, _MOST)))
        dimensions = sheet._page.row_dimensions if of_rows else sheet._page.column_dimensions
        names = range(first, last + 1) if of_rows else map(get_column_letter, range(first, last + 1))
        self.has(_dimensions=[dimensions[name] for name in names])

    @property
    def Hidden(self) -> bool:
        return all(item.hidden for item in self._dimensions)

    @Hidden.setter
    def Hidden(self, value: bool) -> None:
        for item in self._dimensions:
            item.hidden = value

    @property
    def ColumnWidth(self) -> float:
        return float(self._dimensions[0].width)

    @ColumnWidth.setter
    def ColumnWidth(self, value: float) -> None:
        for item in self._dimensions:
            item.width = value

    @property
    def Width(self) -> float:
        return self.ColumnWidth * 5.25 + 3.75

    @property
    def RowHeight(self) -> float:
        return float(self._dimensions[0].height or 15)

    @RowHeight.setter
    def RowHeight(self, value: float) -> None:
        for item in self._dimensions:
            item.height = value

    @property
    def Columns(self) -> Many:
        return Many(lambda: [self])

    def AutoFit(self) -> None:
        self._dimensions[0].auto_size = True


Range.Hidden = False  # type: ignore[attr-defined]  # of whole lines alone


def _as_typed(value: Any) -> Any:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else value


def _shown(value: float, cell: Any) -> str:
    code = cell.number_format
    if cell.is_date:
        day = from_excel(value)
        signs = {"yyyy": "%Y", "mm": "%m", "dd": "%d", "hh": "%H"}
        told = re.sub(r"yyyy|mm|dd|hh", lambda found: signs[found[0]], code.lower()).replace("%H:%m", "%H:%M")
        return str(day.strftime(told))
    places = len(code.partition(".")[2].rstrip("%").rstrip('"$€ ')) if "." in code else 0
    if "%" in code:
        return f"{value * 100:.{places}f}%"
    if "#,##0" in code:
        return f"{'$' if '$' in code else ''}{value:,.{places}f}"
    return f"{value:.{places}f}" if code.startswith("0") else f"{value:.10g}"


class Sheet(Thing):
    def __init__(self, book: Book, page: Any) -> None:
        self.has(_book=book, _page=page, ChartObjects=lambda: Many(tuple))

    @property
    def Name(self) -> str:
        return str(self._page.title)

    @Name.setter
    def Name(self, name: str) -> None:
        if len(name) > 31 or re.search(r"[\[\]*?:/\\]", name):
            raise OfficeError("You typed an invalid name for a sheet or chart")
        self._page.title = name

    @property
    def Visible(self) -> int:
        return -1 if self._page.sheet_state == "visible" else 0

    @Visible.setter
    def Visible(self, value: int) -> None:
        self._page.sheet_state = "visible" if value == -1 else "hidden"

    @property
    def ProtectContents(self) -> bool:
        return bool(self._page.protection.sheet)

    def Protect(self) -> None:
        self._page.protection.sheet = True

    def Unprotect(self, _password: str) -> None:
        if self._page.protection.password:
            raise OfficeError("The password you supplied is not correct")
        self._page.protection.sheet = False

    @property
    def Rows(self) -> Thing:
        return kept(Count=_MOST, Hidden=False)

    @property
    def Columns(self) -> Thing:
        return kept(Count=16_384, Hidden=False)

    @property
    def UsedRange(self) -> Range:
        page = self._page
        return Range(self, page.min_column, page.min_row, page.max_column, page.max_row)

    @property
    def Comments(self) -> Many:
        return Many(
            lambda: [found for cell in self.UsedRange._cells() if (found := self.Range(cell.coordinate).Comment)]
        )

    @property
    def PageSetup(self) -> Any:
        return self._book.setups.setdefault(
            self.Name,
            kept(
                Orientation=1, LeftMargin=50.0, RightMargin=50.0, TopMargin=50.0, BottomMargin=50.0, PrintArea="", PaperSize=9,
                PrintTitleRows="", PrintTitleColumns="", CenterHorizontally=False, PrintGridlines=False, Zoom=100,
                FitToPagesWide=False, FitToPagesTall=False, CenterHeader="", CenterFooter="",
            ),
        )  # fmt: skip

    def Range(self, first: Any, last: Any = None) -> Range:
        if last is not None:
            return Range(self, *first._box[:2], *last._box[2:])
        parts = str(first).replace("$", "").split(":")
        if all(part.isdecimal() for part in parts):
            return _Lines(self, int(parts[0]), int(parts[-1]), of_rows=True)
        left, top, right, bottom = range_boundaries(str(first).replace("$", ""))
        if top is None or bottom is None:
            return _Lines(self, int(left or 1), int(right or 1), of_rows=False)
        return Range(self, int(left or 1), int(top), int(right or 1), int(bottom))

    def Activate(self) -> None:
        self._book._file.active = self._page

    def Delete(self) -> None:
        if self._book.application.DisplayAlerts:
            raise OfficeError("a question is open")
        self._book._file.remove(self._page)

    def Move(self, before: Any, after: Any = None) -> None:
        pages = self._book._file._sheets
        pages.remove(self._page)
        place = pages.index((before or after)._page)
        pages.insert(place if before else place + 1, self._page)

    def Copy(self, before: Any, after: Any = None) -> None:
        made = Sheet(self._book, self._book._file.copy_worksheet(self._page))
        made._page.title = f"{self.Name} (2)"
        made.Move(before, after)

    def enter(self, cell: Any, value: Any) -> None:
        """Take a value as Excel does: it reads numbers, days and formulas in texts, but for those behind a mark."""
        if isinstance(cell, MergedCell):
            return
        text = isinstance(value, str)
        if text and value.startswith("'"):
            cell.value = value[1:]
            cell.data_type = "s"
        elif text and _NUMBER.fullmatch(value):
            cell.value = float(value.replace(",", ""))
        elif text and value.casefold() in ("january", "may"):
            cell.value = to_excel(datetime(2026, 1, 1))
        else:
            cell.value = value
            if text and cell.number_format == "@":
                cell.data_type = "s"

    def result(self, cell: Any) -> Any:
        value = cell.value
        if cell.data_type == "f":
            return self._worked_out(str(value))
        if isinstance(value, datetime):
            return float(to_excel(value))
        if isinstance(value, str) and value in _ERRORS:
            return CellError(value)
        return float(value) if isinstance(value, int) and not isinstance(value, bool) else value

    def _worked_out(self, formula: str) -> Any:
        if formula == "=NA()":
            return CellError("#N/A")
        summed = re.fullmatch(r"=SUM\((.+)\)", formula)
        if summed:
            ranges = (self.Range(part.strip()) for part in summed[1].split(","))
            values = (self.result(cell) for part in ranges for cell in part._cells())
            return float(sum(value for value in values if isinstance(value, float)))
        try:
            return float(self._computed(ast.parse(formula[1:], mode="eval").body))
        except ZeroDivisionError:
            return CellError("#DIV/0!")
        except (SyntaxError, TypeError, ValueError):
            return CellError("#NAME?")

    def _computed(self, node: ast.expr) -> Any:
        if isinstance(node, ast.BinOp):
            return _OPERATORS[type(node.op)](self._computed(node.left), self._computed(node.right))
        if isinstance(node, ast.Name):
            return self.result(self._page[node.id]) or 0.0
        return ast.literal_eval(node)


class Book(Thing):
    ReadOnly = False
    Saved = True

    def __init__(self, application: ExcelApplication, file: Any, path: Path | None) -> None:
        self.has(application=application, _file=file, _path=path, Date1904=False, setups={}, refers={})
        self.has(window=_Window(self))

    @property
    def Worksheets(self) -> Many:
        return Many(lambda: [Sheet(self, page) for page in self._file.worksheets], Add=self._add)

    def _add(self, before: Any = None, after: Any = None) -> Sheet:
        made = Sheet(self, self._file.create_sheet())
        made.Move(before, after)
        return made

    @property
    def ActiveSheet(self) -> Sheet:
        return Sheet(self, self._file.active)

    @property
    def Names(self) -> Many:
        names = self._file.defined_names
        found = lambda: [  # noqa: E731 two lines
            kept(Name=name, RefersTo=f"={item.attr_text}", Delete=lambda name=name: names.pop(name))
            for name, item in names.items()
        ]
        return Many(
            found, Add=lambda name, refers: names.update({name: DefinedName(name, attr_text=refers.lstrip("="))})
        )

    @property
    def Name(self) -> str:
        return self._path.name if self._path else "Book1"

    @property
    def Path(self) -> str:
        return str(self._path.parent) if self._path else ""

    @property
    def FullName(self) -> str:
        return str(self._path) if self._path else self.Name

    def Save(self) -> None:
        self._write(self._path)
        self.Saved = True

    def SaveAs(self, path: str, _kind: int) -> None:
        self._write(Path(path))
        self.has(_path=Path(path), Saved=True)

    def SaveCopyAs(self, path: str) -> None:
        self._write(Path(path))

    def ExportAsFixedFormat(self, _kind: int, path: str) -> None:
        Path(path).write_bytes(b"%PDF-1.7 of a workbook")

    def _write(self, path: Any) -> None:
        try:
            self._file.save(path)
        except OSError as error:
            raise OfficeError(f"Microsoft Excel cannot access the file {path}") from error


class _Window(Thing):
    FreezePanes = False

    def __init__(self, book: Book) -> None:
        self.has(
            _book=book,
            Hwnd=1001 + len(book.application.books),
            SplitRow=0,
            SplitColumn=0,
            ScrollRow=1,
            ScrollColumn=1,
            selection=None,
        )

    @property
    def Caption(self) -> str:
        if self._book not in self._book.application.books:
            raise OfficeError("Object required")
        return str(self._book.Name)

    @property
    def Parent(self) -> Any:
        return self._book

    @property
    def RangeSelection(self) -> Any:
        return self.selection


class ExcelApplication(Thing):
    """`calls`: how often values were written."""

    DisplayAlerts = True

    def __init__(self, *paths: Path) -> None:
        self.has(calls=0, cut=None, letters=[], protected=[], books=[])
        for path in paths:
            self.books.append(Book(self, openpyxl.load_workbook(path), path))
        if not paths:
            self.books.append(Book(self, openpyxl.Workbook(), None))

    @property
    def Windows(self) -> Many:
        return Many(lambda: [book.window for book in self.books])

    @property
    def ProtectedViewWindows(self) -> Many:
        return Many(lambda: [kept(Caption=caption) for caption in self.protected])

    def International(self, mark: int) -> str:
        return {3: ".", 4: ","}[mark]
