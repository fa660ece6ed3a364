"""Whether a look still holds where an application changes something without a word: what it may change so is asked once more.

Chromium tells by events of all that a look reads but the places that scrolling changed and which objects these bring into sight
or take out of it: these it knows up to half a second after it painted them. Asking every object for its state and place, and
what can be written in for its text, takes a quarter of the time of a look, and what it finds is as new as a look would be.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, TEXT, rect_of, state_bits
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ask, Batch, Bodies, Line
from ufo.desktop.linux.reuse.earlier import Top
from ufo.desktop.linux.text import TEXT_CAP, clean_text

_STATE = Ask(ACCESSIBLE, "GetState")
_WORDS = Ask(TEXT, "GetText", "ii", (0, TEXT_CAP))


async def stands(tops: Sequence[Top], line_of: Callable[[str], Line], deadline: float, stall_s: float) -> bool:
    """`line_of` gives the way to an application by its bus name. False as well where not all answered by the loop time
    `deadline`."""
    asked = [_stands(one, line_of(one.node.ref.bus), deadline, stall_s) for one in tops]
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
    return (_STATE, place, _WORDS) if _is_written_in(node) else (_STATE, place)


def _is_written_in(node: Node) -> bool:
    return node.text is not None and bool(node.states & roles.EDITABLE) and node.kind != roles.PASSWORD


def _compare(node: Node, other: list[Node], bodies: Bodies) -> None:
    state, place, words = (*bodies, None, None)[:3]
    holds = state_bits(state) == node.states
    if node.shown:
        holds = holds and rect_of(place) == node.raw
    if node.shown and _is_written_in(node):
        holds = holds and words is not None and clean_text(words[0]) == node.text
    if not holds:
        other.append(node)
