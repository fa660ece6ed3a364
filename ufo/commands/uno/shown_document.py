"""The document in the selected window, as the tools of an office call it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ufo.commands.observe.selection import ToolScope
from ufo.commands.uno.bridge import OfficeBridge
from ufo.errors import NotActionable, SecretRefused
from ufo.schema.secret import references

_TIMEOUT_S = 55.0


@dataclass(frozen=True, slots=True)
class ShownDocument:
    scope: ToolScope
    bridge: OfficeBridge

    async def password(self, text: str) -> str:
        """Return a password with its secrets filled in, for the application of the selected window. Raises SecretRefused."""
        if self.scope.keeper is None:
            if references(text):
                raise SecretRefused("no secrets are given out here; run it in a session that has them")
            return text
        return await self.scope.keeper.handed_over(text, self.scope.selection.require_window())

    async def ask(self, operation: str, timeout_s: float = _TIMEOUT_S, **arguments: Any) -> Any:
        """Run an operation that leaves the document as it is. Raises as `OfficeBridge.call` does."""
        window = self.scope.selection.require_window()
        return await self.bridge.call(window, operation, timeout_s=timeout_s, **arguments)

    async def change(self, operation: str, timeout_s: float = _TIMEOUT_S, **arguments: Any) -> Any:
        """Run an operation that changes the document. Raises NotActionable where a modal dialog stands open over it: what the
        dialog shows would be stale, and its answer would undo the change.
        """
        window = self.scope.selection.require_window()
        for one in await self.scope.desktop.windows():
            if one.modal and one.pid == window.pid and one.parent in (None, window.id, window.parent):
                raise NotActionable(
                    f"the dialog {one.title!r} is open over the document; answer or close it, then do this again"
                )
        return await self.ask(operation, timeout_s, **arguments)
