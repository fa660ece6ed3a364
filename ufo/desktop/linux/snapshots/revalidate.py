"""Tells whether a look still holds where an application changes something without an event, by asking for it once more.

Chromium announces everything that a look reads, except for places changed by scrolling, the objects that scrolling brings
into or out of sight, and the documents of frames; of these it learns up to half a second after it painted them. Asking every
object for its state and place, editable objects for their text and frames for their document takes a quarter of the time of
a look, and the result is as new as that of a look.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, TEXT, rect_of, refs_of, state_bits
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ask, Batch, Bodies, Line
from ufo.desktop.linux.reuse.earlier import Top
from ufo.desktop.linux.text import TEXT_CAP, clean_text

_STATE = Ask(ACCESSIBLE, "GetState")
_WORDS = Ask(TEXT, "GetText", "ii", (0, TEXT_CAP))
_CHILDREN = Ask(ACCESSIBLE, "GetChildren")


async def stands(tops: Sequence[Top], line_of: Callable[[str], Line], deadline: float, stall_s: float) -> bool:
    """Tell whether states, places, editable texts and documents of frames are still those in `tops`. Return False also where
    an answer is missing at the loop time `deadline`. `line_of` returns the connection to an application by its bus name.
    """
    asked = [_stands(top, line_of(top.node.ref.bus), deadline, stall_s) for top in tops]
    return all(await asyncio.gather(*asked))


async def _stands(top: Top, line: Line, deadline: float, stall_s: float) -> bool:
    batch = Batch(line)
    other: list[Node] = []
    place = Ask(COMPONENT, "GetExtents", "u", (top.coordinates,))
    for node in top.node.walk():
        if node.cell is None:
            batch.ask_several(node.ref, _asks(node, place), partial(_compare, node, other))
    return await batch.finish(deadline, stall_s) is None and not other


def _asks(node: Node, place: Ask) -> tuple[Ask, ...]:
    if not node.shown:
        return (_STATE,)
    if node.unannounced:
        return (_STATE, place, _CHILDREN)
    return (_STATE, place, _WORDS) if _is_written_in(node) else (_STATE, place)


def _is_written_in(node: Node) -> bool:
    return node.text is not None and bool(node.states & roles.EDITABLE) and node.kind != roles.PASSWORD


def _compare(node: Node, other: list[Node], bodies: Bodies) -> None:
    state, place, more = (*bodies, None, None)[:3]
    holds = state_bits(state) == node.states
    if node.shown:
        holds = holds and rect_of(place) == node.raw
    if node.shown and node.unannounced:
        holds = holds and more is not None and refs_of(more) == [child.ref for child in node.children]
    elif node.shown and _is_written_in(node):
        holds = holds and more is not None and clean_text(more[0]) == node.text
    if not holds:
        other.append(node)
