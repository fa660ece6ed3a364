"""The protocol of command dispatchers: one `Result` for each `Command`, in order, and never an exception (facts §1.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ufo.schema.command import Command, Result
from ufo.schema.tool import ToolInfo


class BasicCommandDispatcher(Protocol):
    async def execute_commands(self, commands: Sequence[Command], timeout: float = 60.0) -> list[Result]:
        """Run the commands in order. After a failed action the rest is SKIPPED. `timeout` is in seconds and for each command."""
        ...

    async def list_tools(self) -> tuple[ToolInfo, ...]: ...

    async def close(self) -> None: ...
