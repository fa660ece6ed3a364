"""`ufo undo`: puts back what a run changed in files, after a preview and a yes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ufo.cli.output import Terminal, agrees, print_json
from ufo.cli.settings import runs_in_use
from ufo.errors import TraceError
from ufo.faults import of_system
from ufo.proof.difference.manifest import FOLDER
from ufo.proof.undo import UndoStep, is_kept, kept_over_all, plan_undo
from ufo.proof.undo import undo as undo_steps
from ufo.schema.exit_codes import EXIT_FAILED
from ufo.trace.console import plain
from ufo.trace.events import RequestRead
from ufo.trace.reader import read_run
from ufo.trace.run_folders import EVENTS, RunFolder, find_run, runs_in

_NOBODY = "nobody can be asked here: run this at a terminal, add --yes to put it back, or --dry-run to look"


def undo(run: str, *, dry_run: bool, consents: bool, log_dir: Path | None, as_json: bool) -> int:
    """Show what would be put back, ask, and put it back. As JSON, and where nobody can be asked, it does so only with `consents`.
    Raises TraceError where there is no such run or it still goes on, ConfigError where nobody can be asked.
    """
    found = RunFolder(find_run(run, runs_in_use(log_dir)))
    if found.is_going_on:
        raise TraceError(f"the run {found.name} still goes on; stop it first")
    images = found.path / FOLDER
    try:
        steps = _but_of_others(plan_undo(images), _claimed_meanwhile(found))
    except OSError as error:
        raise TraceError(f"what was kept before the run {found.name} cannot be read: {of_system(error)}") from error
    stays = _cannot_be_undone(found.path)
    console = Terminal(stderr=as_json)
    _preview(console, steps, stays, was_kept=is_kept(images))
    can = [step for step in steps if not step.why_not]
    if dry_run or not can:
        if as_json:
            print_json(_as_object(found, steps, stays, is_done=False))
        return 0
    if not consents and not agrees(console, f"Put {len(can)} file{'s'[: len(can) != 1]} back?", _NOBODY):
        return EXIT_FAILED
    went = undo_steps(can, images)
    failed = [step for step in went if step.why_not]
    for step in failed:
        console.marked(f"not done  {plain(step.line, 4000)}", "bold red")
    if as_json:
        print_json(_as_object(found, (*went, *(step for step in steps if step.why_not)), stays, is_done=True))
    else:
        console.print(f"{len(went) - len(failed)} of {len(can)} put back", highlight=False)
    return EXIT_FAILED if failed else 0


def _claimed_meanwhile(run: RunFolder) -> dict[str, str]:
    """Return the files that other runs changed while this one went on, each with the run's name. Which of them changed a file
    nobody knows: each sees the changes of both. Raises OSError.
    """
    began, ended = _time_of(run)
    claimed: dict[str, str] = {}
    for other in runs_in(run.path.absolute().parent):
        first, last = _time_of(other)
        if other.name != run.name and first <= ended and began <= last:
            claimed |= {kept.path: other.name for kept in kept_over_all(other.path / FOLDER) if kept.after}
    return claimed


def _time_of(run: RunFolder) -> tuple[float, float]:
    """Return from when to when it went on, in seconds since 1970. Raises OSError."""
    last = (run.path / EVENTS).stat().st_mtime
    return (run.began.timestamp() if run.began is not None else last), last


def _but_of_others(steps: Sequence[UndoStep], claimed: Mapping[str, str]) -> tuple[UndoStep, ...]:
    return tuple(
        replace(
            step, why_not=f"the run {claimed[str(step.path)]} went on meanwhile, and which of both did it is not known"
        )
        if not step.why_not and str(step.path) in claimed
        else step
        for step in steps
    )


def _cannot_be_undone(run: Path) -> tuple[str, ...]:
    """Return what reached outward in the run, in words: what was sent cannot be taken back."""
    facts = [fact for read in read_run(run).of(RequestRead) for fact in read.facts]
    return tuple(dict.fromkeys(fact.line for fact in facts if fact.outward))


def _preview(console: Terminal, steps: Sequence[UndoStep], stays: Sequence[str], *, was_kept: bool) -> None:
    for step in steps:
        style = "dim" if step.why_not else "bold"
        console.marked(plain(step.line, 4000), style)
    for line in stays:
        console.marked(f"cannot be taken back  {plain(line)}", "yellow")
    if not steps:
        told = "the files are as they were before the run" if was_kept else "how files were before the run is not kept"
        console.print(told, highlight=False)


def _as_object(run: RunFolder, steps: Sequence[UndoStep], stays: Sequence[str], *, is_done: bool) -> dict[str, object]:
    return {
        "run": run.name,
        "done": is_done,
        "files": [{"path": str(step.path), "deed": step.deed.value, "why_not": step.why_not} for step in steps],
        "cannot_be_undone": list(stays),
    }
