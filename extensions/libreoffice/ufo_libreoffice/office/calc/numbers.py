"""Parses numbers and dates as people write them in tables, and tells them from codes, phone numbers and long ids."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cache

_SPACES = "\u00a0\u202f\u2009 "
_CURRENCIES = "$€£¥₹₩₽₺₴฿"
_OF_A_TEXT = re.compile(r"[^\W\d_]")
"""A letter: no number has one. Most cells of a large table are told by this alone."""
_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2})?)?")
_BOTH_MARKS = re.compile(r"[0-9]{1,3}(?:([.,\u00a0\u202f ])[0-9]{3})+([.,])[0-9]+")
_MAX_DIGITS = 15
"""A spreadsheet keeps 15 digits; a longer row of digits is an id."""


_DATE_TEXT = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}")


@dataclass(frozen=True)
class Marks:
    """The marks that a locale writes before the decimals and between groups of three digits."""

    decimal: str = "."
    group: str = ","


@dataclass(frozen=True)
class Number:
    """One parsed number. The `value` of "12.5 %" is 0.125. `decimals` counts the decimals as written; `currency` is the sign,
    and `leading` tells whether it came first. `moment`: it is a day, or a day with its time, in days since the sheet's first.
    `logical`: it is true or false.
    """

    value: float
    decimals: int = 0
    percent: bool = False
    currency: str = ""
    leading: bool = False
    grouped: bool = False
    moment: str = ""
    logical: bool = False


def parse_number(text: str, marks: Marks = Marks()) -> Number | None:  # noqa: B008 frozen
    """Return the number, or None for text that is not one. Text with only one possible reading ("1.234,50") is read so in every
    locale.
    """
    if _OF_A_TEXT.search(text):
        return None
    body = text.strip().replace("\u2212", "-")
    sign, body = (-1.0, body[1:].lstrip()) if body.startswith("-") else (1.0, body)
    currency = next((mark for mark in _CURRENCIES if body.startswith(mark) or body.endswith(mark)), "")
    leading = bool(currency) and body.startswith(currency)
    if currency:
        body = (body[1:] if leading else body[:-1]).strip(_SPACES)
        if leading and body.startswith("-") and sign > 0:
            sign, body = -1.0, body[1:]
    percent = body.endswith("%") and not currency
    if percent:
        body = body[:-1].rstrip(_SPACES)
    plain = _digits(body, marks) or _unmistakable(body)
    if plain is None:
        return None
    whole, fraction, grouped = plain
    digits = whole + fraction
    if len(digits.lstrip("0")) > _MAX_DIGITS or (len(whole) > 1 and whole.startswith("0")):
        return None
    value = sign * float(f"{whole}.{fraction or 0}")
    return Number(value / 100 if percent else value, len(fraction), percent, currency, leading, grouped)


def is_date_text(value: object) -> bool:
    """Tell whether a value is a text that looks like a date: it sorts and filters as a text."""
    return isinstance(value, str) and bool(_DATE_TEXT.fullmatch(value.strip()))


def parse_date(text: str, first: date) -> Number | None:
    """Return the day that an ISO date means ("2026-12-24", or with a time "2026-12-24 18:30"), or None: the order of the numbers
    in any other notation depends on who wrote it. `first` is the day that the sheet counts as 0.
    """
    found = _DAY.fullmatch(text.strip())
    if found is None:
        return None
    try:
        meant = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    since = meant - datetime.combine(first, time())
    return Number(since.days + since.seconds / 86_400, moment="date and time" if found[2] else "date")


def _digits(body: str, marks: Marks) -> tuple[str, str, bool] | None:
    found = _notation(marks).fullmatch(body)
    if found is None:
        return None
    whole = re.sub(r"[^0-9]", "", found[1])
    return whole, found[2] or "", len(whole) != len(found[1])


@cache
def _notation(marks: Marks) -> re.Pattern[str]:
    group = f"[{_SPACES}]" if marks.group in _SPACES else re.escape(marks.group)
    return re.compile(rf"([0-9]+|[0-9]{{1,3}}(?:{group}[0-9]{{3}})+)(?:{re.escape(marks.decimal)}([0-9]+))?")


def _unmistakable(body: str) -> tuple[str, str, bool] | None:
    """Parse a number that has both marks: the last one is the decimal mark in any locale."""
    both = _BOTH_MARKS.fullmatch(body)
    if both is None or both[1] == both[2]:
        return None
    return _digits(body, Marks(decimal=both[2], group=both[1]))
