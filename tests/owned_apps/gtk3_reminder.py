"""A reminder that comes up over all else several times a second, takes the focus, and writes into a file what it got. Run by the
system's Python with the path of that file.
"""

import sys
from pathlib import Path

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")

from gi.repository import Gdk, GLib, Gtk  # noqa: E402

_EVERY_MS = 150


def main() -> None:
    got = Path(sys.argv[1])
    window = Gtk.Window(title="Reminder")
    window.set_keep_above(True)
    window.set_default_size(320, 220)
    window.move(40, 40)
    note = Gtk.Entry(text="Stand up")
    note.get_accessible().set_name("Note")
    later = Gtk.Button(label="Later")
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for widget in (Gtk.Label(label="Time to stand up"), note, later):
        box.add(widget)
    window.add(box)

    def tell(what: str) -> None:
        with got.open("a", encoding="utf-8") as file:
            file.write(f"{what}\n")

    def come() -> bool:
        if window.is_visible():
            window.hide()
        else:
            window.show_all()
            window.present_with_time(Gdk.CURRENT_TIME)
            tell("came")
        return True

    note.connect("changed", lambda field: tell(f"typed {field.get_text()}"))
    later.connect("clicked", lambda _button: tell("pressed"))
    window.connect("delete-event", lambda *_: tell("closed") or True)
    GLib.timeout_add(_EVERY_MS, come)
    window.show_all()
    Gtk.main()


main()
