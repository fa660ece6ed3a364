"""An editor: the official client of the Agent Client Protocol, with the command as a process over real pipes."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from acp import PROTOCOL_VERSION, spawn_agent_process, text_block
from acp.client import ClientSideConnection
from acp.interfaces import Client
from acp.schema import AllowedOutcome, DeniedOutcome, PermissionOption, RequestPermissionResponse, ToolCallUpdate

from tests.cli.command import UFO, Command
from tests.waiting import WAITED_S


class Editor:
    """`chooses`: the kind of the option that the person takes; None: none. `updates` is what was told, in order."""

    def __init__(self, chooses: str | None = None) -> None:
        self.updates: list[Any] = []
        self.asked: list[tuple[str, list[str]]] = []
        self._chooses = chooses

    async def session_update(self, session_id: str, update: Any, **_: Any) -> None:
        self.updates.append(update)

    async def request_permission(
        self, session_id: str, tool_call: ToolCallUpdate, options: list[PermissionOption], **_: Any
    ) -> RequestPermissionResponse:
        self.asked.append((tool_call.title or "", [option.kind for option in options]))
        for option in options:
            if option.kind == self._chooses:
                return RequestPermissionResponse(outcome=AllowedOutcome(outcome="selected", option_id=option.option_id))
        return RequestPermissionResponse(outcome=DeniedOutcome(outcome="cancelled"))

    def on_connect(self, conn: Any) -> None:
        pass

    def of(self, kind: str) -> list[Any]:
        return [update for update in self.updates if update.session_update == kind]

    @property
    def said(self) -> str:
        return "\n".join(update.content.text for update in self.of("agent_message_chunk"))


@asynccontextmanager
async def edited(
    command: Command, editor: Editor, *options: str, **environment: str
) -> AsyncIterator[ClientSideConnection]:
    words = [*UFO[1:], "acp", *options]
    around = {**command.environment, **environment}
    # The command ends in order by itself; a signal from the client would meet it in the middle of that, or no more.
    limit = {"limit": 64 << 20, "shutdown_timeout": WAITED_S}
    async with spawn_agent_process(
        cast(Client, editor), sys.executable, *words, env=around, cwd=command.folder, transport_kwargs=limit
    ) as (agent, process):
        hello = await agent.initialize(protocol_version=PROTOCOL_VERSION)
        assert hello.protocol_version == PROTOCOL_VERSION
        yield agent
        assert process.returncode is None


async def said_to(agent: ClientSideConnection, session: str, request: str) -> str:
    """The reason why the turn ended."""
    answer = await agent.prompt(prompt=[text_block(request)], session_id=session)
    return answer.stop_reason


async def begun(agent: ClientSideConnection, folder: Path) -> str:
    opened = await agent.new_session(cwd=str(folder), mcp_servers=[])
    return opened.session_id
