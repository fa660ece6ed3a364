"""Long lists of GTK 3, whose entries begin with one another's words: a list box and a tree view, each scrolled in its own pane.

What is selected in the list box is the window's title.
"""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

NAMES = [f"Row {number}" for number in (*range(20, 70), *range(1, 20))]


def boxes(window):
    rows = Gtk.ListBox()
    rows.get_accessible().set_name("Boxes")
    for name in NAMES:
        rows.add(Gtk.Label(label=name))
    rows.connect("row-selected", lambda _, row: window.set_title(f"Lists: {row.get_child().get_text() if row else ''}"))
    return rows


def cells():
    store = Gtk.ListStore(str)
    for name in NAMES:
        store.append([name])
    view = Gtk.TreeView(model=store)
    view.get_accessible().set_name("Cells")
    view.append_column(Gtk.TreeViewColumn("Name", Gtk.CellRendererText(), text=0))
    return view


def main():
    window = Gtk.Window(title="Lists")
    window.set_default_size(500, 300)
    window.connect("destroy", Gtk.main_quit)
    beside = Gtk.Box(homogeneous=True)
    for one in (boxes(window), cells()):
        pane = Gtk.ScrolledWindow()
        pane.add(one)
        beside.add(pane)
    window.add(beside)
    window.show_all()
    Gtk.main()


if __name__ == "__main__":
    main()
