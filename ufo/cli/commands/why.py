"""`ufo why`: shows a run's request with each part marked, or tells which parts of a request will need showing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import cast

from ufo.cli.output import Terminal, print_json
from ufo.cli.settings import command_settings, given, print_remark
from ufo.config.agent_models import READER, model_of
from ufo.config.settings import Settings
from ufo.llm.by_agent import choose
from ufo.llm.provider import Turn
from ufo.llm.registry import Surroundings
from ufo.llm.turn import answer
from ufo.prompts.reading import ReadingPrompter
from ufo.proof.closure import close
from ufo.schema.fact import Facts
from ufo.schema.inputs import HostInputs, ReadingInputs
from ufo.schema.outcome import RunSummary
from ufo.schema.reading import Account, PartVerdict, Reading
from ufo.schema.secret import SecretRef
from ufo.secrets.store import SecretStore
from ufo.trace.account_lines import MARK_WIDTH, AccountLine, lines_of_changes, lines_of_parts
from ufo.trace.console import OUTCOME_STYLES, plain
from ufo.trace.events import RequestRead, RunEnded
from ufo.trace.reader import RunRecord, read_run
from ufo.trace.run_folders import find_run

NOTHING = PartVerdict.NOTHING_TO_SHOW
_RUN = re.compile(r"last|[0-9a-f-]+|.*/.*")
"""The forms in which a run is named: `last`, the beginning of an id, a path. Anything else is a request."""


def why(run_or_request: str, overrides: Mapping[str, object], *, as_json: bool) -> int:
    """Tell of a run, or of a request that was not run. Raises TraceError where there is no such run, and ModelUnavailable or
    MalformedAnswer where nobody reads the request.
    """
    settings = command_settings(**given(overrides))
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


async def _why_request(request: str, settings: Settings, as_json: bool) -> int:
    """Print which parts of a request will need showing, as the reader reads it before anything is done."""
    account = close(request, Facts(), await _reading(request, settings), model_of(settings, READER).name)
    needs = [part for part in sorted(account.parts, key=lambda part: part.start)]
    if as_json:
        parts = [{"quote": part.quote, "needs_showing": part.verdict is not NOTHING} for part in needs]
        print_json({"request": request, "parts": parts, "read_by": account.read_by})
        return 0
    console = Terminal()
    for part in needs:
        mark, style = ("needs none", "dim") if part.verdict is NOTHING else ("to be shown", "bold")
        _line(console, f"[{style}]{mark:<{MARK_WIDTH}}[/{style}]  {plain(part.quote, 4000)}")
    _line(
        console,
        f"[dim]read by {plain(account.read_by)}; what shows each part is found in the world when it is done[/dim]",
    )
    return 0


async def _reading(request: str, settings: Settings) -> Reading:
    inputs = ReadingInputs(request, today=datetime.now().astimezone().date().isoformat())
    store = SecretStore(settings.secrets)
    model = await choose(settings, READER, Surroundings()).opened(lambda name: store.value(SecretRef(name)))
    try:
        messages = ReadingPrompter(model.settings.prompts_folder).render(inputs)
        turn = Turn("reader", messages, Reading, HostInputs(request, (), ()), reading=inputs)
        answered = await answer(model.provider, turn, (), settings.system.json_parsing_retry, print_remark)
        return cast(Reading, answered.response)
    finally:
        await model.provider.close()


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
