"""A session: one person, one HostAgent, one request after another, each with an honest end (design.md §3, §4)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.context import Context
from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.errors import DesktopError, LimitReached
from ufo.faults import FaultCount
from ufo.llm.local.wants import wants_an_answer
from ufo.schema.outcome import RunOutcome, RunSummary, Untold
from ufo.schema.predicate import Finding, Truth, path_on_disk
from ufo.sessions.circumstances import circumstances
from ufo.sessions.limits import GRACE_S, Limits, within
from ufo.sessions.named import left_out
from ufo.sessions.round import Round
from ufo.trace.events import Noticed, RunEnded, RunStarted
from ufo.verify.kinds import WRITTEN, has_to_do_with, kinds_told

_STOPPED = (RunOutcome.LIMIT, RunOutcome.CANCELLED)
_BROKEN_OFF = (RunOutcome.FAILED, RunOutcome.NEEDS_HELP, RunOutcome.LIMIT)
_PICTURES_S = 30.0

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
        """Never raises for what a run may end with; cancellation ends it with CANCELLED and goes on up."""
        if self._rounds == 0:
            self._emitter.emit(self._started(request))
        self.host.begin_round(request)
        self.context.begin_round(self._rounds, request)
        self._limits.begin()
        self._rounds += 1
        release = _nothing
        try:
            release = await within(self._limits.seconds_left, self._listen(asyncio.current_task()))
            work = Round(request, self.host, self.context, self._limits).run()
            outcome, reason = self._judge(await within(self._limits.seconds_left, work))
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
        """The halt key stops the run as Ctrl-C does."""
        if self._halting is None or task is None:
            return lambda: None
        try:
            return await self._halting(task.cancel)
        except DesktopError as error:
            self._emitter.emit(Noticed(text=f"the halt key does not work: {error}"))
            return lambda: None

    def _judge(self, status: str) -> tuple[RunOutcome, str]:
        findings = self.evidence()
        if status != HostAgentStatus.FINISH:
            if self.host.unanswered:
                return RunOutcome.NEEDS_HELP, self.host.failure
            return RunOutcome.FAILED, self.host.failure or f"ended in {status}"
        refuted = [finding.evidence for finding in findings if finding.truth is Truth.UNSATISFIED]
        if refuted:
            return RunOutcome.FAILED, f"said to be done, but: {'; '.join(refuted)}"
        unknown = [finding.evidence for finding in findings if finding.truth is Truth.UNKNOWN]
        if not findings or unknown:
            why = "; ".join(unknown) or "nothing was stated that could be checked"
            return RunOutcome.COMPLETED_UNVERIFIED, f"done, but not proved: {why}"
        same = [finding.evidence for finding in findings if not finding.independent]
        if same:
            return RunOutcome.COMPLETED_UNVERIFIED, f"done, but only what acted says so: {'; '.join(same)}"
        nothing_done = not any(act.result.ok and act.function for act in self.context.acts)
        if nothing_done and all(map(self._is_stale, findings)) and not wants_an_answer(self.context.request):
            held = "; ".join(dict.fromkeys(finding.evidence for finding in findings))
            return RunOutcome.COMPLETED_UNVERIFIED, f"nothing was done, and what was stated held already: {held}"
        untold = self.untold()
        if untold:
            return (
                RunOutcome.COMPLETED_UNVERIFIED,
                f"done, but not all of it is proved: nothing tells of {'; '.join(untold)}",
            )
        lacking = left_out(
            self.context.request, [*self.host.history, *self.context.acts], findings, self.context.round_result
        )
        if lacking:
            named = ", ".join(map(repr, lacking))
            return RunOutcome.COMPLETED_UNVERIFIED, f"done, but nothing that was done or found has to do with {named}"
        return RunOutcome.VERIFIED, f"{len(findings)} of {len(findings)} conditions hold"

    def evidence(self) -> tuple[Finding, ...]:
        """What was found at the end, and what sub-tasks found that no later look at the same thing replaces."""
        final = list(self.context.findings)
        seen = [finding.predicate for finding in final]
        for record in self.context.previous_subtasks:
            if record.status != "FINISH":
                continue
            for finding in record.findings:
                on_disk = path_on_disk(finding.predicate) is not None
                if finding.predicate not in seen and not (on_disk and final):
                    final.append(finding)
                    seen.append(finding.predicate)
        return tuple(final)

    def untold(self) -> tuple[str, ...]:
        """What sub-tasks did that neither their findings nor the request's tell of. What holds at the end of the request is what
        came of every step to it; of what is an end of its own it tells unless it is another sub-task's."""
        records = [record for record in self.context.previous_subtasks if record.status == "FINISH"]
        final = [one for one in self.context.findings if one.proves and not self._is_stale(one)]
        found: list[Untold] = []
        for record in records:
            others = {_spoken_of(one) for other in records if other is not record for one in other.findings}
            own = [one for one in final if _spoken_of(one) not in others]
            for one in record.untold:
                speak = own if one.kind in WRITTEN or (one.alone and one.kind is None) else final
                if one.kind in WRITTEN:
                    speak = [it for it in speak if has_to_do_with(it.predicate, one.texts)]
                is_told = any(one.kind in kinds_told(it.predicate) for it in speak) if one.kind else bool(speak)
                found += [] if is_told else [one]
        return tuple(dict.fromkeys(one.what for one in found))

    def _is_stale(self, finding: Finding) -> bool:
        """What a sub-task brought about held already when a later one began, and is news all the same."""
        told = [one for record in self.context.previous_subtasks for one in record.findings]
        same = [one.stale for one in told if one.predicate == finding.predicate]
        return finding.stale or (bool(same) and all(same))

    async def _finish_pictures(self, seconds: float) -> None:
        try:
            await within(seconds, self.host.services.darkroom.finish())
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


def _nothing() -> None:
    """What is called where there is nothing to end."""


def _spoken_of(finding: Finding) -> object:
    return path_on_disk(finding.predicate) or finding.predicate
