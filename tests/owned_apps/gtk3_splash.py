"""A window that is shown while its application starts, and the one to work in, which takes its place."""

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")

from gi.repository import Gdk, GLib, Gtk  # noqa: E402 - the version has to be said first

splash = Gtk.Window(title="Starting")
splash.set_type_hint(Gdk.WindowTypeHint.SPLASHSCREEN)
splash.set_default_size(300, 200)
splash.show_all()


def start():
    splash.destroy()
    window = Gtk.Window(title="Working")
    window.set_default_size(400, 300)
    window.add(Gtk.Button(label="Begin"))
    window.connect("destroy", Gtk.main_quit)
    window.show_all()


GLib.timeout_add(700, start)
Gtk.main()
