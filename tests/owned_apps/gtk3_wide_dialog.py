"""A small sheet under a wider dialog in which something is drawn; the dialog's title tells where it was worked."""

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402


def opened(_button: Gtk.Button) -> None:
    dialog = Gtk.Dialog(transient_for=window, modal=True, title="Drawing", default_width=620, default_height=420)
    pad = Gtk.DrawingArea()
    pad.add_events(Gdk.EventMask.BUTTON_PRESS_MASK | Gdk.EventMask.BUTTON_RELEASE_MASK)
    begun = []
    pad.connect("button-press-event", lambda _pad, event: begun.append((int(event.x_root), int(event.y_root))))
    pad.connect(
        "button-release-event",
        lambda _pad, event: dialog.set_title(f"Drawn {begun[-1]} to {int(event.x_root), int(event.y_root)}"),
    )
    dialog.get_content_area().pack_start(pad, True, True, 0)
    dialog.show_all()


window = Gtk.Window(title="Sheet", default_width=360, default_height=260)
window.connect("destroy", Gtk.main_quit)
rows = Gtk.ListStore(str, str)
for number in range(40):
    rows.append([f"A{number}", f"B{number}"])
table = Gtk.TreeView(model=rows)
for column in range(2):
    table.append_column(Gtk.TreeViewColumn(f"Column {column}", Gtk.CellRendererText(), text=column))
scrolled = Gtk.ScrolledWindow()
scrolled.add(table)
button = Gtk.Button(label="Draw")
button.connect("clicked", opened)
box = Gtk.VBox()
box.pack_start(button, False, False, 0)
box.pack_start(scrolled, True, True, 0)
window.add(box)
window.show_all()
Gtk.main()
