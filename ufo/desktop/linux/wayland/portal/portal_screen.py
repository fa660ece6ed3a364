"""The screen of a Wayland session whose compositor is not known, with what its portal lends: keys for the window that the tree
calls active, pictures of whole screens, the clipboard. Nobody tells where windows are, so there is no pointer.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from ufo.desktop.linux.screen.one_thread import OneThread, OnThread
from ufo.desktop.linux.screen.screen import Screen
from ufo.desktop.linux.wayland.gnome.gnome_pictures import NotShared
from ufo.desktop.linux.wayland.gnome.key_strokes import KeyStrokes
from ufo.desktop.linux.wayland.gnome.keyboard_signs import KeyboardSigns, LateKeymap, SeatKeymap
from ufo.desktop.linux.wayland.gnome.remote import RemotePaste
from ufo.desktop.linux.wayland.gnome.without_extension import ActiveAlone, WholeScreens
from ufo.desktop.linux.wayland.not_given import NoParts
from ufo.desktop.linux.wayland.portal.portal_consent import PortalConsent, Use, session_on
from ufo.desktop.linux.wayland.portal.portal_session import PortalSession
from ufo.desktop.linux.wayland.session_bus import SessionBus
from ufo.desktop.linux.wayland.tree_windows import TreeWindows
from ufo.desktop.values import Keys
from ufo.desktop.values import Screen as Monitor
from ufo.errors import DesktopError, NotActionable, PicturesRefused
from ufo.schema.picture import Frame

_NO_PLACES = (
    "nobody tells where windows are, so there is no pointer; use the control's own action or keys, or work on a private desktop "
    "(--desktop private)"
)
_NO_WINDOW = "there are no pictures of single windows, since nobody tells where they are; take one of the whole screen"
_ONCE = (
    "controls are worked by their own actions; where keys, the clipboard or a picture are needed, a dialog of your desktop asks "
    "you once; --desktop private has all without it"
)


class PortalCast:
    """Has the pictures of a shared monitor begin: a `Begin`."""

    def __init__(self, session: PortalSession) -> None:
        self._session = session

    def __call__(self, monitor: Monitor, ends: contextlib.ExitStack) -> tuple[int, int]:
        stream = self._session.stream_of(monitor.rect)
        if stream is None:
            raise NotShared(f"the screen {monitor.name!r} is not shared by the desktop's dialog, or not yet")
        wire = self._session.pictures_of(stream)
        ends.callback(os.close, wire)
        return wire, stream.node


class PortalPaste(RemotePaste):
    """Pastes where the portal lends the clipboard, which its version 1 does not."""

    def __init__(self, session: PortalSession) -> None:
        super().__init__(session)
        self._portal = session

    async def paste(self, text: str, pid: int, press_keys: Callable[[], Awaitable[None]]) -> bool:
        return self._portal.has_clipboard and await super().paste(text, pid, press_keys)

    async def copied(self) -> str:
        if not self._portal.has_clipboard:
            raise NotActionable("the desktop's portal lends no clipboard; read the control that holds the text")
        return await super().copied()


class SharedScreens(WholeScreens):
    """Pictures of the screens that were shared."""

    more = "take one of the whole screen"

    def picture(self, window_id: str | None) -> Frame:
        if window_id is None and not self.monitors():
            raise PicturesRefused(
                "no screen is shared by the desktop's dialog, or not yet, so there is no picture; go by the controls"
            )
        return super().picture(window_id)


def open_portal_screen(
    wayland: Path,
    environment: Mapping[str, str],
    programs: Callable[[], Mapping[str, str]],
    why: str,
    bus: SessionBus,
    use: Use,
) -> Screen:
    """Return the screen. `why` says in a sentence, without its full stop, why the compositor cannot be worked; `bus` is closed
    with the screen.
    """
    thread = OneThread("the accessibility bus", ThreadPoolExecutor(1, "trees"), contextlib.nullcontext)
    session = session_on(bus)
    windows = TreeWindows(environment, programs)
    active = ActiveAlone(windows, more="")
    keymap = LateKeymap(lambda: SeatKeymap(wayland, session.tap_shift))
    pictures = SharedScreens(PortalCast(session), windows, session.monitors)
    consent = PortalConsent(session, use, {"pointer": f"{why}: {_NO_PLACES}", "windows": _NO_WINDOW})

    def end() -> None:
        for close in (pictures.close, keymap.close, session.close, bus.close, windows.end):
            close()

    def grab_key(chord: Keys, heard: Callable[[], object]) -> Callable[[], None]:
        raise DesktopError(f"{why}, so no key can stop the run; stop it with Ctrl+C")

    return Screen(
        windows=OnThread(thread, windows),
        pictures=OnThread(thread, pictures),
        pointing=OnThread(thread, active),
        strokes=OnThread(thread, KeyStrokes(session, windows, active, KeyboardSigns(keymap.text), _NO_PLACES)),
        parts=OnThread(thread, NoParts()),
        pasting=PortalPaste(session),
        painted_at=pictures.painted_at,
        grab_key=grab_key,
        close=partial(thread.close, end),
        lend=consent.lend,
        remark=f"{why}: {_ONCE}",
    )
