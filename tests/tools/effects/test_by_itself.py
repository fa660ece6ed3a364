"""What changes by itself between two looks, and what an act may have changed."""

from __future__ import annotations

import pytest

from ufo.desktop.matching.diff import difference
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.values import Window
from ufo.schema.command import Effect
from ufo.schema.geometry import Point, Rect
from ufo.tools.effects.by_itself import counted_on, in_pages, keys_by_themselves, only_ticks, page_first
from ufo.tools.effects.compare import Observation, compare
from ufo.tools.effects.judge import Judgement, judge_at, judge_keys
from ufo.tools.effects.summary import UNCHANGED, facts

_PLACE, _ALL = Rect(5, 5, 10, 10), Rect(0, 0, 200, 100)
_WINDOW = Window("w", "Page", _ALL, 1, "chromium", "chromium")


def _one(key: str, role: str, name: str, *, depth: int = 1, place: Rect = _PLACE, value: str | None = None) -> Element:
    return Element(Handle(1, key, role, name), role, name, place, value=value, depth=depth)


def _look(*elements: Element) -> Snapshot:
    return Snapshot(1, "w", _ALL, (_one("stays", "Pane", "", depth=0), *elements))


@pytest.mark.parametrize(
    ("old", "new", "ticks"),
    [
        ("86362 / 86400sec", "86359 / 86400sec", True),
        ("12:30:59", "12:31:00", True),
        ("41%", "42%", True),
        ("Cart (0)", "Cart (1)", False),
        ("0", "1", False),
    ],
)
def test_a_clock_ticks_and_a_count_does_not(old: str, new: str, ticks: bool) -> None:
    assert only_ticks(old, new) is ticks


def test_a_clock_whose_object_is_replaced_is_no_news_and_no_evidence() -> None:
    then, now = _look(_one("a", "Text", "9 / 10sec")), _look(_one("b", "Text", "8 / 10sec"))
    assert keys_by_themselves(difference(then, now)) == {"a", "b"}
    assert not compare(Observation((), then), Observation((), now), _WINDOW, None, frozenset()).sentences
    assert facts(Observation((), then), Observation((), now), _WINDOW) == UNCHANGED


def test_a_counter_is_no_evidence_only_where_it_counted_before_the_act_and_at_its_own_place() -> None:
    aside = Rect(5, 60, 10, 10)
    first = _look(_one("a", "Text", "3"), _one("x", "Text", "0", place=aside))
    then = _look(_one("b", "Text", "4"), _one("x", "Text", "0", place=aside))
    now = _look(_one("c", "Text", "5"), _one("y", "Text", "1", place=aside))
    running = frozenset(counted_on(difference(first, then)))
    assert keys_by_themselves(difference(then, now), running) == {"b", "c"}
    assert not keys_by_themselves(difference(then, now))


def test_a_clock_that_is_gone_at_the_look_before_the_act_is_no_evidence_when_it_is_back() -> None:
    first, then, now = _look(_one("a", "Text", "9 / 10sec")), _look(), _look(_one("b", "Text", "8 / 10sec"))
    running = frozenset(counted_on(difference(first, then)))
    assert keys_by_themselves(difference(then, now), running) == {"b"}
    assert not keys_by_themselves(difference(then, now))


def test_a_running_counter_that_a_look_misses_between_two_numbers_is_no_evidence() -> None:
    first, then, now = _look(_one("a", "Text", "3")), _look(_one("b", "Text", "4")), _look()
    running = frozenset(counted_on(difference(first, then)))
    assert keys_by_themselves(difference(then, now), running) == {"b"}
    assert keys_by_themselves(difference(now, then), running) == {"b"}
    assert not keys_by_themselves(difference(then, now))


def test_what_the_page_says_is_told_before_what_the_frame_around_it_says() -> None:
    page = _one("d", "Document", "Shop")
    bar = _one("t", "Edit", "Address", value="a")
    then = _look(bar, page, _one("p", "Edit", "Field", depth=2, value="1"))
    now = _look(_one("t", "Edit", "Address", value="b"), page, _one("p", "Edit", "Field", depth=2, value="2"))
    change = compare(Observation((), then), Observation((), now), _WINDOW, page, frozenset())
    assert [text.split("'")[1] for text in change.content] == ["Field", "Address"]
    first, second = page_first(difference(then, now), in_pages(then, now)).changed
    assert (first.after.name, second.after.name) == ("Field", "Address")


def test_a_button_of_the_frame_that_is_renamed_is_evidence_of_keys_alone() -> None:
    page = _one("d", "Document", "Shop")
    then, now = _look(_one("u", "Button", "Sign in?"), page), _look(_one("u", "Button", "You"), page)
    change = compare(Observation((), then), Observation((), now), _WINDOW, page, frozenset())
    assert not change.sentences and change.renamed
    assert judge_keys(change, typed="", readable=True).effect is Effect.PARTIAL
    in_frame = compare(Observation((), then), Observation((), now), _WINDOW, _one("u2", "Button", "Menu"), frozenset())
    assert in_frame.sentences


def _pictured(*painted: Point) -> Observation:
    pixels = bytearray(_ALL.width * _ALL.height * 4)
    for point in painted:
        pixels[(point.y * _ALL.width + point.x) * 4] = 255
    return Observation(
        (), _look(_one("a", "Text", "9 / 10sec" if not painted else "8 / 10sec")), bytes(pixels), area=_ALL
    )


@pytest.mark.parametrize(
    ("painted", "effect"),
    [
        ([Point(150, 50)], Effect.PARTIAL),
        ([Point(20, 90)], Effect.SUSPECTED_NOOP),
        # Where the clock stands: nothing of it counts, however near the act was.
        ([Point(6, 6)], Effect.SUSPECTED_NOOP),
    ],
)
def test_the_picture_counts_where_it_changed_near_the_act_and_other_than_at_a_clock(
    painted: list[Point], effect: Effect
) -> None:
    change = compare(_pictured(), _pictured(*painted), _WINDOW, None, frozenset())
    told = Judgement(Effect.PARTIAL, ("the picture of the window changed, but no control did",))
    assert judge_at(change, [Point(140, 40), Point(170, 60)], told).effect is effect


def test_buttons_of_the_frame_that_make_room_for_each_other_are_no_news() -> None:
    aside = Rect(100, 5, 10, 10)

    def look(frame: Rect, page: Rect) -> Observation:
        own = _look(
            _one("b", "Button", "You", place=frame),
            _one("d", "Document", "Page"),
            _one("x", "Button", "ONE", depth=2, place=page),
        )
        return Observation((_WINDOW,), own)

    assert facts(look(_PLACE, _PLACE), look(aside, _PLACE), _WINDOW) == UNCHANGED
    assert "moved" in facts(look(_PLACE, _PLACE), look(_PLACE, aside), _WINDOW)
