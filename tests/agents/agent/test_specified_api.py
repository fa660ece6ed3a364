"""Where the specification names a function's parameters and ours has the same in another shape."""

from __future__ import annotations

import inspect
import json
from pathlib import Path

import pytest

from tests.llm.turns import picture
from tests.requirement import requirement
from tests.scenarios.readers import unread
from tests.scenarios.stage import host, stage
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.agent.model_agent import AgentType
from ufo.errors import ModelUnavailable
from ufo.llm.fallback import FallbackProvider
from ufo.llm.json_answer import json_object
from ufo.llm.provider import Provider
from ufo.llm.scripted import ScriptedProvider
from ufo.prompts.prompter import HostAgentPrompter
from ufo.schema.message import ImagePart
from ufo.trace.events import Noticed, StepEnded


@requirement("host:constructor")
def test_the_prompters_parameters_are_the_specifications() -> None:
    parameters = inspect.signature(HostAgentPrompter).parameters
    assert [(name, parameter.default) for name, parameter in parameters.items()] == [
        ("is_visual", True),
        ("main_prompt", "host_agent"),
        ("example_prompt", "host_agent"),
        ("api_prompt", ""),
    ]
    assert "name" in inspect.signature(HostAgent).parameters


@requirement("host:message-constructor", "host-llm:prompt", "host:input.screenshot")
async def test_a_message_is_made_of_the_specifications_parts_and_of_what_the_agent_knows(tmp_path: Path) -> None:
    async with stage(tmp_path, ScriptedProvider([], sees_pictures=True)) as scene:
        system, user = scene.session.host.message_constructor(
            image_list=[picture().data_url],
            os_info=[{"id": "0", "name": "Garden", "kind": "APPLICATION"}],
            plan=["fetch water"],
            prev_subtask=[{"subtask": "find the can", "status": "FINISH"}],
            request="water the plants",
            blackboard_prompt=[{"role": "user", "content": "the can is blue"}],
        )
    assert (system.role, user.role) == ("system", "user")
    for told in ("water the plants", "Garden", "fetch water", "find the can"):
        assert told in user.text
    assert user.text.startswith('<data name="shared memory of all agents">\nthe can is blue')
    assert [part.caption for part in user.parts if isinstance(part, ImagePart)] == [
        "Picture 1 of 1: the desktop as it is now."
    ]


@requirement("host:print-response")
async def test_an_answer_reaches_the_listeners_with_its_step(tmp_path: Path) -> None:
    async with stage(tmp_path, unread([host("FINISH", result="well")])) as scene:
        await scene.run()
    (step,) = [event for event in scene.heard.events if isinstance(event, StepEnded)]
    assert step.response["result"] == "well"


@requirement("host-llm:thread")
def test_a_provider_is_awaited() -> None:
    assert inspect.iscoroutinefunction(Provider.complete)


@requirement("host-llm:backup")
async def test_a_backup_model_answers_where_the_first_does_not(tmp_path: Path) -> None:
    (tmp_path / "none.json").write_text("[]", encoding="utf-8")
    (tmp_path / "one.json").write_text(json.dumps([host("FINISH", result="from the backup")]), encoding="utf-8")
    model = {"name": f"scripted:{tmp_path / 'none.json'}", "backup": f"scripted:{tmp_path / 'one.json'}"}
    async with stage(tmp_path, None, model=model) as scene:
        assert (await scene.run()).answer == "from the backup"
    assert [
        event.text for event in scene.heard.events if isinstance(event, Noticed) and "asking scripted" in event.text
    ]


@requirement("host-llm:backup")
async def test_the_backup_is_not_asked_where_get_response_is_told_so(tmp_path: Path) -> None:
    broken = ScriptedProvider([ModelUnavailable("no route")] * 2)
    provider = FallbackProvider(broken, ScriptedProvider([host("FINISH")]))
    async with stage(tmp_path, provider) as scene:
        with pytest.raises(ModelUnavailable, match="no route"):
            await scene.session.host.get_response((), AgentType.HOST, use_backup_engine=False)
        text, _ = await scene.session.host.get_response((), AgentType.HOST, use_backup_engine=True)
    assert json_object(text)["status"] == "FINISH"
