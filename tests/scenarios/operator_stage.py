"""A session whose application is worked by an operator agent, with a model behind real HTTP."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.extensions.computer_use.asking import CLAUDE, PREVIEW
from tests.extensions.computer_use.servers import KEY, MessagesServer, OperatorServer, Seen, Step
from tests.scenarios.stage import Stage, assign, host, stage
from ufo.agents.user import User
from ufo.schema.running_mode import RunningMode


@dataclass
class Operated:
    """The stage, the server that speaks for the model, and where the controls lie, as shares of the window."""

    scene: Stage
    server: OperatorServer
    places: dict[str, tuple[float, float]] = field(default_factory=dict)


Told = Callable[[Mapping[str, tuple[float, float]], Seen], Any]


@asynccontextmanager
async def operated(
    folder: Path,
    server: type[OperatorServer],
    steps: Iterable[Told | Step],
    expect: Iterable[Mapping[str, Any]] = (),
    user: User | None = None,
    model: Mapping[str, Any] | None = None,
    after: Iterable[Mapping[str, Any]] = (),
    **settings: Any,
) -> AsyncIterator[Operated]:
    """`steps`: what the model answers; one that is a function gets the places of the controls by name, and the request.
    `expect`: what must hold at the end of the sub-task. `after`: the HostAgent's answers after it.
    """
    places: dict[str, tuple[float, float]] = {}
    planned = folder / "host.json"
    planned.write_text(
        json.dumps([assign("0", "tick the newsletter", expect=[*expect]), *(after or [host("FINISH", result="done")])])
    )
    with server([_placed(step, places) for step in steps]) as running:
        own = {
            "name": CLAUDE if server is MessagesServer else PREVIEW,
            "base_url": running.base_url,
            "api_key": KEY,
            "timeout_s": 5.0,
            "max_retry": 0,
            **(model or {}),
        }
        agents = {"host": {"name": f"scripted:{planned}", "decide_locally": False}, "operator": own}
        mode = RunningMode.NORMAL_OPERATOR
        async with stage(folder, None, user=user, mode=mode, agents=agents, **settings) as scene:
            (window,) = await scene.desktop.windows()
            for element in await scene.desktop.snapshot(window.id):
                middle, frame = element.rect.center, window.rect
                places[element.name] = ((middle.x - frame.x) / frame.width, (middle.y - frame.y) / frame.height)
            yield Operated(scene, running, places)


def _placed(step: Told | Step, places: Mapping[str, tuple[float, float]]) -> Step:
    if not callable(step):
        return step
    return lambda seen: step(places, seen)  # type: ignore[call-arg,arg-type]
