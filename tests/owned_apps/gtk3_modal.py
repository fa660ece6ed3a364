"""A window whose button, menu entry and number run a modal dialog inside their own handler (GTK 3), as `gtk_dialog_run` does it.

    /usr/bin/python3 gtk3_modal.py TITLE

Their accessible action is answered only when the dialog is closed. The label tells what the dialog said last.
"""

from __future__ import annotations

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402  # the version is chosen first


class Modal:
    def __init__(self, title: str) -> None:
        self._window = Gtk.Window(title=title)
        self._window.set_default_size(400, 200)
        self._window.connect("destroy", Gtk.main_quit)
        box = Gtk.VBox()
        bar, menu, head = Gtk.MenuBar(), Gtk.Menu(), Gtk.MenuItem(label="Ask")
        item = Gtk.MenuItem(label="A question...")
        item.connect("activate", self._on_ask)
        menu.append(item)
        head.set_submenu(menu)
        bar.append(head)
        button = Gtk.Button(label="Ask me")
        button.connect("clicked", self._on_ask)
        plain = Gtk.Button(label="Count")
        plain.connect("clicked", self._on_count)
        self._said = Gtk.Label(label="nothing said")
        amount = Gtk.SpinButton.new_with_range(0, 10, 1)
        amount.connect("value-changed", self._on_ask)
        for one in (bar, button, plain, amount, self._said):
            box.pack_start(one, False, False, 0)
        self._window.add(box)
        self._window.show_all()
        self._count = 0

    def _on_count(self, _: Gtk.Button) -> None:
        self._count += 1
        self._said.set_text(f"counted {self._count}")

    def _on_ask(self, _: Gtk.Widget) -> None:
        dialog = Gtk.Dialog(title="The question", transient_for=self._window, modal=True)
        dialog.add_buttons("No", Gtk.ResponseType.NO, "Yes", Gtk.ResponseType.YES)
        entry = Gtk.Entry()
        dialog.get_content_area().pack_start(entry, False, False, 0)
        more = Gtk.Button(label="Deeper")
        more.connect("clicked", self._on_ask)
        dialog.get_content_area().pack_start(more, False, False, 0)
        dialog.show_all()
        answer = dialog.run()
        self._said.set_text(f"said {'yes' if answer == Gtk.ResponseType.YES else 'no'} {entry.get_text()}".strip())
        dialog.destroy()


Modal(sys.argv[1])
Gtk.main()
