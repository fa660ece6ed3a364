from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tests.desktop.linux.lines import Echo
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.reuse.earlier import Top
from ufo.desktop.linux.snapshots.late_frames import LateFrames
from ufo.schema.geometry import Rect

_PAGE = Rect(0, 0, 600, 400)
_DOCUMENT = [[(":1.5", "/document")]]


def _page(*frames: Rect) -> Sequence[Top]:
    """A page with empty frames in these places."""
    top = Node(Ref(":1.5", "/page"), None)
    top.shown, top.rect = True, _PAGE
    for number, rect in enumerate(frames):
        frame = Node(Ref(":1.5", f"/frame{number}"), top)
        frame.shown, frame.rect, frame.unannounced = True, rect, True
        top.children.append(frame)
    return [Top(top, {id(one): _PAGE for one in top.walk()})]


async def _answered(frames: LateFrames, line: Echo, tops: Sequence[Top], *answers: object) -> bool:
    """Answer the questions in turn, and the later ones with the last answer."""
    waiting, done = asyncio.create_task(frames.come(tops, 0.4)), 0
    while not waiting.done():
        while done < len(line.sent):
            answer = answers[min(done, len(answers) - 1)]
            done += 1
            line.answer(done, [answer])
        await asyncio.sleep(0)
    return waiting.result()


async def test_the_document_of_a_frame_is_waited_for() -> None:
    line = Echo()
    frames = LateFrames(lambda bus: line)
    tops = _page(Rect(10, 10, 300, 200))
    assert frames.awaited(tops) == [Ref(":1.5", "/frame0")]
    assert await _answered(frames, line, tops, [], [], *_DOCUMENT)
    assert len(line.sent) == 3


async def test_a_frame_that_stays_empty_is_waited_for_once_until_it_had_a_document() -> None:
    line = Echo()
    frames = LateFrames(lambda bus: line)
    tops = _page(Rect(10, 10, 300, 200))
    assert not await _answered(frames, line, tops, [])
    assert not frames.awaited(tops)
    frame = tops[0].node.children[0]
    frame.children = [Node(Ref(":1.5", "/document"), frame)]
    assert not frames.awaited(tops)
    frame.children = []
    assert frames.awaited(tops)


async def test_a_frame_out_of_sight_and_one_too_small_to_show_anything_are_not_waited_for() -> None:
    line = Echo()
    frames = LateFrames(lambda bus: line)
    tops = _page(Rect(10, 900, 300, 200), Rect(10, 10, 1, 1))
    assert not frames.awaited(tops)
    assert not await frames.come(tops, 0.4)
    assert not line.sent
