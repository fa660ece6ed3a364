"""host_agent_strategy.md: its code, run in whole sessions, and its further sentences."""

from __future__ import annotations

import asyncio
import inspect
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.agents.turns import host_values, to_form, turns
from tests.requirement import requirement
from tests.scenarios.controls import control_id, target_id
from tests.scenarios.readers import unread
from tests.scenarios.stage import act, app, assign, host, stage
from tests.specification.host_processors import (
    ReadersAction,
    ReadersCollection,
    ReadersModelSteps,
    ReadersProcessor,
    ReadersSteps,
    in_executor,
    retried,
)
from ufo.agents.processors.framework.phases import ProcessingPhase, ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.framework.template import ProcessorTemplate
from ufo.agents.processors.host_agent_processor import HostAgentProcessor
from ufo.agents.processors.local_values import HostAgentProcessorContext
from ufo.agents.processors.strategies.app.look import AppControlInfoStrategy
from ufo.agents.processors.strategies.host.collect import DesktopDataCollectionStrategy
from ufo.agents.processors.strategies.host.decide_target import HostLLMInteractionStrategy
from ufo.agents.processors.strategies.host.execute_choice import HostActionExecutionStrategy
from ufo.agents.processors.strategies.remember import HostMemoryUpdateStrategy
from ufo.config.load import load_settings
from ufo.errors import ConfigError, ModelUnavailable, ProcessingError
from ufo.llm.json_answer import json_object
from ufo.llm.provider import Completion, Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.memory.memory import MemoryItem
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Command, Result
from ufo.schema.response import HostAgentResponse
from ufo.schema.target import TargetInfo, TargetKind, TargetRegistry
from ufo.schema.usage import Usage
from ufo.trace.events import Noticed, PhaseEnded, RoundStarted


@requirement("snippet:host-strategy", "snippet:utils", "snippet:ufo-config", "host-llm:thread")
async def test_a_request_runs_on_the_processor_as_the_document_assembles_it(tmp_path: Path) -> None:
    form = assign("0", "fill in the form")
    answers: list[Any] = ["no JSON", form, app("FINISH", result="filled"), host("FINISH", result="all done")]
    async with stage(tmp_path, ScriptedProvider(answers, sees_pictures=True)) as scene:
        scene.session.host.processor_class = ReadersProcessor
        summary = await scene.run()
        local = host_values(scene)
        trajectories = scene.session.host.blackboard.trajectories.to_list_of_dicts()
        logged = scene.session.context.filter_structural_logs(round_step=1)
        assert Path(local.desktop_screenshot_path).read_bytes().startswith(b"\x89PNG")
    assert summary.answer == "all done"
    assert [step.status for step in scene.heard.steps] == ["ASSIGN", "FINISH", "FINISH"]
    assert trajectories[0]["current_subtask"] == "fill in the form"
    assert logged[0]["application"] == "form" and logged[0]["function_call"] == "select_application_window"
    said = turns(scene)[3].messages[1].text
    assert "fill in the form" in said and "filled" in said and "Registration" in said


@requirement("snippet:host-strategy", "snippet:steps")
async def test_each_step_of_the_document_stands_in_for_ours(tmp_path: Path) -> None:
    built: list[ReadersModelSteps] = []

    class Processor(HostAgentProcessor):
        def _setup_strategies(self) -> None:
            super()._setup_strategies()
            self.strategies[ProcessingPhase.DATA_COLLECTION] = ReadersSteps()
            self.strategies[ProcessingPhase.LLM_INTERACTION] = model = ReadersModelSteps()
            built.append(model)

    answers = ["no JSON", to_form, app("FINISH"), host("FINISH", result="with a thought")]
    async with stage(tmp_path, answers) as scene:
        scene.session.host.processor_class = Processor
        assert (await scene.run()).answer == "with a thought"
        listed = host_values(scene).target_info_list
    assert [record["name"] for record in listed] == ["Registration"]
    assert built[0].passed[:3] == [
        "_build_comprehensive_prompt",
        "_get_llm_response_with_retry",
        "_parse_and_validate_response",
    ]
    assert "_validate_response_fields" in built[0].passed


@requirement("snippet:host-strategy", "snippet:steps")
async def test_an_own_validation_sends_an_answer_back_to_the_model(tmp_path: Path) -> None:
    class Strict(HostLLMInteractionStrategy):
        def _validate_response_fields(self, response: HostAgentResponse) -> None:
            if "because" not in response.thought:
                raise ValueError("give a reason")

    class Processor(HostAgentProcessor):
        def _setup_strategies(self) -> None:
            super()._setup_strategies()
            self.strategies[ProcessingPhase.LLM_INTERACTION] = Strict()

    answers = [host("FINISH"), {**host("FINISH", result="reasoned"), "thought": "because it is done"}]
    async with stage(tmp_path, answers) as scene:
        scene.session.host.processor_class = Processor
        assert (await scene.run()).answer == "reasoned"
    assert turns(scene)[1].repairs[0][1] == "give a reason"


@requirement("snippet:host-strategy", "host-collect:third-party.ids")
def test_targets_are_registered_as_the_document_shows() -> None:
    strategy = ReadersCollection()
    strategy.enabled_third_party_agents = ("HardwareAgent",)
    windows = [
        TargetInfo(**row)
        for row in json.loads(
            """[{"id": "0", "name": "Microsoft Word - Document1", "kind": "APPLICATION"},
                {"id": "1", "name": "Microsoft Excel - Workbook1", "kind": "APPLICATION"},
                {"id": "2", "name": "Chrome - GitHub", "kind": "APPLICATION"}]"""
        )
    ]
    registry = strategy._register_applications_and_agents(windows)
    (agent,) = registry.find_by_kind(TargetKind.THIRD_PARTY_AGENT)
    assert (agent.id, agent.name) == ("4", "HardwareAgent")
    example = TargetInfo(**{"id": "3", "name": "HardwareAgent", "kind": "THIRD_PARTY_AGENT"})
    assert example.kind is TargetKind.THIRD_PARTY_AGENT


@requirement("snippet:host-strategy")
def test_results_are_written_as_the_document_writes_them() -> None:
    target = TargetInfo(id="0", name="Word", kind="APPLICATION")
    collected = ProcessingResult(
        success=True,
        data={
            "application_windows_info": [target],
            "target_registry": TargetRegistry([target]),
            "target_info_list": [{"id": "0", "name": "Word", "kind": "APPLICATION"}],
        },
        phase=ProcessingPhase.DATA_COLLECTION,
    )
    acted = ProcessingResult(
        success=True,
        data={
            "execution_result": [Result(status="success")],
            "action_info": ActionCommandInfo(function="select_application_window", arguments={"id": "0"}),
            "target": target,
            "selected_target_id": "0",
            "selected_application_root": "WINWORD",
            "assigned_third_party_agent": "",
        },
        phase=ProcessingPhase.ACTION_EXECUTION,
    )
    remembered = ProcessingResult(
        success=True,
        data={"additional_memory": HostAgentProcessorContext(), "memory_item": MemoryItem(), "memory_keys_count": 25},
        phase=ProcessingPhase.MEMORY_UPDATE,
    )
    assert collected.data["target_registry"].to_list(["id", "name", "kind"]) == collected.data["target_info_list"]
    assert acted.data["execution_result"][0].ok and remembered.success


@requirement("snippet:host-strategy", "host-llm:message")
def test_the_documents_answer_gives_the_documents_values() -> None:
    text = """{"Observation": "Desktop shows Word with table and Excel empty",
      "Thought": "Need to extract table from Word first before creating chart",
      "Current Sub-Task": "Extract sales table from Word document",
      "Message": "Please extract the table data for chart creation",
      "ControlLabel": "0", "ControlText": "Microsoft Word - Sales Report",
      "Plan": ["Extract table", "Create bar chart in Excel"], "Status": "ASSIGN",
      "Comment": "Starting data extraction from Word", "Questions": [],
      "Function": "select_application_window", "Args": {"id": "0"}}"""
    parsed = HostAgentResponse.model_validate(json_object(text))
    result = ProcessingResult(
        success=True,
        data={
            "parsed_response": parsed,
            "response_text": text,
            "llm_cost": 0.025,
            "subtask": parsed.current_subtask,
            "plan": parsed.plan,
            "host_message": parsed.message,
            "status": parsed.status,
            "result": parsed.result,
            "question_list": parsed.questions,
            "function_name": parsed.function,
            "function_arguments": parsed.arguments,
        },
        phase=ProcessingPhase.LLM_INTERACTION,
    )
    assert result.data["function_arguments"] == {"id": "0"}
    assert (parsed.control_label, parsed.control_text) == ("0", "Microsoft Word - Sales Report")
    assert set(HostAgentResponse.model_fields) >= {
        "observation", "thought", "current_subtask", "message", "control_label", "control_text", "plan", "status",
        "comment", "questions", "function", "arguments", "result",
    }  # fmt: skip


@requirement("snippet:host-strategy")
async def test_a_third_party_agent_is_named_by_the_documents_step() -> None:
    agent = TargetInfo(id="3", name="HardwareAgent", kind="THIRD_PARTY_AGENT")
    (result,) = await ReadersAction()._select_third_party_agent(agent)
    assert result.ok and result.result["type"] == "third_party_agent"


@requirement("snippet:host-strategy", "host-act:generic")
async def test_a_command_runs_by_the_documents_step(tmp_path: Path) -> None:
    answers = [host("CONTINUE", "launch_application", {"name": "Notes"}), host("FINISH", result="open")]
    async with stage(tmp_path, answers) as scene:
        scene.session.host.processor_class = ReadersProcessor
        assert (await scene.run()).answer == "open"
    assert scene.actions() == ["launch_application"]


@requirement("snippet:host-strategy", "snippet:ufo-config", "host-collect:settings-place")
def test_the_documents_settings_are_read() -> None:
    given = yaml.safe_load("enabled_third_party_agents:\n  - HardwareAgent\n  - NetworkAgent\n")
    ufo_config = load_settings(system=given)
    assert ufo_config.system.enabled_third_party_agents == ("HardwareAgent", "NetworkAgent")
    assert ufo_config.system.json_parsing_retry == 3
    with pytest.raises(ConfigError, match="enabled_third_party_agents"):
        load_settings(**given)
    assert (ufo_config.system.save_full_screen, ufo_config.system.save_ui_tree) == (False, False)
    for name in ("history_keys", "ask_question", "iou_threshold_for_merge"):
        assert hasattr(ufo_config.system, name)


@requirement("snippet:host-strategy", "host-memory:trajectory-keys")
async def test_a_memory_item_and_the_trajectories_hold_the_documents_values(tmp_path: Path) -> None:
    history_keys = ["observation", "thought", "current_subtask", "status", "result"]

    def word(turn: Any) -> dict[str, Any]:
        return assign("0", "Extract table", plan=["Create chart in Excel"])

    answers = [word, app("FINISH", result="Table data: [1]"), host("FINISH", result="Table data: [1]")]
    async with stage(tmp_path, answers, system={"history_keys": history_keys}) as scene:
        await scene.run()
        item = scene.session.host.memory.content[0].to_dict()
        rows = [
            record
            for record in scene.session.host.blackboard.trajectories.to_list_of_dicts()
            if "current_subtask" in record
        ]
    expected = {"session_step", "round_num", "round_step", "agent_step", "action", "application", "agent_name", "plan"}
    assert expected <= set(item)
    assert item["action"][0]["function"] == "select_application_window"
    assert set(rows[0]) == set(history_keys)
    assert [row["result"] for row in rows] == ["", "Table data: [1]"]


@requirement("snippet:host-strategy")
async def test_the_documents_asynchronous_calls_run(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        command_dispatcher = scene.session.host.tools.dispatcher
        result = await command_dispatcher.execute_commands([Command(tool_name="list_applications")])
    assert result[0].ok
    assert await in_executor(json_object, '{"Status": "FINISH"}') == {"Status": "FINISH"}
    answers = iter(["no JSON", '{"Status": "FINISH"}'])

    async def get_llm_response() -> str:
        return next(answers)

    assert (
        await retried(get_llm_response, json_object, load_settings().system.json_parsing_retry)
        == '{"Status": "FINISH"}'
    )


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
    assert sorted(str(target.id) for target in registry.all_targets()) == ["0", "1"]
    (sheet,) = registry.find_by_name("Sheet")
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
        logs = scene.session.context.structural_logs
        assert logs == json.loads(json.dumps(logs))
        written = (scene.folder / "structural.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in written] == logs
    local: Any = built[0].processing_context.local_context
    assert (local.subtask, local.plan, local.host_message) == ("add it up", ("print it",), ("in euros",))
    assert (local.status, local.question_list, local.result) == ("ASSIGN", ("Which year?",), "")
    assert (local.function_name, local.function_arguments) == ("select_application_window", {"id": "0"})
    fields = {
        "session_step", "round_step", "round_num", "agent_step", "action", "function_call", "arguments",
        "action_representation", "results", "application", "agent_name",
    }  # fmt: skip
    assert fields | {"request", "status", "cost"} | set(HostAgentResponse.model_fields) == set(logs[0])
    assert (logs[0]["agent_name"], logs[0]["application"], logs[0]["arguments"]) == ("HostAgent", "sheet", {"id": "0"})
    assert logs[0]["action_representation"].startswith("[Action] select_application_window")
    thirteen = (
        "observation thought current_subtask message control_label control_text plan status comment questions function "
        "arguments result"
    )
    assert set(thirteen.split()) <= set(HostAgentResponse.model_fields)


@requirement("host-memory:json", "host-memory:fields")
async def test_all_commands_of_an_answer_are_in_the_record_of_its_step(tmp_path: Path) -> None:
    looks = [{"function": "list_folder", "arguments": {"path": str(tmp_path / name)}} for name in ("", "work")]
    async with stage(tmp_path, [host("CONTINUE", functions=looks), host("FINISH")]) as scene:
        await scene.run()
        logged = scene.session.context.structural_logs[0]
    assert [action["arguments"] for action in logged["action"]] == [look["arguments"] for look in looks]


@requirement("host-llm:retry.default")
def test_an_answer_is_asked_for_three_times() -> None:
    assert load_settings().system.json_parsing_retry == 3
    assert load_settings(system={"json_parsing_retry": 1}).system.json_parsing_retry == 1
    with pytest.raises(ConfigError, match="json_parsing_retry"):
        load_settings(system={"json_parsing_retry": 0})


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
        assert host_values(scene).status == "FINISH"
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
