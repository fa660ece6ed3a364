"""A session: one person, one HostAgent, and one request after another, each with a truthful outcome (design.md §3, §4)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.round_context import Context
from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.errors import DesktopError, LimitReached
from ufo.faults import FaultCount
from ufo.proof.account.evidence import evidence_of
from ufo.proof.account.verdict import judge
from ufo.proof.conditions.contract import make_contract
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.predicate import Finding, Truth, path_on_disk
from ufo.sessions.circumstances import circumstances
from ufo.sessions.limits import GRACE_S, Limits, within
from ufo.sessions.round import Round
from ufo.trace.events import Noticed, RunEnded, RunStarted

_STOPPED = (RunOutcome.LIMIT, RunOutcome.CANCELLED)
_BROKEN_OFF = (RunOutcome.FAILED, RunOutcome.NEEDS_HELP, RunOutcome.LIMIT)
_PICTURES_S = 30.0

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
        self._emitter = host.services.emitter
        self._rounds = 0

    async def run(self, request: str) -> RunSummary:
        """Do a request and return its summary. Failures become outcomes and are never raised; a cancellation is reported as
        CANCELLED and raised again.
        """
        if self._rounds == 0:
            self._emitter.emit(self._started(request))
        contract = await asyncio.to_thread(make_contract, request, self.host.services.working_folder, time.time())
        self.host.begin_round(request, contract)
        self.context.begin_round(self._rounds, request)
        self._limits.begin()
        self._rounds += 1
        release = _release_nothing
        try:
            release = await within(self._limits.seconds_left, self._listen(asyncio.current_task()))
            work = Round(request, self.host, self.context, self._limits).run()
            status = await within(self._limits.seconds_left, work)
            outcome, reason = await within(self._limits.seconds_left, self._judge(status))
        except LimitReached as error:
            outcome, reason = RunOutcome.LIMIT, str(error)
        except TimeoutError:
            outcome, reason = RunOutcome.LIMIT, self._limits.time_is_up
        except asyncio.CancelledError:
            await self._end(RunOutcome.CANCELLED, "stopped by the person")
            raise
        finally:
            release()
        return await self._end(outcome, reason)

    async def _listen(self, task: asyncio.Task[object] | None) -> Callable[[], None]:
        """Let the halt key stop the run as Ctrl-C does, and return what releases the key."""
        if self._halting is None or task is None:
            return lambda: None
        try:
            return await self._halting(task.cancel)
        except DesktopError as error:
            self._emitter.emit(Noticed(text=f"the halt key does not work: {error}"))
            return lambda: None

    async def _judge(self, status: str) -> tuple[RunOutcome, str]:
        if status != HostAgentStatus.FINISH:
            if self.host.unanswered:
                return RunOutcome.NEEDS_HELP, self.host.failure
            return RunOutcome.FAILED, self.host.failure or f"ended in {status}"
        held = self.context
        case = self.host.case(held.findings, held.done, held.round_result)
        return await asyncio.to_thread(judge, case)

    def evidence(self) -> tuple[Finding, ...]:
        return evidence_of(self.context.findings, self.context.previous_subtasks)

    async def _finish_pictures(self, seconds: float) -> None:
        try:
            await within(seconds, self.host.services.picture_worker.finish())
        except TimeoutError:
            self._emitter.emit(Noticed(text="the last pictures were not ready in time"))

    async def _end(self, outcome: RunOutcome, reason: str) -> RunSummary:
        if outcome in _BROKEN_OFF:
            reason = "; ".join([reason, *circumstances(self.host, self.context, reason)])
        await self._finish_pictures(GRACE_S if outcome in _STOPPED else _PICTURES_S)
        self._limits.end()
        findings = self.evidence()
        files = [
            path
            for one in findings
            if one.truth is Truth.SATISFIED
            and getattr(one.predicate, "exists", True)
            and (path := path_on_disk(one.predicate))
        ]
        summary = RunSummary(
            outcome=outcome,
            reason=reason,
            answer=self.context.round_result,
            evidence=findings,
            steps=self.context.session_step,
            usage=self.context.usage,
            seconds=round(self._emitter.elapsed, 2),
            log_path=self.context.log_path,
            files=tuple(dict.fromkeys(str(Path(path)) for path in files)),
            faults=self._faults.count,
        )
        self._emitter.emit(RunEnded(summary=summary))
        return summary


def _release_nothing() -> None:
    """Do nothing, in place of releasing a halt key that was not bound."""
