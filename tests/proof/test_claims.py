"""What the actions of a turn tell where nobody stated what must hold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.commands.bench import Bench
from tests.known_tools import TOOLS, acted
from ufo.commands.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.commands.policy.policy import Policy
from ufo.conditions.before import Before
from ufo.config.settings import PolicySettings
from ufo.proof.acts.claims import Claim, prove
from ufo.schema.command import Command, Effect, Result, ResultStatus
from ufo.schema.target import TargetInfo, TargetKind
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


@pytest.mark.parametrize(
    ("function", "arguments", "truth"),
    [
        ("write_cell", {"cell": "A1", "content": "4"}, "unsatisfied"),
        ("insert_excel_table", {"table": [["4"]]}, "unsatisfied"),
        ("set_value", {"id": "1", "value": "4"}, "unsatisfied"),
        ("click_input", {"id": "1"}, "unknown"),
    ],
)
async def test_what_was_written_in_part_and_shows_something_else_is_refuted_and_a_press_is_only_unknown(
    tmp_path: Path, function: str, arguments: dict[str, Any], truth: str
) -> None:
    box = TargetInfo(kind=TargetKind.CONTROL, id="1", name="Gift", type="CheckBox", states=("unchecked",))
    result = Result(status=ResultStatus.SUCCESS, effect=Effect.PARTIAL)
    target = box if "id" in arguments else None
    act = acted(function, arguments=arguments, target=target, result=result)
    dispatcher = GuardedDispatcher(Refutes(), Policy(PolicySettings(), Bench(tmp_path).scope))
    (finding,) = await prove(dispatcher, Claim([], [act], [act], Before(0.0)), 0.0)
    assert finding.truth == truth
