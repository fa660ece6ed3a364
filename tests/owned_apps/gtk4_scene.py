"""The scene of owned controls in GTK 4 with libadwaita."""

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
gi.require_version("GdkX11", "4.0")
from gi.repository import Adw, Gdk, GdkX11, Gio, GLib, Gtk  # noqa: E402
from ledger import Ledger, control  # noqa: E402
from x_origin import Origins  # noqa: E402

VERSION = f"{Gtk.get_major_version()}.{Gtk.get_minor_version()}.{Gtk.get_micro_version()}"
LEDGER = Ledger(f"GTK {VERSION}, libadwaita {Adw.VERSION_S}")
ORIGINS = Origins() if isinstance(Gdk.Display.get_default(), GdkX11.X11Display) else None
COLOURS = ("Red", "Green", "Blue")
# From 4.16 on it tells the whole of a widget, and leaves out of its place the padding around it, which is inferred; it tells
# toggle and radio buttons as such, and calls a drop-down by what is chosen in it.
LATER = Gtk.get_minor_version() >= 16
NEAR_PX = 6 if LATER else 2
TOGGLE, RADIO = ("ToggleButton", "RadioButton") if LATER else ("Button", "CheckBox")


def place(widget):
    """A widget's rectangle on the screen as the toolkit takes it to be: until 4.14 without its padding and border."""
    return whole(widget) if LATER else content(widget)


def content(widget):
    native = widget.get_native()
    if native is None or not widget.get_mapped():
        return None
    surface, origin = native.get_surface(), widget.translate_coordinates(native, 0, 0)
    if origin is None or surface is None:
        return None
    left, top = corner(native)
    x, y = left + origin[0], top + origin[1]
    return [round(one) for one in (x, y, x + widget.get_width(), y + widget.get_height())]


def corner(native):
    """The corner of what is seen of a window or a popover: on the screen, or on Wayland in its window."""
    surface, (across, down) = native.get_surface(), native.get_surface_transform()
    if isinstance(surface, GdkX11.X11Surface):
        left, top = ORIGINS.of(surface.get_xid())
        return left + across, top + down
    if not isinstance(surface, Gdk.Popup):
        return 0, 0
    around = native.get_parent().get_native()
    (left, top), (beside, above) = corner(around), around.get_surface_transform()
    return left - beside + surface.get_position_x() + across, top - above + surface.get_position_y() + down


def whole(widget):
    """With padding and border, which what opened covers as well."""
    rect = content(widget)
    told, bounds = widget.compute_bounds(widget)
    if rect is None or not told:
        return None
    left, top = rect[0] + round(bounds.get_x()), rect[1] + round(bounds.get_y())
    return [left, top, left + round(bounds.get_width()), top + round(bounds.get_height())]


def labels(widget):
    """The labels below a widget, by their words."""
    found, todo = {}, [widget]
    while todo:
        one = todo.pop()
        if isinstance(one, Gtk.Label):
            found[one.get_text()] = one
        child = one.get_first_child()
        while child is not None:
            todo.append(child)
            child = child.get_next_sibling()
    return found


class Scene(Adw.ApplicationWindow):
    def __init__(self, application):
        super().__init__(application=application, title=LEDGER.title)
        self.set_default_size(760, 620)
        self.tracked = []
        self.dialog = None
        rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.set_content(rows)
        rows.append(self._header())
        columns = Gtk.Box(spacing=12, margin_start=6, margin_end=6, margin_bottom=6)
        rows.append(columns)
        self.left = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
        self.right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4, hexpand=True)
        columns.append(self.left)
        columns.append(self.right)
        self._buttons()
        self._fields()
        self._pages()
        self._list()

    def track(self, key, role, name, widget, **more):
        self.tracked.append((key, role, name, widget, more))
        return widget

    def _header(self):
        bar = Adw.HeaderBar()
        menu = Gio.Menu()
        for key, name in (("new", "New"), ("open", "Open…"), ("leave", "Leave")):
            menu.append(name, f"win.{key}")
            action = Gio.SimpleAction(name=key)
            action.connect("activate", lambda _, __, one=key: LEDGER.note(f"file:{one}", "chosen"))
            self.add_action(action)
        self.file = Gtk.MenuButton(label="File", menu_model=menu)
        self.file.get_popover().connect("map", lambda _: LEDGER.note("file", "opened"))
        # The button that a person presses is a part of the menu button.
        self.track("file", TOGGLE, "File", self.file.get_first_child(), opens="menu", reacts="opened")
        bar.pack_start(self.file)
        return bar

    def _buttons(self):
        press = self.track("press", "Button", "Press me", Gtk.Button(label="Press me"), reacts="clicked")
        press.connect("clicked", lambda _: LEDGER.note("press", "clicked"))
        self.left.append(press)
        self.left.append(self.track("dead", "Button", "Not now", Gtk.Button(label="Not now", sensitive=False)))
        loud = self.track("loud", TOGGLE, "Loud", Gtk.ToggleButton(label="Loud"), reacts="toggled")
        loud.connect("toggled", lambda _: LEDGER.note("loud", "toggled"))
        self.left.append(loud)
        check = Gtk.CheckButton(label="Remember", active=True)
        check.connect("toggled", lambda _: LEDGER.note("check", "toggled"))
        self.left.append(self.track("check", "CheckBox", "Remember", check, reacts="toggled"))
        small = Gtk.CheckButton(label="Small", active=True)
        large = Gtk.CheckButton(label="Large", group=small)
        for key, radio in (("small", small), ("large", large)):
            # A radio button that is on already takes a click and does nothing.
            self.track(key, RADIO, radio.get_label(), radio)
            radio.connect("toggled", lambda one, name=key: one.get_active() and LEDGER.note(name, "clicked"))
            self.left.append(radio)
        ask = self.track("ask", "Button", "Ask", Gtk.Button(label="Ask"), opens="dialog", reacts="opened")
        ask.connect("clicked", self._ask)
        self.left.append(ask)
        self.left.append(self.track("unseen", "Button", "Never shown", Gtk.Button(label="Never shown", visible=False)))
        overlay = Gtk.Overlay()
        overlay.set_child(self.track("under", "Button", "Underneath", Gtk.Button(label="Underneath"), seen="covered"))
        over = self.track("over", "Button", "On top of it", Gtk.Button(label="On top of it"), reacts="clicked")
        over.connect("clicked", lambda _: LEDGER.note("over", "clicked"))
        overlay.add_overlay(over)
        self.left.append(overlay)
        link = self.track("link", "Hyperlink", "Manual", Gtk.LinkButton(uri="x:y", label="Manual"), reacts="clicked")
        link.connect("activate-link", lambda _: LEDGER.note("link", "clicked") or True)
        self.left.append(link)
        switch = self.track("switch", "CheckBox", "Night", Gtk.Switch(halign=Gtk.Align.START), reacts="toggled")
        switch.update_property([Gtk.AccessibleProperty.LABEL], ["Night"])
        switch.connect("notify::active", lambda _, __: LEDGER.note("switch", "toggled"))
        self.left.append(switch)

    def _fields(self):
        row = Gtk.Box(spacing=4)
        label = Gtk.Label(label="Surname")
        entry = self.track("surname", "Edit", "Surname", Gtk.Entry(text="Lovelace"), reacts="focused")
        label.set_mnemonic_widget(entry)
        secret = self.track("secret", "Edit", "Secret", Gtk.PasswordEntry(text="hunter2"), reacts="focused")
        secret.update_property([Gtk.AccessibleProperty.LABEL], ["Secret"])
        for one in (label, entry, secret):
            row.append(one)
        self.right.append(row)
        scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 10, 1)
        scale.set_value(4)
        scale.update_property([Gtk.AccessibleProperty.LABEL], ["Volume"])
        scale.connect("value-changed", lambda _: LEDGER.note("volume", "changed"))
        self.right.append(self.track("volume", "Slider", "Volume", scale, reacts="changed"))
        spin = Gtk.SpinButton.new_with_range(0, 9, 1)
        spin.set_value(3)
        spin.update_property([Gtk.AccessibleProperty.LABEL], ["Amount"])
        self.right.append(self.track("amount", "Spinner", "Amount", spin, reacts="focused"))
        for key, one in (("surname", entry), ("secret", secret), ("amount", spin)):
            focus = Gtk.EventControllerFocus()
            focus.connect("enter", lambda _, name=key: LEDGER.note(name, "focused"))
            one.add_controller(focus)
        self.combo = Gtk.DropDown.new_from_strings(COLOURS)
        self.combo.set_selected(1)
        self.combo.update_property([Gtk.AccessibleProperty.LABEL], ["Colour"])
        self.combo.connect("notify::selected", lambda one, _: LEDGER.note(f"colour:{self.colour}", "chosen"))
        self._popover().connect("map", lambda _: LEDGER.note("colour", "opened"))
        self.right.append(self.track("colour", "ComboBox", "Colour", self.combo, opens="list", reacts="opened"))

    @property
    def colour(self):
        return COLOURS[self.combo.get_selected()]

    def _popover(self):
        child = self.combo.get_first_child()
        while not isinstance(child, Gtk.Popover):
            child = child.get_next_sibling()
        return child

    def _pages(self):
        self.book = Gtk.Notebook()
        for key, name in (("first", "First"), ("second", "Second")):
            words = f"On the {key} page"
            button = self.track(f"on-{key}", "Button", words, Gtk.Button(label=words), reacts="clicked")
            button.connect("clicked", lambda _, one=key: LEDGER.note(f"on-{one}", "clicked"))
            self.book.append_page(button, Gtk.Label(label=name))
        self.book.connect("switch-page", lambda _, __, n: LEDGER.note(("first", "second")[n], "selected"))
        self.right.append(self.book)

    def _list(self):
        self.list = Gtk.ListBox()
        self.rows = []
        for number in range(60):
            row = Gtk.ListBoxRow(child=Gtk.Label(label=f"Row {number}", xalign=0))
            row.update_property([Gtk.AccessibleProperty.LABEL], [f"Row {number}"])
            self.list.append(row)
            self.rows.append(row)
        self.list.connect("row-activated", lambda _, row: LEDGER.note(f"row{row.get_index()}", "selected"))
        self.scrolled = Gtk.ScrolledWindow(vexpand=True, child=self.list)
        self.right.append(self.scrolled)

    def _ask(self, _):
        LEDGER.note("ask", "opened")
        self.dialog = Adw.MessageDialog(transient_for=self, modal=True, heading="Really?", title="A question")
        for key, name in (("no", "Cancel"), ("yes", "OK")):
            self.dialog.add_response(key, name)
        self.dialog.set_close_response("close")
        self.dialog.connect("response", self._answered)
        self.dialog.present()

    def _answered(self, _, answer):
        if answer in ("yes", "no"):
            LEDGER.note(f"ask:{answer}", "clicked")
        self.dialog = None

    def facts(self, key, role, name, widget, more):
        rect = place(widget)
        states = [] if widget.is_sensitive() else ["disabled"]
        facts = dict(more)
        if isinstance(widget, (Gtk.CheckButton, Gtk.Switch)):
            states.append("checked" if widget.get_active() else "unchecked")
            if key in ("small", "large") and not widget.get_active():
                facts["reacts"] = "clicked"
        elif isinstance(widget, Gtk.ToggleButton) and widget.get_active():
            states.append("pressed")
        if isinstance(widget, Gtk.Editable) and not isinstance(widget, Gtk.SpinButton):
            # The field is the text in the entry.
            states.append("editable")
            facts["value"] = widget.get_text()
            if isinstance(widget, Gtk.PasswordEntry):
                states.append("password")
                facts["value"] = "•" * len(widget.get_text())
        elif isinstance(widget, (Gtk.Scale, Gtk.SpinButton)):
            facts["value"] = f"{widget.get_value():.10g}"
        elif isinstance(widget, Gtk.DropDown):
            facts["value"] = self.colour
            name = self.colour if LATER else name
        seen = facts.pop("seen", "shown") if rect else "hidden"
        facts.pop("seen", None)
        if self.dialog is not None and seen == "shown":
            seen = "blocked"
        return control(key, role, name, rect, states=states, seen=seen, **facts)

    def list_rows(self):
        _, _, _, bottom = view = place(self.scrolled) or [0, 0, 0, 0]
        for number, row in enumerate(self.rows):
            rect = place(row)
            part = rect and [rect[0], max(rect[1], view[1]), rect[2], min(rect[3], bottom)]
            inside = part is not None and part[3] > part[1]
            seen = "hidden" if rect is None else "shown" if inside else "scrolled"
            seen = "blocked" if self.dialog is not None and seen == "shown" else seen
            yield control(
                f"row{number}", "ListItem", f"Row {number}", part if inside else rect, seen=seen, reacts="selected",
                states=["selected"] if row.is_selected() else [],
            )  # fmt: skip

    def tabs(self):
        for number, key in enumerate(("first", "second")):
            label = self.book.get_tab_label(self.book.get_nth_page(number))
            chosen = self.book.get_current_page() == number
            states, reacts = (["selected"], None) if chosen else ([], "selected")
            seen = "blocked" if self.dialog is not None else "shown"
            rect = place(label.get_parent())
            yield control(key, "TabItem", label.get_text(), rect, states=states, reacts=reacts, seen=seen)

    def opened(self):
        popover = self.file.get_popover()
        words = labels(popover) if popover.get_mapped() else {}
        for key, name in (("new", "New"), ("open", "Open…"), ("leave", "Leave")):
            if name in words:
                yield control(f"file:{key}", "MenuItem", name, place(words[name]), reacts="chosen", within=True)
        words = labels(self._popover()) if self._popover().get_mapped() else {}
        for name in COLOURS:
            if name in words:
                reacts = None if name == self.colour else "chosen"
                yield control(f"colour:{name}", "ListItem", name, place(words[name]), reacts=reacts, within=True)
        words = labels(self.dialog) if self.dialog is not None else {}
        for key, name in (("no", "Cancel"), ("yes", "OK")):
            if name in words:
                button = words[name].get_ancestor(Gtk.Button)
                yield control(f"ask:{key}", "Button", name, place(button), reacts="clicked")

    def layers(self):
        for key, one in (("file", self.file.get_popover()), ("colour", self._popover()), ("ask", self.dialog)):
            if one is not None and (rect := whole(one if key == "ask" else one.get_first_child())):
                yield key, rect

    def window_buttons(self):
        """Those of the header bar, which the toolkit makes by itself."""
        todo = [self.get_content()]
        while todo:
            one = todo.pop()
            if isinstance(one, Gtk.WindowControls):
                child = one.get_first_child()
                while child is not None:
                    yield child
                    child = child.get_next_sibling()
            child = one.get_first_child()
            while child is not None:
                todo.append(child)
                child = child.get_next_sibling()

    def write(self):
        controls = [self.facts(*one) for one in self.tracked]
        for number, button in enumerate(self.window_buttons()):
            name = button.get_tooltip_text() or ""
            controls.append(control(f"frame{number}", "Button", name, place(button), seen="blocked"))
        controls += [*self.list_rows(), *self.tabs(), *self.opened()]
        return LEDGER.write([{**one, "near": NEAR_PX} for one in controls], list(self.layers()))


def main():
    application = Adw.Application(application_id=None)

    def start(_):
        scene = Scene(application)
        scene.present()
        GLib.timeout_add(60, scene.write)

    application.connect("activate", start)
    application.run([])


main()
