"""Windows that get in the way on sway, GNOME or KWin, on command: as `x11_intruder.py`, by GTK 3.

Reads commands as JSON lines and answers each with what its windows were touched by so far: {"clicks": N, "keys": N}.
{"do": "cover", "rect": [left, top, right, bottom], "seen": true|false}   a window over the place; unseen ones are transparent
{"do": "modal", "rect": …}         a dialog that takes the focus
{"do": "steal"}    a small window that takes the keyboard focus        {"do": "lock"}   a window over the whole screen
{"do": "shove", "title": …, "by": PX}   moves another program's window, down and to the right
{"do": "hide"}     all of them gone                                     {"do": "tell"}   nothing
Run by the system's Python. XDG_CURRENT_DESKTOP says which compositor it is; GNOME's must have been started with --unsafe-mode.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402

SHOWN_S = 3.0
_FIND = "const window = global.get_window_actors().map(actor => actor.meta_window).find(one => one.get_title()?.includes(TITLE));"
_ON_GNOME = {
    "place": "window.make_above(); window.move_resize_frame(true, ...PLACE); Main.activateWindow(window);",
    "whole": "window.make_above(); Main.activateWindow(window);",
    "shove": "const was = window.get_frame_rect(); window.move_frame(true, was.x + BY, was.y + BY);",
}
_ON_KWIN = """
var windows = workspace.windowList ? workspace.windowList() : workspace.clientList(), found = false;
for (var i = 0; i < windows.length; i++) {
    var window = windows[i], was = window.frameGeometry;
    if (String(window.caption).indexOf(TITLE) < 0) continue;
    found = true;
    if (WHAT === "shove") {
        window.frameGeometry = {x: was.x + BY, y: was.y + BY, width: was.width, height: was.height};
        continue;
    }
    if (WHAT === "place") window.frameGeometry = {x: PLACE[0], y: PLACE[1], width: PLACE[2], height: PLACE[3]};
    window.keepAbove = true;
    if (workspace.windowList) workspace.activeWindow = window; else workspace.activeClient = window;
}
callDBus(TO, "/intruder", "org.ufo.Intruder", "Found", found);
"""
_HEARD = """<node><interface name="org.ufo.Intruder">
    <method name="Found"><arg type="b" direction="in"/></method>
</interface></node>"""


class Sway:
    """Does something with the window of a title: "place" it, show it over the "whole" screen, or "shove" it. Each tells whether
    there is such a window.
    """

    def __init__(self) -> None:
        place = Path(os.environ["WAYLAND_DISPLAY"]).parent
        self.socket = os.environ.get("SWAYSOCK") or str(next(place.glob("sway-ipc.*")))

    def do(self, what: str, title: str, place: list[int], by: int) -> bool:
        tree = walk(self.ask("-t", "get_tree"))
        node = next((node for node in tree if node.get("pid") and title in (node["name"] or "")), None)
        if node is not None and what == "shove":
            self.ask(f"[con_id={node['id']}] move absolute position {node['rect']['x'] + by} {node['rect']['y'] + by}")
        elif node is not None and what == "place":
            x, y, width, height = place
            self.ask(
                f"[con_id={node['id']}] floating enable, resize set {width} {height}, move absolute position {x} {y}"
            )
        return node is not None

    def ask(self, *words: str) -> Any:
        command = ["swaymsg", "-r", "-s", self.socket, *words]
        return json.loads(subprocess.run(command, capture_output=True, text=True).stdout or "null")


def walk(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in (*node["nodes"], *node["floating_nodes"]):
        yield from walk(child)


class Gnome:
    def __init__(self) -> None:
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def do(self, what: str, title: str, place: list[int], by: int) -> bool:
        values = f"const TITLE = {json.dumps(title)}, PLACE = {json.dumps(place)}, BY = {by};"
        then = f"if (window && window.get_frame_rect().width > 0) {{ {_ON_GNOME[what]} 'found' }} else 'none'"
        text = GLib.Variant("(s)", (f"{values} {_FIND} {then}",))
        where = ("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval")
        done, told = self.bus.call_sync(*where, text, None, 0, 20_000, None).unpack()
        if not done:
            raise SystemExit(f"GNOME Shell did not do it: {told}")
        return "found" in told


class KWin:
    def __init__(self) -> None:
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.found: bool | None = None
        interface = Gio.DBusNodeInfo.new_for_xml(_HEARD).interfaces[0]
        self.bus.register_object("/intruder", interface, self.hear, None, None)

    def hear(self, *call: Any) -> None:
        self.found = call[5].unpack()[0]
        call[6].return_value(None)

    def do(self, what: str, title: str, place: list[int], by: int) -> bool:
        values = {"TITLE": title, "PLACE": place, "BY": by, "WHAT": what, "TO": self.bus.get_unique_name()}
        self.found = None
        with tempfile.NamedTemporaryFile("w", suffix=".js") as script:
            script.write(
                f"var {', '.join(f'{name} = {json.dumps(value)}' for name, value in values.items())};{_ON_KWIN}"
            )
            script.flush()
            number = self.ask(
                "/Scripting", "org.kde.kwin.Scripting", "loadScript", GLib.Variant("(ss)", (script.name,) * 2)
            )
            # KWin 6 has another path for it than 5.27.
            for path in (f"/Scripting/Script{number}", f"/{number}"):
                try:
                    self.ask(path, "org.kde.kwin.Script", "run")
                    break
                except GLib.Error:
                    continue
            while self.found is None:
                Gtk.main_iteration()
            self.ask("/Scripting", "org.kde.kwin.Scripting", "unloadScript", GLib.Variant("(s)", (script.name,)))
        return bool(self.found)

    def ask(self, path: str, interface: str, member: str, values: Any = None) -> Any:
        told = self.bus.call_sync("org.kde.KWin", path, interface, member, values, None, 0, 20_000, None).unpack()
        return told[0] if told else None


COMPOSITORS = {"GNOME": Gnome, "KDE": KWin}


class Intruder:
    def __init__(self) -> None:
        self.windows: list[Any] = []
        self.told = {"clicks": 0, "keys": 0}
        self.made = 0
        self.compositor = COMPOSITORS.get(os.environ.get("XDG_CURRENT_DESKTOP", ""), Sway)()

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
            self.compositor.do("shove", command["title"], [], command["by"])
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
        place = [left, top, right - left, bottom - top]
        while not self.compositor.do("whole" if whole else "place", title, place, 0) and time.monotonic() < deadline:
            self.settle()

    def count(self, what: str) -> None:
        self.told[what] += 1

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
