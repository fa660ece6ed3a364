"""What is left of a turn after a run: its local values, its prompt and its files."""

from __future__ import annotations

import json
from typing import Any

from tests.scenarios.controls import target_id
from tests.scenarios.stage import Stage, assign
from ufo.agents.agent.basic_agent import BasicAgent
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy
from ufo.agents.processors.local_values import AppAgentProcessorContext, HostAgentProcessorContext
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.message import ImagePart


def to_form(turn: Turn) -> dict[str, Any]:
    """The HostAgent's answer that hands the form over."""
    return assign(target_id(turn, "Registration"), "fill in the form")


def host_values(scene: Stage) -> HostAgentProcessorContext:
    """Of the HostAgent's last turn."""
    local = _values(scene.session.host)
    assert isinstance(local, HostAgentProcessorContext)
    return local


def app_values(scene: Stage, agent: str = "form/form") -> AppAgentProcessorContext:
    """Of the AppAgent's last turn."""
    local = _values(scene.session.host.appagent_dict[agent])
    assert isinstance(local, AppAgentProcessorContext)
    return local


def _values(agent: BasicAgent) -> Any:
    assert agent.processor is not None
    return agent.processor.processing_context.local_context


def turns(scene: Stage) -> list[Turn]:
    assert isinstance(scene.provider, ScriptedProvider)
    return scene.provider.turns


def prompt(turn: Turn) -> str:
    return "\n".join(message.text for message in turn.messages)


def pictures(turn: Turn) -> list[ImagePart]:
    return [part for message in turn.messages for part in message.parts if isinstance(part, ImagePart)]


def requests(scene: Stage) -> list[dict[str, Any]]:
    lines = (scene.folder / "request.log").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def assert_declares(
    strategy: BaseProcessingStrategy, depends_on: set[str], added: set[str], provides: set[str], given: set[str]
) -> None:
    """`depends_on` and `provides` are the specification's lists; `added` and `given` what its bodies use besides."""
    assert set(strategy.get_dependencies()) == depends_on | added
    assert set(strategy.get_provides()) == provides | given
    assert not (depends_on & added or provides & given)
