"""A form in GTK 3: texts, boxes with arrows, a choice and two boxes to tick."""

from __future__ import annotations

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


def _labelled(grid: Gtk.Grid, row: int, words: str, field: Gtk.Widget) -> None:
    label = Gtk.Label(label=words)
    label.set_mnemonic_widget(field)
    grid.attach(label, 0, row, 1, 1)
    grid.attach(field, 1, row, 1, 1)


window, grid = Gtk.Window(title="Order"), Gtk.Grid(column_spacing=8, row_spacing=8)
for row, words in enumerate(("Full name", "Street", "City", "Remark")):
    _labelled(grid, row, words, Gtk.Entry())
for row, words in enumerate(("Pieces", "Price", "Weight"), 4):
    _labelled(grid, row, words, Gtk.SpinButton.new_with_range(0, 1000, 1))
choice = Gtk.ComboBoxText()
for entry in ("Austria", "Belgium", "Denmark"):
    choice.append_text(entry)
_labelled(grid, 7, "Country", choice)
for row, words in enumerate(("Gift wrap", "Newsletter"), 8):
    grid.attach(Gtk.CheckButton(label=words), 1, row, 1, 1)
window.add(grid)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
