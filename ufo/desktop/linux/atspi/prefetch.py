"""Prefetches what a look will ask, going by what an earlier look found.

A tree is read level by level, and each level costs three round trips to the application. A window hardly ever changes all of
its objects: those of the last look are asked together at the beginning, and the answers are there when the reader comes to
them. Nothing is taken from the earlier look but which questions to ask; a wrong guess costs an answer that is not used.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from ufo.desktop.linux.dbus.pipeline import Ask, Batch, Bodies, Ref

OnTold = Callable[[Sequence[Ask], Bodies], None]
"""Called with the questions that an object was asked, and its answers."""


class Prefetch:
    """Asks every foreseen object once, through a batch."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._asked: dict[Ref, Sequence[Ask]] = {}
        self._waiting: dict[Ref, OnTold] = {}
        self._answers: dict[Ref, Bodies] = {}
        self._ready: deque[tuple[OnTold, Sequence[Ask], Bodies]] = deque()
        self._delivering = False

    def foresee(self, ref: Ref, asks: Sequence[Ask]) -> None:
        if ref not in self._asked:
            self._asked[ref] = asks
            self._batch.ask_several(ref, asks, partial(self._on_answer, ref))

    def tell(self, ref: Ref, on_told: OnTold) -> bool:
        """Return whether the object was foreseen. If so, `on_told` gets its answers, once."""
        asks = self._asked.get(ref)
        if asks is None or ref in self._waiting:
            return False
        bodies = self._answers.pop(ref, None)
        if bodies is None:
            self._waiting[ref] = on_told
        else:
            del self._asked[ref]
            self._ready.append((on_told, asks, bodies))
            self._deliver()
        return True

    def _on_answer(self, ref: Ref, bodies: Bodies) -> None:
        on_told = self._waiting.pop(ref, None)
        if on_told is None:
            self._answers[ref] = bodies
        else:
            self._ready.append((on_told, self._asked.pop(ref), bodies))
            self._deliver()

    def _deliver(self) -> None:
        # A loop and no recursion: an answer leads to the next question, whose answer is here already, as deep as the tree is.
        if self._delivering:
            return
        self._delivering = True
        try:
            while self._ready:
                on_told, asks, bodies = self._ready.popleft()
                self._batch.take(partial(on_told, asks), bodies)
        finally:
            self._delivering = False
