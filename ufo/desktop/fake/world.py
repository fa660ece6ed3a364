"""Everything on the screen in memory: running applications, their windows in stacking order, focus and clipboard."""

from __future__ import annotations

from ufo.desktop.fake import layout
from ufo.desktop.fake.handler_context import RunningApp
from ufo.desktop.fake.live import Builder, LiveWidget, LiveWindow
from ufo.desktop.fake.spec import AppSpec, Handler
from ufo.errors import DesktopError, WindowGone
from ufo.schema.geometry import Point, Rect


class World:
    def __init__(self, screen: Rect) -> None:
        self.screen = screen
        self.windows: list[LiveWindow] = []
        self.running: dict[int, RunningApp] = {}
        self.postponed: list[tuple[RunningApp, Handler]] = []
        self.builder = Builder()
        self.active: LiveWindow | None = None
        self.focused: LiveWidget | None = None
        self.clipboard = ""

    def start(self, spec: AppSpec, arguments: tuple[str, ...] = ()) -> RunningApp:
        app = RunningApp(self, spec, 1000 + self.builder.serial(), arguments)
        self.running[app.pid] = app
        self.open(app, spec.windows[0].key)
        app.call(spec.on_launch)
        return app

    def open(self, app: RunningApp, key: str) -> LiveWindow:
        window = app.window(key)
        if window is None:
            spec = next((window for window in app.spec.windows if window.key == key), None)
            if spec is None:
                raise DesktopError(f"{app.spec.app_root!r} declares no window {key!r}")
            main = next((window for window in app.windows if window.spec.key == app.spec.windows[0].key), None)
            main = None if spec.is_main else main
            widgets = [self.builder.widget(widget) for widget in spec.widgets]
            number = f"0x{self.builder.serial():x}"
            window = LiveWindow(number, spec, app.pid, spec.title, spec.rect, widgets, main)
            self.windows.append(window)
        self.activate(window)
        return window

    def activate(self, window: LiveWindow) -> None:
        """Raise a window with its dialogs and the window that it belongs to; a modal dialog keeps the focus."""
        root = window
        while root.parent is not None:
            root = root.parent
        family = [
            live_window for live_window in self.windows if live_window is root or self._is_above(live_window, root)
        ]
        family.sort(key=lambda live_window: (live_window is root, live_window is not window))
        self.windows = family + [live_window for live_window in self.windows if live_window not in family]
        window.minimized = False
        top = self.modal_above(window) or window
        if self.active is not top:
            self.focused = None
        self.active = top
        self.windows.remove(top)
        self.windows.insert(0, top)

    def remove(self, window: LiveWindow) -> None:
        for child in [live_window for live_window in self.windows if live_window.parent is window]:
            self.remove(child)
        if window in self.windows:
            self.windows.remove(window)
        if self.active is window or self.active not in self.windows:
            self.active, self.focused = None, None
            if self.windows:
                self.activate(self.windows[0])

    def window(self, window_id: str) -> LiveWindow:
        for window in self.windows:
            if window.id == window_id:
                return window
        raise WindowGone(f"window {window_id!r} is closed; look at the windows again")

    def app_of(self, window: LiveWindow) -> RunningApp:
        return self.running[window.pid]

    def find(self, serial: int) -> tuple[LiveWindow, LiveWidget] | None:
        """Return the shown widget with that serial, and its window, or None."""
        for window in self.windows:
            for widget in window.shown():
                if widget.serial == serial:
                    return window, widget
        return None

    def modal_above(self, window: LiveWindow) -> LiveWindow | None:
        return next(
            (
                live_window
                for live_window in self.windows
                if live_window.spec.modal and self._is_above(live_window, window)
            ),
            None,
        )

    def _is_above(self, live_window: LiveWindow, other: LiveWindow) -> bool:
        parent = live_window.parent
        while parent is not None:
            if parent is other:
                return True
            parent = parent.parent
        return False

    def place(self) -> None:
        for window in self.windows:
            layout.place(window)

    def hit(self, point: Point) -> tuple[LiveWindow, LiveWidget | None] | None:
        """Return the topmost window at a point and the innermost widget there. Open popups extend beyond window edges."""
        self.place()
        for window in self.windows:
            if window.minimized:
                continue
            here = [live_widget for live_widget in window.shown() if live_widget.contains(point)]
            in_popup = [live_widget for live_widget in here if live_widget.in_popup]
            found = next(reversed(in_popup or here), None)
            if window.rect.contains(point) or found is not None:
                return window, found
        return None

    def close_popups(self, keep: LiveWidget | None = None) -> None:
        kept = set()
        while keep is not None:
            kept.add(keep.serial)
            keep = keep.parent
        for window in self.windows:
            for widget in window.walk():
                if widget.is_popup and widget.serial not in kept:
                    widget.expanded = False

    def run_postponed(self) -> None:
        waiting, self.postponed = self.postponed, []
        for app, handler in waiting:
            app.call(handler)
