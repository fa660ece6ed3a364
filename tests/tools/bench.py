"""An agent's tools on a desktop in memory, as the agents' room has them: looks, then commands through a real MCP server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import anyio
from mcp.server import MCPServer

from tests.waiting import for_a_while
from ufo.desktop.backend import Desktop
from ufo.desktop.fake import FakeDesktop, RunningApp
from ufo.desktop.fake.apps import form, sheet, text_editor
from ufo.schema.command import Command, Result
from ufo.schema.target import TargetInfo
from ufo.secrets.secret_resolver import SecretResolver
from ufo.tools.dispatch.mcp_dispatcher import LocalCommandDispatcher, NamedServer
from ufo.tools.observe.observer import Observer
from ufo.tools.observe.selection import Selection, ToolScope


class Bench:
    """Tools work on the `desktop` given, or on the one in memory. `keeper`: gives out a person's secrets."""

    def __init__(
        self,
        folder: Path,
        *factories: Callable[[ToolScope], MCPServer],
        desktop: Desktop | None = None,
        keeper: SecretResolver | None = None,
    ) -> None:
        self.desktop = FakeDesktop([text_editor(), form(), sheet()])
        self.selection = Selection()
        self.scope = ToolScope(desktop or self.desktop, self.selection, folder, keeper=keeper)
        self.eyes = Observer(self.scope)
        servers = [factory(self.scope) for factory in factories]
        self.dispatcher = LocalCommandDispatcher([NamedServer(server.name, "action", server) for server in servers])
        self.app: RunningApp | None = None

    async def open(self, app_root: str, *arguments: str) -> RunningApp:
        """Starts an application, selects its window and looks at it."""
        self.app = self.desktop.start(app_root, *arguments)
        main = self.app.windows[-1].id
        self.selection.window = next(window for window in await self.desktop.windows() if window.id == main)
        await self.eyes.controls()
        return self.app

    async def look(self) -> dict[str, TargetInfo]:
        return {str(target.id): target for target in await self.eyes.controls()}

    def id_of(self, name: str, role: str | None = None) -> str:
        return next(
            key
            for key, element in self.selection.controls.items()
            if element.name == name and role in (None, element.role)
        )

    async def run(self, tool_name: str, **parameters: object) -> Result:
        (result,) = await self.dispatcher.execute_commands([Command(tool_name=tool_name, parameters=parameters)])
        return result

    async def on(self, tool_name: str, name: str, **parameters: object) -> Result:
        """Runs a tool on the control with that name."""
        return await self.run(tool_name, id=self.id_of(name), name=name, **parameters)

    async def titled(self, wanted: str) -> bool:
        """Whether a window gets that title in a while, by which an owned application tells what was done to it."""
        with for_a_while():
            while not any(window.title == wanted for window in await self.scope.desktop.windows()):
                await anyio.sleep(0.05)
            return True
        return False
