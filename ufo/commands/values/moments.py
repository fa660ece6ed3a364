"""Parses days, months, weeks and times, and compares them with what each box of a field shows."""

from __future__ import annotations

import calendar
from collections.abc import Collection, Mapping
from datetime import date, time
from types import MappingProxyType

from ufo.errors import ToolError
from ufo.schema.patterns import any_case
from ufo.text.labels import label

_FORM = any_case(
    r"(?:(?P<year>\d{4})-(?:W(?P<week>\d{1,2})|(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?))?(?P<gap>[T ]\s*)?"
    r"(?:(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<millisecond>\d{1,3}))?)?"
    r"(?:\s*(?P<half>[ap])\.?m\.?)?)?"
)
_WIDTHS = MappingProxyType({"year": 4, "month": 2, "week": 2, "day": 2, "hour": 2, "minute": 2, "second": 2})
_MAY_LACK = frozenset({"half", "second", "millisecond"})
_NO_DAY = frozenset({"year", "month", "week", "day"})


def parts_of(text: str, boxes: Collection[str]) -> Mapping[str, int]:
    """Return the number that each of `boxes` must show for the `text`, which is written as 2026-12-24, 14:35, 2026-12-24T14:35,
    2026-12 or 2026-W52. Boxes are "year", "month", "week", "day", "hour", "minute", "second", "millisecond" and "half" (of
    the day, 0 or 1).

    Raises ToolError where that day or time does not exist, or does not fit the boxes.
    """
    try:
        parsed = _parsed(text)
    except ValueError as error:
        raise ToolError(f"{text!r} is not a valid day or time ({error}); write it as {_example(boxes)}") from error
    lacking = {part for part in boxes if part not in parsed} - _MAY_LACK
    surplus = {part for part, value in parsed.items() if part not in boxes and (value or part not in _MAY_LACK)}
    if not parsed or lacking or surplus - {"half"}:
        raise ToolError(f"{text!r} is not what this field holds; write it as {_example(boxes)}")
    return _for_boxes(parsed, boxes)


def is_moment(text: str) -> bool:
    """Tell whether the text is written like a day or a time, even one that does not exist."""
    return bool(text.strip()) and _FORM.fullmatch(text.strip()) is not None


def typed(part: str, number: int) -> tuple[str, ...]:
    """Return the texts that may be typed for a number, the likeliest first: some boxes show the names of months."""
    if part == "half":
        return ("ap"[number],)
    digits = f"{number:0{3 if part == 'millisecond' else _WIDTHS[part]}}"
    return (digits, calendar.month_name[number]) if part == "month" else (digits,)


def reads(part: str, shown: str | None, number: int) -> bool:
    words = label(shown)
    if words.isdecimal():
        return int(words) == number and part != "half"
    if part == "half":
        return words.replace(".", "") == ("am", "pm")[number]
    return part == "month" and bool(words) and words == label(calendar.month_name[number])


def _parsed(text: str) -> dict[str, int]:
    match = _FORM.fullmatch(text.strip())
    found = {} if match is None else {name: said for name, said in match.groupdict().items() if said}
    gap = found.pop("gap", "")
    if gap and not ("year" in found and "hour" in found):
        return {}
    half = found.pop("half", "").lower()
    found["millisecond"] = found.get("millisecond", "").ljust(3, "0") if "millisecond" in found else ""
    parsed = {name: int(said) for name, said in found.items() if said}
    if half:
        parsed["hour"] = _hour_of_day(parsed["hour"], half)
    _require_real(parsed)
    return parsed


def _hour_of_day(hour: int, half: str) -> int:
    if not 1 <= hour <= 12:
        raise ValueError(f"{hour} {half}m")
    return hour % 12 + (12 if half == "p" else 0)


def _require_real(parsed: Mapping[str, int]) -> None:
    """Check that the day or time exists. Raises ValueError where it does not."""
    if "week" in parsed:
        date.fromisocalendar(parsed["year"], parsed["week"], 1)
    elif "year" in parsed:
        date(parsed["year"], parsed["month"], parsed.get("day", 1))
    if "hour" in parsed:
        time(parsed["hour"], parsed["minute"], parsed.get("second", 0))


def _for_boxes(parsed: Mapping[str, int], boxes: Collection[str]) -> dict[str, int]:
    wanted = {part: parsed.get(part, 0) for part in boxes}
    if "half" in boxes:
        wanted["half"], hour = divmod(parsed["hour"], 12)
        wanted["hour"] = hour or 12
    return wanted


def _example(boxes: Collection[str]) -> str:
    day = "2026-12-24" if "day" in boxes else "2026-W52" if "week" in boxes else "2026-12"
    clock = "14:35:07" if "second" in boxes else "14:35"
    shown = [day] if _NO_DAY & set(boxes) else []
    return "T".join([*shown, clock] if "hour" in boxes else shown)
