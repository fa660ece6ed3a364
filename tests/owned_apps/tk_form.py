"""A Tk window, which no accessibility tree tells of, with one of each control. Writes what it shows, as JSON, to the file named
by its first argument: once when it is shown, and again after each change. Run by the system Python (python3-tk).

Second argument: the title. Third: "classic" for the old widgets, "themed" (the default) for ttk's.
"""

import json
import sys
import tkinter as tk
from pathlib import Path
from tkinter import ttk

TITLE = sys.argv[2] if len(sys.argv) > 2 else "Tk form"
THEMED = len(sys.argv) <= 3 or sys.argv[3] == "themed"
KIT = ttk if THEMED else tk


class Form:
    def __init__(self, truth: str) -> None:
        self.truth = Path(truth)
        self.root = tk.Tk()
        self.root.title(TITLE)
        self.root.geometry("620x430+60+60")
        self.tracked: dict[str, tuple[str, tk.Widget]] = {}
        self.said = tk.StringVar(value="Nothing saved yet")
        self.subscribed = tk.BooleanVar(value=False)
        self.colour = tk.StringVar(value="Green")
        self.country = tk.StringVar(value="Austria")
        self.fields: dict[str, tk.Entry] = {}
        self._menu()
        self._entries()
        self._choices()
        self._buttons()
        for variable in (self.said, self.subscribed, self.colour, self.country):
            variable.trace_add("write", lambda *_: self.root.after_idle(self.write))
        self.root.bind_all("<KeyRelease>", lambda _: self.write())
        self.root.bind("<Configure>", lambda _: self.root.after_idle(self.write))

    def _track(self, name: str, role: str, widget: tk.Widget) -> tk.Widget:
        self.tracked[name] = (role, widget)
        return widget

    def _menu(self) -> None:
        bar = tk.Menu(self.root)
        for name in ("File", "Edit", "Help"):
            menu = tk.Menu(bar, tearoff=False)
            menu.add_command(label=f"{name} first", command=lambda name=name: self.said.set(f"{name} first chosen"))
            bar.add_cascade(label=name, menu=menu)
        self.root.config(menu=bar)

    def _entries(self) -> None:
        for row, (name, text) in enumerate((("Name", ""), ("Email", "ada@example.org"), ("City", ""))):
            KIT.Label(self.root, text=f"{name}:").grid(row=row, column=0, sticky="e", padx=12, pady=8)
            entry = KIT.Entry(self.root, width=32)
            entry.insert(0, text)
            entry.grid(row=row, column=1, columnspan=3, sticky="w", padx=4)
            self.fields[name] = entry
            self._track(name, "Edit", entry)

    def _choices(self) -> None:
        tick = KIT.Checkbutton(self.root, text="Subscribe to the newsletter", variable=self.subscribed)
        tick.grid(row=3, column=1, columnspan=3, sticky="w", pady=6)
        self._track("Subscribe to the newsletter", "CheckBox", tick)
        for column, name in enumerate(("Red", "Green", "Blue"), 1):
            mark = KIT.Radiobutton(self.root, text=name, value=name, variable=self.colour)
            mark.grid(row=4, column=column, sticky="w", pady=6)
            self._track(name, "RadioButton", mark)
        KIT.Label(self.root, text="Country:").grid(row=5, column=0, sticky="e", padx=12, pady=8)
        box = ttk.Combobox(self.root, values=["Austria", "Belgium", "Chile"], textvariable=self.country, width=20)
        box.grid(row=5, column=1, columnspan=2, sticky="w", padx=4)
        self._track("Country", "ComboBox", box)

    def _buttons(self) -> None:
        row = KIT.Frame(self.root)
        row.grid(row=6, column=0, columnspan=4, pady=16)
        for name, command in (("Save", self._save), ("Clear", self._clear), ("Ask first", self._ask)):
            button = KIT.Button(row, text=name, command=command)
            button.pack(side="left", padx=10)
            self._track(name, "Button", button)
        label = KIT.Label(self.root, textvariable=self.said)
        label.grid(row=7, column=0, columnspan=4, sticky="w", padx=12, pady=8)
        self._track("said", "Text", label)
        drawing = tk.Canvas(self.root, width=560, height=60, background="white", highlightthickness=0)
        drawing.grid(row=8, column=0, columnspan=4, padx=12)
        drawing.create_text(120, 30, text="Drawn on a canvas", font=("DejaVu Sans", 12))
        drawing.create_oval(300, 10, 340, 50, fill="#d04040")
        self._track("Drawn on a canvas", "Text", drawing)

    def _save(self) -> None:
        self.said.set(f"Saved for {self.fields['Name'].get() or 'nobody'}")

    def _clear(self) -> None:
        for entry in self.fields.values():
            entry.delete(0, "end")
        self.said.set("Cleared")

    def _ask(self) -> None:
        dialog = tk.Toplevel(self.root)
        dialog.title("Really?")
        dialog.geometry("+220+200")
        dialog.transient(self.root)
        KIT.Label(dialog, text="Do you want to go on?").pack(padx=30, pady=16)
        answer = KIT.Button(dialog, text="Yes, go on", command=lambda: (self.said.set("Went on"), dialog.destroy()))
        answer.pack(pady=12)

    def write(self) -> None:
        shown = {}
        for name, (role, widget) in self.tracked.items():
            left, top = widget.winfo_rootx(), widget.winfo_rooty()
            rect = [left, top, left + widget.winfo_width(), top + widget.winfo_height()]
            shown[name] = {"role": role, "rect": rect}
        values = {name: entry.get() for name, entry in self.fields.items()}
        state = {"subscribed": self.subscribed.get(), "colour": self.colour.get(), "country": self.country.get()}
        whole = {"controls": shown, "values": values, "said": self.said.get(), **state}
        part = self.truth.with_suffix(".part")
        part.write_text(json.dumps(whole), encoding="utf-8")
        part.replace(self.truth)

    def run(self) -> None:
        self.root.update()
        self.write()
        self.root.mainloop()


Form(sys.argv[1]).run()
