"""A graph of sub-tasks on real applications: one of them is killed in the middle, and only what depends on it is lost."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from tests.apps.sessions import Opening
from tests.requirement import requirement
from tests.scenarios.stage import act, app, host
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.llm.provider import Completion, Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.inputs import AppInputs, HostInputs

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]

SUBTASKS = [
    {"id": "sum", "text": "Compute 12 times 3", "application": "Calculator"},
    {
        "id": "note",
        "text": "Write the product below the list",
        "application": "Mousepad",
        "depends_on": ["sum", "list"],
    },
    {"id": "list", "text": "Write Milk", "application": "Mousepad"},
]


class Killing(ScriptedProvider):
    """Kills the application whose window has that title before it answers an agent that works there."""

    def __init__(self, desktop: LinuxDesktop, title: str, answers: list[Any]) -> None:
        super().__init__(answers)
        self._desktop = desktop
        self._title = title

    async def complete(self, turn: Turn) -> Completion:
        for window in await self._desktop.windows() if turn.agent == "app" else ():
            if window.title == self._title:
                os.kill(window.pid, signal.SIGKILL)
        return await super().complete(turn)


def _writes(turn: Turn) -> dict[str, Any]:
    assert isinstance(turn.inputs, AppInputs)
    text = next(control for control in turn.inputs.controls if "multiline" in control.states)
    return app("FINISH", act("set_edit_text", id=text.id, name=text.name, text="Milk"))


@pytest.mark.matrix
@requirement("host:decomposition.failure")
async def test_of_three_sub_tasks_the_killed_one_and_its_dependent_fail_and_the_third_is_done(
    opening: Opening, desktop: LinuxDesktop
) -> None:
    model = Killing(
        desktop,
        "Calculator",
        [
            host("CONTINUE", subtasks=SUBTASKS),
            app("CONTINUE", act("keyboard_input", keys="12*3")),
            _writes,
            host("FAIL", comment="the calculator is gone"),
        ],
    )
    async with opening(model) as session:
        summary = await session.run("Keep a shopping list and work out the price of it")
        nodes = {node.id: node for node in session.context.subtasks.nodes}
        records = [(subtask.node, subtask.status) for subtask in session.context.previous_subtasks]
    assert records == [("sum", "ERROR"), ("list", "FINISH")]
    assert {name: node.state.value for name, node in nodes.items()} == {
        "sum": "failed",
        "note": "failed",
        "list": "done",
    }
    assert nodes["note"].cause == "sum"
    assert "the calculator is gone" in summary.reason
    last = model.turns[-1].inputs
    assert isinstance(last, HostInputs) and last.subtasks == session.context.subtasks
