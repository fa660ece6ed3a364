"""What breaks in a sub-agent ends its sub-task and not the request: the HostAgent sees why and decides."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.agents.turns import to_form
from tests.requirement import requirement
from tests.scenarios.controls import on, target_id
from tests.scenarios.readers import unread
from tests.scenarios.stage import Stage, app, assign, host, stage
from ufo.agents.agent.agent_config import AgentConfig
from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.basic_agent import SubAgent
from ufo.agents.factory import AgentFactory
from ufo.agents.processors.app_agent_processor import AppAgentProcessor
from ufo.agents.processors.framework.phases import ProcessingResult
from ufo.agents.processors.framework.template import ProcessorMiddleware, ProcessorTemplate
from ufo.agents.processors.host_agent_processor import HostAgentProcessor
from ufo.agents.round_context import Context
from ufo.agents.services import AgentServices
from ufo.agents.states.app_agent_states import AppAgentStateManager
from ufo.agents.states.host_agent_states import HostAgentStateManager
from ufo.desktop.fake.faults import close_window
from ufo.errors import ConfigError, ModelUnavailable
from ufo.llm.provider import Turn
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import RunOutcome
from ufo.schema.predicate import Finding

FORM = "AppAgent/form/form"
HANDED_BACK = [(FORM, "CONTINUE"), (FORM, "ERROR"), ("HostAgent", "CONTINUE"), ("HostAgent", "FINISH")]


def told(turn: Turn) -> dict[str, Any]:
    """The HostAgent's answer that repeats why the sub-task failed."""
    assert isinstance(turn.inputs, HostInputs)
    return host("FINISH", result=f"{turn.inputs.previous_subtasks[-1].status}; {turn.inputs.feedback}")


@requirement("app-state:error", "host-state:error-or-fail")
@pytest.mark.parametrize("error", [ModelUnavailable("the key was refused"), KeyError("the key was refused")])
async def test_an_outage_and_an_exception_in_a_sub_agents_turn_are_the_hosts_to_decide_on(
    tmp_path: Path, error: Exception
) -> None:
    async with stage(tmp_path, [to_form, error, told], has_faults=isinstance(error, KeyError)) as scene:
        summary = await scene.run("fill in the mail address")
    assert scene.heard.states[-4:] == HANDED_BACK
    assert summary.answer.startswith("ERROR; sub-task failed: ") and "the key was refused" in summary.answer


@requirement("app-state:error", "host-state:older-fail")
async def test_a_window_that_is_gone_ends_the_sub_task_with_error(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, on("Email", "click_input", "CONTINUE"), told]) as scene:
        scene.desktop.inject(close_window("Registration"))
        summary = await scene.run("fill in the mail address")
    assert (FORM, "ERROR") in scene.heard.states
    assert "is closed" in summary.answer


async def test_the_hosts_own_outage_ends_the_request_with_its_reason(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, ModelUnavailable("no route"), ModelUnavailable("no route at all")]) as scene:
        summary = await scene.run("fill in the mail address")
    assert summary.outcome is RunOutcome.FAILED
    assert "no route at all" in summary.reason and "the last sub-task failed" in summary.reason
    assert scene.heard.states[-1] == ("HostAgent", "ERROR")


class Breaks(ProcessorMiddleware):
    def __init__(self, when: str) -> None:
        self.when = when

    async def before_process(self, processor: ProcessorTemplate) -> None:
        if self.when == "before":
            raise ZeroDivisionError(self.when)

    async def after_process(self, processor: ProcessorTemplate, result: ProcessingResult) -> None:
        if self.when == "after":
            raise ZeroDivisionError(self.when)


class BreaksBefore(AppAgentProcessor):
    when = "before"

    def _setup_middleware(self) -> None:
        super()._setup_middleware()
        self.middleware_chain.append(Breaks(self.when))


class BreaksAfter(BreaksBefore):
    when = "after"


class BreaksWhenMade(AppAgentProcessor):
    def _setup_strategies(self) -> None:
        raise ZeroDivisionError("made")


def with_processor(kind: type[AppAgentProcessor]) -> type[AgentFactory]:
    class Broken(AppAgent):
        processor_class = kind

    class Factory(AgentFactory):
        def create_app_agent(self, config: AgentConfig, host: Any) -> AppAgent:
            tools = self._services.toolbox.open("AppAgent", config["app_root_name"])
            return Broken(config, self._services, tools, host)

    return Factory


def use(scene: Stage, factory: type[AgentFactory], third_party: Any = None) -> None:
    main = scene.session.host
    main.agent_factory = factory(main.services, {"FilesAgent": third_party} if third_party else {})


@requirement("app-state:error.between-phases")
@pytest.mark.parametrize(("kind", "says"), [(BreaksBefore, "before"), (BreaksAfter, "after"), (BreaksWhenMade, "made")])
async def test_what_is_raised_between_the_phases_enters_error_and_stands_in_the_log(
    tmp_path: Path, kind: type[AppAgentProcessor], says: str
) -> None:
    answers = [to_form, *([app("FINISH")] if says == "after" else []), told]
    async with stage(tmp_path, unread(answers), has_faults=True) as scene:
        use(scene, with_processor(kind))
        summary = await scene.run("fill in the mail address")
    assert scene.heard.states[-4:] == HANDED_BACK
    assert f"ZeroDivisionError: {says}" in summary.answer and summary.faults == 1
    assert summary.usage.model_calls == (3 if says == "after" else 2)
    assert [(step.status, step.error) for step in scene.heard.steps if step.agent == FORM] == [
        ("ERROR", f"ZeroDivisionError: {says}")
    ]


class BrokenHost(HostAgentProcessor):
    def _setup_middleware(self) -> None:
        super()._setup_middleware()
        self.middleware_chain.append(Breaks("before"))


@requirement("app-state:error.between-phases")
async def test_what_is_raised_so_in_the_hosts_turn_is_the_hosts_own_error_and_no_sub_agents(tmp_path: Path) -> None:
    async with stage(tmp_path, [], has_faults=True) as scene:
        scene.session.host.processor_class = BrokenHost
        summary = await scene.run("fill in the mail address")
    assert scene.heard.states == [("HostAgent", "CONTINUE"), ("HostAgent", "ERROR")]
    assert summary.outcome is RunOutcome.FAILED and "ZeroDivisionError: before" in summary.reason


async def test_a_fault_that_comes_back_is_the_persons_after_a_few_times_whatever_words_it_has(tmp_path: Path) -> None:
    def again(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, HostInputs)
        number = len(turn.inputs.previous_subtasks)
        return assign(target_id(turn, "Registration"), f"fill it in, attempt {number}")

    async with stage(tmp_path, [again] * 12, has_faults=True) as scene:
        use(scene, with_processor(BreaksBefore))
        summary = await scene.run("fill in the mail address")
    assert summary.outcome is RunOutcome.NEEDS_HELP and "going in circles" in summary.reason
    assert len(scene.session.context.previous_subtasks) == 3


class Foreign(SubAgent):
    """A third-party agent that does one thing wrong."""

    fault = ""

    def __init__(self, name: str, services: AgentServices, host: Any) -> None:
        if self.fault == "made":
            raise ConfigError("its device is not connected")
        super().__init__(name, services, services.toolbox.open("AppAgent", "default"), host)

    async def process(self, context: Context) -> None:
        self.step += 1
        self.services.emitter.step = context.begin_step()
        if self.fault == "raises":
            raise ConnectionResetError("the line is dead")
        if self.fault == "hangs":
            await asyncio.Event().wait()
        if self.fault == "times out":
            raise TimeoutError("the device is slow")
        self.status = "DREAMING" if self.fault == "unknown status" else "FINISH"

    def conclusion(self) -> tuple[str, tuple[Finding, ...]]:
        if self.fault == "conclusion":
            raise ValueError("nothing to tell")
        return "done", ()


FAULTS = {
    "made": "its device is not connected",
    "raises": "ConnectionResetError: the line is dead",
    "hangs": "FilesAgent did not end its turn within 0.1 s (`limits.max_foreign_turn_s`)",
    "times out": "TimeoutError: the device is slow",
    "unknown status": "unknown status 'DREAMING'",
    "conclusion": "ValueError: nothing to tell",
    "ends the request": "FilesAgent may end its sub-task and not the request",
}


@requirement("host-state:assign.failed", "app-state:error.third-party")
@pytest.mark.parametrize("wrong", FAULTS)
async def test_a_third_party_agent_that_fails_in_any_way_ends_its_sub_task_and_is_told(
    tmp_path: Path, wrong: str
) -> None:
    class Wrong(Foreign):
        state_manager = HostAgentStateManager if wrong == "ends the request" else AppAgentStateManager
        fault = wrong

    answers = [lambda turn: assign(target_id(turn, "FilesAgent"), "measure it"), told]
    settings: dict[str, Any] = {
        "system": {"enabled_third_party_agents": ["FilesAgent"]},
        "limits": {"max_foreign_turn_s": 0.1},
    }
    has_faults = wrong in ("raises", "conclusion")
    async with stage(tmp_path, unread(answers), has_faults=has_faults, **settings) as scene:
        use(scene, AgentFactory, Wrong)
        summary = await scene.run("measure it")
        (record,) = scene.session.context.previous_subtasks
    assert record.status == "ERROR" and FAULTS[wrong] in record.reason
    assert FAULTS[wrong] in summary.answer
    assert scene.heard.states[-1] == ("HostAgent", "FINISH")
