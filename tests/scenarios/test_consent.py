"""A person's questions and consent, in the states that ask for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agents.turns import turns
from tests.requirement import requirement
from tests.scenarios.controls import on, target_id
from tests.scenarios.readers import unread
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.llm.provider import Turn
from ufo.prompts.earlier_actions import describe_actions
from ufo.runs.sessions.users import NobodyUser, ScriptedUser
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import RunOutcome


def overwriting(path: Path) -> list[object]:
    """Looks, which needs no consent, and asks for a command that overwrites a file."""
    return [
        host("CONTINUE", "run_shell", {"bash_command": f"cp /etc/hostname {path}"}),
        host("FINISH", result="done"),
    ]


@requirement(
    "host-state:confirm", "host-state:confirm.before", "host-state:confirm.pipeline", "host-state:older-pending",
    "defect:1", "defect:4",
)  # fmt: skip
async def test_a_risky_command_waits_for_consent_and_then_runs_once_exactly_as_shown(tmp_path: Path) -> None:
    target = tmp_path / "copy.txt"
    user = ScriptedUser(consents=[True])
    async with stage(tmp_path, unread(overwriting(target)), user=user) as scene:
        summary = await scene.run()
    assert [state for _, state in scene.heard.states] == ["CONTINUE", "CONFIRM", "CONTINUE", "CONTINUE", "FINISH"]
    assert len(user.asked) == 1 and str(target) in user.asked[0]
    assert target.exists()
    assert scene.actions() == ["run_shell"]
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED


async def test_what_was_consented_to_is_a_step_of_its_own_and_nothing_is_told_twice(tmp_path: Path) -> None:
    answers = unread(overwriting(tmp_path / "copy.txt"))
    async with stage(tmp_path, answers, user=ScriptedUser(consents=[True])) as scene:
        summary = await scene.run()
    asked, consented, last = scene.heard.steps
    assert [step.step for step in scene.heard.steps] == [1, 2, 3] and summary.steps == 3
    assert (asked.status, asked.consented, asked.actions[0].result.status) == ("CONFIRM", False, "none")
    assert (consented.consented, consented.actions[0].result.status) == (True, "success")
    assert asked.response and not consented.response
    assert set(consented.phase_seconds) == {"action_execution", "memory_update"}
    assert [step.usage.model_calls for step in scene.heard.steps] == [1, 0, 1]
    assert last.status == "FINISH"


@requirement("host-state:confirm", "host-state:confirm.before")
async def test_a_refused_command_never_runs_and_the_run_says_what_was_refused(tmp_path: Path) -> None:
    target = tmp_path / "copy.txt"
    async with stage(tmp_path, overwriting(target), user=ScriptedUser(consents=[False])) as scene:
        summary = await scene.run()
    assert not target.exists()
    assert summary.outcome is RunOutcome.FAILED
    assert "declined" in summary.reason and str(target) in summary.reason


async def test_without_a_person_what_would_be_asked_is_denied_unless_consent_was_given_beforehand(
    tmp_path: Path,
) -> None:
    target = tmp_path / "copy.txt"
    async with stage(tmp_path, overwriting(target), user=NobodyUser()) as scene:
        assert (await scene.run()).outcome is RunOutcome.FAILED
    assert not target.exists()
    async with stage(tmp_path, overwriting(target), user=NobodyUser(consents=True)) as scene:
        await scene.run()
    assert target.exists()


@requirement("app-state:confirm", "defect:3", "defect:4")
async def test_an_app_agents_action_that_the_model_wants_confirmed_waits_and_runs_once(tmp_path: Path) -> None:
    for consent, pressed in ((True, ["click_input"]), (False, [])):
        answers = [
            lambda turn: assign(target_id(turn, "Registration"), "tick the newsletter"),
            on("Send me the newsletter", "click_input", status="CONFIRM"),
            app("FINISH") if consent else host("FAIL", result="the person said no"),
            host("FINISH"),
        ]
        user = ScriptedUser(consents=[consent])
        async with stage(tmp_path, answers, user=user) as scene:
            await scene.run()
        assert [name for name in scene.actions() if name == "click_input"] == pressed
        assert len(user.asked) >= 1


@requirement("host-state:confirm.bare")
async def test_a_host_that_wants_consent_to_its_plan_is_told_the_answer_or_fails(tmp_path: Path) -> None:
    def after(turn: Turn) -> dict[str, object]:
        (entry,) = turn.inputs.blackboard.questions
        return host("FINISH", result=f"{entry['question']} {entry['answer']}")

    wanting = host("CONFIRM", comment="Shall I order it?")
    async with stage(tmp_path, [wanting, after], user=ScriptedUser(consents=[True])) as scene:
        summary = await scene.run()
    assert summary.answer == "Shall I order it? yes"
    assert [state for _, state in scene.heard.states][:3] == ["CONTINUE", "CONFIRM", "CONTINUE"]
    async with stage(tmp_path, [wanting, after], user=ScriptedUser(consents=[False])) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.FAILED and "declined: Shall I order it?" in summary.reason


@requirement("app-state:confirm.bare")
async def test_an_app_agent_that_wants_consent_to_its_plan_is_told_the_answer_or_fails(tmp_path: Path) -> None:
    def after(turn: Turn) -> dict[str, object]:
        told = [f"{entry['question']} {entry['answer']}" for entry in turn.inputs.blackboard.questions]
        return app("FINISH", result=" ".join(told))

    for consent, status in ((True, "FINISH"), (False, "FAIL")):
        answers = [
            lambda turn: assign(target_id(turn, "Registration"), "look at the form"),
            app("CONFIRM", comment="Shall I go on?"),
            after if consent else host("FAIL", result="the person said no"),
            host("FINISH"),
        ]
        user = ScriptedUser(consents=[consent])
        async with stage(tmp_path, answers, user=user) as scene:
            await scene.run()
        assert user.asked[0] == "Shall I go on?"
        assert [state for agent, state in scene.heard.states if agent.startswith("AppAgent")][-1] == status


async def test_a_host_may_end_with_what_is_known_after_an_act_that_the_request_did_not_need_was_declined(
    tmp_path: Path,
) -> None:
    def after(turn: Turn) -> dict[str, object]:
        assert isinstance(turn.inputs, HostInputs)
        assert "declined: Shall I go on?" in turn.inputs.feedback and "another way" in turn.inputs.feedback
        return host("FINISH", result="The form asks for a name.")

    answers = [
        lambda turn: assign(target_id(turn, "Registration"), "look at the form"),
        app("CONFIRM", comment="Shall I go on?"),
        after,
        after,
    ]
    async with stage(tmp_path, answers, user=ScriptedUser(consents=[False])) as scene:
        summary = await scene.run()
    assert summary.answer == "The form asks for a name."
    assert summary.outcome is RunOutcome.VERIFIED and summary.account is not None


async def test_a_host_that_nobody_could_allow_an_act_finds_another_way(tmp_path: Path) -> None:
    kept = tmp_path / "letter.txt"
    kept.write_text("dear", encoding="utf-8")
    told: list[str] = []

    def after(turn: Turn) -> dict[str, object]:
        assert isinstance(turn.inputs, HostInputs)
        told.append(turn.inputs.feedback)
        return host("FINISH", result="It says dear.")

    removing = host("CONTINUE", "run_shell", {"bash_command": f"rm {kept}"})
    async with stage(tmp_path, [removing, after, after]) as scene:
        summary = await scene.run("what does the letter say?")
    assert kept.exists()
    assert "declined" in told[0] and "another way" in told[0]
    assert summary.answer == "It says dear."
    async with stage(tmp_path, [removing, removing, removing]) as scene:
        summary = await scene.run("what does the letter say?")
    assert summary.outcome is RunOutcome.FAILED and "declined" in summary.reason and kept.exists()


@pytest.mark.parametrize("consent", [False, True])
async def test_the_place_of_an_act_is_watched_only_where_it_was_carried_out(tmp_path: Path, consent: bool) -> None:
    far = tmp_path / "far"
    far.mkdir()
    (far / "letter.txt").write_text("dear", encoding="utf-8")
    (far / "other.txt").write_text("before", encoding="utf-8")

    def after(turn: Turn) -> dict[str, object]:
        (far / "other.txt").write_text("somebody else wrote this", encoding="utf-8")
        return host("FINISH", result="It says dear.")

    removing = host("CONTINUE", "run_shell", {"bash_command": f"rm {far / 'letter.txt'}", "cwd": str(far)})
    user = ScriptedUser(consents=[True]) if consent else NobodyUser()
    async with stage(tmp_path, unread([removing, after, after]), user=user) as scene:
        await scene.run("what does the letter say?")
        told = [fact for fact in scene.session.host.facts.facts if "other.txt" in fact.line]
    assert bool(told) is consent


async def test_a_declined_act_is_told_in_later_turns_and_how_many_may_be_declined(tmp_path: Path) -> None:
    kept = tmp_path / "letter.txt"
    kept.write_text("dear", encoding="utf-8")
    removing = host("CONTINUE", "run_shell", {"bash_command": f"rm {kept}"})
    answers = [
        removing,
        host("CONTINUE", "list_folder", {"path": str(tmp_path)}),
        removing,
        host("FINISH"),
        host("FINISH"),
    ]
    async with stage(tmp_path, answers) as scene:
        await scene.run("what does the letter say?")
        seen = [turn.inputs for turn in turns(scene) if isinstance(turn.inputs, HostInputs)]
    acts = describe_actions(seen[2].actions)
    assert "rm " in acts[0] and "failure" in acts[0] and "declined" in acts[0] and "list_folder" in acts[1]
    assert "Acts declined: 1; the request ends as failed at 3." in seen[1].feedback and not seen[2].feedback
    assert "Acts declined: 2; the request ends as failed at 3." in seen[3].feedback


@requirement("host-state:pending")
async def test_a_question_is_asked_and_its_answer_is_on_the_blackboard_of_the_next_turn(tmp_path: Path) -> None:
    def after(turn: Turn) -> dict[str, object]:
        (entry,) = turn.inputs.blackboard.questions
        return host("FINISH", result=f"{entry['question']} {entry['answer']}")

    answers = [host("PENDING", questions=["Which sheet?"]), after]
    async with stage(tmp_path, answers, user=ScriptedUser(["the first"])) as scene:
        summary = await scene.run()
    assert summary.answer == "Which sheet? the first"


@requirement("host-state:pending.timeout", "host-state:pending.async")
async def test_where_nobody_answers_the_rest_is_done_and_the_request_ends_with_what_waits(tmp_path: Path) -> None:
    told: list[str] = []

    def after(turn: Turn) -> dict[str, object]:
        assert isinstance(turn.inputs, HostInputs)
        told.append(turn.inputs.feedback)
        return host("FAIL", comment="the table is made; its totals wait")

    async with stage(tmp_path, [host("PENDING", questions=["Which sheet? I propose May."]), after]) as scene:
        summary = await scene.run()
    assert told[0].startswith("nobody answered: Which sheet? I propose May.") and "guess none" in told[0]
    assert summary.outcome is RunOutcome.NEEDS_HELP
    assert "its totals wait" in summary.reason and "nobody answered: Which sheet?" in summary.reason


async def test_a_request_whose_question_waits_is_not_done_whatever_the_model_says(tmp_path: Path) -> None:
    ends = [host("FINISH", result="May")] * 2
    async with stage(tmp_path, [host("PENDING", questions=["Which sheet?"]), *ends]) as scene:
        summary = await scene.run()
    assert summary.outcome is RunOutcome.NEEDS_HELP
    assert summary.reason == "nobody answered: Which sheet?"


@requirement("host-state:model-fail")
async def test_a_models_fail_is_told_to_the_person_who_may_help(tmp_path: Path) -> None:
    def after(turn: Turn) -> dict[str, object]:
        assert isinstance(turn.inputs, HostInputs)
        return host("FINISH", result=str(turn.inputs.blackboard.questions[0]["answer"]))

    person = ScriptedUser(["use the PDF printer"] * 2)
    answers = [host("FAIL", comment="there is no printer"), after]
    async with stage(tmp_path, unread(answers), user=person) as scene:
        assert (await scene.run()).answer == "use the PDF printer"
    answers = [host("FAIL", comment="there is no printer", questions=["Which printer?"]), after]
    async with stage(tmp_path, unread(answers), user=person) as scene:
        assert (await scene.run()).answer == "use the PDF printer"
    assert person.asked == ["there is no printer What should be done?", "Which printer?"]


@requirement("host-state:model-fail", "host-state:error-or-fail")
async def test_a_models_fail_that_nobody_answers_fails_with_its_reason(tmp_path: Path) -> None:
    async with stage(tmp_path, [host("FAIL", comment="there is no printer")]) as scene:
        summary = await scene.run()
    assert [state for _, state in scene.heard.states] == ["CONTINUE", "PENDING", "FAIL"]
    assert summary.outcome is RunOutcome.FAILED
    assert "there is no printer" in summary.reason and "nobody answered" not in summary.reason


async def test_an_app_agents_question_reaches_the_person_and_its_answer_the_agent(tmp_path: Path) -> None:
    answers = [
        lambda turn: assign(target_id(turn, "Registration"), "fill"),
        app("PENDING", questions=["Whose name?"]),
        lambda turn: app("FINISH", act("summary", text=str(turn.inputs.blackboard.questions[0]["answer"]))),
        host("FINISH"),
    ]
    async with stage(tmp_path, answers, user=ScriptedUser(["Ada"])) as scene:
        await scene.run()
    assert "summary" in scene.actions()
