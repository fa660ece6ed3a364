"""A GTK 4 window whose controls misbehave on command: see `faulty_scene.py`. Argument: its title."""

import sys

import gi
from faulty_scene import NAMES, PLACE, TEXT, Stage, rows_of

gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, GObject, Gtk  # noqa: E402

TITLE = sys.argv[1] if len(sys.argv) > 1 else "Trials"


def said(row):
    return row.get_child().get_text()


def named(widget, name):
    widget.update_property([Gtk.AccessibleProperty.LABEL], [name])
    return widget


class Kit:
    stills = False

    def __init__(self, window):
        self.window, self.field, self.kept, self.sent = window, None, [], 0
        ear = Gtk.EventControllerLegacy(propagation_phase=Gtk.PropagationPhase.CAPTURE)
        ear.connect("event", self.heard)
        window.add_controller(ear)

    def heard(self, _, event):
        if event.get_event_type() in (Gdk.EventType.BUTTON_PRESS, Gdk.EventType.KEY_PRESS, Gdk.EventType.SCROLL):
            self.sent = event.get_time()
        return False

    def clear(self):
        """GTK 4.8 ends badly where a widget goes away that has the focus or is still asked for on the bus."""
        self.window.set_focus(None)
        self.field = Gtk.Fixed()
        self.kept.append(self.field)
        self.window.set_child(self.field)

    def make(self, kind, name, acted, deaf):
        makers = {
            "check": self.box, "point": self.box, "toggle": self.box, "radio": self.radio, "write": self.entry,
            "type": self.entry, "row": self.rows, "double": self.pad, "slide": self.track, "list": self.titles,
        }  # fmt: skip
        return makers.get(kind, self.button)(kind, name, acted, deaf)

    def button(self, _kind, name, acted, _deaf):
        button = Gtk.Button(label=name)
        button.connect("clicked", lambda _: acted())
        return button

    def pad(self, _kind, name, acted, _deaf):
        button = Gtk.Button(label=name)
        click = Gtk.GestureClick(propagation_phase=Gtk.PropagationPhase.CAPTURE)
        click.connect("pressed", lambda one, count, *_: count == 2 and acted(one.get_current_event_time()))
        button.add_controller(click)
        return button

    def box(self, kind, name, acted, deaf):
        box = Gtk.ToggleButton(label=name) if kind == "toggle" else Gtk.CheckButton(label=name)
        self.switching(box, acted, deaf, lambda: box.set_active(False))
        return box

    def radio(self, _kind, name, acted, deaf):
        first = Gtk.CheckButton(label="Small")
        radio = Gtk.CheckButton(label=name, group=first)
        radio.first = first
        first.set_active(True)
        self.switching(radio, acted, deaf, lambda: first.set_active(True))
        return radio

    def switching(self, box, acted, deaf, back):
        def toggled(_):
            if deaf() and box.get_active():
                back()
                acted()
            elif not deaf():
                acted()

        box.connect("toggled", toggled)

    def entry(self, _kind, name, acted, deaf):
        entry = named(Gtk.Entry(width_chars=20), name)

        def inserted(inner, *_):
            if deaf():
                GObject.signal_stop_emission_by_name(inner, "insert-text")
                acted()

        entry.get_delegate().connect("insert-text", inserted)
        entry.connect("changed", lambda _: acted())
        return entry

    def rows(self, _kind, name, acted, _deaf):
        box = Gtk.ListBox()
        for text in rows_of(name):
            box.append(named(Gtk.ListBoxRow(child=Gtk.Label(label=text)), text))
        box.unselect_all()
        box.connect("selected-rows-changed", lambda _: acted())
        return box

    def picked(self, box):
        row = box.get_selected_row()
        return said(row) if row is not None else ""

    def order(self, box, names):
        box.set_sort_func(lambda one, other: names.index(said(one)) - names.index(said(other)))
        box.invalidate_sort()

    def relabel(self, box, names):
        for place, text in enumerate(names):
            row = box.get_row_at_index(place)
            row.get_child().set_text(text)
            named(row, text)

    def track(self, _kind, name, acted, deaf):
        """Its handle is dragged from the left."""
        scale = named(Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1), name)
        scale.set_size_request(220, -1)
        scale.connect("change-value", lambda *_: deaf() and (acted() or True))
        scale.connect("value-changed", lambda _: acted())
        return scale

    def titles(self, _kind, name, acted, deaf):
        box = Gtk.ListBox()
        for number in range(60):
            box.append(Gtk.Label(label=f"{name} {number}", xalign=0))
        around = Gtk.ScrolledWindow(child=box, width_request=220, height_request=80)
        around.titles = named(box, name)
        wheel = Gtk.EventControllerScroll(
            flags=Gtk.EventControllerScrollFlags.VERTICAL, propagation_phase=Gtk.PropagationPhase.CAPTURE
        )
        wheel.connect("scroll", lambda *_: deaf() and (acted() or True))
        around.add_controller(wheel)
        around.get_vadjustment().connect("value-changed", lambda _: acted())
        return around

    def holds(self, kind, widget):
        if kind in ("check", "point", "toggle", "radio"):
            return widget.get_active()
        if kind in ("write", "type"):
            return widget.get_text() == TEXT
        if kind == "row":
            return self.picked(widget) == NAMES["row"]
        if kind == "slide":
            return widget.get_value() > 20
        return kind != "list" or widget.get_vadjustment().get_value() > 0

    def undo(self, kind, widget):
        if kind == "radio":
            widget.first.set_active(True)
        elif kind in ("check", "point", "toggle"):
            widget.set_active(False)
        elif kind in ("write", "type"):
            widget.set_text("")
        elif kind == "row":
            widget.unselect_all()
        elif kind == "slide":
            widget.set_value(0)
        elif kind == "list":
            widget.get_vadjustment().set_value(0)

    def text(self, widget):
        return widget.get_text()

    def write(self, widget, text):
        widget.set_text(text)

    def put(self, widget, place):
        if widget.get_parent() is None:
            self.field.put(widget, *place)
        else:
            self.field.move(widget, *place)

    def remove(self, widget):
        """GTK hands the focus of what goes to what comes, and a list that gets it selects its first row."""
        self.window.set_focus(None)
        self.field.remove(widget)

    def hide(self, widget):
        widget.set_visible(False)

    def disable(self, widget):
        widget.set_sensitive(False)

    def rename(self, kind, widget, name):
        if kind in ("button", "question", "double", "check", "point", "toggle", "radio"):
            widget.set_label(name)
        elif kind == "row":
            row = widget.get_row_at_index(1)
            row.get_child().set_text(name)
            named(row, name)
        else:
            named(getattr(widget, "titles", widget), name)

    def cover(self, widget, touched):
        over = Gtk.Box(width_request=widget.get_width(), height_request=widget.get_height())
        click = Gtk.GestureClick()
        click.connect("pressed", lambda one, *_: touched(one.get_current_event_time()))
        wheel = Gtk.EventControllerScroll(flags=Gtk.EventControllerScrollFlags.VERTICAL)
        wheel.connect("scroll", lambda one, *_: touched(one.get_current_event_time()) or True)
        over.add_controller(click)
        over.add_controller(wheel)
        self.field.put(over, *PLACE)

    def label(self, text):
        return Gtk.Label(label=text)

    def say(self, label, text):
        label.set_text(text)

    def dialog(self, title):
        dialog = Gtk.Window(title=title, transient_for=self.window)
        close = Gtk.Button(label="Close")
        close.connect("clicked", lambda _: dialog.destroy())
        dialog.set_child(close)
        dialog.present()
        return dialog.destroy

    def modal(self, title, touched):
        """GTK 4.8 ends badly where what has the focus goes away, so its windows are kept and hidden."""
        dialog = Gtk.Window(title=title, transient_for=self.window, modal=True)
        dialog.set_default_size(*self.window.get_default_size())
        field, button, inside = Gtk.Entry(), Gtk.Button(label="Erase everything", vexpand=True), Gtk.Box(orientation=1)
        field.connect("changed", lambda _: touched())
        button.connect("clicked", lambda _: touched())
        inside.append(field)
        inside.append(button)
        dialog.set_child(inside)
        dialog.present()
        self.kept.append(dialog)
        return lambda: dialog.set_visible(False)

    def after(self, milliseconds, action):
        GLib.timeout_add(milliseconds, lambda: action() and False) if milliseconds else action()

    def painted(self, tell):
        # The answer comes when the change is on the screen.
        GLib.timeout_add(40, tell)


def activate(application):
    window = Gtk.ApplicationWindow(application=application, title=TITLE, default_width=600, default_height=340)
    window.present()
    stage = Stage(Kit(window))

    def heard(*_):
        line = sys.stdin.readline()
        if line:
            stage.hear(line)
        else:
            application.quit()
        return bool(line)

    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, heard)


application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
application.run()
