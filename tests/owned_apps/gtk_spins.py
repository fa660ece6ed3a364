"""Two boxes with arrows in GTK 3 or 4 (first argument: "3.0" or "4.0"). The first shows its number as a time, and reads what is
typed as a number all the same. The title says what the numbers are."""

from __future__ import annotations

import sys

import gi

gi.require_version("Gtk", sys.argv[1])
from gi.repository import GLib, Gtk  # noqa: E402


class Spins:
    def __init__(self) -> None:
        self.window = Gtk.Window()
        self.clock = self._spin(7.5, 24, 2, lambda box: f"{int(box.get_value()):02}:{box.get_value() % 1 * 60:02.0f}")
        self.count = self._spin(3, 12, 0, lambda box: f"{box.get_value():g}")
        rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for one in (self.clock, self.count):
            rows.add(one) if sys.argv[1] == "3.0" else rows.append(one)
        self.window.add(rows) if sys.argv[1] == "3.0" else self.window.set_child(rows)
        self.tell()
        self.window.show_all() if sys.argv[1] == "3.0" else self.window.present()

    def _spin(self, value: float, most: float, digits: int, shown: object) -> Gtk.SpinButton:
        adjustment = Gtk.Adjustment(value=value, lower=0, upper=most, step_increment=1)
        spin = Gtk.SpinButton(adjustment=adjustment, digits=digits)
        spin.connect("output", lambda box: box.set_text(shown(box)) or True)
        spin.connect("value-changed", self.tell)
        return spin

    def tell(self, *_: object) -> None:
        if hasattr(self, "count"):
            self.window.set_title(f"{self.clock.get_value():g} {self.count.get_value():g}")


spins = Spins()
GLib.MainLoop().run()
