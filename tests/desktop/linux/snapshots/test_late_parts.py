from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from tests.desktop.linux.lines import Echo
from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.reuse.earlier import Top
from ufo.desktop.linux.snapshots.late_parts import LateParts
from ufo.schema.geometry import Rect

_PAGE = Rect(0, 0, 600, 400)
_DOCUMENT = [[(":1.5", "/document")]]
_BUTTON, _IMAGE, _PANEL = 43, 27, 85


def _page(*frames: Rect) -> Sequence[Top]:
    """A page with empty frames in these places."""
    top = Node(Ref(":1.5", "/page"), None)
    top.shown, top.rect = True, _PAGE
    for number, rect in enumerate(frames):
        frame = Node(Ref(":1.5", f"/frame{number}"), top)
        frame.shown, frame.rect, frame.unannounced = True, rect, True
        top.children.append(frame)
    return [Top(top, {id(node): _PAGE for node in top.walk()})]


async def _answered(parts: LateParts, line: Echo, tops: Sequence[Top], *answers: object) -> bool:
    """Answer the questions in turn, and the later ones with the last answer."""
    waiting, done = asyncio.create_task(parts.come(tops, 0.4)), 0
    while not waiting.done():
        while done < len(line.sent):
            answer = answers[min(done, len(answers) - 1)]
            done += 1
            line.answer(done, [answer])
        await asyncio.sleep(0)
    return waiting.result()


async def test_the_document_of_a_frame_is_waited_for() -> None:
    line = Echo()
    parts = LateParts(lambda bus: line)
    tops = _page(Rect(10, 10, 300, 200))
    assert parts.awaited(tops)
    assert await _answered(parts, line, tops, [], [], *_DOCUMENT)
    assert len(line.sent) == 3


async def test_a_frame_that_stays_empty_is_waited_for_once_until_it_had_a_document() -> None:
    line = Echo()
    parts = LateParts(lambda bus: line)
    tops = _page(Rect(10, 10, 300, 200))
    assert not await _answered(parts, line, tops, [])
    assert not parts.awaited(tops)
    frame = tops[0].node.children[0]
    frame.children = [Node(Ref(":1.5", "/document"), frame)]
    assert not parts.awaited(tops)
    frame.children = []
    assert parts.awaited(tops)


async def test_a_frame_out_of_sight_and_one_too_small_to_show_anything_are_not_waited_for() -> None:
    line = Echo()
    parts = LateParts(lambda bus: line)
    tops = _page(Rect(10, 900, 300, 200), Rect(10, 10, 1, 1))
    assert not parts.awaited(tops)
    assert not await parts.come(tops, 0.4)
    assert not line.sent


def _loading(states: int, *children: int) -> Sequence[Top]:
    """A page in those states, with a child in each of the states given."""
    top = Node(Ref(":1.5", "/page"), None)
    top.kind, top.shown, top.rect, top.raw, top.states = roles.PAGE, True, _PAGE, _PAGE, states
    for number, bits in enumerate(children):
        child = Node(Ref(":1.5", f"/child{number}"), top)
        child.states, child.shown = bits, bool(bits & roles.SHOWING)
        top.children.append(child)
    return [Top(top, {id(top): _PAGE})]


async def test_a_page_that_has_nothing_in_it_yet_is_waited_for_until_it_has() -> None:
    line = Echo()
    parts = LateParts(lambda bus: line)
    tops = _loading(roles.BUSY | roles.SHOWING)
    assert await _answered(parts, line, tops, [], *_DOCUMENT)
    assert {entry.member for entry in line.sent} == {"GetChildren"}


async def test_the_document_without_a_size_that_stands_in_the_place_of_a_page_is_waited_out() -> None:
    line = Echo()
    parts = LateParts(lambda bus: line)
    tops = _loading(roles.SHOWING)
    page = tops[0].node
    page.parent, page.raw = Node(Ref(":1.5", "/view"), None), Rect(0, 0, 0, 0)
    assert await _answered(parts, line, tops, [(":1.5", "/page")], [], *_DOCUMENT)
    assert [entry.ref.path for entry in line.sent] == ["/view"] * 3


async def test_a_page_that_goes_on_loading_is_waited_for_once() -> None:
    line = Echo()
    parts = LateParts(lambda bus: line)
    tops = _loading(roles.BUSY | roles.SHOWING, roles.SHOWING | roles.VISIBLE)
    assert not await _answered(parts, line, tops, [roles.BUSY, 0])
    assert not parts.awaited(tops)


@pytest.mark.parametrize(
    ("kind", "sizes", "comes"),
    [
        (_BUTTON, [[5, 5, 0, 0], [5, 5, 0, 0], [5, 5, 24, 24]], True),
        (_IMAGE, [[5, 5, 0, 0], [5, 5, 24, 24]], True),
        (_IMAGE, [[5, 905, 24, 24]], False),
        (_PANEL, [[5, 5, 0, 0]], False),
    ],
)
async def test_a_control_that_is_a_picture_is_waited_for_until_it_takes_room(
    kind: int, sizes: list[list[int]], comes: bool
) -> None:
    line = Echo()
    parts = LateParts(lambda bus: line)
    tops = _loading(roles.SHOWING, roles.VISIBLE)
    assert parts.awaited(tops)
    waiting = asyncio.create_task(parts.come(tops, 0.4))
    done, left = 0, list(sizes)
    while not waiting.done():
        while done < len(line.sent):
            done += 1
            is_size = line.sent[done - 1].member == "GetExtents"
            line.answer(done, [left.pop(0) if len(left) > 1 else left[0]] if is_size else [kind])
        await asyncio.sleep(0)
    assert waiting.result() is comes
    # What turned out to be no picture, and what is none, is not asked again.
    assert parts.awaited(tops) is comes
