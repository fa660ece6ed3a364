"""A session: one person, one HostAgent, one request after another, each with an honest end (design.md §3, §4)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.context import Context
from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.errors import DesktopError, LimitReached
from ufo.proof.contract import make_contract
from ufo.proof.evidence import evidence_of
from ufo.proof.verdict import judge
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.predicate import Finding, Truth, path_on_disk
from ufo.sessions.limits import Limits
from ufo.sessions.round import Round
from ufo.trace.events import Noticed, RunEnded, RunStarted

Halting = Callable[[Callable[[], object]], Awaitable[Callable[[], None]]]
"""Calls back, in the event loop, when the halt key is pressed; what it returns ends that."""


class Session:
    """`run` may be called again: memory, sub-agents and the blackboard go on from request to request."""

    def __init__(
        self,
        host: HostAgent,
        context: Context,
        limits: Limits,
        started: Callable[[str], RunStarted],
        halting: Halting | None = None,
    ) -> None:
        self.host = host
        self.context = context
        self._limits = limits
        self._started = started
        self._halting = halting
        self._emitter = host.services.emitter
        self._rounds = 0

    async def run(self, request: str) -> RunSummary:
        """Never raises for what a run may end with; cancellation ends it with CANCELLED and goes on up."""
        if self._rounds == 0:
            self._emitter.emit(self._started(request))
        contract = await asyncio.to_thread(make_contract, request, self.host.services.working_folder, time.time())
        self.host.begin_round(request, contract)
        self.context.begin_round(self._rounds, request)
        self._limits.begin()
        self._rounds += 1
        release = await self._listen()
        try:
            async with asyncio.timeout(self._limits.seconds_left):
                status = await Round(request, self.host, self.context, self._limits).run()
            outcome, reason = await self._judge(status)
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

    async def _listen(self) -> Callable[[], None]:
        """The halt key stops the run as Ctrl-C does."""
        task = asyncio.current_task()
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
        case = self.host.case(held.findings, held.previous_subtasks, held.acts, held.seen, held.round_result)
        return await asyncio.to_thread(judge, case)

    def evidence(self) -> tuple[Finding, ...]:
        return evidence_of(self.context.findings, self.context.previous_subtasks)

    async def _end(self, outcome: RunOutcome, reason: str) -> RunSummary:
        await self.host.services.darkroom.finish()
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
        )
        self._emitter.emit(RunEnded(summary=summary))
        return summary
