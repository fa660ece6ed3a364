"""The halt key's own connection, and its end."""

from __future__ import annotations

import threading
import time

import pytest
from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext.xtest import fake_input

from tests.waiting import WAITED_S
from ufo.desktop.linux.x11.input.key_grab import KeyGrab
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Keys
from ufo.errors import DesktopError, DesktopUnavailable

_HELD = ("Shift_L", "Control_L", "Super_L", "Escape")
CHORD = Keys(("ctrl", "super", "escape"))


def _ended(before: set[threading.Thread]) -> bool:
    deadline = time.monotonic() + WAITED_S
    for thread in set(threading.enumerate()) - before:
        thread.join(max(0.0, deadline - time.monotonic()))
    return not set(threading.enumerate()) - before


def test_it_can_be_released_after_its_x_server_has_gone_and_twice() -> None:
    before = set(threading.enumerate())
    desktop = PrivateDesktop.open(640, 480)
    grab = KeyGrab(desktop.display, CHORD, lambda: None)
    desktop.close()
    assert _ended(before)
    grab.release()
    grab.release()


def test_a_chord_that_another_has_taken_is_told_and_free_again_after_its_release(
    private_desktop: PrivateDesktop,
) -> None:
    before = set(threading.enumerate())
    first = KeyGrab(private_desktop.display, CHORD, lambda: None)
    with pytest.raises(DesktopError, match="another program has taken"):
        KeyGrab(private_desktop.display, CHORD, lambda: None)
    first.release()
    assert _ended(before)
    KeyGrab(private_desktop.display, CHORD, lambda: None).release()


def test_it_is_heard_while_another_key_is_held_as_in_the_middle_of_a_drag(private_desktop: PrivateDesktop) -> None:
    heard = threading.Event()
    grab = KeyGrab(private_desktop.display, CHORD, heard.set)
    display = Display(private_desktop.display)
    try:
        keys = [display.keysym_to_keycode(XK.string_to_keysym(name)) for name in _HELD]
        for kind, order in ((X.KeyPress, keys), (X.KeyRelease, keys[::-1])):
            for key in order:
                fake_input(display, kind, key)
        display.sync()
        assert heard.wait(5)
    finally:
        display.close()
        grab.release()


def test_without_an_x_server_it_says_so() -> None:
    with pytest.raises(DesktopUnavailable):
        KeyGrab(":58998", CHORD, lambda: None)
