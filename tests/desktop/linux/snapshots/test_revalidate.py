from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.desktop.linux.lines import Echo
from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.dbus.pipeline import Ref
from ufo.desktop.linux.reuse.earlier import Top
from ufo.desktop.linux.snapshots.revalidate import stands
from ufo.schema.geometry import Rect

_PLACE = Rect(10, 20, 30, 40)
_SHOWN, _WRITTEN = 1 << 25, (1 << 25) | roles.EDITABLE

_TOLD: dict[str, list[Any]] = {
    "/top GetState": [[_SHOWN, 0]],
    "/top GetExtents": [[10, 20, 30, 40]],
    "/field GetState": [[_WRITTEN, 0]],
    "/field GetExtents": [[10, 20, 30, 40]],
    "/field GetText": ["word"],
    "/hidden GetState": [[0, 0]],
    "/frame GetState": [[_SHOWN, 0]],
    "/frame GetExtents": [[10, 20, 30, 40]],
    "/frame GetChildren": [[[":1.5", "/page"]]],
    "/page GetState": [[0, 0]],
}


def _tree() -> Top:
    top = Node(Ref(":1.5", "/top"), None)
    top.states, top.shown, top.raw = _SHOWN, True, _PLACE
    field = Node(Ref(":1.5", "/field"), top)
    field.states, field.shown, field.raw, field.text = _WRITTEN, True, _PLACE, "word"
    frame = Node(Ref(":1.5", "/frame"), top)
    frame.states, frame.shown, frame.raw, frame.unannounced = _SHOWN, True, _PLACE, True
    frame.children = [Node(Ref(":1.5", "/page"), frame)]
    top.children = [field, Node(Ref(":1.5", "/hidden"), top), frame]
    return Top(top, {}, 1)


async def _asked(changed: dict[str, list[Any]], silent: str = "") -> tuple[bool, Echo]:
    line, clock = Echo(), asyncio.get_running_loop().time
    asking = asyncio.create_task(stands([_tree()], lambda bus: line, clock() + 0.2, 0.05))
    while not line.sent:
        await asyncio.sleep(0)
    for number, asked in enumerate(line.sent, start=1):
        key = f"{asked.ref.path} {asked.member}"
        if key != silent:
            line.answer(number, changed.get(key, _TOLD[key]))
    return await asking, line


async def test_a_look_stands_where_every_state_place_written_text_and_document_of_a_frame_is_as_it_was() -> None:
    holds, line = await _asked({})
    assert holds
    assert sorted(f"{entry.ref.path} {entry.member}" for entry in line.sent) == sorted(_TOLD)
    assert {tuple(entry.values) for entry in line.sent if entry.member == "GetExtents"} == {(1,)}


@pytest.mark.parametrize(
    ("what", "now"),
    [
        ("/field GetExtents", [[10, 21, 30, 40]]),
        ("/hidden GetState", [[_SHOWN, 0]]),
        ("/top GetState", [[_WRITTEN, 0]]),
        ("/field GetText", ["words"]),
        ("/frame GetChildren", [[[":1.5", "/other"]]]),
        ("/frame GetChildren", [[]]),
    ],
)
async def test_one_place_state_text_or_document_that_differs_ends_it(what: str, now: list[Any]) -> None:
    assert not (await _asked({what: now}))[0]


async def test_a_look_does_not_stand_where_not_all_is_answered() -> None:
    assert not (await _asked({}, silent="/field GetText"))[0]
