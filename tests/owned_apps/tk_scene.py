"""A few controls in Tk, which has no accessibility tree: what it shows can be found by sight only."""

import tkinter

from ledger import Ledger, control

LEDGER = Ledger(f"Tk {tkinter.TkVersion}")


class Scene(tkinter.Tk):
    def __init__(self):
        super().__init__()
        self.title(LEDGER.title)
        self.geometry("420x240+60+60")
        self.tracked = []
        for key, words in (("press", "Press me"), ("save", "Save the file")):
            button = tkinter.Button(self, text=words, command=lambda one=key: LEDGER.note(one, "clicked"))
            button.pack(pady=12)
            self.tracked.append((key, "Button", words, button))
        self.after(100, self.write)

    def write(self):
        controls = []
        for key, role, name, one in self.tracked:
            left, top = one.winfo_rootx(), one.winfo_rooty()
            rect = [left, top, left + one.winfo_width(), top + one.winfo_height()]
            controls.append(control(key, role, name, rect, reacts="clicked"))
        LEDGER.write(controls)
        self.after(100, self.write)


Scene().mainloop()
