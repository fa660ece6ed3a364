"""Whether effects are told truly: trials on owned applications that misbehave, with the applications' own word for what happened.

    python -m bench.faults [--trials 200] [--seed 1] [--only FAULT] [--show]

A false "confirmed" says that something happened which did not; a wrong control is anything touched that was not meant; lost
truth is something that happened and is told as nothing. Ends with 1 where there is a false "confirmed" or a wrong control.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.misbehaving.owned import start_faulty_window, start_intruder
from bench.misbehaving.page import FaultyPage
from bench.misbehaving.plan import FAULTS, MEANING, SHOWN_AS, SUBJECTS, Trial, plan
from bench.misbehaving.trial import Outcome, Subject, run_trial
from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import Desktop, Launch, Window
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private import PrivateDesktop
from ufo.errors import LaunchFailed
from ufo.schema.command import Effect

_EFFECTS = (*[str(effect) for effect in Effect], "failed")
_WINDOW_S = 20.0


@contextlib.asynccontextmanager
async def subjects(private: PrivateDesktop, desktop: LinuxDesktop, folder: Path) -> AsyncIterator[dict[str, Subject]]:
    """Those that are there, by name."""
    window = await start_faulty_window(private.environment, "Trials")
    page = FaultyPage(SHOWN_AS)
    try:
        found = {"gtk3": Subject(desktop, window, await window_titled(desktop, "Trials"), folder)}
        try:
            browser = await desktop.launch(Launch("chromium", (page.address,)), 60)
            await window_titled(desktop, "Faulty page")
            found["page"] = Subject(desktop, page, browser, folder)
        except LaunchFailed as error:
            Console().print(f"Without the page in a browser: {error}")
        yield found
    finally:
        page.close()
        await window.end()


async def window_titled(desktop: Desktop, title: str) -> Window:
    """Raises TimeoutError where it is never shown."""
    async with asyncio.timeout(_WINDOW_S):
        while True:
            for window in await desktop.windows():
                if title in window.title:
                    await desktop.settle(window.id)
                    return window
            await asyncio.sleep(0.05)


async def run(trials: Sequence[Trial], *, show: bool = False) -> list[Outcome]:
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as folder:
        async with await PrivateDesktop.start(1280, 800) as private:
            desktop = await LinuxDesktop.connect(private.environment, DesktopSettings(width=1280, height=800))
            intruder = await start_intruder(private.environment)
            try:
                async with subjects(private, desktop, Path(folder)) as found:
                    for trial in [one for one in trials if one.subject in found]:
                        outcome = await run_trial(trial, found[trial.subject], intruder)
                        outcomes.append(outcome)
                        if show or outcome.false_confirmed or outcome.wrong:
                            Console(width=200).print(_line(outcome), markup=False, highlight=False)
            finally:
                await intruder.end()
                await desktop.shutdown()
    return outcomes


def _line(outcome: Outcome) -> str:
    trial = outcome.trial
    marks = [
        mark
        for mark, holds in (("FALSE", outcome.false_confirmed), ("WRONG", outcome.wrong), ("LOST", outcome.lost_truth))
        if holds
    ]
    what = (
        f"{trial.number} {trial.subject} {trial.fault} {trial.kind} {trial.delay} ms{' noise' if trial.noise else ''}"
    )
    said = f"{outcome.effect}, {'done' if outcome.done else 'not done'}"
    return f"{what}: {said} {' '.join(marks)} {', '.join(outcome.wrong)} [{outcome.told[:120]}]"


def table(outcomes: Sequence[Outcome], title: str) -> Table:
    found = Table(title=title, box=None, pad_edge=False, title_justify="left")
    headings = ["the control …", "trials", "really done", *_EFFECTS, "false confirmed", "wrong control", "lost truth"]
    for heading in headings:
        found.add_column(heading, justify="left" if heading == headings[0] else "right")
    for fault in FAULTS:
        own = [one for one in outcomes if one.trial.fault == fault]
        if own:
            found.add_row(MEANING[fault], *_figures(own))
    found.add_section()
    found.add_row("all", *_figures(outcomes))
    return found


def _figures(outcomes: Sequence[Outcome]) -> list[str]:
    effects = Counter(one.effect for one in outcomes)
    return [
        str(len(outcomes)),
        str(sum(one.done for one in outcomes)),
        *[str(effects[effect] or "") for effect in _EFFECTS],
        str(sum(one.false_confirmed for one in outcomes)),
        str(sum(bool(one.wrong) for one in outcomes)),
        str(sum(one.lost_truth for one in outcomes)),
    ]


def report(count: int, seed: int, only: str = "", *, show: bool = False) -> list[Outcome]:
    """Runs the trials and prints the table."""
    trials = [
        one for one in plan(count, seed, tuple(SUBJECTS)) if set(only.split()) <= {one.subject, one.fault, one.kind}
    ]
    began = time.monotonic()
    outcomes = asyncio.run(run(trials, show=show))
    title = f"Effects as told, {len(outcomes)} trials with seed {seed} in {time.monotonic() - began:.0f} s"
    Console(width=200).print(table(outcomes, title))
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="trials whose application, fault and kind contain these words")
    parser.add_argument("--show", action="store_true", help="a line for every trial")
    chosen = parser.parse_args()
    outcomes = report(chosen.trials, chosen.seed, chosen.only, show=chosen.show)
    return int(any(one.false_confirmed or one.wrong for one in outcomes))


if __name__ == "__main__":
    raise SystemExit(main())
