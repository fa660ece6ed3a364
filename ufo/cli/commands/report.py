"""`ufo report`: writes a run's page. The run is named by its id, the beginning of one, `last`, or a path."""

from __future__ import annotations

import webbrowser
from pathlib import Path

from ufo.cli.output import print_answer
from ufo.cli.settings import runs_in_use
from ufo.errors import TraceError
from ufo.trace.run_folders import find_run
from ufo.viewer.report import write_report


def report(run: str, out: Path | None, log_dir: Path | None, as_json: bool = False, opened: bool = False) -> int:
    """Print the page's path; with `opened`, also open the page in the browser. Raises TraceError where it cannot be written or
    opened.
    """
    path = write_report(find_run(run, runs_in_use(log_dir)), out)
    print_answer(as_json, {"report": str(path)}, str(path))
    if opened and not webbrowser.open(path.absolute().as_uri()):
        raise TraceError(f"no browser could be started; open {str(path)!r} in one")
    return 0
