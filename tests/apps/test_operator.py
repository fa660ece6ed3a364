"""Real applications, worked by sight with a model behind real HTTP: it points at pixels of a scaled picture, and hits."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.apps.sessions import Opening
from tests.extensions.computer_use.asking import CLAUDE, NEWER, PREVIEW
from tests.extensions.computer_use.servers import (
    KEY,
    MessagesServer,
    OperatorServer,
    ResponsesServer,
    Seen,
    claude_call,
    claude_says,
    openai_call,
    openai_says,
    reasoning,
)
from tests.scenarios.stage import host
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.schema.outcome import RunOutcome
from ufo.schema.running_mode import RunningMode

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(240)]

_REQUEST = "Open sums.csv in Calc, write 4711 into B3 and save it"
_END = [{"on": "document", "path": "sums.csv", "start": "B3", "cells": [["4711"]]}]


class Eyes:
    """Finds a control as a model's eyes do. The servers answer in threads; the desktop belongs to the test's loop."""

    def __init__(self, desktop: LinuxDesktop) -> None:
        self._desktop = desktop
        self._loop = asyncio.get_running_loop()

    def find(self, seen: Seen, name: str) -> tuple[int, int]:
        """Return the middle of a control in the newest picture."""
        return asyncio.run_coroutine_threadsafe(self._found(seen, name), self._loop).result(60)

    async def _found(self, seen: Seen, name: str) -> tuple[int, int]:
        (window,) = await self._desktop.windows()
        look = await self._desktop.snapshot(window.id)
        middle = next(element.rect.center for element in look if element.name == name)
        frame = look.window_rect
        return seen.at((middle.x - frame.x) / frame.width, (middle.y - frame.y) / frame.height)


def _openai(eyes: Eyes, *, several: bool) -> list[Any]:
    writes: list[dict[str, Any]] = [{"type": "type", "text": "4711\n"}, {"type": "keypress", "keys": ["CTRL", "S"]}]

    def clicks(seen: Seen) -> Any:
        x, y = eyes.find(seen, "B3")
        click: dict[str, Any] = {"type": "click", "button": "left", "x": x, "y": y}
        return [reasoning(), openai_call(click, *(writes[:1] if several else ()))]

    rest = writes[1:] if several else writes
    keeps = openai_call({"type": "keypress", "keys": ["ENTER"]}, call="call_9")
    return [
        clicks,
        *([openai_call(record, call=f"call_{at}")] for at, record in enumerate(rest, 2)),
        [keeps],
        [openai_says("Done.")],
    ]


def _claude(eyes: Eyes) -> list[Any]:
    def clicks(seen: Seen) -> Any:
        return [claude_says("I click."), claude_call("left_click", coordinate=list(eyes.find(seen, "B3")))]

    return [
        clicks,
        [claude_call("type", "toolu_2", text="4711\n")],
        [claude_call("key", "toolu_3", text="ctrl+s")],
        [claude_call("key", "toolu_4", text="Return")],
        [claude_says("Done.")],
    ]


@pytest.mark.parametrize(
    ("server", "model", "steps"),
    [
        (ResponsesServer, PREVIEW, lambda eyes: _openai(eyes, several=False)),
        (ResponsesServer, NEWER, lambda eyes: _openai(eyes, several=True)),
        (MessagesServer, CLAUDE, _claude),
    ],
    ids=["computer-use-preview", "computer", "claude"],
)
async def test_a_model_clicks_a_cell_types_and_saves_and_the_file_proves_it(
    opening: Opening,
    desktop: LinuxDesktop,
    tmp_path: Path,
    server: type[OperatorServer],
    model: str,
    steps: Callable[[Eyes], list[Any]],
) -> None:
    (tmp_path / "sums.csv").write_text("a,b\n1,2\n3,4\n", encoding="utf-8")
    launch = {"name": "libreoffice calc", "arguments": ["sums.csv"]}
    planned = [
        host("CONTINUE", "launch_application", launch, current_subtask=_REQUEST, expect=_END),
        host("FINISH", result="saved"),
    ]
    (tmp_path / "host.json").write_text(json.dumps(planned), encoding="utf-8")
    with server(steps(Eyes(desktop))) as running:
        own = {"name": model, "base_url": running.base_url, "api_key": KEY}
        agents = {"host": {"name": f"scripted:{tmp_path / 'host.json'}"}, "operator": own}
        async with opening(None, mode=RunningMode.NORMAL_OPERATOR, agents=agents) as session:
            summary = await session.run(_REQUEST)
    assert not running.refused
    assert summary.outcome is RunOutcome.VERIFIED, (summary.reason, summary.evidence)
    assert (tmp_path / "sums.csv").read_text(encoding="utf-8") == "a,b\n1,2\n3,4711\n"
