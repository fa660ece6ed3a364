"""The mode of a run chooses agents, prompts and models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.agents.turns import prompt, to_form, turns
from tests.requirement import requirement
from tests.scenarios.stage import app, host, stage
from ufo.agents.agent.agent_config import AgentConfigResolver
from ufo.agents.agent.files_agent import FilesAgent
from ufo.errors import ConfigError
from ufo.schema.running_mode import RunningMode

FOLLOWS = "one step of a plan that the person gave"


@requirement("mode:resolver", "mode:operator")
def test_each_mode_has_its_own_agents_prompts_and_models() -> None:
    app_config, operator = (
        AgentConfigResolver.resolve_app_agent_config,
        AgentConfigResolver.resolve_operator_agent_config,
    )
    chosen = [
        app_config("calc", "soffice", RunningMode.NORMAL),
        app_config("calc", "soffice", RunningMode.BATCH_NORMAL),
        app_config("calc", "soffice", RunningMode.FOLLOWER),
        operator("calc", "soffice", RunningMode.NORMAL_OPERATOR),
        operator("calc", "soffice", RunningMode.BATCH_OPERATOR),
        AgentConfigResolver.resolve_third_party_config("FilesAgent", RunningMode.NORMAL),
    ]
    assert [(item["agent_type"], item["name"], item["main_prompt"], item["model"]) for item in chosen] == [
        ("app", "AppAgent/calc/soffice", "app_agent", "app"),
        ("batch_normal", "BatchAgent/calc/soffice", "app_agent", "app"),
        ("app", "AppAgent/calc/soffice", "app_agent_follower", "app"),
        ("operator", "OpenAIOperator/calc/soffice", "operator_agent", "operator"),
        ("operator", "BatchOpenAIOperator/calc/soffice", "operator_agent", "operator"),
        ("FilesAgent", "FilesAgent", "", "app"),
    ]
    assert [item["example_prompt"] for item in chosen] == ["app_agent", "app_agent", "app_agent_follower", "", "", ""]
    assert [item["mode"] for item in chosen[:-1]] == [
        RunningMode.NORMAL,
        RunningMode.BATCH_NORMAL,
        RunningMode.FOLLOWER,
        RunningMode.NORMAL_OPERATOR,
        RunningMode.BATCH_OPERATOR,
    ]
    assert {(item["app_root_name"], item["process_name"]) for item in chosen[:-1]} == {("calc", "soffice")}


@requirement("host:unsupported-mode", "mode:operator")
@pytest.mark.parametrize("mode", RunningMode)
def test_a_mode_without_such_agents_is_refused(mode: RunningMode) -> None:
    resolve = (
        AgentConfigResolver.resolve_app_agent_config
        if mode.has_operator
        else AgentConfigResolver.resolve_operator_agent_config
    )
    with pytest.raises(ValueError, match=f"Unsupported mode: {mode}"):
        resolve("calc", "soffice", mode)


@pytest.mark.parametrize(
    ("mode", "name", "follows"),
    [
        (RunningMode.NORMAL, "AppAgent/form/form", False),
        (RunningMode.BATCH_NORMAL, "BatchAgent/form/form", False),
        (RunningMode.FOLLOWER, "AppAgent/form/form", True),
    ],
)
async def test_the_mode_of_a_session_decides_who_acts_by_which_prompt(
    tmp_path: Path, mode: RunningMode, name: str, follows: bool
) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")], mode=mode) as scene:
        await scene.run()
        (agent,) = scene.session.host.appagent_dict.values()
    (turn,) = [turn for turn in turns(scene) if turn.agent == "app"]
    assert agent.name == name
    assert (FOLLOWS in prompt(turn)) is follows


@requirement("mode:operator")
@pytest.mark.parametrize("mode", [RunningMode.NORMAL_OPERATOR, RunningMode.BATCH_OPERATOR])
async def test_an_operator_mode_without_a_model_for_it_says_what_to_do(tmp_path: Path, mode: RunningMode) -> None:
    with pytest.raises(ConfigError, match="'builtin' has no computer use.*set `agents.operator.name` to one"):
        async with stage(tmp_path, None, mode=mode):
            raise AssertionError("no session may begin")


async def test_an_operator_mode_assigns_to_the_operator_agent_that_is_registered(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"third_party": {"operator": {"agent": "FilesAgent"}}}
    answers = [to_form, host("FINISH")]
    async with stage(tmp_path, answers, mode=RunningMode.NORMAL_OPERATOR, **settings) as scene:
        await scene.run()
        (agent,) = scene.session.host.appagent_dict.values()
    assert isinstance(agent, FilesAgent)
    assert agent.name == "OpenAIOperator/form/form"
