"""Keeps how a run ended, for the person or program that started it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from ufo.config.settings import Settings
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.usage import Usage
from ufo.trace.emitter import Emitter
from ufo.trace.events import Event, RoundStarted, RunEnded, RunResumed, RunStarted, StepEnded
from ufo.trace.writer import LogWriter


class Endings:
    """A listener that keeps whether a run began and the summary of its last request."""

    def __init__(self) -> None:
        self.began = False
        self.summary: RunSummary | None = None
        self._steps = 0
        self._usage = Usage()

    def on_event(self, event: Event) -> None:
        if isinstance(event, StepEnded):
            self._steps += 1
            self._usage += event.usage
        elif isinstance(event, RunStarted):
            self.began = True
        elif isinstance(event, RoundStarted | RunResumed):
            self.began = True
            self.summary = None
        elif isinstance(event, RunEnded):
            self.summary = event.summary

    def stopped_before(
        self, emitter: Emitter, log: LogWriter, request: str, settings: Settings, seconds: float
    ) -> None:
        """Report a run that was stopped while its desktop started, so that it has a log and a summary as every run has."""
        emitter.emit(
            RunStarted(
                run_id=log.run_id,
                request=request,
                model=settings.model.name,
                desktop=settings.desktop.where,
                started=datetime.now(UTC).isoformat(timespec="seconds"),
            )
        )
        emitter.emit(RoundStarted(round_id=0, request=request))
        reason = "stopped by the person before the desktop was ready"
        emitter.emit(RunEnded(summary=self._broken_off(RunOutcome.CANCELLED, reason, log, seconds)))

    def overdue(self, emitter: Emitter, log: LogWriter, reason: str, seconds: float) -> None:
        """Report a run that did not end at its limit, from outside of it: it hangs where no limit reaches it."""
        emitter.emit(RunEnded(summary=self._broken_off(RunOutcome.LIMIT, reason, log, seconds)))

    def _broken_off(self, outcome: RunOutcome, reason: str, log: LogWriter, seconds: float) -> RunSummary:
        return RunSummary(
            outcome=outcome,
            reason=reason,
            answer="",
            evidence=(),
            steps=self._steps,
            usage=self._usage,
            seconds=round(seconds, 2),
            log_path=str(log.folder),
        )


def as_object(summary: RunSummary) -> dict[str, Any]:
    """Return the last line of `--json`: one object, for programs."""
    return {
        "outcome": summary.outcome.value,
        "exit_code": summary.outcome.exit_code,
        "reason": summary.reason,
        "answer": summary.answer,
        "answer_is_shown": summary.answer_is_shown,
        "carried_out": summary.carried_out.model_dump(mode="json") if summary.carried_out else None,
        "comment": summary.comment,
        "evidence": [finding.model_dump(mode="json") for finding in summary.evidence],
        "steps": summary.steps,
        "model_calls": summary.usage.model_calls,
        "local_decisions": summary.usage.local_decisions,
        "mended_answers": summary.usage.mended_answers,
        "format_errors": summary.usage.format_errors,
        "tokens": {
            "input": summary.usage.input_tokens,
            "cached": summary.usage.cached_tokens,
            "output": summary.usage.output_tokens,
        },
        "cost": summary.usage.cost,
        "known_cost": summary.usage.least_cost,
        "seconds": summary.seconds,
        "log_path": summary.log_path,
        "files": list(summary.files),
        "faults": summary.faults,
        "account": summary.account.model_dump(mode="json") if summary.account else None,
        "evaluation": summary.evaluation.model_dump(mode="json") if summary.evaluation else None,
    }
