"""What the HostAgent does with its decision."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agents.processors.strategies.recorder import Recorder
from tests.agents.turns import assert_declares, host_values, to_form, turns
from tests.requirement import requirement
from tests.scenarios.controls import target_id
from tests.scenarios.readers import unread
from tests.scenarios.stage import host, stage
from ufo.agents.processors.framework.phases import ProcessingPhase
from ufo.agents.processors.host_agent_processor import HostAgentProcessor
from ufo.agents.processors.strategies.host.execute_choice import HostActionExecutionStrategy
from ufo.conditions.kinds.file import FilePredicate
from ufo.llm.provider import Turn
from ufo.schema.command import Result, ResultStatus
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.predicate import Finding, Truth
from ufo.schema.response import HostAgentResponse
from ufo.schema.target import TargetInfo
from ufo.tools.dispatch.protocol import BasicCommandDispatcher


@requirement("host-act:names", "host-act:select-command")
def test_it_declares_the_names_of_the_specification() -> None:
    strategy = HostActionExecutionStrategy()
    assert_declares(
        strategy,
        {"target_registry", "command_dispatcher"},
        {"parsed_response", "previous_subtasks", "confirmed_commands", "last_feedback", "acts", "seen", "round_result"},
        {
            "execution_result",
            "action_info",
            "selected_target_id",
            "selected_application_root",
            "assigned_third_party_agent",
            "target",
        },
        {"status", "findings", "feedback", "earlier_actions"},
    )
    assert strategy.SELECT_APPLICATION_COMMAND == "select_application_window"


@requirement("host-act:window", "host-act:root", "host-act:info")
async def test_a_window_is_selected_by_its_id_and_name_and_its_root_is_kept(tmp_path: Path) -> None:
    def choose(turn: Turn) -> dict[str, object]:
        return host("CONTINUE", "select_application_window", {"id": target_id(turn, "Registration")})

    async with stage(tmp_path, [choose, host("FINISH")], running=("form", "sheet")) as scene:
        await scene.run()
        (windows,) = [window for window in await scene.desktop.windows() if window.active]
        step = scene.heard.steps[0]
    assert windows.title == "Registration"
    (action,) = step.actions
    assert action.function == "select_application_window" and action.status == "CONTINUE"
    assert action.target is not None and action.target.name == "Registration"
    assert action.arguments == {"id": action.target.id}
    assert action.result.status is ResultStatus.SUCCESS
    assert action.result.result["root_name"] == "form"
    assert scene.session.context.application_root_name == "form"


@requirement("host-act:root", "host-act:window")
@pytest.mark.parametrize(
    ("told", "root"), [({"root_name": "told-by-the-tool"}, "told-by-the-tool"), ({}, "form"), (None, "form")]
)
async def test_the_root_comes_from_the_tool_and_from_the_list_of_windows_only_where_that_tells_none(
    tmp_path: Path, told: object, root: str
) -> None:
    class Renaming(HostActionExecutionStrategy):
        async def _select_regular_application(
            self, target: TargetInfo, command_dispatcher: BasicCommandDispatcher
        ) -> list[Result]:
            asked = Recorder(select_application_window=told)
            results = await super()._select_regular_application(target, asked)
            (command,) = asked.commands
            assert command.parameters == {"id": target.id, "name": "Registration"} and target.app_root == "form"
            return results

    class Processor(HostAgentProcessor):
        def _setup_strategies(self) -> None:
            super()._setup_strategies()
            self.strategies[ProcessingPhase.ACTION_EXECUTION] = Renaming()

    answers = [lambda turn: host("CONTINUE", "select_application_window", {"id": target_id(turn, "Registration")})]
    async with stage(tmp_path, [*answers, host("FINISH")], running=("sheet", "form")) as scene:
        scene.session.host.processor_class = Processor
        await scene.run()
        items = scene.session.host.memory.content
    assert items[0].get_value("application") == root


@requirement("host-act:none", "host-act:info")
async def test_without_a_function_nothing_is_dispatched(tmp_path: Path) -> None:
    async with stage(tmp_path, unread([host("FINISH")])) as scene:
        await scene.run()
        local = host_values(scene)
    assert local.execution_result == []
    assert local.action_info is not None and local.action_info.result.status is ResultStatus.NONE
    assert scene.heard.steps[0].actions == ()


@requirement("host-act:vanished")
@pytest.mark.parametrize("status", ["ASSIGN", "FINISH"])
async def test_a_target_that_vanished_is_told_and_nobody_is_assigned(tmp_path: Path, status: str) -> None:
    def close_and_choose(turn: Turn) -> dict[str, object]:
        answer = {**to_form(turn), "status": status}
        for window in list(scene.desktop.world.windows):
            scene.desktop.world.remove(window)
        return answer

    async with stage(tmp_path, [close_and_choose, host("FINISH", result="there is none")]) as scene:
        await scene.run()
        told = turns(scene)[1].inputs.feedback
        assert scene.session.host.appagent_dict == {}
    assert "closed" in told
    assert scene.heard.states == [("HostAgent", "CONTINUE"), ("HostAgent", "CONTINUE"), ("HostAgent", "FINISH")]


def _record(status: str, path: str) -> SubtaskRecord:
    predicate = FilePredicate(path=path)
    finding = Finding(predicate=predicate, truth=Truth.UNSATISFIED, evidence="not there", channel="file")
    return SubtaskRecord(subtask="save", status=status, findings=(finding,))


ANSWER = HostAgentResponse(observation="o", thought="t", status="FINISH")
