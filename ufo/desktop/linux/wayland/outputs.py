"""The outputs of a Wayland compositor: their names, and where they lie among each other (xdg-output, unstable v1)."""

from __future__ import annotations

from dataclasses import dataclass

from ufo.desktop.linux.wayland.client import Proxy, WaylandClient
from ufo.desktop.values import Screen as Monitor
from ufo.errors import NotActionable
from ufo.schema.geometry import Rect

_PLACES = "zxdg_output_manager_v1"


@dataclass
class _Told:
    output: Proxy
    name: str = ""
    position: tuple[int, int] = (0, 0)
    size: tuple[int, int] = (0, 0)


class Outputs:
    """For the thread of the connection. Its methods raise what the connection's do."""

    def __init__(self, client: WaylandClient) -> None:
        self._client = client
        self._manager = client.bind(_PLACES, 2) if client.offers(_PLACES) else None
        self._known: dict[int, _Told] = {}

    def monitors(self) -> tuple[Monitor, ...]:
        """Return the screens that are on, in the order in which the compositor told them."""
        told = [it for it in self._living() if it.size[0] > 0 and it.size[1] > 0]
        return tuple(Monitor(it.name, Rect(*it.position, *it.size), number == 0) for number, it in enumerate(told))

    def named(self, name: str) -> Proxy:
        """Return the output of that name (wl_output 4); the only one where the compositor tells no names. Raises NotActionable
        where it is gone.
        """
        living = self._living()
        found = next((it.output for it in living if it.name == name), None)
        if found is None and len(living) == 1:
            return living[0].output
        if found is None:
            raise NotActionable(f"the screen {name!r} is gone; look again")
        return found

    def of(self, number: int) -> Monitor | None:
        """Return the screen whose object has that number."""
        name = next((it.name for it in self._living() if it.output.id == number), None)
        return next((monitor for monitor in self.monitors() if monitor.name == name), None)

    def _living(self) -> list[_Told]:
        there = self._client.names("wl_output")
        new = [number for number in there if number not in self._known]
        for number in new:
            self._known[number] = self._bound(number)
        if new:
            self._client.roundtrip()
        return [self._known[number] for number in there]

    def _bound(self, number: int) -> _Told:
        output = self._client.bind("wl_output", 4, number)
        told = _Told(output)
        output.on["name"] = lambda name: setattr(told, "name", name)
        if self._manager is not None:
            place = self._manager.make("get_xdg_output", output)
            place.on = {
                "logical_position": lambda x, y: setattr(told, "position", (x, y)),
                "logical_size": lambda width, height: setattr(told, "size", (width, height)),
            }
        return told
