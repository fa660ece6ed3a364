"""`ufo why --time`: shows where the time of a run went, by turn and by what it was spent on, and what took longest."""

from __future__ import annotations

from pathlib import Path

from ufo.cli.output import Terminal, print_json, table
from ufo.cli.settings import command_settings
from ufo.errors import TraceError
from ufo.schema.spans import Spent
from ufo.trace.reader import read_run
from ufo.trace.run_folders import find_run
from ufo.trace.time_spent import TimeTold, time_of

_MOST_KINDS = 8


def show(run: str, log_dir: Path | None, *, as_json: bool) -> int:
    """Print where the time of a run went. Raises TraceError where there is no such run, and where its log does not tell."""
    folder = find_run(run, command_settings(log_dir=log_dir).log_dir)
    record = read_run(folder)
    told = time_of(record)
    if told is None:
        raise TraceError(
            f"the log of {record.run_id} does not tell where its time went: it is older than that, or nothing was done yet; "
            "name a newer run"
        )
    if as_json:
        print_json({"run": record.run_id, **told.as_object()})
    else:
        _print(told)
    return 0


def _print(told: TimeTold) -> None:
    console = Terminal()
    console.say(
        f"{told.seconds:.1f} s: {told.model_s:.1f} s for the models' answers, {told.own_s:.1f} s of our own; "
        f"{told.before_s:.1f} s before the first question, {told.after_s:.1f} s after the last answer"
    )
    kinds = [kind for kind in told.by_kind if kind != Spent.MODEL][:_MOST_KINDS]
    rows = [
        [str(turn.step or ""), turn.agent, *(f"{turn.by_kind.get(kind, 0.0):.2f}" for kind in ("model", *kinds))]
        for turn in told.turns
    ]
    all_rows = ["", "all", *(f"{told.by_kind.get(kind, 0.0):.2f}" for kind in ("model", *kinds))]
    console.print(table(("step", "agent", "model", *kinds), [*rows, all_rows]))
    console.say("")
    slowest = [[f"{piece.own_s:.2f}", f"{piece.span.began:.1f}", " > ".join(piece.path)] for piece in told.slowest]
    console.print(table(("seconds", "at", "what took longest"), slowest))
