"""The windows of sway, by its IPC: which there are, where they are, and in what order they lie."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ufo.desktop.linux.app_id import app_root, process_name
from ufo.desktop.linux.kin import began_at, kin_of
from ufo.desktop.linux.screen import related
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.wayland.sway_ipc import Ask, SwayIpc
from ufo.desktop.linux.wayland.told_popups import ToldPopups
from ufo.desktop.values import Screen as Monitor
from ufo.desktop.values import Window
from ufo.errors import DesktopError, DesktopUnavailable, NotActionable
from ufo.schema.geometry import Rect

_CHANGE_S, _TICK_S = 2.0, 0.01
Node = Mapping[str, Any]
"""A node of sway's tree, as read from JSON."""


class SwayWindows:
    """Implements `Windows`; for the thread of the screen. A window's id is its number in sway's tree, in hexadecimal digits."""

    def __init__(self, ipc: SwayIpc, programs: Callable[[], Mapping[str, str]]) -> None:
        self._ipc = ipc
        self._programs = programs
        self._parents: dict[str, str | None] = {}
        self._last_active: dict[int, str] = {}
        self._popups = ToldPopups()

    def surfaces(self) -> list[Surface]:
        """Return all windows, topmost first. Sway lists no popups: they are told by `tell_popups`."""
        return self.laid_out()[0]

    def laid_out(self) -> tuple[list[Surface], tuple[Monitor, ...]]:
        """Return all windows and the screens that they lie on, as of the same moment."""
        root = self._ask(Ask.GET_TREE)
        monitors = _monitors(root)
        screens = tuple(monitor.rect for monitor in monitors)
        nodes = list(_topmost_first(root))
        self._find_parents(nodes)
        shown = [self._surface(node, screens) for node in nodes]
        seen = [surface for surface in shown if surface.shown]
        return [*self._popups.beside(shown), *seen, *(surface for surface in shown if not surface.shown)], monitors

    def tell_popups(self, window_id: str, places: Mapping[str, Rect]) -> bool:
        return self._popups.tell(window_id, places)

    def forget_popups(self) -> None:
        self._popups.forget()

    def monitors(self) -> tuple[Monitor, ...]:
        """Return the screens that are on, the one with the focus first."""
        return _monitors(self._ask(Ask.GET_TREE))

    def related(self, window_id: str) -> tuple[Surface, ...]:
        return related.related(window_id, self.surfaces())

    def active(self) -> Window | None:
        return next((surface.window for surface in self.surfaces() if surface.window.active), None)

    def role(self, window_id: str) -> str:
        """Return the WM_WINDOW_ROLE of a window of XWayland; the others have none."""
        related.find(window_id, self.surfaces())
        node = next((node for node in _nodes(self._ask(Ask.GET_TREE)) if _id(node) == window_id), {})
        return str((node.get("window_properties") or {}).get("window_role") or "")

    def focus(self, window_id: str) -> None:
        """Make the window active, above all others of its screen, and bring it back where it is hidden."""
        title = related.find(window_id, self.surfaces()).window.title
        self.command(window_id, "focus")
        deadline = time.monotonic() + _CHANGE_S
        while not any(it.window.id == window_id and it.window.active for it in self.surfaces()):
            if time.monotonic() > deadline:
                raise NotActionable(
                    f"{title!r} did not become active within {_CHANGE_S:g} s; close what is in front of it"
                )
            time.sleep(_TICK_S)

    def close(self, window_id: str) -> None:
        related.find(window_id, self.surfaces())
        self.command(window_id, "kill")

    def answers(self, window_id: str, within_s: float) -> bool:
        return False

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

    def _find_parents(self, nodes: Sequence[Node]) -> None:
        """Find out for each new window which one opened it. Sway tells that for windows of XWayland only. Others that float by
        themselves were opened by another window of their program, and that is the one which was active before.
        """
        there = {_id(node): node for node in nodes}
        by_xid = {node["window"]: _id(node) for node in nodes if node.get("window")}
        mains = {node.get("pid"): _id(node) for node in reversed(nodes) if _is_main(node)}
        for window_id, node in sorted(there.items(), key=lambda item: int(item[0], 16)):
            if window_id in self._parents:
                continue
            before = self._last_active.get(int(node.get("pid") or 0), "")
            opener = before if before in there and before != window_id else mains.get(node.get("pid"))
            of_x11 = (node.get("window_properties") or {}).get("transient_for") or 0
            is_dialog = not _is_main(node) and node.get("pid") in mains
            self._parents[window_id] = by_xid.get(of_x11) or (opener if is_dialog else None)
        self._parents = {window_id: parent for window_id, parent in self._parents.items() if window_id in there}
        self._last_active.update({int(node.get("pid") or 0): _id(node) for node in nodes if node.get("focused")})

    def _surface(self, node: Node, screens: tuple[Rect, ...]) -> Surface:
        outer, inner = _rect(node["rect"]), _rect(node["window_rect"])
        client = Rect(outer.x + inner.x, outer.y + inner.y, inner.width, inner.height)
        of_x11 = node.get("window_properties") or {}
        pid = int(node.get("pid") or 0)
        process = process_name(pid)
        name = str(node.get("app_id") or of_x11.get("class") or "")
        shown = bool(node.get("visible"))
        window = Window(
            id=_id(node),
            title=clean_name(str(node.get("name") or "")),
            rect=client,
            pid=pid,
            process=process,
            app_root=app_root((name, name), process, None, self._programs()),
            active=bool(node.get("focused")),
            minimized=not shown,
            maximized=bool(node.get("fullscreen_mode")),
            parent=self._parents.get(_id(node)),
            kin=kin_of(pid),
            began=began_at(pid),
        )
        return Surface(
            window, client, screens=screens, shown=shown, local=node.get("shell") != "xwayland", unlisted=True
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
