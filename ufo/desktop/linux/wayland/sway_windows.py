"""The windows of sway, by its IPC: which there are, where they are, and in what order they lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ufo.desktop.linux.app_id import app_root, process_name
from ufo.desktop.linux.kin import began_at, kin_of
from ufo.desktop.linux.screen import related
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.wayland.layout import Layout, Lying
from ufo.desktop.linux.wayland.layout_windows import WindowsWithoutOwners
from ufo.desktop.linux.wayland.sway_ipc import Ask, SwayIpc
from ufo.desktop.values import Screen as Monitor
from ufo.desktop.values import Window
from ufo.errors import DesktopError, DesktopUnavailable
from ufo.schema.geometry import Rect

Node = Mapping[str, Any]
"""A node of sway's tree, as read from JSON."""


class SwayWindows(WindowsWithoutOwners):
    """A window's id is its number in sway's tree, in hexadecimal digits."""

    def __init__(self, ipc: SwayIpc, programs: Callable[[], Mapping[str, str]]) -> None:
        super().__init__()
        self._ipc = ipc
        self._programs = programs

    def listed(self) -> Layout:
        root = self._ask(Ask.GET_TREE)
        nodes, monitors = list(_topmost_first(root)), _monitors(root)
        screens = tuple(monitor.rect for monitor in monitors)
        plain = [self._window(node) for node in nodes]
        by_xid = {node["window"]: _id(node) for node in nodes if node.get("window")}
        owners = {
            _id(node): by_xid.get((node.get("window_properties") or {}).get("transient_for") or 0) for node in nodes
        }
        mains = frozenset(_id(node) for node in nodes if _is_main(node))
        parents = self.parents(plain, mains, {child: owner for child, owner in owners.items() if owner})
        windows = [replace(window, parent=parents[window.id]) for window in plain]
        lying = tuple(
            Lying(
                Surface(
                    window,
                    window.rect,
                    screens=screens,
                    shown=not window.minimized,
                    local=node.get("shell") != "xwayland",
                    unlisted=True,
                ),
                _rect(node["rect"]),
            )
            for node, window in zip(nodes, windows, strict=True)
        )
        return Layout(lying, monitors, next((window.id for window in windows if window.active), ""))

    def monitors(self) -> tuple[Monitor, ...]:
        """Return the screens that are on, the one with the focus first."""
        return _monitors(self._ask(Ask.GET_TREE))

    def role(self, window_id: str) -> str:
        related.find(window_id, self.surfaces())
        node = next((node for node in _nodes(self._ask(Ask.GET_TREE)) if _id(node) == window_id), {})
        return str((node.get("window_properties") or {}).get("window_role") or "")

    def activate(self, window_id: str) -> None:
        self.command(window_id, "focus")

    def shut(self, window_id: str) -> None:
        self.command(window_id, "kill")

    def command(self, window_id: str, command: str) -> None:
        """Have sway do something with a window. Raises WindowGone where it is closed by now."""
        try:
            self._ipc.run([f"[con_id={int(window_id, 16)}] {command}"])
        except DesktopUnavailable:
            raise
        except DesktopError:
            related.find(window_id, self.surfaces())
            raise

    def _ask(self, what: Ask) -> Any:
        answer = self._ipc.ask(what)
        if not isinstance(answer, dict | list):
            raise DesktopUnavailable(f"sway answered {what.name} with {str(answer)[:80]!r}")
        return answer

    def _window(self, node: Node) -> Window:
        outer, inner = _rect(node["rect"]), _rect(node["window_rect"])
        of_x11 = node.get("window_properties") or {}
        pid = int(node.get("pid") or 0)
        process = process_name(pid)
        name = str(node.get("app_id") or of_x11.get("class") or "")
        return Window(
            id=_id(node),
            title=clean_name(str(node.get("name") or "")),
            rect=Rect(outer.x + inner.x, outer.y + inner.y, inner.width, inner.height),
            pid=pid,
            process=process,
            app_root=app_root((name, name), process, None, self._programs()),
            active=bool(node.get("focused")),
            minimized=not node.get("visible"),
            maximized=bool(node.get("fullscreen_mode")),
            kin=kin_of(pid),
            began=began_at(pid),
        )


def _monitors(root: Node) -> tuple[Monitor, ...]:
    """Return the screens that are on, the one with the focus first. Sway's tree has no others, but one of its own for windows
    that are put away.
    """
    outputs = [node for node in root.get("nodes", []) if node.get("type") == "output" and node.get("active")]
    outputs.sort(key=lambda node: [node.get("id")] != root.get("focus", [])[:1])
    return tuple(Monitor(str(it["name"]), _rect(it["rect"]), number == 0) for number, it in enumerate(outputs))


def _is_main(node: Node) -> bool:
    """Tell whether the window was laid in a tile when it came, or would have been: private desktops mark those."""
    marked = (node.get("idle_inhibitors") or {}).get("user") == "visible"
    return marked or node.get("type") != "floating_con"


def _topmost_first(root: Node) -> Iterator[Node]:
    """Yield the windows: on each screen the floating ones, then the others, those that had the focus last first."""
    for output in _by_focus(root):
        for workspace in _by_focus(output):
            for floating in reversed(workspace.get("floating_nodes", [])):
                yield from _windows_below(floating)
            for tiled in _by_focus(workspace):
                yield from _windows_below(tiled)


def _windows_below(node: Node) -> Iterator[Node]:
    if node.get("pid") and node.get("type") in ("con", "floating_con"):
        yield node
    for child in _by_focus(node):
        yield from _windows_below(child)


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in (*node.get("nodes", []), *node.get("floating_nodes", [])):
        yield from _nodes(child)


def _by_focus(node: Node) -> list[Node]:
    order = {number: place for place, number in enumerate(node.get("focus", []))}
    return sorted(node.get("nodes", []), key=lambda child: order.get(child.get("id"), len(order)))


def _id(node: Node) -> str:
    return hex(int(node["id"]))


def _rect(told: Mapping[str, int]) -> Rect:
    return Rect(int(told["x"]), int(told["y"]), int(told["width"]), int(told["height"]))
