from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.errors import ToolError
from ufo.tools.verbs.date_boxes import parts_of, reads, typed

_DAY, _CLOCK = ("year", "month", "day"), ("hour", "minute")


@given(st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31)))
def test_each_box_reads_what_is_typed_into_it_for_any_day_and_time(moment: datetime) -> None:
    moment = moment.replace(second=0, microsecond=0)
    for boxes in ((*_DAY, *_CLOCK), (*_DAY, *_CLOCK, "half")):
        wanted = parts_of(moment.strftime("%Y").zfill(4) + moment.strftime("-%m-%dT%H:%M"), boxes)
        assert wanted.keys() == set(boxes)
        for part, number in wanted.items():
            ways = typed(part, number)
            assert all(reads(part, f"{way}m" if part == "half" else way, number) for way in ways)
        hour = wanted["hour"] % 12 + 12 * wanted["half"] if "half" in wanted else wanted["hour"]
        assert (wanted["year"], wanted["day"], hour, wanted["minute"]) == (
            moment.year,
            moment.day,
            moment.hour,
            moment.minute,
        )


@pytest.mark.parametrize(
    ("text", "boxes", "wanted"),
    [
        ("12:05 am", (*_CLOCK, "half"), {"hour": 12, "minute": 5, "half": 0}),
        ("12:05 p.m.", _CLOCK, {"hour": 12, "minute": 5}),
        ("14:35", (*_CLOCK, "second"), {"hour": 14, "minute": 35, "second": 0}),
        ("09:05:30.25", (*_CLOCK, "second", "millisecond"), {"hour": 9, "minute": 5, "second": 30, "millisecond": 250}),
        ("2026-W53", ("week", "year"), {"week": 53, "year": 2026}),
        ("2026-11", ("month", "year"), {"month": 11, "year": 2026}),
        ("2026-12-24 09:05", (*_DAY, *_CLOCK), {"year": 2026, "month": 12, "day": 24, "hour": 9, "minute": 5}),
    ],
)
def test_days_and_times_are_taken_apart_as_the_boxes_want_them(
    text: str, boxes: tuple[str, ...], wanted: object
) -> None:
    assert parts_of(text, boxes) == wanted


@pytest.mark.parametrize(
    ("text", "boxes", "example"),
    [
        ("24.12.26", _DAY, "2026-12-24"),
        ("2026-02-30", _DAY, "2026-12-24"),
        ("2026-12", _DAY, "2026-12-24"),
        ("2026-12-24T09:05", _DAY, "2026-12-24"),
        ("2026-12-24", ("year", "month"), "2026-12"),
        ("2025-W53", ("year", "week"), "2026-W52"),
        ("25:00", _CLOCK, "14:35"),
        ("13:00 pm", _CLOCK, "14:35"),
        ("14:35:07", _CLOCK, "14:35"),
        ("2026-12-24", (*_DAY, *_CLOCK), "2026-12-24T14:35"),
        ("", _CLOCK, "14:35"),
    ],
)
def test_what_does_not_fit_is_refused_with_how_to_write_it(text: str, boxes: tuple[str, ...], example: str) -> None:
    with pytest.raises(ToolError, match=f"write it as {example}$"):
        parts_of(text, boxes)


def test_an_empty_box_is_no_midnight() -> None:
    assert not reads("minute", "", 0)
    assert not reads("hour", "--", 0)
    assert not reads("half", None, 0)
    assert reads("minute", "00", 0)
    assert reads("month", "November", 11)
    assert not reads("half", "2", 1)
