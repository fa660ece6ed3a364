from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ufo.desktop.linux.bus import Answer, Batch, Line, Question, Ref
from ufo.desktop.linux.foresight import Foresight

_ROOT = Ref(":1.1", "/0")


class Echo(Line):
    """Answers each question with its path and member, when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[Question] = []

    @property
    def alive(self) -> bool:
        return True

    def _transmit(self, asked: Question) -> int:
        self.sent.append(asked)
        return len(self.sent)

    def answer(self, number: int) -> None:
        asked = self.sent[number - 1]
        self._arrived(number, [f"{asked.ref.path} {asked.member}"])

    async def close(self) -> None:
        return


def _told(into: list[Any]) -> Callable[[list[Any] | None], None]:
    return lambda body: into.append(body[0] if body else None)


async def test_a_foreseen_question_is_asked_once_whenever_it_comes() -> None:
    line, told = Echo(), list[Any]()
    foresight = Foresight(Batch(line))
    foresight.foresee(_ROOT, "a.b", "GetState")
    foresight.foresee(_ROOT, "a.b", "GetRole")
    line.answer(1)
    foresight.ask(_ROOT, "a.b", "GetState", _told(told))
    foresight.ask(_ROOT, "a.b", "GetRole", _told(told))
    assert told == ["/0 GetState"]
    line.answer(2)
    assert told == ["/0 GetState", "/0 GetRole"]
    assert len(line.sent) == 2


async def test_what_was_not_foreseen_is_asked_as_it_comes() -> None:
    line, told = Echo(), list[Any]()
    foresight = Foresight(Batch(line))
    foresight.foresee(_ROOT, "a.b", "GetState")
    foresight.ask(_ROOT, "a.b", "Get", _told(told), ("ss", ("a.b", "Name")))
    assert [asked.member for asked in line.sent] == ["GetState", "Get"]
    line.answer(2)
    assert told == ["/0 Get"]


async def test_answers_that_lead_to_questions_never_pile_up_on_one_another() -> None:
    line = Echo()
    batch = Batch(line)
    foresight = Foresight(batch)
    deep = [Ref(":1.1", f"/{number}") for number in range(60)]
    reached: list[int] = []
    for ref in deep * 1:
        foresight.foresee(ref, "a.b", "GetState")
    for number in range(len(line.sent), 0, -1):
        line.answer(number)

    def down(number: int, body: Answer) -> None:
        reached.append(number)
        if number + 1 < len(deep):
            foresight.ask(deep[number + 1], "a.b", "GetState", partial(down, number + 1))
            # The next one is told when this one is done.
            assert reached[-1] == number

    foresight.ask(deep[0], "a.b", "GetState", partial(down, 0))
    assert reached == list(range(len(deep)))
