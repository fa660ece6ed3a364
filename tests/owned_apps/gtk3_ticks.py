"""A tree view with ticks beside its words and in a column of their own. The title tells the ticks; "activated" is what a double
click does."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

BESIDE, WORDS, ALONE = range(3)


class Ticks(Gtk.Window):
    def __init__(self):
        super().__init__(title="Ticks")
        self.rows = Gtk.ListStore(bool, str, bool)
        for words in ("Short lines", "Bracket pairs", "Spelling"):
            self.rows.append((False, words, words == "Spelling"))
        view = Gtk.TreeView(model=self.rows)
        first = Gtk.TreeViewColumn("Name")
        self._tick(first, BESIDE)
        text = Gtk.CellRendererText()
        first.pack_start(text, True)
        first.add_attribute(text, "text", WORDS)
        second = Gtk.TreeViewColumn("Often")
        self._tick(second, ALONE)
        for column in (first, second):
            view.append_column(column)
        view.connect("row-activated", lambda *_: self.set_title("Ticks activated"))
        self.add(view)
        self.set_default_size(400, 300)
        self.connect("destroy", Gtk.main_quit)
        self.show_all()

    def _tick(self, column, place):
        tick = Gtk.CellRendererToggle()
        tick.connect("toggled", self._toggled, place)
        column.pack_start(tick, False)
        column.add_attribute(tick, "active", place)

    def _toggled(self, _, row, place):
        self.rows[row][place] = not self.rows[row][place]
        self.set_title("Ticks " + " ".join(f"{row[BESIDE]:d}{row[ALONE]:d}" for row in self.rows))


window = Ticks()
Gtk.main()
