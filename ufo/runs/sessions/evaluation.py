"""Has a request judged by a model of its own at its end. The judgement can lower an outcome; it never makes one VERIFIED.

What conditions refuted, and what was broken off, is not judged: there is nothing to lower.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ufo.agents.agent.fresh_agents import EvaluationAgent, Judged
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.processors.strategies.take_picture import Shot, pictured
from ufo.agents.round_context import Context, Outcome
from ufo.errors import LimitReached
from ufo.runs.sessions.limits import Limits, within
from ufo.schema.evaluation import Complete, Evaluation
from ufo.schema.inputs import EvaluationInputs
from ufo.schema.outcome import RunOutcome
from ufo.schema.picture import Picture
from ufo.schema.predicate import Finding
from ufo.secrets.masks import Masks
from ufo.tools.dispatch.collect import collect
from ufo.trace.events import Evaluated, Event, PictureSaved, RoundStarted

LOWER: Mapping[RunOutcome, RunOutcome] = MappingProxyType(
    {
        RunOutcome.VERIFIED: RunOutcome.COMPLETED_UNVERIFIED,
        RunOutcome.COMPLETED_UNVERIFIED: RunOutcome.FAILED,
    }
)
"""What becomes of an outcome that is judged not complete: one step less. Others are not judged."""

_PATIENCE_S = 300.0
_FINAL = "action_step_final.png"
_SHOWN = ("clean", "desktop")
_FIRST_PICTURES, _LAST_PICTURES = 2, 5
_MOST_STEPS, _MOST_CHARS = 60, 1200
_KEYS = ("agent_name", "current_subtask", "subtask", "action_representation", "status")


class PicturesOfRound:
    """A listener that keeps the first pictures of a request and the newest ones, for whoever judges it."""

    def __init__(self) -> None:
        self._first: list[tuple[Picture, str]] = []
        self._last: deque[tuple[Picture, str]] = deque(maxlen=_LAST_PICTURES)

    def on_event(self, event: Event) -> None:
        if isinstance(event, RoundStarted):
            self._first.clear()
            self._last.clear()

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        if event.role not in _SHOWN:
            return
        what = "the desktop" if event.role == "desktop" else "the window worked in"
        when = "at the end" if event.path == _FINAL else f"before the actions of step {event.step}"
        shown = (picture, f"{what} {when}")
        if len(self._first) < _FIRST_PICTURES:
            self._first.append(shown)
        else:
            self._last.append(shown)

    @property
    def shown(self) -> tuple[tuple[Picture, str], ...]:
        """The pictures, oldest first, each with its caption."""
        return (*self._first, *self._last)


class Evaluator:
    """Asks `agent` at the end of each request."""

    def __init__(self, agent: EvaluationAgent, pictures: PicturesOfRound, limits: Limits, masks: Masks) -> None:
        self._agent = agent
        self._pictures = pictures
        self._limits = limits
        self._masks = masks

    async def evaluate(
        self, host: HostAgent, context: Context, outcome: RunOutcome, reason: str, findings: Sequence[Finding]
    ) -> Evaluation | None:
        """Return the judgement, with `lowered_from` where it lowers the outcome; None for an outcome that is not judged."""
        if outcome not in LOWER:
            return None
        judged = await self._judged(host, context, outcome, reason, findings)
        context.apply(Outcome(status=host.status, usage=judged.usage))
        evaluation = judged.evaluation
        if evaluation.complete is Complete.NO:
            evaluation = evaluation.model_copy(update={"lowered_from": outcome.value})
        host.services.emitter.emit(Evaluated(request=context.request, evaluation=evaluation))
        return evaluation

    async def _judged(
        self, host: HostAgent, context: Context, outcome: RunOutcome, reason: str, findings: Sequence[Finding]
    ) -> Judged:
        try:
            self._limits.check(context)
            remarks: list[str] = []
            taking = collect(host.tools.dispatcher, "capture_desktop_screenshot", all_screens=True)
            await pictured(host.services.emitter, Shot("desktop", _FINAL, context.log_path), taking, remarks)
            inputs = self._inputs(context, outcome, reason, findings)
            return await within(min(self._limits.seconds_left, _PATIENCE_S), self._agent.evaluate(inputs))
        except LimitReached as error:
            said = str(error)
        except TimeoutError:
            late = f"no answer within {_PATIENCE_S:g} seconds"
            said = late if self._limits.seconds_left else self._limits.time_is_up
        return Judged(Evaluation(complete=Complete.UNSURE, model=self._agent.provider.name, error=said))

    def _inputs(
        self, context: Context, outcome: RunOutcome, reason: str, findings: Sequence[Finding]
    ) -> EvaluationInputs:
        rows = context.filter_structural_logs(round_num=context.current_round_id, keys=_KEYS)
        steps = [f"{number}. {_told(row, self._masks.text)}" for number, row in enumerate(rows, 1)]
        left_out = max(0, len(steps) - _MOST_STEPS)
        half = _MOST_STEPS // 2
        shown = self._pictures.shown
        return EvaluationInputs(
            request=self._masks.text(context.request),
            outcome=outcome.value,
            reason=self._masks.text(reason),
            answer=self._masks.text(context.round_result),
            steps=tuple([*steps[:half], *steps[-half:]] if left_out else steps),
            left_out=left_out,
            findings=tuple(self._masks.model(finding) for finding in findings),
            images=tuple(picture for picture, _ in shown),
            captions=tuple(caption for _, caption in shown),
        )


def _told(row: Mapping[str, Any], masked: Callable[[str], str]) -> str:
    said = row.get("action_representation") or "no action"
    actions = "; ".join(map(str, said)) if isinstance(said, list) else str(said)
    task = row.get("subtask") or row.get("current_subtask") or ""
    line = " ".join(f"{row.get('agent_name')}{f' for {task!r}' if task else ''}: {actions}".split())
    line = masked(line)
    status = f" → {row.get('status')}"
    return (line if len(line) <= _MOST_CHARS else f"{line[:_MOST_CHARS]}…") + status


def lowered(outcome: RunOutcome, reason: str, evaluation: Evaluation | None) -> tuple[RunOutcome, str]:
    """Return the outcome and its reason with the judgement taken into account."""
    if evaluation is None or not evaluation.lowered_from:
        return outcome, reason
    failed = (score for score in evaluation.sub_scores if score.evaluation is Complete.NO)
    missing = "; ".join(f"{sub_score.name}: {sub_score.reason or sub_score.evaluation}" for sub_score in failed)
    said = evaluation.reason or missing or "it gives no reason"
    return LOWER[outcome], f"judged not complete by {evaluation.model}: {said}; without this judgement: {reason}"
