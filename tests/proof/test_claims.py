"""What the actions of a turn tell where nobody stated what must hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.known_tools import TOOLS
from ufo.schema.command import Command, Result, ResultStatus
from ufo.schema.tool import ToolInfo


class Refutes:
    """A dispatcher whose check finds that everything shows something else."""

    async def execute_commands(self, commands: Sequence[Command], timeout: float = 60.0) -> list[Result]:
        return [Result(status=ResultStatus.SUCCESS, result=self._findings(one)) for one in commands]

    async def list_tools(self) -> tuple[ToolInfo, ...]:
        return TOOLS

    async def close(self) -> None: ...

    def _findings(self, command: Command) -> list[dict[str, Any]]:
        return [_finding(one) for one in command.parameters["expect"]]


def _finding(predicate: dict[str, Any]) -> dict[str, Any]:
    """The controls are all there, and show something else."""
    only_there = predicate["on"] == "element" and predicate["value"] is None and predicate["state"] is None
    truth = "satisfied" if only_there else "unsatisfied"
    return {"predicate": predicate, "truth": truth, "evidence": "it shows 5", "channel": "file"}
