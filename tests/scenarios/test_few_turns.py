"""What is decided without a model, and that it is told as such."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.llm.openai_server import OpenAIServer, says
from tests.requirement import requirement
from tests.scenarios.controls import control_id, on, target_id
from tests.scenarios.readers import reads, shows_nothing
from tests.scenarios.stage import act, app, assign, host, stage
from tests.scenarios.test_over_http import fill_in, model, texts
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider, agreed
from ufo.schema.inputs import AppInputs, ReadingInputs
from ufo.schema.message import TextPart
from ufo.schema.outcome import RunOutcome
from ufo.schema.reading import Ordered, Reading
from ufo.schema.usage import Usage
from ufo.trace.events import ModelAnswered
from ufo.trace.reader import read_run

NOTED = {"on": "element", "name": "Text", "role": "Document", "value": "hello"}
EMAIL = {"on": "element", "name": "Email", "value": "a@b.example"}
MAIL_IN_THE_FORM = "In the Registration form, write a@b.example as the mail address"


def fills(status: str = "FINISH", **more: Any) -> Any:
    return on("Email", "set_edit_text", status, text="a@b.example", more={"expect": [EMAIL], **more})


@requirement("turns:named-application")
async def test_a_form_takes_one_model_turn_over_http(tmp_path: Path) -> None:
    with OpenAIServer([fill_in, reads]) as server:
        async with stage(tmp_path, model(server)) as scene:
            summary = await scene.run(MAIL_IN_THE_FORM)
    assert summary.outcome is RunOutcome.VERIFIED
    assert (summary.usage.model_calls, summary.usage.local_decisions, len(server.requests)) == (2, 2, 2)
    assert MAIL_IN_THE_FORM in texts(server.requests[0])


async def test_an_application_that_is_named_but_not_open_is_opened_by_the_model_and_handed_over_without_it(
    tmp_path: Path,
) -> None:
    opening = host("CONTINUE", "launch_application", {"name": "form"}, current_subtask=MAIL_IN_THE_FORM, expect=[EMAIL])
    async with stage(tmp_path, [opening, fills()], running=()) as scene:
        summary = await scene.run(MAIL_IN_THE_FORM)
    assert summary.outcome is RunOutcome.VERIFIED
    assert (summary.usage.model_calls, summary.usage.local_decisions) == (2, 2)
    assert scene.actions()[:2] == ["launch_application", "select_application_window"]


@pytest.mark.parametrize(
    "request_text",
    [
        'In the Registration form, type "Until" from the action items as Name and Ada as Email',
        "open http://localhost:8000/words.html into a new spreadsheet, sorted by length",
        "in the registration form set Email to ada@b.example, and save as sorted.xlsx in this folder",
    ],
)
async def test_the_grammar_neither_rewrites_nor_opens_nor_states_anything_for_a_model(
    tmp_path: Path, request_text: str
) -> None:
    script = ScriptedProvider([lambda turn: host("FAIL") if turn.agent == "host" else app("FAIL", result="no")] * 2)
    async with stage(tmp_path, script) as scene:
        await scene.run(request_text)
        local = [step.actions[0] for step in scene.heard.steps if step.usage.local_decisions]
    assert [action_command.function for action_command in local] in ([], ["select_application_window"])
    first = script.turns[0]
    if isinstance(first.inputs, AppInputs):
        assert first.inputs.subtask == request_text
        assert first.inputs.end_conditions == ()


async def test_after_a_failed_sub_task_a_launched_application_is_still_handed_over(tmp_path: Path) -> None:
    def opens(turn: Turn) -> dict[str, Any]:
        return host("CONTINUE", "launch_application", {"name": "Notes"}, current_subtask="write it", expect=[NOTED])

    answers = [
        lambda turn: assign(target_id(turn, "Registration"), "write it"),
        app("FAIL", result="this is a form"),
        opens,
        on("Text", "set_edit_text", "FINISH", text="hello", more={"expect": [NOTED]}),
    ]
    async with stage(tmp_path, answers) as scene:
        summary = await scene.run('keep a note that says "hello"')
    assert summary.outcome is RunOutcome.VERIFIED
    assert (summary.usage.model_calls, summary.usage.local_decisions) == (4, 2)


async def test_a_proved_last_sub_task_ends_the_request_whose_end_was_stated_at_first(tmp_path: Path) -> None:
    answers = [lambda turn: assign(target_id(turn, "Registration"), "write the address", done_when=[EMAIL]), fills()]
    async with stage(tmp_path, answers) as scene:
        summary = await scene.run("Can you sign me up as a@b.example?")
    assert (summary.outcome, summary.usage.model_calls) == (RunOutcome.VERIFIED, 2), summary.reason


async def test_the_answer_that_was_said_beside_sub_tasks_is_told_once_they_are_done(tmp_path: Path) -> None:
    part = {"id": "a", "text": "write the address", "application": "Registration", "expect": [EMAIL]}
    answers = [host("CONTINUE", subtasks=[part], result="It is the 42nd."), fills(result="written")]
    async with stage(tmp_path, answers) as scene:
        summary = await scene.run("Sign me up as a@b.example, and say which number that is")
    assert (summary.answer, summary.usage.model_calls) == ("It is the 42nd.", 2), summary.reason


async def test_a_sub_task_that_its_own_agent_proved_ends_a_request_of_which_nobody_stated_the_end(
    tmp_path: Path,
) -> None:
    answers = [lambda turn: assign(target_id(turn, "Registration"), "write the address"), fills()]
    async with stage(tmp_path, answers) as scene:
        summary = await scene.run("sign me up as a@b.example")
    assert (summary.outcome, summary.usage.model_calls) == (RunOutcome.VERIFIED, 2), summary.reason


async def test_where_that_does_not_prove_the_request_the_model_is_asked_and_told_what_is_lacking(
    tmp_path: Path,
) -> None:
    heard: list[str] = []

    def ends(turn: Turn) -> dict[str, Any]:
        heard.append(turn.inputs.feedback)
        return host("FINISH", result="it seems to be done")

    answers = [lambda turn: assign(target_id(turn, "Registration"), "write the address"), fills(), ends, ends]
    script = ScriptedProvider(answers, reader=shows_nothing)
    async with stage(tmp_path, script) as scene:
        summary = await scene.run("Sign me up")
    assert (summary.outcome, summary.answer) == (RunOutcome.COMPLETED_UNVERIFIED, "it seems to be done")
    assert ["nothing shows 'Sign me up'" in feedback for feedback in heard] == [True]


@requirement("turns:local-recorded")
async def test_local_decisions_stand_in_the_log_as_such(tmp_path: Path) -> None:
    async with stage(tmp_path, [fills()]) as scene:
        await scene.run(MAIL_IN_THE_FORM)
        folder = scene.folder
    answers = [event for event in read_run(folder).events if isinstance(event, ModelAnswered)]
    assert [(answer.model, answer.usage.model_calls) for answer in answers] == [
        ("local", 0),
        ("scripted", 1),
        ("subtasks", 0),
        ("scripted", 0),
    ]
    assert answers[0].usage == Usage(local_decisions=1)


@pytest.mark.parametrize(
    "request_text",
    [
        "write my mail address down",
        "Copy the mail address from the Registration form to Notes",
        'write "in the Registration form" somewhere',
    ],
)
async def test_a_request_that_names_no_application_or_several_is_planned_by_the_model(
    tmp_path: Path, request_text: str
) -> None:
    plan = ScriptedProvider([host("PENDING", questions=["Where?"])])
    async with stage(tmp_path, plan, running=("form", "notes")) as scene:
        await scene.run(request_text)
    # Where nobody answers, it is asked once more what can be done without.
    assert [turn.agent for turn in plan.turns] == ["host", "host"]


async def test_a_sub_task_that_failed_is_planned_anew_by_the_model(tmp_path: Path) -> None:
    script = ScriptedProvider([app("FAIL", result="there is no such field"), host("FAIL", comment="it cannot be done")])
    async with stage(tmp_path, script) as scene:
        summary = await scene.run(MAIL_IN_THE_FORM)
    assert summary.outcome is RunOutcome.FAILED
    assert [turn.agent for turn in script.turns] == ["app", "host"]


async def test_what_is_not_proved_is_closed_by_the_model(tmp_path: Path) -> None:
    script = ScriptedProvider([app("FINISH"), *[host("FINISH", result="it seems to be done")] * 2])
    async with stage(tmp_path, script) as scene:
        summary = await scene.run(MAIL_IN_THE_FORM)
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED
    assert summary.answer == "it seems to be done"


async def test_a_question_without_an_answer_is_closed_by_the_model(tmp_path: Path) -> None:
    def wants_an_answer(turn: Turn) -> Reading | Ordered:
        assert isinstance(turn.reading, ReadingInputs)
        return agreed(turn) if turn.reading.answer else shows_nothing(turn)

    window = {"on": "window", "title": "Registration"}
    script = ScriptedProvider(
        [app("FINISH", expect=[window]), host("FINISH", result="Austria")], reader=wants_an_answer
    )
    async with stage(tmp_path, script) as scene:
        summary = await scene.run("Which country is set in the Registration form?")
    assert summary.answer == "Austria"


async def test_what_an_agent_read_after_its_own_work_is_no_answer_until_the_model_says_so(tmp_path: Path) -> None:
    def checks(turn: Turn) -> dict[str, Any]:
        email = control_id(turn, "Email")
        writes = act("set_edit_text", id=email, text="a@b.example")
        return app("FINISH", writes, act("find_tools", words="sort"), act("texts", id=email), expect=[EMAIL])

    script = ScriptedProvider([checks, host("FINISH")])
    async with stage(tmp_path, script) as scene:
        summary = await scene.run(MAIL_IN_THE_FORM)
    assert (summary.outcome, summary.answer) == (RunOutcome.VERIFIED, "")
    assert [turn.inputs.previous_subtasks[0].result for turn in script.turns if turn.agent == "host"] == ["a@b.example"]


async def test_what_an_agent_only_read_is_the_answer(tmp_path: Path) -> None:
    script = ScriptedProvider([on("Country", "texts", "FINISH")])
    async with stage(tmp_path, script) as scene:
        summary = await scene.run("Which country is set in the Registration form?")
    assert (summary.answer, [turn.agent for turn in script.turns]) == ("Austria", ["app"])


async def test_a_sub_task_named_with_the_opening_is_handed_over_and_the_proved_request_closed(tmp_path: Path) -> None:
    saved = tmp_path / "work" / "note.txt"

    def save(turn: Turn) -> dict[str, Any]:
        saved.write_text("hello", "utf-8")
        return app("CONTINUE", act("summary", text="saved"))

    answers = [
        host(
            "CONTINUE",
            "launch_application",
            {"name": "Notes", "arguments": []},
            current_subtask="save a note that says hello",
            expect=[{"on": "file", "path": "note.txt", "contains": "hello"}],
        ),
        save,
    ]
    async with stage(tmp_path, answers, running=()) as scene:
        summary = await scene.run('keep a note for me that says "hello"')
        steps = [(step.agent.split("/")[0], step.usage.local_decisions) for step in scene.heard.steps]
    assert summary.outcome is RunOutcome.VERIFIED
    assert summary.usage.model_calls == 2
    assert steps == [("HostAgent", 0), ("HostAgent", 1), ("AppAgent", 0), ("AppAgent", 1), ("HostAgent", 1)]


async def test_conditions_that_held_from_the_start_end_no_sub_task(tmp_path: Path) -> None:
    window = {"on": "window", "title": "Registration"}
    answers = [
        lambda turn: assign(target_id(turn, "Registration"), "write the mail address", expect=[window]),
        fills("CONTINUE"),
        app("FINISH", result="now it is done"),
    ]
    async with stage(tmp_path, answers) as scene:
        summary = await scene.run("sign me up")
    assert summary.usage.model_calls == 3
    assert summary.answer == "now it is done"


async def test_a_sub_task_whose_conditions_do_not_hold_is_not_finished(tmp_path: Path) -> None:
    never = {"on": "file", "path": "never.txt"}
    answers = [
        lambda turn: assign(target_id(turn, "Registration"), "save it as never.txt", expect=[never]),
        app("FINISH"),
        lambda turn: app("FAIL", result=turn.inputs.feedback),
        host("FAIL", comment="not saved"),
    ]
    async with stage(tmp_path, answers) as scene:
        summary = await scene.run("sign me up")
    assert summary.outcome is RunOutcome.FAILED
    assert "never.txt is not there" in scene.session.context.previous_subtasks[0].reason


async def test_what_a_tool_reads_in_the_last_turn_is_the_answer(tmp_path: Path) -> None:
    def looks(turn: Turn) -> dict[str, Any]:
        field = control_id(turn, "Country")
        return app("FINISH", act("texts", id=field, name="Country"), act("wait", seconds=0))

    async with stage(tmp_path, [looks]) as scene:
        summary = await scene.run("Which country is set in the Registration form?")
    assert (summary.answer, summary.usage.model_calls) == ("Austria", 1)


async def test_all_but_the_end_that_is_read_goes_to_the_model_where_local_decisions_are_off(tmp_path: Path) -> None:
    answers = [lambda turn: assign(target_id(turn, "Registration"), "fill in"), fills()]
    async with stage(tmp_path, answers, model={"decide_locally": False}) as scene:
        summary = await scene.run(MAIL_IN_THE_FORM)
    assert (summary.usage.model_calls, summary.usage.local_decisions) == (2, 1)


@requirement("turns:no-closing")
async def test_what_the_local_server_plans_over_http_needs_no_closing_turn(tmp_path: Path) -> None:
    plan = says(
        host("ASSIGN", "select_application_window", {"id": "0"}, current_subtask="write the address", expect=[EMAIL])
    )
    with OpenAIServer([plan, fill_in, reads]) as server:
        async with stage(tmp_path, model(server)) as scene:
            summary = await scene.run("sign me up as a@b.example")
    assert (summary.outcome, summary.usage.model_calls) == (RunOutcome.VERIFIED, 3), summary.reason


async def test_a_tool_that_is_searched_for_is_listed_with_its_parameters_from_the_next_turn_on(tmp_path: Path) -> None:
    searching = host("CONTINUE", "find_tools", {"words": "make a file executable"})
    script = tmp_path / "work" / "run.sh"
    script.parent.mkdir()
    script.write_text("true")
    doing = host("CONTINUE", "set_permissions", {"path": str(script), "mode": "755"})
    heard: list[Turn] = []

    def answers(turn: Turn) -> Any:
        heard.append(turn)
        return [searching, doing, host("FINISH", result="done")][min(len(heard), 3) - 1]

    async with stage(tmp_path, ScriptedProvider([answers] * 6), running=()) as scene:
        await scene.run("let the script be started")
    told = ["set_permissions(path" in texts_of(turn) for turn in heard]
    assert told[:2] == [False, True]
    assert "permissions" in texts_of(heard[0]).partition("Some are for: ")[2]
    assert scene.actions()[:2] == ["find_tools", "set_permissions"]
    assert script.stat().st_mode & 0o777 == 0o755


def texts_of(turn: Turn) -> str:
    return "\n".join(part.text for message in turn.messages for part in message.parts if isinstance(part, TextPart))
