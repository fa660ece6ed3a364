"""What came between KWin's answer and a stroke is a surprise; what the stroke itself brought about is none."""

from __future__ import annotations

from functools import partial

import pytest

from tests.desktop.linux.wayland.kwin.recorded import RecordedBus, told, window
from ufo.desktop.linux.wayland.kwin.kwin_screen import in_front
from ufo.desktop.linux.wayland.kwin.kwin_windows import KWinWindows
from ufo.desktop.linux.wayland.layout import Layout, surprise
from ufo.desktop.linux.wayland.layout_hits import LayoutPointing
from ufo.desktop.linux.wayland.session_bus import Answer
from ufo.errors import NotActionable
from ufo.schema.geometry import Point

_AT = Point(500, 300)
_OTHER = {"pid": 2, "title": "Other"}


def _layout(*windows: dict[str, object]) -> Layout:
    return KWinWindows(RecordedBus(told(*windows)), dict).layout()


def test_nothing_that_changed_is_no_surprise() -> None:
    assert surprise(_layout(window(1)), _layout(window(1)), _AT) is None


def test_a_window_of_another_program_that_came_over_it_is_a_surprise() -> None:
    found = surprise(_layout(window(1)), _layout(window(1), window(2, **_OTHER)), _AT)
    assert found == "'Other' came over 'Calculator' meanwhile"
    raised = surprise(_layout(window(1, **_OTHER), window(2)), _layout(window(3, **_OTHER), window(2)), _AT)
    assert raised is not None and raised.startswith("'Other' came over")


def test_one_that_came_beside_the_point_is_none() -> None:
    beside = window(2, frame=[0, 0, 100, 100], **_OTHER)
    assert surprise(_layout(window(1)), _layout(window(1), beside), _AT) is None


def test_a_dialog_or_a_menu_of_its_own_program_is_none() -> None:
    dialog, menu = window(2, parent=window(1)["id"]), window(3, popup=True, parent=window(1)["id"])
    assert surprise(_layout(window(1)), _layout(window(1), dialog), _AT) is None
    assert surprise(_layout(window(1)), _layout(window(1), menu), _AT) is None


def test_what_lay_below_a_window_that_the_click_closed_is_none() -> None:
    below = window(1, **_OTHER)
    assert surprise(_layout(below, window(2)), _layout(below), _AT) is None
    assert surprise(_layout(below, window(2)), _layout(below, window(2, shown=False)), _AT) is None
    new = surprise(_layout(window(2)), _layout(window(3, **_OTHER)), _AT)
    assert new is not None and new.startswith("'Other' came over")


def test_a_window_that_moved_is_a_surprise_and_one_that_changed_its_size_is_none() -> None:
    moved = window(1, frame=[470, 180, 360, 489])
    assert surprise(_layout(window(1)), _layout(moved), _AT) == "'Calculator' moved meanwhile"
    larger = window(1, frame=[0, 0, 1280, 800])
    assert surprise(_layout(window(1)), _layout(larger), _AT) is None


class _LockedBus(RecordedBus):
    def call(self, *_: object, **__: object) -> Answer:
        return Answer([True], [])


def test_a_locked_screen_gets_no_stroke() -> None:
    bus = _LockedBus(told(window(1)))
    pointing = LayoutPointing(KWinWindows(bus, dict), partial(in_front, bus))
    aim = pointing.aim(KWinWindows(bus, dict).surfaces()[0].window.id)
    assert pointing.obstacle(aim.window_id) == "the locked screen"
    with pytest.raises(NotActionable, match="the locked screen is in front"):
        pointing.require_at(aim, _AT)
    with pytest.raises(NotActionable, match="the locked screen is in front"):
        pointing.require_focus(aim)
