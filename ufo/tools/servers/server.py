"""Our MCP servers: tools are plain functions that raise errors, and this is the one boundary where errors become answers."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError as ServerToolError
from mcp.server.mcpserver.exceptions import UnexpectedToolError
from mcp_types import (
    CallToolResult,
    EmbeddedResource,
    InputRequiredResult,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)
from pydantic import ValidationError

from ufo.errors import (
    AmbiguousElement,
    NotActionable,
    NotPermitted,
    SecretRefused,
    StaleElement,
    ToolError,
    UfoError,
    WindowGone,
)
from ufo.faults import note_fault, of_system
from ufo.schema.command import Effect
from ufo.schema.file_names import readable
from ufo.schema.tool_facts import META, ToolFacts
from ufo.tools.dispatch.results import JSON
from ufo.tools.servers.tool_schemas import SchemaToolManager

_log = logging.getLogger(__name__)
_Tool = TypeVar("_Tool", bound=Callable[..., Any])
_SHOWN = 60
_REFUSALS = (StaleElement, AmbiguousElement, NotActionable, NotPermitted, SecretRefused, WindowGone)


@dataclass(frozen=True, slots=True)
class OtherName:
    """Another name of a tool, which programs of others and recorded work call. `arguments` has the name's own parameters, and
    returns those of the tool; what is None stays as the tool has it.
    """

    name: str
    tool: str
    arguments: Callable[..., Mapping[str, Any]]
    ending: str = ""
    """The ending of the file that it writes where the call names none, where that is not the tool's own."""


class ToolServer(MCPServer[Any]):
    """A server whose tools may raise any `UfoError`: the caller receives its message, and a refusal is marked as one."""

    def __init__(
        self,
        namespace: str,
        instructions: str = "",
        lifespan: Callable[[MCPServer[Any]], AbstractAsyncContextManager[Any]] | None = None,
    ) -> None:
        """Create the server. `lifespan` stays open while a client is connected and releases what the tools hold."""
        super().__init__(namespace, instructions=instructions, lifespan=lifespan)
        self._tool_manager = SchemaToolManager()
        self._others: dict[str, OtherName] = {}

    def also_named(self, others: Iterable[OtherName]) -> None:
        self._others |= {other.name: other for other in others}

    def keep(self, names: Collection[str]) -> None:
        """Take away every tool but these, and the other names of those that are taken away."""
        for tool in self._tool_manager.list_tools():
            if tool.name not in names:
                self.remove_tool(tool.name)
        self._others = {name: other for name, other in self._others.items() if other.tool in names}

    def observes(self, facts: ToolFacts) -> Callable[[_Tool], _Tool]:
        """Register a tool that changes nothing."""
        return self._registers(facts.annotated(reads=True, destroys=False))

    def acts(self, facts: ToolFacts) -> Callable[[_Tool], _Tool]:
        """Register a tool that changes something on the screen."""
        return self._registers(facts)

    def destroys(self, facts: ToolFacts) -> Callable[[_Tool], _Tool]:
        """Register a tool that may remove something: a window, a file or a process."""
        return self._registers(facts.annotated(reads=False, destroys=True))

    def _registers(self, facts: ToolFacts) -> Callable[[_Tool], _Tool]:
        def register(function: _Tool) -> _Tool:
            hints = ToolAnnotations(read_only_hint=facts.reads, destructive_hint=facts.destroys)
            meta = {META: facts.model_dump(mode="json", exclude_defaults=True, exclude={"reads", "destroys"})}
            self.add_tool(self._wrapped(function, facts), annotations=hints, meta=meta, structured_output=None)
            return function

        return register

    def _wrapped(self, function: Callable[..., Any], facts: ToolFacts) -> Callable[..., Any]:
        """Return the function to register. Servers that do more around each call override this."""
        return function

    async def list_tools(self) -> list[Tool]:
        """List the tools without the schemas of their results. The server itself holds each result to its schema; a client would
        hold it to it once more, and check the schema first, which takes 20 ms at each tool's first call of a session.
        """
        tools = [tool.model_copy(update={"output_schema": None}) for tool in await super().list_tools()]
        by_name = {tool.name: tool for tool in tools}
        return [*tools, *(_under(other, by_name[other.tool]) for other in self._others.values())]

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        other = self._others.get(name)
        if other is not None:
            name, arguments = other.tool, _translated(other, arguments)
        try:
            return await super().call_tool(name, arguments, context)
        except ServerToolError as error:
            if isinstance(error.__cause__, UfoError):
                return failure(error.__cause__)
            if isinstance(error.__cause__, ValidationError) and not isinstance(error, UnexpectedToolError):
                return failure(NotActionable(_unfit(name, error.__cause__)))
            if isinstance(error, UnexpectedToolError) and error.__cause__ is not None:
                return failure(ToolError(_broken(name, error.__cause__)))
            raise


def _translated(other: OtherName, given: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in other.arguments(**given).items() if value is not None}


def _under(other: OtherName, tool: Tool) -> Tool:
    """Return the tool as it is listed under another of its names, with the parameters that it has there."""
    parameters = inspect.signature(other.arguments).parameters
    required = [name for name, parameter in parameters.items() if parameter.default is parameter.empty]
    facts = dict((tool.meta or {}).get(META, {}))
    facts.pop("words", None)
    facts |= {"ends": list(parameters)} if facts.get("ends") else {}
    facts |= {"ending": other.ending} if other.ending else {}
    return tool.model_copy(
        update={
            "name": other.name,
            "description": f"Another name of {other.tool}.",
            "input_schema": {"type": "object", "properties": {name: {} for name in parameters}, "required": required},
            "meta": {META: {**facts, "stands_for": other.tool}},
        }
    )


def _broken(tool: str, error: BaseException) -> str:
    """Return the message for a tool that raised an unexpected error. What the operating system refuses is the caller's fault,
    not ours.
    """
    if isinstance(error, OSError):
        _log.warning("%s was refused", tool, exc_info=error)
        return f"{tool!r} failed: {of_system(error)}"
    return f"{note_fault(_log, repr(tool), error)}; it may have done part of its work: look, and try another way"


def failure(error: UfoError) -> CallToolResult:
    effect = {"effect": Effect.REFUSED.value} if isinstance(error, _REFUSALS) else None
    text = readable(str(error)) or type(error).__name__
    return CallToolResult(content=[TextContent(text=text)], structured_content=effect, is_error=True)


def _unfit(tool: str, error: ValidationError) -> str:
    """Return the message for arguments that were refused before the tool began."""
    said = "; ".join(
        f"{'.'.join(map(str, item['loc']))} is {_short(item['input'])}: {item['msg'][:1].lower()}{item['msg'][1:]}"
        for item in error.errors(include_url=False)
    )
    return f"{tool!r} was not run, because its arguments do not fit: {said}. Correct them and run it again"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def document(name: str, text: str) -> CallToolResult:
    """Return an answer of a thousand rows or more as the JSON text that it becomes anyway. As values it would be traversed and
    copied at each step of the protocol, which takes longer than the look itself.
    """
    whole = TextResourceContents(uri=f"ufo:{name}", mime_type=JSON, text=text)
    return CallToolResult(content=[EmbeddedResource(resource=whole)])


def rows(value: Any, **more: Any) -> CallToolResult:
    """Return a large answer of plain JSON values without the text copy and the schema check, which cost more than the look
    itself. `more`: what is told beside these `rows`, or beside the `text` that they are told as, by its names.
    """
    kind = "text" if isinstance(value, str) else "rows"
    return CallToolResult(content=[], structured_content={kind: value, **more} if more else {"result": value})
