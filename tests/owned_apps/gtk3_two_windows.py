"""A main window, and a dialog of its own that belongs to no window, as GIMP's preferences do (GTK 3).

/usr/bin/python3 gtk3_two_windows.py TITLE
"""

from __future__ import annotations

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402  # the version is chosen first

main = Gtk.Window(title=sys.argv[1])
main.connect("destroy", Gtk.main_quit)
main.set_default_size(300, 200)
opener = Gtk.Button(label="Settings")
main.add(opener)
dialog = Gtk.Dialog(title=f"{sys.argv[1]} settings")
mark = Gtk.CheckButton(label="Show tips")
dialog.get_content_area().pack_start(mark, False, False, 0)
opener.connect("clicked", lambda _: dialog.show_all())
main.show_all()
Gtk.main()
