"""The windows of a session as its accessibility trees alone tell them: titles, processes, sizes and which is active.

A Wayland compositor that is not known here tells no program where windows are. Controls can be read and worked through their
trees all the same. Each window is given a place that no other has, so that places inside of a window hold, and none of them
seems to lie over another.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ufo.desktop.linux.app_id import app_root, process_name
from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.bus_address import open_accessibility_bus
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, PROPERTIES, rect_of, state_bits, variant
from ufo.desktop.linux.dbus.bus_connection import Connection
from ufo.desktop.linux.dbus.pipeline import Question, Ref, ask_all
from ufo.desktop.linux.kin import began_at, kin_of
from ufo.desktop.linux.registry.applications import App, Registry
from ufo.desktop.linux.screen.related import related
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.toolkits.toolkit import WINDOW
from ufo.desktop.values import Window
from ufo.errors import NotActionable
from ufo.schema.geometry import Rect

_ANSWER_S, _STALL_S = 2.0, 0.5
_APART = 10_000
"""How many pixels lie between the places of two windows."""


class TreeWindows:
    """Implements `Windows`; for the screen's thread, in which it runs an event loop of its own for the bus. A window's id is a
    number of ours in hexadecimal digits.
    """

    def __init__(self, environment: Mapping[str, str], programs: Callable[[], Mapping[str, str]]) -> None:
        self._environment = environment
        self._programs = programs
        self._runner = asyncio.Runner()
        self._registry: Registry | None = None
        self._connection: Connection | None = None
        self._numbers: dict[str, int] = {}
        self._free = itertools.count(1)

    def end(self) -> None:
        if self._connection is not None:
            self._runner.run(self._connection.close())
        self._runner.close()

    def surfaces(self) -> list[Surface]:
        return self._runner.run(self._surfaces())

    def related(self, window_id: str) -> tuple[Surface, ...]:
        return related(window_id, self.surfaces())

    def tell_popups(self, window_id: str, places: Mapping[str, Rect]) -> bool:
        return False

    def active(self) -> Window | None:
        return next((surface.window for surface in self.surfaces() if surface.window.active), None)

    def role(self, window_id: str) -> str:
        return ""

    def focus(self, window_id: str) -> None:
        """Raises NotActionable where the window is not active already."""
        window = related(window_id, self.surfaces())[0].window
        if not window.active:
            raise NotActionable(
                f"this Wayland session lets no program bring {window.title!r} to the front; work its controls as they are, "
                "or ask the person to bring it there"
            )

    def close(self, window_id: str) -> None:
        window = related(window_id, self.surfaces())[0].window
        raise NotActionable(
            f"this Wayland session lets no program close {window.title!r}; use its own menu or its close button"
        )

    def answers(self, window_id: str, within_s: float) -> bool:
        return False

    async def _surfaces(self) -> list[Surface]:
        deadline = asyncio.get_running_loop().time() + _ANSWER_S
        registry = await self._connected()
        apps = await registry.applications(None, deadline)
        found = await asyncio.gather(*(self._of(registry, app, deadline) for app in apps))
        shown = [surface for surfaces in found for surface in surfaces]
        alive = {surface.window.id for surface in shown}
        self._numbers = {key: number for key, number in self._numbers.items() if hex(number) in alive}
        # The active window first: the order of the others is not known.
        return sorted(shown, key=lambda surface: not surface.window.active)

    async def _connected(self) -> Registry:
        """Return the registry, over a new connection where the bus was started again. Raises DesktopUnavailable."""
        if self._registry is None or self._connection is None or not self._connection.alive:
            self._connection, _ = await open_accessibility_bus(self._environment)
            self._registry = Registry(self._connection, _STALL_S)
        return self._registry

    async def _of(self, registry: Registry, app: App, deadline: float) -> list[Surface]:
        tops = await registry.tops(app, deadline) or []
        asked = [
            [
                Question(top, ACCESSIBLE, "GetRole"),
                Question(top, ACCESSIBLE, "GetState"),
                Question(top, COMPONENT, "GetExtents", "u", (WINDOW,)),
                Question(top, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name")),
            ]
            for top in tops
        ]
        told = await ask_all(app.connection, [question for each in asked for question in each], deadline, _STALL_S)
        answers = [told[place : place + 4] for place in range(0, len(told), 4)]
        made = [self._made(app.pid, top, *answer) for top, answer in zip(tops, answers, strict=True)]
        windows = [window for window in made if window is not None]
        frames = [window.id for window in windows if not window.parent]
        # A dialog does not tell which of several windows it belongs to.
        owner = frames[0] if len(frames) == 1 else None
        owned = [replace(window, parent=owner) if window.parent else window for window in windows]
        return [
            Surface(window, window.rect, local=True, shown=not window.minimized, placeless=True) for window in owned
        ]

    def _made(
        self,
        pid: int,
        top: Ref,
        role: Sequence[object] | None,
        states: Sequence[object] | None,
        extents: Sequence[object] | None,
        name: Sequence[object] | None,
    ) -> Window | None:
        """Return the window of a top-level object, at a place where it is alone; None for an object that is no window, or that
        is not shown. A dialog's parent is "?".
        """
        kind, bits, rect = (role[0] if role else None), state_bits(states), rect_of(extents)
        if kind not in roles.WINDOWS or not bits & (roles.SHOWING | roles.VISIBLE) or rect is None or rect.is_empty:
            return None
        key = f"{top.bus}{top.path}"
        if key not in self._numbers:
            self._numbers[key] = next(self._free)
        number = self._numbers[key]
        process = process_name(pid)
        return Window(
            id=hex(number),
            title=clean_name(variant(name)),
            rect=Rect(0, number * _APART, rect.width, rect.height),
            pid=pid,
            process=process,
            app_root=app_root(("", ""), process, None, self._programs()),
            active=bool(bits & roles.ACTIVE),
            minimized=bool(bits & roles.ICONIFIED),
            modal=bool(bits & roles.MODAL),
            parent=None if kind == roles.FRAME else "?",
            kin=kin_of(pid),
            began=began_at(pid),
        )
