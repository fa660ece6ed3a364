"""A request as a graph of sub-tasks: what is handed over when, what a failure takes with it, and what is planned anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.requirement import requirement
from tests.scenarios.controls import on, target_id
from tests.scenarios.stage import Stage, app, assign, host, stage
from ufo.desktop.fake.faults import close_window
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.outcome import RunOutcome
from ufo.schema.subtasks import NodeState, SubtaskGraph
from ufo.trace.events import SubtasksChanged
from ufo.viewer.report import write_report

EMAIL = {"on": "element", "name": "Email", "value": "a@b.example"}
NOTED = {"on": "element", "name": "Text", "role": "Document", "value": "a@b.example"}
REQUEST = "write a@b.example down"


def planned(*subtasks: dict[str, Any], **more: Any) -> dict[str, Any]:
    return host("CONTINUE", subtasks=list(subtasks), **more)


def node(name: str, application: str = "form", *depends_on: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "text": f"do {name}", "application": application, "depends_on": list(depends_on), **more}


def fills(**more: Any) -> Callable[[Turn], dict[str, Any]]:
    return on("Email", "set_edit_text", text="a@b.example", more={"expect": [EMAIL], **more})


def notes() -> Callable[[Turn], dict[str, Any]]:
    return on("Text", "set_edit_text", text="a@b.example", more={"expect": [NOTED]})


def graphs(scene: Stage) -> list[SubtaskGraph]:
    return [event.graph for event in scene.heard.events if isinstance(event, SubtasksChanged)]


def states(graph: SubtaskGraph) -> dict[str, str]:
    return {subtask_node.id: subtask_node.state.value for subtask_node in graph.nodes}


def asked(scene: Stage, agent: str) -> list[Turn]:
    assert isinstance(scene.provider, ScriptedProvider)
    return [turn for turn in scene.provider.turns if turn.agent == agent]


@requirement("host:decomposition")
async def test_three_ready_sub_tasks_cost_the_host_one_call_and_open_what_is_not_open(tmp_path: Path) -> None:
    subtasks = (node("fill", expect=[EMAIL]), node("look", "Sheet"), node("note", "Notes", expect=[NOTED]))
    answers = [planned(*subtasks, done_when=[NOTED]), fills(), app("FINISH", result="four rows"), notes()]
    async with stage(tmp_path, answers, running=("form", "sheet")) as scene:
        summary = await scene.run(REQUEST)
        assert len(asked(scene, "host")) == 1
        assert scene.actions().count("launch_application") == 1
        assert states(graphs(scene)[-1]) == {"fill": "done", "look": "done", "note": "done"}
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert [subtask.subtask for subtask in scene.session.context.previous_subtasks] == ["do fill", "do look", "do note"]


@requirement("host:decomposition", "host:decomposition.results", "host-memory:for-app-agents")
async def test_a_sub_task_is_told_the_results_of_what_it_depends_on_and_begins_after_it(tmp_path: Path) -> None:
    subtasks = (node("note", "Notes", "read"), node("read", "Sheet"), node("fill", "form"))
    answers = [planned(*subtasks), app("FINISH", result="10, 20, 12"), notes(), fills()]
    async with stage(tmp_path, answers, running=("form", "sheet", "notes")) as scene:
        await scene.run(REQUEST)
        assert len(asked(scene, "host")) == 1
        turn = asked(scene, "app")[1]
        ended = [(subtask.node, subtask.status) for subtask in scene.session.context.previous_subtasks]
    assert isinstance(turn.inputs, AppInputs)
    assert [build.result for build in turn.inputs.builds_on] == ["10, 20, 12"]
    text = turn.messages[1].text
    assert "results that this sub-task builds on" in text and text.count("10, 20, 12") == 1
    assert ended == [("read", "FINISH"), ("note", "FINISH"), ("fill", "FINISH")]


@requirement("host:decomposition.failure")
async def test_a_failed_sub_task_fails_only_what_depends_on_it_and_that_part_is_planned_anew(tmp_path: Path) -> None:
    def again(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, HostInputs)
        assert states(turn.inputs.subtasks) == {"read": "failed", "note": "failed", "fill": "done"}
        failed = turn.inputs.subtasks.get("read")
        assert failed is not None and "the sheet is empty" in failed.reason
        told = turn.messages[1].text
        assert '[read] failed "do read" in "Sheet"; by "AppAgent/sheet/sheet"; ' in told
        assert 'reason "the sheet is empty"' in told
        assert "not begun: it needs 'read', which failed" in told
        return planned({"id": "read", "text": "read it by eye", "application": "Sheet"})

    subtasks = (node("read", "Sheet"), node("note", "Notes", "read", expect=[NOTED]), node("fill", expect=[EMAIL]))
    answers = [
        planned(*subtasks),
        app("FAIL", result="the sheet is empty"),
        fills(),
        again,
        app("FINISH", result="10"),
        notes(),
    ]
    async with stage(tmp_path, answers, running=("form", "sheet", "notes")) as scene:
        summary = await scene.run(REQUEST)
    assert summary.outcome is RunOutcome.VERIFIED, summary.reason
    assert [(subtask.node, subtask.status) for subtask in scene.session.context.previous_subtasks] == [
        ("read", "FAIL"),
        ("fill", "FINISH"),
        ("read", "FINISH"),
        ("note", "FINISH"),
    ]


async def test_a_failed_sub_task_may_be_tried_anew_by_its_id_and_its_dependents_follow(tmp_path: Path) -> None:
    answers = [
        planned(node("fill"), node("note", "Notes", "fill")),
        app("FAIL", result="not yet"),
        lambda turn: assign(target_id(turn, "Registration"), "fill"),
        fills(),
        notes(),
        host("FINISH"),
    ]
    async with stage(tmp_path, answers, running=("form", "notes")) as scene:
        await scene.run(REQUEST)
        assert [subtask.subtask for subtask in scene.session.context.previous_subtasks] == [
            "do fill",
            "do fill",
            "do note",
        ]


async def test_a_window_that_is_named_by_its_id_is_the_one_that_had_it_when_the_plan_was_made(tmp_path: Path) -> None:
    def plan(turn: Turn) -> dict[str, Any]:
        return planned(node("note", "Notes"), node("fill", target_id(turn, "Registration"), "note"))

    async with stage(tmp_path, [plan, notes(), fills(), host("FINISH")]) as scene:
        await scene.run(REQUEST)
        assert [subtask.agent for subtask in scene.session.context.previous_subtasks] == [
            "AppAgent/notes/notes",
            "AppAgent/form/form",
        ]


async def test_a_window_that_is_gone_is_left_to_the_model_and_nothing_else_is_worked(tmp_path: Path) -> None:
    def plan(turn: Turn) -> dict[str, Any]:
        return planned(node("note", "Notes"), node("fill", target_id(turn, "Registration"), "note"))

    async with stage(tmp_path, [plan, notes(), host("FAIL", comment="the form is closed")]) as scene:
        scene.desktop.inject(close_window("Registration"))
        summary = await scene.run(REQUEST)
    assert "the form is closed" in summary.reason
    assert states(graphs(scene)[-1]) == {"note": "done", "fill": "waiting"}


async def test_where_a_sub_tasks_place_is_not_certain_the_model_is_asked_and_may_answer_with_its_id(
    tmp_path: Path,
) -> None:
    answers = [
        planned({"id": "a", "text": "write it down"}, node("fill", "form", "a")),
        lambda turn: assign(target_id(turn, "Notes"), "a"),
        notes(),
        fills(),
        host("FINISH"),
    ]
    async with stage(tmp_path, answers, running=("form", "notes")) as scene:
        await scene.run(REQUEST)
        assert [subtask.subtask for subtask in scene.session.context.previous_subtasks] == ["write it down", "do fill"]


async def test_a_third_party_agent_is_handed_what_is_planned_for_it(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "prices.csv").write_text("item,price\ntea,3\n", encoding="utf-8")

    def told(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, AppInputs) and '"tea"' in turn.inputs.builds_on[0].result
        return notes()(turn)

    reads = {"id": "read", "text": "read prices.csv", "application": "FilesAgent"}
    settings: dict[str, Any] = {"system": {"enabled_third_party_agents": ["FilesAgent"]}}
    async with stage(
        tmp_path, [planned(reads, node("note", "Notes", "read")), told, host("FINISH")], **settings
    ) as scene:
        await scene.run(REQUEST)
        assert [subtask.agent for subtask in scene.session.context.previous_subtasks] == [
            "FilesAgent",
            "AppAgent/notes/notes",
        ]


@requirement("host:decomposition.plan")
async def test_a_plain_plan_is_a_chain_whose_next_part_the_model_words(tmp_path: Path) -> None:
    answers = [
        lambda turn: assign(target_id(turn, "Registration"), "fill in", plan=["note it", " ", "tell it"]),
        fills(),
        lambda turn: assign(target_id(turn, "Notes"), "note a@b.example", plan=["tell it"]),
        notes(),
        host("FINISH"),
    ]
    async with stage(tmp_path, answers, running=("form", "notes")) as scene:
        await scene.run(REQUEST)
        told = [
            [(subtask_node.text, subtask_node.state.value) for subtask_node in graph.nodes] for graph in graphs(scene)
        ]
    assert told[0] == [("fill in", "running"), ("note it", "waiting"), ("tell it", "waiting")]
    assert told[-1] == [("fill in", "done"), ("note a@b.example", "done"), ("tell it", "waiting")]


@requirement("host:decomposition.bad")
async def test_a_plan_that_cannot_be_goes_back_once_with_what_is_wrong(tmp_path: Path) -> None:
    circle = [node("a", "form", "b"), node("b", "form", "a")]
    async with stage(tmp_path, [host("CONTINUE", subtasks=circle), host("FINISH")]) as scene:
        await scene.run(REQUEST)
        ((_, error),) = asked(scene, "host")[1].repairs
    assert "in a circle: a → b → a" in error


async def test_an_answer_that_assigns_and_plans_at_once_is_taken_at_its_word(tmp_path: Path) -> None:
    def plan(turn: Turn) -> dict[str, Any]:
        return assign(target_id(turn, "Registration"), "", subtasks=[node("fill", ""), node("note", "Notes", "fill")])

    more = {"decide_locally": False}
    async with stage(
        tmp_path, [plan, fills(), notes(), host("FINISH")], running=("form", "notes"), model=more
    ) as scene:
        await scene.run(REQUEST)
        assert [subtask.node for subtask in scene.session.context.previous_subtasks] == ["fill", "note"]


async def test_what_the_host_plans_beside_its_sub_tasks_stays_its_plan_and_is_not_skipped(tmp_path: Path) -> None:
    subtasks = (node("fill"), node("note", "Notes"))
    answers = [
        planned(*subtasks, plan=["tell which one is longer"]),
        fills(),
        notes(),
        host("FINISH", result="none is"),
    ]
    async with stage(tmp_path, answers, running=("form", "notes")) as scene:
        summary = await scene.run(REQUEST)
        _, last = asked(scene, "host")
    assert isinstance(last.inputs, HostInputs) and last.inputs.plan == ("tell which one is longer",)
    assert "tell which one is longer" in last.messages[1].text and summary.answer == "none is"


async def test_the_report_shows_what_became_of_each_sub_task(tmp_path: Path) -> None:
    subtasks = (node("read", "Sheet"), node("note", "Notes", "read"), node("fill"))
    answers = [planned(*subtasks), app("FAIL", result="the sheet is empty"), fills(), host("FAIL", comment="no")]
    async with stage(tmp_path, answers, running=("form", "sheet", "notes")) as scene:
        summary = await scene.run(REQUEST)
    page = write_report(scene.folder, None).read_text(encoding="utf-8")
    for line in (
        "1. do read (Sheet): the sheet is empty",
        "2. do note (Notes): not begun, it needs 1",
        "3. do fill (form)",
    ):
        assert line in page
    assert "the sub-task 'read' failed: the sheet is empty" in summary.reason
    assert graphs(scene)[-1].nodes[2].state is NodeState.DONE
