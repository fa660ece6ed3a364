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
from ufo.desktop.linux.wayland.gnome.gnome_pictures import CastPictures
from ufo.desktop.linux.wayland.hand_strokes import HandStrokes
from ufo.desktop.linux.wayland.kwin.kwin_bus import KWIN, KWinBus
from ufo.desktop.linux.wayland.kwin.kwin_hands import KWinHands
from ufo.desktop.linux.wayland.kwin.kwin_key import KWinKey
from ufo.desktop.linux.wayland.kwin.kwin_pictures import KWinPictures
from ufo.desktop.linux.wayland.kwin.kwin_ways import FakeInput, PortalWay, Way
from ufo.desktop.linux.wayland.kwin.kwin_windows import KWinWindows
from ufo.desktop.linux.wayland.layout_hits import LOCKED, LayoutPointing
from ufo.desktop.linux.wayland.portal.portal_consent import PortalConsent, Use, open_portal, session_on
from ufo.desktop.linux.wayland.portal.portal_screen import PortalCast
from ufo.desktop.linux.wayland.portal.portal_session import PortalPointer, PortalSession
from ufo.desktop.linux.wayland.session_bus import Named, Refused
from ufo.errors import DesktopUnavailable, NotActionable, PicturesRefused
from ufo.schema.geometry import Point, Rect

_ONCE = "until then a dialog of your desktop asks you once, where keys, pointer or a picture are needed"
_UNSEEN = "Right before a click windows and trees are asked again, but nothing is looked at"
_SAVER = Named("org.freedesktop.ScreenSaver", "/ScreenSaver", "org.freedesktop.ScreenSaver")


async def open_screen(wayland: Path, address: str, programs: Callable[[], Mapping[str, str]], use: Use) -> Screen:
    """Connect to KWin by its socket and by the session bus at `address`. `programs` maps the ids of desktop files to programs
    (`app_id.app_root`). `use`: whether the portal may ask the person for what KWin does not grant. Raises DesktopUnavailable.
    """

    def begin(client: WaylandClient, ends: ExitStack) -> assembly.Parts:
        bus = KWinBus(address)
        ends.callback(bus.close)
        windows = KWinWindows(bus, programs)
        pointing, granted = LayoutPointing(windows, partial(in_front, bus)), FakeInput(client)
        refused = _refused(granted)
        session = _portal_of(address, use, ends) if refused else None

        def parts(way: Way, pictures: KWinPictures | CastPictures, remark: str) -> assembly.Parts:
            return assembly.Parts(
                windows,
                pictures,
                pointing,
                HandStrokes(KWinHands(client, bus, way), windows, pointing),
                lambda chord, heard: KWinKey(address, chord, heard).release,
                pictures.painted_at,
                no_hands="" if session else refused,
                lend=PortalConsent(session, use).lend if session else None,
                remark=remark,
            )

        if session is None:
            taken = KWinPictures(bus, windows)
            return parts(granted, taken, refused or _unseen(taken))
        cast = CastPictures(PortalCast(session), windows, windows.monitors)
        ends.callback(cast.close)
        pointer = PortalPointer(session, partial(_pointer, windows), windows.monitors)
        return parts(PortalWay(session, pointer, client), cast, f"{refused}; {_ONCE}")

    return await assembly.open_screen("KWin", wayland, begin)


def _portal_of(address: str, use: Use, ends: ExitStack) -> PortalSession | None:
    portal = open_portal(address, use)
    if portal is None:
        return None
    ends.callback(portal.close)
    session = session_on(portal, (KWIN,))
    ends.callback(session.close)
    return session


def in_front(bus: KWinBus) -> str:
    """Return the name of a locked screen, "" where the session is not locked."""
    with contextlib.suppress(Refused, DesktopUnavailable):
        return LOCKED if bus.call(_SAVER, "GetActive").values[0] else ""
    return ""


def _pointer(windows: KWinWindows) -> Point:
    where = windows.layout().pointer
    assert where is not None, "kwin.js always tells it"
    return where


def _refused(way: FakeInput) -> str:
    """Return why KWin gives this program no pointer and no keyboard, "" where it does."""
    try:
        way.require()
    except NotActionable as error:
        return str(error)
    return ""


def _unseen(pictures: KWinPictures) -> str:
    try:
        pictures.seen_in(Rect(0, 0, 1, 1))
    except PicturesRefused as error:
        return f"{error}. {_UNSEEN}"
    return ""
