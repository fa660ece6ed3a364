"""The scene of owned controls in wxWidgets."""

import wx
from ledger import Ledger, control

LEDGER = Ledger(f"wxWidgets {wx.version()}")
COLOURS = ("Red", "Green", "Blue")


def place(widget):
    if not widget.IsShownOnScreen():
        return None
    box = widget.GetScreenRect()
    return [box.x, box.y, box.x + box.width, box.y + box.height]


class Scene(wx.Frame):
    def __init__(self):
        super().__init__(None, title=LEDGER.title, size=(700, 560))
        self.tracked = []
        self.panel = wx.Panel(self)
        self.rows = wx.BoxSizer(wx.VERTICAL)
        self.panel.SetSizer(self.rows)
        self._buttons()
        self._fields()
        self._pages()
        self.panel.Layout()

    def add(self, key, role, name, widget, **more):
        self.tracked.append((key, role, name, widget, more))
        self.rows.Add(widget, 0, wx.ALL, 4)
        return widget

    def _buttons(self):
        noted = lambda key: lambda _: LEDGER.note(key, "clicked")  # noqa: E731
        press = self.add("press", "Button", "Press me", wx.Button(self.panel, label="Press me"), reacts="clicked")
        press.Bind(wx.EVT_BUTTON, noted("press"))
        self.add("dead", "Button", "Not now", wx.Button(self.panel, label="Not now")).Disable()
        loud = self.add("loud", "ToggleButton", "Loud", wx.ToggleButton(self.panel, label="Loud"), reacts="clicked")
        loud.Bind(wx.EVT_TOGGLEBUTTON, noted("loud"))
        check = self.add("check", "CheckBox", "Remember", wx.CheckBox(self.panel, label="Remember"), reacts="clicked")
        check.SetValue(True)
        check.Bind(wx.EVT_CHECKBOX, noted("check"))
        self.add("unseen", "Button", "Never shown", wx.Button(self.panel, label="Never shown")).Hide()

    def _fields(self):
        entry = self.add("surname", "Edit", "", wx.TextCtrl(self.panel, value="Lovelace"), reacts="focused")
        # wxGTK hands no accessible name on.
        entry.Bind(wx.EVT_SET_FOCUS, self._focused)
        scale = wx.Slider(self.panel, value=4, minValue=0, maxValue=10, size=(300, -1))
        self.add("volume", "Slider", "", scale, reacts="changed")
        scale.Bind(wx.EVT_SLIDER, lambda _: LEDGER.note("volume", "changed"))

    def _focused(self, event):
        LEDGER.note("surname", "focused")
        event.Skip()

    def _pages(self):
        self.book = wx.Notebook(self.panel, size=(400, 120))
        for key, name in (("first", "First"), ("second", "Second")):
            words = f"On the {key} page"
            page = wx.Panel(self.book)
            button = wx.Button(page, label=words)
            self.tracked.append((f"on-{key}", "Button", words, button, {"reacts": "clicked"}))
            button.Bind(wx.EVT_BUTTON, lambda _, one=key: LEDGER.note(f"on-{one}", "clicked"))
            self.book.AddPage(page, name)
        self.rows.Add(self.book, 0, wx.ALL, 4)

    def facts(self, key, role, name, widget, more):
        rect = place(widget)
        states = [] if widget.IsEnabled() else ["disabled"]
        facts = dict(more)
        if role == "CheckBox":
            states.append("checked" if widget.GetValue() else "unchecked")
        elif role == "ToggleButton" and widget.GetValue():
            states.append("pressed")
        elif role == "Edit":
            states.append("editable")
            facts["value"] = widget.GetValue()
        elif role == "Slider":
            facts["value"] = f"{widget.GetValue():g}"
        return control(key, role, name, rect, states=states, **{"seen": "shown" if rect else "hidden", **facts})

    def write(self, _):
        box = place(self.panel)
        # The tabs are drawn by the toolkit below, which tells wxWidgets nothing of their places.
        top = place(self.book)
        area = [box[0], box[1], box[2], top[1] - 1]
        controls = [self.facts(*one) for one in self.tracked]
        LEDGER.write([one for one in controls if not one["key"].startswith("on-")], (), area)


def main():
    application = wx.App()
    scene = Scene()
    scene.Show()
    timer = wx.Timer(scene)
    scene.Bind(wx.EVT_TIMER, scene.write, timer)
    timer.Start(60)
    application.MainLoop()


main()
