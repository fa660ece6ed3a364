"""The end of a run is a reading of its request, in place of the last look of its HostAgent; what is open goes back once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.scenarios.controls import control_id, target_id
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.errors import ModelUnavailable
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.fact import FactKind
from ufo.schema.geometry import Rect
from ufo.schema.inputs import HostInputs, ReadingInputs
from ufo.schema.message import ImagePart
from ufo.schema.outcome import RunOutcome
from ufo.schema.reading import PartVerdict, ReadChange, Reading, ReadPart
from ufo.schema.usage import Usage
from ufo.trace.events import ModelAnswered, RequestRead

_REQUEST = "Enter Ada as Name in the Registration form"
_BY_SCRIPT = {"decide_locally": False}


def to_form(turn: Turn) -> dict[str, Any]:
    return assign(target_id(turn, "Registration"), "fill it in")


def writes(text: str, result: str = "") -> Callable[[Turn], dict[str, Any]]:
    def answer(turn: Turn) -> dict[str, Any]:
        field = {"id": control_id(turn, "Name"), "name": "Name", "clear_current_text": True}
        return app("FINISH", act("set_edit_text", text=text, **field), result=result)

    return answer


def says(verdict: PartVerdict, why: str = "") -> Callable[[Turn], Reading]:
    def read(turn: Turn) -> Reading:
        asked = turn.reading
        assert isinstance(asked, ReadingInputs)
        shown = [fact.id for fact in asked.facts if "Ada" in fact.texts]
        changes = [ReadChange(fact=fact.id, asked_by=asked.request) for fact in asked.facts if fact.must_be_asked_for]
        return Reading(parts=[ReadPart(quote=asked.request, verdict=verdict, shown_by=shown, why=why)], changes=changes)

    return read


async def test_where_all_sub_tasks_are_done_the_reading_takes_the_place_of_the_hosts_last_look(tmp_path: Path) -> None:
    provider = ScriptedProvider([to_form, writes("Ada", "filled in")], reader=says(PartVerdict.SHOWN))
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        summary = await scene.run(_REQUEST)
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert summary.answer == "filled in"
    assert [turn.agent for turn in provider.turns] == ["host", "app"]
    assert len(provider.readings) == 1


async def test_the_reader_gets_the_words_the_facts_and_the_answer_and_nothing_of_the_plan(tmp_path: Path) -> None:
    provider = ScriptedProvider([to_form, writes("Ada", "filled in")], reader=says(PartVerdict.SHOWN))
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        await scene.run(_REQUEST)
    (turn,) = provider.readings
    asked = turn.reading
    assert isinstance(asked, ReadingInputs)
    assert (asked.request, asked.answer) == (_REQUEST, "filled in")
    prompt = "".join(message.text for message in turn.messages)
    assert _REQUEST in prompt
    assert "Ada" in prompt
    assert "fill it in" not in prompt
    assert "what is next" not in prompt


async def test_what_is_open_goes_back_once_and_a_second_reading_decides(tmp_path: Path) -> None:
    told: list[str] = []

    def hears(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, HostInputs)
        told.append(turn.inputs.feedback)
        return to_form(turn)

    reader = says(PartVerdict.NOT_SHOWN, "Bob stands there")
    answers: list[Any] = [to_form, writes("Bob"), hears, writes("Ada"), host("FINISH", result="done")]
    provider = ScriptedProvider(
        answers, reader=lambda turn: reader(turn) if len(provider.readings) < 2 else says(PartVerdict.SHOWN)(turn)
    )
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        summary = await scene.run(_REQUEST)
        read = [event for event in scene.heard.events if isinstance(event, RequestRead)]
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert f"nothing shows '{_REQUEST}': Bob stands there" in told[0]
    assert [event.sent_back for event in read] == [True, False]
    assert summary.account == read[-1].account


async def test_what_goes_back_is_bounded_however_much_is_open(tmp_path: Path) -> None:
    told: list[str] = []

    def hears(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, HostInputs)
        told.append(turn.inputs.feedback)
        return host("FINISH")

    def reads(turn: Turn) -> Reading:
        parts = [ReadPart(quote=word, verdict=PartVerdict.NOT_SHOWN, why="why " * 200) for word in _REQUEST.split()]
        return Reading(parts=parts)

    provider = ScriptedProvider([to_form, writes("Bob"), hears, host("FINISH")], reader=reads)
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        await scene.run(_REQUEST)
    (feedback,) = told
    assert feedback.startswith("not proved yet:\n- nothing shows 'Enter'")
    assert "more\nDo what is missing" in feedback
    assert len(feedback) <= 1500


async def test_what_the_last_turn_itself_reads_is_a_fact(tmp_path: Path) -> None:
    provider = ScriptedProvider([host("FINISH", "read_file", {"path": "list.txt"}, result="It says milk.")])
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "list.txt").write_text("milk", encoding="utf-8")
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        await scene.run("What does list.txt say?")
    asked = provider.readings[0].reading
    assert isinstance(asked, ReadingInputs)
    assert "milk" in [text for fact in asked.facts if fact.kind is FactKind.READ for text in fact.texts]


async def test_a_second_end_that_is_still_open_stands_as_unverified(tmp_path: Path) -> None:
    answers: list[Any] = [to_form, writes("Bob"), host("FINISH"), host("FINISH")]
    provider = ScriptedProvider(answers, reader=says(PartVerdict.NOT_SHOWN, "Bob stands there"))
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        summary = await scene.run(_REQUEST)
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED
    assert "Bob stands there" in summary.reason
    assert len(provider.readings) == 2


@pytest.mark.parametrize(
    "said", ["It looks fine to me.", "{", ModelUnavailable("no network")], ids=["prose", "broken", "away"]
)
async def test_without_a_usable_reading_a_run_is_done_and_unverified(tmp_path: Path, said: str | Exception) -> None:
    provider = ScriptedProvider([to_form, writes("Ada")], reader=lambda turn: said)
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        summary = await scene.run(_REQUEST)
        answered = [event for event in scene.heard.events if isinstance(event, ModelAnswered)]
        (read,) = [event for event in scene.heard.events if isinstance(event, RequestRead)]
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED
    assert "nobody read" in summary.reason
    assert read.reading is None
    assert read.error
    assert any(event.agent == "ReaderAgent" and event.error for event in answered) or isinstance(said, Exception)
    assert len(provider.readings) == (1 if isinstance(said, Exception) else 3)


async def test_the_reader_gets_the_answer_that_the_person_gets(tmp_path: Path) -> None:
    first = host("FINISH", result="It closes at 14:00.")
    provider = ScriptedProvider([first, host("FINISH")], reader=says(PartVerdict.NOT_SHOWN))
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        summary = await scene.run("When does it close?")
    assert summary.answer == "It closes at 14:00."
    told = [turn.reading.answer for turn in provider.readings if isinstance(turn.reading, ReadingInputs)]
    assert told == [summary.answer] * 2


async def test_a_reader_who_left_something_out_is_asked_once_more(tmp_path: Path) -> None:
    def forgets(turn: Turn) -> Reading:
        read = says(PartVerdict.SHOWN)(turn)
        return read if turn.repairs else read.model_copy(update={"parts": read.parts[:0]})

    provider = ScriptedProvider([to_form, writes("Ada", "filled in")], reader=forgets)
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        summary = await scene.run(_REQUEST)
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert [turn.agent for turn in provider.turns] == ["host", "app"]
    first, second = provider.readings
    assert not first.repairs
    assert "nobody read whether" in second.repairs[0][1]


async def test_what_code_does_not_find_goes_back_to_the_reader_once_and_only_to_it(tmp_path: Path) -> None:
    def cites_too_little(turn: Turn) -> Reading:
        read = says(PartVerdict.SHOWN)(turn)
        if turn.repairs:
            return read
        return read.model_copy(update={"parts": [read.parts[0].model_copy(update={"shown_by": []})], "changes": []})

    provider = ScriptedProvider([to_form, writes("Ada", "filled in")], reader=cites_too_little)
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        summary = await scene.run(_REQUEST)
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert [turn.agent for turn in provider.turns] == ["host", "app"]
    first, second = provider.readings
    assert f"nothing is named that shows '{_REQUEST}'" in second.repairs[0][1]
    assert "say so rather than stretch words" in second.repairs[0][1]


async def test_where_the_reader_itself_finds_something_open_it_is_not_asked_again(tmp_path: Path) -> None:
    answers: list[Any] = [to_form, writes("Bob", "14:00"), host("FINISH"), host("FINISH")]
    provider = ScriptedProvider(answers, reader=says(PartVerdict.NOT_SHOWN, "Bob stands there"))
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        await scene.run(_REQUEST)
    assert [bool(turn.repairs) for turn in provider.readings] == [False, False]


async def test_a_reader_is_shown_the_places_that_it_asks_for(tmp_path: Path) -> None:
    request = "Is milk on list.txt?"

    def looks(turn: Turn) -> Reading:
        asked = turn.reading
        assert isinstance(asked, ReadingInputs)
        milk = [fact.id for fact in asked.facts if "milk" in fact.texts]
        part = {"quote": request, "verdict": PartVerdict.SHOWN if milk else PartVerdict.NOT_SHOWN, "shown_by": milk}
        return Reading(parts=[ReadPart(**part)], look=[] if turn.repairs else ["list.txt", "../../etc/passwd"])

    provider = ScriptedProvider([host("FINISH", result="Yes, milk is on it.")], reader=looks)
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "list.txt").write_text("bread\nmilk\n", encoding="utf-8")
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        summary = await scene.run(request)
        (read,) = [event for event in scene.heard.events if isinstance(event, RequestRead)]
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert "milk" in provider.readings[1].repairs[0][1] and "root:" not in provider.readings[1].repairs[0][1]
    assert read.places == ("list.txt", "../../etc/passwd")
    assert any("milk" in fact.texts for fact in read.facts)


@pytest.mark.parametrize("sees", [True, False])
async def test_a_reader_that_sees_pictures_is_shown_those_that_it_asks_for(tmp_path: Path, sees: bool) -> None:
    request = "Is the cat in the middle of cat.png?"

    def looks(turn: Turn) -> Reading:
        part = ReadPart(quote=request, verdict=PartVerdict.SHOWN, shown_by=["1"])
        return Reading(parts=[part], look=[] if turn.repairs else ["cat.png", "before: cat.png"])

    answers: list[Any] = [host("FINISH", result="Yes.")]
    provider = ScriptedProvider(answers, reader=looks, sees_pictures=sees)
    (tmp_path / "work").mkdir()
    Image.new("RGBA", (1600, 800), (0, 0, 0, 0)).save(tmp_path / "work" / "cat.png")
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        await scene.run(request)
    parts = [part for message in provider.readings[1].messages for part in message.parts]
    small = Rect(0, 0, 768, 384)
    told = [(part.caption, part.picture.rect) for part in parts if isinstance(part, ImagePart)]
    assert told == ([("cat.png", small), ("before: cat.png", small)] if sees else [])


async def test_what_a_reader_looked_at_is_shown_at_once_where_the_request_is_read_again(tmp_path: Path) -> None:
    request = "Is milk on list.txt?"

    def looks(turn: Turn) -> Reading:
        part = ReadPart(quote=request, verdict=PartVerdict.NOT_SHOWN, why="not yet")
        return Reading(parts=[part], look=[] if turn.repairs else ["list.txt"])

    provider = ScriptedProvider([host("FINISH", result="Yes."), host("FINISH", result="Yes.")], reader=looks)
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "list.txt").write_text("bread\nmilk\n", encoding="utf-8")
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        await scene.run(request)
    first, looked, again = provider.readings
    assert [bool(turn.repairs) for turn in provider.readings] == [False, True, False]
    assert (
        "milk" in looked.repairs[0][1] and '"milk"' in again.messages[1].text and '"milk"' not in first.messages[1].text
    )


async def test_all_that_was_looked_at_is_shown_again_however_many_looks_it_took(tmp_path: Path) -> None:
    request = "Which of the lists have milk?"
    names = [f"list{number}.txt" for number in range(8)]
    looks = iter((names[:6], names[6:]))

    def reads(turn: Turn) -> Reading:
        part = ReadPart(quote=request, verdict=PartVerdict.NOT_SHOWN, why="not yet")
        return Reading(parts=[part], look=next(looks, []))

    provider = ScriptedProvider([host("FINISH", result="All."), host("FINISH", result="All.")], reader=reads)
    (tmp_path / "work").mkdir()
    for name in names:
        (tmp_path / "work" / name).write_text(f"milk of {name}\n", encoding="utf-8")
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        await scene.run(request)
    again = provider.readings[-1]
    assert not again.repairs and all(f"milk of {name}" in again.messages[1].text for name in names)


@pytest.mark.parametrize("says_first", [False, True], ids=["only looks", "finds it open"])
async def test_a_reader_that_looks_first_hears_of_doubts_afterwards_and_sees_each_line_once(
    tmp_path: Path, says_first: bool
) -> None:
    request = 'Is "milk" on list.txt?'
    heard: list[str] = []

    def looks(turn: Turn) -> Reading:
        asked = turn.reading
        assert isinstance(asked, ReadingInputs)
        if not turn.repairs:
            parts = [ReadPart(quote=request, verdict=PartVerdict.NOT_SHOWN)] if says_first else []
            return Reading(parts=parts, look=["list.txt", "list.txt "])
        heard.append(turn.repairs[0][1])
        lines = [fact.id for fact in asked.facts if ("milk" in fact.texts) == (len(heard) > 1)]
        return Reading(parts=[ReadPart(quote=request, verdict=PartVerdict.SHOWN, shown_by=lines)])

    provider = ScriptedProvider([host("FINISH", result="Yes, milk is on it.")], reader=looks)
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "list.txt").write_text("bread\nmilk\n", encoding="utf-8")
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        summary = await scene.run(request)
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    first, second = heard
    assert "doubts" not in first and "doubts" in second and "'milk'" in second
    lines = [line for line in first.splitlines() if "list.txt" in line]
    assert len(lines) == len(set(lines))


async def test_a_reader_that_invents_a_quote_or_a_fact_shows_nothing(tmp_path: Path) -> None:
    def invents(turn: Turn) -> Reading:
        shown = {"verdict": PartVerdict.SHOWN, "shown_by": ["999"]}
        return Reading(parts=[ReadPart(quote=_REQUEST, **shown), ReadPart(quote="and all is well", **shown)])

    provider = ScriptedProvider([to_form, writes("Ada"), host("FINISH")], reader=invents)
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        summary = await scene.run(_REQUEST)
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED
    assert "999" in summary.reason


async def test_what_a_reading_uses_counts_in_the_run(tmp_path: Path) -> None:
    usage = Usage(model_calls=1, input_tokens=700)

    def read(turn: Turn) -> Any:
        return ScriptedProvider([])._completion(says(PartVerdict.SHOWN)(turn), usage)

    provider = ScriptedProvider([to_form, writes("Ada")], reader=read)
    async with stage(tmp_path, provider, model=_BY_SCRIPT) as scene:
        summary = await scene.run(_REQUEST)
    assert summary.usage.model_calls == 3
    assert summary.usage.input_tokens == 700
