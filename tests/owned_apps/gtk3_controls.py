"""A window with one of each control. Writes what it shows, as JSON, to the file named by its first argument: once when
it is shown, and again after each change. Run by the system Python (python3-gi); the tests' own environment has no GTK."""

import json
import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

TITLE = sys.argv[2] if len(sys.argv) > 2 else "Owned controls"


class Controls(Gtk.Window):
    def __init__(self, truth: str) -> None:
        super().__init__(title=TITLE)
        self.truth = truth
        self.tracked: dict[str, Gtk.Widget] = {}
        self.presses = 0
        self.set_default_size(700, 500)
        self.connect("destroy", Gtk.main_quit)
        self.rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
        self.add(self.rows)
        self._buttons()
        self._entries()
        self._choices()
        self._hidden()
        self._list()

    def _track(self, name: str, widget: Gtk.Widget) -> Gtk.Widget:
        self.tracked[name] = widget
        self.rows.pack_start(widget, False, False, 0)
        return widget

    def _buttons(self) -> None:
        button = self._track("Press me", Gtk.Button(label="Press me"))
        button.connect("clicked", self._pressed)
        disabled = self._track("Not now", Gtk.Button(label="Not now"))
        disabled.set_sensitive(False)
        rename = self._track("Turn into", Gtk.Button(label="Turn into"))
        rename.connect("clicked", lambda one: one.set_label("Turned"))
        self._track("Remember", Gtk.CheckButton(label="Remember")).connect("toggled", lambda _: self.write())
        dialog = self._track("Ask", Gtk.Button(label="Ask"))
        dialog.connect("clicked", self._ask)
        evil = self._track("evil", Gtk.Button(label="evil"))
        evil.get_accessible().set_name("A\u202eB\u0007" + "x" * 100_000)

    def _entries(self) -> None:
        row = Gtk.Box()
        label = Gtk.Label(label="Surname")
        self.entry = Gtk.Entry(text="Lovelace")
        label.set_mnemonic_widget(self.entry)
        label.get_accessible().add_relationship(7, self.entry.get_accessible())
        self.entry.get_accessible().add_relationship(2, label.get_accessible())
        row.pack_start(label, False, False, 0)
        row.pack_start(self.entry, False, False, 0)
        self.rows.pack_start(row, False, False, 0)
        secret = Gtk.Entry(text="hunter2")
        secret.set_visibility(False)
        secret.get_accessible().set_name("Secret")
        self.rows.pack_start(secret, False, False, 0)
        self.entry.connect("changed", lambda _: self.write())
        self.scale = self._track("Volume", Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 10, 1))
        self.scale.set_value(4)
        self.scale.get_accessible().set_name("Volume")
        self.scale.connect("value-changed", lambda _: self.write())

    def _choices(self) -> None:
        self.combo = Gtk.ComboBoxText()
        for text in ("Red", "Green", "Blue"):
            self.combo.append_text(text)
        self.combo.set_active(1)
        self.combo.connect("changed", lambda _: self.write())
        self.rows.pack_start(self.combo, False, False, 0)

    def _hidden(self) -> None:
        book = Gtk.Notebook()
        book.append_page(Gtk.Button(label="On the first page"), Gtk.Label(label="First"))
        book.append_page(Gtk.Button(label="On the second page"), Gtk.Label(label="Second"))
        self.rows.pack_start(book, False, False, 0)
        unseen = Gtk.Button(label="Never shown")
        unseen.set_no_show_all(True)
        self.rows.pack_start(unseen, False, False, 0)

    def _list(self) -> None:
        store = Gtk.ListStore(str)
        for number in range(5000):
            store.append([f"Row {number}"])
        view = Gtk.TreeView(model=store)
        view.append_column(Gtk.TreeViewColumn("Rows", Gtk.CellRendererText(), text=0))
        scrolled = Gtk.ScrolledWindow()
        scrolled.add(view)
        self.rows.pack_start(scrolled, True, True, 0)

    def _pressed(self, _button: Gtk.Button) -> None:
        self.presses += 1
        self.write()

    def _ask(self, _button: Gtk.Button) -> None:
        dialog = Gtk.MessageDialog(transient_for=self, modal=True, text="Really?", buttons=Gtk.ButtonsType.OK_CANCEL)
        dialog.set_title("A question")
        dialog.connect("response", lambda one, _: one.destroy())
        dialog.show()

    def rectangles(self) -> dict[str, list[int]]:
        found = {}
        for name, widget in self.tracked.items():
            window = self.get_window()
            _, left, top = window.get_origin()
            x, y = widget.translate_coordinates(self, 0, 0)
            box = widget.get_allocation()
            found[name] = [left + x, top + y, left + x + box.width, top + y + box.height]
        return found

    def write(self) -> bool:
        truth = {
            "rectangles": self.rectangles(),
            "presses": self.presses,
            "surname": self.entry.get_text(),
            "volume": self.scale.get_value(),
            "colour": self.combo.get_active_text(),
            "remember": self.tracked["Remember"].get_active(),
        }
        new = Path(self.truth + ".new")
        new.write_text(json.dumps(truth), encoding="utf-8")
        new.replace(self.truth)
        return False


def main() -> None:
    window = Controls(sys.argv[1])
    window.show_all()
    GLib.timeout_add(200, window.write)
    Gtk.main()


main()
