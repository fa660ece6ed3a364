"""A window of settings (GTK 3): a tree whose cursor chooses the page, as in LibreOffice's options; the selection alone does not.

/usr/bin/python3 gtk3_pages.py TITLE
"""

from __future__ import annotations

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402  # the version is chosen first

_BRANCHES = {"Reading": ("General", "Fonts"), "Saving": ("General", "Copies")}


class Pages:
    def __init__(self, title: str) -> None:
        window = Gtk.Window(title=title)
        window.set_default_size(420, 300)
        window.connect("destroy", Gtk.main_quit)
        self._store = Gtk.TreeStore(str)
        for branch, pages in _BRANCHES.items():
            at = self._store.append(None, [branch])
            for page in pages:
                self._store.append(at, [page])
        self._tree = Gtk.TreeView(model=self._store, headers_visible=False)
        self._tree.append_column(Gtk.TreeViewColumn("Page", Gtk.CellRendererText(), text=0))
        self._tree.get_selection().connect("changed", self._on_changed)
        self._page = Gtk.Label(label="no page")
        box = Gtk.HBox()
        box.pack_start(self._tree, True, True, 0)
        box.pack_start(self._page, True, True, 0)
        window.add(box)
        window.show_all()

    def _on_changed(self, _: Gtk.TreeSelection) -> None:
        path, _column = self._tree.get_cursor()
        if path is not None:
            names = [self._store[path[: depth + 1]][0] for depth in range(path.get_depth())]
            self._page.set_text(f"page {' '.join(names)}")


Pages(sys.argv[1])
Gtk.main()
