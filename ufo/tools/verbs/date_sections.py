"""Sets a day or a time in one field whose parts the arrow keys step, whatever order and words it shows them in.

Qt's fields (`QDateEdit`, `QDateTimeEdit`) are like this: they report neither their format nor the part that has the caret,
and do not accept a day typed as a whole. Where the text leaves open what a part is ("05.04.2026"), the part is stepped to
find out: a month never reaches 13, and a day never reaches 32.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import NotActionable
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.patterns import regex
from ufo.tools.observe.control_names import named
from ufo.tools.verbs.context import VerbContext, already, same
from ufo.tools.verbs.date_boxes import parts_of

_PART = regex(r"\d+|[^\W\d_]+")
_CLOCK = regex(r"(?<!\d)\d{1,2}(?::\d{2}){1,2}(?!\d)")
_OF_CLOCK = ("hour", "minute", "second")
_HALVES = ("am", "pm")
# The month limits the days, and the year those of February, so they are set first.
_ORDER = ("year", "month", "day", *_OF_CLOCK)
_ROUNDS = 3
_STEPS_AT_MOST = 250
_LATE_S = 1.0


@dataclass(frozen=True, slots=True)
class Part:
    """One number in the field's text. `kind` is "" until it is known whether it is the day, the month or a year of two digits."""

    start: int
    length: int
    number: int
    kind: str = ""


Parts = tuple[Part, ...]


def sections(text: str | None) -> Parts | None:
    """Return the parts of a day, a time or both; None where the text is none of them, or has words that are not understood."""
    text = text or ""
    clock = _CLOCK.search(text)
    found: list[Part] = []
    half: int | None = None
    for match in _PART.finditer(text):
        word = match[0].casefold()
        if word.isdecimal():
            found.append(_of_digits(match, clock))
        elif word in _HALVES:
            half = _HALVES.index(word)
        elif month := _month(word):
            found.append(Part(match.start(), len(word), month, "month"))
        elif not _is_weekday(word):
            return None
    return _completed(tuple(_of_day(part, half) for part in found))


async def set_sections(context: VerbContext, element: Element, wanted: str) -> ActionReport:
    """Set the field to `wanted`, written as `parts_of` takes it. Raises ToolError where that does not fit the field, and
    NotActionable where it is unknown what a part of the field is.
    """
    field = _Field(context, element)
    before = (await field.text()).strip()
    parts = await field.known()
    numbers = parts_of(wanted, [part.kind for part in parts])
    if _holds(parts, numbers) and (await field.text()).strip() == before:
        report = already(f"{named(element)} shows {before!r}", before)
        return _of_two_digits(element, before, parts, numbers, wanted) or report
    for _ in range(_ROUNDS):
        for kind in _ORDER:
            place = next((place for place, part in enumerate(parts) if part.kind == kind), None)
            if place is not None:
                parts = await field.stepped(parts, place, _goal(parts[place], numbers[kind]))
        if _holds(parts, numbers):
            break
    shown = await field.text()
    if not _holds(parts, numbers):
        effect = Effect.SUSPECTED_NOOP if shown.strip() == before else Effect.PARTIAL
        said = f"{named(element)} shows {shown!r}, which is not {wanted}; it may be outside of what the field takes"
        return ActionReport.of(effect, said, Route.KEYBOARD, shown)
    context.actor.claim(element, same(await context.look(), element))
    report = ActionReport.of(
        Effect.CONFIRMED, f"{named(element)} shows {shown!r} now, which is {wanted}", Route.KEYBOARD, shown
    )
    return _of_two_digits(element, shown, parts, numbers, wanted) or report


@dataclass(frozen=True, slots=True)
class _Field:
    """A field that is stepped. It is looked at anew for each answer."""

    context: VerbContext
    element: Element

    async def known(self) -> Parts:
        """Find out what each part is by stepping the parts that the text leaves open. Only a part that reaches the limit is
        identified by it: one that stays below may be held back by the last day that the field accepts.
        """
        parts = await self._parts(None)
        unknown = [place for place, part in enumerate(parts) if not part.kind]
        for kind, beyond in (("year", 32), ("day", 13)):
            if len(unknown) < 2 or any(part.kind == kind for part in parts):
                continue
            found = None
            for place in unknown:
                if await self._reaches(parts, place, beyond):
                    found = place
                    break
            if found is None:
                shown = await self.text()
                raise NotActionable(
                    f"{named(self.element)} does not tell which part of {shown!r} is the day; work it with the arrow keys"
                )
            parts = tuple(replace(part, kind=kind) if at == found else part for at, part in enumerate(parts))
            parts = _completed(parts) or parts
            unknown = [place for place in unknown if not parts[place].kind]
        return parts

    async def _reaches(self, parts: Parts, place: int, beyond: int) -> bool:
        """Tell whether a part can be stepped up to `beyond`, then step it back."""
        was = parts[place].number
        if was >= beyond:
            return True
        there = await self.stepped(parts, place, beyond)
        await self.stepped(there, place, was)
        return there[place].number == beyond

    async def stepped(self, parts: Parts, place: int, goal: int) -> Parts:
        """Put the caret into that part, step up or down to the goal, and return the parts that the field shows then."""
        part = parts[place]
        off = goal - part.number
        if not off or abs(off) > _STEPS_AT_MOST:
            return parts
        caret = part.start + (1 if part.length > 1 else 0)
        steps = [("up",) if off > 0 else ("down",)] * abs(off)
        await self.context.keys(self.element, ("home",), *[("right",)] * caret, *steps)
        return await self._parts(parts, lambda now: now[place].number == goal)

    async def _parts(self, known: Parts | None, comes: Callable[[Parts], bool] | None = None) -> Parts:
        """Return the parts that the field shows now, with the kinds already known. Wait until `comes` accepts them, for at most
        one second. Raises NotActionable where the field shows no day or time any more.
        """
        last: list[Parts] = []

        def seen(look: Snapshot) -> Parts | None:
            found = same(look, self.element)
            now = None if found is None else sections(found.value)
            if now is None or (known is not None and len(now) != len(known)):
                return None
            last.append(tuple(replace(part, kind=kind.kind) for part, kind in zip(now, known or now, strict=True)))
            return last[-1] if comes is None or comes(last[-1]) else None

        found = await self.context.until(seen, _LATE_S) or (last[-1] if last else None)
        if found is None:
            raise NotActionable(f"{named(self.element)} shows no day or time any more; look again")
        return found

    async def text(self) -> str:
        now = same(await self.context.look(), self.element)
        return "" if now is None else now.value or ""


def _holds(parts: Parts, numbers: Mapping[str, int]) -> bool:
    return all(part.number == _goal(part, numbers[part.kind]) for part in parts)


def _goal(part: Part, number: int) -> int:
    return number % 100 if part.kind == "year" and part.length <= 2 else number


def _of_two_digits(
    element: Element, shown: str, parts: Parts, numbers: Mapping[str, int], wanted: str
) -> ActionReport | None:
    """Return a partial report where the field shows two digits of the year, so that nothing tells the century; else None."""
    if not any(part.kind == "year" and part.length <= 2 for part in parts):
        return None
    said = f"{named(element)} shows {shown!r}, which does not tell whether the year is {numbers['year']} ({wanted})"
    return ActionReport.of(Effect.PARTIAL, said, Route.KEYBOARD, shown)


def _of_digits(match: re.Match[str], clock: re.Match[str] | None) -> Part:
    part = Part(match.start(), len(match[0]), int(match[0]))
    if clock is not None and clock.start() <= match.start() < clock.end():
        return replace(part, kind=_OF_CLOCK[clock[0][: match.start() - clock.start()].count(":")])
    return replace(part, kind="year") if part.length == 4 else part


def _of_day(part: Part, half: int | None) -> Part:
    """Convert an hour to the 24-hour day: stepping it passes through both halves."""
    if part.kind != "hour" or half is None:
        return part
    return replace(part, number=part.number % 12 + 12 * half)


def _completed(parts: Parts) -> Parts | None:
    """Add the kinds that follow from the others. Return None where no such day or time can exist."""
    kinds = {part.kind for part in parts if part.kind}
    open_places = [place for place, part in enumerate(parts) if not part.kind]
    if not parts or len(open_places) > 3 or len(kinds) != len([part for part in parts if part.kind]):
        return None
    left = [kind for kind in ("day", "month", "year") if kind not in kinds]
    if not open_places:
        return parts if kinds & {"year", "hour"} else None
    if "year" in kinds and len(open_places) == 1 and "day" in left and "month" in left:
        # "12/2026"
        left = ["month"]
    if len(open_places) > len(left) or ("year" in left and len(open_places) < len(left)):
        return None
    named_parts = list(parts)
    if len(open_places) == 1:
        named_parts[open_places[0]] = replace(parts[open_places[0]], kind=left[0])
        return tuple(named_parts)
    days = [place for place in open_places if 12 < parts[place].number <= 31]
    if "year" in kinds and len(days) == 1:
        for place in open_places:
            named_parts[place] = replace(parts[place], kind="day" if place == days[0] else "month")
    return tuple(named_parts)


def _month(word: str) -> int | None:
    for names in (calendar.month_name, calendar.month_abbr):
        folded = [name.casefold().rstrip(".") for name in names]
        if word in folded[1:]:
            return folded.index(word)
    return None


def _is_weekday(word: str) -> bool:
    return word in {name.casefold().rstrip(".") for name in (*calendar.day_name, *calendar.day_abbr)}
