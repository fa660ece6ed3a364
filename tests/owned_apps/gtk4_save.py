#!/usr/bin/python3
"""A window of GTK 4 that asks where to save, in the folder that it is given. Its title tells what was chosen."""

from __future__ import annotations

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, Gtk  # noqa: E402


def _shown(app: Gtk.Application) -> None:
    window = Gtk.ApplicationWindow(application=app, title="Saver", default_width=500, default_height=300)
    window.present()
    dialog = Gtk.FileChooserDialog(
        title="Save As", transient_for=window, modal=True, action=Gtk.FileChooserAction.SAVE, create_folders=True
    )
    dialog.add_button("Cancel", Gtk.ResponseType.CANCEL)
    dialog.add_button("Save", Gtk.ResponseType.ACCEPT)
    dialog.set_current_folder(Gio.File.new_for_path(sys.argv[1]))
    dialog.set_current_name("x.txt")

    def answered(_: Gtk.Dialog, response: int) -> None:
        chosen = dialog.get_file().get_path() if response == Gtk.ResponseType.ACCEPT else "nothing"
        window.set_title(f"Saver: {chosen}")
        dialog.close()

    dialog.connect("response", answered)
    dialog.present()


if __name__ == "__main__":
    application = Gtk.Application(application_id=None)
    application.connect("activate", _shown)
    application.run(None)
