"""The document in the selected window, as the tools of an office call it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ufo.commands.observe.selection import ToolScope
from ufo.commands.uno.bridge import OfficeBridge
from ufo.desktop.values import Window

_TIMEOUT_S = 55.0


@dataclass(frozen=True, slots=True)
class ShownDocument:
    scope: ToolScope
    bridge: OfficeBridge

    @property
    def window(self) -> Window:
        return self.scope.selection.require_window()

    async def call(self, operation: str, timeout_s: float = _TIMEOUT_S, **arguments: Any) -> Any:
        """Run an operation on the document. Raises as `OfficeBridge.call` does."""
        return await self.bridge.call(self.window, operation, timeout_s=timeout_s, **arguments)
