"""Sentences of the HostAgent's strategies."""

from __future__ import annotations

import asyncio
import inspect
import json
from pathlib import Path
from typing import Any

import pytest

from tests.agents.turns import host_values, to_form, turns
from tests.requirement import requirement
from tests.scenarios.controls import control_id, target_id
from tests.scenarios.readers import unread
from tests.scenarios.stage import act, app, assign, host, stage
from tests.snippets.host_processors import ReadersCollection
from ufo.agents.processors.framework.phases import ProcessingPhase
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.template import ProcessorTemplate
from ufo.agents.processors.host_agent_processor import HostAgentProcessor
from ufo.agents.processors.strategies.app.look import AppControlInfoStrategy
from ufo.agents.processors.strategies.host.collect import DesktopDataCollectionStrategy
from ufo.agents.processors.strategies.host.decide_target import HostLLMInteractionStrategy
from ufo.agents.processors.strategies.host.execute_choice import HostActionExecutionStrategy
from ufo.agents.processors.strategies.remember import HostMemoryUpdateStrategy
from ufo.config.load import load_settings
from ufo.errors import ModelUnavailable, ProcessingError
from ufo.llm.provider import Completion, Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.response import HostAgentResponse
from ufo.schema.target import TargetKind
from ufo.schema.usage import Usage
from ufo.trace.events import Noticed, PhaseEnded, RoundStarted

TICK = "Send me the newsletter"
PHASES = ["data_collection", "llm_interaction", "action_execution", "memory_update"]


def to_sheet(turn: Turn) -> dict[str, Any]:
    return assign(
        target_id(turn, "Sheet"), "add it up", plan=["print it"], message=["in euros"], questions=["Which year?"]
    )


@requirement("host-collect:fields", "host-collect:ids", "host-collect:all", "host-act:foreground", "host-act:context")
async def test_targets_are_numbered_and_told_and_the_chosen_one_comes_to_the_front(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_sheet, app("FINISH"), host("FINISH")], running=("sheet", "form")) as scene:
        await scene.run()
        local = host_values(scene)
        active = [window.title for window in await scene.desktop.windows() if window.active]
        context = scene.session.context
    registry = local.target_registry
    assert registry is not None
    assert [target.id for target in registry.all_targets()] == ["0", "1"]
    sheet = registry.find_by_name("Sheet")[0]
    assert registry.get(sheet.id) is registry.find_by_id(str(sheet.id)) is sheet
    assert registry.find_by_kind(TargetKind.WINDOW) == registry.all_targets()
    assert sheet.type == "Window" and sheet.rect is not None and "active" in sheet.states
    assert active == ["Sheet"]
    assert context.application_window_info is not None and context.application_window_info.name == "Sheet"
    assert (context.application_root_name, context.application_process_name) == ("sheet", "sheet")


@requirement("host-llm:fields", "host-llm:values", "host-memory:fields", "host-memory:json")
async def test_the_values_of_an_answer_are_those_of_the_turn_and_of_the_memory(tmp_path: Path) -> None:
    built: list[HostAgentProcessor] = []

    class Processor(HostAgentProcessor):
        def _setup_middleware(self) -> None:
            super()._setup_middleware()
            built.append(self)

    async with stage(tmp_path, [to_sheet, app("FINISH"), host("FINISH")], running=("sheet",)) as scene:
        scene.session.host.processor_class = Processor
        await scene.run()
        logs = json.loads(json.dumps(scene.session.context.structural_logs))
    local = built[0].local
    assert (local.subtask, local.plan, local.host_message) == ("add it up", ("print it",), ("in euros",))
    assert (local.status, local.question_list, local.result) == ("ASSIGN", ("Which year?",), "")
    assert (local.function_name, local.function_arguments) == ("select_application_window", {"id": "0"})
    fields = {
        "session_step", "round_step", "round_num", "agent_step", "action", "function_call", "arguments",
        "action_representation", "results", "application", "agent_name",
    }  # fmt: skip
    assert fields <= set(logs[0])
    assert (logs[0]["agent_name"], logs[0]["application"], logs[0]["arguments"]) == ("HostAgent", "sheet", {"id": "0"})
    assert logs[0]["action_representation"].startswith("[Action] select_application_window")
    thirteen = (
        "observation thought current_subtask message control_label control_text plan status comment questions function "
        "arguments result"
    )
    assert set(thirteen.split()) <= set(HostAgentResponse.model_fields)


@requirement("host-llm:retry.default")
def test_an_answer_is_asked_for_three_times() -> None:
    assert load_settings().system.json_parsing_retry == 3


@requirement("host-llm:loop-goes-on")
async def test_other_work_goes_on_while_the_model_thinks(tmp_path: Path) -> None:
    worked = asyncio.Event()

    class Slow(ScriptedProvider):
        async def complete(self, turn: Turn) -> Completion:
            await worked.wait()
            return await super().complete(turn)

    async with stage(tmp_path, Slow([host("FINISH", result="after the other work")])) as scene:
        asyncio.get_running_loop().call_soon(worked.set)
        assert (await scene.run()).answer == "after the other work"


@requirement("processor:names", "processor:async")
@pytest.mark.parametrize(
    ("strategy", "name", "fail_fast"),
    [
        (DesktopDataCollectionStrategy, "desktop_data_collection", True),
        (HostLLMInteractionStrategy, "host_llm_interaction", True),
        (HostActionExecutionStrategy, "host_action_execution", False),
        (HostMemoryUpdateStrategy, "host_memory_update", False),
        (AppControlInfoStrategy, "app_control_info", True),
    ],
)
def test_a_strategy_has_its_name_and_its_way_to_fail_and_is_awaited(strategy: Any, name: str, fail_fast: bool) -> None:
    made = strategy()
    assert (made.name, made.fail_fast) == (name, fail_fast)
    assert inspect.iscoroutinefunction(made.execute)


@requirement("host-llm:status-case")
async def test_a_status_in_small_letters_is_the_same_status(tmp_path: Path) -> None:
    async with stage(tmp_path, unread([host("finish", result="done")])) as scene:
        assert (await scene.run()).answer == "done"
    assert len(turns(scene)) == 1


@requirement("host-llm:cost")
@pytest.mark.parametrize("cost", [0.025, None])
async def test_an_answer_costs_what_its_model_says_and_nothing_is_made_up(tmp_path: Path, cost: float | None) -> None:
    model = ScriptedProvider(
        [host("FINISH")], usage=Usage(model_calls=1, cost=cost), reader=lambda turn: ModelUnavailable("nobody reads")
    )
    async with stage(tmp_path, model) as scene:
        await scene.run()
        assert host_values(scene).llm_cost == cost


@requirement("processor:middleware.host", "processor:middleware.app", "app-act:message")
async def test_a_step_is_told_with_its_place_its_application_its_actions_and_what_they_took(tmp_path: Path) -> None:
    def ticked(turn: Turn) -> dict[str, Any]:
        return app("FINISH", act("click_input", id=control_id(turn, TICK), name=TICK))

    model = ScriptedProvider([to_form, ticked, host("FINISH")], usage=Usage(model_calls=1, cost=0.25))
    async with stage(tmp_path, model) as scene:
        await scene.run()
    first, second, _ = scene.heard.steps
    assert [event.round_id for event in scene.heard.events if isinstance(event, RoundStarted)] == [0]
    assert (first.step, first.agent, first.application) == (1, "HostAgent", "form")
    assert (second.step, second.subtask, second.application) == (2, "fill in the form", "form")
    assert list(second.phase_seconds) == PHASES and second.usage.cost == 0.25
    (action,) = second.actions
    assert action.function == "click_input" and action.result.effect and action.result.evidence


@requirement("host-act:bash")
async def test_bash_command_is_run_without_a_shell(tmp_path: Path) -> None:
    answers = [
        host("CONTINUE", "bash_command", {"bash_command": "echo one; echo two"}),
        lambda turn: host(
            "FINISH", result=str(turn.inputs.actions[0].result.result or turn.inputs.actions[0].result.error)
        ),
    ]
    async with stage(tmp_path, answers, policy={"programs": ["echo"]}) as scene:
        summary = await scene.run()
    (action,) = scene.heard.steps[0].actions
    assert action.function == "run_shell" and "two" not in summary.answer.splitlines()


@requirement("processor:error-text", "processor:phases", "processor:base", "processor:middleware.host")
async def test_the_phases_run_in_order_and_a_failure_names_its_strategy(tmp_path: Path) -> None:
    class Blind(ReadersCollection):
        async def _get_desktop_application_info(self, command_dispatcher: Any) -> Any:
            raise ProcessingError("no window can be read")

    class Processor(HostAgentProcessor):
        def _setup_strategies(self) -> None:
            super()._setup_strategies()
            if self.agent.step > 1:
                self.strategies[ProcessingPhase.DATA_COLLECTION] = Blind()

    async with stage(tmp_path, [host("CONTINUE")]) as scene:
        scene.session.host.processor_class = Processor
        summary = await scene.run()
    ended = [(event.phase, event.error) for event in scene.heard.events if isinstance(event, PhaseEnded)]
    assert [phase for phase, _ in ended] == [*PHASES, "data_collection"]
    assert ended[-1][1] == "desktop_data_collection failed: no window can be read"
    said = [event.text for event in scene.heard.events if isinstance(event, Noticed) and event.level == "error"]
    assert said == ["HostAgent, data_collection: desktop_data_collection failed: no window can be read"]
    assert "no window can be read" in summary.reason
    assert issubclass(HostAgentProcessor, ProcessorTemplate) and issubclass(Blind, BaseProcessingStrategy)
