"""A package of a user's, as pip would install it: one part of each kind, and none of them known to ufo.

Its folder also holds the metadata with the entry points. Tests put the folder on the path.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mcp.server import MCPServer

from ufo.agents.agent.basic_agent import SubAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.round_context import Context
from ufo.agents.services import AgentServices
from ufo.agents.states.app_agent_states import AppAgentStateManager
from ufo.config.settings import DesktopSettings, ModelSettings
from ufo.desktop.backends import Backend
from ufo.desktop.fake import FakeDesktop
from ufo.desktop.fake.apps import form
from ufo.llm.provider import Turn
from ufo.llm.registry import Surroundings
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.knowledge import Knowledge, Passage, Query
from ufo.schema.predicate import Finding
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.server import ToolServer


class Lamps(SubAgent):
    """Switches lamps by writing their state into a file of the working folder."""

    state_manager = AppAgentStateManager

    def __init__(self, name: str, services: AgentServices, host: HostAgent, room: str, lamps: int = 1) -> None:
        super().__init__(name, services, services.toolbox.open("AppAgent", "default"), host)
        self._room, self._lamps = room, lamps

    async def process(self, context: Context) -> None:
        self.step += 1
        if "explode" in context.subtask:
            raise ZeroDivisionError("no fuse")
        if "hang" in context.subtask:
            await asyncio.Event().wait()
        if "lie" in context.subtask:
            self.status = "GLORY"
            return
        (self.services.working_folder / "lamps.txt").write_text(f"{self._room}: {self._lamps} on\n", encoding="utf-8")
        self.status = "FINISH"

    def conclusion(self) -> tuple[str, tuple[Finding, ...]]:
        return f"{self._lamps} lamps are on in the {self._room}", ()


def thermometer(scope: ToolScope) -> MCPServer:
    server = ToolServer("thermometer")

    @server.observes(ToolFacts(kind=ActionKind.LOOK))
    async def read_temperature(room: str) -> str:
        """Tell how warm a room is."""
        return f"the {room} has 21 degrees in {scope.working_folder.name}"

    return server


def broken_server(scope: ToolScope) -> MCPServer:
    raise KeyError("sensor")


def no_server(scope: ToolScope) -> str:
    return "21 degrees"


class Desk(FakeDesktop):
    """A desktop in memory with a form open."""

    @classmethod
    async def connect(cls, environment: Mapping[str, str], settings: DesktopSettings) -> Desk:
        desktop = cls([form()])
        desktop.start("form")
        return desktop


DESK = Backend(f"{__name__}:Desk")


class Almanac:
    def __init__(self, folder: str = "") -> None:
        self._folder = Path(folder)

    def retrieve(self, query: Query) -> Knowledge:
        if "explode" in query.text:
            raise ValueError("torn page")
        if "lie" in query.text:
            return "a lamp is a lamp"  # type: ignore[return-value]
        return Knowledge(offline_docs=(Passage("lamps are switched by Lamps"), *[Passage("x" * 100_000)] * 100))


def scripted(model: str, settings: ModelSettings, around: Surroundings) -> ScriptedProvider:
    """A provider that plays a whole run with all of these parts; `model` is the name of the agent that it hands over to."""
    if model == "broken":
        raise LookupError("no such model")

    def hand_over(turn: Turn) -> dict[str, Any]:
        target = next(target for target in turn.inputs.targets if target.name == model)  # type: ignore[union-attr]
        return _host("ASSIGN", "select_application_window", {"id": str(target.id)}, current_subtask="light up")

    def knows(turn: Turn) -> dict[str, Any]:
        told = "\n".join(str(message) for message in turn.messages)
        return hand_over(turn) if "lamps are switched by Lamps" in told else _host("FINISH", message="nobody told me")

    warm = _host("CONTINUE", "read_temperature", {"room": "kitchen"})
    return ScriptedProvider([warm, knows, _host("FINISH", message="done")], name=f"house:{model}")


def no_provider(model: str, settings: ModelSettings, around: Surroundings) -> str:
    return "hello"


def _host(status: str, function: str = "", arguments: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    answer = {"observation": "a desktop", "thought": "what is next", "status": status}
    return {**answer, "function": function, "arguments": arguments or {}, **more}
