"""A model that does the same again and again is told so, and stopped before it burns what the run may use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.requirement import requirement
from tests.scenarios.controls import on, target_id
from tests.scenarios.readers import shows_nothing
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.outcome import RunOutcome
from ufo.schema.usage import Usage
from ufo.trace.events import Noticed

Answer = Callable[[Turn], dict[str, Any]]


def to_form(turn: Turn) -> dict[str, Any]:
    return assign(target_id(turn, "Registration"), "submit it")


def ticks() -> Answer:
    return on("Send me the newsletter", "click_input", "CONTINUE")


@requirement("loop:told-then-help")
async def test_the_same_at_the_same_sight_is_told_and_then_ends_in_needs_help(tmp_path: Path) -> None:
    notices: list[tuple[str, ...]] = []

    def again(turn: Turn) -> dict[str, Any]:
        notices.append(turn.inputs.notices)
        return app("CONTINUE", act("summary", text="nothing happens"))

    script = ScriptedProvider([to_form, again, again, again, host("FAIL", comment="it does not go on")])
    async with stage(tmp_path, script) as scene:
        summary = await scene.run()
        told = [event.text for event in scene.heard.events if isinstance(event, Noticed)]
    assert summary.outcome is RunOutcome.NEEDS_HELP
    assert notices[:2] == [(), ()] and "2 times" in notices[2][0] and "summary" in notices[2][0]
    # What is not listed may have changed, and the same may be meant twice: no more is said than is known.
    assert "while the same was listed" in notices[2][0] and "Where each time is meant, go on" in notices[2][0]
    assert any("2 times" in text for text in told) and any(
        "stopped before this was done 3 times" in text for text in told
    )
    assert scene.actions().count("summary") == 2


async def test_a_cycle_of_two_is_noticed_as_well(tmp_path: Path) -> None:
    def ticks_or_fails(turn: Turn) -> Any:
        return host("FAIL", comment="it does not go on") if turn.agent == "host" else ticks()(turn)

    answers: list[Callable[[Turn], Any]] = [ticks_or_fails] * 9
    script = ScriptedProvider([to_form, *answers])
    async with stage(tmp_path, script) as scene:
        summary = await scene.run()
    # Ticked and not ticked take turns; the third time that it is ticked from the same sight never happens.
    assert scene.actions().count("click_input") == 4
    assert summary.outcome is RunOutcome.NEEDS_HELP


async def test_what_gets_on_is_never_called_a_circle(tmp_path: Path) -> None:
    writes = [on("Name", "set_edit_text", "CONTINUE", text="x") for _ in range(7)]
    script = ScriptedProvider([to_form, *writes, app("FINISH", result="seven")])
    async with stage(tmp_path, script) as scene:
        summary = await scene.run()
    assert summary.answer == "seven"
    assert scene.actions().count("set_edit_text") == 7


async def test_the_person_can_help_out_of_a_circle(tmp_path: Path) -> None:
    stuck = app("CONTINUE", act("summary", text="nothing happens"))
    person = ScriptedUser(answers=["finish it"])
    script = ScriptedProvider([to_form, stuck, stuck, stuck, app("FINISH"), host("FINISH", result="done")])
    async with stage(tmp_path, script, user=person) as scene:
        summary = await scene.run()
    assert summary.answer == "done"
    assert "in circles" in person.asked[0]


async def test_the_limit_is_a_setting(tmp_path: Path) -> None:
    stuck = app("CONTINUE", act("summary", text="nothing happens"))
    script = ScriptedProvider([to_form, *[stuck] * 5, host("FAIL", comment="it does not go on")])
    async with stage(tmp_path, script, limits={"max_repeats": 5}) as scene:
        await scene.run()
    assert scene.actions().count("summary") == 4


async def test_waiting_is_given_more_time(tmp_path: Path) -> None:
    waits = app("CONTINUE", act("wait", seconds=0))
    script = ScriptedProvider([to_form, *[waits] * 6, app("FINISH"), host("FINISH", result="it came")])
    async with stage(tmp_path, script) as scene:
        summary = await scene.run()
    assert summary.answer == "it came"


async def test_a_host_that_decides_the_same_for_ever_needs_help(tmp_path: Path) -> None:
    script = ScriptedProvider([host("CONTINUE") for _ in range(20)])
    async with stage(tmp_path, script) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.NEEDS_HELP
    assert len(script.turns) == 3


async def test_a_host_that_assigns_what_keeps_failing_needs_help(tmp_path: Path) -> None:
    gives_up = app("FAIL", result="there is no such button")
    answers = [answer for _ in range(9) for answer in (to_form, gives_up)]
    script = ScriptedProvider(answers)
    async with stage(tmp_path, script) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.NEEDS_HELP
    assert len(script.turns) <= 8


async def test_a_host_that_assigns_the_same_in_other_words_needs_help(tmp_path: Path) -> None:
    def assigns(number: int) -> Answer:
        return lambda turn: assign(target_id(turn, "Registration"), f"submit the form, way {number}")

    answers: list[Any] = []
    for number in range(9):
        answers += [assigns(number), app("CONTINUE", act("summary", text=f"try {number}"))]
        answers += [app("FAIL", result=f"there is no button that I could call {number}")]
    script = ScriptedProvider(answers)
    async with stage(tmp_path, script) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.NEEDS_HELP
    assert "in circles" in summary.reason
    assert len(script.turns) <= 13


async def test_sub_tasks_that_do_different_things_at_the_same_sight_are_no_circle(tmp_path: Path) -> None:
    answers: list[Any] = []
    for text in ("a", "b", "c", "d", "e"):
        writes = on("Name", "set_edit_text", "FINISH", text=text)
        empties = on("Name", "set_edit_text", "FINISH", text="")
        answers += [to_form, writes, to_form, empties]
    script = ScriptedProvider([*answers, host("FINISH", result="five")], reader=shows_nothing)
    async with stage(tmp_path, script, limits={"max_step": 60}) as scene:
        summary = await scene.run()
    assert summary.answer == "five"


@requirement("loop:warning")
async def test_three_quarters_of_a_limit_are_told_to_the_model(tmp_path: Path) -> None:
    heard: list[tuple[str, ...]] = []

    def listens(turn: Turn) -> dict[str, Any]:
        heard.append(turn.inputs.notices)
        return app("CONTINUE", act("summary", text=f"turn {len(heard)}"))

    script = ScriptedProvider([to_form, *[listens] * 9])
    async with stage(tmp_path, script, limits={"max_step": 8}) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.LIMIT
    assert not heard[0] and "6 of 8 steps used" in heard[-1][0]
    prompt = "".join(
        part.text for message in script.turns[-1].messages for part in message.parts if hasattr(part, "text")
    )
    assert "6 of 8 steps used" in prompt


@requirement("loop:limits")
async def test_tokens_and_answers_that_do_not_fit_have_limits(tmp_path: Path) -> None:
    script = ScriptedProvider(
        [host("CONTINUE", comment=str(n)) for n in range(9)], usage=Usage(model_calls=1, input_tokens=100)
    )
    async with stage(tmp_path, script, limits={"max_tokens": 250, "max_repeats": 9}) as scene:
        summary = await scene.run()
    assert (summary.outcome, summary.usage.input_tokens) == (RunOutcome.LIMIT, 300)
    assert "tokens" in summary.reason

    answers = [answer for n in range(5) for answer in ("prose", host("CONTINUE"))]
    async with stage(tmp_path, answers, limits={"max_format_errors": 2, "max_repeats": 9}) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.LIMIT
    assert (summary.usage.format_errors, "did not fit" in summary.reason) == (2, True)
