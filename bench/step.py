"""A whole step outside the model: look, picture, annotate, prompt, act, settle, effect, verify, remember, on disk.

    python -m bench.step [--steps 20]

Needs the Debian packages xvfb, openbox, at-spi2-core, libreoffice-calc, mousepad and chromium. A step is everything from the
state's beginning until the step is told to have ended, with all its files on disk, but for the time in the model's own call.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from bench.measure import Row, median, percentile, print_rows
from bench.measured_desktop import MeasuredDesktop
from ufo.cli.process.surroundings import prepare_memory
from ufo.config.load import load_settings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch
from ufo.llm.provider import Completion, Turn
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import DesktopInUse
from ufo.runs.sessions.users import NobodyUser
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.picture import Picture
from ufo.schema.usage import Usage
from ufo.trace.events import Event, PictureSaved, StateEntered, StepEnded
from ufo.trace.writer import LogWriter

Act = Callable[[AppInputs, int], tuple[str, dict[str, Any]]]
"""What the n-th step does: a tool and its arguments."""

STEPS = 20
_GOAL_MS = 250

_FORM = """<!doctype html><title>Order</title><h1>Order</h1><form>
<p><label>Name <input id=name></label> <label>Street <input id=street></label> <label>City <input id=city></label></p>
<p><label><input type=checkbox id=gift> A gift</label> <label><input type=checkbox id=news> Newsletter</label></p>
<p><label>Country <select><option>Austria<option>Belgium<option>Chile</select></label></p>
<p><label>Notes <textarea rows=6 cols=60></textarea></label></p><p><button type=button>Order</button></p></form>"""


class Worker:
    """A model that does `acts` in order, whoever decides before it. Notes how long its own calls take."""

    name = "worker"

    def __init__(self, acts: Sequence[Act], sees_pictures: bool) -> None:
        self.sees_pictures = sees_pictures
        self.spent_s = 0.0
        self._acts = iter(enumerate(acts))

    async def complete(self, turn: Turn) -> Completion:
        began = time.perf_counter()
        try:
            return Completion(json.dumps(self._answer(turn)), Usage(model_calls=1), self.name)
        finally:
            self.spent_s += time.perf_counter() - began

    def _answer(self, turn: Turn) -> dict[str, Any]:
        said = {"observation": "o", "thought": "t"}
        if not isinstance(turn.inputs, AppInputs):
            return {**said, "status": "FINISH"} if turn.inputs.previous_subtasks else {**said, **_select(turn.inputs)}
        number, act = next(self._acts, (0, None))
        if act is None:
            return {**said, "status": "FINISH"}
        function, arguments = act(turn.inputs, number)
        return {**said, "status": "CONTINUE", "action": [{"function": function, "arguments": arguments}]}

    async def close(self) -> None:
        return None


@dataclass
class Steps:
    """A listener that times the AppAgent's steps, in ms: on the clock and of this process's own processor time."""

    provider: Worker
    ended: list[StepEnded] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    _began: tuple[float, float] = (0.0, 0.0)

    def on_event(self, event: Event) -> None:
        if isinstance(event, StateEntered):
            self.provider.spent_s = 0.0
            self._began = time.perf_counter(), time.process_time()
        elif isinstance(event, StepEnded) and event.agent.startswith("AppAgent"):
            self.ended.append(event)
            if event.actions and all(action.result.ok for action in event.actions):
                self.wall.append((time.perf_counter() - self._began[0] - self.provider.spent_s) * 1000)
                self.own.append((time.process_time() - self._began[1]) * 1000)

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        return None


@dataclass(frozen=True)
class Work:
    """What is worked on, and how: `acts` go round."""

    what: str
    launch: Launch
    acts: Sequence[Act]
    sees_pictures: bool = False


def works(page: Path) -> tuple[Work, ...]:
    calc = (_press("Bold"), _keys("12{ENTER}"), _press("Italic"), _keys("word{TAB}"), _press("Underline"))
    form = (_write("Name"), _press("A gift"), _write("Street"), _press("Newsletter"), _write("City"))
    return (
        Work("Calc, toggles and cells", Launch("libreoffice-calc"), calc),
        Work("a text editor, words", Launch("mousepad"), (_write(),)),
        Work("a web form, fields and boxes", Launch("chromium", (page.as_uri(),)), form),
        Work("Calc, for a model that sees pictures", Launch("libreoffice-calc"), calc, True),
    )


def rows(usual_ms: float | None = None, steps: int = STEPS) -> list[Row]:
    """`usual_ms`: a look by the usual binding and scrot, which alone is less than a step."""
    prepare_memory()
    found: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "form.html"
        page.write_text(_FORM, encoding="utf-8")
        for work in works(page):
            measured = asyncio.run(_measure(work, steps))
            usual = usual_ms if "Calc" in work.what else None
            against = "pyatspi walk + scrot, look alone" if usual else ""
            found += [
                Row(f"a step on {work.what}: median", median(measured.wall), "ms", 400, usual, against),
                Row("its 95th percentile", percentile(measured.wall, 95), "ms", _GOAL_MS),
                Row("processor time of our own in it", median(measured.own), "ms"),
            ]
    return found


async def _measure(work: Work, count: int) -> Steps:
    steps = Steps(Worker(list(islice(cycle(work.acts), count)), work.sees_pictures))
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(
            log_dir=Path(folder) / "logs", model={"pictures": "always"}, limits={"max_step": count + 2}
        )
        async with await PrivateDesktop.start() as private:
            desktop = await MeasuredDesktop.connect(private.environment, settings.desktop)
            window = await desktop.launch(work.launch)
            await desktop.maximize(window.id)
            await desktop.settle(window.id)
            log = LogWriter(settings.log_dir)
            in_use = DesktopInUse(desktop, "private", private.environment)
            parts = SessionParts(in_use, NobodyUser(), Path(folder), log, [steps], steps.provider)
            async with open_session(settings, parts) as session:
                await session.run(f"work on {work.what}")
            log.close()
            await desktop.shutdown()
    if len(steps.wall) < count * 3 // 4:
        raise SystemExit(f"only {len(steps.wall)} of {count} steps worked on {work.what}: {steps.ended[-1:]}")
    return steps


def _select(inputs: HostInputs) -> dict[str, Any]:
    arguments = {"id": inputs.targets[0].id, "name": inputs.targets[0].name}
    return {"status": "ASSIGN", "current_subtask": "s", "function": "select_application_window", "arguments": arguments}


def _press(name: str) -> Act:
    def act(inputs: AppInputs, number: int) -> tuple[str, dict[str, Any]]:
        control = next(control for control in inputs.controls if control.name == name and control.actions)
        return "click_input", {"id": control.id, "name": control.name}

    return act


def _keys(keys: str) -> Act:
    return lambda inputs, number: ("keyboard_input", {"keys": f"{number}{keys}"})


def _write(name: str = "") -> Act:
    """Into the first field that can be written in, or the one of that name."""

    def act(inputs: AppInputs, number: int) -> tuple[str, dict[str, Any]]:
        fields = [
            control
            for control in inputs.controls
            if "editable" in control.states and name in (control.name, control.label, "")
        ]
        return "set_edit_text", {"id": fields[0].id, "text": f"word {number} "}

    return act


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=STEPS)
    print_rows("A step outside the model", rows(steps=parser.parse_args().steps))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
