"""`ufo run`: a request on real applications, told live, ended honestly."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console

from ufo.agents.user import User
from ufo.assembly import SessionParts, open_desktop, open_session
from ufo.config.loading import load_settings
from ufo.config.settings import Settings
from ufo.errors import Cancelled, TraceError
from ufo.schema.outcome import EXIT_USAGE, RunOutcome, RunSummary
from ufo.sessions.session import Session
from ufo.sessions.users import NobodyUser, TerminalUser
from ufo.trace.console import ConsoleListener
from ufo.trace.writer import LogWriter
from ufo.viewer.report import write_report

MAX_REQUEST_CHARS = 20_000


def run(request: str | None, overrides: Mapping[str, Any], consents: bool, as_json: bool) -> int:
    """Exit code of the last request's outcome. `overrides` holds None where an option was not given."""
    settings = load_settings(**given(overrides))
    console = Console(stderr=as_json)
    if request is None and not sys.stdin.isatty():
        request = sys.stdin.read(MAX_REQUEST_CHARS + 1)
    if request is not None:
        problem = complaint(request)
        if problem:
            console.print(f"ufo: {problem}", style="red", markup=False)
            return EXIT_USAGE
    terminal = TerminalUser(console, settings.system.question_timeout_s, consents)
    person: User = NobodyUser(consents) if as_json or not sys.stdin.isatty() else terminal
    job = _Job(settings, console, person, None if request is not None else terminal, as_json)
    try:
        return asyncio.run(job.run(request))
    except (KeyboardInterrupt, Cancelled, asyncio.CancelledError):
        return RunOutcome.CANCELLED.exit_code


def complaint(request: str) -> str | None:
    """What is wrong with a request, or None."""
    if not request.strip():
        return 'the request is empty; say what you want done, e.g. ufo run "open the calculator and compute 6*7"'
    if len(request) > MAX_REQUEST_CHARS:
        return f"the request has {len(request)} characters; at most {MAX_REQUEST_CHARS} are read. Put data in a file"
    return None


def given(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Only the options that were given."""
    kept: dict[str, Any] = {}
    for key, value in overrides.items():
        if isinstance(value, Mapping):
            value = given(value)
        if value is not None and value != {}:
            kept[key] = value
    return kept


class _Job:
    """`requests`: the terminal at which the person says one request after another."""

    def __init__(
        self, settings: Settings, console: Console, person: User, requests: TerminalUser | None, as_json: bool
    ) -> None:
        self._settings = settings
        self._console = console
        self._person = person
        self._requests = requests
        self._as_json = as_json

    async def run(self, request: str | None) -> int:
        """One request, or, without one, one after another until an empty line."""
        task = asyncio.current_task()
        if task is not None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        log = LogWriter(self._settings.log_dir)
        listeners = [ConsoleListener(self._console)] if not self._as_json else []
        try:
            async with open_desktop(self._settings) as desktop:
                parts = SessionParts(desktop, self._person, Path.cwd(), log, listeners)
                async with open_session(self._settings, parts) as session:
                    return await self._rounds(session, request)
        finally:
            log.close()
            self._report(log)

    async def _rounds(self, session: Session, request: str | None) -> int:
        if request is not None:
            return self._told(await session.run(request))
        code = 0
        while self._requests is not None and (line := await self._requests.request()):
            problem = complaint(line)
            if problem:
                self._console.print(problem, style="red", markup=False)
                continue
            code = self._told(await session.run(line))
        return code

    def _told(self, summary: RunSummary) -> int:
        if self._as_json:
            sys.stdout.write(json.dumps(as_object(summary), ensure_ascii=False) + "\n")
            sys.stdout.flush()
        return summary.outcome.exit_code

    def _report(self, log: LogWriter) -> None:
        """Tells where the report is. A log that could not be written changes nothing of what the run came to."""
        if log.failure and self._as_json:
            self._console.print(f"ufo: {log.failure}", style="red", markup=False, highlight=False)
        try:
            path = write_report(log.folder, None)
        except TraceError as error:
            self._console.print(f"ufo: {error}", style="red", markup=False, highlight=False)
            return
        if not self._as_json:
            self._console.print(f"Report  {path}", markup=False, highlight=False)


def as_object(summary: RunSummary) -> dict[str, Any]:
    """The last line of `--json`: one object, for programs."""
    return {
        "outcome": summary.outcome.value,
        "reason": summary.reason,
        "answer": summary.answer,
        "evidence": [finding.model_dump(mode="json") for finding in summary.evidence],
        "steps": summary.steps,
        "model_calls": summary.usage.model_calls,
        "tokens": {"input": summary.usage.input_tokens, "output": summary.usage.output_tokens},
        "cost": summary.usage.cost,
        "seconds": summary.seconds,
        "log_path": summary.log_path,
        "files": list(summary.files),
    }
