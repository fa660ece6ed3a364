"""The screen of a GNOME session."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Never

from ufo.desktop.linux.screen.call import Pointing
from ufo.desktop.linux.screen.keysyms import keysym_named
from ufo.desktop.linux.screen.one_thread import OneThread, OnThread
from ufo.desktop.linux.screen.screen import Screen, Windows
from ufo.desktop.linux.wayland.gnome.exact_hits import ExactHits
from ufo.desktop.linux.wayland.gnome.gnome_pictures import CastPictures, GnomePictures, MutterCast
from ufo.desktop.linux.wayland.gnome.gnome_strokes import GnomeStrokes
from ufo.desktop.linux.wayland.gnome.gnome_windows import GnomeWindows
from ufo.desktop.linux.wayland.gnome.key_strokes import KeyStrokes
from ufo.desktop.linux.wayland.gnome.keyboard_signs import KeyboardSigns, LateKeymap, SeatKeymap
from ufo.desktop.linux.wayland.gnome.monitors import Monitors
from ufo.desktop.linux.wayland.gnome.remote import RemotePaste, RemoteSession
from ufo.desktop.linux.wayland.gnome.scaled_shell import ScaledShell
from ufo.desktop.linux.wayland.gnome.without_extension import ActiveAlone, GnomeTreeWindows, WholeScreens
from ufo.desktop.linux.wayland.not_given import NoParts
from ufo.desktop.linux.wayland.portal.portal_consent import PortalConsent, Use, session_on
from ufo.desktop.linux.wayland.portal.portal_requests import is_there
from ufo.desktop.linux.wayland.portal.portal_screen import PortalCast, PortalPaste
from ufo.desktop.linux.wayland.portal.portal_session import PortalSession
from ufo.desktop.linux.wayland.session_bus import SessionBus
from ufo.desktop.linux.wayland.sway_key import name_of
from ufo.desktop.values import Keys
from ufo.errors import DesktopError, DesktopUnavailable

_DENIED = (
    "GNOME lends this program neither keyboard nor pictures by itself; where they are needed, a dialog of your desktop asks you "
    "once"
)
_MODIFIERS = {"ctrl": "<Control>", "shift": "<Shift>", "alt": "<Alt>", "super": "<Super>"}


@dataclass(frozen=True, slots=True)
class _Parts:
    """What lives in the screen's thread. `ends` closes it, the last first."""

    ends: contextlib.ExitStack
    remote: RemoteSession | PortalSession
    windows: Windows
    pointing: Pointing
    pictures: CastPictures
    strokes: KeyStrokes
    grab: Callable[[str, Callable[[], object]], Callable[[], None]]
    consent: PortalConsent | None


async def open_screen(
    wayland: Path, environment: Mapping[str, str], programs: Callable[[], Mapping[str, str]], use: Use
) -> Screen:
    """Connect to GNOME. `programs` maps the ids of desktop files to programs (`app_id.app_root`). Without the extension there is
    no pointer, and what needs one says how to install it. `use`: whether the portal may ask the person where Mutter denies keys
    and pictures. Raises DesktopUnavailable.
    """
    thread = OneThread(f"GNOME at {str(wayland)!r}", ThreadPoolExecutor(1, "gnome"), _unguarded)
    try:
        parts = await thread.run(partial(_begin, wayland, environment, programs, use))
    except BaseException:
        await asyncio.shield(thread.close(lambda: None))
        raise

    async def close() -> None:
        await thread.close(parts.ends.close)

    return Screen(
        windows=OnThread(thread, parts.windows),
        pictures=OnThread(thread, parts.pictures),
        pointing=OnThread(thread, parts.pointing),
        strokes=OnThread(thread, parts.strokes),
        parts=OnThread(thread, NoParts()),
        pasting=PortalPaste(parts.consent.session) if parts.consent else RemotePaste(parts.remote),
        painted_at=parts.pictures.painted_at,
        grab_key=lambda chord, heard: parts.grab(accelerator(chord), heard),
        close=close,
        lend=None if parts.consent is None else parts.consent.lend,
        remark=_DENIED if parts.consent else "",
    )


def accelerator(chord: Keys) -> str:
    """Return a chord as GNOME writes it, "<Control><Alt>p". Raises DesktopError where it cannot be one."""
    *held, key = chord.chord
    unknown = [modifier for modifier in held if modifier not in _MODIFIERS]
    if unknown:
        raise DesktopError(f"{unknown[0]!r} cannot be held in a halt key; use ctrl, shift, alt and super, then a key")
    return "".join(_MODIFIERS[modifier] for modifier in held) + name_of(keysym_named(key, alone=False))


def _begin(
    wayland: Path, environment: Mapping[str, str], programs: Callable[[], Mapping[str, str]], use: Use
) -> _Parts:
    with contextlib.ExitStack() as ends:
        bus = SessionBus(environment.get("DBUS_SESSION_BUS_ADDRESS", ""))
        ends.callback(bus.close)
        shown = Monitors(bus)
        shell = ScaledShell(bus, shown)
        why = shell.fault()
        remote, consent = _remote(bus, use)
        ends.callback(remote.close)
        cast = MutterCast(bus, environment) if consent is None else PortalCast(consent.session)
        keymap = LateKeymap(lambda: SeatKeymap(wayland, remote.tap_shift))
        ends.callback(keymap.close)
        if consent is None:
            # Without a keyboard, which this wakes, no program calls its window active.
            keymap.text()
        signs = KeyboardSigns(keymap.text)
        if why:
            trees = GnomeTreeWindows(bus, environment, programs)
            ends.callback(trees.end)
            active = ActiveAlone(trees)
            screens = WholeScreens(cast, trees, shown)
            ends.callback(screens.close)
            keys = KeyStrokes(remote, trees, active, signs, why)
            return _Parts(ends.pop_all(), remote, trees, active, screens, keys, partial(_no_grab, why), consent)
        windows = GnomeWindows(shell, shown, programs)
        hits = ExactHits(windows, shell)
        pictures = GnomePictures(cast, shell, windows, shown)
        ends.callback(pictures.close)
        strokes = GnomeStrokes(shell, remote, windows, hits, signs)
        return _Parts(ends.pop_all(), remote, windows, hits, pictures, strokes, shell.grab, consent)


def _remote(bus: SessionBus, use: Use) -> tuple[RemoteSession | PortalSession, PortalConsent | None]:
    """Return Mutter's own session; where it lets nobody in, the portal's, and who asks for that. Raises DesktopUnavailable."""
    try:
        return RemoteSession(bus), None
    except DesktopUnavailable:
        if use == "never" or not is_there(bus):
            raise
    session = session_on(bus)
    return session, PortalConsent(session, use)


def _no_grab(why: str, accelerator: str, _pressed: Callable[[], object]) -> Never:
    raise DesktopError(f"GNOME lets no program hear the key {accelerator}: {why}")


@contextlib.contextmanager
def _unguarded() -> Iterator[None]:
    yield
