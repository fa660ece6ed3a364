"""The schema of a tool is derived once; each server calls a function of its own by it, and holds its results to it."""

from __future__ import annotations

from collections.abc import Callable

from mcp import Client
from mcp.server.mcpserver.tools import Tool

from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.servers.server import ToolServer


def _adding(more: int) -> Callable[..., int]:
    async def add(number: int) -> int:
        """Adds to a number."""
        return number + more

    return add  # type: ignore[return-value]


def _typed(kind: type) -> Callable[..., object]:
    def tell(value: object) -> object:
        return value

    tell.__annotations__["value"] = kind
    return tell


def _server(*functions: Callable[..., object]) -> ToolServer:
    server = ToolServer("Tools")
    for function in functions:
        server.acts(ToolFacts(kind=ActionKind.OTHER))(function)
    return server


async def test_servers_of_one_kind_have_one_schema_and_functions_of_their_own() -> None:
    found = []
    for more in (1, 10):
        async with Client(_server(_adding(more))) as client:
            (tool,) = (await client.list_tools()).tools
            assert tool.input_schema == Tool.from_function(_adding(more)).parameters
            found.append((await client.call_tool("add", {"number": 5})).structured_content)
    assert found == [{"result": 6}, {"result": 15}]


async def test_functions_of_one_code_with_other_annotations_have_other_schemas() -> None:
    kinds = []
    for kind in (int, str):
        async with Client(_server(_typed(kind))) as client:
            (tool,) = (await client.list_tools()).tools
            kinds.append(tool.input_schema["properties"]["value"]["type"])
    assert kinds == ["integer", "string"]


async def test_a_tool_that_acts_is_none_that_observes_though_their_function_is_one() -> None:
    server = ToolServer("Tools")
    server.observes(ToolFacts(kind=ActionKind.OTHER))(_adding(1))
    other = _server(_adding(1))
    hints = []
    for tool_server in (server, other):
        async with Client(tool_server) as client:
            (tool,) = (await client.list_tools()).tools
            hints.append(tool.annotations and tool.annotations.read_only_hint)
    assert hints == [True, False]


async def test_a_number_is_taken_where_a_text_is_wanted_and_nothing_else_is() -> None:
    server = ToolServer("Numbers")

    @server.acts(ToolFacts())
    async def told(first: str, either: str | int, many: list[str] | None = None) -> str:
        """Tell."""
        return repr((first, either, many))

    async with Client(server) as client:
        answer = await client.call_tool("told", {"first": 4, "either": 5, "many": [6]})
        assert answer.structured_content == {"result": "('4', 5, ['6'])"}
        for wrong in (True, None, ["4"]):
            assert (await client.call_tool("told", {"first": wrong, "either": 5})).is_error


async def test_a_result_is_held_to_its_schema_by_the_server_which_hands_that_to_nobody() -> None:
    server = ToolServer("Results")

    @server.acts(ToolFacts())
    async def counted(right: bool) -> list[int]:
        """Count."""
        return [1, 2] if right else ["one"]  # type: ignore[list-item]

    async with Client(server) as client:
        (tool,) = (await client.list_tools()).tools
        assert tool.output_schema is None
        assert (await client.call_tool("counted", {"right": True})).structured_content == {"result": [1, 2]}
        assert (await client.call_tool("counted", {"right": False})).is_error
