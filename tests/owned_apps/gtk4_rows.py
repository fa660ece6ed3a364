"""Rows of GTK 4 of which several may be selected: `columns` (a column view), `list` or `grid`, and how many. `tree`: a column
view of as many branches, of three leaves each.

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


def leaves(item):
    name = item.get_string()
    return Gtk.StringList.new([f"{name}.{n}" for n in (1, 2, 3)]) if "." not in name else None


def tree_of(model):
    made = Gtk.SignalListItemFactory()
    made.connect("setup", lambda _, item: item.set_child(Gtk.TreeExpander(child=Gtk.Label(xalign=0))))

    def bind(_, item):
        row = item.get_item()
        item.get_child().set_list_row(row)
        item.get_child().get_child().set_text(row.get_item().get_string())

    made.connect("bind", bind)
    view = Gtk.ColumnView(model=model)
    view.append_column(Gtk.ColumnViewColumn(title="Name", factory=made))
    return view


def view_of(kind, model):
    if kind == "tree":
        return tree_of(model)
    if kind == "list":
        return Gtk.ListView(model=model, factory=factory(""))
    if kind == "grid":
        return Gtk.GridView(model=model, factory=factory(""), max_columns=4)
    view = Gtk.ColumnView(model=model)
    for title, ending in (("Name", ""), ("Size", " kB")):
        view.append_column(Gtk.ColumnViewColumn(title=title, factory=factory(ending)))
    return view


def show(application, kind, count):
    names = Gtk.StringList.new([f"Item {n}" for n in range(1, count + 1)])
    rows = Gtk.TreeListModel.new(names, False, False, leaves) if kind == "tree" else names
    model = Gtk.MultiSelection(model=rows)
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
