"""A desktop whose looks, waits and acts are measured, so that a run can tell where its time went."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import MappingProxyType
from typing import Any

from ufo.desktop.backend import Desktop
from ufo.desktop.forwarding_desktop import ForwardingDesktop
from ufo.desktop.snapshot import Handle
from ufo.desktop.values import Delivery, ElementVerb, Launch, Window
from ufo.schema.spans import Spending, Spent

_MEASURED: MappingProxyType[str, tuple[Spent, str]] = MappingProxyType(
    {
        "windows": (Spent.WINDOWS, ""),
        "focus": (Spent.INPUT, "focus"),
        "snapshot": (Spent.LOOK, ""),
        "glance": (Spent.LOOK, "glance"),
        "reidentify": (Spent.AIMING, ""),
        "text": (Spent.LOOK, "text"),
        "entries": (Spent.LOOK, "entries"),
        "identifiers": (Spent.LOOK, "identifiers"),
        "limits": (Spent.LOOK, "limits"),
        "page_parts": (Spent.LOOK, "page"),
        "capture": (Spent.PICTURE, ""),
        "obstacle": (Spent.AIMING, "obstacle"),
        "target": (Spent.AIMING, "target"),
        "hit_test": (Spent.AIMING, "hit test"),
        "send": (Spent.INPUT, ""),
        "changed": (Spent.CHANGE, ""),
        "settle": (Spent.STABLE, ""),
        "restart": (Spent.OPENING, "again"),
    }
)
"""What each call counts as, and its words in the account of the time. An act and a launch have words of their own."""


class TimedDesktop(ForwardingDesktop):
    """Measures what takes time by `spending`."""

    def __init__(self, inner: Desktop, spending: Spending) -> None:
        super().__init__(inner)
        self._spending = spending

    async def act(self, handle: Handle, verb: ElementVerb, text: str | None = None) -> Delivery:
        with self._spending(Spent.INPUT, verb):
            return await self._inner.act(handle, verb, text)

    async def launch(self, what: Launch, timeout_s: float = 30.0) -> Window:
        with self._spending(Spent.OPENING, what.program):
            return await self._inner.launch(what, timeout_s)


def _measured(name: str, on: Spent, words: str) -> Callable[..., Awaitable[Any]]:
    async def call(self: TimedDesktop, *arguments: Any, **options: Any) -> Any:
        with self._spending(on, words):
            return await getattr(self._inner, name)(*arguments, **options)

    return call


for _name, _told in _MEASURED.items():
    setattr(TimedDesktop, _name, _measured(_name, *_told))
