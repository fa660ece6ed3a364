"""Tiles of a GTK 4 grid view, as file managers have them: a cell in a cell, with gaps. Its title names the selected ones."""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk  # noqa: E402 the version has to be chosen first

COUNT = 76


def setup(_, item):
    tile = Gtk.Box(
        accessible_role=Gtk.AccessibleRole.GRID_CELL, margin_start=8, margin_end=8, margin_top=8, margin_bottom=8
    )
    tile.set_size_request(110, 90)
    tile.append(Gtk.Label(hexpand=True))
    item.set_child(tile)


def bind(_, item):
    tile, name = item.get_child(), item.get_item().get_string()
    tile.get_first_child().set_text(name)
    tile.update_property([Gtk.AccessibleProperty.LABEL], [name])


class Tiles(Gtk.ApplicationWindow):
    def __init__(self, application):
        super().__init__(application=application, title="Tiles:", default_width=620, default_height=460)
        self.chosen = Gtk.MultiSelection(model=Gtk.StringList.new([f"Tile {number}" for number in range(1, COUNT + 1)]))
        self.chosen.connect("selection-changed", self.tell)
        factory = Gtk.SignalListItemFactory()
        factory.connect("setup", setup)
        factory.connect("bind", bind)
        view = Gtk.GridView(model=self.chosen, factory=factory, max_columns=4, min_columns=4)
        for margin in ("start", "end", "top", "bottom"):
            view.set_property(f"margin-{margin}", 15)
        self.set_child(Gtk.ScrolledWindow(child=view))

    def tell(self, *_):
        names = [f"{number + 1}" for number in range(COUNT) if self.chosen.is_selected(number)]
        self.set_title(f"Tiles: {' '.join(names)}")


application = Gtk.Application(application_id="org.example.tiles")
application.connect("activate", lambda one: Tiles(one).present())
application.run()
