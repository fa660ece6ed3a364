"""The windows that a compositor lists for task bars, without their places (wlr-foreign-toplevel-management, unstable v1)."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from ufo.desktop.linux.wayland.client import Proxy, WaylandClient

TOPLEVELS = "zwlr_foreign_toplevel_manager_v1"
_MAXIMIZED, _MINIMIZED, _ACTIVATED, _FULLSCREEN = range(4)


@dataclass(eq=False)
class Toplevel:
    """A window. `outputs` are the numbers of the outputs that show it."""

    handle: Proxy
    title: str = ""
    app_id: str = ""
    outputs: set[int] = field(default_factory=set)
    states: frozenset[int] = frozenset()

    @property
    def active(self) -> bool:
        return _ACTIVATED in self.states

    @property
    def minimized(self) -> bool:
        return _MINIMIZED in self.states

    @property
    def fills(self) -> bool:
        """Whether it takes all that its output has for it: some leave a place for panels, and for a title bar."""
        return _MAXIMIZED in self.states or _FULLSCREEN in self.states


class Toplevels:
    """For the thread of the connection. Raises DesktopUnavailable where the compositor lists none."""

    def __init__(self, client: WaylandClient) -> None:
        self._client = client
        self._seat = client.bind("wl_seat", 1)
        self._listed: list[Toplevel] = []
        client.bind(TOPLEVELS, 3).on["toplevel"] = self._hear
        client.roundtrip()
        # What each window is called comes after that it is there.
        client.roundtrip()

    def listed(self) -> tuple[Toplevel, ...]:
        self._client.roundtrip()
        return tuple(self._listed)

    def activate(self, toplevel: Toplevel) -> None:
        if toplevel.minimized:
            toplevel.handle.send("unset_minimized")
        toplevel.handle.send("activate", self._seat)
        self._client.roundtrip()

    def close(self, toplevel: Toplevel) -> None:
        toplevel.handle.send("close")
        self._client.roundtrip()

    def _hear(self, handle: Proxy) -> None:
        told = Toplevel(handle)
        self._listed.append(told)

        def closed() -> None:
            self._listed.remove(told)
            handle.send("destroy")

        handle.on = {
            "title": lambda title: setattr(told, "title", title or ""),
            "app_id": lambda app_id: setattr(told, "app_id", app_id or ""),
            "output_enter": told.outputs.add,
            "output_leave": told.outputs.discard,
            "state": lambda states: setattr(told, "states", frozenset(struct.unpack(f"={len(states) // 4}I", states))),
            "closed": closed,
        }
