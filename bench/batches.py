"""Measures how many model turns are saved by several actions a turn, on tasks in real applications. Each result is proved from
outside of the session.

    python -m bench.batches [--only WORDS]

The same scripted model does each task twice: with one action a turn, and with all actions that it knows at once. It names a
control that is not in sight yet by its path, as a model does that foresees a menu or a dialog. What the guard skips it does
again in the next turn.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.tasks import TASKS, Do, Task
from ufo.cli.process.surroundings import prepare_memory
from ufo.config.load import load_settings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.errors import DesktopError
from ufo.llm.provider import Completion, Turn
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import DesktopInUse
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.command import ResultStatus
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo
from ufo.schema.usage import Usage
from ufo.trace.events import Event, PictureSaved, StepEnded
from ufo.trace.writer import LogWriter


@dataclass
class Scripted:
    """A model that knows its task. `at_once`: how many actions it gives in a turn at most."""

    task: Task
    at_once: int
    name: str = "scripted"
    sees_pictures: bool = False
    turns: int = 0

    async def complete(self, turn: Turn) -> Completion:
        answer = {"observation": "o", "thought": "t", **self._answer(turn)}
        return Completion(json.dumps(answer), Usage(model_calls=1), self.name)

    def _answer(self, turn: Turn) -> dict[str, Any]:
        if isinstance(turn.inputs, HostInputs):
            return {"status": "FINISH"} if turn.inputs.previous_subtasks else _select(turn.inputs, self.task)
        self.turns += 1
        done = sum(action.result.status is ResultStatus.SUCCESS for action in turn.inputs.actions)
        left = self.task.steps[done : done + self.at_once]
        is_all = done + len(left) == len(self.task.steps)
        actions = [
            {"function": step.function, "arguments": _arguments(step, turn.inputs, is_first=not number)}
            for number, step in enumerate(left)
        ]
        return {"status": "FINISH" if is_all else "CONTINUE", "action": actions}

    async def close(self) -> None:
        return None


def _select(inputs: HostInputs, task: Task) -> dict[str, Any]:
    window = next(target for target in inputs.targets if task.title in target.name)
    arguments = {"id": window.id, "name": window.name}
    return {
        "status": "ASSIGN",
        "current_subtask": task.name,
        "function": "select_application_window",
        "arguments": arguments,
    }


def _arguments(step: Do, inputs: AppInputs, *, is_first: bool) -> dict[str, Any]:
    """Name a control in sight by its id and any other by its path. The first action of a turn can only mean one in sight."""
    if not step.path:
        return dict(step.arguments)
    found = [control for control in inputs.controls if _answers(control, step)]
    found = [target for target in found if target.actions or {"editable", "focusable"} & set(target.states)] or found
    if len(found) == 1 or (found and is_first):
        return {"id": found[0].id, "name": found[0].name, **step.arguments}
    return {"path": " > ".join(step.path), **step.arguments}


def _answers(control: TargetInfo, step: Do) -> bool:
    above = list(step.path[:-1])
    named = step.path[-1] in (control.name, control.label)
    return named and "offscreen" not in control.states and all(part in control.path for part in above)


@dataclass
class Heard:
    """A listener that counts skipped actions."""

    skipped: int = 0
    errors: list[str] = field(default_factory=list)

    def on_event(self, event: Event) -> None:
        if isinstance(event, StepEnded):
            for action in event.actions:
                self.skipped += action.result.status is ResultStatus.SKIPPED
                if action.result.error and action.result.status is ResultStatus.FAILURE:
                    self.errors.append(f"{action.action_string}: {action.result.error}")

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Done:
    turns: int
    actions: int
    skipped: int
    seconds: float
    success: bool
    errors: tuple[str, ...]


async def do(task: Task, at_once: int) -> Done:
    """Do the task and return how it went. Raises LaunchFailed if the application is not installed."""
    model, heard = Scripted(task, at_once), Heard()
    clock = asyncio.get_running_loop().time
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        arguments = task.prepare(folder)
        settings = load_settings(log_dir=folder / "logs", model={"pictures": "always"}, limits={"max_step": 40})
        async with await PrivateDesktop.start(1280, 800) as private:
            desktop = await LinuxDesktop.connect(private.environment, settings.desktop)
            log = LogWriter(settings.log_dir)
            try:
                await desktop.launch(task.launch(arguments), 60)
                in_use = DesktopInUse(desktop, "private", private.environment)
                user = ScriptedUser(consents=[True] * 20)
                parts = SessionParts(in_use, user, folder, log, [heard], model)
                began = clock()
                async with open_session(settings, parts) as session:
                    await session.run(task.name)
                seconds = clock() - began
                success = await _holds(task, desktop, folder)
            finally:
                log.close()
                await desktop.shutdown()
    return Done(model.turns, len(task.steps), heard.skipped, seconds, success, tuple(heard.errors))


async def _holds(task: Task, desktop: LinuxDesktop, folder: Path, timeout_s: float = 5.0) -> bool:
    """Return whether the task reached its end: a file on the disk, or what the application shows in a window's title or text."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + timeout_s
    while clock() < deadline:
        shown: list[str] = []
        for window in await desktop.windows():
            shown.append(window.title)
            try:
                shown += [f"{element.name}\n{element.value or ''}" for element in await desktop.snapshot(window.id)]
            except DesktopError:
                continue
        if task.proved(folder, shown):
            return True
        await asyncio.sleep(0.1)
    return False


def report(tasks: Sequence[Task] = TASKS) -> bool:
    """Print the table. Return whether every task succeeded both ways."""
    prepare_memory()
    table = Table(
        title="Model turns: one action a turn, and all at once", box=None, pad_edge=False, title_justify="left"
    )
    for heading in ("task", "actions", "turns, one by one", "turns, at once", "skipped", "done", "seconds"):
        table.add_column(heading, justify="left" if heading == "task" else "right")
    singles = batches = 0
    good = True
    for task in tasks:
        single, batch = asyncio.run(do(task, 1)), asyncio.run(do(task, len(task.steps)))
        for error in (*single.errors, *batch.errors):
            Console(stderr=True, width=160).print(f"{task.name}: {error}", markup=False, highlight=False)
        singles, batches = singles + single.turns, batches + batch.turns
        good = good and single.success and batch.success
        succeeded = f"{_yes(single.success)}, {_yes(batch.success)}"
        figures = (str(single.actions), str(single.turns), str(batch.turns), str(batch.skipped), succeeded)
        table.add_row(task.name, *figures, f"{single.seconds:.1f}, {batch.seconds:.1f}")
    table.add_row("all", "", str(singles), f"{batches} ({singles / max(1, batches):.1f} x fewer)", "", "", "")
    Console(width=160).print(table)
    return good


def _yes(success: bool) -> str:
    return "yes" if success else "no"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="tasks whose name contains these words")
    words = parser.parse_args().only
    chosen: Callable[[Task], bool] = lambda task: words.casefold() in task.name.casefold()  # noqa: E731
    return 0 if report([task for task in TASKS if chosen(task)]) else 1


if __name__ == "__main__":
    raise SystemExit(main())
