"""`ufo why`: shows a run's request with each part marked, or tells which parts of a request will need showing."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from ufo.cli.output import Terminal, print_json, print_remark
from ufo.cli.settings import command_settings
from ufo.config.agent_models import READER, model_of
from ufo.config.sections import ModelSections
from ufo.config.settings import Settings
from ufo.errors import ConfigError
from ufo.llm.by_agent import choose
from ufo.llm.provider import BUILTIN, Turn
from ufo.llm.registry import Surroundings
from ufo.llm.turn import answer
from ufo.prompts.reading import ReadingPrompter
from ufo.proof.closure import close
from ufo.schema.fact import Facts
from ufo.schema.inputs import HostInputs, ReadingInputs
from ufo.schema.outcome import RunSummary
from ufo.schema.reading import Account, PartVerdict, Reading
from ufo.schema.request_text import complaint
from ufo.schema.secret import SecretRef
from ufo.secrets.secret_resolver import SecretStore
from ufo.trace.account_lines import MARK_WIDTH, AccountLine, lines_of_changes, lines_of_parts
from ufo.trace.console import OUTCOME_STYLES, plain
from ufo.trace.events import RequestRead, RunEnded
from ufo.trace.reader import RunRecord, read_run
from ufo.trace.run_folders import RunFolder, find_run

NOTHING = PartVerdict.NOTHING_TO_SHOW
_RUN = re.compile(r"last|[0-9a-f-]+|(?:\.{0,2}|~)/\S*")
"""The forms in which a run is named: `last`, the beginning of an id, a path. Anything else that is not there is a request."""


def why(run_or_request: str, overrides: Mapping[str, Any], *, as_json: bool) -> int:
    """Tell of a run, or of a request that was not run. Raises TraceError where there is no such run, ConfigError for what
    is no request, and ModelUnavailable or MalformedAnswer where nobody reads the request.
    """
    settings = command_settings(**overrides)
    if wrong := complaint(run_or_request):
        raise ConfigError(wrong)
    if _RUN.fullmatch(run_or_request) or _is_there(run_or_request):
        return _why_run(run_or_request, settings.log_dir, as_json)
    return asyncio.run(_why_request(run_or_request, settings, as_json))


def _is_there(path: str) -> bool:
    """Tell whether there is a folder or file of that name."""
    try:
        return os.path.lexists(path)
    except ValueError:
        return False


def _why_run(run: str, log_dir: Path, as_json: bool) -> int:
    folder = find_run(run, log_dir)
    record = read_run(folder)
    if as_json:
        print_json(_as_object(record))
        return 0
    console = Terminal()
    for summary in _summaries(record):
        _tell(console, summary)
    for doubt in record.doubts:
        print_remark(doubt)
    if record.summary is None:
        console.marked(f"{plain(record.run_id)} {_not_ended(record, RunFolder(folder).is_going_on)}")
    return 0


def _not_ended(record: RunRecord, is_going_on: bool) -> str:
    if record.started is None:
        return "has no log that can be read"
    if is_going_on:
        return "still goes on: its request is read at its end"
    return "broke off before its request was read; `ufo resume` goes on with it, `ufo undo --dry-run` shows its files"


async def _why_request(request: str, settings: Settings, as_json: bool) -> int:
    """Print which parts of a request will need showing, as the reader reads it before anything is done."""
    reading = await _reading(request, settings)
    account = close(request, Facts(), reading, model_of(ModelSections.of(settings), READER).name)
    # Of what was not done yet, a model says no more than that nothing shows it; the planner says what it does not understand.
    why = {part.quote: part.why for part in reading.parts} if account.read_by == BUILTIN else {}
    needs = sorted(account.parts, key=lambda part: part.start)
    if as_json:
        parts = [
            {"quote": part.quote, "needs_showing": part.verdict is not NOTHING, "why": why.get(part.quote, "")}
            for part in needs
        ]
        print_json({"request": request, "parts": parts, "read_by": account.read_by})
        return 0
    console = Terminal()
    for part in needs:
        mark, style = ("needs none", "dim") if part.verdict is NOTHING else ("to be shown", "bold")
        console.marked(f"[{style}]{mark:<{MARK_WIDTH}}[/{style}]  {plain(part.quote, 4000)}")
        if reason := why.get(part.quote):
            console.marked(f"{' ' * MARK_WIDTH}  [yellow]{plain(reason, 4000)}[/yellow]")
    other = "; `--model` names another reader" if any(why.values()) else ""
    console.marked(f"[dim]read by {plain(account.read_by)}{other}; what shows each part is found when it is done[/dim]")
    return 0


async def _reading(request: str, settings: Settings) -> Reading:
    inputs = ReadingInputs(request, today=datetime.now().astimezone().date().isoformat())
    store = SecretStore(settings.secrets)
    model = await choose(ModelSections.of(settings), READER, Surroundings()).opened(
        lambda name: store.value(SecretRef(name))
    )
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
        console.marked(f"[bold]{plain(account.request, 4000)}[/bold]")
    console.marked(f"[{style}]{summary.outcome}[/{style}]  {plain(summary.reason, 4000)}")
    if account is None:
        console.marked("The request was not read: the run ended before that.")
        return
    console.marked("")
    for line in (*lines_of_parts(account), *lines_of_changes(account)):
        _account_line(console, line)
    if account.read_by:
        console.marked(f"[dim]read by {plain(account.read_by)}[/dim]")


def _account_line(console: Terminal, line: AccountLine) -> None:
    quote = f"[bold]{plain(line.quote)}[/bold]" if line.quote else ""
    told = [*([quote] if quote else []), *(plain(text) for text in line.told)]
    first, *rest = told or [""]
    console.marked(f"[{line.style}]{line.mark:<{MARK_WIDTH}}[/{line.style}]  {first}")
    for text in rest:
        console.marked(f"{' ' * MARK_WIDTH}  {text}")


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
        "comment": summary.comment,
        "account": account.model_dump(mode="json") if account is not None else None,
        "facts": [fact.model_dump(mode="json") for fact in read.facts] if read is not None else [],
        "reading": read.reading.model_dump(mode="json") if read is not None and read.reading is not None else None,
    }
