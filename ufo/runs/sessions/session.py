"""A session: one person, one HostAgent, and one request after another, each with a truthful outcome (design.md §3, §4)."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.changed_world import note_unsaved
from ufo.agents.round_context import Context
from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.errors import DesktopError, LimitReached, TraceError
from ufo.faults import FaultCount, Part, note_fault
from ufo.proof.beginning import begin
from ufo.proof.evidence import evidence_of
from ufo.proof.facts import changed_files
from ufo.proof.verdict import verdict
from ufo.recipes.learner import Learner
from ufo.runs.sessions.carried_out import carried_out, circumstances, failed_alone
from ufo.runs.sessions.evaluation import Evaluator, lowered
from ufo.runs.sessions.given_answers import GivenAnswer
from ufo.runs.sessions.limits import GRACE_S, Limits, within
from ufo.runs.sessions.restore import Restorer, restored_beginning
from ufo.runs.sessions.round import Round
from ufo.runs.sessions.unfinished import Unfinished, anew
from ufo.schema.evaluation import Evaluation
from ufo.schema.outcome import CarriedOut, RunOutcome, RunSummary
from ufo.schema.predicate import Finding, Truth
from ufo.schema.spans import Spent
from ufo.tools.dispatch.dry_run import DryRun
from ufo.trace.events import Noticed, RunEnded, RunResumed, RunStarted

logger = logging.getLogger(__name__)
_STOPPED = (RunOutcome.LIMIT, RunOutcome.CANCELLED)
_ENDED = (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED)
_BROKEN_OFF = (RunOutcome.FAILED, RunOutcome.NEEDS_HELP, RunOutcome.LIMIT)
_PICTURES_S = 30.0
_LEARNING_S = 10.0

Halting = Callable[[Callable[[], object]], Awaitable[Callable[[], None]]]
"""Binds the halt key: it calls back, in the event loop, when the key is pressed, and returns what releases the key."""


class Session:
    """A session. `run` may be called again: memory, sub-agents and the blackboard are kept from request to request."""

    def __init__(
        self,
        host: HostAgent,
        context: Context,
        limits: Limits,
        started: Callable[[str], RunStarted],
        halting: Halting | None = None,
        faults: FaultCount | None = None,
    ) -> None:
        self.host = host
        self.context = context
        self._limits = limits
        self._started = started
        self._halting = halting
        self._faults = faults or FaultCount()
        self.evaluator: Evaluator | None = None
        """Judges each request at its end; None where nothing is judged."""
        self.learner: Learner | None = None
        """Learns from each request after its end; None where nothing is learned."""
        self.dry: DryRun | None = None
        self.answers: tuple[GivenAnswer, ...] = ()
        """What the person answered before they were asked."""
        """What a dry run would have done; None where the run is none."""
        self.stops_by: Callable[[Callable[[], object]], Callable[[], None]] = lambda _stop: _release_nothing
        """Has what it is called with stop a request from elsewhere, until what it returns is called."""
        self.denied: Callable[[], Sequence[str]] = tuple
        """Returns why applications that the run wanted to work were not permitted."""
        self._emitter = host.services.emitter
        self._rounds = 0

    @property
    def parked_s(self) -> float:
        """How long people have parked the run so far, in seconds."""
        return self._limits.parked_s()

    async def run(self, request: str) -> RunSummary:
        """Do a request and return its summary. Failures become outcomes and are never raised; a cancellation is reported as
        CANCELLED and raised again.
        """
        if self._rounds == 0:
            self._emitter.emit(self._started(request))
            self.host.knows_answers((given.question, given.answer) for given in self.answers)
        else:
            await self.host.release_ended()
        with self._emitter.spending(Spent.BEGINNING, "files"):
            beginning = await asyncio.to_thread(begin, request, self.host.places, time.time())
        self.host.begin_round(request, beginning)
        self.context.begin_round(self._rounds, request)
        self._rounds += 1

        async def work() -> str:
            with self._emitter.spending(Spent.BEGINNING, "windows"):
                await self.host.services.world_notes.note(self.host, self.context)
                self.host.windows_before = await self.host.open_windows()
                await note_unsaved(self.host)
            return await Round(request, self.host, self.context, self._limits).run()

        return await self._done(work)

    async def resume(self, was: Unfinished, is_elsewhere: bool = False) -> RunSummary:
        """Go on with a request that was broken off, after its last finished step, and return its summary as `run` does.
        `is_elsewhere`: on another desktop or in another folder, without its windows.

        Raises TraceError where that is not sound, before anything is done: its desktop is gone, or a window that it worked in or
        a file that it is about is not as it was.
        """
        present = self._started(was.request)
        await self._require_as_it_was(was, present.desktop, is_elsewhere)
        beginning = await asyncio.to_thread(restored_beginning, was, self.host.places, is_elsewhere)
        self.host.begin_round(was.request, beginning)
        self.context.begin_round(was.round.round_id, was.request)
        self._rounds = was.round.round_id + 1
        self._emitter.emit(
            RunResumed(
                after=was.last_finished,
                started=present.started,
                model=present.model,
                desktop=present.desktop,
                folder=present.working_folder if was.move.places else "",
            )
        )

        async def go_on() -> str:
            try:
                first = await Restorer(self.host, self.context, was, is_elsewhere).restore()
            except Exception as error:  # noqa: BLE001 the boundary of a round, before it goes on
                self.host.failure = note_fault(logger, "putting the run back to where it was", error)
                return HostAgentStatus.ERROR
            return await Round(was.request, self.host, self.context, self._limits).run(first)

        return await self._done(go_on)

    async def _require_as_it_was(self, was: Unfinished, desktop: str, is_elsewhere: bool) -> None:
        worked_in = () if is_elsewhere else was.windows_worked_in
        then = was.desktop
        if worked_in and desktop != then:
            titles = ", ".join(repr(window_noted.title) for window_noted in worked_in)
            raise TraceError(
                f"it cannot go on: it worked in {titles} on the desktop {then}, and this is {desktop}; "
                f"{anew(was.request)} (a desktop of `ufo desktop start NAME` outlives a run)"
            )
        app_roots = frozenset[str]() if is_elsewhere else was.app_roots
        changes = await self.host.services.world_notes.changes_since(was.after, app_roots)
        if changes:
            raise TraceError(
                f"it cannot go on, since the world is not as step {was.last_finished} left it: {'; '.join(changes)}; "
                f"{anew(was.request)}"
            )

    async def _done(self, work: Callable[[], Coroutine[Any, Any, str]]) -> RunSummary:
        """Do the work of a round within the limits, judge it, and tell how it ended."""
        self._limits.begin()
        release, task = _release_nothing, asyncio.current_task()
        unbind = _release_nothing if task is None else self.stops_by(task.cancel)
        evaluation: Evaluation | None = None
        try:
            release = await within(self._limits.seconds_left, self._listen(task))
            status = await self._limits.held(work())
            outcome, reason = self._judge(status)
            evaluation = await self._evaluate(outcome, reason)
            outcome, reason = lowered(outcome, reason, evaluation)
        except LimitReached as error:
            outcome, reason = RunOutcome.LIMIT, str(error)
        except TimeoutError:
            outcome, reason = RunOutcome.LIMIT, self._limits.time_is_up
        except asyncio.CancelledError:
            await self._end(RunOutcome.CANCELLED, "stopped by the person")
            raise
        finally:
            release()
            unbind()
        summary = await self._end(outcome, reason, evaluation)
        await self._learn(outcome)
        return summary

    async def _learn(self, outcome: RunOutcome) -> None:
        """Learn from the request that ended, no longer than its limit leaves."""
        if self.learner is not None:
            with suppress(TimeoutError), self._emitter.spending(Spent.LEARNING, ""):
                await within(GRACE_S if outcome in _STOPPED else _LEARNING_S, self.learner.ended())
            self._emitter.tell_spending()

    async def _listen(self, task: asyncio.Task[object] | None) -> Callable[[], None]:
        """Let the halt key stop the run as Ctrl-C does, and return what releases the key."""
        if self._halting is None or task is None:
            return lambda: None
        try:
            return await self._halting(task.cancel)
        except DesktopError as error:
            self._emitter.emit(Noticed(text=f"the halt key does not work: {error}"))
            return lambda: None

    def _judge(self, status: str) -> tuple[RunOutcome, str]:
        if status != HostAgentStatus.FINISH:
            if self.host.unanswered:
                return RunOutcome.NEEDS_HELP, self.host.failure
            return RunOutcome.FAILED, self.host.failure or f"ended in {status}"
        if self.host.waits:
            return RunOutcome.NEEDS_HELP, f"nobody answered: {' '.join(self.host.waits)}"
        outcome, reason = verdict(self.host.account, carried_out(self.host, self.context))
        failed = failed_alone(self.host, self.context)
        if failed and outcome is RunOutcome.COMPLETED_UNVERIFIED:
            return RunOutcome.FAILED, f"not done: {failed}"
        return outcome, reason

    async def _evaluate(self, outcome: RunOutcome, reason: str) -> Evaluation | None:
        if self.evaluator is None or self.dry is not None:
            return None
        return await self.evaluator.evaluate(self.host, self.context, outcome, reason, self.evidence())

    def evidence(self) -> tuple[Finding, ...]:
        return evidence_of(self.context.findings, self.context.previous_subtasks)

    async def _finish_pictures(self, seconds: float) -> None:
        try:
            await within(seconds, self.host.services.picture_worker.finish())
        except TimeoutError:
            self._emitter.emit(Noticed(text="the last pictures were not ready in time"))

    async def _settle_images(self) -> None:
        """Drop the images of what did not change, and note how the rest ended."""
        world = self.host.world
        if world is not None:
            notes: list[str] = []
            with Part(logger, "putting the images from before in order", notes):
                await asyncio.to_thread(world.settle)

    async def _end(self, outcome: RunOutcome, reason: str, evaluation: Evaluation | None = None) -> RunSummary:
        if outcome in _BROKEN_OFF:
            denied = [why for why in self.denied() if why not in reason]
            reason = "; ".join([*denied, reason, *circumstances(self.host, self.context, reason)])
        await self._finish_pictures(GRACE_S if outcome in _STOPPED else _PICTURES_S)
        self._limits.end()
        await self._settle_images()
        findings = self.evidence()
        files = [
            path
            for finding in findings
            if finding.truth is Truth.SATISFIED
            and not finding.predicate.wants_it_gone()
            and (path := finding.predicate.path_on_disk())
        ]
        answer, comment = self.context.round_result, self.context.round_comment
        done: CarriedOut | None = carried_out(self.host, self.context)
        if self.dry is not None and outcome is not RunOutcome.CANCELLED:
            # What agents say of work that was not done is no answer.
            outcome, reason = RunOutcome.DRY_RUN, self.dry.reason("" if outcome in _ENDED else reason)
            answer, comment, done = "", "", None
        summary = RunSummary(
            outcome=outcome,
            reason=reason,
            answer=answer,
            comment="" if comment in (answer, reason) else comment,
            evidence=findings,
            steps=self.context.session_step,
            usage=self.context.usage,
            seconds=round(self._emitter.elapsed, 2),
            log_path=self.context.log_path,
            files=tuple(dict.fromkeys([*changed_files(self.host.facts), *(str(Path(path)) for path in files)])),
            faults=self._faults.count,
            evaluation=evaluation,
            account=self.host.account,
            carried_out=done,
        )
        self._emitter.emit(RunEnded(summary=summary))
        return summary


def _release_nothing() -> None:
    """Do nothing, in place of releasing a halt key that was not bound."""
