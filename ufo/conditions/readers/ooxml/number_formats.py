"""Formats a workbook's numbers as people read them, as codes such as #,##0.00 [$€-407] say (ECMA-376 part 1, 18.8.31): dates,
times, percentages, decimals.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import along, attribute, descendants
from ufo.conditions.readers.model import Cell
from ufo.schema.patterns import any_case, regex

_BUILT_IN = {1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%"}
_DATES = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])
_QUOTED = regex(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
_BEGIN = regex(r"\[\$-(?:409|en-US)\]")
_IN_DATE = any_case(r'y+|m+|d+|"[^"]*"|\\.|[-/. ,]')
_SECTIONS = regex(r'(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\\[])*')
_IN_NUMBER = any_case(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]'
    r"|(?P<colour>\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\])|_(?P<blank>.)|\*(?P<filler>.)"
    r"|(?P<general>general)|(?P<digits>[0#?][0#?,]*(?:\.[0#?]*)?|\.[0#?]+)|(?P<plain>[^\[\]@a-z/\\\"0#?])"
)
"""A locale in [$-407] shows nothing, and neither does a colour; `_x` leaves the room of an x, and `*x` fills the cell with it."""
_MOST_DIGITS = 15


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
        return Cell(self._number(value), value, _kind_of(self.code))

    def _number(self, value: float) -> str:
        shown = as_number(self.code, value) if self.code else None
        return _plain(value) if shown is None else shown


@lru_cache(maxsize=256)
def _kind_of(code: str) -> str:
    if "%" in _QUOTED.sub("", code):
        return "percent"
    is_money = re.search(r'[$€£¥]|"[^"]*[$€£¥A-Z]{1,3}[^"]*"', code.split(";")[0].replace("[$-", ""))
    return "currency" if is_money and not code.startswith("[h") else "number"


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


def read_formats(styles: Element | None, is_1904: bool) -> tuple[CellFormat, ...]:
    """Return the cell formats of a workbook by the index that cells carry."""
    if styles is None:
        return ()
    codes = dict(_BUILT_IN)
    for node in descendants(styles, "numFmt"):
        if attribute(node, "numFmtId").isdecimal():
            codes[int(attribute(node, "numFmtId"))] = attribute(node, "formatCode")
    return tuple(_format(attribute(node, "numFmtId", "0"), codes, is_1904) for node in along(styles, "cellXfs", "xf"))


def _format(number: str, codes: dict[int, str], is_1904: bool) -> CellFormat:
    key = int(number) if number.isdecimal() else 0
    code = codes.get(key, "")
    return CellFormat(is_date=True, is_1904=is_1904) if key in _DATES and not code else format_of_code(code, is_1904)


def format_of_code(code: str, is_1904: bool = False) -> CellFormat:
    words = _QUOTED.sub("", code).casefold()
    is_date = bool(re.search(r"[dmyhs]", words)) and "general" not in words
    return CellFormat("" if code.casefold() in ("general", "@") else code, is_date, is_1904)


def words_of_code(code: str) -> str:
    """Return a number format in the words of the property: "currency 2", "percent 0", "date"."""
    # "[$-409]" names a language and no currency.
    first = re.sub(r"\[\$-[^\]]*\]", "", code.split(";")[0])
    plain = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.', "", first)
    decimals = re.search(r"\.(0+)", plain)
    places = f" {len(decimals[1]) if decimals else 0}"
    if first.strip() == "@":
        return "text"
    if not plain or plain.casefold() == "general":
        return ""
    if re.search(r"[dy]", plain, re.IGNORECASE):
        return "date"
    if re.search(r"[hs]", plain, re.IGNORECASE):
        return "time"
    if "%" in plain:
        return f"percent{places}"
    if re.search(r"[$€£¥]|\[\$[^\-\]]", first):
        return f"currency{places}"
    return f"{'thousands' if ',' in plain else 'number'}{places}"


def as_date(code: str, day: str) -> str:
    """Return the day, in ISO 8601, as a code of plain numbers shows it; "" for any other code, such as one with names of months
    or a time.
    """
    plain = _BEGIN.sub("", code.split(";")[0])
    parts = _IN_DATE.findall(plain)
    if not parts or "".join(parts) != plain or len(day) != len("2011-01-14"):
        return ""
    shown = date.fromisoformat(day)
    texts = {
        "yyyy": f"{shown.year}", "yy": f"{shown.year % 100:02}", "mm": f"{shown.month:02}", "m": f"{shown.month}",
        "dd": f"{shown.day:02}", "d": f"{shown.day}",
    }  # fmt: skip
    if any(part[0] in "yYmMdD" and part.casefold() not in texts for part in parts):
        return ""
    return "".join(texts.get(part.casefold(), part.strip('"').removeprefix("\\")) for part in parts)


def as_number(code: str, value: float) -> str | None:
    """Return the number as the code shows it, without room at its ends; None for a code of which that is not known here, such as
    one with a condition, an exponent or a fraction.
    """
    sections = [section for section in _sections(code) if section]
    if not sections or len(sections) > 4 or not math.isfinite(value):
        return None
    negative = value < 0 and len(sections) > 1
    section = sections[1] if negative else sections[2] if value == 0 and len(sections) > 2 else sections[0]
    shown = _shown(section, abs(value))
    if shown is None:
        return None
    has_sign = value < 0 and not negative and any(digit in "123456789" for digit in shown)
    return f"-{shown}" if has_sign else shown


def _sections(code: str) -> list[str]:
    found, place = [], 0
    while place < len(code):
        match = _SECTIONS.match(code, place)
        end = match.end() if match else place
        found.append(code[place:end])
        if end < len(code) and code[end] != ";":
            return []
        place = end + 1
    return found


def _shown(section: str, value: float) -> str | None:
    """Return a number that is not below zero as one section of the code shows it."""
    tokens = list(_IN_NUMBER.finditer(section))
    patterns = [token for token in tokens if token["digits"] or token["general"]]
    if "".join(token[0] for token in tokens) != section or len(patterns) > 1:
        return None
    percents = sum((token["plain"] or "").count("%") for token in tokens)
    parts = []
    for token in tokens:
        if token["general"]:
            parts.append(f"{value:.{_MOST_DIGITS}g}")
        elif token["digits"]:
            number = Decimal(f"{value:.{_MOST_DIGITS}g}") * 100**percents
            parts.append(_digits(token["digits"], number))
        elif token["blank"] or token["filler"]:
            parts.append(" " if token["blank"] else "")
        else:
            parts.append(token["quoted"] or token["escaped"] or token["currency"] or token["plain"] or "")
    return "".join(parts).strip()


def _digits(pattern: str, number: Decimal) -> str:
    """Return a number as a pattern such as #,##0.00 shows it: commas at the end of its whole part leave thousands out."""
    whole, point, rest = pattern.partition(".")
    thousands = len(whole) - len(whole.rstrip(","))
    scaled = (number / 1000**thousands).quantize(Decimal(1).scaleb(-len(rest)), ROUND_HALF_UP)
    digits, _, decimals = f"{scaled:f}".partition(".")
    least = whole.count("0")
    digits = digits.lstrip("0").rjust(least, "0")
    kept = len(rest.rstrip("#?"))
    decimals = decimals[:kept] + decimals[kept:].rstrip("0")
    if "," in whole.rstrip(","):
        digits = _grouped(digits)
    return f"{digits}{point if decimals else ''}{decimals}"


def _grouped(digits: str) -> str:
    first = len(digits) % 3
    groups = [digits[:first], *(digits[place : place + 3] for place in range(first, len(digits), 3))]
    return ",".join(filter(None, groups))
