"""The scene of owned controls in GTK 2."""

import ctypes
import warnings

import gi

gi.require_version("Gtk", "2.0")
# The bindings say that they are meant for GTK 3.
warnings.simplefilter("ignore")
from gi.repository import GLib, Gtk  # noqa: E402
from ledger import Ledger, control  # noqa: E402

LEDGER = Ledger(f"GTK {Gtk.MAJOR_VERSION}.{Gtk.MINOR_VERSION}.{Gtk.MICRO_VERSION}")


_GDK, _GTK = (ctypes.CDLL(f"lib{name}-x11-2.0.so.0") for name in ("gdk", "gtk"))


def pair(call, *pointers):
    """What a function of GTK 2 gives back in its last two arguments, which the bindings do not know to be that."""
    x, y = ctypes.c_int(), ctypes.c_int()
    call(*pointers, ctypes.byref(x), ctypes.byref(y))
    return x.value, y.value


def origin(window):
    # The bindings' objects hash to the address of what they stand for.
    return pair(_GDK.gdk_window_get_origin, ctypes.c_void_p(hash(window)))


def within(widget, top):
    zero = ctypes.c_int(0)
    pointers = ctypes.c_void_p(hash(widget)), ctypes.c_void_p(hash(top))
    return pair(_GTK.gtk_widget_translate_coordinates, *pointers, zero, zero)


def place(widget):
    top = widget.get_toplevel()
    if not widget.get_mapped() or top.get_window() is None:
        return None
    left, upper = origin(top.get_window())
    x, y = within(widget, top)
    box = widget.get_allocation()
    return [left + x, upper + y, left + x + box.width, upper + y + box.height]


class Scene:
    def __init__(self):
        self.window = Gtk.Window()
        self.window.set_title(LEDGER.title)
        self.window.connect("destroy", lambda *_: Gtk.main_quit())
        self.tracked = []
        rows = Gtk.VBox()
        self.window.add(rows)
        self._menus(rows)
        self.rows = Gtk.VBox(spacing=4)
        rows.pack_start(self.rows, True, True, 4)
        self._buttons()
        self._fields()
        self._pages()

    def add(self, key, role, name, widget, **more):
        self.tracked.append((key, role, name, widget, more))
        self.rows.pack_start(widget, False, False, 0)
        return widget

    def _menus(self, rows):
        bar = Gtk.MenuBar()
        rows.pack_start(bar, False, False, 0)
        self.menu = Gtk.Menu()
        head = Gtk.MenuItem(label="File")
        self.tracked.append(("file", "Menu", "File", head, {"opens": "menu", "reacts": "opened"}))
        head.set_submenu(self.menu)
        self.menu.connect("map", lambda _: LEDGER.note("file", "opened"))
        for key, name in (("new", "New"), ("open", "Open…"), ("leave", "Leave"), ("last", "Last")):
            item = Gtk.MenuItem(label=name)
            self.tracked.append((f"file:{key}", "MenuItem", name, item, {"reacts": "chosen"}))
            item.connect("activate", lambda _, one=key: LEDGER.note(f"file:{one}", "chosen"))
            self.menu.append(item)
        bar.append(head)

    def _buttons(self):
        press = self.add("press", "Button", "Press me", Gtk.Button(label="Press me"), reacts="clicked")
        press.connect("clicked", lambda _: LEDGER.note("press", "clicked"))
        self.add("dead", "Button", "Not now", Gtk.Button(label="Not now")).set_sensitive(False)
        loud = self.add("loud", "ToggleButton", "Loud", Gtk.ToggleButton(label="Loud"), reacts="toggled")
        loud.connect("toggled", lambda _: LEDGER.note("loud", "toggled"))
        check = self.add("check", "CheckBox", "Remember", Gtk.CheckButton(label="Remember"), reacts="toggled")
        check.set_active(True)
        check.connect("toggled", lambda _: LEDGER.note("check", "toggled"))
        unseen = self.add("unseen", "Button", "Never shown", Gtk.Button(label="Never shown"))
        unseen.set_no_show_all(True)

    def _fields(self):
        entry = self.add("surname", "Edit", "Surname", Gtk.Entry(), reacts="focused")
        entry.set_text("Lovelace")
        entry.get_accessible().set_name("Surname")
        entry.connect("focus-in-event", lambda *_: LEDGER.note("surname", "focused"))
        scale = self.add("volume", "Slider", "Volume", Gtk.HScale.new_with_range(0, 10, 1), reacts="changed")
        scale.set_value(4)
        scale.get_accessible().set_name("Volume")
        scale.connect("value-changed", lambda _: LEDGER.note("volume", "changed"))

    def _pages(self):
        self.book = Gtk.Notebook()
        for key, name in (("first", "First"), ("second", "Second")):
            words = f"On the {key} page"
            button = Gtk.Button(label=words)
            self.tracked.append((f"on-{key}", "Button", words, button, {"reacts": "clicked"}))
            button.connect("clicked", lambda _, one=key: LEDGER.note(f"on-{one}", "clicked"))
            self.book.append_page(button, Gtk.Label(label=name))
        self.book.connect("switch-page", lambda _, __, n: LEDGER.note(("first", "second")[n], "selected"))
        self.rows.pack_start(self.book, False, False, 0)

    def facts(self, key, role, name, widget, more):
        rect = place(widget)
        states = [] if widget.is_sensitive() else ["disabled"]
        facts = dict(more)
        if role == "CheckBox":
            states.append("checked" if widget.get_active() else "unchecked")
        elif role == "ToggleButton" and widget.get_active():
            states.append("pressed")
        elif role == "Edit":
            states.append("editable")
            facts["value"] = widget.get_text()
        elif role == "Slider":
            facts["value"] = f"{widget.get_value():g}"
        return control(key, role, name, rect, states=states, **{"seen": "shown" if rect else "hidden", **facts})

    def tabs(self):
        for number, key in enumerate(("first", "second")):
            label = self.book.get_tab_label(self.book.get_nth_page(number))
            states = ["selected"] if self.book.get_current_page() == number else []
            reacts = None if states else "selected"
            yield control(key, "TabItem", label.get_text(), place(label), states=states, reacts=reacts, within=True)

    def write(self):
        layers = [["file", rect]] if (rect := place(self.menu)) else []
        return LEDGER.write([*(self.facts(*one) for one in self.tracked), *self.tabs()], layers)


def main():
    scene = Scene()
    scene.window.show_all()
    GLib.timeout_add(60, scene.write)
    Gtk.main()


Gtk.init([])
main()
