"""Compares dates and times of day in whatever form they are written, whole or in the parts that a form asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from ufo.schema.patterns import any_case, regex
from ufo.verify.documents.numbers import day_in

_TIME = any_case(r"(\d{1,2}):(\d\d)(?::(\d\d))?\s?(?:([ap])\.?m\.?)?")
_SLASHES = regex(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_DOTS = regex(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_NAMES = (
    ("month", any_case(r"\bmonths?\b")),
    ("day", any_case(r"\bdays?\b")),
    ("year", any_case(r"\byears?\b")),
    ("hour", any_case(r"\bhours?\b")),
    ("minute", any_case(r"\bminutes?\b")),
    ("second", any_case(r"\bseconds?\b")),
    ("half", any_case(r"\bam\s?/\s?pm\b|\bdayperiod\b")),
)


def same_moment(wanted: str, shown: str) -> bool:
    """Tell whether both are the same day or the same time. A day that could be two days is the same as none."""
    days = _day(wanted), _day(shown)
    times = _clock(wanted), _clock(shown)
    return (days[0] is not None and days[0] == days[1]) or (times[0] is not None and times[0] == times[1])


def moment_in(text: str) -> float | None:
    """Return the day or the time of day that the text is, in seconds that grow with it, or None."""
    day, clock = _day(text), _clock(text)
    if day is not None:
        return day.toordinal() * 86400.0
    return clock[0] * 3600.0 + clock[1] * 60.0 + clock[2] if clock is not None else None


def given_in_parts(text: str, given: Iterable[tuple[str, str]]) -> bool:
    """Tell whether fields hold the date or the time together. `given`: the label and the text of each field, in order."""
    held: dict[str, str] = {}
    for label, value in given:
        part = next((name for name, pattern in _NAMES if pattern.search(label)), None)
        if part is not None:
            held[part] = value
    parts = _parts(text, halves="half" in held)
    return len(parts) > 1 and all(name in held and _same_part(value, held[name]) for name, value in parts.items())


def _day(text: str) -> date | None:
    plain = " ".join(text.split())
    slashes = _SLASHES.fullmatch(plain)
    if slashes is None:
        return day_in(plain)
    first, second, year = map(int, slashes.groups())
    if (first > 12) is (second > 12) and first != second:
        return None
    month, day = (second, first) if first > 12 else (first, second)
    return _made(year, month, day)


def _made(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _clock(text: str) -> tuple[int, int, int] | None:
    """Return hours of 24, minutes and seconds."""
    match = _TIME.fullmatch(" ".join(text.split()))
    if match is None:
        return None
    hour, minute, second = (int(one or 0) for one in match.groups()[:3])
    if match[4]:
        hour = hour % 12 + (12 if match[4].casefold() == "p" else 0)
    return hour, minute, second


def _parts(text: str, *, halves: bool) -> Mapping[str, str]:
    """Return the parts by name. A date with slashes begins with its month unless that is no month."""
    plain = " ".join(text.split())
    slashes, dots = _SLASHES.fullmatch(plain), _DOTS.fullmatch(plain)
    if slashes is not None or dots is not None:
        first, second, year = (slashes or dots).groups()  # type: ignore[union-attr]
        begins_with_day = dots is not None or int(first) > 12
        month, day = (second, first) if begins_with_day else (first, second)
        return {"month": month, "day": day, "year": year}
    if (day_told := day_in(plain)) is not None:
        return {"month": str(day_told.month), "day": str(day_told.day), "year": str(day_told.year)}
    clock, match = _clock(plain), _TIME.fullmatch(plain)
    if clock is None or match is None:
        return {}
    hour, minute, second = clock
    found = {"hour": str(hour), "minute": str(minute), **({"second": str(second)} if match[3] else {})}
    if halves and match[4]:
        found |= {"hour": match[1], "half": f"{match[4].casefold()}m"}
    return found


def _same_part(wanted: str, shown: str) -> bool:
    if wanted.isdecimal() and shown.strip().isdecimal():
        return int(wanted) == int(shown)
    return wanted.casefold() == shown.strip().replace(".", "").casefold()
