"""Reads names, states and order of all entries of a list, a tree or a table whose tree includes those out of sight."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, PROPERTIES, refs_of, state_bits, variant
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.desktop.linux.snapshots.handles import HandleTable
from ufo.desktop.linux.text import clean_name
from ufo.desktop.snapshot import Draft, Element, Handle
from ufo.schema.geometry import Rect
from ufo.schema.roles import LIST_AND_MENU_ITEMS, WITH_ENTRIES

_NOWHERE = Rect(0, 0, 0, 0)
_DEEPEST = 4
"""The most levels between a box and its choices."""
Ask = Callable[[Sequence[Question]], Awaitable[list[list[Any] | None]]]


async def entries_of(
    line: Line, known: HandleTable, handle: Handle, at_most: int, deadline: float, stall_s: float
) -> tuple[Element, ...] | None:
    """Return all entries, without their places. None where the tree has only the entries in sight, where there are more than
    `at_most`, and where an answer is incomplete: an entry that was not answered is not known to be missing. Entries that are
    named by their contents have no name here.
    """
    if known.cell is not None or not (known.toolkit.acting.lists_all or handle.role == "ComboBox"):
        return None

    async def ask(questions: Sequence[Question]) -> list[list[Any] | None]:
        return await ask_all(line, questions, deadline, stall_s)

    if handle.role == "ComboBox":
        return await _choices_of(ask, known, handle, at_most)
    (counted,) = await ask([Question(known.ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "ChildCount"))])
    count = variant(counted)
    if not isinstance(count, int) or not 0 < count <= at_most:
        return None
    (listed,) = await ask([Question(known.ref, ACCESSIBLE, "GetChildren")])
    return await _told(ask, refs_of(listed), handle)


async def _choices_of(ask: Ask, known: HandleTable, handle: Handle, at_most: int) -> tuple[Element, ...] | None:
    """Return the choices of a box, which stand in a list, menu or window of its own, also while that is closed."""
    refs = [known.ref]
    for _ in range(_DEEPEST):
        listed = await ask([Question(ref, ACCESSIBLE, "GetChildren") for ref in refs])
        refs = [ref for answer in listed for ref in refs_of(answer)]
        if not 0 < len(refs) <= at_most:
            return None
        found = await _told(ask, refs, handle)
        choices = tuple(element for element in found or () if element.role in LIST_AND_MENU_ITEMS)
        if choices or found is None:
            return choices or None
        refs = [ref for ref, element in zip(refs, found, strict=True) if element.role in WITH_ENTRIES]
        if not refs:
            return None
    return None


async def _told(ask: Ask, refs: Sequence[Ref], handle: Handle) -> tuple[Element, ...] | None:
    roles = await ask([Question(ref, ACCESSIBLE, "GetRole") for ref in refs])
    names = await ask([Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name")) for ref in refs])
    states = await ask([Question(ref, ACCESSIBLE, "GetState") for ref in refs])
    if None in roles or None in names or None in states:
        return None
    return tuple(_entry(*told, handle) for told in zip(refs, roles, names, states, strict=True))


def _entry(
    ref: Ref, role: list[Any] | None, name: list[Any] | None, states: list[Any] | None, holder: Handle
) -> Element:
    bits = state_bits(states)
    number = role[0] if role and isinstance(role[0], int) else -1
    kind = roles.role_of(roles.meant(number, bits))
    entry = Draft(holder.snapshot_id, f"{ref.bus}{ref.path}", kind, clean_name(variant(name)))
    entry.rect, entry.value = _NOWHERE, None
    entry.states = roles.states_of(bits, kind) | (frozenset() if bits & roles.SHOWING else {"offscreen"})
    return entry.done()
