"""A window of many buttons (GTK 3): one of them changes a label at once, another label a moment later, and a third one again.

    /usr/bin/python3 gtk3_late.py TITLE

Each press waits longer before the second change: 5 ms more, up to 90 ms, round and round.
"""

from __future__ import annotations

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402  # the version is chosen first

_STEP_MS, _LONGEST_MS, _BUTTONS = 5, 90, 240


class Late:
    def __init__(self, title: str) -> None:
        self._presses = 0
        window = Gtk.Window(title=title)
        window.connect("destroy", Gtk.main_quit)
        box = Gtk.VBox()
        self._labels = [Gtk.Label(label=f"{name} 0") for name in ("soon", "late")]
        self._last = Gtk.Button(label="last 0")
        go = Gtk.Button(label="Go")
        go.connect("clicked", self._on_go)
        for one in (go, *self._labels, self._last):
            box.pack_start(one, False, False, 0)
        grid = Gtk.Grid()
        for number in range(_BUTTONS):
            grid.attach(Gtk.Button(label=f"Button {number}"), number % 16, number // 16, 1, 1)
        box.pack_start(grid, False, False, 0)
        window.add(box)
        window.show_all()

    def _on_go(self, button: Gtk.Button) -> None:
        self._presses += 1
        number = self._presses
        self._labels[0].set_text(f"soon {number}")
        wait_ms = number * _STEP_MS % _LONGEST_MS
        GLib.timeout_add(wait_ms, self._labels[1].set_text, f"late {number}")
        GLib.timeout_add(wait_ms + _STEP_MS, self._last.set_label, f"last {number}")


Late(sys.argv[1])
Gtk.main()
