"""Parses numbers as they are written, for comparing: "1,200", "1200.0" and "1 200" are one."""

from __future__ import annotations

import contextlib
import re
from datetime import date, datetime

_SIGNS = "$€£¥₹₩₽₺₴฿"
_ENGLISH = re.compile(r"(?:[0-9]+|[0-9]{1,3}(?:[,\u00a0\u202f' ][0-9]{3})+)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?")
_CONTINENTAL = re.compile(r"(?:[0-9]+|[0-9]{1,3}(?:[.\u00a0\u202f' ][0-9]{3})+),[0-9]+")


def number_in(text: str) -> float | None:
    """None for text that is no number. A dot is read as the decimal mark unless a decimal comma follows it."""
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


_DAYS = ("%Y-%m-%d", "%d.%m.%Y", "%d %B %Y", "%d %b %Y", "%d. %B %Y", "%B %d, %Y", "%b %d, %Y", "%B %d %Y")
"""How a day is written so that nobody takes its month for its day."""


def day_in(text: str) -> date | None:
    """None where it is none, and where day and month cannot be told apart."""
    plain = " ".join(text.split())
    for form in _DAYS if 6 <= len(plain) <= 24 else ():
        with contextlib.suppress(ValueError):
            return datetime.strptime(plain, form).date()
    return None


def currency_of(text: str) -> str:
    """The sign of a currency in it, "" where there is none."""
    return next((sign for sign in text if sign in _SIGNS), "")
