"""Reads a month from the screen, told or painted, and turns a calendar to it by its arrows."""

from __future__ import annotations

import calendar
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import pairwise
from statistics import median

from ufo.desktop.snapshot import Element, Snapshot, descendants
from ufo.errors import StaleElement, ToolError
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Frame
from ufo.schema.roles import BUTTONS_AND_IMAGES, BUTTONS_AND_LINKS
from ufo.text.labels import label
from ufo.tools.observe.control_names import named
from ufo.tools.verbs.context import VerbContext, require, same

_YEAR = re.compile(r"\b(?:1[6-9]|2\d)\d\d\b")
_DAYS = 31
_MOST_MONTHS = 60
_LEAST_READ = 15
"""How many days must be where a month has them: numbers that were read wrongly or belong to another month are outvoted."""
_WEEK_STARTS = (calendar.MONDAY, calendar.SUNDAY, calendar.SATURDAY)
_LEAST_ROWS, _FIRST_ROWS = 3, range(-3, 2)
"""The row of the 1st may lie above the first row that was read, because a number that stands alone is often missed."""
_APART_PX = 6
_SHARE = 0.7
_ISO = re.compile(r"\d{4}-\d{1,2}-\d{1,2}")
_PRESSES_AT_MOST = 60
_LATE_S = 1.0
_TURNING = BUTTONS_AND_IMAGES | BUTTONS_AND_LINKS


@dataclass(frozen=True, slots=True)
class Month:
    """A month on the screen. `number` counts months since the year 0. `corner` is the middle of the cell in the first column
    and in the row of the 1st; the 1st stands in `column`. The next day is `across` pixels further, the next week `down`
    pixels.
    """

    number: int
    corner: Point
    across: float
    down: float
    column: int

    @property
    def last(self) -> int:
        return _length(self.number)

    def place(self, day: int) -> Rect:
        row, column = divmod(self.column + day - 1, 7)
        width, height = round(self.across * _SHARE), round(self.down * _SHARE)
        x, y = self.corner.x + column * self.across, self.corner.y + row * self.down
        return Rect(round(x - width / 2), round(y - height / 2), width, height)

    def day_that_stands_out(self, frame: Frame) -> int | None:
        """Return the only day whose background differs from all others, or None where there is no such day or several."""
        grounds = {day: _ground(frame.cropped(self.place(day))) for day in range(1, self.last + 1)}
        usual, count = Counter(grounds.values()).most_common(1)[0]
        others = [day for day, ground in grounds.items() if ground != usual]
        return others[0] if len(others) == 1 and count > 1 else None


def month_told(inside: Sequence[Element]) -> int | None:
    """Return the month named by words, in months since the year 0; of several (GTK 4 keeps old ones) the one of the days."""
    numbers = _months_named(inside)
    if len(numbers) < 2:
        return numbers[0] if numbers else None
    month = month_seen(inside)
    return None if month is None else month.number


def month_seen(inside: Sequence[Element]) -> Month | None:
    """Return the month that the numbers show, or None where they fit no month that the words name, or fit two of them."""
    days = [element for element in inside if element.name.strip().isdecimal() and int(element.name) <= _DAYS]
    columns, rows = _lines(day.rect.center.x for day in days), _lines(day.rect.center.y for day in days)
    if len(columns) not in (7, 8) or len(rows) < _LEAST_ROWS:
        return None
    columns = columns[-7:]  # week numbers stand before the days
    across, down = _step(columns), _step(rows)
    read = [
        (
            round((element.rect.center.y - rows[0]) / down),
            round((element.rect.center.x - columns[0]) / across),
            int(element.name),
        )
        for element in days
    ]
    starts = _week_starts(inside, columns[0], across)
    fits = [
        (_hits(read, number, row, column), number, row, column)
        for number in _months_named(inside)
        for column in {(calendar.weekday(number // 12, number % 12 + 1, 1) - start) % 7 for start in starts}
        for row in _FIRST_ROWS
    ]
    hits, number, row, column = max(fits, default=(0, 0, 0, 0))
    if hits < _LEAST_READ or any(fit[0] == hits and fit[1] != number for fit in fits):
        return None
    return Month(number, Point(round(columns[0]), round(rows[0] + row * down)), across, down, column)


def _months_named(inside: Sequence[Element]) -> list[int]:
    words = " ".join(
        f"{element.name} {element.value or ''}"
        for element in inside
        if not element.name.isdecimal() or len(element.name) == 4
    )
    said = label(words).split()
    months = [number for number in range(1, 13) if label(calendar.month_name[number]) in said]
    years = sorted({int(year) for year in _YEAR.findall(words)})
    return [year * 12 + month - 1 for year in years for month in months][:_MOST_MONTHS]


def _week_starts(inside: Iterable[Element], left: float, across: float) -> Collection[int]:
    """Return the weekdays that may be in the first column, by the names above the columns."""
    votes: Counter[int] = Counter()
    for element in inside:
        name = label(element.name)
        known = [day for day in range(7) if len(name) > 1 and label(calendar.day_name[day]).startswith(name)]
        if len(known) == 1:
            votes[(known[0] - round((element.rect.center.x - left) / across)) % 7] += 1
    return [votes.most_common(1)[0][0]] if votes else _WEEK_STARTS


def _length(number: int) -> int:
    return calendar.monthrange(number // 12, number % 12 + 1)[1]


def _hits(read: Iterable[tuple[int, int, int]], number: int, first: int, column: int) -> int:
    """Count the numbers that stand where that month has them, the days before and after it included."""
    last, before = _length(number), _length(number - 1)
    hits = 0
    for row, place, said in read:
        day = (row - first) * 7 + place - column + 1
        hits += said == (before + day if day < 1 else day - last if day > last else day)
    return hits


def _lines(places: Iterable[int]) -> list[float]:
    """Return the middles of the lines that the places form, in order. A single place is no line."""
    groups: list[list[int]] = []
    for place in sorted(places):
        if groups and place - groups[-1][-1] <= _APART_PX:
            groups[-1].append(place)
        else:
            groups.append([place])
    return [median(group) for group in groups if len(group) > 1]


def _step(lines: Sequence[float]) -> float:
    return median(after - before for before, after in pairwise(lines))


def _ground(frame: Frame) -> bytes:
    """Return the most frequent colour of the picture."""
    pixels = frame.pixels
    colours = Counter(pixels[at : at + 3] for at in range(0, len(pixels), 4))
    return colours.most_common(1)[0][0] if colours else b""


def day_of(item: object) -> date | None:
    """Return the date of an item written as 2026-12-24, None for others. Raises ToolError where there is no such date."""
    if not isinstance(item, str) or not _ISO.fullmatch(item.strip()):
        return None
    try:
        return date(*(int(part) for part in item.strip().split("-")))
    except ValueError as error:
        raise ToolError(f"{item!r} is not a date: {error}") from error


def month_of(day: date) -> int:
    """Return the month in months since the year 0."""
    return day.year * 12 + day.month - 1


Inside = Callable[[Snapshot], tuple[Element, ...]]
"""Returns the elements of a look that belong to a calendar. Raises StaleElement where it is gone."""


def is_calendar(snapshot: Snapshot, holder: Element) -> bool:
    return {str(day) for day in range(1, 29)} <= {element.name for element in descendants(snapshot, holder)}


def within(holder: Element) -> Inside:
    def inside(snapshot: Snapshot) -> tuple[Element, ...]:
        found = same(snapshot, holder)
        if found is None:
            raise StaleElement(f"{named(holder)} is not there any more; look again")
        return descendants(snapshot, found)

    return inside


async def find_day(context: VerbContext, holder: Element, wanted: date) -> Element:
    """Return the day's cell, in the month that it belongs to. Raises ToolError where the calendar cannot be turned there."""
    return cell_of(await turn(context, holder, within(holder), wanted), wanted)


async def turn(context: VerbContext, holder: Element, inside: Inside, wanted: date) -> tuple[Element, ...]:
    """Turn the calendar to the month of that day, and return the elements that it shows then."""
    effects: dict[int, int] = {}
    for _ in range(_PRESSES_AT_MOST):
        shown = await context.until(partial(_telling, inside), _LATE_S) or ()
        month = month_told(shown)
        if month is None:
            raise ToolError(f"{named(holder)} does not report which month it shows; turn it by its arrows")
        left = month_of(wanted) - month
        if not left:
            return shown
        arrows = _arrows(shown)
        place = _arrow(effects, len(arrows), left)
        if place is None:
            break
        await context.press(await require(context, arrows[place]))
        # Calendars that slide report the old month until they stop.
        after = await context.until(partial(_another, inside, month), _LATE_S)
        effects[place] = 0 if after is None else after - month
    raise ToolError(f"{named(holder)} cannot be turned to {wanted:%Y-%m} by its arrows")


def _another(inside: Inside, month: int, look: Snapshot) -> int | None:
    now = month_told(inside(look))
    return None if now == month else now


def _telling(inside: Inside, look: Snapshot) -> tuple[Element, ...] | None:
    shown = inside(look)
    return None if month_told(shown) is None else shown


def _arrows(inside: Sequence[Element]) -> list[Element]:
    """Return the buttons that are no day, no month and no year, from left to right."""
    words = {label(name) for name in calendar.month_name if name}
    buttons = [element for element in inside if element.role in _TURNING and not element.name.strip().isdecimal()]
    return sorted(
        (element for element in buttons if label(element.name) not in words), key=lambda element: element.rect.x
    )


def _arrow(effects: dict[int, int], count: int, left: int) -> int | None:
    """Choose the arrow that is known to go furthest without going too far, otherwise one that was not tried yet."""
    helpful = {place: by for place, by in effects.items() if by * left > 0 and abs(by) <= abs(left)}
    untried = [place for place in range(count) if place not in effects]
    if helpful and (not untried or abs(left) <= 12):
        return max(helpful, key=lambda place: abs(helpful[place]))
    order = untried if left < 0 else list(reversed(untried))
    return order[0] if order else max(helpful, key=lambda place: abs(helpful[place]), default=None)


def cell_of(inside: Sequence[Element], wanted: date) -> Element:
    """Find the day's cell. A month begins at the first 1 that a 2 follows; a column of week numbers may stand before it."""
    days = [
        element
        for element in inside
        if element.name.strip().isdecimal() and int(element.name) <= 53 and element.role not in BUTTONS_AND_IMAGES
    ]
    days = days or [element for element in inside if element.name.strip().isdecimal() and int(element.name) <= 31]
    columns = sorted({element.rect.x for element in days})
    if len(columns) == 8:
        days = [element for element in days if element.rect.x != columns[0]]
    days.sort(key=lambda element: (element.rect.y, element.rect.x))
    numbers = [int(element.name) for element in days]
    for start in range(len(numbers) - 1):
        if numbers[start : start + 2] == [1, 2] and start + wanted.day <= len(numbers):
            found = days[start + wanted.day - 1]
            if int(found.name) == wanted.day:
                return found
    raise ToolError(f"the calendar shows no {wanted.day}. in its month; look at it, and click the day by its id")
