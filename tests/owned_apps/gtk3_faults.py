"""A window whose controls misbehave on command, and which writes down what really happened to each of them.

Reads commands as JSON lines from its standard input and answers each with the truth, as one JSON line:
    {"do": "arm", "kind": …, "fault": …, "delay": MS, "noise": true}   a new scene with a new control of that kind
    {"do": "strike"}     the fault that belongs between a look and an action happens now
    {"do": "tell"}       nothing
The truth: {"done": what the control is for has happened and lasts, "wrong": what else was touched, "times": how often}.
Run by the system Python (python3-gi).
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, GObject, Gtk  # noqa: E402

TITLE = sys.argv[1] if len(sys.argv) > 1 else "Trials"
PLACE, OTHER, SPARE = (40, 40), (40, 140), (320, 60)
NAMES = {
    "button": "Apply", "question": "Open…", "check": "Remember me", "toggle": "Bold", "radio": "Large", "row": "Second",
    "write": "Surname", "type": "Surname", "double": "Pad", "point": "Remember me",
}  # fmt: skip


class Scene:
    """One trial: a control, a harmless neighbour that nobody may touch, and what came of it."""

    def __init__(self, window: Gtk.Window, order: dict[str, Any]) -> None:
        self.window, self.kind, self.fault, self.delay = window, order["kind"], order["fault"], order.get("delay", 0)
        self.wrong: list[str] = []
        self.times = 0
        self.done = False
        self.text = ""
        self.alive = True
        self.field = Gtk.Fixed()
        self.status = Gtk.Label(label="Nothing was done yet")
        self.field.put(self.status, 40, 260)
        self.name = NAMES[self.kind]
        self.target = self.make(self.name, self.acted)
        self.field.put(self.target, *PLACE)
        self.neighbour = self.make("Forget everything", lambda *_: self.touch("the neighbour"))
        self.field.put(self.neighbour, *OTHER)
        window.add(self.field)
        self.field.show_all()
        if order.get("noise"):
            self.headlines = 0
            news = Gtk.Label(label="Headline by nobody")
            self.field.put(news, 320, 260)
            news.show()
            GLib.timeout_add(130, self.tick, news)

    def make(self, name: str, acted: Callable[..., None]) -> Gtk.Widget:
        """A control of the kind. Its genuine handler is `acted`; a swallowing one never comes to it."""
        makers = {
            "check": self.make_box, "point": self.make_box, "toggle": self.make_toggle, "radio": self.make_radio,
            "write": self.make_entry, "type": self.make_entry, "row": self.make_row, "double": self.make_pad,
        }  # fmt: skip
        return makers.get(self.kind, self.make_button)(name, acted)

    def make_button(self, name: str, acted: Callable[..., None]) -> Gtk.Widget:
        button = Gtk.Button(label=name)
        button.connect("clicked", acted)
        return button

    def make_pad(self, name: str, acted: Callable[..., None]) -> Gtk.Widget:
        button = Gtk.Button(label=name)

        def pressed(_: Gtk.Widget, event: Gdk.EventButton) -> bool:
            if event.type == Gdk.EventType.DOUBLE_BUTTON_PRESS:
                acted()
            return False

        button.connect("button-press-event", pressed)
        return button

    def make_box(self, name: str, acted: Callable[..., None]) -> Gtk.Widget:
        box = Deaf(label=name)
        box.scene = self
        box.connect("toggled", acted)
        return box

    def make_toggle(self, name: str, acted: Callable[..., None]) -> Gtk.Widget:
        toggle = DeafToggle(label=name)
        toggle.scene = self
        toggle.connect("toggled", acted)
        return toggle

    def make_radio(self, name: str, acted: Callable[..., None]) -> Gtk.Widget:
        first = Gtk.RadioButton(label="Small")
        radio = DeafRadio(label=name, group=first)
        radio.scene = self
        radio.first = first
        first.set_active(True)
        radio.connect("toggled", acted)
        return radio

    def make_entry(self, name: str, acted: Callable[..., None]) -> Gtk.Widget:
        entry = Gtk.Entry()
        entry.set_width_chars(20)
        entry.get_accessible().set_name(name)
        entry.connect("insert-text", self.maybe_swallow)
        entry.connect("changed", acted)
        return entry

    def make_row(self, name: str, acted: Callable[..., None]) -> Gtk.Widget:
        box = Gtk.ListBox()
        for text in ("First", name, "Third"):
            row = Gtk.ListBoxRow()
            row.add(Gtk.Label(label=text))
            row.get_accessible().set_name(text)
            box.add(row)
        box.unselect_all()
        box.connect("selected-rows-changed", acted)
        return box

    def swallows(self) -> bool:
        return self.fault in ("swallow", "repaint", "late_other")

    def maybe_swallow(self, entry: Gtk.Entry, text: str, *_: object) -> None:
        if self.swallows():
            GObject.signal_stop_emission_by_name(entry, "insert-text")
            self.swallowed(text)

    def swallowed(self, text: str = "") -> None:
        if self.fault == "repaint":
            self.status.set_text(f"{self.name}: done {text}".strip())
            if isinstance(self.target, Gtk.Button):
                self.target.set_label(f"{self.name} ✓")
        if self.fault == "late_other":
            GLib.timeout_add(self.delay, self.open_dialog, "Updates are available")

    def acted(self, *_: object) -> None:
        """The control was really worked."""
        if not self.alive:
            return
        holds = self.holds()
        if self.kind in ("button", "question", "double") and self.swallows():
            self.swallowed()
            return
        if not holds:
            self.done = False
            return
        self.times += 1
        if self.fault == "late" and self.kind in ("button", "double"):
            GLib.timeout_add(self.delay, self.finish)
        elif self.kind == "question":
            GLib.timeout_add(self.delay if self.fault == "late" else 0, self.open_dialog, "Open")
        elif self.fault in ("revert", "revert_late"):
            self.done = True
            GLib.timeout_add(self.delay, self.revert) if self.delay else self.revert()
        else:
            self.finish()

    def holds(self) -> bool:
        """Whether the control stands as the action wants it."""
        target = self.target
        if isinstance(target, Gtk.ToggleButton):
            return bool(target.get_active())
        if isinstance(target, Gtk.Entry):
            self.text = target.get_text()
            return self.text == "Ada Lovelace"
        if isinstance(target, Gtk.ListBox):
            row = target.get_selected_row()
            return row is not None and row.get_index() == 1
        return True

    def finish(self) -> bool:
        if self.alive:
            self.done = True
            self.status.set_text(f"{self.name} is done")
        return False

    def revert(self) -> bool:
        if not self.alive:
            return False
        target = self.target
        if isinstance(target, Gtk.RadioButton):
            target.first.set_active(True)
        elif isinstance(target, Gtk.ToggleButton):
            target.set_active(False)
        elif isinstance(target, Gtk.Entry):
            target.set_text("")
        elif isinstance(target, Gtk.ListBox):
            target.unselect_all()
        self.done = False
        return False

    def open_dialog(self, title: str) -> bool:
        if not self.alive:
            return False
        dialog = Gtk.Dialog(title=title, transient_for=self.window, modal=False)
        dialog.add_button("Close", Gtk.ResponseType.CLOSE)
        dialog.connect("response", lambda one, _: one.destroy())
        dialog.show_all()
        self.dialog = dialog
        self.done = self.done or title == "Open"
        return False

    def touch(self, what: str) -> None:
        if self.alive and what not in self.wrong:
            self.wrong.append(what)

    def tick(self, label: Gtk.Label) -> bool:
        self.headlines += 1
        label.set_text("Headline by " + ("nobody", "somebody", "everybody")[self.headlines % 3])
        return self.alive

    def strike(self) -> None:
        if self.fault == "disable":
            self.target.set_sensitive(False)
        elif self.fault == "move":
            self.field.move(self.target, *SPARE)
            self.field.move(self.neighbour, *PLACE)
        elif self.fault == "look_alike":
            self.target.hide()
            twin = self.make(self.name, lambda *_: self.touch("the look-alike"))
            self.field.put(twin, *PLACE)
            twin.show_all()
        elif self.fault == "recreate":
            self.target.destroy()
            self.target = self.make(self.name, self.acted)
            self.field.put(self.target, *PLACE)
            self.target.show_all()
        elif self.fault == "rename":
            self.call(self.target, "Erase the disk")
            self.call(self.neighbour, self.name)

    @staticmethod
    def call(widget: Gtk.Widget, name: str) -> None:
        if isinstance(widget, Gtk.ListBox):
            widget = widget.get_row_at_index(1)
        if isinstance(widget, Gtk.Button):
            widget.set_label(name)
        widget.get_accessible().set_name(name)

    def end(self) -> None:
        self.alive = False
        if getattr(self, "dialog", None) is not None:
            self.dialog.destroy()
        self.field.destroy()

    def truth(self) -> dict[str, Any]:
        if self.times > 1 and self.kind not in ("write", "type"):
            self.touch("the control once more")
        return {"done": self.done, "wrong": self.wrong, "times": self.times}


def _clicked(base: type) -> Callable[[Any], None]:
    def do_clicked(self: Any) -> None:
        scene = getattr(self, "scene", None)
        if scene is not None and self is scene.target and scene.swallows():
            scene.swallowed()
        else:
            base.do_clicked(self)

    return do_clicked


class Deaf(Gtk.CheckButton):
    do_clicked = _clicked(Gtk.CheckButton)


class DeafToggle(Gtk.ToggleButton):
    do_clicked = _clicked(Gtk.ToggleButton)


class DeafRadio(Gtk.RadioButton):
    do_clicked = _clicked(Gtk.RadioButton)


class Stage:
    def __init__(self) -> None:
        self.window = Gtk.Window(title=TITLE)
        self.window.set_default_size(600, 340)
        self.window.connect("destroy", Gtk.main_quit)
        self.scene: Scene | None = None
        self.window.show_all()
        GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, self.hear)

    def hear(self, *_: object) -> bool:
        line = sys.stdin.readline()
        if not line:
            Gtk.main_quit()
            return False
        order = json.loads(line)
        if order["do"] == "arm":
            if self.scene is not None:
                self.scene.end()
            self.scene = Scene(self.window, order)
        elif order["do"] == "strike" and self.scene is not None:
            self.scene.strike()
        # The answer comes when the change is on the screen.
        GLib.idle_add(self.tell, priority=GLib.PRIORITY_LOW)
        return True

    def tell(self) -> bool:
        sys.stdout.write(json.dumps(self.scene.truth() if self.scene else {}) + "\n")
        sys.stdout.flush()
        return False


Stage()
Gtk.main()
