"""Keys and the clipboard by a session of a remote desktop: Mutter's own here, the portal's, its twin, in `wayland/portal/`.

While it is open GNOME shows an orange mark in its bar, by which the person can end it.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from dbus_fast import Variant
from Xlib import XK

from ufo.desktop.linux.wayland.bounded_pipes import READ_S, Contents, TooLarge, contents_of, read_all, write_all
from ufo.desktop.linux.wayland.session_bus import Named, NotThere, Refused, SessionBus
from ufo.desktop.linux.wayland.wayland_paste import Clipboard, ClipboardPaste
from ufo.errors import DesktopError, DesktopUnavailable

_NAME = "org.gnome.Mutter.RemoteDesktop"
_TEXT = ("text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "STRING")
_NOTHING = "application/x-ufo-nothing"
_OWNED_S, _TOLD_S, _TICK_S = 1.0, 0.5, 0.01
_SHIFT = XK.string_to_keysym("Shift_L")


class Remote(Protocol):
    """A session of a remote desktop. `name`: who gives it. `joint`: what joins the words of an option's name. All but `require`
    raise DesktopUnavailable once the session has ended.
    """

    name: str
    joint: str

    def require(self) -> None:
        """Raises NotActionable where no key can be struck now."""
        ...

    def keys(self, strokes: Iterable[tuple[int, bool]]) -> None:
        """Press and let go of keys by their keysyms, in this order."""
        ...

    def tap_shift(self) -> None:
        """Strike a key that does nothing alone."""
        ...

    def call(self, member: str, signature: str = "", *values: Any) -> list[Any]:
        """Call a method of the session's clipboard; open files in what it answers belong to the caller. Raises Refused."""
        ...

    def listen(self, told: Callable[[str, Sequence[Any]], object]) -> None:
        """Call a function with the name and the values of each signal of the clipboard, in the connection's thread."""
        ...

    def switch_clipboard(self, on: bool) -> None:
        """Begin or end to tell of the clipboard."""
        ...


class RemoteSession:
    """Mutter's session, which has begun. Raises DesktopUnavailable where this is not GNOME, or it lets nobody in."""

    name, joint = "GNOME", "-"

    def __init__(self, bus: SessionBus) -> None:
        self._bus = bus
        try:
            path = bus.call(Named(_NAME, "/org/gnome/Mutter/RemoteDesktop", _NAME), "CreateSession").values[0]
            self._session = Named(_NAME, str(path), f"{_NAME}.Session")
            self._told: list[Callable[[str, Sequence[Any]], object]] = []
            self._ended = threading.Event()
            self._unhear = bus.hear(self._session, self._hear)
            bus.call(self._session, "Start")
        except (NotThere, Refused) as error:
            raise DesktopUnavailable(f"GNOME gives no keyboard to programs here: {error}") from error

    def require(self) -> None:
        """Nothing more is needed: it has begun."""

    def keys(self, strokes: Iterable[tuple[int, bool]]) -> None:
        self._require_open()
        self._bus.call_all(self._session, "NotifyKeyboardKeysym", "ub", list(strokes))

    def tap_shift(self) -> None:
        """With its first key Mutter makes the keyboard of the session."""
        self.keys([(_SHIFT, True), (_SHIFT, False)])

    def call(self, member: str, signature: str = "", *values: Any) -> list[Any]:
        self._require_open()
        answer = self._bus.call(self._session, member, signature, *values)
        return [answer.files[value] for value in answer.values] if answer.files else answer.values

    def listen(self, told: Callable[[str, Sequence[Any]], object]) -> None:
        self._told.append(told)

    def switch_clipboard(self, on: bool) -> None:
        if on:
            self.call("EnableClipboard", "a{sv}", {})
        else:
            self.call("DisableClipboard")

    def close(self) -> None:
        self._unhear()
        if not self._ended.is_set():
            with contextlib.suppress(DesktopError):
                self._bus.call(self._session, "Stop")

    def _require_open(self) -> None:
        if self._ended.is_set():
            raise DesktopUnavailable(
                "somebody ended the sharing in GNOME's bar, or GNOME did; nothing more is done with keys and clipboard"
            )

    def _hear(self, member: str, values: Sequence[Any]) -> None:
        if member == "Closed":
            self._ended.set()
        for told in self._told:
            told(member, values)


class RemoteClipboard:
    """The clipboard of a session: implements `Clipboard`. Blocks, and may be used from any thread but the connection's."""

    def __init__(self, session: Remote) -> None:
        self._session = session
        self._held: Contents = {}
        self._types: tuple[str, ...] = ()
        self._is_ours = False
        self._times, self._asked = 0, time.monotonic()
        self._heard = threading.Event()
        session.listen(self._hear)
        session.switch_clipboard(on=True)
        # Who owns it is told a moment later, and not at all where nobody does.
        self._heard.wait(_TOLD_S)

    def text(self) -> str:
        """Return the clipboard's text, "" where it holds none. Raises TooLarge."""
        kind = next((kind for kind in _TEXT if kind in self._types), None)
        return "" if kind is None else self._received(kind, time.monotonic() + READ_S).decode("utf-8", "replace")

    def contents(self) -> Contents:
        """Return all that the clipboard holds. Raises TooLarge."""
        if self._is_ours:
            return self._held
        return contents_of(self._types, self._received)

    def set(self, contents: Contents) -> None:
        """Hold these contents until another program sets the clipboard, or the session ends. Nothing in them empties it."""
        self._held, self._times = dict(contents), 0
        # GNOME brings back the last text when a clipboard loses its owner, unless something else was in it last.
        kinds = list(contents) or [_NOTHING]
        self._session.call("SetSelection", "a{sv}", {self._spelt("mime", "types"): Variant("as", kinds)})
        if not contents:
            self._session.call("SetSelection", "a{sv}", {})
        deadline = time.monotonic() + _OWNED_S
        while self._is_ours != bool(contents) and time.monotonic() < deadline:
            time.sleep(_TICK_S)

    def set_text(self, text: str) -> None:
        self.set(dict.fromkeys(_TEXT, text.encode()))

    @property
    def asked(self) -> tuple[int, float]:
        """How often what we hold was asked for, and the monotonic time of the last time."""
        return self._times, self._asked

    def close(self) -> None:
        with contextlib.suppress(DesktopError):
            self._session.switch_clipboard(on=False)

    def _spelt(self, *words: str) -> str:
        return self._session.joint.join(words)

    def _received(self, kind: str, deadline: float) -> bytes:
        if self._is_ours:
            return self._held.get(kind, b"")
        return read_all(self._begun(kind, deadline), deadline)

    def _begun(self, kind: str, deadline: float) -> int:
        """Begin to read. Mutter allows one at a time, and ends the last a moment after its last byte. Raises TooLarge."""
        while True:
            try:
                return int(self._session.call("SelectionRead", "s", kind)[0])
            except Refused as error:
                if time.monotonic() > deadline:
                    raise TooLarge from error
                time.sleep(_TICK_S)

    def _hear(self, member: str, values: Sequence[Any]) -> None:
        if member == "SelectionOwnerChanged":
            told: Mapping[str, Variant] = values[0]
            kinds, owns = self._spelt("mime", "types"), self._spelt("session", "is", "owner")
            types = told[kinds].value if kinds in told else ()
            # A list of types may come inside of a structure.
            self._types = tuple(types[0] if types and isinstance(types[0], list | tuple) else types)
            self._is_ours = owns in told and bool(told[owns].value)
            self._heard.set()
        elif member == "SelectionTransfer":
            self._times, self._asked = self._times + 1, time.monotonic()
            data = self._held.get(values[0], b"")
            threading.Thread(target=self._hand_out, args=(values[1], data), name="gnome-paste", daemon=True).start()

    def _hand_out(self, serial: int, data: bytes) -> None:
        """Give a program what it asked for: it may read slowly, or never."""
        with contextlib.suppress(DesktopError):
            (writing,) = self._session.call("SelectionWrite", "u", serial)
            done = write_all(writing, data)
            self._session.call("SelectionWriteDone", "ub", serial, done)


class RemotePaste(ClipboardPaste):
    """Pastes by the clipboard of a session."""

    def __init__(self, session: Remote) -> None:
        super().__init__()
        self._session = session

    def _open(self) -> Clipboard:
        return RemoteClipboard(self._session)
