"""Shows a number as a workbook's format code says, such as #,##0.00 [$€-407] (ECMA-376 part 1, 18.8.31)."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal

from ufo.schema.patterns import any_case, regex

_SECTIONS = regex(r'(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\\[])*')
_TOKENS = any_case(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]'
    r"|(?P<colour>\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\])|_(?P<blank>.)|\*(?P<filler>.)"
    r"|(?P<general>general)|(?P<digits>[0#?][0#?,]*(?:\.[0#?]*)?|\.[0#?]+)|(?P<plain>[^\[\]@a-z/\\\"0#?])"
)
"""A locale in [$-407] shows nothing, and neither does a colour; `_x` leaves the room of an x, and `*x` fills the cell with it."""
_MOST_DIGITS = 15


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
    tokens = list(_TOKENS.finditer(section))
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
