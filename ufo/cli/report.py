"""`ufo report`: a run's page, by run id, the beginning of one, `last`, or a path."""

from __future__ import annotations

import sys
from pathlib import Path

from ufo.cli.output import print_json
from ufo.cli.settings import command_settings
from ufo.errors import TraceError
from ufo.trace.writer import EVENTS
from ufo.viewer.report import write_report


def report(run: str, out: Path | None, log_dir: Path | None, as_json: bool = False) -> int:
    """The page's path on stdout. Raises TraceError where the run cannot be told or read, or the page not written."""
    path = write_report(find_run(run, log_dir or command_settings().log_dir), out)
    if as_json:
        print_json({"report": str(path)})
    else:
        sys.stdout.write(f"{path}\n")
    return 0


def find_run(run: str, log_dir: Path) -> Path:
    """The folder of a run. Raises TraceError where none or several answer to `run`."""
    named = Path(run).expanduser()
    if run and ((named / EVENTS).is_file() or (named.name == EVENTS and named.is_file())):
        return named
    runs = sorted(events.parent for events in log_dir.expanduser().glob(f"*/{EVENTS}"))
    if not runs:
        raise TraceError(f"there is no run in {str(log_dir)!r}; name a run's folder, or another one with --log-dir")
    if run == "last":
        return runs[-1]
    found = [folder for folder in runs if folder.name == run] or [
        folder for folder in runs if run and folder.name.startswith(run)
    ]
    if not found:
        raise TraceError(f"no run {run!r} in {str(log_dir)!r}; the last one is {runs[-1].name!r}")
    if len(found) > 1:
        names = ", ".join(folder.name for folder in found[:5])
        raise TraceError(f"{len(found)} runs begin with {run!r} ({names}); give more of the id")
    return found[0]
