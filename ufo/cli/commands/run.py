"""`ufo run`: does a request on real applications, reports it live, and says truthfully how it ended."""

from __future__ import annotations

import asyncio
import importlib
import os
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ufo.agents.user import User
from ufo.cli.commands.runs import tidy_meanwhile
from ufo.cli.outcome_text import Endings, as_object
from ufo.cli.output import Terminal, at_terminal, print_json
from ufo.cli.person import consenting
from ufo.cli.process.exit_deadline import Leaving
from ufo.cli.process.logfile import logged
from ufo.cli.process.surroundings import prepare_memory, words_of, working_folder
from ufo.cli.settings import command_settings
from ufo.config.load import changed
from ufo.config.settings import Settings
from ufo.errors import ConfigError, KnowledgeError, TraceError, UfoError
from ufo.platform.loop_signals import stopping
from ufo.recipes.learner import QUESTION, Learner, understood
from ufo.recipes.replay.request_match import Chosen
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import open_desktop
from ufo.runs.named_models import require_models
from ufo.runs.plans.plan import Plan, read_plan
from ufo.runs.sessions.given_answers import GivenAnswer, read_answers
from ufo.runs.sessions.session import Session
from ufo.runs.sessions.users import NobodyUser, TerminalUser
from ufo.schema.exit_codes import EXIT_CANCELLED
from ufo.schema.outcome import RunOutcome
from ufo.schema.request_text import EXAMPLE, MAX_REQUEST_CHARS, complaint
from ufo.schema.running_mode import RunningMode
from ufo.trace.console import plain
from ufo.trace.emitter import Emitter, Listener
from ufo.trace.panels import listener_for
from ufo.trace.run_folders import has_takeovers
from ufo.trace.writer import LogWriter
from ufo.viewer.report import write_report

# Longer than a run needs at its limit to let go of what it is doing.
_OVERDUE_S = 1.9
_QUESTION_S = 60.0
_LONGEST = 700
_CLOSING_S, _CLOSING_LATE_S = 30.0, 3.0
_NEXT = {
    "declined": "run it in a terminal to be asked, or with --yes to consent in advance to everything it would ask",
    "nobody answered": "run it in a terminal to be asked, give the answers beforehand with --answers FILE, or put the "
    "request in other words; docs/planner.md has examples",
}
"""What the person can do next, by the beginning of the reason."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the person takes part. With `stepping` the run pauses before each turn and each action; with `plain` it is told in
    lines, without panels.
    """

    consents: bool = False
    as_json: bool = False
    stepping: bool = False
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """The way in which a request is done: by a skill, by the steps of a plan, and in which mode. `listener` receives every event
    of the run. `run_id`: what its log is called, where whoever started it has to know; `watched`: it is opened on the page.
    `answers`: what the person answered beforehand. `may_call`: as in `SessionParts`.
    """

    skill: Chosen | None = None
    plan: Plan | None = None
    mode: RunningMode = RunningMode.NORMAL
    listener: Listener | None = None
    run_id: str | None = None
    watched: bool = False
    answers: tuple[GivenAnswer, ...] = ()
    may_call: Callable[[], Awaitable[None]] | None = None


def run_with(  # noqa: PLR0913 a command's options are its parameters
    request: str | None,
    overrides: Mapping[str, Any],
    *,
    plan: Path | None = None,
    operator: bool = False,
    run_id: str | None = None,
    watched: bool = False,
    answers: Path | None = None,
    **manner: bool,
) -> int:
    """Do the request, or follow the plan, and return the exit code of the last outcome. `overrides` holds None where an option
    was not given.
    """
    if plan is not None and (request is not None or operator):
        other = "a request" if request is not None else "--agent operator"
        raise ConfigError(f"--plan says what is done and how, so it cannot come with {other}; leave one of them out")
    given = read_answers(answers) if answers is not None else ()
    settings = command_settings(**overrides)
    if plan is not None:
        followed = read_plan(plan)
        return work(
            followed.request,
            settings,
            Manner(**manner),
            Way(plan=followed, mode=RunningMode.FOLLOWER, run_id=run_id, watched=watched, answers=given),
        )
    mode = RunningMode.NORMAL_OPERATOR if operator else RunningMode.NORMAL
    return work(request, settings, Manner(**manner), Way(mode=mode, run_id=run_id, watched=watched, answers=given))


def work(request: str | None, settings: Settings, manner: Manner, way: Way = Way()) -> int:  # noqa: B008 - it is frozen
    """Do the request as `run_with` does, with loaded settings."""
    as_json = manner.as_json
    prepare_memory()
    is_seen = at_terminal(as_json)
    if request is None and not is_seen:
        request = _piped()
    request = None if request is None else words_of(request)
    if request is not None and (problem := complaint(request)):
        raise ConfigError(problem)
    if manner.stepping and not is_seen:
        raise ConfigError("--step needs a person at a terminal; leave it out, or run it from one without --json")
    if manner.consents and settings.system.save_experience == "ask":
        # It consents to everything that would be asked.
        settings = changed(settings, system={"save_experience": "auto"})
    settings = consenting(settings, manner.consents)
    console = Terminal(stderr=as_json)
    terminal = TerminalUser(console, settings.system.question_timeout_s, manner.consents, manner.stepping)
    person: User = terminal if is_seen else NobodyUser(manner.consents)
    job = Job(settings, console, person, None if request is not None else terminal, as_json)
    job.way = way
    job.told_in_lines = manner.plain
    try:
        return asyncio.run(job.run(request))
    finally:
        job.leaving.stay()


def _piped() -> str:
    """Read the request from standard input, at most one character more than is allowed."""
    if sys.stdin is None or at_terminal():
        raise ConfigError(f"there is no request; say what you want done, e.g. {EXAMPLE}")
    data = sys.stdin.buffer.read(4 * (MAX_REQUEST_CHARS + 1))
    return data.decode("utf-8", "surrogateescape")[: MAX_REQUEST_CHARS + 1].strip()


class Job:
    """One call of `ufo run`. `requests` is the terminal at which the person types one request after another, or None for one
    request.
    """

    def __init__(
        self, settings: Settings, console: Terminal, person: User, requests: TerminalUser | None, as_json: bool
    ) -> None:
        self._settings = settings
        self._console = console
        self._person = person
        self._requests = requests
        self._as_json = as_json
        self._endings = Endings()
        self._printed = False
        self._folder = working_folder()
        self.leaving = Leaving()
        self.way = Way()
        self.told_in_lines = False
        self._before_s = 0.0
        self._learner: Learner | None = None

    async def run(self, request: str | None) -> int:
        """Do one request, or without one ask for them one after another until an empty line."""
        # A wrong model is reported before a desktop is started for it.
        await require_models(self._settings, self.way.mode)
        with stopping(self._leave):
            tidy_meanwhile(self._settings, self._tell)
            log = self._new_log()
            try:
                await self._show(log.folder)
                with logged(log.folder, log.masks):
                    code = await self._ended(log, request)
            finally:
                log.close()
                self._write_report(log)
            await self._offer_experience()
        self._print_ending()
        return code

    async def _offer_experience(self) -> None:
        """Ask the person at the terminal whether what worked is kept, where there is something to learn."""
        offered = self._learner.offered if self._learner is not None else []
        if not offered or self._learner is None or not isinstance(self._person, TerminalUser):
            return
        self.leaving.stay()
        self._console.print("This run teaches:", highlight=False)
        for line in (line for experience in offered for line in experience.told().split("\n")):
            self._console.marked(f"  {plain(line, _LONGEST)}")
        answers = None
        with suppress(TimeoutError):
            async with asyncio.timeout(_QUESTION_S):
                answers = await self._person.ask([QUESTION])
        try:
            if answers and understood(answers[0], self._settings.knowledge.folder.expanduser()):
                self._tell(self._learner.keep(offered))
        except KnowledgeError as error:
            self._warn(str(error))

    async def _show(self, folder: Path) -> None:
        """Open the run on the page, where that is wanted. It is done all the same where that fails."""
        if self.way.watched:
            try:
                await asyncio.to_thread(importlib.import_module("ufo.cli.commands.serve").show_run, folder)
            except ConfigError as error:
                self._warn(str(error))

    def _new_log(self) -> LogWriter:
        return LogWriter(self._settings.log_dir, self.way.run_id)

    async def _ended(self, log: LogWriter, request: str | None) -> int:
        shown = [] if self._as_json else [listener_for(self._console, self.told_in_lines)]
        listeners: list[Listener] = [self._endings, *shown]
        listeners += [self.way.listener] if self.way.listener is not None else []
        began = time.monotonic()
        try:
            async with open_desktop(self._settings.desktop) as desktop:
                # The next request goes on with what the last one leaves open.
                desktop = replace(desktop, ends_with_run=desktop.ends_with_run and request is not None)
                parts = SessionParts(
                    desktop,
                    self._person,
                    self._folder,
                    log,
                    listeners,
                    skill=self.way.skill,
                    plan=self.way.plan,
                    mode=self.way.mode,
                    before_s=self._before_s,
                    answers=self.way.answers,
                    may_call=self.way.may_call,
                )
                async with open_session(self._settings, parts) as session:
                    self._watch(log, listeners, request, session)
                    self._learner = session.learner
                    try:
                        return await self._rounds(session, request)
                    finally:
                        self._close_in_time()
        except asyncio.CancelledError:
            if request is not None and not self._endings.began:
                self._stopped_early(log, listeners, request, time.monotonic() - began)
            return EXIT_CANCELLED
        except UfoError as error:
            summary = self._endings.summary
            if summary is None:
                raise
            # The outcome of the run stands; only closing its desktop failed.
            self._warn(str(error))
            return summary.outcome.exit_code

    def _stopped_early(self, log: LogWriter, listeners: list[Listener], request: str, seconds: float) -> None:
        """Give a run that was stopped while its desktop started a log and a summary, as every run has."""
        emitter = Emitter([log, *listeners], time.monotonic, log.masks)
        self._endings.stopped_before(emitter, log, request, self._settings, seconds)

    async def _rounds(self, session: Session, request: str | None) -> int:
        if request is not None:
            return (await session.run(request)).outcome.exit_code
        code = 0
        while self._requests is not None and (line := await self._requests.request()):
            problem = complaint(line)
            if problem:
                self._warn(problem)
                continue
            code = (await session.run(line)).outcome.exit_code
        return code

    def _watch(self, log: LogWriter, listeners: list[Listener], request: str | None, session: Session) -> None:
        """End a run that does not end at its limit, from outside: a blocked event loop blocks every limit inside it."""
        if request is None:
            # The person's own time between two requests does not count.
            return
        began, limit = time.monotonic(), self._settings.limits.max_time_s

        def left() -> float:
            return limit + _OVERDUE_S + session.parked_s - (time.monotonic() - began)

        def overdue() -> int:
            reason = (
                f"{limit:g} seconds are used up, and the step in progress could not be stopped; it is left as it is"
            )
            emitter = Emitter([log, *listeners], time.monotonic)
            self._endings.overdue(emitter, log, reason, time.monotonic() - began)
            self._print_ending()
            return RunOutcome.LIMIT.exit_code

        self.leaving.within(limit + _OVERDUE_S, overdue, left)

    def _close_in_time(self) -> None:
        """Set a deadline for closing session and desktop, so that the person gets the result even where closing hangs."""
        summary = self._endings.summary
        is_late = summary is not None and summary.outcome is RunOutcome.LIMIT
        if is_late:
            self._print_ending()
        self.leaving.within(_CLOSING_LATE_S if is_late else _CLOSING_S, self._leave_late)

    def _leave_late(self) -> int:
        """Leave at the deadline. The supervisor of a private desktop ends what is left of it when this process ends."""
        self._warn("left before everything was closed; write the run's report with: ufo report last")
        self._print_ending()
        summary = self._endings.summary
        return EXIT_CANCELLED if summary is None else summary.outcome.exit_code

    def _write_report(self, log: LogWriter) -> None:
        """Write the report and print its path. A log that could not be written does not change the outcome."""
        if not self._endings.began:
            log.discard()
            return
        if log.failure and self._as_json:
            self._warn(log.failure)
        try:
            path = write_report(log.folder, None)
        except TraceError as error:
            self._warn(str(error))
            return
        if not self._as_json:
            self._console.say(f"Report  {path}")
            self._say_next()

    def _say_next(self) -> None:
        """Print what a person can do about a question that nobody was there to answer."""
        summary = self._endings.summary
        if summary is not None and has_takeovers(Path(summary.log_path)):
            run = Path(summary.log_path).name
            self._console.say(f"Keep    what you did in it: ufo record NAME --from-run {run}")
        how = _NEXT.get(summary.reason.partition(":")[0], "") if summary is not None else ""
        if how and isinstance(self._person, NobodyUser):
            self._console.say(f"Next    {how}")

    def _print_ending(self) -> None:
        if self._as_json and self._endings.summary is not None and not self._printed:
            self._printed = True
            print_json(as_object(self._endings.summary))

    def _leave(self) -> None:
        self._leave_late()
        os._exit(EXIT_CANCELLED)

    def _tell(self, text: str) -> None:
        self._console.say(f"ufo: {text}", "dim")

    def _warn(self, text: str) -> None:
        self._console.say(f"ufo: {text}", "red")
