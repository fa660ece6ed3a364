"""The scene of owned controls in GTK 3."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from ledger import Ledger, control  # noqa: E402

VERSION = f"{Gtk.get_major_version()}.{Gtk.get_minor_version()}.{Gtk.get_micro_version()}"
LEDGER = Ledger(f"GTK {VERSION}")


def place(widget):
    """The whole rectangle of a widget on the screen."""
    top = widget.get_toplevel()
    if not widget.get_mapped() or top.get_window() is None:
        return None
    _, left, upper = top.get_window().get_origin()
    x, y = widget.translate_coordinates(top, 0, 0)
    box = widget.get_allocation()
    return [left + x, upper + y, left + x + box.width, upper + y + box.height]


class Scene(Gtk.Window):
    def __init__(self):
        super().__init__(title=LEDGER.title)
        self.set_default_size(760, 560)
        self.connect("destroy", Gtk.main_quit)
        self.tracked = []
        self.dialog = None
        rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
        self.add(rows)
        self._menus(rows)
        columns = Gtk.Box(spacing=12)
        rows.pack_start(columns, True, True, 0)
        self.left = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
        self.right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
        columns.pack_start(self.left, False, False, 4)
        columns.pack_start(self.right, True, True, 4)
        self._buttons()
        self._fields()
        self._pages()
        self._list()

    def track(self, key, role, name, widget, **more):
        self.tracked.append((key, role, name, widget, more))
        return widget

    def _menus(self, rows):
        bar = Gtk.MenuBar()
        rows.pack_start(bar, False, False, 0)
        self.menu = Gtk.Menu()
        head = self.track("file", "Menu", "File", Gtk.MenuItem(label="File"), opens="menu", reacts="opened")
        head.set_submenu(self.menu)
        self.menu.connect("map", lambda _: LEDGER.note("file", "opened"))
        for key, name in (("new", "New"), ("open", "Open…"), ("leave", "Leave")):
            item = self.track(f"file:{key}", "MenuItem", name, Gtk.MenuItem(label=name), reacts="chosen")
            item.connect("activate", lambda _, one=key: LEDGER.note(f"file:{one}", "chosen"))
            self.menu.append(item)
        wrap = self.track("file:wrap", "CheckMenuItem", "Wrap", Gtk.CheckMenuItem(label="Wrap"), reacts="chosen")
        wrap.connect("toggled", lambda _: LEDGER.note("file:wrap", "chosen"))
        self.menu.append(wrap)
        bar.append(head)

    def _buttons(self):
        add = lambda widget: self.left.pack_start(widget, False, False, 0)  # noqa: E731
        press = self.track("press", "Button", "Press me", Gtk.Button(label="Press me"), reacts="clicked")
        press.connect("clicked", lambda _: LEDGER.note("press", "clicked"))
        add(press)
        dead = self.track("dead", "Button", "Not now", Gtk.Button(label="Not now"))
        dead.set_sensitive(False)
        add(dead)
        loud = self.track("loud", "ToggleButton", "Loud", Gtk.ToggleButton(label="Loud"), reacts="toggled")
        loud.connect("toggled", lambda _: LEDGER.note("loud", "toggled"))
        add(loud)
        check = self.track("check", "CheckBox", "Remember", Gtk.CheckButton(label="Remember"), reacts="toggled")
        check.set_active(True)
        check.connect("toggled", lambda _: LEDGER.note("check", "toggled"))
        add(check)
        small = Gtk.RadioButton.new_with_label(None, "Small")
        large = Gtk.RadioButton.new_with_label_from_widget(small, "Large")
        for key, radio in (("small", small), ("large", large)):
            self.track(key, "RadioButton", radio.get_label(), radio, reacts="clicked")
            radio.connect("clicked", lambda _, one=key: LEDGER.note(one, "clicked"))
            add(radio)
        ask = self.track("ask", "Button", "Ask", Gtk.Button(label="Ask"), opens="dialog", reacts="opened")
        ask.connect("clicked", self._ask)
        add(ask)
        unseen = self.track("unseen", "Button", "Never shown", Gtk.Button(label="Never shown"))
        unseen.set_no_show_all(True)
        add(unseen)
        overlay = Gtk.Overlay()
        under = self.track("under", "Button", "Underneath", Gtk.Button(label="Underneath"), seen="covered")
        overlay.add(under)
        over = self.track("over", "Button", "On top of it", Gtk.Button(label="On top of it"), reacts="clicked")
        over.connect("clicked", lambda _: LEDGER.note("over", "clicked"))
        overlay.add_overlay(over)
        add(overlay)
        link = self.track("link", "Button", "Manual", Gtk.LinkButton(uri="x:y", label="Manual"), reacts="clicked")
        link.connect("activate-link", lambda _: LEDGER.note("link", "clicked") or True)
        add(link)

    def _fields(self):
        row = Gtk.Box(spacing=4)
        label = Gtk.Label(label="Surname")
        entry = self.track("surname", "Edit", "", Gtk.Entry(text="Lovelace"), label="Surname", reacts="focused")
        label.set_mnemonic_widget(entry)
        secret = self.track("secret", "Edit", "Secret", Gtk.Entry(text="hunter2"), reacts="focused")
        secret.set_visibility(False)
        secret.get_accessible().set_name("Secret")
        for key, one in (("surname", entry), ("secret", secret)):
            one.connect("focus-in-event", lambda _, __, name=key: LEDGER.note(name, "focused"))
        for one in (label, entry, secret):
            row.pack_start(one, False, False, 0)
        self.right.pack_start(row, False, False, 0)
        scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 10, 1)
        self.track("volume", "Slider", "Volume", scale, reacts="changed")
        scale.set_value(4)
        scale.get_accessible().set_name("Volume")
        scale.connect("value-changed", lambda _: LEDGER.note("volume", "changed"))
        self.right.pack_start(scale, False, False, 0)
        spin = self.track("amount", "Spinner", "Amount", Gtk.SpinButton.new_with_range(0, 9, 1), reacts="focused")
        spin.set_value(3)
        spin.get_accessible().set_name("Amount")
        spin.connect("focus-in-event", lambda _, __: LEDGER.note("amount", "focused"))
        self.right.pack_start(spin, False, False, 0)
        self.combo = self.track("colour", "ComboBox", "Colour", Gtk.ComboBoxText(), opens="list", reacts="opened")
        self.combo.get_accessible().set_name("Colour")
        for text in ("Red", "Green", "Blue"):
            self.combo.append_text(text)
        self.combo.set_active(1)
        self.combo.connect("notify::popup-shown", self._popped)
        self.combo.connect("changed", lambda one: LEDGER.note(f"colour:{one.get_active_text()}", "chosen"))
        self.right.pack_start(self.combo, False, False, 0)

    def _pages(self):
        self.book = Gtk.Notebook()
        for key, name in (("first", "First"), ("second", "Second")):
            words = f"On the {key} page"
            button = self.track(f"on-{key}", "Button", words, Gtk.Button(label=words), reacts="clicked")
            button.connect("clicked", lambda _, one=key: LEDGER.note(f"on-{one}", "clicked"))
            self.book.append_page(button, Gtk.Label(label=name))
        self.book.connect("switch-page", lambda _, __, n: LEDGER.note(("first", "second")[n], "selected"))
        self.right.pack_start(self.book, False, False, 0)

    def _list(self):
        self.list = Gtk.ListBox()
        for number in range(60):
            row = Gtk.ListBoxRow()
            row.add(Gtk.Label(label=f"Row {number}", xalign=0, margin=4))
            row.get_accessible().set_name(f"Row {number}")
            self.list.add(row)
        self.list.connect("row-activated", lambda _, row: LEDGER.note(f"row{row.get_index()}", "selected"))
        self.scrolled = Gtk.ScrolledWindow()
        self.scrolled.add(self.list)
        self.right.pack_start(self.scrolled, True, True, 0)

    def _popped(self, combo, _):
        if combo.get_property("popup-shown"):
            LEDGER.note("colour", "opened")

    def _ask(self, _):
        LEDGER.note("ask", "opened")
        self.dialog = Gtk.MessageDialog(transient_for=self, modal=True, text="Really?")
        self.dialog.set_title("A question")
        for key, name, answer in (("no", "Cancel", Gtk.ResponseType.CANCEL), ("yes", "OK", Gtk.ResponseType.OK)):
            button = self.dialog.add_button(name, answer)
            self.track(f"ask:{key}", "Button", name, button, reacts="clicked")
        self.dialog.connect("response", self._answered)
        self.dialog.show()

    def _answered(self, dialog, answer):
        if answer in (Gtk.ResponseType.OK, Gtk.ResponseType.CANCEL):
            LEDGER.note("ask:yes" if answer == Gtk.ResponseType.OK else "ask:no", "clicked")
        self.tracked = [one for one in self.tracked if not one[0].startswith("ask:")]
        self.dialog = None
        dialog.destroy()

    def facts(self, key, role, name, widget, more):
        rect = place(widget)
        states = [] if widget.is_sensitive() else ["disabled"]
        facts = dict(more)
        if isinstance(widget, (Gtk.CheckButton, Gtk.CheckMenuItem)):
            states.append("checked" if widget.get_active() else "unchecked")
        elif isinstance(widget, Gtk.ToggleButton) and widget.get_active():
            states.append("pressed")
        if isinstance(widget, Gtk.Entry) and not isinstance(widget, Gtk.SpinButton):
            states.append("editable")
            facts["value"] = widget.get_text()
            if not widget.get_visibility():
                states.append("password")
                facts["value"] = "•" * len(widget.get_text())
        elif isinstance(widget, (Gtk.Scale, Gtk.SpinButton)):
            facts["value"] = f"{widget.get_value():g}"
        elif isinstance(widget, Gtk.ComboBoxText):
            facts["value"] = widget.get_active_text()
        seen = facts.pop("seen", "shown") if rect else "hidden"
        facts.pop("seen", None)
        if self.dialog is not None and seen == "shown" and not key.startswith("ask:"):
            seen = "blocked"
        return control(key, role, name, rect, states=states, seen=seen, **facts)

    def rows(self):
        _, _, _, bottom = view = place(self.scrolled)
        for number, row in enumerate(self.list.get_children()):
            rect = place(row)
            part = rect and [rect[0], max(rect[1], view[1]), rect[2], min(rect[3], bottom)]
            inside = part is not None and part[3] > part[1]
            seen = "hidden" if rect is None else "shown" if inside else "scrolled"
            yield control(
                f"row{number}", "ListItem", f"Row {number}", part if inside else rect, seen=seen, reacts="selected",
                states=["selected"] if row.is_selected() else [],
            )  # fmt: skip

    def tabs(self):
        for number, key in enumerate(("first", "second")):
            label = self.book.get_tab_label(self.book.get_nth_page(number))
            states = ["selected"] if self.book.get_current_page() == number else []
            # The tab around the words is not a widget; the words' rectangle lies in it.
            reacts = None if states else "selected"
            yield control(key, "TabItem", label.get_text(), place(label), states=states, reacts=reacts, within=True)

    def choices(self):
        for menu in Gtk.Menu.get_for_attach_widget(self.combo):
            for item, text in zip(menu.get_children(), ("Red", "Green", "Blue"), strict=False):
                if rect := place(item):
                    reacts = {} if text == self.combo.get_active_text() else {"reacts": "chosen"}
                    yield control(f"colour:{text}", "MenuItem", text, rect, **reacts)

    def layers(self):
        for menu in Gtk.Menu.get_for_attach_widget(self.combo):
            if rect := place(menu):
                yield "colour", rect
        if rect := place(self.menu):
            yield "file", rect
        if self.dialog is not None and (rect := place(self.dialog)):
            yield "ask", rect

    def write(self):
        controls = [self.facts(*one) for one in self.tracked]
        return LEDGER.write([*controls, *self.rows(), *self.tabs(), *self.choices()], list(self.layers()))


def main():
    scene = Scene()
    scene.show_all()
    scene.move(40, 40)
    GLib.timeout_add(60, scene.write)
    Gtk.main()


main()
