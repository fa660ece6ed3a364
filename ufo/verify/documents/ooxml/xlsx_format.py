"""Formats a workbook's numbers as people read them: dates, times, percentages, decimals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from ufo.schema.patterns import regex
from ufo.verify.documents.archive import Archive
from ufo.verify.documents.markup import attribute, children, descendants, parse_xml
from ufo.verify.documents.model import Cell
from ufo.verify.documents.ooxml.date_codes import as_date
from ufo.verify.documents.ooxml.number_codes import as_number

_BUILT_IN = {1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%"}
_DATES = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])
_QUOTED = regex(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')


@dataclass(frozen=True, slots=True)
class CellFormat:
    """A number format. A cell with a date gets no number, because dates are not compared by number."""

    code: str = ""
    is_date: bool = False
    is_1904: bool = False

    def cell(self, value: float) -> Cell:
        if self.is_date:
            day = _date(value, self.is_1904)
            kind = "time" if 0 <= value < 1 else "date"
            shown = as_date(self.code, day) or day
            return Cell(shown, kind=kind, day=day) if day else Cell(_plain(value), value, "number")
        return Cell(self._number(value), value, self._kind())

    def _kind(self) -> str:
        if "%" in _QUOTED.sub("", self.code):
            return "percent"
        is_money = re.search(r'[$€£¥]|"[^"]*[$€£¥A-Z]{1,3}[^"]*"', self.code.split(";")[0].replace("[$-", ""))
        return "currency" if is_money and not self.code.startswith("[h") else "number"

    def _number(self, value: float) -> str:
        shown = as_number(self.code, value) if self.code else None
        return _plain(value) if shown is None else shown


def _plain(value: float) -> str:
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"


def _date(serial: float, is_1904: bool) -> str:
    """Return a serial date in ISO 8601, or "" where it is out of range. The 1900 calendar has a day 60 that never was, so days
    before it count from one day later.
    """
    first = datetime(1899, 12, 31) if serial < 60 else datetime(1899, 12, 30)
    try:
        moment = (datetime(1904, 1, 1) if is_1904 else first) + timedelta(seconds=round(serial * 86400))
    except OverflowError:
        return ""
    if 0 <= serial < 1:
        return moment.strftime("%H:%M:%S")
    return moment.date().isoformat() if moment.time() == datetime.min.time() else moment.isoformat(" ")


def read_formats(archive: Archive, part: str, is_1904: bool) -> tuple[CellFormat, ...]:
    """Return the cell formats by the index that cells carry."""
    if part not in archive:
        return ()
    root = parse_xml(archive.read(part), part)
    codes = dict(_BUILT_IN)
    for node in descendants(root, "numFmt"):
        if attribute(node, "numFmtId").isdecimal():
            codes[int(attribute(node, "numFmtId"))] = attribute(node, "formatCode")
    return tuple(
        _format(attribute(node, "numFmtId", "0"), codes, is_1904)
        for table in children(root, "cellXfs")
        for node in children(table, "xf")
    )


def _format(number: str, codes: dict[int, str], is_1904: bool) -> CellFormat:
    key = int(number) if number.isdecimal() else 0
    code = codes.get(key, "")
    return CellFormat(is_date=True, is_1904=is_1904) if key in _DATES and not code else format_of_code(code, is_1904)


def format_of_code(code: str, is_1904: bool = False) -> CellFormat:
    words = _QUOTED.sub("", code).casefold()
    is_date = bool(re.search(r"[dmyhs]", words)) and "general" not in words
    return CellFormat("" if code.casefold() in ("general", "@") else code, is_date, is_1904)
