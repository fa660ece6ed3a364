"""Waits for the documents of frames in a page.

Chromium attaches the document of a frame to the page's tree when the process of the frame has told of it, some tens of
milliseconds after it was painted, and announces neither that nor that the document before went away. Until then the frame
has no child. So has a frame whose server does not answer; no look waits for the same one twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence

from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, refs_of
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.desktop.linux.reuse.earlier import Top

_COMES_S, _TICK_S = 0.5, 0.02
_LEAST_PX = 16
"""Smaller frames, with which pages count their visitors, show nothing."""


class LateFrames:
    """`line_of` returns the connection to an application by its bus name."""

    def __init__(self, line_of: Callable[[str], Line]) -> None:
        self._line_of = line_of
        self._given_up: set[Ref] = set()

    def awaited(self, tops: Sequence[Top]) -> list[Ref]:
        """Return the empty frames in sight that no look has waited for in vain."""
        empty = [node.ref for node in _empty(tops)]
        self._given_up.intersection_update(empty)
        return [ref for ref in empty if ref not in self._given_up]

    async def come(self, tops: Sequence[Top], stall_s: float) -> bool:
        """Wait until each awaited frame has a document, 0.5 s at most. Return whether one of them has."""
        clock = asyncio.get_running_loop().time
        left, over = self.awaited(tops), clock() + _COMES_S
        awaited = len(left)
        while left and clock() < over:
            told = await asyncio.gather(*(self._has_document(ref, over, stall_s) for ref in left))
            left = [ref for ref, has in zip(left, told, strict=True) if not has]
            if left:
                await asyncio.sleep(_TICK_S)
        self._given_up.update(left)
        return len(left) < awaited

    async def _has_document(self, ref: Ref, deadline: float, stall_s: float) -> bool:
        (answer,) = await ask_all(self._line_of(ref.bus), [Question(ref, ACCESSIBLE, "GetChildren")], deadline, stall_s)
        return bool(refs_of(answer))


def _empty(tops: Sequence[Top]) -> Iterator[Node]:
    for top in tops:
        for node in top.node.walk():
            around = top.bounds.get(id(node))
            if not node.unannounced or node.children or not node.shown or node.rect is None or around is None:
                continue
            seen = around.intersection(node.rect)
            if min(seen.width, seen.height) >= _LEAST_PX:
                yield node
