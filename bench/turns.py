"""How many model turns tasks take on real applications, and how many the same actions take one to a turn.

    python -m bench.turns

Needs the Debian packages xvfb, openbox, at-spi2-core, libreoffice-writer, libreoffice-calc, mousepad, gnome-calculator and
chromium. The model is the built-in planner, whose every answer counts as a model call as any other model's would; what is
decided without it does not. The usual way is reckoned from the same runs: a turn for each action, those that open and choose
applications included, one to close each sub-task and one to close the request.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from bench.measure import Row, print_rows
from ufo.cli.commands.sample import make_sample
from ufo.config.load import load_settings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import DesktopInUse
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.outcome import RunSummary
from ufo.schema.picture import Picture
from ufo.trace.events import Event, PictureSaved, StepEnded, SubtaskEnded
from ufo.trace.writer import LogWriter
from ufo_planner.provider import BuiltinPlanner

FORM = """<!doctype html><meta charset=utf-8><title>Order form</title><form onsubmit="event.preventDefault()">
<p><label>Full name <input name=n></label> <label>Street <input name=s></label> <label>City <input name=c></label></p>
<p><label><input type=checkbox name=g>Gift wrap</label> <label><input type=checkbox name=w>Newsletter</label></p></form>"""


@dataclass(frozen=True, slots=True)
class Task:
    name: str
    request: str
    goal: int


TASKS = (
    Task(
        "a form of one screen",
        "Open order.html in Chromium, fill Full name with Ana Sol, fill Street with Main 3, fill City with Graz, tick Gift wrap",
        1,
    ),
    Task("a sum in the calculator", "compute 17.5*4-3/8 in gnome-calculator", 2),
    Task("a line of a letter", 'Open letter.odt in Writer, type "Yours, Ana" and save it', 2),
    Task(
        "cells and a chart",
        "In a new Calc spreadsheet write 3 in A1, 5 in A2, 7 in A3 and make a bar chart of A1:A3",
        2,
    ),
    Task("a note", 'launch mousepad and write "Milk and bread"', 2),
    Task(
        "from Writer to Calc",
        "Extract the sales table from the Writer document quarterly-report.odt, create a bar chart of it in Calc and save "
        "the spreadsheet as sales.ods",
        5,
    ),
)


class Counter:
    """A listener that counts what was done in a run."""

    def __init__(self) -> None:
        self.actions = 0
        self.subtasks = 0

    def on_event(self, event: Event) -> None:
        if isinstance(event, StepEnded):
            self.actions += sum(bool(action.function) for action in event.actions)
        elif isinstance(event, SubtaskEnded):
            self.subtasks += 1

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        """Pictures are not counted."""

    @property
    def one_action_a_turn(self) -> int:
        return self.actions + self.subtasks + 1


def rows(tasks: Sequence[Task] = TASKS) -> list[Row]:
    return [asyncio.run(_measured(task)) for task in tasks]


async def _measured(task: Task) -> Row:
    """On a desktop of its own, so that no task finds what another one has opened."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "order.html").write_text(FORM, encoding="utf-8")
        make_sample(folder)
        (folder / "letter.odt").write_bytes((folder / "quarterly-report.odt").read_bytes())
        counter = Counter()
        async with await PrivateDesktop.start() as private:
            summary = await _run(task, folder, private, counter)
    what = f"{task.name}: {summary.outcome.value}, {summary.usage.local_decisions} decided without the model"
    return Row(
        what, summary.usage.model_calls, "turns", task.goal, counter.one_action_a_turn, "one action a turn, reckoned"
    )


async def _run(task: Task, folder: Path, private: PrivateDesktop, counter: Counter) -> RunSummary:
    settings = load_settings(log_dir=folder / "logs")
    desktop = await LinuxDesktop.connect(private.environment, settings.desktop)
    log = LogWriter(settings.log_dir)
    parts = SessionParts(
        DesktopInUse(desktop, "private", private.environment),
        ScriptedUser(consents=[True] * 20),
        folder,
        log,
        [counter],
        BuiltinPlanner(),
        clock=time.monotonic,
    )
    try:
        async with open_session(settings, parts) as session:
            return await session.run(task.request)
    finally:
        log.close()
        await desktop.shutdown()


if __name__ == "__main__":
    print_rows("Model turns", rows())
    Console().print("Goals: one for a form of one screen, two for a task in one application, five from Writer to Calc.")
