"""How many acts of real tasks need a pointer, a keyboard or the focus, and how many of these the person's own.

    python -m bench.hands

The built-in planner works on a private desktop that is treated as a person's own screen, unobtrusively: a window of the person's
lies in front and has the focus, and their pointer rests. An act is a call of a tool that may change something; looks and choosing
a window are none. It needs a pointer or a keyboard where any input was sent meanwhile, else it was done by an act of a control or
natively. Whether the person kept pointer and focus is asked of the X server after each act. The goal is fewer than one in five.
Needs what `bench.turns` needs, and featherpad, which is the person's window.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.turns import FORM, TASKS
from ufo.cli.commands.sample import make_sample
from ufo.config.load import load_settings
from ufo.desktop.forwarding_desktop import ForwardingDesktop
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.target import Reconfirm, Target
from ufo.desktop.values import InputEvent, Launch, Window
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import DesktopInUse
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.action import ActionCommandInfo
from ufo.schema.picture import Picture
from ufo.schema.tool_facts import ActionKind
from ufo.trace.events import Event, PictureSaved, StepEnded
from ufo.trace.writer import LogWriter

_MORE = (
    "in Mousepad, type Good morning and save it as hello.txt",
    "Open order.html in Chromium, fill Full name with Ana Sol, tick Gift wrap, tick Newsletter",
    "compute 12*12 in the calculator",
    'Open letter.odt in Writer, type "Kind regards" and save it as kind.odt',
    "Open costs.csv in Calc, write 40 in B4 and save it as costs.ods",
    "in Mousepad, type milk, choose 'Line Numbers' from the 'View' menu",
)
REQUESTS = (*(task.request for task in TASKS), *_MORE)
_PERSONS = "featherpad"


@dataclass
class _Input:
    """When input was sent, in seconds since 1970, and whether it was the person's pointer and keyboard that sent it."""

    at: float
    persons: bool


class _Counting(ForwardingDesktop):
    """Notes what reaches the screen by pointer and keyboard."""

    def __init__(self, inner: LinuxDesktop) -> None:
        super().__init__(inner)
        self.sent: list[_Input] = []
        self._own = False

    async def hands(self, window_id: str | None) -> str:
        why = await self._inner.hands(window_id)
        self._own = window_id is not None and not why
        return why

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        self.sent.append(_Input(time.time(), not self._own))
        await self._inner.send(to, events, reconfirm)


@dataclass
class Counted:
    """The acts of one request. `by_input`: with any input; `by_persons`: with the person's own; `disturbed`: after how many the
    person's window had lost the focus or their pointer had moved. `asked`: what they
    were asked to lend them for.
    """

    request: str
    outcome: str = ""
    acts: int = 0
    by_input: list[str] = field(default_factory=list)
    by_persons: list[str] = field(default_factory=list)
    disturbed: int = 0
    asked: list[str] = field(default_factory=list)


class _Ear:
    def __init__(self) -> None:
        self.acts: list[ActionCommandInfo] = []

    def on_event(self, event: Event) -> None:
        if isinstance(event, StepEnded):
            self.acts += [
                action
                for action in event.actions
                if action.may_change and action.result.span and action.facts.kind is not ActionKind.SELECT_WINDOW
            ]

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        """Pictures are not counted."""


async def counted(request: str) -> Counted:
    """Do the request on a desktop of its own and count."""
    found, ear = Counted(request), _Ear()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "order.html").write_text(FORM, encoding="utf-8")
        (folder / "costs.csv").write_text("item,price\npaper,7\nink,12\n", encoding="utf-8")
        make_sample(folder)
        (folder / "letter.odt").write_bytes((folder / "quarterly-report.odt").read_bytes())
        async with await PrivateDesktop.start() as private:
            settings = load_settings(
                log_dir=folder / "logs", policy={"applications": "allow"}, limits={"max_time_s": 240.0}
            )
            inner = await LinuxDesktop.connect(private.environment, settings.desktop)
            desktop, person = _Counting(inner), ScriptedUser(consents=[True] * 50)
            try:
                mine = await inner.launch(Launch(_PERSONS))
                await inner.focus(mine.id)
                log = LogWriter(settings.log_dir)
                place = DesktopInUse(desktop, "own", private.environment, is_own=True)
                parts = SessionParts(place, person, folder, log, [ear])
                watch = asyncio.create_task(_disturbances(inner, mine, found))
                async with open_session(settings, parts) as session:
                    found.outcome = (await session.run(request)).outcome.value
                watch.cancel()
                log.close()
            finally:
                await inner.shutdown()
    for act in ear.acts:
        begun, ended = act.result.span or (0.0, 0.0)
        meanwhile = [sent for sent in desktop.sent if begun <= sent.at <= ended]
        found.acts += 1
        found.by_input += [act.function] if meanwhile else []
        found.by_persons += [act.function] if any(sent.persons for sent in meanwhile) else []
    found.asked = [question for question in person.asked if "Lend them" in question]
    return found


async def _disturbances(desktop: LinuxDesktop, mine: Window, found: Counted) -> None:
    """Count how often the person's window is found without the focus."""
    had = True
    while True:
        active = next((window.id for window in await desktop.windows() if window.active), "")
        found.disturbed += had and active != mine.id
        had = active == mine.id
        await asyncio.sleep(0.05)


def report(requests: Sequence[str] = REQUESTS) -> None:
    table = Table("request", "outcome", "acts", "with pointer or keyboard", "with the person's", "focus lost", "asked")
    rows = [asyncio.run(counted(request)) for request in requests]
    for row in rows:
        table.add_row(
            row.request[:60],
            row.outcome,
            str(row.acts),
            f"{len(row.by_input)} {', '.join(row.by_input)}",
            f"{len(row.by_persons)} {', '.join(row.by_persons)}",
            str(row.disturbed),
            str(len(row.asked)),
        )
    acts, by_input = sum(row.acts for row in rows), sum(len(row.by_input) for row in rows)
    by_persons = sum(len(row.by_persons) for row in rows)
    console = Console(width=160)
    console.print(table)
    console.print(
        f"{acts} acts: {by_input} ({by_input / max(acts, 1):.0%}) with a pointer or keyboard, {by_persons} "
        f"({by_persons / max(acts, 1):.0%}) with the person's; focus lost {sum(row.disturbed for row in rows)} times"
    )


if __name__ == "__main__":
    report()
