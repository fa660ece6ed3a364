"""Where the specification names a function's parameters and ours has the same in another shape."""

from __future__ import annotations

import dataclasses
import inspect
from pathlib import Path

from tests.requirement import requirement
from tests.scenarios.stage import host, stage
from ufo.agents.agent.host_agent import HostAgent
from ufo.errors import ModelUnavailable
from ufo.llm.fallback import FallbackProvider
from ufo.llm.provider import Provider
from ufo.llm.scripted import ScriptedProvider
from ufo.prompts.prompter import HostAgentPrompter
from ufo.schema.inputs import HostInputs
from ufo.trace.events import StepEnded


@requirement("host:constructor")
def test_the_prompters_parameters_are_the_specifications() -> None:
    parameters = inspect.signature(HostAgentPrompter).parameters
    assert list(parameters) == ["is_visual", "main_prompt", "example_prompt", "api_prompt"]
    assert "name" in inspect.signature(HostAgent).parameters


@requirement("host:message-constructor")
async def test_one_value_holds_what_the_message_is_made_of(tmp_path: Path) -> None:
    fields = {field.name for field in dataclasses.fields(HostInputs)}
    assert {"images", "targets", "plan", "previous_subtasks", "request", "blackboard"} <= fields
    async with stage(tmp_path, [host("FINISH")]) as scene:
        inputs = HostInputs(request="water the plants", targets=(), statuses=("FINISH",))
        system, user = scene.session.host.message_constructor(inputs)
    assert (system.role, user.role) == ("system", "user")
    assert "water the plants" in user.text


@requirement("host:print-response")
async def test_an_answer_reaches_the_listeners_with_its_step(tmp_path: Path) -> None:
    async with stage(tmp_path, [host("FINISH", result="well")]) as scene:
        await scene.run()
    (step,) = [event for event in scene.heard.events if isinstance(event, StepEnded)]
    assert step.response["result"] == "well"


@requirement("host-llm:thread")
def test_a_provider_is_awaited() -> None:
    assert inspect.iscoroutinefunction(Provider.complete)


@requirement("host-llm:backup")
async def test_a_backup_model_answers_where_the_first_does_not(tmp_path: Path) -> None:
    noticed: list[str] = []
    broken = ScriptedProvider([ModelUnavailable("no route")])
    provider = FallbackProvider(broken, ScriptedProvider([host("FINISH", result="from the backup")]), noticed.append)
    async with stage(tmp_path, provider) as scene:
        assert (await scene.run()).answer == "from the backup"
    assert noticed
