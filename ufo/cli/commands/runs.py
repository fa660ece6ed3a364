"""`ufo runs`: lists runs, says which are kept, and removes old ones."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ufo.cli.output import Terminal, agrees, print_answer, print_json, print_text
from ufo.cli.settings import command_settings, runs_in_use
from ufo.config.settings import Settings, runs_folder
from ufo.errors import TraceError
from ufo.schema.exit_codes import EXIT_FAILED
from ufo.trace.console import plain
from ufo.trace.cost import money
from ufo.trace.run_folders import RunFolder, RunLine, find_run, keep, line_of_run, runs_in
from ufo.trace.tidy import Going, Plan, leftovers, plan, tidy

_NEWEST = 20
_MB = 1_000_000
_NOBODY = "removing runs needs your yes: run this at a terminal, or add --yes"


def list_(everything: bool, log_dir: Path | None, as_json: bool) -> int:
    """Print the newest runs first: with `everything` or as JSON all of them, else as many as a screen shows."""
    folder = runs_in_use(log_dir)
    runs = runs_in(folder)[::-1]
    shown = runs if everything or as_json else runs[:_NEWEST]
    if as_json:
        print_json([_as_object(line_of_run(item)) for item in shown])
        return 0
    console = Terminal()
    for run_folder in shown:
        console.marked(_told(line_of_run(run_folder)))
    if len(shown) < len(runs):
        print_text(f"{len(runs) - len(shown)} older ones: ufo runs --all")
    if not runs:
        print_text(f"there is no run in {str(folder.expanduser())!r}")
    return 0


def keep_run(run: str, undo: bool, log_dir: Path | None, as_json: bool) -> int:
    found = RunFolder(find_run(run, runs_in_use(log_dir)))
    keep(found.path, not undo)
    told = f"{found.name} {'may be tidied away' if undo else 'is kept'}"
    print_answer(as_json, {"id": found.name, "kept": not undo}, told)
    return 0


def tidy_runs(consents: bool, log_dir: Path | None, as_json: bool) -> int:
    """Show the runs that would be removed, ask, and remove them. As JSON it removes them only with `consents`. Raises
    ConfigError where nobody can be asked.
    """
    settings = command_settings()
    what = plan(log_dir or settings.log_dir, settings.runs.keep_days, settings.runs.keep_mb)
    console = Terminal(stderr=as_json)
    for item in what.going:
        console.say(f"{item.run.name}  {_size(item.size)}  {item.why}")
    agreed = bool(what.going) and (consents or (not as_json and agrees(console, _question(what), _NOBODY)))
    # The person agreed already to the removal of what an earlier call left.
    removed = tidy(what) if agreed or (leftovers(what.folder) and not what.going) else ()
    if as_json:
        print_json(
            {"planned": [_going(going) for going in what.going], "removed": [going.run.name for going in removed]}
        )
    elif not what.going:
        bounds = f"{settings.runs.keep_days:g} days, {settings.runs.keep_mb:g} MB"
        print_text(f"nothing to tidy: the runs take {_size(what.size)} (`runs.keep_days`, `runs.keep_mb`: {bounds})")
    else:
        print_text(f"{len(removed)} of {len(what.going)} runs removed, {_size(sum(going.size for going in removed))}")
    return EXIT_FAILED if what.going and not agreed and not as_json else 0


def tidy_meanwhile(settings: Settings, tell: Callable[[str], None]) -> None:
    """Remove old runs in a background thread when a run starts. The process does not wait for it: the next call finishes the
    rest.

    Only the default folder is tidied; elsewhere only `ufo runs tidy` removes runs.
    """
    if settings.log_dir == runs_folder():
        threading.Thread(target=_tidy_quietly, args=(settings, tell), daemon=True).start()


def _tidy_quietly(settings: Settings, tell: Callable[[str], None]) -> None:
    try:
        what = plan(settings.log_dir, settings.runs.keep_days, settings.runs.keep_mb)
        if what.going:
            count = f"{len(what.going)} old run{'s' if len(what.going) > 1 else ''}"
            tell(
                f"removing {count} ({_size(what.freed)}; {_reasons(what.going)}); to keep one: ufo runs keep ID, "
                "to keep more: `runs.keep_days`, `runs.keep_mb`"
            )
        if what.going or leftovers(what.folder):
            tidy(what)
    except TraceError as error:
        tell(str(error))


def _reasons(going: Iterable[Going]) -> str:
    return ", ".join(dict.fromkeys(item.why for item in going))


def _question(what: Plan) -> str:
    return f"Remove these {len(what.going)} runs, {_size(what.freed)} of {_size(what.size)}?"


def _told(line: RunLine) -> str:
    began = line.run.began
    when = f"{began.astimezone():%Y-%m-%d %H:%M}" if began else " " * 16
    cost = money(line.summary.usage.cost) if line.summary else ""
    request = plain(line.started.request, 100) if line.started else ""
    kept = "  (kept)" if line.run.is_kept else ""
    return f"{line.run.name}  {when}  {_outcome(line):<20}  {cost:>8}  {request}{kept}"


def _outcome(line: RunLine) -> str:
    if line.summary is not None:
        return line.summary.outcome.value
    return "goes on" if line.run.is_going_on else "broken off"


def _as_object(line: RunLine) -> dict[str, Any]:
    summary = line.summary
    return {
        "id": line.run.name,
        "folder": str(line.run.path),
        "started": line.started.started if line.started else None,
        "request": line.started.request if line.started else None,
        "outcome": summary.outcome.value if summary else None,
        "cost": summary.usage.cost if summary else None,
        "steps": summary.steps if summary else None,
        "seconds": summary.seconds if summary else None,
        "going_on": line.run.is_going_on,
        "kept": line.run.is_kept,
    }


def _going(going: Going) -> dict[str, Any]:
    return {"id": going.run.name, "bytes": going.size, "why": going.why}


def _size(size: int) -> str:
    return f"{size / _MB:.1f} MB"
