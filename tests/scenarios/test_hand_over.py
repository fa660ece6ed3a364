"""A request from HostAgent to AppAgents and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.requirement import requirement
from tests.scenarios.controls import control_id, on, target_id
from tests.scenarios.readers import unread
from tests.scenarios.stage import act, app, assign, host, stage
from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.llm.provider import Turn
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.outcome import RunOutcome
from ufo.schema.target import TargetInfo


@requirement(
    "round:example", "round:loop", "host-state:continue.handle", "host-state:assign.subagent", "host:lifecycle.result"
)
async def test_the_specifications_example_takes_its_eight_steps(tmp_path: Path) -> None:
    def extract(turn: Turn) -> dict[str, object]:
        table = [[cell.value for cell in _cells(turn) if cell.row == row] for row in range(4)]
        return app("FINISH", result=json.dumps({"table": table}))

    def write(turn: Turn) -> dict[str, object]:
        table = json.loads(turn.inputs.blackboard.results[0].result)["table"]
        text = ";".join(",".join(row) for row in table)
        return app("FINISH", act("set_edit_text", id=control_id(turn, "Text"), text=text), result="it is in the notes")

    answers = [
        lambda turn: assign(target_id(turn, "Sheet"), "take the table", plan=["put it into the notes"]),
        extract,
        lambda turn: assign(target_id(turn, "Notes"), "put the table into the notes"),
        write,
    ]
    async with stage(tmp_path, answers, running=("sheet", "notes")) as scene:
        summary = await scene.run("Extract the table from the sheet and put it into the notes")
        notes = "AppAgent/notes/notes"
        sheet = "AppAgent/sheet/sheet"
        assert scene.heard.states == [
            ("HostAgent", "CONTINUE"),
            ("HostAgent", "ASSIGN"),
            (sheet, "CONTINUE"),
            (sheet, "FINISH"),
            ("HostAgent", "CONTINUE"),
            ("HostAgent", "ASSIGN"),
            (notes, "CONTINUE"),
            (notes, "FINISH"),
            ("HostAgent", "CONTINUE"),
            ("HostAgent", "FINISH"),
        ]
        window = next(window for window in await scene.desktop.windows() if "Notes" in window.title)
        text = next(e.value for e in await scene.desktop.snapshot(window.id) if e.role == "Document")
    assert text == "Month,Sales;January,10;February,20;March,12"
    # What the text field shows was derived from the action, and the picture says so too.
    assert summary.outcome is RunOutcome.VERIFIED
    assert summary.answer.endswith("}\nit is in the notes")
    assert summary.steps == 5 and summary.usage.model_calls == 4


def _cells(turn: Turn) -> list[TargetInfo]:
    assert isinstance(turn.inputs, AppInputs)
    return [control for control in turn.inputs.controls if control.type in ("Cell", "HeaderItem")]


@requirement(
    "host-state:assign.cache",
    "host-state:assign.host",
    "host-state:assign.blackboard",
    "defect:12",
    "host:sub-agent-amount",
)
async def test_a_second_sub_task_of_an_application_is_worked_by_the_same_agent(tmp_path: Path) -> None:
    answers = [
        lambda turn: assign(target_id(turn, "Registration"), "one"),
        app("FINISH", result="first"),
        lambda turn: assign(target_id(turn, "Registration"), "two"),
        app("FINISH", result="second"),
        host("FINISH"),
    ]
    async with stage(tmp_path, answers) as scene:
        await scene.run()
        main = scene.session.host
        assert isinstance(main, HostAgent)
        assert list(main.appagent_dict) == ["form/form"]
        assert main.sub_agent_amount == 1
        agent = main.appagent_dict["form/form"]
        assert isinstance(agent, AppAgent)
        assert agent.host is main and agent.blackboard is main.blackboard
        assert len(agent.memory.content) == 2
        assert [record.result for record in scene.session.context.previous_subtasks] == ["first", "second"]


@requirement("defect:23", "app-state:fail")
async def test_after_a_failed_sub_task_the_host_sees_why_and_plans_again(tmp_path: Path) -> None:
    seen: list[HostInputs] = []

    def again(turn: Turn) -> dict[str, object]:
        assert isinstance(turn.inputs, HostInputs)
        seen.append(turn.inputs)
        return assign(target_id(turn, "Registration"), "another way")

    answers = [
        lambda turn: assign(target_id(turn, "Registration"), "the impossible"),
        app("FAIL", result="there is no such field"),
        again,
        app("FINISH"),
        host("FINISH", result="done otherwise"),
    ]
    async with stage(tmp_path, answers) as scene:
        summary = await scene.run()
    assert "there is no such field" in seen[0].feedback
    assert seen[0].previous_subtasks[0].status == "FAIL"
    assert summary.answer == "done otherwise"


@requirement("host-state:assign.third-party", "host-act:third-party", "host-collect:third-party")
async def test_a_third_party_agent_is_listed_chosen_and_does_its_work(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "prices.csv").write_text("item,price\ntea,3\n", encoding="utf-8")
    answers = [
        lambda turn: assign(target_id(turn, "FilesAgent"), "read prices.csv"),
        lambda turn: host("FINISH", result=turn.inputs.previous_subtasks[0].result),
    ]
    settings: dict[str, Any] = {
        "system": {"enabled_third_party_agents": ["FilesAgent"]},
        "third_party": {"FilesAgent": {"agent": "FilesAgent", "introduction": "reads files"}},
    }
    async with stage(tmp_path, answers, **settings) as scene:
        summary = await scene.run("ask FilesAgent to read prices.csv")
        assert list(scene.session.host.appagent_dict) == ["FilesAgent"]
    assert json.loads(summary.answer)["table"] == [["item", "price"], ["tea", "3"]]
    assert scene.actions() == ["select_application_window"]
    assert summary.outcome is RunOutcome.VERIFIED


@requirement("host:single", "host-state:session-goes-on")
async def test_one_host_agent_serves_request_after_request_and_keeps_the_blackboard(tmp_path: Path) -> None:
    def second(turn: Turn) -> dict[str, object]:
        assert [request["request"] for request in turn.inputs.blackboard.requests] == ["first", "second"]
        return host("FINISH", result="two")

    async with stage(tmp_path, unread([host("FINISH", result="one"), second])) as scene:
        agent = scene.session.host
        assert (await scene.run("first")).answer == "one"
        assert (await scene.run("second")).answer == "two"
        assert scene.session.host is agent


@requirement("host:launch", "host-act:generic")
async def test_an_application_that_does_not_run_is_launched_and_can_be_chosen_then(tmp_path: Path) -> None:
    answers = [
        host("CONTINUE", "launch_application", {"name": "Notes"}),
        lambda turn: assign(target_id(turn, "Notes"), "write"),
        on("Text", "set_edit_text", text="hello"),
        host("FINISH"),
    ]
    async with stage(tmp_path, answers, running=(), model={"decide_locally": False}) as scene:
        summary = await scene.run('write "hello"')
    assert summary.outcome is RunOutcome.VERIFIED
    assert scene.actions() == ["launch_application", "select_application_window", "set_edit_text"]


async def test_assign_with_a_function_that_opens_the_application_first_is_taken_as_it_was_meant(tmp_path: Path) -> None:
    answers = [
        host("ASSIGN", function="launch_application", arguments={"name": "Notes"}, current_subtask="say hello"),
        app("FINISH", result="hello"),
        host("FINISH", result="hello"),
    ]
    async with stage(tmp_path, answers, running=()) as scene:
        await scene.run("say hello in Notes")
        assert "AppAgent/notes/notes" in {name for name, _ in scene.heard.states}
