"""`ufo tool`: lists the tools (ours, and those that the settings add in this process and over MCP) and calls one by hand,
through the same dispatcher and policy as an agent's.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ufo.agents.services import Tools
from ufo.agents.user import User
from ufo.api.windows import choose
from ufo.cli.output import Terminal, print_json, print_remark
from ufo.cli.person import consenting, person_at
from ufo.cli.process.logfile import unlogged
from ufo.cli.process.surroundings import working_folder
from ufo.cli.settings import command_settings, pairs
from ufo.config.sections import ToolboxSections
from ufo.config.settings import Settings, ToolServerSettings
from ufo.desktop.backend import Desktop
from ufo.errors import ConfigError
from ufo.runs.desktops import open_desktop
from ufo.runs.toolbox import ServerToolbox, Shared
from ufo.schema.command import Command, Result
from ufo.schema.exit_codes import EXIT_FAILED
from ufo.schema.tool import ToolInfo
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretResolver, SecretStore
from ufo.tools.dispatch.catalogue import added_tools, all_tools, named_among, outside_tools
from ufo.tools.dispatch.toolset import added_servers
from ufo.tools.external.servers import ExternalServers, Surroundings
from ufo.tools.external.told import SEPARATOR

BY_HAND = "AppAgent"
"""The agent whose tools they are."""


@dataclass(frozen=True, slots=True)
class ConfiguredTools:
    """`tell` is called with one line for each server that cannot be used. `servers` are the MCP servers among them."""

    settings: Settings
    servers: ExternalServers
    tell: Callable[[str], None]

    async def all(self) -> tuple[ToolInfo, ...]:
        """Start every server and wait until each has told its tools or failed."""
        return (*await all_tools(), *await self._added(), *await self._outside())

    async def named(self, name: str) -> ToolInfo:
        """Return the tool of that name. No server is started that it does not need. Raises ConfigError."""
        ours = await all_tools()
        if any(name in (tool.tool_name, f"{tool.namespace}.{tool.tool_name}") for tool in ours):
            return named_among(name, ours)
        if _server_in(name) not in self.settings.mcp:
            return named_among(name, (*ours, *await self._added()))
        tools = await self._outside()
        if not tools:
            raise ConfigError(f"the MCP server {_server_in(name)!r} has no tools now; `ufo doctor` tries every server")
        return named_among(name, tools)

    async def _added(self) -> tuple[ToolInfo, ...]:
        with unlogged():
            return await added_tools(self.settings.tools, self.tell)

    async def _outside(self) -> tuple[ToolInfo, ...]:
        servers = self.servers.of(BY_HAND)
        with unlogged():
            await self.servers.settled()
        return await outside_tools(servers)


@asynccontextmanager
async def configured_tools(
    settings: Settings, folder: Path, masks: Masks, tell: Callable[[str], None], name: str = ""
) -> AsyncIterator[ConfiguredTools]:
    """Open what the settings name. `name`: the tool that is wanted, where only one is. Raises ConfigError."""
    wanted = {
        key: server_settings for key, server_settings in settings.mcp.items() if not name or key == _server_in(name)
    }
    by_hand = {
        key: server_settings.model_copy(update={"agents": (BY_HAND,)}) for key, server_settings in wanted.items()
    }
    around = Surroundings(folder, SecretStore(settings.secrets), masks, tell, settings.desktop.environment)
    servers = ExternalServers(by_hand, around)
    try:
        yield ConfiguredTools(settings, servers, tell)
    finally:
        await servers.close()


def _server_in(name: str) -> str:
    return name.partition(SEPARATOR)[0] if SEPARATOR in name else ""


_COLLECTOR, _WORKS_CONTROLS = "UICollector", "AppUIExecutor"


def list_tools(as_json: bool) -> int:
    tools = asyncio.run(_listed(command_settings()))
    if as_json:
        print_json([tool.model_dump(mode="json") for tool in tools])
        return 0
    console = Terminal()
    namespace = ""
    for tool in tools:
        if tool.namespace != namespace:
            namespace = tool.namespace
            console.print(f"\n{namespace} ({tool.tool_type})", style="bold", markup=False)
        about = " ".join(tool.description.split())
        console.print(f"  {tool.tool_name}({', '.join(tool.parameters)})  {about}", markup=False, highlight=False)
    return 0


async def _listed(settings: Settings) -> tuple[ToolInfo, ...]:
    async with configured_tools(settings, working_folder(), Masks(), print_remark) as configured:
        return await configured.all()


def call_tool(
    name: str,
    arguments: Sequence[str],
    overrides: Mapping[str, Any],
    *,
    app_name: str | None,
    consents: bool,
    as_json: bool,
) -> int:
    """Call a tool and return 0 where it succeeded. Arguments are key=value; a value that is JSON is parsed."""
    settings = consenting(command_settings(**overrides), consents)
    return asyncio.run(_Call(settings, app_name, consents, as_json).run(name, arguments))


def parse_arguments(tool: ToolInfo, arguments: Sequence[str]) -> dict[str, Any]:
    """Return the arguments by name. Where the tool takes a text, 007 and true stay texts. Raises ConfigError for a word
    without "=".
    """
    about = tool.input_schema.get("properties", {})
    given = pairs(arguments, "name=Save or seconds=2")
    return {key: _read(value, about.get(key, {}).get("type") == "string") for key, value in given.items()}


def _read(word: str, is_text: bool) -> Any:
    try:
        value = json.loads(word)
    except ValueError:
        return word
    return word if is_text and not isinstance(value, str) else value


@dataclass(frozen=True)
class _Call:
    settings: Settings
    app_name: str | None
    consents: bool
    as_json: bool

    async def run(self, name: str, words: Sequence[str]) -> int:
        keeper, folder = SecretResolver(SecretStore(self.settings.secrets), Masks()), working_folder()
        async with configured_tools(self.settings, folder, keeper.masks, print_remark, name) as configured:
            tool = await configured.named(name)
            arguments = parse_arguments(tool, words)
            keeper.person_said(arguments)
            shared = Shared(keeper, outside=configured.servers)
            async with open_desktop(self.settings.desktop) as in_use:
                in_use.desktop.tell_by(print_remark)
                toolbox = ServerToolbox(in_use, ToolboxSections.of(self._with_server_of(tool)), folder, shared=shared)
                toolbox.bounded.permits.person = self._person
                try:
                    tools = toolbox.open(BY_HAND, "default")
                    await self._select(tools, in_use.desktop, tool)
                    result = await self._dispatch(tools, tool, arguments)
                finally:
                    await toolbox.close()
        _tell(keeper.masks.model(result), self.as_json)
        return 0 if result.ok else EXIT_FAILED

    def _with_server_of(self, tool: ToolInfo) -> Settings:
        """Return settings that give every application that tool's server, besides the collector. An MCP server is none of them:
        it is shared.
        """
        own = () if tool.namespace in self.settings.mcp else (tool.namespace,)
        looking = tuple(dict.fromkeys((_COLLECTOR, *own))) if tool.tool_type == "data_collection" else (_COLLECTOR,)
        servers = ToolServerSettings(data_collection=looking, action=own if tool.tool_type == "action" else ())
        return self.settings.model_copy(update={"tools": {BY_HAND: {"default": servers}}})

    async def _select(self, tools: Tools, desktop: Desktop, tool: ToolInfo) -> None:
        """Select the window to work on. A tool that acts on controls needs a look first, which issues ids and shows the policy
        the controls.
        """
        windows = await desktop.windows()
        if not windows and self.app_name is None:
            return
        tools.selection.window = await choose(windows, self.app_name, None, tools.scope.documents)
        acts = tool.namespace == _WORKS_CONTROLS and not tool.read_only
        if acts or (
            tool.namespace in (_WORKS_CONTROLS, *added_servers(self.settings.tools)) and "id" in tool.parameters
        ):
            look = Command(tool_name="get_app_window_controls_target_info", tool_type="data_collection")
            await tools.dispatcher.execute_commands([look])

    async def _dispatch(self, tools: Tools, tool: ToolInfo, arguments: dict[str, Any]) -> Result:
        command = Command(tool_name=tool.tool_name, parameters=arguments, tool_type=tool.tool_type)
        (verdict,) = await tools.dispatcher.review([command])
        if verdict.needs_consent and await self._consent(verdict.question):
            tools.dispatcher.approve(command.call_id)
        (result,) = await tools.dispatcher.execute_commands([command])
        return result

    async def _consent(self, question: str) -> bool:
        return await self._person.confirm(question)

    @property
    def _person(self) -> User:
        timeout_s = self.settings.system.question_timeout_s
        return person_at(Terminal(stderr=True), timeout_s, self.consents, self.as_json)


def _tell(result: Result, as_json: bool) -> None:
    if as_json:
        print_json(result.model_dump(mode="json"))
        return
    console = Terminal()
    effect = f", {result.effect}" if result.effect else ""
    console.print(f"{result.status}{effect}", style="green" if result.ok else "red", markup=False)
    for line in (*result.evidence, *([result.error] if result.error else [])):
        console.print(f"  {line}", markup=False, highlight=False)
    if result.result not in (None, ""):
        text = result.result if isinstance(result.result, str) else json.dumps(result.result, ensure_ascii=False)
        console.say(text)
