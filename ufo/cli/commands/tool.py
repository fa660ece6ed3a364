"""`ufo tool`: lists the tools and calls one by hand, through the same dispatcher and policy as an agent's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ufo.agents.services import Tools
from ufo.api.windows import choose
from ufo.cli.configured_tools import BY_HAND, configured_tools
from ufo.cli.output import Terminal, print_json, print_remark
from ufo.cli.person import person_at
from ufo.cli.process.surroundings import working_folder
from ufo.cli.settings import command_settings
from ufo.commands.dispatch.toolset import added_servers
from ufo.config.sections import ToolboxSections
from ufo.config.settings import Settings, ToolServerSettings
from ufo.desktop.backend import Desktop
from ufo.desktops import open_desktop
from ufo.errors import ConfigError
from ufo.schema.command import Command, Result
from ufo.schema.exit_codes import EXIT_FAILED
from ufo.schema.tool import ToolInfo
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretResolver, SecretStore
from ufo.toolbox import ServerToolbox, Shared

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
    name: str, arguments: Sequence[str], app_name: str | None, where: str | None, consents: bool, as_json: bool
) -> int:
    """Call a tool and return 0 where it succeeded. Arguments are key=value; a value that is JSON is parsed."""
    settings = command_settings(desktop={"where": where})
    return asyncio.run(_Call(settings, app_name, consents, as_json).run(name, arguments))


def parse_arguments(tool: ToolInfo, arguments: Sequence[str]) -> dict[str, Any]:
    """Return the arguments by name. Where the tool takes a text, 007 and true stay texts. Raises ConfigError for a word
    without "=".
    """
    parsed: dict[str, Any] = {}
    for word in arguments:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise ConfigError(f"{word!r} is not key=value; write e.g. name=Save or seconds=2")
        is_text = tool.input_schema.get("properties", {}).get(key, {}).get("type") == "string"
        parsed[key] = _read(value, is_text)
    return parsed


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
                toolbox = ServerToolbox(in_use, ToolboxSections.of(self._with_server_of(tool)), folder, shared=shared)
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
        tools.selection.window = await choose(windows, self.app_name, None)
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
        timeout_s = self.settings.system.question_timeout_s
        return await person_at(Terminal(stderr=True), timeout_s, self.consents, self.as_json).confirm(question)


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
