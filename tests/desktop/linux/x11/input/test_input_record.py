"""What a person does is heard, whichever program gets it, and the programs get it all the same."""

from __future__ import annotations

import os
import queue
import subprocess
import threading

import pytest

from tests.waiting import WAITED_S
from ufo.desktop.heard import Heard, HeardButton, HeardKey, HeardWheel
from ufo.desktop.linux.x11.input.input_record import InputRecord, of_display
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.errors import DesktopUnavailable
from ufo.schema.geometry import Point

LAST = HeardWheel(Point(40, 50), dx=1)


def heard(private: PrivateDesktop, *arguments: str) -> list[Heard]:
    """Return what is heard while xdotool does these things."""
    events: queue.Queue[Heard] = queue.Queue()
    record = of_display(private.environment, events.put)
    try:
        for pair in (arguments, ("mousemove", "40", "50", "click", "7")):
            subprocess.run(["xdotool", *pair], env={**os.environ, **private.environment}, check=True)
        found = []
        while (event := events.get(timeout=WAITED_S)) != LAST:
            found.append(event)
        return found
    finally:
        record.release()


def test_buttons_are_heard_with_their_places_and_what_is_held(private_desktop: PrivateDesktop) -> None:
    found = heard(
        private_desktop, "mousemove", "100", "120", "click", "1", "keydown", "ctrl", "click", "3", "keyup", "ctrl"
    )
    assert found == [
        HeardButton(True, "left", Point(100, 120)),
        HeardButton(False, "left", Point(100, 120)),
        HeardButton(True, "right", Point(100, 120), frozenset({"ctrl"})),
        HeardButton(False, "right", Point(100, 120), frozenset({"ctrl"})),
    ]


def test_texts_of_any_script_and_the_keypad_are_heard_as_they_are_typed(private_desktop: PrivateDesktop) -> None:
    found = heard(private_desktop, "type", "--delay", "150", "aB é€Ж?")
    # Letters that the keyboard lacks share one key, which xdotool gives another meaning for each: slowly, so that it is heard.
    assert "".join(item.text for item in found if isinstance(item, HeardKey)) == "aB é€Ж?"


def test_the_euro_sign_of_a_layout_that_has_it_is_heard(private_desktop: PrivateDesktop) -> None:
    found = heard(private_desktop, "key", "--delay", "150", "a", "EuroSign", "b")
    assert "".join(item.text for item in found if isinstance(item, HeardKey)) == "a€b"


def test_chords_have_the_names_that_the_tools_use(private_desktop: PrivateDesktop) -> None:
    found = heard(private_desktop, "key", "ctrl+shift+s", "Return", "BackSpace", "Page_Up", "F5", "alt+F4")
    assert [(sorted(item.held), item.name, item.text) for item in found if isinstance(item, HeardKey)] == [
        (["ctrl", "shift"], "s", ""),
        ([], "enter", ""),
        ([], "backspace", ""),
        ([], "pageup", ""),
        ([], "f5", ""),
        (["alt"], "f4", ""),
    ]


def test_the_wheel_is_heard_by_its_notches(private_desktop: PrivateDesktop) -> None:
    assert heard(private_desktop, "mousemove", "9", "9", "click", "4", "click", "5") == [
        HeardWheel(Point(9, 9), dy=1),
        HeardWheel(Point(9, 9), dy=-1),
    ]


def test_all_that_was_done_before_the_end_is_heard(private_desktop: PrivateDesktop) -> None:
    events: list[Heard] = []
    record = of_display(private_desktop.environment, events.append)
    turns = ["mousemove", "9", "9", "click", "--repeat", "300", "--delay", "0", "4"]
    subprocess.run(["xdotool", *turns], env={**os.environ, **private_desktop.environment}, check=True)
    record.release()
    assert events == [HeardWheel(Point(9, 9), dy=1)] * 300


def test_it_ends_with_its_release_twice_and_with_its_x_server() -> None:
    before = set(threading.enumerate())
    desktop = PrivateDesktop.open(640, 480)
    first, second = (InputRecord(desktop.display, lambda _heard: None) for _ in range(2))
    first.release()
    first.release()
    desktop.close()
    second.release()
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
    assert set(threading.enumerate()) <= before


def test_a_desktop_without_a_display_is_told() -> None:
    with pytest.raises(DesktopUnavailable, match="on X11 only, and this desktop has no X server"):
        of_display({}, lambda _heard: None)
    with pytest.raises(DesktopUnavailable, match="no X server answers"):
        of_display({"DISPLAY": ":4242"}, lambda _heard: None)
