"""Windows that get in the way on sway, on command: as `x11_intruder.py`, by GTK 3 and swaymsg.

Reads commands as JSON lines and answers each with what its windows were touched by so far: {"clicks": N, "keys": N}.
{"do": "cover", "rect": [left, top, right, bottom], "seen": true|false}   a window over the place; unseen ones are transparent
{"do": "modal", "rect": …}         a dialog that takes the focus
{"do": "steal"}    a small window that takes the keyboard focus        {"do": "lock"}   a window over the whole screen
{"do": "shove", "title": …, "by": PX}   moves another program's window, down and to the right
{"do": "hide"}     all of them gone                                     {"do": "tell"}   nothing
Run by the system's Python. SWAYSOCK or WAYLAND_DISPLAY says where sway is.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

SOCKET = os.environ.get("SWAYSOCK") or str(next(Path(os.environ["WAYLAND_DISPLAY"]).parent.glob("sway-ipc.*")))
SHOWN_S = 3.0


def sway(*words: str) -> Any:
    return json.loads(
        subprocess.run(["swaymsg", "-r", "-s", SOCKET, *words], capture_output=True, text=True).stdout or "null"
    )


def walk(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in (*node["nodes"], *node["floating_nodes"]):
        yield from walk(child)


def titled(title: str) -> dict[str, Any] | None:
    return next(
        (node for node in walk(sway("-t", "get_tree")) if node.get("pid") and title in (node["name"] or "")), None
    )


class Intruder:
    def __init__(self) -> None:
        self.windows: list[Any] = []
        self.told = {"clicks": 0, "keys": 0}
        self.made = 0

    def do(self, command: dict[str, Any]) -> None:
        what = command["do"]
        if what == "cover":
            self.open(command["rect"], seen=command["seen"])
        elif what == "modal":
            self.open(command["rect"], dialog=True)
        elif what == "steal":
            self.open([5, 5, 165, 95])
        elif what == "lock":
            self.open([0, 0, 400, 300], whole=True)
        elif what == "shove":
            self.shove(command["title"], command["by"])
        elif what == "hide":
            while self.windows:
                self.windows.pop().destroy()
        self.settle()

    def open(self, rect: list[int], *, seen: bool = True, dialog: bool = False, whole: bool = False) -> None:
        left, top, right, bottom = rect
        self.made += 1
        title = f"Intruder {self.made}."
        window = Gtk.Window(title=title, decorated=False, modal=dialog)
        window.set_default_size(right - left, bottom - top)
        if not seen:
            window.set_visual(window.get_screen().get_rgba_visual())
            window.set_app_paintable(True)
            window.connect("draw", lambda *_: True)
        window.connect("button-press-event", lambda *_: self.count("clicks"))
        window.connect("key-press-event", lambda *_: self.count("keys"))
        window.add_events(0x100)
        if whole:
            window.fullscreen()
        window.show_all()
        self.windows.append(window)
        deadline = time.monotonic() + SHOWN_S
        while (node := titled(title)) is None and time.monotonic() < deadline:
            self.settle()
        if node is not None and not whole:
            sway(f"[con_id={node['id']}] floating enable, resize set {right - left} {bottom - top}, "
                 f"move absolute position {left} {top}")  # fmt: skip

    def count(self, what: str) -> None:
        self.told[what] += 1

    def shove(self, title: str, by: int) -> None:
        node = titled(title)
        if node is not None:
            sway(f"[con_id={node['id']}] move absolute position {node['rect']['x'] + by} {node['rect']['y'] + by}")

    def settle(self) -> None:
        while Gtk.events_pending():
            Gtk.main_iteration()


def main() -> None:
    intruder = Intruder()

    def heard(*_: object) -> bool:
        line = sys.stdin.readline()
        if not line:
            Gtk.main_quit()
            return False
        intruder.do(json.loads(line))
        sys.stdout.write(json.dumps(intruder.told) + "\n")
        sys.stdout.flush()
        return True

    GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, heard)
    Gtk.main()


main()
