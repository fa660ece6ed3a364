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
from ufo.desktop.linux.wayland.gnome.bus import SessionBus
from ufo.desktop.linux.wayland.gnome.exact_hits import ExactHits
from ufo.desktop.linux.wayland.gnome.gnome_pictures import CastPictures, GnomePictures
from ufo.desktop.linux.wayland.gnome.gnome_strokes import GnomeStrokes
from ufo.desktop.linux.wayland.gnome.gnome_windows import GnomeWindows
from ufo.desktop.linux.wayland.gnome.key_strokes import KeyStrokes
from ufo.desktop.linux.wayland.gnome.keyboard_signs import KeyboardSigns, SeatKeymap
from ufo.desktop.linux.wayland.gnome.monitors import monitors
from ufo.desktop.linux.wayland.gnome.remote import RemotePaste, RemoteSession
from ufo.desktop.linux.wayland.gnome.shell import ShellExtension
from ufo.desktop.linux.wayland.gnome.without_extension import ActiveAlone, GnomeTreeWindows, WholeScreens
from ufo.desktop.linux.wayland.not_given import NoParts
from ufo.desktop.linux.wayland.sway_key import name_of
from ufo.desktop.values import Keys
from ufo.errors import DesktopError

_MODIFIERS = {"ctrl": "<Control>", "shift": "<Shift>", "alt": "<Alt>", "super": "<Super>"}


@dataclass(frozen=True, slots=True)
class _Parts:
    """What lives in the screen's thread. `ends` closes it, the last first."""

    ends: contextlib.ExitStack
    remote: RemoteSession
    windows: Windows
    pointing: Pointing
    pictures: CastPictures
    strokes: KeyStrokes
    grab: Callable[[str, Callable[[], object]], Callable[[], None]]


async def open_screen(
    wayland: Path, environment: Mapping[str, str], programs: Callable[[], Mapping[str, str]]
) -> Screen:
    """Connect to GNOME. `programs` maps the ids of desktop files to programs (`app_id.app_root`). Without the extension there is
    no pointer, and what needs one says how to install it. Raises DesktopUnavailable.
    """
    thread = OneThread(f"GNOME at {str(wayland)!r}", ThreadPoolExecutor(1, "gnome"), _unguarded)
    try:
        parts = await thread.run(partial(_begin, wayland, environment, programs))
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
        pasting=RemotePaste(parts.remote),
        painted_at=parts.pictures.painted_at,
        grab_key=lambda chord, heard: parts.grab(accelerator(chord), heard),
        close=close,
    )


def accelerator(chord: Keys) -> str:
    """Return a chord as GNOME writes it, "<Control><Alt>p". Raises DesktopError where it cannot be one."""
    *held, key = chord.chord
    unknown = [modifier for modifier in held if modifier not in _MODIFIERS]
    if unknown:
        raise DesktopError(f"{unknown[0]!r} cannot be held in a halt key; use ctrl, shift, alt and super, then a key")
    return "".join(_MODIFIERS[modifier] for modifier in held) + name_of(keysym_named(key, alone=False))


def _begin(wayland: Path, environment: Mapping[str, str], programs: Callable[[], Mapping[str, str]]) -> _Parts:
    with contextlib.ExitStack() as ends:
        bus = SessionBus(environment.get("DBUS_SESSION_BUS_ADDRESS", ""))
        ends.callback(bus.close)
        shell = ShellExtension(bus)
        why = shell.fault()
        remote = RemoteSession(bus)
        ends.callback(remote.close)
        keymap = SeatKeymap(wayland, remote.tap_shift)
        ends.callback(keymap.close)
        signs, shown = KeyboardSigns(keymap.text), partial(monitors, bus)
        if why:
            trees = GnomeTreeWindows(bus, environment, programs)
            ends.callback(trees.end)
            active = ActiveAlone(trees)
            screens = WholeScreens(bus, trees, shown, environment)
            ends.callback(screens.close)
            keys = KeyStrokes(remote, trees, active, signs, why)
            return _Parts(ends.pop_all(), remote, trees, active, screens, keys, partial(_no_grab, why))
        windows = GnomeWindows(shell, shown, programs)
        hits = ExactHits(windows, shell)
        pictures = GnomePictures(bus, shell, windows, shown, environment)
        ends.callback(pictures.close)
        strokes = GnomeStrokes(shell, remote, windows, hits, signs)
        return _Parts(ends.pop_all(), remote, windows, hits, pictures, strokes, shell.grab)


def _no_grab(why: str, accelerator: str, _pressed: Callable[[], object]) -> Never:
    raise DesktopError(f"GNOME lets no program hear the key {accelerator}: {why}")


@contextlib.contextmanager
def _unguarded() -> Iterator[None]:
    yield
