"""A running application in memory, as its handlers see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ufo.desktop.fake.live import LiveWidget, LiveWindow
from ufo.desktop.fake.spec import AppSpec, Handler
from ufo.errors import DesktopError
from ufo.schema.roles import CHOICES

if TYPE_CHECKING:
    from ufo.desktop.fake.world import World


class RunningApp:
    """A running application. `notes` is its own memory, `arguments` what it was launched with, `source` the calling widget."""

    def __init__(self, world: World, spec: AppSpec, pid: int, arguments: tuple[str, ...]) -> None:
        self._world = world
        self.spec = spec
        self.pid = pid
        self.arguments = arguments
        self.notes: dict[str, str] = {}
        self.source = ""
        self.hung = False
        self.awake = not spec.asleep

    @property
    def windows(self) -> list[LiveWindow]:
        return [window for window in self._world.windows if window.pid == self.pid]

    def widget(self, key: str) -> LiveWidget:
        """Return the widget with that key. Raises DesktopError where no open window of the application has it."""
        for window in self.windows:
            for widget in window.walk():
                if widget.key == key:
                    return widget
        raise DesktopError(f"{self.spec.app_root!r} shows no widget {key!r}; open its window first")

    def value(self, key: str) -> str:
        return self.widget(key).value or ""

    def checked(self, key: str) -> bool:
        return bool(self.widget(key).checked)

    def set_value(self, key: str, value: str) -> None:
        widget = self.widget(key)
        widget.value = value
        widget.caret = len(value)

    def set_name(self, key: str, name: str) -> None:
        self.widget(key).name = name

    def set_checked(self, key: str, checked: bool) -> None:
        self.widget(key).checked = checked

    def set_enabled(self, key: str, enabled: bool) -> None:
        self.widget(key).enabled = enabled

    def set_visible(self, key: str, visible: bool) -> None:
        self.widget(key).visible = visible

    def set_items(self, key: str, items: tuple[str, ...]) -> None:
        widget = self.widget(key)
        widget.children = [child for child in widget.children if child.role not in CHOICES]
        self._world.builder.fill(widget, items)

    def window(self, key: str) -> LiveWindow | None:
        return next((window for window in self.windows if window.spec.key == key), None)

    def open(self, key: str) -> LiveWindow:
        """Open a declared window above the others, or raise the one that is open."""
        return self._world.open(self, key)

    def close(self, key: str) -> None:
        window = self.window(key)
        if window is not None:
            self._world.remove(window)

    def set_title(self, key: str, title: str) -> None:
        window = self.window(key)
        if window is not None:
            window.title = title

    def later(self, handler: Handler) -> None:
        """Run the handler when somebody waits for the desktop, as in an application that takes its time."""
        self._world.postponed.append((self, handler))

    def quit(self) -> None:
        for window in self.windows:
            self._world.remove(window)

    def call(self, handler: Handler | None, source: str = "") -> None:
        if handler is not None:
            self.source = source
            handler(self)
