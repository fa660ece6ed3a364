"""Shows a day as a workbook's format code says, such as MM/DD/YYYY."""

from __future__ import annotations

from datetime import date

from ufo.schema.patterns import any_case, regex

_BEGIN = regex(r"\[\$-(?:409|en-US)\]")
_TOKENS = any_case(r'y+|m+|d+|"[^"]*"|\\.|[-/. ,]')


def as_date(code: str, day: str) -> str:
    """Return the day, in ISO 8601, as a code of plain numbers shows it; "" for any other code, such as one with names of months
    or a time.
    """
    plain = _BEGIN.sub("", code.split(";")[0])
    parts = _TOKENS.findall(plain)
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
