"""A dispatcher that keeps what it is asked for and answers what it was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ufo.schema.command import Command, Result, ResultStatus
from ufo.schema.tool import ToolInfo
from ufo.tools.dispatch.protocol import BasicCommandDispatcher


class Recorder(BasicCommandDispatcher):
    """`answers`: the value of each tool by its name. A tool that has none fails."""

    def __init__(self, **answers: Any) -> None:
        self._answers = answers
        self.commands: list[Command] = []

    async def execute_commands(self, commands: Sequence[Command], timeout: float = 60.0) -> list[Result]:
        self.commands += commands
        return [self._result(command) for command in commands]

    def _result(self, command: Command) -> Result:
        if command.tool_name not in self._answers:
            return Result(status=ResultStatus.FAILURE, error=f"{command.tool_name} failed")
        return Result(status=ResultStatus.SUCCESS, result=self._answers[command.tool_name])

    async def list_tools(self) -> tuple[ToolInfo, ...]:
        return ()

    async def close(self) -> None:
        return None
