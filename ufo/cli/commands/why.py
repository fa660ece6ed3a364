"""`ufo why`: shows a run's request with each part marked, or tells which parts of a request will need showing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ufo.cli.output import Terminal, print_json
from ufo.cli.settings import command_settings
from ufo.schema.outcome import RunSummary
from ufo.schema.reading import Account
from ufo.trace.account_lines import MARK_WIDTH, AccountLine, lines_of_changes, lines_of_parts
from ufo.trace.console import OUTCOME_STYLES, plain
from ufo.trace.events import RequestRead, RunEnded
from ufo.trace.reader import RunRecord, read_run
from ufo.trace.run_folders import find_run


_RUN = re.compile(r"last|[0-9a-f-]+|.*/.*")
"""The forms in which a run is named: `last`, the beginning of an id, a path. Anything else is a request."""


def why(run_or_request: str, overrides: dict[str, object], *, as_json: bool) -> int:
    """Tell of a run, or of a request that was not run. Raises TraceError where there is no such run."""
    settings = command_settings(overrides)
    if _RUN.fullmatch(run_or_request):
        return _why_run(run_or_request, settings.log_dir, as_json)
    return asyncio.run(_why_request(run_or_request, settings, as_json))


def _why_run(run: str, log_dir: Path, as_json: bool) -> int:
    record = read_run(find_run(run, log_dir))
    if as_json:
        print_json(_as_object(record))
        return 0
    console = Terminal()
    for summary in _summaries(record):
        _tell(console, summary)
    if record.summary is None:
        _line(console, f"{record.run_id} has not ended: there is nothing to read yet")
    return 0


def _summaries(record: RunRecord) -> Iterable[RunSummary]:
    return (ended.summary for ended in record.of(RunEnded))


def _tell(console: Terminal, summary: RunSummary) -> None:
    style = OUTCOME_STYLES.get(summary.outcome, "bold yellow")
    account = summary.account
    if account is not None:
        _line(console, f"[bold]{plain(account.request, 4000)}[/bold]")
    _line(console, f"[{style}]{summary.outcome}[/{style}]  {plain(summary.reason, 4000)}")
    if account is None:
        _line(console, "The request was not read: the run ended before that.")
        return
    _line(console, "")
    for line in (*lines_of_parts(account), *lines_of_changes(account)):
        _account_line(console, line)
    if account.read_by:
        _line(console, f"[dim]read by {plain(account.read_by)}[/dim]")


def _account_line(console: Terminal, line: AccountLine) -> None:
    quote = f"[bold]{plain(line.quote)}[/bold]" if line.quote else ""
    told = [*([quote] if quote else []), *(plain(text) for text in line.told)]
    first, *rest = told or [""]
    _line(console, f"[{line.style}]{line.mark:<{MARK_WIDTH}}[/{line.style}]  {first}")
    for text in rest:
        _line(console, f"{' ' * MARK_WIDTH}  {text}")


def _line(console: Terminal, markup: str) -> None:
    console.print(markup, highlight=False, soft_wrap=True)


def _as_object(record: RunRecord) -> dict[str, object]:
    """Return the account of each request with the facts that were read, for programs."""
    readings = {read.account.request: read for read in record.of(RequestRead)}
    return {
        "run": record.run_id,
        "requests": [_request_object(summary, readings) for summary in _summaries(record)],
    }


def _request_object(summary: RunSummary, readings: dict[str, RequestRead]) -> dict[str, object]:
    account: Account | None = summary.account
    read = readings.get(account.request) if account is not None else None
    return {
        "outcome": summary.outcome.value,
        "reason": summary.reason,
        "account": account.model_dump(mode="json") if account is not None else None,
        "facts": [fact.model_dump(mode="json") for fact in read.facts] if read is not None else [],
        "reading": read.reading.model_dump(mode="json") if read is not None and read.reading is not None else None,
    }
