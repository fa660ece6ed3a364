"""Windows that get in the way, on command: covers that can or cannot be seen, a thief of the focus, a locked screen.

Reads commands as JSON lines and answers each with what its windows were touched by so far: {"clicks": N, "keys": N}.
{"do": "cover", "rect": [left, top, right, bottom], "seen": true|false}   a window over the place; unseen ones take clicks
{"do": "modal", "rect": …, "over": "" or the id of a window that it belongs to}   a modal dialog that takes the focus
{"do": "steal"}    a small window that takes the keyboard focus        {"do": "lock"}   the whole screen, all input grabbed
{"do": "shove", "title": …, "by": PX}   moves another program's window, down and to the right
{"do": "grab", "clicks": true|false}     all of the keyboard, and of the pointer, without a window that is seen
{"do": "hide"}     all of them gone                                     {"do": "tell"}   nothing
Run by any Python that has python-xlib.
"""

import json
import select
import sys
import time
from typing import Any

from Xlib import X, Xatom, Xutil
from Xlib.display import Display

DISPLAY = Display()
SCREEN = DISPLAY.screen()


class Intruder:
    def __init__(self) -> None:
        self.windows: list[Any] = []
        self.told = {"clicks": 0, "keys": 0}

    def do(self, command: dict[str, Any]) -> None:
        what = command["do"]
        if what == "cover":
            self.open(command["rect"], unmanaged=not command["seen"], seen=command["seen"], above=True)
        elif what == "modal":
            self.open(command["rect"], unmanaged=False, seen=True, over=command["over"], dialog=True)
            self.windows[-1].set_input_focus(X.RevertToParent, X.CurrentTime)
        elif what == "steal":
            window = self.open([5, 5, 165, 95], unmanaged=False, seen=True)
            window.set_input_focus(X.RevertToParent, X.CurrentTime)
        elif what == "lock":
            window = self.open([0, 0, SCREEN.width_in_pixels, SCREEN.height_in_pixels], unmanaged=True, seen=True)
            window.grab_keyboard(True, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
            window.grab_pointer(True, X.ButtonPressMask, X.GrabModeAsync, X.GrabModeAsync, 0, 0, X.CurrentTime)
        elif what == "grab":
            window = self.open([0, 0, 1, 1], unmanaged=True, seen=False)
            window.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
            if command.get("clicks"):
                window.grab_pointer(False, X.ButtonPressMask, X.GrabModeAsync, X.GrabModeAsync, 0, 0, X.CurrentTime)
        elif what == "shove":
            self.shove(command["title"], command["by"])
        elif what == "hide":
            DISPLAY.ungrab_keyboard(X.CurrentTime)
            DISPLAY.ungrab_pointer(X.CurrentTime)
            while self.windows:
                self.windows.pop().destroy()
        DISPLAY.sync()

    def open(
        self, rect: list[int], *, unmanaged: bool, seen: bool, over: str = "", dialog: bool = False, above: bool = False
    ) -> Any:
        left, top, right, bottom = rect
        kind = X.InputOutput if seen else X.InputOnly
        mask = X.ButtonPressMask | X.KeyPressMask | X.StructureNotifyMask
        colours = {"background_pixel": SCREEN.white_pixel} if seen else {}
        depth, visual = (SCREEN.root_depth, X.CopyFromParent) if seen else (0, X.CopyFromParent)
        window = SCREEN.root.create_window(
            left, top, right - left, bottom - top, 0, depth, kind, visual,
            override_redirect=unmanaged, event_mask=mask if seen else X.ButtonPressMask | X.StructureNotifyMask, **colours,
        )  # fmt: skip
        window.set_wm_name("Intruder")
        window.set_wm_normal_hints(flags=Xutil.USPosition | Xutil.USSize)
        if dialog:
            self.say(window, "_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DIALOG")
            self.say(window, "_NET_WM_STATE", "_NET_WM_STATE_MODAL")
        if above:  # else a window manager may put it below one that was worked less than a second ago
            self.say(window, "_NET_WM_STATE", "_NET_WM_STATE_ABOVE")
        if over:
            window.set_wm_transient_for(DISPLAY.create_resource_object("window", int(over, 16)))
        window.map()
        window.configure(stack_mode=X.Above)
        self.windows.append(window)
        self.await_shown(window)
        return window

    def say(self, window: Any, what: str, value: str) -> None:
        window.change_property(DISPLAY.intern_atom(what), Xatom.ATOM, 32, [DISPLAY.intern_atom(value)])

    def shove(self, title: str, by: int) -> None:
        wanted = DISPLAY.intern_atom("_NET_CLIENT_LIST")
        for number in SCREEN.root.get_full_property(wanted, X.AnyPropertyType).value:
            window = DISPLAY.create_resource_object("window", number)
            named = window.get_full_property(DISPLAY.intern_atom("_NET_WM_NAME"), X.AnyPropertyType)
            if named is not None and title.encode() in named.value:
                frame = window
                while (parent := frame.query_tree().parent) != SCREEN.root:
                    frame = parent
                at = frame.get_geometry()
                window.configure(x=at.x + by, y=at.y + by)

    def await_shown(self, window: Any) -> None:
        deadline = time.monotonic() + 3
        while window.get_attributes().map_state != X.IsViewable and time.monotonic() < deadline:
            DISPLAY.sync()
            self.take_events()

    def take_events(self) -> None:
        while DISPLAY.pending_events():
            event = DISPLAY.next_event()
            if event.type == X.ButtonPress:
                self.told["clicks"] += 1
            elif event.type == X.KeyPress:
                self.told["keys"] += 1


def main() -> None:
    intruder = Intruder()
    while True:
        ready, _, _ = select.select([sys.stdin, DISPLAY.fileno()], [], [])
        DISPLAY.sync()
        intruder.take_events()
        if sys.stdin in ready:
            line = sys.stdin.readline()
            if not line:
                return
            intruder.do(json.loads(line))
            intruder.take_events()
            sys.stdout.write(json.dumps(intruder.told) + "\n")
            sys.stdout.flush()


main()
