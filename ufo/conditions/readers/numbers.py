"""Parses numbers as people write them, to compare them: "1,200", "1200.0" and "1 200" are equal."""

from __future__ import annotations

import contextlib
import re
from datetime import date, datetime

from ufo.schema.patterns import regex

_SIGNS = "$€£¥₹₩₽₺₴฿"
_ENGLISH = regex(r"(?:[0-9]+|[0-9]{1,3}(?:[,\u00a0\u202f' ][0-9]{3})+)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?")
_CONTINENTAL = regex(r"(?:[0-9]+|[0-9]{1,3}(?:[.\u00a0\u202f' ][0-9]{3})+),[0-9]+")


def number_in(text: str) -> float | None:
    """Return the number that the text is, or None. A dot is the decimal mark unless a decimal comma follows it."""
    if text.isdecimal() and text.isascii():
        return float(text)
    body = text.strip().replace("\u2212", "-")
    sign = -1.0 if body.startswith("-") else 1.0
    body = body.lstrip("+-").strip(f"{_SIGNS} \u00a0\u202f")
    percent = body.endswith("%")
    body = body.rstrip("% \u00a0\u202f")
    if _ENGLISH.fullmatch(body):
        value = float(re.sub(r"[,\u00a0\u202f' ]", "", body))
    elif _CONTINENTAL.fullmatch(body):
        value = float(re.sub(r"[.\u00a0\u202f' ]", "", body).replace(",", "."))
    else:
        return None
    return sign * (value / 100 if percent else value)


_DAYS = (
    "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%Y\u5e74%m\u6708%d\u65e5", "%d.%m.%Y", "%d %B %Y", "%d %b %Y", "%d. %B %Y", "%B %d, %Y",
    "%b %d, %Y", "%B %d %Y",
)  # fmt: skip
"""Forms of a date in which day and month cannot be confused."""


def day_in(text: str) -> date | None:
    """Return the date that the text is, or None: also where day and month cannot be told apart."""
    plain = " ".join(text.split())
    for form in _DAYS if 6 <= len(plain) <= 24 else ():
        with contextlib.suppress(ValueError):
            return datetime.strptime(plain, form).date()
    return None


def currency_of(text: str) -> str:
    """Return the first currency sign in the text, or ""."""
    return next((sign for sign in text if sign in _SIGNS), "")
