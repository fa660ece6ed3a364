"""The base class of processors: what a turn begins with, and how its result reaches the round and the log."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, cast

from pydantic import BaseModel

from ufo.agents.agent.basic_agent import BasicAgent
from ufo.agents.processors.framework.phases import ProcessingPhase, ProcessingResult
from ufo.agents.processors.framework.template import ProcessorMiddleware, ProcessorTemplate
from ufo.agents.processors.local_values import TurnContext
from ufo.agents.round_context import Outcome
from ufo.schema.action import ActionCommandInfo
from ufo.schema.spans import Spent
from ufo.schema.usage import Usage
from ufo.trace.events import Noticed, PhaseEnded, StepEnded

_SPENT_ON = {
    ProcessingPhase.DATA_COLLECTION: Spent.COLLECTING,
    ProcessingPhase.LLM_INTERACTION: Spent.PROMPT,
    ProcessingPhase.ACTION_EXECUTION: Spent.EXECUTING,
    ProcessingPhase.MEMORY_UPDATE: Spent.REMEMBERING,
}
_ENDS = frozenset({"FINISH", "FAIL"})


class TurnProcessor(ProcessorTemplate):
    agent: BasicAgent

    @property
    def local(self) -> TurnContext:
        return cast(TurnContext, self.processing_context.local_context)

    def _get_common_context_data(self) -> dict[str, Any]:
        agent, context = self.agent, self.global_context
        return {
            "agent_name": agent.name,
            "agent_step": agent.step,
            "session_step": context.session_step,
            "round_step": context.current_round_step,
            "round_num": context.current_round_id,
            "request": context.request,
            "log_path": context.log_path,
            "command_dispatcher": agent.tools.dispatcher,
            "prev_plan": agent.plan,
            "previous_subtasks": tuple(context.previous_subtasks),
            "subtask_graph": context.subtasks,
            "last_feedback": agent.feedback,
            "acts": tuple(context.acts),
            "seen": tuple(context.seen),
            "round_result": context.round_result,
            "notices": (*context.notices, *([agent.repeated] if agent.repeated else ())),
            "confirmed_commands": (),
            # A reader's own strategy need not provide what only ours tell besides.
            "remarks": (),
        }

    def _went_on_without(self, phase: ProcessingPhase) -> None:
        """Reset the status where the actions failed: the model chose it for after actions that were not done."""
        if phase is ProcessingPhase.ACTION_EXECUTION:
            self.local.status = self.agent.first_status

    def _measured(self, phase: ProcessingPhase) -> AbstractContextManager[None]:
        return self.agent.services.emitter.spending(_SPENT_ON.get(phase, Spent.EXECUTING), self.agent.name)

    def response(self) -> BaseModel | None:
        """Return the model's answer of this turn, or None where there was none."""
        return None

    def actions(self) -> Sequence[ActionCommandInfo]:
        """Return the actions of this turn, with their results."""
        return ()

    def followed(self) -> tuple[str, ...]:
        """Return what this turn was told of windows that took the place of the one before."""
        return ()

    def outcome(self, usage: Usage) -> Outcome:
        """Return what this turn passes on to the round."""
        return Outcome(status=self.local.status, usage=usage)

    def take_usage(self) -> Usage:
        """Return what the turn used, also where it broke off, and reset it: after a consent it is not counted twice."""
        usage, self.local.usage = self.local.usage, Usage()
        return usage + self.agent.take_spent()


class StepLoggingMiddleware(ProcessorMiddleware):
    """Passes every finished turn to the round, and reports it as a whole to the listeners, so that it is on disk."""

    name = "step_logging"

    async def after_process(self, processor: ProcessorTemplate, result: ProcessingResult) -> None:
        turn = cast(TurnProcessor, processor)
        agent, local = turn.agent, turn.local
        await agent.services.picture_worker.finish()
        emitter = agent.services.emitter
        usage = turn.take_usage()
        phases = turn.processing_context.phase_results
        for phase, done in phases.items():
            emitter.emit(
                PhaseEnded(agent=agent.name, phase=phase, seconds=round(done.execution_time, 4), error=done.error)
            )
        outcome, planned = turn.outcome(usage), turn.global_context.subtasks
        turn.global_context.apply(outcome)
        if local.memory_item is not None:
            # Before the event that ends the step, so that a finished step is never without it.
            agent.services.run_log.log_step(local.memory_item.to_dict())
        await agent.services.world_notes.note(agent, turn.global_context)
        # The response of a consented turn is in the record of the step that asked for consent.
        response = None if turn.local.confirmed_commands else turn.response()
        said = response.model_dump(mode="json") if response is not None else {}
        if local.status in _ENDS:
            turn.global_context.round_comment = said.get("comment") or turn.global_context.round_comment
        emitter.emit(
            StepEnded(
                agent=agent.name,
                state=agent.state.name(),
                status=local.status,
                subtask=local.subtask or turn.global_context.subtask,
                application=turn.global_context.application_root_name,
                response=said,
                actions=tuple(turn.actions()),
                findings=local.findings,
                told_by=local.told_by,
                phase_seconds={phase.value: round(done.execution_time, 4) for phase, done in phases.items()},
                usage=usage,
                seconds=round(result.execution_time, 4),
                error=result.error,
                consented=bool(local.confirmed_commands),
                followed=turn.followed(),
            )
        )
        agent.tell_subtasks(planned, turn.global_context.subtasks)

    async def on_error(self, processor: ProcessorTemplate, result: ProcessingResult) -> None:
        emitter = processor.agent.services.emitter
        emitter.emit(Noticed(level="error", text=f"{processor.agent.name}, {result.phase}: {result.error}"))
