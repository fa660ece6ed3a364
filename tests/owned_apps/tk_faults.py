"""A Tk window, which no accessibility tree tells of, whose controls misbehave on command: see `faulty_scene.py`. Argument: its
title."""

import queue
import sys
import threading
import tkinter as tk
from tkinter import ttk

from faulty_scene import TEXT, Stage

TITLE = sys.argv[1] if len(sys.argv) > 1 else "Trials"


class Kit:
    stills = True

    def __init__(self, root):
        self.root, self.field, self.sent = root, None, 0
        for kind in ("<Button>", "<Key>"):
            root.bind_all(kind, self.heard)

    def heard(self, event):
        self.sent = event.time

    def clear(self):
        if self.field is not None:
            self.field.destroy()
        self.field = ttk.Frame(self.root)
        self.field.place(x=0, y=0, width=600, height=340)

    def make(self, kind, name, acted, deaf):
        if kind in ("write", "type"):
            return self.entry(name, acted, deaf)
        if kind in ("check", "point", "radio"):
            return self.box(kind, name, acted, deaf)
        widget = ttk.Button(self.field, text=name)
        if kind == "double":
            widget.bind("<Double-Button-1>", lambda event: acted(event.time))
        else:
            widget.configure(command=acted)
        return widget

    def box(self, kind, name, acted, deaf):
        on = tk.BooleanVar(self.field, value=False)

        def switched():
            if deaf():
                on.set(False)
            acted()

        if kind == "radio":
            box = ttk.Radiobutton(self.field, text=name, variable=on, value=True, command=switched)
        else:
            box = ttk.Checkbutton(self.field, text=name, variable=on, command=switched)
        box.on = on
        return box

    def entry(self, name, acted, deaf):
        around, text = ttk.Frame(self.field), tk.StringVar(self.field)
        around.called = ttk.Label(around, text=name)
        around.called.pack(side="left")
        around.entry = ttk.Entry(around, textvariable=text, width=24)
        around.entry.pack(side="left")
        around.text = text

        def changed(*_):
            if deaf() and text.get():
                text.set("")
            acted()

        text.trace_add("write", changed)
        return around

    def holds(self, kind, widget):
        if kind in ("check", "point", "radio"):
            return bool(widget.on.get())
        return kind not in ("write", "type") or widget.text.get() == TEXT

    def undo(self, kind, widget):
        if kind in ("check", "point", "radio"):
            widget.on.set(False)
        elif kind in ("write", "type"):
            widget.text.set("")

    def text(self, widget):
        return widget.text.get()

    def write(self, widget, text):
        widget.text.set(text)

    def put(self, widget, place):
        widget.place(x=place[0], y=place[1])

    def remove(self, widget):
        widget.destroy()

    def hide(self, widget):
        widget.place_forget()

    def disable(self, widget):
        getattr(widget, "entry", widget).state(["disabled"])

    def rename(self, _kind, widget, name):
        getattr(widget, "called", widget).configure(text=name)

    def label(self, text):
        return ttk.Label(self.field, text=text)

    def say(self, label, text):
        if label.winfo_exists():
            label.configure(text=text)

    def dialog(self, title):
        dialog = tk.Toplevel(self.root)
        dialog.title(title)
        dialog.transient(self.root)
        ttk.Button(dialog, text="Close", command=dialog.destroy).pack(padx=40, pady=20)
        return dialog.destroy

    def modal(self, title, touched):
        dialog, text = tk.Toplevel(self.root), tk.StringVar(self.root)
        dialog.title(title)
        dialog.transient(self.root)
        dialog.geometry(f"600x340+{self.root.winfo_rootx()}+{self.root.winfo_rooty()}")
        field = ttk.Entry(dialog, textvariable=text)
        field.pack(fill="x")
        ttk.Button(dialog, text="Erase everything", command=touched).pack(fill="both", expand=True)
        text.trace_add("write", lambda *_: touched())
        dialog.wait_visibility()
        dialog.grab_set()
        field.focus_force()
        return dialog.destroy

    def cover(self, widget, touched):
        """It shows nothing of its own, so that what lies under it stays to be seen."""
        over = tk.Frame(self.field, background="", width=widget.winfo_width(), height=widget.winfo_height())
        over.bind("<Button>", lambda event: touched(event.time))
        over.place(x=widget.winfo_x(), y=widget.winfo_y())

    def after(self, milliseconds, action):
        if milliseconds:
            self.root.after(milliseconds, action)
        else:
            action()

    def painted(self, tell):
        # The answer comes when the change is on the screen.
        self.root.after(30, tell)


root = tk.Tk()
root.title(TITLE)
root.geometry("600x340+80+80")
stage, lines = Stage(Kit(root)), queue.Queue()


def listen():
    for line in sys.stdin:
        lines.put(line)
    lines.put("")


def hear():
    while not lines.empty():
        line = lines.get()
        if not line:
            root.destroy()
            return
        stage.hear(line)
    root.after(10, hear)


threading.Thread(target=listen, daemon=True).start()
root.after(10, hear)
root.mainloop()
