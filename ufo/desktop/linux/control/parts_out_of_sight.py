"""Finds a part of a page that is scrolled out of sight by its name, and has the application scroll to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, PROPERTIES, refs_of, state_bits, variant
from ufo.desktop.linux.atspi.roles import SHOWING
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.desktop.linux.text import clean_name
from ufo.desktop.matching.same_words import plain

_MOST = 6000
_ANYWHERE = 6


async def named_out_of_sight(line: Line, top: Ref, words: str, deadline: float, stall_s: float) -> Ref | None:
    """Return the first object below `top` with that name that is not shown, in the order of the tree's levels; None where there
    is none among the first thousands.
    """
    wanted, level, read = plain(words), [top], 0

    async def ask(questions: Sequence[Question]) -> list[list[Any] | None]:
        return await ask_all(line, questions, deadline, stall_s)

    while level and read < _MOST and wanted:
        listed = await ask([Question(ref, ACCESSIBLE, "GetChildren") for ref in level])
        level = [ref for answer in listed for ref in refs_of(answer)][: _MOST - read]
        read += len(level)
        names = await ask([Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name")) for ref in level])
        alike = [ref for ref, name in zip(level, names, strict=True) if plain(clean_name(variant(name))) == wanted]
        states = await ask([Question(ref, ACCESSIBLE, "GetState") for ref in alike])
        hidden = [
            ref for ref, body in zip(alike, states, strict=True) if body is not None and not state_bits(body) & SHOWING
        ]
        if hidden:
            return hidden[0]
    return None


async def scroll_into_sight(line: Line, ref: Ref, deadline: float, stall_s: float) -> bool:
    """Have the application scroll to the object. Return whether it says that it did."""
    (answer,) = await ask_all(line, [Question(ref, COMPONENT, "ScrollTo", "u", (_ANYWHERE,))], deadline, stall_s)
    return bool(answer and answer[0] is True)
