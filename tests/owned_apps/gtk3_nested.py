"""A dialog that asks again in a dialog of its own, as a save dialog does about a file that exists. Run by the system Python."""

import gi

gi.require_version("Gtk", "3.0")

from gi.repository import Gtk  # noqa: E402


def ask(parent: Gtk.Window, title: str, word: str, then: object) -> None:
    dialog = Gtk.Dialog(title=title, transient_for=parent, modal=True)
    dialog.add_button(word, Gtk.ResponseType.OK)
    dialog.connect("response", lambda one, _: then(one))
    dialog.show_all()


def replaced(question: Gtk.Dialog) -> None:
    question.get_transient_for().destroy()
    question.destroy()
    window.set_title("Replaced")


window = Gtk.Window(title="Nested")
window.set_default_size(400, 300)
window.connect("destroy", Gtk.main_quit)
button = Gtk.Button(label="Save As…")
button.connect("clicked", lambda _: ask(window, "Save As", "Save", lambda one: ask(one, "", "Replace", replaced)))
window.add(button)
window.show_all()
Gtk.main()
