"""Which servers an agent gets: by its name and the application, from the settings."""

from __future__ import annotations

import logging
from pathlib import Path
from types import MappingProxyType

import pytest
from mcp.server import MCPServer

from ufo.config.settings import Settings, ToolServerSettings
from ufo.desktop.fake import FakeDesktop
from ufo.errors import ConfigError
from ufo.extensions import Group, installed
from ufo.schema.tool_facts import ToolFacts
from ufo.tools.dispatch.toolset import SERVERS, ServerEntry, build_dispatcher
from ufo.tools.observe.selection import Selection, ToolScope
from ufo.tools.servers.server import ToolServer


def looks(scope: ToolScope) -> MCPServer:
    server = ToolServer("Looks")

    @server.observes(ToolFacts())
    async def working_folder() -> str:
        return str(scope.working_folder)

    return server


def acts(scope: ToolScope) -> MCPServer:
    server = ToolServer("Acts")

    @server.acts(ToolFacts())
    async def act() -> str:
        return "done"

    return server


HERE = MappingProxyType(
    {
        "Looks": ServerEntry(f"{__name__}:looks", "data_collection"),
        "Acts": ServerEntry(f"{__name__}:acts", "action"),
        "Lost": ServerEntry("ufo.tools.servers.nowhere:nothing", "action"),
    }
)


@pytest.fixture
def scope(tmp_path: Path) -> ToolScope:
    return ToolScope(FakeDesktop(), Selection(), tmp_path)


def settings(**by_application: ToolServerSettings) -> Settings:
    return Settings().model_copy(update={"tools": {"AppAgent": by_application}})


BOTH = ToolServerSettings(data_collection=("Looks",), action=("Acts",))
LOOKS = ToolServerSettings(data_collection=("Looks",), action=())


async def test_an_application_has_its_own_tools_and_others_the_default(scope: ToolScope) -> None:
    item = settings(default=LOOKS, special=BOTH)
    for app_root, expected in (("special", {"working_folder", "act"}), ("other", {"working_folder"})):
        dispatcher = build_dispatcher("AppAgent", app_root, scope, item.tools, HERE)
        assert {tool.tool_name for tool in await dispatcher.list_tools()} == expected
        await dispatcher.close()


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (ToolServerSettings(data_collection=("Lokos",), action=()), "'Lokos'; known are: Acts, .*Looks, Lost"),
        (ToolServerSettings(data_collection=("Acts",), action=()), "under `action`"),
        (ToolServerSettings(data_collection=(), action=("Lost",)), "ufo.tools.servers.nowhere"),
    ],
)
def test_a_server_that_cannot_be_had_is_named_with_the_known_ones(
    scope: ToolScope, chosen: ToolServerSettings, said: str
) -> None:
    with pytest.raises(ConfigError, match=said):
        build_dispatcher("AppAgent", "any", scope, settings(default=chosen).tools, HERE)


def test_an_unknown_agent_and_a_missing_default_are_said(scope: ToolScope) -> None:
    with pytest.raises(ConfigError, match="'Nobody'.*AppAgent"):
        build_dispatcher("Nobody", "any", scope, settings(default=BOTH).tools, HERE)
    with pytest.raises(ConfigError, match="neither 'any' nor 'default'"):
        build_dispatcher("AppAgent", "any", scope, settings(special=BOTH).tools, HERE)


def test_building_servers_leaves_the_root_logger_as_it_was(scope: ToolScope) -> None:
    root = logging.getLogger()
    kept = list(root.handlers)
    for handler in kept:
        root.removeHandler(handler)
    try:
        build_dispatcher("AppAgent", "any", scope, settings(default=BOTH).tools, HERE)
        assert root.handlers == []
    finally:
        for handler in kept:
            root.addHandler(handler)


def test_every_server_that_the_default_settings_name_is_known() -> None:
    for by_application in Settings().tools.values():
        for chosen in by_application.values():
            assert {*chosen.data_collection, *chosen.action} <= {*SERVERS, *installed(Group.TOOLS)}
