"""SystemExecutor: processes, the desktop's settings, default applications, and the help of programs."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from mcp.server import MCPServer
from pydantic import Field

from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.server import ToolServer
from ufo.tools.services.default_applications import choose_opener, kind_meant, opener_of
from ufo.tools.services.desktop_settings import DesktopSettings
from ufo.tools.services.processes import end_process, own_processes
from ufo.tools.services.program_help import help_of
from ufo.tools.system.application_match import find_application

_PROCESS_WORDS = ("running programs", "process", "processes", "kill", "memory use", "hangs", "frozen")
_SETTING_WORDS = ("desktop setting", "setting", "settings", "gsettings", "dark mode", "theme", "wallpaper", "background",
    "text size", "scaling", "font", "night light", "clock", "screen lock", "notifications", "preference")  # fmt: skip
_OPENER_WORDS = (
    "default application", "default browser", "default program", "opens", "open with", "file association",
    "always shown in", "always open", "standard browser", "standard program",
)  # fmt: skip
_HELP_WORDS = ("command line options", "option", "command line", "help")
_SHOWN = 40
Kind = Annotated[str, Field(min_length=1, description='".pdf", "image/png" or "https"')]


def system(scope: ToolScope) -> MCPServer:
    server = ToolServer("SystemExecutor", "Processes, settings of the desktop, default applications, help of programs.")
    _add_processes(server)
    _add_settings(server, scope)
    _add_openers(server, scope)
    _add_help(server, scope)
    return server


def _add_processes(server: ToolServer) -> None:
    @server.observes(ToolFacts(kind=ActionKind.LOOK, words=_PROCESS_WORDS))
    async def list_processes(name: str = "") -> dict[str, Any]:
        """List the person's running programs, or those of that name, with number, memory and processor time."""
        found = await asyncio.to_thread(own_processes, name)
        rows = [
            {
                "pid": running_process.pid,
                "name": running_process.name,
                "command": running_process.command,
                "megabytes": round(running_process.memory / 1_000_000),
                "processor_seconds": round(running_process.processor, 1),
            }
            for running_process in found[:_SHOWN]
        ]
        return {"count": len(found), "processes": rows}

    @server.destroys(ToolFacts(kind=ActionKind.END_PROCESS, words=(*_PROCESS_WORDS, "end", "stop", "terminate")))
    async def stop_process(pid: int, name: str, force: bool = False) -> ActionReport:
        """End one of the person's programs by its number and name; `force` where it does not react."""
        said = await end_process(pid, name, force=force)
        return ActionReport(value={"pid": pid}, effect=Effect.CONFIRMED, route=Route.NATIVE, evidence=(said,))


def _add_settings(server: ToolServer, scope: ToolScope) -> None:
    @server.observes(ToolFacts(kind=ActionKind.LOOK, words=_SETTING_WORDS))
    async def find_settings(words: Annotated[str, Field(min_length=1)]) -> dict[str, Any]:
        """Find keys of the desktop's settings (gsettings) by words in schema, key or value, with their values."""
        count, found = await DesktopSettings(scope.settings_environment).find(words)
        rows = [
            {
                "schema": setting.schema,
                "key": setting.key,
                "value": setting.value,
                "takes": setting.range,
                "about": setting.about,
            }
            for setting in found
        ]
        return {"count": count, "settings": rows}

    @server.acts(ToolFacts(kind=ActionKind.CHANGE_SETTING, words=_SETTING_WORDS))
    async def change_setting(schema: str, key: str, value: str) -> ActionReport:
        """Set a key of the desktop's settings (gsettings) and read it back; tells what it was before."""
        before, after = await DesktopSettings(scope.settings_environment).change(schema, key, value)
        is_so = after != before or _plain(after) == _plain(value)
        said = f"{schema} {key} was {before} and is {after}" if after != before else f"{schema} {key} is {after}"
        effect = Effect.CONFIRMED if is_so else Effect.SUSPECTED_NOOP
        value_now = {"before": before, "after": after}
        return ActionReport(value=value_now, effect=effect, route=Route.NATIVE, evidence=(said,))


def _add_openers(server: ToolServer, scope: ToolScope) -> None:
    @server.observes(ToolFacts(kind=ActionKind.LOOK, words=_OPENER_WORDS))
    async def default_application(of: Kind) -> dict[str, Any]:
        """Tell which application opens a kind of file or address by default, and which others can."""
        opener = await opener_of(kind_meant(of), scope.settings_environment)
        names = {f"{application.id}.desktop": application.name for application in await scope.desktop.applications()}
        others = [names.get(text, text) for text in opener.others if text != opener.default]
        return {"type": opener.kind, "default": names.get(opener.default, opener.default), "others": others}

    @server.acts(ToolFacts(kind=ActionKind.DEFAULT_APPLICATION, words=_OPENER_WORDS))
    async def set_default_application(of: Kind, application: Annotated[str, Field(min_length=1)]) -> ActionReport:
        """Choose the application that opens a kind of file or address by default."""
        kind = kind_meant(of)
        chosen = find_application(application, await scope.desktop.applications())
        before, now = await choose_opener(kind, f"{chosen.id}.desktop", scope.settings_environment)
        if now != f"{chosen.id}.desktop":
            raise ToolError(f"{kind} is still opened by {now or 'nothing'}; the system did not take {chosen.name}")
        said = f"{kind} is opened by {chosen.name} now, before by {before or 'nothing'}"
        value = {"type": kind, "before": before, "after": now}
        return ActionReport(value=value, effect=Effect.CONFIRMED, route=Route.NATIVE, evidence=(said,))


def _add_help(server: ToolServer, scope: ToolScope) -> None:
    @server.observes(ToolFacts(kind=ActionKind.LOOK, words=_HELP_WORDS))
    async def program_help(program: str, words: str = "") -> dict[str, Any]:
        """Read what an installed program's own help says of its command line, about these words."""
        told = await help_of(program, words, scope.environment)
        return {"program": told.program, "from": told.source, "of_lines": told.whole, "help": "\n".join(told.lines)}


def _plain(value: str) -> str:
    return value.strip().strip("'\"")
