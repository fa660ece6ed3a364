"""Hears a chord wherever the keyboard focus is: a script in KWin registers it as a shortcut, and tells of each press."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import Future
from types import MappingProxyType

from ufo.desktop.linux.screen.keysyms import keysym_named
from ufo.desktop.linux.wayland.kwin.kwin_bus import KWinBus
from ufo.desktop.linux.wayland.session_bus import Named
from ufo.desktop.values import Keys
from ufo.errors import DesktopError

_NAMES = MappingProxyType(
    {
        "ctrl": "Ctrl", "control": "Ctrl", "shift": "Shift", "alt": "Alt", "super": "Meta", "win": "Meta", "escape": "Esc",
        "esc": "Esc", "pageup": "PgUp", "pagedown": "PgDown", "enter": "Return", "printscreen": "Print", "delete": "Del",
        "insert": "Ins", "break": "Pause",
    }
)  # fmt: skip
"""Names of keys that Qt spells in another way (`QKeySequence`)."""
_SCRIPT = """
function tell() { callDBus(UFO.to, "/ufo", "org.ufo.Told", "Told", UFO.token, "{}"); }
registerShortcut("ufo-halt-" + UFO.token, UFO.what, UFO.chord, tell);
tell();
"""
_TICK_S = 0.5
_ACCEL = Named("org.kde.kglobalaccel", "/kglobalaccel", "org.kde.KGlobalAccel")
_WHAT = "ufo: stop what it does"


class KWinKey:
    """A registered chord, with a connection and a thread of its own. No program gets it meanwhile."""

    def __init__(self, address: str, chord: Keys, heard: Callable[[], object]) -> None:
        """Register the chord. Raises DesktopUnavailable where KWin does not answer, and DesktopError where the chord is not valid
        or something else has it.
        """
        for name in chord.chord:
            keysym_named(name, len(chord.chord) == 1)
        self._address = address
        self._chord = "+".join(_spelt(name) for name in chord.chord)
        self._heard = heard
        self._released = threading.Event()
        begun: Future[None] = Future()
        threading.Thread(target=self._listen, args=(begun,), name="halt-key", daemon=True).start()
        begun.result()

    def release(self) -> None:
        """Release the chord. It may be called more than once, and also when KWin is gone."""
        self._released.set()

    def _listen(self, begun: Future[None]) -> None:
        try:
            bus = KWinBus(self._address)
        except DesktopError as error:
            begun.set_exception(error)
            return
        try:
            with bus.loaded(_SCRIPT, {"chord": self._chord, "what": _WHAT}) as token:
                bus.next_told(token)
                action = ["kwin", f"ufo-halt-{token}", "KWin", _WHAT]
                try:
                    if not any(bus.call(_ACCEL, "shortcut", "as", action).values[0]):
                        raise DesktopError(
                            f"KWin does not give the key {self._chord}: something else has it; set another"
                        )
                    begun.set_result(None)
                    self._tell_presses(bus, token)
                finally:
                    with contextlib.suppress(DesktopError):
                        bus.call(_ACCEL, "unregister", "ss", "kwin", f"ufo-halt-{token}")
        except DesktopError as error:
            if not begun.done():
                begun.set_exception(error)
        finally:
            bus.close()

    def _tell_presses(self, bus: KWinBus, token: str) -> None:
        while not self._released.is_set():
            if bus.next_told(token, _TICK_S) is not None and not self._released.is_set():
                self._heard()


def _spelt(name: str) -> str:
    plain = name.lower().replace("_", "").replace(" ", "") if len(name) > 1 else name
    return _NAMES.get(plain) or plain.capitalize()
