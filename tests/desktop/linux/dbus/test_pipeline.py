from __future__ import annotations

from functools import partial
from typing import Any

from tests.desktop.linux.lines import Echo
from ufo.desktop.linux.dbus.pipeline import Ask, Batch, Failure, Question, Ref, Turn

_ONE = Ref(":1.1", "/1")
_STATE, _ROLE = Ask("a.b", "GetState"), Ask("a.b", "GetRole")


def _put(batch: Batch, member: str, into: list[Any], turn: Turn = Turn.USUAL) -> None:
    batch.put(Question(_ONE, "a.b", member), into.append, turn)


async def test_what_others_wait_for_is_sent_before_the_rest_and_what_can_wait_last() -> None:
    line, told = Echo(), list[Any]()
    line.window, line.low = 1, 0
    batch = Batch(line)
    _put(batch, "First", told)
    for turn in (Turn.LATER, Turn.USUAL, Turn.SOON):
        _put(batch, turn.name, told, turn)
    for number in range(1, 5):
        line.answer(number)
    assert [asked.member for asked in line.sent] == ["First", "SOON", "USUAL", "LATER"]
    assert len(told) == 4


async def test_the_answers_of_one_object_come_together_in_the_order_of_the_questions() -> None:
    line, told = Echo(), list[Any]()
    batch = Batch(line)
    batch.ask_several(_ONE, (_STATE, _ROLE, _STATE), told.append)
    line.answer(3)
    line.answer(2, Failure("a.b.Bad", "no"))
    assert told == []
    line.answer(1)
    assert told == [[["/1 GetState"], None, ["/1 GetState"]]]
    assert await batch.finish(0.0, 1.0) is None
    assert (batch.calls, batch.answers, batch.lost) == (3, 3, False)


async def test_an_object_whose_application_ended_is_told_without_answers() -> None:
    line, told = Echo(), list[Any]()
    line.window, line.low = 1, 0
    batch = Batch(line)
    batch.ask_several(_ONE, (_STATE, _ROLE), told.append)
    await line.close()
    assert told == [[None, None]]
    assert batch.lost


async def test_what_is_given_up_is_neither_sent_nor_told() -> None:
    line, told = Echo(), list[Any]()
    line.window, line.low = 1, 0
    given_up, other = Batch(line), Batch(line)
    for _ in range(2):
        given_up.ask_several(_ONE, (_STATE, _ROLE), told.append)
    for turn in Turn:
        _put(given_up, turn.name, told, turn)
    other.put(Question(_ONE, "a.b", "Other"), partial(told.append))
    assert await given_up.finish(0.0, 1.0) == "late"
    assert [asked.member for asked in line.sent] == ["GetState", "GetRole", "Other"]
    line.answer(3)
    assert told == [["/1 Other"]]
