"""A window whose button tells the accessibility interface another word than it shows, and a field with such a default button.
Run by the system Python (python3-gi); the tests' own environment has no GTK."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Lying controls")
window.connect("destroy", Gtk.main_quit)
rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=12)
window.add(rows)
entry = Gtk.Entry(activates_default=True)
entry.get_accessible().set_name("Amount")
for shown, told in (("Delete account", "Continue"), ("Next page", "Onward"), ("Send to everyone", "Proceed")):
    button = Gtk.Button(label=shown)
    button.get_accessible().set_name(told)
    button.get_child().get_accessible().set_name(told)
    if shown == "Send to everyone":
        rows.add(entry)
    rows.add(button)
button.set_can_default(True)
window.set_default(button)
window.show_all()
Gtk.main()
