"""The screen of KWin, the compositor of Plasma."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from ufo.desktop.linux.screen.one_thread import OneThread, OnThread
from ufo.desktop.linux.screen.screen import Screen
from ufo.desktop.linux.wayland.client import WaylandClient
from ufo.desktop.linux.wayland.gnome.gnome_pictures import CastPictures
from ufo.desktop.linux.wayland.kwin.kwin_bus import KWIN, KWinBus
from ufo.desktop.linux.wayland.kwin.kwin_hands import KWinHands
from ufo.desktop.linux.wayland.kwin.kwin_key import KWinKey
from ufo.desktop.linux.wayland.kwin.kwin_pictures import KWinPictures
from ufo.desktop.linux.wayland.kwin.kwin_places import KWinPointing
from ufo.desktop.linux.wayland.kwin.kwin_strokes import KWinStrokes
from ufo.desktop.linux.wayland.kwin.kwin_ways import FakeInput, PortalWay
from ufo.desktop.linux.wayland.kwin.kwin_windows import KWinWindows
from ufo.desktop.linux.wayland.portal.portal_consent import PortalConsent, Use, open_portal, session_on
from ufo.desktop.linux.wayland.portal.portal_screen import PortalCast
from ufo.desktop.linux.wayland.portal.portal_session import PortalPointer
from ufo.desktop.linux.wayland.tree_screen import NoParts
from ufo.desktop.linux.wayland.wayland_paste import WaylandPaste
from ufo.desktop.values import Keys
from ufo.errors import NotActionable, PicturesRefused
from ufo.schema.geometry import Rect

_ONCE = "until then a dialog of your desktop asks you once, where keys, pointer or a picture are needed"
_UNSEEN = "Right before a click windows and trees are asked again, but nothing is looked at"


@dataclass(frozen=True, slots=True)
class _Parts:
    """What lives in the screen's thread. `consent`: asks the person where KWin grants nothing and the portal is there."""

    windows: KWinWindows
    pictures: KWinPictures | CastPictures
    pointing: KWinPointing
    strokes: KWinStrokes
    consent: PortalConsent | None
    remark: str
    refused: str


async def open_screen(wayland: Path, address: str, programs: Callable[[], Mapping[str, str]], use: Use) -> Screen:
    """Connect to KWin by its socket and by the session bus at `address`. `programs` maps the ids of desktop files to programs
    (`app_id.app_root`). `use`: whether the portal may ask the person for what KWin does not grant. Raises DesktopUnavailable.
    """
    client: WaylandClient | None = None
    bus: KWinBus | None = None
    ends = contextlib.ExitStack()

    @contextlib.contextmanager
    def guard() -> Iterator[None]:
        """What was told meanwhile is read before each call, or KWin would end a connection that reads nothing."""
        if client is not None:
            client.hear()
        yield

    thread = OneThread(f"KWin at {str(wayland)!r}", ThreadPoolExecutor(1, "kwin"), guard)

    def begin() -> _Parts:
        nonlocal client, bus
        client = WaylandClient(wayland)
        bus = KWinBus(address)
        ends.callback(bus.close)
        ends.callback(client.close)
        windows = KWinWindows(bus, programs)
        pointing, granted = KWinPointing(bus, windows), FakeInput(client)
        taken = KWinPictures(bus, windows)
        refused = _refused(granted)
        portal = open_portal(address, use) if refused else None
        if portal is None:
            strokes = KWinStrokes(KWinHands(client, bus, granted), windows, pointing)
            return _Parts(windows, taken, pointing, strokes, None, refused or _unseen(taken), refused)
        ends.callback(portal.close)
        session = session_on(portal, (KWIN,))
        ends.callback(session.close)
        way = PortalWay(session, PortalPointer(session, lambda: windows.layout().pointer, windows.monitors), client)
        strokes = KWinStrokes(KWinHands(client, bus, way), windows, pointing)
        cast = CastPictures(PortalCast(session), windows, windows.monitors)
        ends.callback(cast.close)
        return _Parts(windows, cast, pointing, strokes, PortalConsent(session, use), f"{refused}; {_ONCE}", "")

    async def close() -> None:
        await thread.close(ends.close)

    def grab_key(chord: Keys, heard: Callable[[], object]) -> Callable[[], None]:
        return KWinKey(address, chord, heard).release

    try:
        parts = await thread.run(begin)
    except BaseException:
        await asyncio.shield(close())
        raise
    return Screen(
        windows=OnThread(thread, parts.windows),
        pictures=OnThread(thread, parts.pictures),
        pointing=OnThread(thread, parts.pointing),
        strokes=OnThread(thread, parts.strokes),
        parts=OnThread(thread, NoParts()),
        pasting=WaylandPaste(wayland),
        painted_at=parts.pictures.painted_at,
        grab_key=grab_key,
        close=close,
        no_hands=parts.refused,
        lend=None if parts.consent is None else parts.consent.lend,
        remark=parts.remark,
    )


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
    except NotActionable as error:
        return str(error)
    return ""
