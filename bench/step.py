"""A whole step outside the model: look, picture, annotate, act, settle, effect, remember, on disk."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.measure import Row, median
from ufo.assembly import DesktopInUse, SessionParts, open_session
from ufo.cli.memory import prepare_memory
from ufo.config.loading import load_settings
from ufo.desktop.backend import Launch
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private import PrivateDesktop
from ufo.llm.provider import Turn
from ufo.llm.scripted import Answer, ScriptedProvider
from ufo.schema.inputs import AppInputs
from ufo.schema.picture import Picture
from ufo.sessions.users import NobodyUser
from ufo.trace.events import Event, PictureSaved, StepEnded
from ufo.trace.writer import LogWriter

STEPS = 12


@dataclass
class Steps:
    """A listener that keeps the AppAgent's steps."""

    ended: list[StepEnded] = field(default_factory=list)

    def on_event(self, event: Event) -> None:
        if isinstance(event, StepEnded) and event.agent.startswith("AppAgent"):
            self.ended.append(event)

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        return None


def rows(usual_ms: float | None = None) -> list[Row]:
    """`usual_ms`: a look by the usual binding and scrot, which alone is less than a step."""
    prepare_memory()
    calc = asyncio.run(_measure("libreoffice-calc", Launch("libreoffice-calc"), _toggle("Bold")))
    editor = asyncio.run(_measure("mousepad", Launch("mousepad"), _type))
    against = "pyatspi walk + scrot, look alone" if usual_ms else ""
    return [
        Row("a step on Calc: press a toggle", calc, "ms", 400, usual_ms, against),
        Row("a step on an editor: type a word", editor, "ms", 400),
    ]


async def _measure(app_root: str, launch: Launch, act: Callable[[Turn], dict[str, Any]]) -> float:
    answers: list[Answer] = [_select, *[act] * STEPS, {"observation": "o", "thought": "t", "status": "FINISH"}]
    steps = Steps()
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(log_dir=Path(folder) / "logs", limits={"max_step": STEPS + 1})
        async with await PrivateDesktop.start() as private:
            desktop = await LinuxDesktop.connect(private.environment, settings.desktop)
            window = await desktop.launch(launch)
            await desktop.maximize(window.id)
            log = LogWriter(settings.log_dir)
            in_use = DesktopInUse(desktop, "private", private.environment)
            parts = SessionParts(in_use, NobodyUser(), Path(folder), log, [steps], ScriptedProvider(answers))
            async with open_session(settings, parts) as session:
                await session.run(f"work {app_root}")
            log.close()
            await desktop.shutdown()
    done = [step for step in steps.ended if step.actions and all(action.result.ok for action in step.actions)]
    if len(done) < STEPS // 2:
        raise SystemExit(f"only {len(done)} of {STEPS} steps worked on {app_root}: {steps.ended[-1:]}")
    return median([(step.seconds - step.phase_seconds.get("llm_interaction", 0.0)) * 1000 for step in done])


def _select(turn: Turn) -> dict[str, Any]:
    arguments = {"id": "0", "name": turn.inputs.targets[0].name}  # type: ignore[union-attr]  # the first turn is the host's
    answer = {"observation": "o", "thought": "t", "status": "ASSIGN", "current_subtask": "s"}
    return {**answer, "function": "select_application_window", "arguments": arguments}


def _turn(action: dict[str, Any]) -> dict[str, Any]:
    return {"observation": "o", "thought": "t", "status": "CONTINUE", "action": [action]}


def _toggle(name: str) -> Callable[[Turn], dict[str, Any]]:
    def answer(turn: Turn) -> dict[str, Any]:
        assert isinstance(turn.inputs, AppInputs)
        control = next(one for one in turn.inputs.controls if one.name == name)
        return _turn({"function": "click_input", "arguments": {"id": control.id, "name": control.name}})

    return answer


def _type(turn: Turn) -> dict[str, Any]:
    assert isinstance(turn.inputs, AppInputs)
    control = next(one for one in turn.inputs.controls if "editable" in one.states)
    return _turn({"function": "set_edit_text", "arguments": {"id": control.id, "text": "word "}})
