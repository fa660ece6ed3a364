"""A tool is one decorated function: policy, repetition and proof go by its facts, whatever it is called."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations

from tests.tools.bench import Bench
from ufo.agents.repetition import is_idle, only_waits
from ufo.config.settings import PolicySettings
from ufo.schema.action import ActionCommandInfo
from ufo.schema.action_class import ActionClass
from ufo.schema.command import Command, Effect, Result, ResultStatus
from ufo.schema.target import TargetInfo, TargetKind
from ufo.schema.tool import ToolInfo
from ufo.schema.tool_facts import META, ActionKind, Keeps, Proof, ToolFacts
from ufo.tools.dispatch.mcp_dispatcher import LocalCommandDispatcher, NamedServer
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.server import ToolServer

MAYOR = TargetInfo(kind=TargetKind.CONTROL, id="1", name="Mayor", type="Edit", value="Bob")


def ours() -> MCPServer:
    server = ToolServer("Ours")

    @server.observes(ToolFacts(kind=ActionKind.WAIT, keeps=Keeps.ALL))
    async def doze() -> str:
        """Do nothing."""
        return ""

    @server.observes(ToolFacts(kind=ActionKind.LOOK))
    async def peek() -> str:
        """Look."""
        return ""

    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE))
    async def saunter() -> str:
        """Go somewhere."""
        return ""

    @server.destroys(ToolFacts(kind=ActionKind.REMOVE_FILE))
    async def shred(path: str) -> str:
        """Remove a file."""
        return path

    @server.acts(ToolFacts(kind=ActionKind.VALUE, ends=("value",), keeps=Keeps.ALL, proves=Proof.VALUE))
    async def elect(id: str, value: str) -> str:
        """Make a field show a name."""
        return value

    @server.acts(ToolFacts(kind=ActionKind.SAVE, keeps=Keeps.ALL))
    async def bury() -> str:
        """Save the document."""
        return ""

    return server


def foreign() -> MCPServer:
    """A server that knows nothing of ours, and annotates as MCP has it."""
    server: MCPServer = MCPServer("Foreign")

    async def ask() -> str:
        """Read something."""
        return ""

    async def raze(town: str) -> str:
        """Take something away."""
        return town

    async def wipe() -> str:
        """Says that it only moves about, and takes something away."""
        return ""

    async def plough() -> str:
        """Is not annotated."""
        return ""

    server.add_tool(plough)
    server.add_tool(wipe, annotations=ToolAnnotations(destructive_hint=True), meta={META: {"kind": "navigate"}})
    server.add_tool(ask, annotations=ToolAnnotations(read_only_hint=True))
    server.add_tool(raze, annotations=ToolAnnotations(destructive_hint=True))
    return server


@pytest.fixture
async def tools() -> dict[str, ToolInfo]:
    servers = [NamedServer("Ours", "action", ours()), NamedServer("Foreign", "action", foreign())]
    dispatcher = LocalCommandDispatcher(servers)
    try:
        return {tool.tool_name: tool for tool in await dispatcher.list_tools()}
    finally:
        await dispatcher.close()


def did(tool: ToolInfo, target: TargetInfo | None = None, gave: Any = "", **arguments: Any) -> ActionCommandInfo:
    result = Result(status=ResultStatus.SUCCESS, effect=Effect.CONFIRMED, result=gave)
    return ActionCommandInfo(
        function=tool.tool_name, arguments=arguments, target=target, result=result, facts=tool.facts
    )


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("peek", {}, ActionClass.OBSERVE),
        ("saunter", {}, ActionClass.NAVIGATE),
        ("shred", {"path": "a.txt"}, ActionClass.DELETE),
        ("ask", {}, ActionClass.EDIT),
        ("raze", {"town": "Graz"}, ActionClass.UNKNOWN),
        ("wipe", {}, ActionClass.UNKNOWN),
        ("plough", {}, ActionClass.UNKNOWN),
    ],
)
async def test_the_policy_judges_a_tool_by_its_facts(
    tmp_path: Path, tools: dict[str, ToolInfo], name: str, arguments: dict[str, Any], expected: ActionClass
) -> None:
    policy = Policy(PolicySettings(), Bench(tmp_path).scope)
    verdict = await policy.verdict(Command(tool_name=name, parameters=arguments), tools[name])
    assert verdict.action_class is expected


async def test_waiting_is_no_going_round_in_circles(tools: dict[str, ToolInfo]) -> None:
    assert is_idle(did(tools["doze"])) and only_waits([did(tools["doze"])])
    assert not is_idle(did(tools["elect"])) and not only_waits([did(tools["doze"]), did(tools["saunter"])])
