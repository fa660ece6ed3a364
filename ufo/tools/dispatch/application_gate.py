"""Asks before each command whether the application that it works is permitted, whichever way the command takes there.

The desktop itself holds looks and input to the permitted applications. What reaches an application beside it (its own interface,
a program, a server) is held here, by the same permits; and here alone a person is asked, because here no deadline runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import PurePath

from ufo.config.sections import ToolMap
from ufo.config.settings import ToolServerSettings
from ufo.desktop.bounds.permits import Named, Permits, of_launch, of_window
from ufo.desktop.bounds.permitted_desktop import PermittedDesktop
from ufo.errors import UfoError
from ufo.schema.command import Command
from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import ActionKind
from ufo.tools.observe.selection import ToolScope
from ufo.tools.system.launch_arguments import what_to_open
from ufo.tools.system.process import split_command

WORKS_WINDOWS = frozenset({"AppUIExecutor", "PointerExecutor"})
"""Servers that work the selected window through the desktop."""
_OF_SESSION = {
    ActionKind.CALL_SERVICE: "a service of the session",
    ActionKind.CHANGE_SETTING: "a setting of the desktop",
    ActionKind.DEFAULT_APPLICATION: "a default application",
    ActionKind.END_PROCESS: "a process",
}
"""What works no application in particular, and may reach every one."""
_OF_LISTED = (ActionKind.SELECT_WINDOW, ActionKind.CLOSE)
"""What names a window of the list, and not the selected one."""


class ApplicationGate:
    """Judges the commands of one agent. `servers`: the applications that a server works by itself, by the server's name."""

    def __init__(
        self, scope: ToolScope, desktop: PermittedDesktop, permits: Permits, servers: Mapping[str, tuple[str, ...]]
    ) -> None:
        self._scope = scope
        self._desktop = desktop
        self._permits = permits
        self._servers = servers

    async def refusal(self, command: Command, tool: ToolInfo | None) -> str:
        """Return why the command may not run, after the person was asked where that is needed; "" where it may."""
        if tool is None:
            return ""
        kind = tool.facts.kind
        if kind is ActionKind.LAUNCH:
            return await self._of_launch(command)
        if kind is ActionKind.PROGRAM:
            return self._of_programs(command)
        if self._permits.only and kind in _OF_SESSION:
            return (
                f"{_OF_SESSION[kind]} may reach any application, and this run is held to {','.join(self._permits.only)}"
            )
        if self._permits.only and kind is ActionKind.FOREIGN:
            return self._permits.why_never(Named.of(tool.namespace))
        worked = Named.of(*self._servers.get(tool.namespace, ()))
        if worked.root and not self._is_selected(worked):
            return await self._permits.asked(worked)
        if worked.root or kind in _OF_LISTED or tool.facts.of_window or tool.namespace in WORKS_WINDOWS:
            return await self._of_window(command, kind)
        # A file is no application; and what a server of the user's does on the desktop, the desktop itself holds.
        return ""

    def _is_selected(self, application: Named) -> bool:
        window = self._scope.selection.window
        return window is not None and bool(of_window(window).names & application.names)

    async def _of_launch(self, command: Command) -> str:
        installed = await self._scope.desktop.applications()
        name, arguments = str(command.parameters.get("name") or ""), command.parameters.get("arguments")
        given = [str(item) for item in arguments] if isinstance(arguments, list) else []
        # What cannot be resolved is not started either: the tool says why.
        with suppress(UfoError):
            application, _ = what_to_open(name.strip(), given, self._scope.working_folder, installed)
            return await self._permits.asked(of_launch(application.id, installed), started=True)
        return ""

    def _of_programs(self, command: Command) -> str:
        """Return why the programs of a command line may not run. The policy asks about each anyway."""
        if not self._permits.only:
            return ""
        for program in _programs(command):
            if why := self._permits.why_never(Named.of(PurePath(program).name)):
                return why
        return ""

    async def _of_window(self, command: Command, kind: ActionKind) -> str:
        chosen = self._scope.selection.window
        if kind in _OF_LISTED:
            chosen = self._scope.selection.windows.get(str(command.parameters.get("id", "")))
        return "" if chosen is None else await self._desktop.why_not(chosen)


def _programs(command: Command) -> Iterator[str]:
    line = command.parameters.get("bash_command")
    if isinstance(line, str):
        with suppress(UfoError):  # the tool refuses what cannot be read
            yield split_command(line)[0]
    then = command.parameters.get("then")
    for vector in (command.parameters.get("command"), *(then if isinstance(then, list) else ())):
        if isinstance(vector, list) and vector:
            yield str(vector[0])


def servers_of_applications(tools: ToolMap) -> Mapping[str, tuple[str, ...]]:
    """Return the servers that work certain applications by themselves, each with the names of these."""
    found: dict[str, tuple[str, ...]] = {}
    for by_application in tools.values():
        everywhere = set(_servers(by_application.get("default")))
        for root, chosen in by_application.items():
            for server in set(_servers(chosen)) - everywhere:
                found[server] = (*found.get(server, ()), root)
    return found


def _servers(chosen: ToolServerSettings | None) -> tuple[str, ...]:
    return () if chosen is None else (*chosen.data_collection, *chosen.action)
