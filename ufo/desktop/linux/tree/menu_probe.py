"""Whether a menu is open, by a few of its entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, state_bits
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Batch
from ufo.desktop.linux.toolkits.profile import Toolkit, shown


class MenuProbe:
    """Looks at the first two and the last item of a menu: a closed one, with its dozens of items, is not read."""

    def __init__(
        self, read: Callable[[Sequence[Node]], None], batch: Batch, toolkit: Toolkit, menu: Node, items: list[Node]
    ) -> None:
        self._read = read
        self._menu = menu
        self._toolkit = toolkit
        self._items = items
        probes = (*items[:2], items[-1])
        self._left = len(probes)
        self._open = False
        for one in probes:
            batch.ask(one.ref, ACCESSIBLE, "GetState", self._on_state)

    def _on_state(self, body: list[Any] | None) -> None:
        self._open = self._open or shown(self._toolkit, state_bits(body))
        self._left -= 1
        if not self._left and self._open:
            self._menu.children = self._items
            self._read(self._items)
