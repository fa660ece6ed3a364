"""Rows of GTK 4 of which several may be selected: `columns` (a column view), `list` or `grid`, and how many.

What is selected is the window's title, by places from 1.
"""

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, Gtk  # noqa: E402


def factory(ending):
    made = Gtk.SignalListItemFactory()
    made.connect("setup", lambda _, item: item.set_child(Gtk.Label(xalign=0)))
    made.connect("bind", lambda _, item: item.get_child().set_text(item.get_item().get_string() + ending))
    return made


def view_of(kind, model):
    if kind == "list":
        return Gtk.ListView(model=model, factory=factory(""))
    if kind == "grid":
        return Gtk.GridView(model=model, factory=factory(""), max_columns=4)
    view = Gtk.ColumnView(model=model)
    for title, ending in (("Name", ""), ("Size", " kB")):
        view.append_column(Gtk.ColumnViewColumn(title=title, factory=factory(ending)))
    return view


def show(application, kind, count):
    model = Gtk.MultiSelection(model=Gtk.StringList.new([f"Item {n}" for n in range(1, count + 1)]))
    pane = Gtk.ScrolledWindow(child=view_of(kind, model))
    window = Gtk.ApplicationWindow(application=application, title="Rows", child=pane)
    window.set_default_size(400, 300)

    def tell(*_):
        chosen = model.get_selection()
        window.set_title(",".join(str(chosen.get_nth(place) + 1) for place in range(chosen.get_size())))

    model.connect("selection-changed", tell)
    window.present()


if __name__ == "__main__":
    application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
    application.connect("activate", show, sys.argv[1], int(sys.argv[2]))
    application.run([])
