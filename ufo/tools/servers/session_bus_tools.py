"""SessionBusExecutor: any D-Bus service of the session, found by words and called with checked types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from pydantic import BaseModel, ConfigDict, Field

from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.server import ToolServer
from ufo.tools.services.session_bus import BusCall, session_bus

_WORDS = (
    "D-Bus service", "d-bus", "dbus", "bus", "music player", "player", "playback", "play", "pause", "volume",
    "notification",
)  # fmt: skip
_SHOWN = 25


class _Called(BaseModel):
    model_config = ConfigDict(frozen=True)

    service: str
    path: str
    interface: str


def session_services(scope: ToolScope) -> MCPServer:
    server = ToolServer("SessionBusExecutor", "D-Bus services of the session.")

    @server.observes(ToolFacts(kind=ActionKind.LOOK, words=_WORDS))
    async def find_on_bus(words: Annotated[str, Field(min_length=1)]) -> dict[str, Any]:
        """Find methods and properties of D-Bus services by words in their names, with the types that they take."""
        async with session_bus(scope.environment) as bus:
            search = await bus.find(words)
        told: dict[str, Any] = {
            "count": len(search.members),
            "found": [member.shown for member in search.members[:_SHOWN]],
        }
        told |= {"did_not_answer": list(search.silent)} if search.silent else {}
        return told | ({"a_call_would_start": list(search.started_on_demand)} if search.started_on_demand else {})

    @server.acts(ToolFacts(kind=ActionKind.CALL_SERVICE, words=_WORDS))
    async def call_on_bus(
        target: Annotated[_Called, Field(description="as find_on_bus tells it")],
        member: str,
        arguments: Annotated[list[Any] | None, Field(max_length=32)] = None,
        deed: Literal["call", "get", "set"] = "call",
        limit_s: Annotated[float, Field(gt=0, le=50)] = 10,
    ) -> ActionReport:
        """Call a method of a D-Bus service, or get or set a property. Types are checked; a service that is silent is given up."""
        call = BusCall(target.service, target.path, target.interface, member, tuple(arguments or ()))
        async with session_bus(scope.environment) as bus:
            if deed == "call":
                answer: Any = await bus.call(call, limit_s)
            else:
                answer = await (bus.get if deed == "get" else bus.set)(call, limit_s)
        is_so = deed == "get" or (deed == "set" and _same(answer, arguments))
        said = f"{target.service} answered {member}" if deed == "call" else f"{member} is {answer!r}"[:300]
        effect = Effect.CONFIRMED if is_so else Effect.UNVERIFIABLE
        return ActionReport(value={"answer": answer}, effect=effect, route=Route.NATIVE, evidence=(said,))

    return server


def _same(answer: Any, arguments: list[Any] | None) -> bool:
    return bool(arguments) and arguments is not None and answer == arguments[0]
