"""The HostAgent's pipeline as it is put together, and what its turns leave to the round."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.agents.turns import host_values, to_form, turns
from tests.requirement import requirement
from tests.scenarios.controls import target_id
from tests.scenarios.readers import shows_nothing, unread
from tests.scenarios.stage import app, assign, host, stage
from ufo.agents.agent.basic_agent import BasicAgent
from ufo.agents.processors.framework.phases import ContextView, ProcessingPhase, ProcessingResult
from ufo.agents.processors.host_agent_processor import HostAgentLoggingMiddleware, HostAgentProcessor
from ufo.agents.processors.strategies.host.collect import DesktopDataCollectionStrategy
from ufo.agents.processors.strategies.host.decide_target import HostLLMInteractionStrategy
from ufo.agents.processors.strategies.host.execute_choice import HostActionExecutionStrategy
from ufo.agents.processors.strategies.remember import HostMemoryUpdateStrategy
from ufo.errors import ToolError
from ufo.llm.scripted import ScriptedProvider


@requirement("processor:four-phases", "processor:middleware")
async def test_four_strategies_in_four_phases_with_the_specified_fail_fast(tmp_path: Path) -> None:
    async with stage(tmp_path, []) as scene:
        processor = HostAgentProcessor(scene.session.host, scene.session.context)
    built = [
        (phase, type(processing_strategy), processing_strategy.fail_fast)
        for phase, processing_strategy in processor.strategies.items()
    ]
    assert built == [
        (ProcessingPhase.DATA_COLLECTION, DesktopDataCollectionStrategy, True),
        (ProcessingPhase.LLM_INTERACTION, HostLLMInteractionStrategy, True),
        (ProcessingPhase.ACTION_EXECUTION, HostActionExecutionStrategy, False),
        (ProcessingPhase.MEMORY_UPDATE, HostMemoryUpdateStrategy, False),
    ]
    assert [type(processor_middleware) for processor_middleware in processor.middleware_chain] == [
        HostAgentLoggingMiddleware
    ]


async def test_a_new_sub_task_takes_over_nothing_of_the_last_ones_words(tmp_path: Path) -> None:
    seen: list[tuple[str, tuple[str, ...]]] = []

    def look(turn: object) -> dict[str, object]:
        inputs = turn.inputs  # type: ignore[attr-defined]  # a Turn of an AppAgent
        seen.append((inputs.subtask, inputs.host_message))
        return app("FINISH")

    answers: list[Any] = [
        lambda turn: assign(target_id(turn, "Registration"), "one", message=["only for the form"]),
        look,
        lambda turn: host("ASSIGN", "select_application_window", {"id": target_id(turn, "Sheet")}),
        look,
        host("FINISH"),
    ]
    provider = ScriptedProvider(answers, reader=shows_nothing)
    async with stage(tmp_path, provider, running=("form", "sheet")) as scene:
        await scene.run("the whole request")
    assert seen == [("one", ("only for the form",)), ("the whole request", ())]


class BrokenExecution(HostActionExecutionStrategy):
    async def execute(self, agent: BasicAgent, context: ContextView) -> ProcessingResult:
        raise ToolError("the desktop cannot be looked at")


class BrokenProcessor(HostAgentProcessor):
    def _setup_strategies(self) -> None:
        super()._setup_strategies()
        if self.agent.step == 1:
            self.strategies[ProcessingPhase.ACTION_EXECUTION] = BrokenExecution()


@requirement("processor:graceful", "host-memory:fields")
async def test_after_a_failed_action_phase_no_status_holds_that_the_model_chose_for_afterwards(tmp_path: Path) -> None:
    async with stage(tmp_path, unread([host("FINISH", result="early"), host("FINISH", result="later")])) as scene:
        scene.session.host.processor_class = BrokenProcessor
        summary = await scene.run()
        first = scene.session.host.memory.content[0].to_dict()
        told = turns(scene)[1].inputs.feedback
    assert [state for _, state in scene.heard.states] == ["CONTINUE", "CONTINUE", "FINISH"]
    assert scene.heard.steps[0].status == "CONTINUE" and first["status"] == "CONTINUE"
    assert "cannot be looked at" in told
    assert summary.answer == "later"


async def test_the_round_learns_the_chosen_window_its_root_and_the_sub_task(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        context = scene.session.context
        assert context.application_root_name == "form"
        assert context.subtask == "fill in the form"
        assert host_values(scene).status == "FINISH"
