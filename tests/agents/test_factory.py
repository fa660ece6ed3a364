"""Sub-agents by kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.requirement import requirement
from tests.scenarios.stage import stage
from ufo.agents.agent.agent_config import AgentConfigResolver
from ufo.agents.agent.files_agent import FilesAgent
from ufo.agents.factory import AgentFactory
from ufo.errors import ConfigError
from ufo.schema.running_mode import RunningMode


async def test_an_enabled_agent_that_nobody_registered_is_said_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="'Nobody' is not registered; registered: FilesAgent"):
        async with stage(tmp_path, [], system={"enabled_third_party_agents": ["Nobody"]}):
            raise AssertionError("no session may begin")


async def test_an_agent_has_the_name_of_its_configuration_and_the_class_that_is_registered(tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "system": {"enabled_third_party_agents": ["Archive"]},
        "third_party": {"Archive": {"agent": "FilesAgent", "introduction": "knows old files"}},
    }
    async with stage(tmp_path, [], **settings) as scene:
        main = scene.session.host
        config = AgentConfigResolver.resolve_third_party_config("Archive", RunningMode.NORMAL)
        made = main.agent_factory.create_agent(main, **config)
        assert isinstance(made, FilesAgent) and made.name == "Archive" and made.host is main
        assert isinstance(main.agent_factory, AgentFactory)


@requirement("host:instantiation")
async def test_an_app_agent_has_the_tools_of_its_application(tmp_path: Path) -> None:
    tools = {"AppAgent": {"form": {"data_collection": ["UICollector"], "action": []}}}
    async with stage(tmp_path, [], tools=tools) as scene:
        main = scene.session.host
        for root, expected in (("form", False), ("sheet", True)):
            config = AgentConfigResolver.resolve_app_agent_config(root, root, RunningMode.NORMAL)
            agent = main.agent_factory.create_agent(main, **config)
            names = {tool.tool_name for tool in await agent.tools.dispatcher.list_tools()}
            assert ("click_input" in names) is expected
            assert "get_app_window_info" in names
