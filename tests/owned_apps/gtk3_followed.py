"""Windows that give way to others: a login, a wizard of three windows, a dialog beside its window, two documents, settings
that restart the program in one of three ways, and a launcher of another program.

The first argument says which of them to show, the second what the program calls itself.
"""

import os
import subprocess
import sys

import gi

gi.require_version("Gtk", "3.0")

from gi.repository import GLib, Gtk  # noqa: E402 - the version has to be said first

if len(sys.argv) > 2:
    GLib.set_prgname(sys.argv[2])


def window(title, *widgets):
    made = Gtk.Window(title=title)
    made.set_default_size(360, 200)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for widget in widgets:
        box.add(widget)
    made.add(box)
    made.show_all()
    return made


def button(label, pressed):
    made = Gtk.Button(label=label)
    made.connect("clicked", lambda _: pressed())
    return made


def gives_way(former, later, delay_ms=0):
    """Close a window, and open what follows it after a while."""

    def go_on():
        later()
        return False

    former.destroy()
    GLib.timeout_add(delay_ms, go_on) if delay_ms else go_on()


def desk():
    made = window("Accounts", Gtk.CheckButton(label="Show closed accounts"))
    made.connect("destroy", lambda _: Gtk.main_quit())
    return made


def login():
    name = Gtk.Entry()
    name.get_accessible().set_name("User")
    first = []
    first.append(window("Sign in", name, button("Sign in", lambda: gives_way(first[0], desk, 400))))


def page(number):
    first = []
    last = number == 3
    later = desk if last else lambda: page(number + 1)
    label = "Finish" if last else "Next"
    made = window(f"Setup, page {number}", button(label, lambda: gives_way(first[0], later)))
    first.append(made)


def beside():
    main = desk()
    dialog = Gtk.Dialog(title="Filter accounts")
    dialog.get_content_area().add(button("Apply", lambda: (dialog.destroy(), main.present())))
    dialog.show_all()


def documents():
    for name in ("Ann", "Bob"):
        shown = []
        close = button("Close", lambda shown=shown: shown[0].destroy())
        shown.append(window(f"{name} - Accounts", close, Gtk.CheckButton(label="Show closed accounts")))


def began_anew(way):
    """Start the program again as another process, or become it."""
    command = [sys.executable, __file__, "desk"]
    if way == "becomes":
        os.execv(command[0], command)
    # Without our environment's marks and in a session of its own, the new process has nothing in common with this one.
    away = {name: value for name, value in os.environ.items() if not name.startswith("UFO_")}
    apart = {"start_new_session": True, "env": away} if way == "detached" else {}
    subprocess.Popen(command, **apart)
    os._exit(0)


def settings(way):
    window("Settings", button("Restart now", lambda: began_anew(way)))


def launcher():
    def starts():
        shown[0].destroy()
        subprocess.Popen(["mousepad", "--disable-server"])
        Gtk.main_quit()

    shown = []
    shown.append(window("Launcher", button("Start", starts)))


RESTARTS = {f"restart-{way}": (lambda way=way: settings(way)) for way in ("starts", "detached", "becomes")}
SCENES = {"desk": desk, "login": login, "wizard": lambda: page(1), "beside": beside, "documents": documents}
SCENES |= RESTARTS | {"launcher": launcher}
SCENES[sys.argv[1]]()
Gtk.main()
