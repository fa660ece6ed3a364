"""The desktop that one server works on: opened when it is first needed, kept while the client is there, and closed with it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from ufo.agents.services import Tools
from ufo.api.windows import choose
from ufo.config.sections import ToolboxSections
from ufo.config.settings import Settings
from ufo.desktop.bounds.permits import Person
from ufo.desktop.values import Window
from ufo.errors import ToolError
from ufo.runs.desktops import DesktopInUse, open_desktop
from ufo.runs.toolbox import ServerToolbox
from ufo.schema.tool import ToolInfo

_HOST, _APP = "HostAgent", "AppAgent"


class Place:
    """A desktop with the tools of both kinds of agents on it. `lock` is held by whoever works on it."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings = settings
        self.folder = folder
        self.lock = asyncio.Lock()
        self._desktop: asyncio.Future[DesktopInUse] | None = None
        self._owner: asyncio.Task[None] | None = None
        self._end = asyncio.Event()
        self._toolbox: ServerToolbox | None = None
        self._opened: dict[tuple[str, str], Tools] = {}
        self._window: Window | None = None

    async def desktop(self) -> DesktopInUse:
        """Return the desktop, opened. Raises UfoError, and tries again at the next call."""
        if self._desktop is None or (self._desktop.done() and self._desktop.exception() is not None):
            self._desktop = asyncio.get_running_loop().create_future()
            self._owner = asyncio.create_task(self._own(self._desktop), name="the desktop of the MCP server")
        return await asyncio.shield(self._desktop)

    async def windows(self) -> tuple[Window, ...]:
        return tuple(await (await self._box()).bounded.desktop.windows())

    async def asks(self, person: Person) -> None:
        """Have this person asked for what needs their permission from now on."""
        (await self._box()).bounded.permits.person = person

    async def at(self, window: str | None = None) -> Tools:
        """Return the tools for a window, named by its id, any part of its name or its document's path; without it, for the one
        that was last worked on, or the active one. Raises ConfigError where there is none.
        """
        there = await self.windows()
        last = next((item for item in there if self._window is not None and item.id == self._window.id), None)
        if window is None and last is not None:
            chosen = last
        else:
            by_id = any(item.id == window for item in there)
            chosen = await choose(
                there, None if by_id else window, window if by_id else None, (await self._box()).documents
            )
        self._window = chosen
        tools = await self._tools(_APP, chosen.app_root)
        if tools.selection.window is None or tools.selection.window.id != chosen.id:
            tools.selection.choose(chosen)
        return tools

    async def of_desktop(self) -> Tools:
        """Return the tools that need no window: launching, files, programs, settings."""
        return await self._tools(_HOST, "default")

    async def with_tool(self, name: str) -> tuple[Tools, ToolInfo]:
        """Return a tool by its name, of the window that was last worked on or else of the desktop. Raises ToolError."""
        found: list[str] = []
        for tools in await self._all():
            for tool in await tools.dispatcher.list_tools():
                if tool.tool_name == name:
                    return tools, tool
                found.append(tool.tool_name)
        raise ToolError(f"there is no tool {name!r} here; find_tools names those that fit what you want to do")

    async def search(self, words: str, limit: int) -> list[ToolInfo]:
        """Return the tools that fit these words, those of the window first."""
        best: dict[str, ToolInfo] = {}
        for tools in await self._all():
            tools.scope.shelf.tools = await tools.dispatcher.list_tools()
            for tool in tools.scope.shelf.search(words, limit):
                best.setdefault(tool.tool_name, tool)
        return list(best.values())

    async def close(self) -> None:
        if self._toolbox is not None:
            await self._toolbox.close()
        self._end.set()
        if self._owner is not None:
            await asyncio.wait({self._owner})

    async def _all(self) -> list[Tools]:
        of_window = [await self.at()] if await self.windows() else []
        return [*of_window, await self.of_desktop()]

    async def _tools(self, agent: str, app_root: str) -> Tools:
        toolbox = await self._box()
        known = app_root if app_root in self.settings.tools[agent] else "default"
        key = (agent, known)
        if key not in self._opened:
            self._opened[key] = toolbox.open(agent, known)
        return self._opened[key]

    async def _box(self) -> ServerToolbox:
        """Return the toolbox of the desktop, made at the first call."""
        if self._toolbox is None:
            sections = ToolboxSections.of(self.settings)
            self._toolbox = ServerToolbox(await self.desktop(), sections, self.folder)
            self._toolbox.hears("")
        return self._toolbox

    async def _own(self, opened: asyncio.Future[DesktopInUse]) -> None:
        try:
            async with open_desktop(self.settings.desktop, self.folder) as place:
                opened.set_result(place)
                await self._end.wait()
        except Exception as error:  # noqa: BLE001 passed on to whoever waits for the desktop
            if not opened.done():
                opened.set_exception(error)
            else:
                raise
