"""A window whose question comes up in a dialog without a title; the window's title says that it was answered."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


def ask(_button: Gtk.Button) -> None:
    dialog = Gtk.Dialog(transient_for=window, modal=True, title="")
    dialog.add_button("Agree", 1)
    dialog.connect("response", answered)
    dialog.show_all()


def answered(dialog: Gtk.Dialog, _response: int) -> None:
    window.set_title("Answered")
    dialog.destroy()


window = Gtk.Window(title="Asking", default_width=400, default_height=300)
window.connect("destroy", Gtk.main_quit)
button = Gtk.Button(label="Ask")
button.connect("clicked", ask)
window.add(button)
window.show_all()
Gtk.main()
