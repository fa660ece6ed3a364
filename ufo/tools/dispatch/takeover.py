"""Decides whose turn it is on the screen: before any action the person may take over, and what they did then is reported."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ufo.errors import DesktopError
from ufo.schema.command import Command
from ufo.tools.effects.compare import Observation
from ufo.tools.effects.summary import UNCHANGED, facts
from ufo.tools.observe.selection import ToolScope

Attend = Callable[[str], Awaitable[bool]]
"""Announces what comes next. Returns True where the person worked on the screen meanwhile."""


class Takeover:
    """Lets the person take over. `told` is called with one line that says what they did."""

    def __init__(self, scope: ToolScope, attend: Attend, told: Callable[[str], None]) -> None:
        self._scope = scope
        self._attend = attend
        self._report = told

    async def give(self, upcoming: str) -> str:
        """Return why commands that were decided earlier may not run now, or ""."""
        before = await self._look()
        if not await self._attend(upcoming):
            return ""
        did = await self._difference(before)
        self._report(did)
        return f"the person took over meanwhile: {did}; look again"

    async def before(self, command: Command) -> str:
        name = command.parameters.get("name") or next(map(str, command.selectors.values()), "")
        return await self.give(f"{command.tool_name} {name!r}" if name else command.tool_name)

    async def _look(self) -> Observation | None:
        """Return what is known without a new look: the list of windows, which costs next to nothing, and the last look."""
        try:
            return Observation(await self._scope.desktop.windows(), self._scope.selection.snapshot)
        except DesktopError:
            return None

    async def _difference(self, before: Observation | None) -> str:
        if before is None:
            return "what they did could not be seen"
        chosen = self._scope.selection.window
        try:
            windows = await self._scope.desktop.windows()
            window = chosen or next(iter((*windows, *before.windows)), None)
            if window is None:
                return UNCHANGED
            snapshot = await self._scope.desktop.snapshot(window.id) if chosen and before.snapshot else None
        except DesktopError as error:
            return str(error)
        return facts(before, Observation(windows, snapshot), window)
