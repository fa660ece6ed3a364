"""A session over applications that open and close keeps no more than one over applications that stay."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import astuple, dataclass
from itertools import repeat
from pathlib import Path

import pytest

from tests.apps.sessions import Opening
from tests.scenarios.controls import target_id
from tests.scenarios.stage import act, app, assign, host
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.runs.sessions.session import Session
from ufo.schema.inputs import HostInputs

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(300)]
_APP = Path(__file__).parent.parent / "owned_apps" / "gtk3_followed.py"
_REQUESTS, _FIRST = 30, 5


@dataclass(frozen=True)
class Held:
    """What this process holds at a moment."""

    agents: int
    tasks: int
    threads: int
    files: int

    @classmethod
    def by(cls, session: Session) -> Held:
        files = len([*Path("/proc/self/fd").iterdir()])
        return cls(session.host.sub_agent_amount, len(asyncio.all_tasks()), threading.active_count(), files)


def _answer(turn: Turn) -> dict[str, object]:
    if not isinstance(turn.inputs, HostInputs):
        return app("FINISH", act("wait", seconds=0))
    if turn.inputs.previous_subtasks:
        return host("FINISH", result="done")
    return assign(target_id(turn, "Accounts"), "go on")


async def test_thirty_requests_over_programs_that_end_keep_a_bounded_number_of_all_that_is_open(
    desktop: LinuxDesktop, opening: Opening
) -> None:
    provider = ScriptedProvider(repeat(_answer))
    held: list[Held] = []
    async with opening(provider) as session:
        for number in range(_REQUESTS):
            name = f"page-{number}"
            window = await desktop.launch(Launch("/usr/bin/python3", (str(_APP), "desk", name)))
            await session.run("go on with the Accounts")
            held.append(Held.by(session))
            await desktop.close_window(window.id)
            await desktop.settle()
    settled = held[_FIRST]
    assert all(last <= first + 3 for first, last in zip(astuple(settled), astuple(held[-1]), strict=True)), held[-1]
