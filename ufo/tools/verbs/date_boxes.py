"""Sets a day, month, week or time in a field with a box for each part, as browsers show `<input type=date>`."""

from __future__ import annotations

import calendar
from collections.abc import Collection, Mapping, Sequence
from datetime import date, time
from types import MappingProxyType

from ufo.desktop.snapshot import Element, Snapshot, descendants
from ufo.desktop.values import TypeText
from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.patterns import any_case
from ufo.schema.roles import BOXES, EDITS_AND_SPINNERS
from ufo.text.labels import label
from ufo.tools.act.keyboard import type_into
from ufo.tools.observe.control_names import named
from ufo.tools.verbs.context import VerbContext, already, same

Boxes = Mapping[str, Element]

_CALLED = MappingProxyType(
    {
        "year": "year", "month": "month", "week": "week", "day": "day", "am/pm": "half",
        **{word: part for part in ("hour", "minute", "second", "millisecond") for word in (part, f"{part}s")},
    }
)  # fmt: skip
_RANGES = MappingProxyType(
    {(0, 11): "hour", (0, 23): "hour", (1, 24): "hour", (1, 53): "week", (0, 999): "millisecond", (0, 1): "half"}
)
_MONTHS, _DAYS, _SIXTIETHS = (1, 12), range(28, 32), (0, 59)
_FIRST_YEAR = 1000
_DAY_ORDERS = (("year", "month", "day"), ("day", "month", "year"), ("month", "day", "year"))
_LEAST = (frozenset({"year", "month"}), frozenset({"year", "week"}), frozenset({"hour", "minute"}))
OF_BOXES = BOXES | {"Edit"}
_LATE_S = 1.0
_FORM = any_case(
    r"(?:(?P<year>\d{4})-(?:W(?P<week>\d{1,2})|(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?))?(?P<gap>[T ]\s*)?"
    r"(?:(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<millisecond>\d{1,3}))?)?"
    r"(?:\s*(?P<half>[ap])\.?m\.?)?)?"
)
_NUMBERS = any_case(r"(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(.*)")
_WIDTHS = MappingProxyType({"year": 4, "month": 2, "week": 2, "day": 2, "hour": 2, "minute": 2, "second": 2})
_MAY_LACK = frozenset({"half", "second", "millisecond"})
_NO_DAY = frozenset({"year", "month", "week", "day"})


def boxes(snapshot: Snapshot, element: Element) -> Boxes:
    """Return the boxes, left to right, by the part that the first word of an English box's name tells; {} for none."""
    inside = sorted(_inside(snapshot, element), key=lambda box: box.rect.x)
    return _known(
        [_CALLED.get((box.name or box.label or "").casefold().partition(" ")[0], "") for box in inside], inside
    )


async def boxes_of(context: VerbContext, element: Element) -> Boxes:
    """Return the boxes by their part in any language: by their names, or by the numbers that they take; {} for none."""
    if element.role not in OF_BOXES:
        return {}
    snapshot = await context.seen(element)
    inside = _inside(snapshot, element)
    if len(inside) < 2:  # noqa: PLR2004 one number alone is no day and no time
        return {}
    found = boxes(snapshot, element)
    if found:
        return found
    limits = await context.desktop.limits([box.handle for box in inside])
    return _known(parts_by_limits([limits.get(box.handle.key) for box in inside]), inside)


def parts_by_limits(limits: Sequence[tuple[float, float] | None]) -> list[str]:
    """Return what each box of a field holds by the least and the greatest number that it takes; "" where they leave that open.
    The boxes stand in the order in which they are read: an hour from 1 to 12 differs from a month in the minutes behind it.
    """
    parts: list[str] = []
    for place, limit in enumerate(limits):
        least, most = limit or (0, 0)
        if (least, most) == _MONTHS:
            parts.append("hour" if limits[place + 1 : place + 2] == [_SIXTIETHS] else "month")
        elif (least, most) == _SIXTIETHS:
            parts.append("second" if "minute" in parts else "minute")
        elif most >= _FIRST_YEAR:
            parts.append("year")
        elif least >= 1 and most in _DAYS:
            parts.append("day")
        else:
            parts.append(_RANGES.get((int(least), int(most)), ""))
    return parts


def _inside(snapshot: Snapshot, element: Element) -> list[Element]:
    inside = descendants(snapshot, element) if element.role in OF_BOXES else ()
    return [box for box in inside if box.role in EDITS_AND_SPINNERS]


def _known(parts: Sequence[str], inside: Sequence[Element]) -> Boxes:
    is_one = len(set(parts)) == len(parts) and all(parts)
    return dict(zip(parts, inside, strict=True)) if is_one and any(least <= set(parts) for least in _LEAST) else {}


def _now(snapshot: Snapshot, held: Boxes) -> Boxes:
    """Return the boxes as a newer look shows them, without those that are gone."""
    now = {part: same(snapshot, box) for part, box in held.items()}
    return {part: box for part, box in now.items() if box is not None}


async def set_moment(context: VerbContext, element: Element, held: Boxes, wanted: str) -> ActionReport:
    """Type `wanted` (as `parts_of` takes it) into each box: browsers ignore values that are set on the boxes themselves."""
    numbers = parts_of(wanted, held)
    if _shows(_now(await context.look(), held), numbers):
        return already(f"{named(element)} shows {wanted}", wanted)
    before = _as_text(held)
    for attempt in range(max(len(typed(part, number)) for part, number in numbers.items())):
        await _type(context, held, numbers, attempt)
        found = await context.until(
            lambda look: same(look, element) if _shows(_now(look, held), numbers) else None, _LATE_S
        )
        if found is not None:
            doubt = ", which it says is not valid" if "invalid" in found.states else ""
            said = f"{named(element)} shows {wanted} now{doubt}"
            return ActionReport.of(Effect.CONFIRMED, said, Route.KEYBOARD, wanted)
    left = _now(await context.look(), held)
    if not left:
        said = f"{named(element)} shows nothing that can be read any more"
        return ActionReport.of(Effect.UNVERIFIABLE, said, Route.KEYBOARD)
    shown = _as_text(left)
    effect = Effect.SUSPECTED_NOOP if shown == before else Effect.PARTIAL
    return ActionReport.of(effect, f"{named(element)} shows {shown}, not {wanted}", Route.KEYBOARD, shown)


async def _type(context: VerbContext, held: Boxes, numbers: Mapping[str, int], attempt: int) -> None:
    """Type into the boxes that do not show their number yet, each as the newest look finds it."""
    for part, number in numbers.items():
        box = _now(await context.look(settled=False), held).get(part)
        ways = typed(part, number)
        if box is not None and attempt < len(ways) and not reads(part, box.value, number):
            await type_into(context.actor, context.window, box, [TypeText(ways[attempt])])


def _as_text(held: Boxes) -> str:
    return ", ".join(f"{part} {box.value or '?'}" for part, box in held.items() if part != "half") + (
        f" {held['half'].value or '?'}" if "half" in held else ""
    )


def _shows(held: Boxes, numbers: Mapping[str, int]) -> bool:
    return held.keys() == numbers.keys() and all(reads(part, held[part].value, numbers[part]) for part in numbers)


def parts_of(text: str, boxes: Collection[str]) -> Mapping[str, int]:
    """Return the number that each of `boxes` must show for the `text`, which is written as 2026-12-24, 14:35, 2026-12-24T14:35,
    2026-12 or 2026-W52, or with its day as the field shows one. Boxes are "year", "month", "week", "day", "hour", "minute",
    "second", "millisecond" and "half" (of the day, 0 or 1), in their order.

    Raises ToolError where that day or time does not exist, or does not fit the boxes.
    """
    try:
        parsed = _parsed(_as_boxes_stand(text, boxes))
    except ValueError as error:
        raise ToolError(f"{text!r} is not a valid day or time ({error}); write it as {_example(boxes)}") from error
    lacking = {part for part in boxes if part not in parsed} - _MAY_LACK
    surplus = {part for part, value in parsed.items() if part not in boxes and (value or part not in _MAY_LACK)}
    if not parsed or lacking or surplus - {"half"}:
        raise ToolError(f"{text!r} is not what this field holds; write it as {_example(boxes)}")
    return _for_boxes(parsed, boxes)


def _as_boxes_stand(text: str, boxes: Collection[str]) -> str:
    """Return a text that begins with a day in numbers, such as 24.12.2026, as 2026-12-24: read in the order of the boxes, as the
    field itself shows it, or where that is no day in the only order in which it is one. Any other text stays as it is.
    """
    match = _NUMBERS.fullmatch(text.strip())
    order = tuple(part for part in boxes if part in ("year", "month", "day"))
    if match is None or len(order) != len(_DAY_ORDERS[0]):
        return text
    numbers = [int(match[place]) for place in (1, 3, 4)]
    days = {read: day for read in (order, *_DAY_ORDERS) if (day := _day(dict(zip(read, numbers, strict=True))))}
    meant = days.get(order) or (next(iter(days.values())) if len(set(days.values())) == 1 else None)
    return text if meant is None else f"{meant.isoformat()}{match[5]}"


def _day(parts: Mapping[str, int]) -> date | None:
    try:
        return date(parts["year"], parts["month"], parts["day"]) if parts["year"] >= _FIRST_YEAR else None
    except ValueError:
        return None


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
