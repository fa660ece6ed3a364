"""A calendar of GTK 3 or 4 (the first argument). The window's title tells the day. With "hidden" its picture does not."""

import sys

import gi

VERSION, HIDDEN = sys.argv[1], "hidden" in sys.argv
gi.require_version("Gtk", f"{VERSION}.0")
gi.require_version("Gdk", f"{VERSION}.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

_PLAIN = b"calendar:selected, calendar.view:selected { background: transparent; color: inherit; border-radius: 0; }"


def on_3():
    if HIDDEN:
        style = Gtk.CssProvider()
        style.load_from_data(_PLAIN)
        Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, 800)
    window = Gtk.Window(title="calendar")
    calendar = Gtk.Calendar()
    calendar.select_month(0, 2026)
    calendar.select_day(15)
    calendar.connect("day-selected", lambda one: window.set_title("{:04}-{:02}-{:02}".format(*shown(one))))
    window.add(calendar)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    Gtk.main()


def shown(calendar):
    year, month, day = calendar.get_date()
    return year, month + 1, day


def on_4():
    loop = GLib.MainLoop()
    window = Gtk.Window(title="calendar")
    calendar = Gtk.Calendar()
    calendar.select_day(GLib.DateTime.new_local(2026, 1, 15, 0, 0, 0))
    # From GTK 4.10 on a turned month takes the chosen day with it, and a click on that day says nothing more.
    for signal in ("day-selected", "prev-month", "next-month"):
        calendar.connect(signal, lambda one: window.set_title(one.get_date().format("%Y-%m-%d")))
    window.set_child(calendar)
    window.connect("close-request", lambda _: loop.quit())
    window.present()
    loop.run()


if VERSION == "4":
    Gtk.init()
    on_4()
else:
    on_3()
