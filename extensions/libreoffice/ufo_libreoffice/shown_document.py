"""The document in the selected window, which the tools ask and change, whatever office holds it open."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from mcp.server import MCPServer

from ufo.desktop.values import Window
from ufo.errors import NotActionable, SecretRefused
from ufo.platform.system_packages import require_package
from ufo.schema.secret import references
from ufo.tools.observe.open_documents import DocumentProgram
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.server import ToolServer

_TIMEOUT_S = 55.0


class DocumentBridge(Protocol):
    """Calls operations on the document in a window. An operation has the same name, arguments and value in every office."""

    @property
    def needs(self) -> str:
        """A package that is only where the office can be asked."""
        ...

    async def call(self, window: Window, operation: str, timeout_s: float = 20.0, **arguments: Any) -> Any:
        """Return the operation's value. Raises ToolError where it is refused, ApplicationHung past `timeout_s` seconds,
        WindowGone where the office or the window no longer exists.
        """
        ...

    async def warm(self, window: Window) -> None:
        """Start what the first call would wait for. Nothing is done where it works already, or cannot start."""
        ...

    async def close(self) -> None: ...

    def scratch(self, window: Window) -> Path | None:
        """Return the folder where the office may write files for us to read; None where it may write wherever we may. Raises
        UfoError.
        """
        ...


@dataclass(frozen=True, slots=True)
class ShownDocument:
    scope: ToolScope
    bridge: DocumentBridge

    async def password(self, text: str) -> str:
        """Return a password with its secrets filled in, for the application of the selected window. Raises SecretRefused."""
        if self.scope.keeper is None:
            if references(text):
                raise SecretRefused("no secrets are given out here; run it in a session that has them")
            return text
        return await self.scope.keeper.handed_over(text, self.scope.selection.require_window())

    def scratch(self) -> Path | None:
        return self.bridge.scratch(self.scope.selection.require_window())

    async def ask(self, operation: str, timeout_s: float = _TIMEOUT_S, **arguments: Any) -> Any:
        """Run an operation that leaves the document as it is. Raises as `DocumentBridge.call` does."""
        window = self.scope.selection.require_window()
        return await self.bridge.call(window, operation, timeout_s=timeout_s, **arguments)

    async def change(self, operation: str, timeout_s: float = _TIMEOUT_S, **arguments: Any) -> Any:
        """Run an operation that changes the document. Raises NotActionable where a modal dialog stands open over it: what the
        dialog shows would be stale, and its answer would undo the change.
        """
        window = self.scope.selection.require_window()
        for item in await self.scope.desktop.windows():
            if item.modal and item.pid == window.pid and item.parent in (None, window.id, window.parent):
                raise NotActionable(
                    f"the dialog {item.title!r} is open over the document; answer or close it, then do this again"
                )
        return await self.ask(operation, timeout_s, **arguments)


class Bridged(DocumentProgram, Protocol):
    """A kind of office that is asked over a bridge."""

    @property
    def bridge(self) -> DocumentBridge: ...


P = TypeVar("P", bound=Bridged)


def serve_document(
    scope: ToolScope, name: str, office: type[P], add: Callable[[ToolServer, ShownDocument], None]
) -> ToolServer:
    """Return a server with the tools that `add` puts on it. The tools of a run share the bridge by which its documents are
    asked, as the first call over one takes as long as thirty others; it starts while the model still thinks. A bridge of the
    server's own is closed with the server. Raises ModuleNotFoundError where the office is of another system.
    """
    shared = scope.documents.program(office)
    bridge = (shared or office()).bridge
    require_package(bridge.needs)

    @asynccontextmanager
    async def lifespan(_server: MCPServer[Any]) -> AsyncIterator[None]:
        if shared is not None and scope.selection.window is not None:
            await bridge.warm(scope.selection.window)
        try:
            yield
        finally:
            if shared is None:
                await bridge.close()

    server = ToolServer(name, lifespan=lifespan)
    add(server, ShownDocument(scope, bridge))
    return server
