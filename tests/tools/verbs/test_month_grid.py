from __future__ import annotations

import calendar
from collections.abc import Iterator

import pytest

from ufo.desktop.snapshot import Element, Handle
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.tools.verbs.shown_month import month_seen, month_told

_WIDE, _HIGH = 30, 20


def _words(words: str, x: int, y: int) -> Element:
    return Element(Handle(1, f"{words}{x},{y}", "Text", words), "Text", words, Rect(x, y, 10, 8))


def _drawn(year: int, month: int, *, start: int = calendar.SUNDAY, weeks: bool = False) -> Iterator[Element]:
    yield _words(calendar.month_name[month], 40, 0)
    yield _words(f"< {year} >", 150, 0)
    for row, week in enumerate(calendar.Calendar(start).monthdatescalendar(year, month)):
        if weeks:
            yield _words(str(row + 1), -40, 40 + row * _HIGH)
        for column, day in enumerate(week):
            yield _words(str(day.day), column * _WIDE, 40 + row * _HIGH)


@pytest.mark.parametrize("start", [calendar.SUNDAY, calendar.MONDAY])
@pytest.mark.parametrize("weeks", [False, True])
def test_every_day_of_a_month_is_found_where_it_stands(start: int, weeks: bool) -> None:
    for number in range(24):
        drawn = list(_drawn(2026 + number // 12, number % 12 + 1, start=start, weeks=weeks))
        month = month_seen(drawn)
        assert month is not None and month.number == 2026 * 12 + number
        for day in (1, 9, month.last):
            at = [
                element
                for element in drawn
                if element.name == str(day) and month.place(day).contains(element.rect.center)
            ]
            assert len(at) == 1, (number, day)


def test_numbers_that_were_not_read_or_read_wrongly_are_outvoted() -> None:
    drawn = [element for element in _drawn(2026, 3) if len(element.name) > 1] + [_words("7", 2 * _WIDE, 40 + 3 * _HIGH)]
    month = month_seen(drawn)
    assert month is not None and month.place(1).contains(_words("1", 0, 40).rect.center)


def test_numbers_that_are_no_month_or_another_than_the_words_say_are_not_taken_for_one() -> None:
    assert month_seen([*_drawn(2026, 3)][2:]) is None
    assert month_seen([_words("July", 40, 0), *[*_drawn(2026, 3)][1:]]) is None
    grid = [_words(str(row * 7 + column), column * _WIDE, row * _HIGH) for row in range(5) for column in range(1, 8)]
    assert month_seen([_words("May 2026", 0, -40), *grid]) is None


def test_of_several_months_told_the_one_whose_days_are_there_is_meant() -> None:
    drawn = [*_drawn(2026, 4), _words("January", 40, 0), _words("March", 40, 0)]
    assert month_told(drawn) == 2026 * 12 + 3


def test_a_day_stands_out_where_it_is_the_only_one_on_another_ground() -> None:
    month = month_seen(list(_drawn(2026, 3)))
    assert month is not None
    assert month.day_that_stands_out(_picture()) is None
    assert month.day_that_stands_out(_picture(month.place(20))) == 20
    assert month.day_that_stands_out(_picture(month.place(20), month.place(4))) is None


def _picture(*coloured: Rect) -> Frame:
    rect = Rect(-60, -10, 300, 200)
    pixels = bytearray(b"\xff\xff\xff\x00" * rect.area)
    for box in coloured:
        for y in range(box.y, box.bottom):
            first = ((y - rect.y) * rect.width + box.x - rect.x) * 4
            pixels[first : first + box.width * 4] = b"\xe0\x80\x30\x00" * box.width
    return Frame(rect, bytes(pixels))
