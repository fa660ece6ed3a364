"""Which keysyms the keyboard layout of the session has. Mutter types no others, and does not say so."""

from __future__ import annotations

import mmap
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from Xlib import XK

from ufo.desktop.linux.wayland.client import WaylandClient

_KEY = re.compile(r"key\s+<[^>]+>\s*\{(.*?)\};", re.DOTALL)
_GROUP = re.compile(r"\[([^\]()]*)\]")
_INDEX = re.compile(r"\b(?:symbols|type|actions)\[\w+\]")
_UNICODE = re.compile(r"U([0-9A-Fa-f]{4,6})")
_LEVELS = 3
"""Mutter holds nothing, Shift or AltGr for a keysym."""
_KEYBOARD = 2
"""The bit of a keyboard in `wl_seat.capabilities`."""
_WOKEN_S = 2.0


class KeyboardSigns:
    """`read` gives the text of the keyboard's map, which changes when the person changes the layout."""

    def __init__(self, read: Callable[[], str]) -> None:
        self._read = read
        self._known: tuple[str, frozenset[int]] = ("", frozenset())

    def has(self, keysyms: Iterable[int]) -> bool:
        keymap = self._read()
        if self._known[0] != keymap:
            self._known = keymap, signs_of(keymap)
        return self._known[1].issuperset(keysyms)


def signs_of(keymap: str) -> frozenset[int]:
    """Return the keysyms that each group of an XKB map has: which group is in use nobody tells. A sign whose keysym is from
    before Unicode (the euro, Greek, Cyrillic) is not among them: Mutter looks for the very keysym that it is asked for.
    """
    groups: list[set[int]] = []
    keys = [_GROUP.findall(_INDEX.sub("", body)) for body in _KEY.findall(keymap)]
    for number in range(max(map(len, keys), default=0)):
        # Keys with fewer groups than others have their first in all of them.
        own = (key[number] if number < len(key) else key[0] for key in keys if key)
        groups.append({keysym for names in own for keysym in _keysyms(names)})
    return frozenset(set.intersection(*groups) - {0}) if groups else frozenset()


def _keysyms(names: str) -> Iterator[int]:
    for name in map(str.strip, names.split(",")[:_LEVELS]):
        unicode = _UNICODE.fullmatch(name)
        yield 0x01000000 | int(unicode.group(1), 16) if unicode else XK.string_to_keysym(name)


class SeatKeymap:
    """Asks a Wayland seat for the map of its keyboard, as every program does. One connection, for one thread. `wake` is called
    where the seat has no keyboard: it should strike a key, with which Mutter makes one.
    """

    def __init__(self, wayland: Path, wake: Callable[[], object]) -> None:
        self._client = WaylandClient(wayland)
        self._map, self._parts = "", 0
        self._seat = self._client.bind("wl_seat", 5)
        self._seat.on["capabilities"] = self._hear_parts
        self._client.roundtrip()
        if not self._has_keyboard:
            wake()
            self._client.await_that(lambda: self._has_keyboard, _WOKEN_S)
        if self._has_keyboard:
            self._seat.make("get_keyboard").on["keymap"] = self._hear_map

    def text(self) -> str:
        """Return the map's text, "" where the seat has no keyboard."""
        self._client.roundtrip()
        return self._map

    def close(self) -> None:
        self._client.close()

    @property
    def _has_keyboard(self) -> bool:
        return bool(self._parts & _KEYBOARD)

    def _hear_parts(self, parts: int) -> None:
        self._parts = parts

    def _hear_map(self, _form: int, descriptor: int, size: int) -> None:
        try:
            with mmap.mmap(descriptor, size, mmap.MAP_PRIVATE, mmap.PROT_READ) as mapped:
                self._map = mapped[:].rstrip(b"\0").decode("utf-8", "replace")
        finally:
            os.close(descriptor)


class LateKeymap:
    """A seat's map that is asked for when it is first needed, since a keyboard may come only with the person's word."""

    def __init__(self, make: Callable[[], SeatKeymap]) -> None:
        self._make = make
        self._made: SeatKeymap | None = None

    def text(self) -> str:
        if self._made is None:
            self._made = self._make()
        return self._made.text()

    def close(self) -> None:
        if self._made is not None:
            self._made.close()
