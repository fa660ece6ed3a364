"""Asks at once what a look will ask, by what an earlier one found.

A tree is read level by level, and each level costs three times the way to the application and back. A window hardly ever
changes all of its objects: those of the last look are asked together at the beginning, and when the reading comes to them the
answers are there. Nothing is taken from the earlier look but which questions to ask; a wrong guess costs an answer that nobody
wants.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from ufo.desktop.linux.bus import Batch, Ref

Body = list[Any] | None
Arguments = tuple[str, Sequence[Any]]


class Foresight:
    """Asks by a batch, and every foreseen question only once."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._waiting: dict[Hashable, list[Callable[[Body], None]]] = {}
        self._answers: dict[Hashable, Body] = {}
        self._ready: deque[tuple[Callable[[Body], None], Body]] = deque()
        self._telling = False

    def foresee(self, ref: Ref, interface: str, member: str, arguments: Arguments = ("", ())) -> None:
        key = _key(ref, member, arguments)
        if key not in self._waiting and key not in self._answers:
            self._waiting[key] = []
            self._batch.ask(ref, interface, member, lambda body: self._came(key, body), arguments)

    def ask(
        self,
        ref: Ref,
        interface: str,
        member: str,
        on_body: Callable[[Body], None],
        arguments: Arguments = ("", ()),
        later: bool = False,
    ) -> None:
        """As `Batch.ask`."""
        if self._waiting or self._answers:
            key = _key(ref, member, arguments)
            if key in self._answers:
                self._ready.append((on_body, self._answers.pop(key)))
                self._tell()
                return
            if key in self._waiting:
                self._waiting[key].append(on_body)
                return
        self._batch.ask(ref, interface, member, on_body, arguments, later)

    def _came(self, key: Hashable, body: Body) -> None:
        waiting = self._waiting.pop(key)
        if waiting:
            self._ready.extend((on_body, body) for on_body in waiting)
            self._tell()
        else:
            self._answers[key] = body

    def _tell(self) -> None:
        # One after the other: an answer leads to the next question, whose answer is there, as deep as the tree is.
        if self._telling:
            return
        self._telling = True
        try:
            while self._ready:
                on_body, body = self._ready.popleft()
                on_body(body)
        finally:
            self._telling = False


def _key(ref: Ref, member: str, arguments: Arguments) -> Hashable:
    return ref, member, arguments[1]
