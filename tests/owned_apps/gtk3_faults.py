"""A GTK 3 window whose controls misbehave on command: see `faulty_scene.py`. Argument: its title."""

import sys

import gi
from faulty_scene import NAMES, PLACE, TEXT, Stage, rows_of

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, GObject, Gtk  # noqa: E402

TITLE = sys.argv[1] if len(sys.argv) > 1 else "Trials"


def said(row):
    return row.get_child().get_text()


def clicked_at():
    event = Gtk.get_current_event()
    return event.get_time() if event is not None and event.get_time() else None


def deaf(base):
    """A button that does not react while it is deaf."""

    class Deaf(base):
        def do_clicked(self):
            # A radio button is clicked while it joins its group, before it has anything of ours.
            if getattr(self, "deaf", bool)():
                self.acted(clicked_at())
            else:
                base.do_clicked(self)

    return Deaf


CHECK, TOGGLE, RADIO, BUTTON = deaf(Gtk.CheckButton), deaf(Gtk.ToggleButton), deaf(Gtk.RadioButton), deaf(Gtk.Button)


class Kit:
    stills = False
    sent = 0

    def __init__(self, window):
        self.window, self.field = window, None

    def clear(self):
        if self.field is not None:
            self.field.destroy()
        self.field = Gtk.Fixed()
        self.window.add(self.field)
        self.field.show()

    def make(self, kind, name, acted, deaf):
        makers = {
            "check": self.box, "point": self.box, "toggle": self.box, "radio": self.radio, "write": self.entry,
            "type": self.entry, "row": self.rows, "double": self.pad, "slide": self.track, "list": self.titles,
        }  # fmt: skip
        # The value of a drag changes with a movement, long after the button went down.
        at = bool if kind == "slide" else clicked_at
        widget = makers.get(kind, self.button)(kind, name, lambda *_: acted(at() or None), deaf)
        widget.acted, widget.deaf = acted, deaf
        return widget

    def button(self, _kind, name, acted, _deaf):
        button = Gtk.Button(label=name)
        button.connect("clicked", acted)
        return button

    def pad(self, _kind, name, acted, _deaf):
        button = Gtk.Button(label=name)
        button.connect("button-press-event", lambda _, e: e.type == Gdk.EventType.DOUBLE_BUTTON_PRESS and acted())
        return button

    def box(self, kind, name, acted, _deaf):
        box = (TOGGLE if kind == "toggle" else CHECK)(label=name)
        box.connect("toggled", acted)
        return box

    def radio(self, _kind, name, acted, _deaf):
        first = Gtk.RadioButton(label="Small")
        radio = RADIO(label=name, group=first)
        radio.first = first
        first.set_active(True)
        radio.connect("toggled", acted)
        return radio

    def entry(self, _kind, name, acted, deaf):
        entry = Gtk.Entry(width_chars=20)
        entry.get_accessible().set_name(name)

        def inserted(*_):
            if deaf():
                GObject.signal_stop_emission_by_name(entry, "insert-text")
                acted()

        entry.connect("insert-text", inserted)
        entry.connect("changed", acted)
        return entry

    def rows(self, _kind, name, acted, _deaf):
        box = Gtk.ListBox()
        for text in rows_of(name):
            row = Gtk.ListBoxRow()
            row.add(Gtk.Label(label=text))
            row.get_accessible().set_name(text)
            box.add(row)
        box.unselect_all()
        box.connect("selected-rows-changed", acted)
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
            row.get_accessible().set_name(text)

    def track(self, _kind, name, acted, deaf):
        """Its handle is dragged from the left."""
        scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1)
        scale.set_size_request(220, -1)
        scale.set_draw_value(False)
        scale.get_accessible().set_name(name)
        scale.connect("button-press-event", self.pressed)
        scale.connect("change-value", lambda *_: deaf() and (acted() or True))
        scale.connect("value-changed", acted)
        return scale

    def pressed(self, _, event):
        self.sent = event.time

    def titles(self, _kind, name, acted, deaf):
        box = Gtk.ListBox()
        for number in range(60):
            box.add(Gtk.Label(label=f"{name} {number}", xalign=0))
        around = Gtk.ScrolledWindow()
        around.set_size_request(220, 80)
        around.add(box)
        box.get_accessible().set_name(name)
        around.titles = box
        around.connect("scroll-event", lambda *_: deaf() and (acted() or True))
        around.get_vadjustment().connect("value-changed", acted)
        return around

    def holds(self, kind, widget):
        if isinstance(widget, Gtk.ToggleButton):
            return widget.get_active()
        if isinstance(widget, Gtk.Entry):
            return widget.get_text() == TEXT
        if kind == "row":
            return self.picked(widget) == NAMES["row"]
        if kind == "slide":
            return widget.get_value() > 20
        return kind != "list" or widget.get_vadjustment().get_value() > 0

    def undo(self, kind, widget):
        if isinstance(widget, Gtk.RadioButton):
            widget.first.set_active(True)
        elif isinstance(widget, Gtk.ToggleButton):
            widget.set_active(False)
        elif isinstance(widget, Gtk.Entry):
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
            widget.show_all()
        else:
            self.field.move(widget, *place)

    def remove(self, widget):
        widget.destroy()

    def hide(self, widget):
        widget.hide()

    def disable(self, widget):
        widget.set_sensitive(False)

    def rename(self, kind, widget, name):
        if kind == "row":
            widget = widget.get_row_at_index(1)
            widget.get_child().set_text(name)
        if isinstance(widget, Gtk.Button):
            widget.set_label(name)
        getattr(widget, "titles", widget).get_accessible().set_name(name)

    def cover(self, widget, touched):
        room = widget.get_allocation()
        over = Gtk.EventBox(visible_window=False)
        over.set_size_request(room.width, room.height)
        over.connect("button-press-event", lambda _, event: touched(event.time) or True)
        over.connect("scroll-event", lambda _, event: touched(event.time) or True)
        self.field.put(over, *PLACE)
        over.show()

    def label(self, text):
        return Gtk.Label(label=text)

    def say(self, label, text):
        label.set_text(text)

    def dialog(self, title):
        dialog = Gtk.Dialog(title=title, transient_for=self.window, modal=False)
        dialog.add_button("Close", Gtk.ResponseType.CLOSE)
        dialog.connect("response", lambda one, _: one.destroy())
        dialog.show_all()
        return dialog.destroy

    def modal(self, title, touched):
        dialog = Gtk.Dialog(title=title, transient_for=self.window, modal=True)
        dialog.set_default_size(*self.window.get_size())
        field, button = Gtk.Entry(), Gtk.Button(label="Erase everything")
        field.connect("changed", lambda _: touched(clicked_at()))
        button.connect("clicked", lambda _: touched(clicked_at()))
        inside = dialog.get_content_area()
        inside.add(field)
        inside.pack_start(button, True, True, 0)
        dialog.show_all()
        return dialog.destroy

    def after(self, milliseconds, action):
        GLib.timeout_add(milliseconds, lambda: action() and False) if milliseconds else action()

    def painted(self, tell):
        # Widgets get their places with the next frame, after all that is idle; the display has it when it has answered.
        clock = self.window.get_window().get_frame_clock()

        def shown(_):
            clock.disconnect(heard)
            self.window.get_display().sync()
            tell()

        heard = clock.connect("after-paint", shown)
        clock.request_phase(Gdk.FrameClockPhase.PAINT)


window = Gtk.Window(title=TITLE)
window.set_default_size(600, 340)
window.connect("destroy", Gtk.main_quit)
window.show_all()
stage = Stage(Kit(window))


def heard(*_):
    line = sys.stdin.readline()
    if line:
        stage.hear(line)
    else:
        Gtk.main_quit()
    return bool(line)


GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, heard)
Gtk.main()
