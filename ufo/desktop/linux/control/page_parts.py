"""Lists what a page holds, also where it is scrolled out of sight, and has the application scroll to one of its parts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, PROPERTIES, rect_of, refs_of, state_bits, variant
from ufo.desktop.linux.atspi.roles import SHOWING, VISIBLE
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.desktop.linux.text import clean_name
from ufo.desktop.snapshot import Draft, Element, Handle
from ufo.schema.geometry import Rect
from ufo.schema.roles import ROW_HOLDERS
from ufo.text.alike import plain

_MOST = 20_000
_ANYWHERE = 6
_FAR_PX = 3000
"""Pixels to the left of a page where nothing is scrolled to: pages hide there what only a screen reader tells."""
_STATIC = 116
_SCREEN = 0
_NOWHERE = Rect(0, 0, 0, 0)
_Body = list[Any] | None
_Order = tuple[int, ...]
Ask = Callable[[Sequence[Question]], Awaitable[list[_Body]]]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a page: its object, the role of its parent, and what is told of it."""

    ref: Ref
    within: int
    element: Element

    @property
    def is_out_of_sight(self) -> bool:
        return "offscreen" in self.element.states


@dataclass(frozen=True, slots=True)
class _Branch:
    """An object whose children are asked for. `order`: its place in the tree. `clip`: what the shown objects around show of the
    screen. `name`: that of the part out of sight that it is or stands in. `path`: the names of the lists around it.
    """

    ref: Ref
    kind: int
    order: _Order
    clip: Rect
    name: str = ""
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Told:
    """What an object said of itself, and where it stands."""

    parent: _Branch
    ref: Ref
    order: _Order
    bits: int
    kind: int
    name: str
    rect: Rect

    @property
    def is_shown(self) -> bool:
        return bool(self.bits & SHOWING)


async def page_parts(line: Line, top: Ref, handle: Handle, deadline: float, stall_s: float) -> tuple[Part, ...] | None:
    """Return all parts below `top` that are in sight, and the frames and those with a name that are scrolled out of sight with
    the places that they would have, in the order of the tree. None where there are too many, or the application did not answer
    in time.

    What lies within all that is shown around it and is not shown itself was folded away by its page, and what lies far to the
    left was never to be seen: neither is scrolled to. The same holds for the choices of a box that is closed.
    """

    async def ask(questions: Sequence[Question]) -> list[_Body]:
        return await ask_all(line, questions, deadline, stall_s)

    (place,) = await ask([_place(top)])
    page = rect_of(place) or _NOWHERE
    level, found, read = [_Branch(top, -1, (), page)], list[tuple[_Order, Part]](), 0
    while level:
        below = await _below(ask, level)
        read += len(below)
        if read > _MOST or asyncio.get_running_loop().time() > deadline:
            return None
        for told in below:
            element = _element(told, handle, page)
            if element is not None:
                found.append((told.order, Part(told.ref, told.parent.kind, element)))
        level = [_branch(item) for item in below if _is_open(item)]
    return tuple(part for _, part in sorted(found, key=lambda pair: pair[0]))


async def scroll_into_sight(line: Line, ref: Ref, deadline: float, stall_s: float) -> bool:
    """Have the application scroll to the object. Return whether it says that it did."""
    (answer,) = await ask_all(line, [Question(ref, COMPONENT, "ScrollTo", "u", (_ANYWHERE,))], deadline, stall_s)
    return bool(answer and answer[0] is True)


async def _below(ask: Ask, level: Sequence[_Branch]) -> list[_Told]:
    """Return the objects one level further down. What is not even VISIBLE is closed: it is there only once something opens it."""
    listed = await ask([Question(branch.ref, ACCESSIBLE, "GetChildren") for branch in level])
    children = list(_children(level, listed))
    states = map(state_bits, await ask([Question(ref, ACCESSIBLE, "GetState") for _, ref, _ in children]))
    open_ones = [(*child, bits) for child, bits in zip(children, states, strict=True) if bits & VISIBLE]
    told = iter(await ask([entry for _, ref, _, _ in open_ones for entry in (_role(ref), _name(ref), _place(ref))]))
    return [
        _Told(parent, ref, order, bits, _kind(role, bits), clean_name(variant(name)), rect_of(place) or _NOWHERE)
        for (parent, ref, order, bits), role, name, place in zip(open_ones, told, told, told, strict=True)
    ]


def _children(level: Sequence[_Branch], listed: Sequence[_Body]) -> Iterator[tuple[_Branch, Ref, _Order]]:
    for parent, body in zip(level, listed, strict=True):
        for number, ref in enumerate(refs_of(body)):
            yield parent, ref, (*parent.order, number)


def _is_open(told: _Told) -> bool:
    """Tell whether to go on below it. A sheet would list millions of cells, and a closed box its choices."""
    is_sheet = bool(told.bits & roles.MANAGES_DESCENDANTS)
    return told.kind != _STATIC and roles.role_of(told.kind) != "ComboBox" and not is_sheet


def _element(told: _Told, handle: Handle, page: Rect) -> Element | None:
    is_told = told.kind == roles.PAGE_FRAME or (bool(told.name) and not _repeats(told))
    is_wanted = told.is_shown or (is_told and _is_scrolled_to(told, page))
    if not is_wanted:
        return None
    role = roles.role_of(told.kind)
    draft = Draft(handle.snapshot_id, f"{told.ref.bus}{told.ref.path}", role, told.name)
    draft.depth = len(told.order)
    draft.rect, draft.path = told.rect, (handle.name, *told.parent.path)
    draft.states = roles.states_of(told.bits, role) | (frozenset() if told.is_shown else {"offscreen"})
    return draft.done()


def _repeats(told: _Told) -> bool:
    """Tell whether it only says again what the part around it is called: a button's text is no part of its own."""
    return bool(told.parent.name) and plain(told.name) in plain(told.parent.name)


def _is_scrolled_to(told: _Told, page: Rect) -> bool:
    is_folded = told.rect.is_empty or told.parent.clip.intersection(told.rect) == told.rect
    return not is_folded and told.rect.right > page.x - _FAR_PX


def _branch(told: _Told) -> _Branch:
    around = told.parent
    clips = told.is_shown and not told.rect.is_empty
    path = (*around.path, told.name) if told.name and roles.role_of(told.kind) in ROW_HOLDERS else around.path
    return _Branch(
        told.ref,
        told.kind,
        told.order,
        around.clip.intersection(told.rect) if clips else around.clip,
        around.name if told.is_shown else told.name or around.name,
        path,
    )


def _kind(role: _Body, bits: int) -> int:
    return roles.meant(role[0] if role and isinstance(role[0], int) else -1, bits)


def _role(ref: Ref) -> Question:
    return Question(ref, ACCESSIBLE, "GetRole")


def _name(ref: Ref) -> Question:
    return Question(ref, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name"))


def _place(ref: Ref) -> Question:
    return Question(ref, COMPONENT, "GetExtents", "u", (_SCREEN,))
