"""Values of properties: how they are written, brought into one spelling, and compared with what a file holds."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from ufo.errors import ToolError
from ufo.schema.graded_rules import graded, graded_alike, graded_spelled
from ufo.schema.looks import look_value
from ufo.text.fold import caseless

Spelling = Callable[[str], str]
Comparison = Callable[[str, str], bool]
PAPERS = MappingProxyType(
    {
        "a3": (297.0, 420.0), "a4": (210.0, 297.0), "a5": (148.0, 210.0), "a6": (105.0, 148.0), "b5": (176.0, 250.0),
        "letter": (215.9, 279.4), "legal": (215.9, 355.6), "tabloid": (279.4, 431.8),
    }
)  # fmt: skip
"""Width and height in millimetres, upright."""
_UNITS = MappingProxyType({"mm": 1.0, "cm": 10.0, "in": 25.4, '"': 25.4, "inch": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6})
_LENGTH = re.compile(r"(-?\d{1,6}(?:\.\d{1,6})?) ?(mm|cm|inch|in|\"|pt|pc)")
_SIZE = re.compile(r"(\d{1,5}(?:\.\d+)?) ?(mm|cm|in)? ?[x×] ?(\d{1,5}(?:\.\d+)?) ?(mm|cm|in)?")
_LENGTH_OFF_MM, _PAPER_OFF_MM = 0.6, 1.5
_ROWS = re.compile(r"\d{1,7}(?: ?[:-] ?\d{1,7})?")
_COLUMNS = re.compile(r"[A-Z]{1,3}(?: ?[:-] ?[A-Z]{1,3})?", re.IGNORECASE)
_RANGE = re.compile(r"(?:[^!:]{1,100}[.!])?\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Values:
    """The values of one kind. `said` describes them in a few words, for people and models. `spelled` returns a value in its one
    spelling and raises ToolError for a text that is no such value. `same(wanted, found)` compares two spelled values.
    """

    said: str
    spelled: Spelling
    same: Comparison = str.__eq__


def choice(*names: str) -> Values:
    def spelled(value: str) -> str:
        plain = _plain(value)
        if plain not in names:
            raise ToolError(f"{value!r} is none of {', '.join(names)}")
        return plain

    return Values("|".join(names), spelled)


def either(first: Values, second: Values) -> Values:
    """Return values of one kind or of the other; two are the same where they are equal or where the second kind says so."""

    def spelled(value: str) -> str:
        try:
            return first.spelled(value)
        except ToolError:
            return second.spelled(value)

    return Values(f"{first.said} or {second.said}", spelled, lambda a, b: a == b or _both(second, a, b))


def or_on(values: Values) -> Values:
    """Return the values and the switch "on|off": any value that was read also counts as "on", and a missing one is "off"."""
    spelled = either(choice("on", "off"), values)
    said = values.said if values.said.startswith("on|off") else f"on|off or {values.said}"
    return Values(said, spelled.spelled, lambda a, b: (a == "on" and b != "off") or spelled.same(a, b))


def _both(values: Values, wanted: str, found: str) -> bool:
    try:
        return values.same(values.spelled(wanted), values.spelled(found))
    except ToolError:
        return False


def _plain(value: str) -> str:
    return caseless(value).replace("centre", "center")


def _text(value: str) -> str:
    if not value.strip():
        raise ToolError("a text is wanted")
    return " ".join(value.split())


def _count(value: str) -> str:
    plain = value.strip()
    if not plain.isdecimal() or len(plain) > 9:
        raise ToolError(f"{value!r} is no whole number")
    return str(int(plain))


_SECONDS = re.compile(r"(\d{1,6}(?:\.\d{1,3})?) ?(?:s|sec|seconds?)?")


def _seconds(value: str) -> str:
    found = _SECONDS.fullmatch(_plain(value))
    if found is None:
        raise ToolError(f"{value!r} is no time; write it like 15 s")
    return f"{float(found[1]):g} s"


def _percent(value: str) -> str:
    return f"{_count(value.strip().removesuffix('%'))}%"


def _pages(value: str) -> str:
    """Return a number of pages; "none", which files write as 0, leaves open how many they are."""
    return "none" if _plain(value) in ("none", "0") else _count(value)


def _number(value: str) -> str:
    try:
        number = float(value)
    except ValueError as error:
        raise ToolError(f"{value!r} is no number") from error
    if not math.isfinite(number):
        raise ToolError(f"{value!r} is no number")
    return f"{number:g}"


def _length(value: str) -> str:
    found = _LENGTH.fullmatch(_plain(value))
    if found is None:
        raise ToolError(f"{value!r} is no length; write it like 2 cm, 20 mm or 0.8 in")
    return f"{float(found[1]) * _UNITS[found[2]]:.2f} mm"


def _lengths_alike(wanted: str, found: str) -> bool:
    return abs(float(wanted.split()[0]) - float(found.split()[0])) <= _LENGTH_OFF_MM


def millimetres(value: str) -> float | None:
    """Return a length, as files and people write it, in millimetres, or None for any other text."""
    found = _LENGTH.fullmatch(_plain(value))
    return float(found[1]) * _UNITS[found[2]] if found else None


def _paper(value: str) -> str:
    plain = _plain(value)
    if plain in PAPERS:
        return plain
    found = _SIZE.fullmatch(plain)
    if found is None:
        raise ToolError(f"{value!r} is no size of paper; take one of {', '.join(PAPERS)} or write it like 210 x 297 mm")
    unit = _UNITS[found[2] or found[4] or "mm"]
    return f"{float(found[1]) * unit:.1f} x {float(found[3]) * unit:.1f} mm"


def _papers_alike(wanted: str, found: str) -> bool:
    """Compare two sizes of paper regardless of orientation, which is a property of its own."""
    sides = zip(_sides(wanted), _sides(found), strict=True)
    return all(abs(number - other) <= _PAPER_OFF_MM for number, other in sides)


def _sides(paper: str) -> list[float]:
    known = PAPERS.get(paper)
    return sorted(known or (float(part) for part in paper.removesuffix(" mm").split(" x ")))


def _ranges(pattern: re.Pattern[str], what: str) -> Spelling:
    def spelled(value: str) -> str:
        if _plain(value) == "none":
            return "none"
        parts = [part.strip() for part in value.split(",")]
        if not all(pattern.fullmatch(part) for part in parts):
            raise ToolError(
                f"{value!r} names no {what}; write it like {'2, 5:9' if what == 'rows' else 'B, D:F'}, or none"
            )
        return ", ".join(re.sub(r" ?[:-] ?", ":", part).upper() for part in parts)

    return spelled


def _range(value: str) -> str:
    if not _RANGE.fullmatch(value.strip()):
        raise ToolError(f"{value!r} is no range of cells; write it like A1:D20")
    sheet, _, area = value.strip().replace("!", ".").rpartition(".")
    area = area.replace("$", "").upper()
    return f"{sheet.strip('$')}.{area}" if sheet else area


def _ranges_alike(wanted: str, found: str) -> bool:
    """Compare two ranges of cells. Where one of them names no sheet, only the cells are compared."""
    if "." not in wanted or "." not in found:
        return wanted.rpartition(".")[2] == found.rpartition(".")[2]
    return wanted.replace("'", "").casefold() == found.replace("'", "").casefold()


def _names(value: str) -> str:
    return ", ".join(part.strip() for part in value.split(",") if part.strip()) or _text(value)


def _sorted(names: str) -> list[str]:
    return sorted(name.strip() for name in names.split(","))


def _formula(value: str) -> str:
    plain = value.strip()
    if not plain.startswith("="):
        raise ToolError(f"{value!r} is no formula; write it like =SUM(A1:A9)")
    return plain


_QUOTED = re.compile(r"""("[^"]*"|'(?:[^']|'')*')""")
_IN_BRACKETS = re.compile(r"\[([^\]]*)\]")
_OF_SHEET = re.compile(r"(^|:)\$?('(?:[^']|'')*'|[^.':]*)\.")
"""The sheet of a reference of OpenDocument: [$Sheet2.B3:.C4]."""
_SHEET_DOT = re.compile(r"(?:^|(\$?)\b([^\W\d]\w*))\.(?=\$?[A-Za-z]{1,3}\$?[0-9])")
"""LibreOffice writes Sheet2.B3 for what Office Open XML writes as Sheet2!B3."""
_FIXED_SHEET = re.compile(r"\$(?=[^\W\d]\w*!|$)")


def formula_told(formula: str) -> str:
    """Return a formula of LibreOffice, OpenDocument or Office Open XML as Excel shows it: =SUM($A$1:A9), ='My sheet'!B2."""
    body = re.sub(r"^(?:of|oooc|msoxl):", "", formula.strip()).lstrip("=")
    body = _IN_BRACKETS.sub(lambda found: _OF_SHEET.sub(_of_sheet, found[1]), body)
    return "=" + "".join(map(_part_told, _QUOTED.split(body)))


def _of_sheet(found: re.Match[str]) -> str:
    return f"{found[1]}{found[2]}!" if found[2] else found[1]


def _part_told(part: str) -> str:
    if part.startswith('"') or (part.startswith("'") and not re.fullmatch(r"'[^\W\d]\w*'", part)):
        return part
    plain = _SHEET_DOT.sub(lambda found: f"{found[2] or ''}!", part.strip("'")).replace(";", ",")
    return _FIXED_SHEET.sub("", plain)


def formula_plain(formula: str) -> str:
    """Return a formula in one spelling, by which two are compared: =SUM(A1:A9), ='My sheet'!B2."""
    return formula_spelled(formula, fixed=False)


def formula_spelled(formula: str, *, fixed: bool) -> str:
    """Return a formula in the same spelling; `fixed`: with the "$" that keep a reference where it is."""
    left_out = re.compile(r"\s" if fixed else r"[\s$]")
    parts = _QUOTED.split(formula_told(formula))
    return "".join(part if part[:1] in ('"', "'") else left_out.sub("", part).upper() for part in parts)


def _shown_alike(wanted: str, found: str) -> bool:
    if " ".join(found.split()) == wanted:
        return True
    try:
        return float(wanted.replace(",", "")) == float(found.replace(",", ""))
    except ValueError:
        return False


def _contains(wanted: str, found: str) -> bool:
    return " ".join(wanted.split()).casefold() in " ".join(found.split()).casefold()


def _near(off: float) -> Comparison:
    return lambda wanted, found: abs(float(wanted) - float(found)) <= off


def _same_name(wanted: str, found: str) -> bool:
    return _plain(wanted) == _plain(found)


def _as_look(look: str, said: str, same: Comparison = str.__eq__) -> Values:
    return Values(said, lambda value: look_value(look, value), same)


def _formats_alike(wanted: str, found: str) -> bool:
    """Compare kind and decimals of two number formats. The sign of a currency is ignored, and a format without a number of
    decimals matches any.
    """
    kind = wanted.split()[:2]
    return found.split()[: len(kind)] == kind


def _parts(value: str, sign: str) -> set[str]:
    return {_plain(part) for part in value.split(sign) if part.strip()}


def _fields(value: str) -> str:
    return ", ".join(" ".join(part.split()) for part in value.split(",") if part.strip()) or _text(value)


def _fields_alike(wanted: str, found: str) -> bool:
    """Tell whether one of the tables that were found, divided by semicolons, has all of the fields."""
    return any(_parts(wanted, ",") <= _parts(table, ",") for table in found.split(";"))


def _filters_alike(wanted: str, found: str) -> bool:
    return _parts(wanted, ";") == _parts(found, ";")


_OF_RULE = re.compile(r" (highlight|colour|color) (none|#[0-9a-f]{6}|[a-z ]+?)(?= (?:highlight|colou?r) |$)")


def _rule(value: str) -> tuple[str, frozenset[tuple[str, str]]]:
    """Divide a rule such as "> 500 highlight red" into its condition and the looks that it gives."""
    plain = f" {_plain(value)}"
    looks = {(look.replace("color", "colour"), COLOUR.spelled(given)) for look, given in _OF_RULE.findall(plain)}
    return " ".join(re.sub(r"([<>=!]+)", r" \1 ", _OF_RULE.sub("", plain)).split()), frozenset(looks)


def _rule_spelled(value: str) -> str:
    if said := graded_spelled(value):
        return said
    condition, looks = _rule(_text(value))
    return " ".join([condition, *(f"{look} {given}" for look, given in sorted(looks))])


def _rules_alike(wanted: str, found: str) -> bool:
    """Tell whether one of the rules that were found, divided by semicolons, has the condition and at least those looks."""
    if graded(wanted) is not None:
        return any(graded_alike(wanted, part) for part in found.split(";"))
    condition, looks = _rule(wanted)
    rules = [_rule(part) for part in found.split(";") if graded(part) is None]
    return any(condition in ("", own) and looks <= given for own, given in rules)


def _begins(wanted: str, found: str) -> bool:
    return f"{_plain(found)} ".startswith(f"{_plain(wanted)} ")


def among(values: Values) -> Values:
    """Return the values where several were found, divided by " | ": one of them must be the one wanted."""
    return Values(
        values.said,
        values.spelled,
        lambda wanted, found: any(_both(values, wanted, part) for part in found.split(" | ")),
    )


def _numbering(value: str) -> str:
    plain = value.strip().rstrip(".)")
    if plain not in _NUMBERINGS:
        raise ToolError(f"{value!r} is none of {', '.join(_NUMBERINGS)}")
    return plain


def _table_size(value: str) -> str:
    found = re.fullmatch(r"(\d{1,5}) ?[x×] ?(\d{1,5})", _plain(value))
    if found is None:
        raise ToolError(f"{value!r} is no size of a table; write its rows and columns like 3 x 4")
    return f"{found[1]} x {found[2]}"


_NUMBERINGS = ("1", "a", "A", "i", "I", "bullet", "none")
_ENCODINGS = choice("ascii", "utf-8", "utf-8 with mark", "utf-16", "latin-1")
SWITCH = choice("on", "off")
COLOUR = either(choice("none"), _as_look("colour", "#ff0000 or a colour's name"))
POINTS = _as_look("size", "points")
CELL_FORMAT = _as_look("format", "currency 2, percent 0, number 2, thousands 0, date, time, text", _formats_alike)
NAME = Values("a name", _text, _same_name)
TEXT = Values("a text in it", _text, _contains)
SHOWN = Values("the text in each", _text, _shown_alike)
COUNT = Values("a number", _count)
SECONDS = Values("15 s", _seconds)
PERCENT = Values("80%", _percent)
PAGES = Values("a number of pages or none", _pages)
DPI = Values("a number", _number, _near(1.0))
QUALITY = Values("1 to 100", _number, _near(1.0))
SPACING = Values("1.5", _number, _near(0.02))
NUMBERING = Values("|".join(_NUMBERINGS), _numbering)
TABLE_SIZE = Values("3 x 4", _table_size)
LENGTH = Values("2 cm", _length, _lengths_alike)
PAPER = Values("A4, letter, 210 x 297 mm", _paper, _papers_alike)
ROWS = Values("2, 5:9 or none", _ranges(_ROWS, "rows"))
COLUMNS = Values("B, D:F or none", _ranges(_COLUMNS, "columns"))
RANGE = Values("A1:D20", _range, _ranges_alike)
NAMES = Values("names, by commas", _names, lambda wanted, found: _sorted(wanted) == _sorted(found))
ENCODING = Values(
    _ENCODINGS.said, _ENCODINGS.spelled, lambda wanted, found: wanted == found or (wanted, found) == ("utf-8", "ascii")
)
FIELDS = Values("row City, column Year, page Kind, sum of Total", _fields, _fields_alike)
FILTER = Values("City = Vienna; Age > 30", _text, _filters_alike)
RULE = Values("> 500 highlight #ff0000 or data bars blue", _rule_spelled, _rules_alike)
VALIDITY = Values("list a, b or whole number between 1 10", _text, _begins)
FORMULA = Values("=SUM(A1:A9)", _formula, lambda wanted, found: formula_plain(wanted) == formula_plain(found))
