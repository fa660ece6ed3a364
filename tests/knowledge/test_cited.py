from __future__ import annotations

from ufo.knowledge.configured import Cited
from ufo.schema.knowledge import Knowledge, Passage, Query

ASKED = Query("freeze the first row", "calc", 0.0)


class Answering:
    def __init__(self, answer: Knowledge) -> None:
        self.answer = answer

    async def retrieve(self, query: Query) -> Knowledge:
        return self.answer


async def test_the_places_take_turns_until_the_tokens_are_used_up() -> None:
    long, short = Passage("x" * 300, "guide"), Passage("y" * 90, "lesson")
    told = Answering(Knowledge(experience_examples=(short, short), offline_docs=(long, long)))
    kept = await Cited(told, 100, lambda *_: None).retrieve(ASKED)
    assert kept == Knowledge(experience_examples=(short,), offline_docs=(long,))


async def test_a_passage_is_reported_once_with_its_place_and_its_application() -> None:
    heard: list[object] = []
    passage, later = Passage("View > Freeze", "guide § Freeze", "7"), Passage("Ctrl+B", "guide § Bold", "8")
    told = Answering(Knowledge(offline_docs=(passage,)))
    cited = Cited(told, 100, lambda *pair: heard.append(pair))
    await cited.retrieve(ASKED)
    told.answer = Knowledge(offline_docs=(passage, later))
    await cited.retrieve(ASKED)
    assert heard == [("calc", (("offline_docs", passage),)), ("calc", (("offline_docs", later),))]


async def test_what_is_left_out_for_its_length_is_not_reported() -> None:
    heard: list[object] = []
    told = Answering(Knowledge(online_docs=(Passage("x" * 401, "page"),)))
    assert await Cited(told, 100, lambda *pair: heard.append(pair)).retrieve(ASKED) == Knowledge()
    assert not heard
