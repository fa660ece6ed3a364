"""Ebbmaster, the program of a harbour office: `program.py LIST.csv`. Run by the system Python."""

import sys
from pathlib import Path

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from harbour.acts import Entry  # noqa: E402
from harbour.entries import ENTRIES  # noqa: E402
from harbour.ledger import COLUMNS, Ledger, Refused  # noqa: E402

NAME = "Ebbmaster"


class Office(Gtk.Window):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ledger, self.stowed = Ledger(path), []
        self.set_default_size(900, 620)
        self.connect("destroy", Gtk.main_quit)
        self.keys = Gtk.AccelGroup()
        self.add_accel_group(self.keys)
        self.rows = Gtk.ListStore(*[str] * len(COLUMNS))
        self.list = Gtk.TreeView(model=self.rows)
        for place, column in enumerate(COLUMNS):
            shown = Gtk.TreeViewColumn(column, Gtk.CellRendererText(), text=place)
            shown.set_resizable(True)
            self.list.append_column(shown)
        self.list.get_selection().connect("changed", self._chosen)
        self.status = Gtk.Label(xalign=0)
        scrolled = Gtk.ScrolledWindow()
        scrolled.add(self.list)
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        outer.pack_start(self._bar(), False, False, 0)
        outer.pack_start(scrolled, True, True, 0)
        outer.pack_start(self.status, False, False, 4)
        self.add(outer)
        self.ledger.read()
        self.stowed = self._copy()
        self._show(f"{len(self.ledger.boats)} hulls")

    def _bar(self) -> Gtk.MenuBar:
        bar, menus = Gtk.MenuBar(), {}
        for entry in ENTRIES:
            shell = bar
            for depth in range(1, len(entry.path)):
                above = entry.path[:depth]
                if above not in menus:
                    item, menus[above] = Gtk.MenuItem(label=above[-1]), Gtk.Menu()
                    item.set_submenu(menus[above])
                    shell.append(item)
                shell = menus[above]
            item = Gtk.MenuItem(label=entry.path[-1])
            if entry.says:
                item.set_tooltip_text(entry.says)
            if entry.key:
                item.add_accelerator("activate", self.keys, *Gtk.accelerator_parse(entry.key), Gtk.AccelFlags.VISIBLE)
            item.connect("activate", self._activated, entry)
            shell.append(item)
        return bar

    def _activated(self, _: Gtk.MenuItem, entry: Entry) -> None:
        answers = self._asked(entry) if entry.asks else []
        if answers is None:
            return
        before = self._copy()
        try:
            entry.act(self.ledger, answers)
        except Refused as refused:
            self.ledger.lines = before
            self._tell(str(refused))
            return
        except OSError as error:
            self._tell(f"The file cannot be used: {error.strerror}")
            return
        if entry.path[1] in ("Stow", "Stow By...", "Haul Back"):
            self.stowed = self._copy()
        pairs = zip(before, self.ledger.lines, strict=False)
        changed = sum(old != new for old, new in pairs) + abs(len(before) - len(self.ledger.lines))
        self._show(f"{entry.path[-1].removesuffix('...')}: {f'{changed} lines changed' if changed else 'done'}")

    def _asked(self, entry: Entry) -> list[str] | None:
        dialog = Gtk.Dialog(title=entry.path[-1].removesuffix("..."), transient_for=self, modal=True)
        dialog.add_buttons("Cancel", Gtk.ResponseType.CANCEL, "OK", Gtk.ResponseType.OK)
        dialog.set_default_response(Gtk.ResponseType.OK)
        grid, fields = Gtk.Grid(row_spacing=6, column_spacing=12, border_width=12), []
        for place, ask in enumerate(entry.asks):
            if ask.choices is None:
                field = Gtk.Entry(text=ask.given, activates_default=True)
            else:
                field = Gtk.ComboBoxText()
                for one in ask.choices(self.ledger):
                    field.append_text(one)
            label = Gtk.Label(label=ask.label, xalign=0)
            label.set_mnemonic_widget(field)
            grid.attach(label, 0, place, 1, 1)
            grid.attach(field, 1, place, 1, 1)
            fields.append(field)
        dialog.get_content_area().add(grid)
        dialog.show_all()
        said = dialog.run()
        answers = [one.get_text() if isinstance(one, Gtk.Entry) else one.get_active_text() or "" for one in fields]
        dialog.destroy()
        return answers if said == Gtk.ResponseType.OK else None

    def _tell(self, text: str) -> None:
        dialog = Gtk.MessageDialog(
            transient_for=self, modal=True, message_type=Gtk.MessageType.WARNING, buttons=Gtk.ButtonsType.OK, text=text
        )
        dialog.run()
        dialog.destroy()

    def _copy(self) -> list[dict]:
        return [dict(line) for line in self.ledger.lines]

    def _show(self, status: str) -> None:
        # Rows that go take the selection with them, and with it what the list calls chosen.
        at = self.ledger.at
        shown = [[line[column] for column in COLUMNS] for line in self.ledger.lines]
        while len(self.rows) > len(shown):
            self.rows.remove(self.rows.get_iter(len(self.rows) - 1))
        for row, now in zip(self.rows, shown, strict=False):
            row[:] = now
        for now in shown[len(self.rows) :]:
            self.rows.append(now)
        if at is None:
            self.list.get_selection().unselect_all()
        else:
            self.list.get_selection().select_path(Gtk.TreePath(at))
        self.status.set_text(status)
        mark = "" if self._copy() == self.stowed else "*"
        self.set_title(f"{mark}{self.ledger.path.name} - {NAME}")

    def _chosen(self, selection: Gtk.TreeSelection) -> None:
        model, place = selection.get_selected()
        self.ledger.at = model.get_path(place)[0] if place is not None else None


GLib.set_prgname("ebbmaster")
GLib.set_application_name(NAME)
Gdk.set_program_class(NAME)
try:
    office = Office(Path(sys.argv[1]).absolute())
except (IndexError, OSError, Refused) as error:
    sys.exit(f"give the file of a list of boats: {error}")
office.show_all()
Gtk.main()
