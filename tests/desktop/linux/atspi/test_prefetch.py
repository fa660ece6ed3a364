from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tests.desktop.linux.lines import Echo
from ufo.desktop.linux.atspi.prefetch import Prefetch
from ufo.desktop.linux.dbus.pipeline import Ask, Batch, Bodies, Ref

_ROOT = Ref(":1.1", "/0")


_STATE, _ROLE = Ask("a.b", "GetState"), Ask("a.b", "GetRole")


def _told(into: list[Any]) -> Callable[[Sequence[Ask], Bodies], None]:
    return lambda asks, bodies: into.extend(body[0] if body else None for body in bodies)


async def test_a_foreseen_object_is_asked_once_whenever_it_comes() -> None:
    line, told = Echo(), list[Any]()
    foresight = Prefetch(Batch(line))
    foresight.foresee(_ROOT, (_STATE, _ROLE))
    foresight.foresee(_ROOT, (_STATE,))
    line.answer(2)
    assert foresight.tell(_ROOT, _told(told))
    assert told == []
    line.answer(1)
    assert told == ["/0 GetState", "/0 GetRole"]
    assert len(line.sent) == 2


async def test_what_was_answered_before_it_was_needed_is_told_at_once_and_once() -> None:
    line, told = Echo(), list[Any]()
    foresight = Prefetch(Batch(line))
    foresight.foresee(_ROOT, (_STATE,))
    line.answer(1)
    assert foresight.tell(_ROOT, _told(told))
    assert told == ["/0 GetState"]
    assert not foresight.tell(_ROOT, _told(told))


async def test_what_was_not_foreseen_is_left_to_be_asked() -> None:
    line = Echo()
    foresight = Prefetch(Batch(line))
    foresight.foresee(_ROOT, (_STATE,))
    assert not foresight.tell(Ref(":1.1", "/other"), _told([]))


async def test_answers_that_lead_to_questions_never_pile_up_on_one_another() -> None:
    line = Echo()
    foresight = Prefetch(Batch(line))
    deep = [Ref(":1.1", f"/{number}") for number in range(60)]
    reached: list[int] = []
    for ref in deep:
        foresight.foresee(ref, (_STATE,))
    for number in range(len(line.sent), 0, -1):
        line.answer(number)

    def down(number: int, asks: Sequence[Ask], bodies: Bodies) -> None:
        reached.append(number)
        if number + 1 < len(deep):
            foresight.tell(deep[number + 1], partial(down, number + 1))
            # The next one is told when this one is done.
            assert reached[-1] == number

    foresight.tell(deep[0], partial(down, 0))
    assert reached == list(range(len(deep)))
