"""Waits for parts of a page that come a moment after the page is shown, each once.

- The document of a frame: Chromium attaches it to the page's tree when the process of the frame has told of it, some tens of
  milliseconds after it was painted. It announces neither that nor that the document before went away. Until then the frame has
  no child.
- A page that is still loading: its document is busy, and before that a document without a size stands in its place. While there
  is nothing in it, a look is of no use, so it is waited for longer.
- A picture that is still loading: it takes no room, and so does a button or link that is only a picture. Both count as not
  shown.

What a server keeps back may never come, so what was waited for in vain is not waited for again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.interfaces import ACCESSIBLE, COMPONENT, rect_of, refs_of, state_bits
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Line, Question, Ref, ask_all
from ufo.desktop.linux.reuse.earlier import Top
from ufo.schema.roles import BUTTONS_AND_LINKS

_COMES_S, _BEGINS_S, _TICK_S = 0.5, 2.0, 0.02
_LEAST_PX = 16
"""Smaller frames, with which pages count their visitors, show nothing."""
_MOST_PICTURES, _REMEMBERED = 40, 4096
_PICTURES = BUTTONS_AND_LINKS | {"Image"}

_Body = list[Any] | None


class _Late(NamedTuple):
    """A part that is awaited: what it is asked, whether an answer says that it came, and for how many seconds it is asked."""

    ref: Ref
    question: Question
    has_come: Callable[[_Body], bool]
    within_s: float = _COMES_S


class LateParts:
    """`line_of` returns the connection to an application by its bus name."""

    def __init__(self, line_of: Callable[[str], Line]) -> None:
        self._line_of = line_of
        self._given_up: set[Ref] = set()
        self._not_pictures: dict[Ref, None] = {}

    def awaited(self, tops: Sequence[Top]) -> bool:
        """Tell whether there are parts that no look has waited for in vain."""
        return bool(self._untold(tops)) or any(self._unsized(tops))

    async def come(self, tops: Sequence[Top], stall_s: float) -> bool:
        """Wait until each awaited part has come, 0.5 s at most, or 2 s for a page with nothing in it. Return whether one has."""
        clock = asyncio.get_running_loop().time
        began = clock()
        left = [*self._untold(tops), *await self._pictures(tops, began + _COMES_S, stall_s)]
        has_one_come = False
        while left:
            told = await self._asked([entry.question for entry in left], began + _BEGINS_S, stall_s)
            waiting = [entry for entry, body in zip(left, told, strict=True) if not entry.has_come(body)]
            has_one_come = has_one_come or len(waiting) < len(left)
            left = [entry for entry in waiting if clock() < began + entry.within_s]
            self._given_up.update(entry.ref for entry in waiting if entry not in left)
            if left:
                await asyncio.sleep(_TICK_S)
        return has_one_come

    def _untold(self, tops: Sequence[Top]) -> list[_Late]:
        """Return the awaited frames and pages. What has come since may be awaited again when it goes elsewhere."""
        late = [*_empty_frames(tops), *_unloaded_pages(tops)]
        here, waiting = (
            {node.ref for top in tops for node in top.node.walk() if node.shown},
            {entry.ref for entry in late},
        )
        self._given_up.difference_update(here - waiting)
        return [entry for entry in late if entry.ref not in self._given_up]

    def _unsized(self, tops: Sequence[Top]) -> Iterator[Ref]:
        """Yield what may be a picture that is still loading, a few at most."""
        new = (ref for ref in _not_shown(tops) if ref not in self._given_up and ref not in self._not_pictures)
        return islice(new, _MOST_PICTURES)

    async def _pictures(self, tops: Sequence[Top], deadline: float, stall_s: float) -> list[_Late]:
        asked = [_picture(ref) for ref in self._unsized(tops)]
        kinds = [Question(item.ref, ACCESSIBLE, "GetRole") for item in asked]
        told = await self._asked([*(item.question for item in asked), *kinds], deadline, stall_s)
        sizes, said = told[: len(asked)], told[len(asked) :]
        found = []
        for entry, size, role in zip(asked, sizes, said, strict=True):
            is_picture = role is not None and roles.role_of(role[0]) in _PICTURES
            if is_picture and size is not None and not entry.has_come(size):
                found.append(entry)
            else:
                self._not_pictures[entry.ref] = None
        while len(self._not_pictures) > _REMEMBERED:
            del self._not_pictures[next(iter(self._not_pictures))]
        return found

    async def _asked(self, questions: Sequence[Question], deadline: float, stall_s: float) -> list[_Body]:
        """Return the answers, over the connection of each application."""
        answers: dict[int, _Body] = {}
        for bus in dict.fromkeys(question.ref.bus for question in questions):
            mine = [number for number, entry in enumerate(questions) if entry.ref.bus == bus]
            told = await ask_all(self._line_of(bus), [questions[number] for number in mine], deadline, stall_s)
            answers.update(zip(mine, told, strict=True))
        return [answers[number] for number in range(len(questions))]


def loading(tops: Sequence[Top]) -> list[str]:
    """Return a note where a page in sight is still loading."""
    return ["the page is still loading: only what has come of it is listed"] if any(_unloaded_pages(tops)) else []


def _empty_frames(tops: Sequence[Top]) -> Iterator[_Late]:
    for top in tops:
        for node in top.node.walk():
            around = top.bounds.get(id(node))
            if not node.unannounced or node.children or not node.shown or node.rect is None or around is None:
                continue
            seen = around.intersection(node.rect)
            if min(seen.width, seen.height) >= _LEAST_PX:
                yield _holder(node, _COMES_S)


def _holder(node: Node, within_s: float) -> _Late:
    question = Question(node.ref, ACCESSIBLE, "GetChildren")
    return _Late(node.ref, question, lambda body: bool(refs_of(body)), within_s)


def _unloaded_pages(tops: Sequence[Top]) -> Iterator[_Late]:
    for node in (node for top in tops for node in top.node.walk() if node.kind == roles.PAGE and node.shown):
        around = node.parent
        if around is not None and not node.children and (node.raw is None or node.raw.is_empty):
            question = Question(around.ref, ACCESSIBLE, "GetChildren")
            yield _Late(node.ref, question, partial(_is_replaced, node.ref), _BEGINS_S)
        elif node.states & roles.BUSY and node.children:
            yield _Late(node.ref, Question(node.ref, ACCESSIBLE, "GetState"), _is_loaded)
        elif node.states & roles.BUSY:
            yield _holder(node, _BEGINS_S)


def _is_replaced(placeholder: Ref, body: _Body) -> bool:
    there = refs_of(body)
    return bool(there) and placeholder not in there


def _is_loaded(body: _Body) -> bool:
    return body is not None and not state_bits(body) & roles.BUSY


def _not_shown(tops: Sequence[Top]) -> Iterator[Ref]:
    """Yield the objects of pages that are not shown while what they are in is."""
    for top in tops:
        todo = [(top.node, False)]
        while todo:
            node, in_page = todo.pop()
            in_page = in_page or node.kind == roles.PAGE
            for child in node.children:
                if child.shown:
                    todo.append((child, in_page))
                elif in_page and child.states & roles.VISIBLE:
                    yield child.ref


def _picture(ref: Ref) -> _Late:
    # The size is the same in all kinds of coordinates.
    return _Late(ref, Question(ref, COMPONENT, "GetExtents", "u", (0,)), lambda body: not _is_empty(body))


def _is_empty(body: _Body) -> bool:
    rect = rect_of(body)
    return rect is None or rect.is_empty
