"""Whether effects are told truly: trials on owned applications that misbehave, with the applications' own word for what happened.

    python -m bench.faults [--trials 200] [--seed 1] [--only FAULT] [--show] [--session x11]

A false "confirmed" says that something happened which did not; a wrong control is anything touched that was not meant; lost
truth is something that happened and is told as nothing; a right act refused is one where nothing was wrong. Ends with 1 where
there is a false "confirmed" or a wrong control, or where more than 1 % of the right acts were refused.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.misbehaving.owned import start_faulty_window, start_intruder
from bench.misbehaving.page import FaultyPage
from bench.misbehaving.plan import FAULTS, HARMLESS, MEANING, SHOWN_AS, SUBJECTS, Trial, plan
from bench.misbehaving.trial import Outcome, Subject, run_trial
from tests.apps.person_session import SESSIONS
from ufo.config.sections import SeeingSections
from ufo.config.settings import Settings
from ufo.desktop.backend import Desktop
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch, Window
from ufo.errors import LaunchFailed
from ufo.runs.desktops import with_sight
from ufo.schema.command import Effect

_EFFECTS = (*[str(effect) for effect in Effect], "failed")
_WINDOW_S = 20.0
_AT_ONCE = ("x11", "sway")
"""Sessions that take so little that several run beside one another."""
_SESSIONS = 6
"""How many sessions an application's trials may take: a compositor without a graphics device stalls on a busy machine."""
_MOST_REFUSED = 0.01
"""The share of right acts that may be refused."""


@contextlib.asynccontextmanager
async def under_trial(
    name: str, environment: Mapping[str, str], desktop: Desktop, settings: Settings
) -> AsyncIterator[Subject]:
    """The application of that name. Raises TimeoutError and LaunchFailed."""
    async with contextlib.AsyncExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        if name == "page":
            page = FaultyPage(SHOWN_AS)
            opened.callback(page.close)
            await desktop.launch(Launch("chromium", (page.address,)), 60)
            yield Subject(desktop, page, await window_titled(desktop, "Faulty page"), folder, settings)
        else:
            process = await start_faulty_window(environment, name, f"Trials of {name}")
            opened.push_async_callback(process.end)
            window = await window_titled(desktop, f"Trials of {name}")
            yield Subject(desktop, process, window, folder, settings, by_words=name == "tk")


@contextlib.contextmanager
def load(processes: int) -> Iterator[None]:
    """So many processes that do nothing but keep a core busy."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for popen in busy:
            popen.kill()
            popen.wait()


async def window_titled(desktop: Desktop, title: str) -> Window:
    """Return the window of that title, in front, as one that an agent takes. Raises TimeoutError where it is never shown."""
    async with asyncio.timeout(_WINDOW_S):
        while True:
            for window in await desktop.windows():
                if title in window.title:
                    await desktop.focus(window.id)
                    await desktop.settle(window.id)
                    return window
            await asyncio.sleep(0.05)


async def run(trials: Sequence[Trial], *, show: bool = False, session: str = "x11") -> list[Outcome]:
    """Each application in a session of its own, all of them at once; those of the heavy compositors one after another."""
    names = dict.fromkeys(trial.subject for trial in trials)
    turn = asyncio.Semaphore(len(names) if session in _AT_ONCE else 1)
    rooms = [_run_one([trial for trial in trials if trial.subject == name], show, session, turn) for name in names]
    outcomes = [outcome for room in await asyncio.gather(*rooms) for outcome in room]
    return sorted(outcomes, key=lambda outcome: outcome.trial.number)


async def _run_one(trials: Sequence[Trial], show: bool, session: str, turn: asyncio.Semaphore) -> list[Outcome]:
    """All trials of one application; in a new session after each one whose windows do not answer the trial itself."""
    outcomes: list[Outcome] = []
    left = list(trials)
    async with turn:
        for _ in range(_SESSIONS):
            if left:
                held = await _run_in_one_session(left, show, session)
                outcomes += held
                left = left[len(held) + 1 :]
    return outcomes


async def _run_in_one_session(trials: Sequence[Trial], show: bool, session: str) -> list[Outcome]:
    outcomes: list[Outcome] = []
    name = trials[0].subject
    async with _begun(session) as environment:
        settings = Settings()
        desktop = await LinuxDesktop.connect(environment, settings.desktop)
        intruder = await start_intruder(environment)
        try:
            async with under_trial(
                name, environment, with_sight(desktop, SeeingSections.of(settings)), settings
            ) as subject:
                for trial in trials:
                    outcome = await run_trial(trial, subject, intruder)
                    outcomes.append(outcome)
                    if show or outcome.false_confirmed or outcome.wrong or outcome.lost_truth or outcome.right_refused:
                        Console(width=200).print(_line(outcome), markup=False, highlight=False)
        except (TimeoutError, LaunchFailed) as error:
            Console().print(f"{name} was given up after {len(outcomes)} trials: {error!r}", markup=False)
        finally:
            await intruder.end()
            await desktop.shutdown()
    return outcomes


@contextlib.asynccontextmanager
async def _begun(session: str) -> AsyncIterator[Mapping[str, str]]:
    with contextlib.ExitStack() as ends:
        yield await asyncio.to_thread(ends.enter_context, SESSIONS[session]())


def _line(outcome: Outcome) -> str:
    trial = outcome.trial
    marks = [
        mark
        for mark, holds in (
            ("FALSE", outcome.false_confirmed),
            ("WRONG", outcome.wrong),
            ("LOST", outcome.lost_truth),
            ("REFUSED", outcome.right_refused),
        )
        if holds
    ]
    when = "" if trial.when is None else f" struck at {trial.when} ms"
    what = f"{trial.number} {trial.subject} {trial.fault} {trial.kind} {trial.delay} ms{when} {trial.noise}".strip()
    said = f"{outcome.effect}, {'done' if outcome.done else 'not done'}"
    unseen = f"(unseen: {', '.join(outcome.unseen)})" if outcome.unseen else ""
    return f"{what}: {said} {' '.join(marks)} {', '.join(outcome.wrong)} {unseen} [{outcome.told[:120]}]"


def table(outcomes: Sequence[Outcome], title: str) -> Table:
    found = _headed(title, "the control …")
    for fault in FAULTS:
        own = [outcome for outcome in outcomes if outcome.trial.fault == fault]
        if own:
            found.add_row(MEANING[fault], *_figures(own))
    found.add_section()
    found.add_row("all", *_figures(outcomes))
    return found


def by_subject(outcomes: Sequence[Outcome]) -> Table:
    found = _headed("", "application")
    for subject in SUBJECTS:
        own = [outcome for outcome in outcomes if outcome.trial.subject == subject]
        if own:
            found.add_row(subject, *_figures(own))
    return found


def _headed(title: str, first: str) -> Table:
    found = Table(title=title or None, box=None, pad_edge=False, title_justify="left")
    found.add_column(first)
    for heading in ("trials", "really done", *_EFFECTS, "false confirmed", "wrong control", "lost truth", "unseen"):
        found.add_column(heading, justify="right")
    return found


def _figures(outcomes: Sequence[Outcome]) -> list[str]:
    effects = Counter(outcome.effect for outcome in outcomes)
    return [
        str(len(outcomes)),
        str(sum(outcome.done for outcome in outcomes)),
        *[str(effects[effect] or "") for effect in _EFFECTS],
        str(sum(outcome.false_confirmed for outcome in outcomes)),
        str(sum(bool(outcome.wrong) for outcome in outcomes)),
        str(sum(outcome.lost_truth for outcome in outcomes)),
        str(sum(bool(outcome.unseen) for outcome in outcomes)),
    ]


def report(trials: Sequence[Trial], title: str, *, show: bool = False, session: str = "x11") -> list[Outcome]:
    """Runs the trials and prints the tables."""
    began = time.monotonic()
    outcomes = asyncio.run(run(trials, show=show, session=session))
    console = Console(width=200)
    console.print(table(outcomes, f"{title}: {len(outcomes)} trials in {time.monotonic() - began:.0f} s"))
    console.print(by_subject(outcomes))
    console.print(
        f"right acts refused: {sum(outcome.right_refused for outcome in outcomes)} of {len(_right(outcomes))}"
    )
    return outcomes


def _right(outcomes: Sequence[Outcome]) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.trial.fault in HARMLESS]


def is_too_careful(outcomes: Sequence[Outcome]) -> bool:
    return sum(outcome.right_refused for outcome in outcomes) > _MOST_REFUSED * len(_right(outcomes))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="trials whose application, fault and kind contain these words")
    parser.add_argument("--show", action="store_true", help="a line for every trial")
    parser.add_argument("--load", type=int, default=0, help="processes that keep a core busy meanwhile")
    parser.add_argument("--without", default="", help="applications that are left out")
    parser.add_argument(
        "--session", default="x11", choices=list(SESSIONS), help="where, by default on private X11 desktops"
    )
    chosen = parser.parse_args()
    applications = tuple(subject for subject in SUBJECTS if subject not in chosen.without.split())
    trials = plan(chosen.trials, chosen.seed, applications, chosen.only)
    if not chosen.only and "page" in applications:
        trials += plan(chosen.trials // 5, chosen.seed, ("page",), "restless")
    with load(chosen.load):
        title = f"Effects as told on {chosen.session}, seed {chosen.seed}"
        outcomes = report(trials, title, show=chosen.show, session=chosen.session)
    return int(any(outcome.false_confirmed or outcome.wrong for outcome in outcomes) or is_too_careful(outcomes))


if __name__ == "__main__":
    raise SystemExit(main())
