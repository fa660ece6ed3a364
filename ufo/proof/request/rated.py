"""Reads values that things are compared by: prices, durations, moments and numbers."""

from __future__ import annotations

import re
from enum import StrEnum

from ufo.proof.request.moments import moment_in
from ufo.schema.patterns import any_case, regex
from ufo.verify.documents.numbers import currency_of, number_in


class Measure(StrEnum):
    """What kind of value it is."""

    PRICE = "price"
    DURATION = "duration"
    MOMENT = "moment"
    NUMBER = "number"


_AMOUNT = regex(r"[$€£¥₹]\s?\d(?:[\d.,'\u00a0\u202f]*\d)?|\d(?:[\d.,'\u00a0\u202f]*\d)?\s?[€£$¥₹]")
_LASTS = any_case(
    r"(?=\d)(?:(?P<d>\d+)\s*d(?:ays?)?\b)?,?\s*(?:(?P<h>\d+(?:\.\d+)?)\s*h(?:ours?|rs?)?\.?(?=\W|\d|$))?,?\s*"
    r"(?:(?P<m>\d+)\s*m(?:in(?:ute)?s?)?\b\.?)?,?\s*(?:(?P<s>\d+)\s*s(?:ec(?:ond)?s?)?\b\.?)?"
)
_SECONDS = {"d": 86400.0, "h": 3600.0, "m": 60.0, "s": 1.0}


def value_of(text: str, measure: Measure) -> float | None:
    """Return the value that the whole text is, comparable with others of its measure; None for anything else."""
    plain = " ".join(text.split())
    if measure is Measure.NUMBER:
        return number_in(plain)
    if measure is Measure.PRICE:
        return number_in(plain) if currency_of(plain) else None
    if measure is Measure.MOMENT:
        return moment_in(plain)
    match = _LASTS.fullmatch(plain)
    found = {name: match[name] for name in _SECONDS if match[name]} if match is not None else {}
    return sum(float(number) * _SECONDS[name] for name, number in found.items()) if found else None


def value_within(text: str, measure: Measure) -> float | None:
    """Return the only value of that measure that stands in the text; None where there is none, or more than one."""
    whole = value_of(text, measure)
    if whole is not None:
        return whole
    pattern = {Measure.PRICE: _AMOUNT, Measure.DURATION: _LASTS}.get(measure)
    if pattern is None:
        return None
    found = [value_of(match.group().strip(" ,"), measure) for match in pattern.finditer(text) if match.group().strip()]
    values = [one for one in found if one is not None]
    return values[0] if len(values) == 1 else None


def shape_of(name: str) -> str:
    """Return the name with each of its numbers as one sign: controls of a list are often told apart by a number alone."""
    return re.sub(r"\d+(?:[.,:]\d+)*", "#", name)
