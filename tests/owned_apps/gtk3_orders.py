"""Orders to work on, in two languages and any order: `LANGUAGE NUMBER…`, such as `de 8 7 9`. Every order has the same button
and box; what was deleted is told in the title. The tools have accessible ids of their own;
F8 reverses them. F5 reverses the orders, F6 takes the first one away, both with widgets made
anew; F7 reverses them in the widgets that are there. Run by the system Python."""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

WORDS = {
    "en": {
        "title": "Orders", "file": "File", "edit": "Edit", "new": "New", "open": "Open", "save": "Save", "close": "Close",
        "order": "Order", "amount": "Amount", "delete": "Delete", "paid": "Paid", "customer": "Customer", "search": "Search",
        "print": "Print", "refresh": "Refresh", "country": "Country", "countries": ["Austria", "Germany", "Spain"],
    },
    "de": {
        "title": "Bestellungen", "file": "Datei", "edit": "Bearbeiten", "new": "Neu", "open": "Öffnen", "save": "Sichern",
        "close": "Schließen", "order": "Bestellung", "amount": "Menge", "delete": "Löschen", "paid": "Bezahlt",
        "customer": "Kunde", "search": "Suchen", "print": "Drucken", "refresh": "Auffrischen", "country": "Land",
        "countries": ["Deutschland", "Österreich", "Spanien"],
    },
}  # fmt: skip


class Orders(Gtk.Window):
    def __init__(self, words: dict, numbers: list[str]) -> None:
        super().__init__(title="Orders")
        self.words, self.numbers = words, numbers
        self.set_default_size(560, 480)
        self.connect("destroy", Gtk.main_quit)
        self.connect("key-press-event", self._key)
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        self.add(outer)
        self.tools = Gtk.Box(spacing=4)
        for key in ("new", "open", "save", "print", "refresh"):
            button = Gtk.Button(label=words[key])
            button.get_accessible().set_accessible_id(f"tool-{key}")
            self.tools.pack_start(button, False, False, 0)
        outer.pack_start(self.tools, False, False, 0)
        outer.pack_start(self._field("customer"), False, False, 0)
        outer.pack_start(self._field("search"), False, False, 0)
        countries = Gtk.ListBox()
        for name in words["countries"]:
            row = Gtk.ListBoxRow()
            row.add(Gtk.Label(label=name))
            countries.add(row)
        outer.pack_start(countries, False, False, 0)
        self.rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
        outer.pack_start(self.rows, False, False, 0)
        self._fill()
        outer.pack_end(Gtk.Button(label=words["close"]), False, False, 0)

    def _field(self, key: str) -> Gtk.Box:
        box, label, entry = Gtk.Box(spacing=4), Gtk.Label(label=self.words[key]), Gtk.Entry()
        label.set_mnemonic_widget(entry)
        box.pack_start(label, False, False, 0)
        box.pack_start(entry, True, True, 0)
        return box

    def _fill(self) -> None:
        for row in self.rows.get_children():
            row.destroy()
        for number in self.numbers:
            row = Gtk.Box(spacing=4)
            row.pack_start(Gtk.Label(label=f"{self.words['order']} {number}"), False, False, 0)
            row.pack_start(Gtk.CheckButton(label=self.words["paid"]), False, False, 0)
            button = Gtk.Button(label=self.words["delete"])
            button.connect("clicked", self._delete, row)
            row.pack_start(button, False, False, 0)
            self.rows.pack_start(row, False, False, 0)
        self.rows.show_all()

    def _delete(self, _: Gtk.Button, row: Gtk.Box) -> None:
        self.set_title(f"deleted {row.get_children()[0].get_label()}")

    def _key(self, _: Gtk.Widget, event: Gdk.EventKey) -> bool:
        key = Gdk.keyval_name(event.keyval)
        if key == "F5":
            self.numbers.reverse()
        elif key == "F6":
            del self.numbers[0]
        elif key == "F7":
            self.numbers.reverse()
            for row, number in zip(self.rows.get_children(), self.numbers, strict=True):
                row.get_children()[0].set_label(f"{self.words['order']} {number}")
            return True
        elif key == "F8":
            for button in self.tools.get_children():
                self.tools.reorder_child(button, 0)
            return True
        else:
            return False
        self._fill()
        return True


window = Orders(WORDS[sys.argv[1]], sys.argv[2:])
window.show_all()
Gtk.main()
