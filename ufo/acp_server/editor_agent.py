"""The agent that `ufo acp` runs for an editor: Agent Client Protocol, version 1, by its official SDK."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from acp import PROTOCOL_VERSION, AgentSideConnection, RequestError
from acp.interfaces import Client
from acp.schema import (
    AgentCapabilities,
    AudioContentBlock,
    ClientCapabilities,
    EmbeddedResourceContentBlock,
    HttpMcpServer,
    ImageContentBlock,
    Implementation,
    InitializeResponse,
    LoadSessionResponse,
    McpCapabilities,
    McpServerStdio,
    NewSessionResponse,
    PromptResponse,
    ResourceContentBlock,
    TextContentBlock,
)
from acp.stdio import stdio_streams

from ufo.acp_server.conversation import Conversation
from ufo.acp_server.lines import MOST_BYTES, AnsweredLines
from ufo.acp_server.updates import Updates
from ufo.config.settings import McpServerSettings, Settings
from ufo.errors import ConfigError, TraceError, UfoError
from ufo.schema.secret import references
from ufo.trace.reader import read_run
from ufo.trace.run_folders import RUN_ID

_MOST_SESSIONS = 16
_NO_NAME, _LONGEST_NAME = re.compile(r"[^A-Za-z0-9]+"), 32
Block = TextContentBlock | ImageContentBlock | AudioContentBlock | ResourceContentBlock | EmbeddedResourceContentBlock


async def serve_editor(settings: Settings) -> None:
    """Serve one editor on standard input and output until it leaves, or until cancelled: then what goes on ends in order. Raises
    ConfigError where these are no pipes.
    """
    try:
        reader, writer = await stdio_streams(limit=MOST_BYTES)
    except ValueError as error:
        raise ConfigError("an editor starts this and speaks to it over pipes; docs/acp.md has the lines") from error
    agent = EditorAgent(settings)
    connection = AgentSideConnection(agent, AnsweredLines(reader, writer), listening=False)
    try:
        await connection.listen()
    finally:
        await agent.close()
        await connection.close()


class EditorAgent:
    """What an editor can ask for. Its methods raise RequestError with the next move."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._client: Client | None = None
        self._conversations: dict[str, Conversation] = {}

    def on_connect(self, conn: Client) -> None:
        self._client = conn

    async def initialize(
        self,
        protocol_version: int,
        client_capabilities: ClientCapabilities | None = None,
        client_info: Implementation | None = None,
        **_: Any,
    ) -> InitializeResponse:
        return InitializeResponse(
            protocol_version=PROTOCOL_VERSION,
            agent_capabilities=AgentCapabilities(load_session=True, mcp_capabilities=McpCapabilities(http=True)),
            agent_info=Implementation(name="ufo", title="ufo", version=version("ufo-desktop-agent")),
            auth_methods=[],
        )

    async def new_session(self, cwd: str, mcp_servers: Sequence[Any] | None = None, **_: Any) -> NewSessionResponse:
        """Begin a conversation in this folder, with the editor's MCP servers beside the person's own."""
        return NewSessionResponse(session_id=self._opened(cwd, mcp_servers, "").id)

    async def load_session(
        self, cwd: str, session_id: str, mcp_servers: Sequence[Any] | None = None, **_: Any
    ) -> LoadSessionResponse:
        """Tell again what was said in a session, from its run's folder. Its next request begins anew: nobody works from memory of
        what has perhaps changed since.
        """
        folder = self._settings.log_dir.expanduser() / session_id
        if not RUN_ID.fullmatch(session_id) or not folder.is_dir():
            raise RequestError.resource_not_found(session_id)
        if session_id in self._conversations:
            await self._conversations.pop(session_id).close()
        try:
            events = read_run(folder).events
        except TraceError as error:
            raise _refused(str(error)) from error
        self._opened(cwd, mcp_servers, session_id)
        assert self._client is not None
        updates = Updates(Path(cwd))
        for event in events:
            for update in updates.of(event, requests=True):
                await self._client.session_update(session_id, update)
        return LoadSessionResponse()

    async def prompt(self, prompt: list[Block], session_id: str, **_: Any) -> PromptResponse:
        """Do a request; the outcome is told in words."""
        try:
            return PromptResponse(stop_reason=await self._conversation(session_id).prompt(request_of(prompt)))
        except UfoError as error:
            raise _refused(str(error) or type(error).__name__) from error

    async def cancel(self, session_id: str, **_: Any) -> None:
        if session_id in self._conversations:
            self._conversations[session_id].cancel()

    async def close(self) -> None:
        while self._conversations:
            _, conversation = self._conversations.popitem()
            await conversation.close()

    def _conversation(self, session_id: str) -> Conversation:
        found = self._conversations.get(session_id)
        if found is None:
            raise RequestError.resource_not_found(session_id)
        return found

    def _opened(self, cwd: str, servers: Sequence[Any] | None, session_id: str) -> Conversation:
        folder = Path(cwd)
        if "\0" in cwd or not folder.is_absolute() or not folder.is_dir():
            raise _refused(f"cwd {cwd!r} is no absolute path of a folder that exists")
        if len(self._conversations) >= _MOST_SESSIONS:
            raise _refused(f"{_MOST_SESSIONS} sessions are open; end the editor's connection to begin anew")
        assert self._client is not None
        given = {**self._settings.mcp, **dict(_server(server) for server in servers or ())}
        settings = self._settings.model_copy(update={"mcp": given})
        try:
            conversation = Conversation(settings, folder, self._client, session_id)
        except TraceError as error:
            raise _refused(str(error)) from error
        self._conversations[conversation.id] = conversation
        return conversation


def request_of(prompt: Sequence[Block]) -> str:
    """Return a prompt as a request: its texts and the paths of linked files. Raises RequestError for other parts."""
    parts: list[str] = []
    for block in prompt:
        if isinstance(block, TextContentBlock):
            parts.append(block.text)
        elif isinstance(block, ResourceContentBlock):
            address = urlsplit(block.uri)
            parts.append(unquote(address.path) if address.scheme == "file" else block.uri)
        else:
            raise _refused(f"a prompt is text and links to files; this one has {block.type}")
    return " ".join(part.strip() for part in parts if part.strip())


def _server(given: Any) -> tuple[str, McpServerSettings]:
    """Return an MCP server of the editor's by the name that its tools begin with."""
    if isinstance(given, McpServerStdio):
        own = {"command": (given.command, *given.args), "env": {each.name: each.value for each in given.env}}
    elif isinstance(given, HttpMcpServer):
        own = {"url": given.url, "headers": {each.name: each.value for each in given.headers}}
    else:
        raise _refused("an MCP server is started over stdio or reached over http")
    if references(str(own)):
        raise _refused("the MCP server of an editor may name no secrets; set it up in your own settings (docs/mcp.md)")
    try:
        name = _NO_NAME.sub("-", given.name)[:_LONGEST_NAME].strip("-") or "editor"
        return name, McpServerSettings.model_validate(own)
    except ValueError as error:
        raise _refused(f"the MCP server {given.name!r} cannot be used: {error}") from error


def _refused(said: str) -> RequestError:
    return RequestError(-32602, said)
