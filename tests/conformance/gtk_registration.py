"""The registration form as a real GTK 3 application, the twin of `ufo.desktop.fake.apps.form`. Run by the system's Python."""

import gi

gi.require_version("Gtk", "3.0")

from gi.repository import Gtk  # noqa: E402

COLOURS = ("Amber", "Blue", "Cyan", "Denim", "Ecru", "Fuchsia", "Gold", "Hazel")


class Registration(Gtk.Window):
    def __init__(self) -> None:
        super().__init__(title="Registration")
        self.set_default_size(620, 480)
        self.connect("destroy", Gtk.main_quit)
        self.grid = Gtk.Grid(row_spacing=6, column_spacing=6, margin=8)
        self.add(self.grid)
        self.name = self._field(0, "Name")
        self.name.connect("changed", lambda field: self.submit.set_sensitive(bool(field.get_text())))
        self.email = self._field(1, "Email")
        self.secret = self._field(2, "Password")
        self.secret.set_visibility(False)
        self.newsletter = Gtk.CheckButton(label="Send me the newsletter")
        self.grid.attach(self.newsletter, 0, 3, 2, 1)
        country = Gtk.ComboBoxText()
        for item in ("Austria", "Belgium", "Chile"):
            country.append_text(item)
        country.set_active(0)
        country.get_accessible().set_name("Country")
        self.grid.attach(country, 0, 4, 2, 1)
        self.grid.attach(self._colours(), 0, 5, 2, 1)
        self.submit = Gtk.Button(label="Submit", sensitive=False)
        self.submit.connect("clicked", self._submitted)
        self.grid.attach(self.submit, 0, 6, 1, 1)
        self.status = Gtk.Label(label="Not submitted")
        self.grid.attach(self.status, 1, 6, 1, 1)

    def _field(self, row: int, name: str) -> Gtk.Entry:
        label, entry = Gtk.Label(label=name), Gtk.Entry(width_chars=30)
        label.set_mnemonic_widget(entry)
        entry.get_accessible().set_name(name)
        self.grid.attach(label, 0, row, 1, 1)
        self.grid.attach(entry, 1, row, 1, 1)
        return entry

    def _colours(self) -> Gtk.ScrolledWindow:
        colours = Gtk.ListBox()
        for colour in COLOURS:
            row = Gtk.ListBoxRow()
            row.add(Gtk.Label(label=colour, height_request=24))
            row.get_accessible().set_name(colour)
            colours.add(row)
        colours.get_accessible().set_name("Colours")
        frame = Gtk.ScrolledWindow(height_request=100, width_request=240)
        frame.add(colours)
        return frame

    def _submitted(self, _: Gtk.Button) -> None:
        self.status.set_text(f"Submitted for {self.name.get_text()}")
        dialog = Gtk.Dialog(title="Thank you", transient_for=self, modal=True)
        dialog.get_content_area().add(Gtk.Label(label="Your registration was received."))
        dialog.add_button("OK", Gtk.ResponseType.OK)
        dialog.connect("response", lambda shown, _: shown.destroy())
        dialog.show_all()


window = Registration()
window.show_all()
Gtk.main()
