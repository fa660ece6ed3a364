"""A window with three menus (GTK 3), which writes down each menu that opens.

/usr/bin/python3 gtk3_menus.py TITLE FILE
"""

from __future__ import annotations

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402  # the version is chosen first

title, file = sys.argv[1], Path(sys.argv[2])


def note(_: Gtk.Widget, label: str) -> None:
    with file.open("a", encoding="utf-8") as opened:
        opened.write(f"{label}\n")


window, bar = Gtk.Window(title=title), Gtk.MenuBar()
window.set_default_size(400, 200)
window.connect("destroy", Gtk.main_quit)
for label, entry in (("File", "Print"), ("Edit", "Copy"), ("Help", "About")):
    menu, head = Gtk.Menu(), Gtk.MenuItem(label=label)
    menu.append(Gtk.MenuItem(label=entry))
    menu.connect("map", note, label)
    head.set_submenu(menu)
    bar.append(head)
box = Gtk.VBox()
box.pack_start(bar, False, False, 0)
window.add(box)
window.show_all()
Gtk.main()
