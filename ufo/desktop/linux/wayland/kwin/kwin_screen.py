"""The screen of KWin, the compositor of Plasma."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from ufo.desktop.linux.screen.screen import Screen
from ufo.desktop.linux.wayland import assembly
from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.hand_strokes import HandStrokes
from ufo.desktop.linux.wayland.kwin.kwin_bus import KWinBus, Refused
from ufo.desktop.linux.wayland.kwin.kwin_hands import KWinHands
from ufo.desktop.linux.wayland.kwin.kwin_key import KWinKey
from ufo.desktop.linux.wayland.kwin.kwin_pictures import KWinPictures
from ufo.desktop.linux.wayland.kwin.kwin_windows import KWinWindows
from ufo.desktop.linux.wayland.layout_hits import LOCKED, LayoutPointing
from ufo.errors import DesktopUnavailable, NotActionable, PicturesRefused
from ufo.schema.geometry import Rect

_UNSEEN = "Right before a click windows and trees are asked again, but nothing is looked at"
_SAVER = "org.freedesktop.ScreenSaver"


async def open_screen(wayland: Path, address: str, programs: Callable[[], Mapping[str, str]]) -> Screen:
    """Connect to KWin by its socket and by the session bus at `address`. `programs` maps the ids of desktop files to programs
    (`app_id.app_root`). Raises DesktopUnavailable.
    """

    def begin(client: WaylandClient, ends: ExitStack) -> assembly.Parts:
        bus = KWinBus(address)
        ends.callback(bus.close)
        windows = KWinWindows(bus, programs)
        pointing = LayoutPointing(windows, partial(in_front, bus))
        pictures, hands = KWinPictures(bus, windows), KWinHands(client, bus)
        return assembly.Parts(
            windows,
            pictures,
            pointing,
            HandStrokes(hands, windows, pointing),
            lambda chord, heard: KWinKey(address, chord, heard).release,
            pictures.painted_at,
            remark=_remark(hands, pictures),
        )

    return await assembly.open_screen("KWin", wayland, begin)


def in_front(bus: KWinBus) -> str:
    """Return the name of a locked screen, "" where the session is not locked."""
    with contextlib.suppress(Refused, DesktopUnavailable):
        return LOCKED if bus.call(("/ScreenSaver", _SAVER), "GetActive", name=_SAVER)[0] else ""
    return ""


def _remark(hands: KWinHands, pictures: KWinPictures) -> str:
    try:
        hands.require()
        pictures.seen_in(Rect(0, 0, 1, 1))
    except PicturesRefused as error:
        return f"{error}. {_UNSEEN}"
    except NotActionable as error:
        return str(error)
    return ""
