"""Menus inside of menus in GTK 2, one longer than the screen. The window's title tells what was chosen last."""

import warnings

import gi

gi.require_version("Gtk", "2.0")
# The bindings say that they are meant for GTK 3.
warnings.simplefilter("ignore")
from gi.repository import Gtk  # noqa: E402

_TREE = {
    "File": {
        "Recent": {"alpha.txt": None, "beta.txt": None},
        "Other": {"gamma.txt": None, "delta.txt": None},
        "Quit": None,
    },
    "Tools": {"Draw": {"Shapes": {"Circle": None, "Square": None}, "Lines": {"Thin": None}}, "Measure": None},
    "Rows": {f"Row {number}": None for number in range(60)},
}


class Window:
    def __init__(self):
        self.window = Gtk.Window()
        self.window.set_title("menus")
        self.window.set_default_size(400, 200)
        self.window.connect("destroy", lambda *_: Gtk.main_quit())
        rows = Gtk.VBox()
        self.window.add(rows)
        self.bar = Gtk.MenuBar()
        rows.pack_start(self.bar, False, False, 0)
        self.fill(self.bar, _TREE)
        view = Gtk.MenuItem(label="View")
        menu = Gtk.Menu()
        grid = Gtk.CheckMenuItem(label="Grid")
        grid.connect("toggled", lambda item: self.window.set_title(f"Grid {item.get_active()}"))
        for entry in (grid, Gtk.MenuItem(label="One"), Gtk.MenuItem(label="Two"), Gtk.MenuItem(label="Three")):
            menu.append(entry)
        view.set_submenu(menu)
        self.bar.append(view)
        self.window.show_all()

    def fill(self, shell, entries):
        for name, below in entries.items():
            item = Gtk.MenuItem(label=name)
            if below is None:
                item.connect("activate", lambda one: self.window.set_title(one.get_label()))
            else:
                menu = Gtk.Menu()
                self.fill(menu, below)
                item.set_submenu(menu)
            shell.append(item)


Gtk.init([])
Window()
Gtk.main()
