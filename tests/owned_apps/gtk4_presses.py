"""Buttons of GTK 4 that write down what was really pressed: python gtk4_presses.py TITLE, commands as JSON lines on stdin.

{"do": "cover"}    something that is not to be seen lies over the first button, in the same window
{"do": "shift"}    what stands above grows, so that all buttons move down by one place
{"do": "menu"}     opens a popover, which takes the next click for its closing
{"do": "disable"}  the first button cannot be pressed any more
{"do": "swap", "ms": 10}  the first two buttons change places that much later
{"do": "reset"}    the buttons stand as they stood, and what was pressed is forgotten
{"do": "told"}     nothing; every answer says what was pressed, in order
"""

from __future__ import annotations

import json
import sys
import threading

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402 the version has to be chosen first

NAMES = ("One", "Two", "Three")


class Presses:
    def __init__(self, application: Gtk.Application, title: str) -> None:
        self.pressed: list[str] = []
        self.window = Gtk.ApplicationWindow(application=application, title=title)
        self.window.set_default_size(320, 400)
        self.column = column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=0)
        self.above = Gtk.Label(label="Presses")
        self.above.set_size_request(-1, 40)
        column.append(self.above)
        self.buttons = [Gtk.Button(label=name) for name in NAMES]
        for button in self.buttons:
            button.set_size_request(-1, 60)
            button.connect("clicked", lambda one: self.pressed.append(one.get_label()))
            column.append(button)
        self.toggle = Gtk.ToggleButton(label="Bold")
        self.toggle.connect("toggled", lambda one: self.pressed.append(f"Bold {one.get_active()}"))
        column.append(self.toggle)
        self.menu = Gtk.Popover(child=Gtk.Label(label="Nothing to choose"))
        self.menu.set_parent(self.buttons[2])
        self.cover = Gtk.Box()
        self.cover.set_visible(False)
        overlay = Gtk.Overlay(child=column)
        overlay.add_overlay(self.cover)
        self.window.set_child(overlay)
        self.window.present()

    def do(self, order: dict[str, object]) -> bool:
        what = order["do"]
        if what == "swap":
            GLib.timeout_add(int(str(order["ms"])), self._put_first, 1)
            return self._tell()
        if what == "cover":
            self.cover.set_visible(True)
        elif what == "shift":
            self.above.set_size_request(-1, 100)
        elif what == "menu":
            self.menu.popup()
        elif what == "reset":
            self._put_first(0)
            self.pressed.clear()
        elif what == "disable":
            self.buttons[0].set_sensitive(False)
        # After what was ordered has been laid out and painted.
        GLib.timeout_add(100, self._tell)
        return False

    def _put_first(self, number: int) -> bool:
        self.column.reorder_child_after(self.buttons[number], self.above)
        self.column.reorder_child_after(self.buttons[1 - number], self.buttons[number])
        return False

    def _tell(self) -> bool:
        sys.stdout.write(json.dumps({"pressed": self.pressed}) + "\n")
        sys.stdout.flush()
        return False


def main() -> int:
    application = Gtk.Application()
    made: list[Presses] = []

    def listen() -> None:
        for line in sys.stdin:
            GLib.idle_add(made[0].do, json.loads(line))
        GLib.idle_add(application.quit)

    def activate(one: Gtk.Application) -> None:
        made.append(Presses(one, sys.argv[1]))
        threading.Thread(target=listen, daemon=True).start()

    application.connect("activate", activate)
    return int(application.run([]))


if __name__ == "__main__":
    raise SystemExit(main())
