"""Tabs, a tree with columns, a list, a number field, a choice and a slider in Tk, which tells of none of them: third argument is
the theme."""

import sys
import tkinter
from tkinter import ttk

from ledger import Ledger, control

LEDGER = Ledger(f"Tk {tkinter.TkVersion}")
PLACES = (("Harbour", "Oslo", "1852"), ("Bridge", "Porto", "1886"), ("Tower", "Pisa", "1372"))
BIRDS = ("Heron", "Magpie", "Swallow", "Wagtail")


class Scene(tkinter.Tk):
    def __init__(self):
        super().__init__()
        self.title(LEDGER.title)
        ttk.Style().theme_use(sys.argv[3])
        self.geometry("700x460+40+40")
        self.parts = []
        self._pages()
        self._tree()
        self._beside()
        self.after(300, self.write)

    def _track(self, key, role, name, rect, **more):
        self.parts.append((key, role, name, rect, more))

    def _pages(self):
        self.book = ttk.Notebook(self)
        self.book.pack(fill="both", expand=True, padx=8, pady=8)
        names = ("Sights", "Routes", "Travel costs")
        self.pages = [ttk.Frame(self.book, padding=8) for _ in names]
        for place, (name, page) in enumerate(zip(names, self.pages, strict=True)):
            self.book.add(page, text=name)
            states = ["selected"] if place == 0 else []
            reacts = "shown" if place else None
            self._track(f"tab{place}", "TabItem", name, lambda at=place: self._tab(at), states=states, reacts=reacts)
        self.book.bind("<<NotebookTabChanged>>", self._turned)

    def _turned(self, _):
        place = self.book.index("current")
        if place:
            LEDGER.note(f"tab{place}", "shown")

    def _tab(self, place):
        """The pixels that Tk itself says are of that tab."""
        middle = 14
        across = [
            x
            for x in range(0, self.book.winfo_width(), 2)
            if self.book.tk.call(self.book, "identify", "tab", x, middle) == place
        ]
        left, top = self.book.winfo_rootx(), self.book.winfo_rooty()
        return [left + across[0], top, left + across[-1], top + 2 * middle] if across else None

    def _tree(self):
        self.tree = ttk.Treeview(self.pages[0], columns=("town", "year"), height=9)
        for column, name in (("#0", "Sight"), ("town", "Town"), ("year", "Year")):
            self.tree.heading(column, text=name, command=lambda one=name: LEDGER.note(f"head{one}", "clicked"))
            self.tree.column(column, width=140)
            self._track(f"head{name}", "HeaderItem", name, lambda at=column: self._head(at), reacts="clicked")
        top = self.tree.insert("", "end", iid="Europe", text="Europe", open=True)
        for sight, town, year in PLACES:
            row = self.tree.insert(top, "end", iid=sight, text=sight, values=(town, year))
            self._track(f"tree{sight}", "TreeItem", sight, lambda at=row: self._cell(at, "#0"), reacts="selected")
            self._track(f"town{sight}", "Cell", town, lambda at=row: self._cell(at, "town"))
        self.tree.selection_set("Bridge")
        self.tree.bind("<<TreeviewSelect>>", lambda _: LEDGER.note(f"tree{self.tree.selection()[0]}", "selected"))
        self.tree.pack(side="left", fill="y")

    def _beside(self):
        side = ttk.Frame(self.pages[0], padding=8)
        side.pack(side="left", fill="both", expand=True)
        self.list = tkinter.Listbox(side, height=6, exportselection=False)
        for place, name in enumerate(BIRDS):
            self.list.insert("end", name)
            self._track(f"list{name}", "ListItem", name, lambda at=place: self._entry(at), reacts="selected")
        self.list.selection_set(1)
        self.list.bind(
            "<<ListboxSelect>>", lambda _: LEDGER.note(f"list{BIRDS[self.list.curselection()[0]]}", "selected")
        )
        self.list.pack(pady=6)
        for key, name, field in (
            ("season", "Season", ttk.Combobox(side, values=("Spring", "Autumn"), state="readonly")),
            ("speed", "Speed", ttk.Scale(side, from_=0, to=100, value=50, length=160)),
        ):
            ttk.Label(side, text=name).pack(anchor="w")
            field.pack(anchor="w", pady=2)
            self._track(key, {"season": "ComboBox", "speed": "Slider"}[key], name, lambda one=field: _box(one))

    def _head(self, column):
        found = self.tree.bbox("Harbour", column)
        first = self.tree.bbox("Europe")
        left, top = self.tree.winfo_rootx(), self.tree.winfo_rooty()
        start = 1 if column == "#0" else found[0]
        return [left + start, top + 2, left + found[0] + found[2], top + first[1]] if found else None

    def _cell(self, row, column):
        found = self.tree.bbox(row, column)
        return _inside(self.tree, found) if found else None

    def _entry(self, place):
        found = self.list.bbox(place)
        return _inside(self.list, (2, found[1], self.list.winfo_width() - 4, found[3])) if found else None

    def write(self):
        controls = []
        for key, role, name, rect, more in self.parts:
            place = rect()
            shown = self.book.index("current") == 0 or key.startswith("tab")
            controls.append(
                control(key, role, name, place, **{**more, "seen": "shown" if place and shown else "hidden"})
            )
        LEDGER.write(controls)
        self.after(100, self.write)


def _box(widget):
    return _inside(widget, (0, 0, widget.winfo_width(), widget.winfo_height()))


def _inside(widget, box):
    left, top = widget.winfo_rootx() + box[0], widget.winfo_rooty() + box[1]
    return [left, top, left + box[2], top + box[3]]


Scene().mainloop()
