"""Pictures as KWin hands them over, and what it says where it hands over none."""

from __future__ import annotations

from typing import Any

import pytest
from dbus_fast import Variant

from tests.desktop.linux.wayland.kwin.recorded import RecordedBus, told, window
from ufo.desktop.linux.wayland.kwin.kwin_pictures import KWinPictures
from ufo.desktop.linux.wayland.kwin.kwin_windows import KWinWindows
from ufo.desktop.linux.wayland.session_bus import Refused
from ufo.errors import DesktopError, NotActionable, PicturesRefused
from ufo.schema.geometry import Rect

_PLACE = Rect(10, 20, 2, 2)
_ERROR = "org.kde.KWin.ScreenShot2.Error"


def _said(**other: int) -> dict[str, Any]:
    values = {"width": 2, "height": 2, "stride": 8, "format": 6, **other}
    return {"type": Variant("s", "raw"), **{name: Variant("u", value) for name, value in values.items()}}


def _pictures(shot: tuple[dict[str, Any], bytes] | Refused) -> KWinPictures:
    bus = RecordedBus(told(window(1)), shot)
    return KWinPictures(bus, KWinWindows(bus, dict))


def test_rows_come_without_their_padding() -> None:
    padded = b"".join(bytes(range(row, row + 8)) + b"pad!" for row in (0, 100))
    assert _pictures((_said(stride=12), padded)).seen_in(_PLACE) == bytes(range(8)) + bytes(range(100, 108))


def test_a_finer_picture_is_brought_to_one_pixel_for_each_of_the_screen() -> None:
    finer = bytes([9, 8, 7, 255]) * 16
    assert _pictures((_said(width=4, height=4, stride=16), finer)).seen_in(_PLACE) == bytes([9, 8, 7, 255]) * 4


@pytest.mark.parametrize("said", [_said(format=12), _said(stride=4), _said(width=0), _said(height=900), {}])
def test_what_is_no_picture_is_refused(said: dict[str, Any]) -> None:
    with pytest.raises(DesktopError, match="no picture"):
        _pictures((said, bytes(16))).seen_in(_PLACE)


def test_a_missing_grant_and_missing_opengl_are_told_apart() -> None:
    with pytest.raises(PicturesRefused, match="ufo wayland install"):
        _pictures(Refused(f"{_ERROR}.NoAuthorized", "not authorized")).picture(None)
    with pytest.raises(PicturesRefused, match="without OpenGL"):
        _pictures(Refused("org.freedesktop.DBus.Error.UnknownObject", "No such object path")).picture(None)


def test_a_window_that_closed_meanwhile_does_not_mean_that_there_are_no_pictures() -> None:
    with pytest.raises(NotActionable, match="look again") as told_so:
        _pictures(Refused(f"{_ERROR}.InvalidWindow", "Invalid window requested")).picture(None)
    assert not isinstance(told_so.value, PicturesRefused)


def test_a_place_off_the_screen_shows_nothing() -> None:
    assert _pictures((_said(), bytes(16))).seen_in(Rect(5000, 0, 2, 2)) == b""
