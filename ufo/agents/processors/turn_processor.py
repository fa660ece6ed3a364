"""Passes what came of each turn to the round and to the log."""

from __future__ import annotations

from contextlib import AbstractContextManager

from ufo.agents.processors.framework.phases import ProcessingPhase, ProcessingResult
from ufo.agents.processors.framework.template import ProcessorMiddleware, ProcessorTemplate
from ufo.agents.processors.local_values import TurnContext
from ufo.schema.spans import Spent
from ufo.trace.events import Noticed, PhaseEnded, StepEnded

_SPENT_ON = {
    ProcessingPhase.DATA_COLLECTION: Spent.COLLECTING,
    ProcessingPhase.LLM_INTERACTION: Spent.PROMPT,
    ProcessingPhase.ACTION_EXECUTION: Spent.EXECUTING,
    ProcessingPhase.MEMORY_UPDATE: Spent.REMEMBERING,
}
_ENDS = frozenset({"FINISH", "FAIL"})


class StepLoggingMiddleware(ProcessorMiddleware):
    """Passes every finished turn to the round, and reports it as a whole to the listeners, so that it is on disk."""

    name = "step_logging"

    def around(self, processor: ProcessorTemplate, phase: ProcessingPhase) -> AbstractContextManager[None]:
        agent = processor.agent
        measured: AbstractContextManager[None] = agent.services.emitter.spending(
            _SPENT_ON.get(phase, Spent.EXECUTING), agent.name
        )
        return measured

    async def after_process(self, processor: ProcessorTemplate, result: ProcessingResult) -> None:
        agent, context, turn = processor.agent, processor.global_context, processor.processing_context
        local = turn.local_context
        assert isinstance(local, TurnContext)
        await agent.services.picture_worker.finish()
        emitter = agent.services.emitter
        usage = local.take_usage(agent)
        for phase, done in turn.phase_results.items():
            emitter.emit(
                PhaseEnded(agent=agent.name, phase=phase, seconds=round(done.execution_time, 4), error=done.error)
            )
        outcome, planned = local.outcome(agent, usage), context.subtasks
        context.apply(outcome)
        if local.memory_item is not None:
            # Before the event that ends the step, so that a finished step is never without it.
            agent.services.run_log.log_step(local.memory_item.to_dict())
        await agent.services.world_notes.note(agent, context)
        # The response of a consented turn is in the record of the step that asked for consent.
        response = None if local.confirmed_commands else local.answer
        said = response.model_dump(mode="json") if response is not None else {}
        if local.status in _ENDS:
            context.round_comment = said.get("comment") or context.round_comment
        emitter.emit(
            StepEnded(
                agent=agent.name,
                state=agent.state.name(),
                status=local.status,
                subtask=local.subtask or context.subtask,
                application=context.application_root_name,
                response=said,
                actions=tuple(local.actions()),
                findings=local.findings,
                told_by=local.told_by,
                phase_seconds={
                    phase.value: round(done.execution_time, 4) for phase, done in turn.phase_results.items()
                },
                usage=usage,
                seconds=round(result.execution_time, 4),
                error=result.error,
                consented=bool(local.confirmed_commands),
                followed=local.followed(agent),
            )
        )
        agent.tell_subtasks(planned, context.subtasks)

    async def on_error(self, processor: ProcessorTemplate, result: ProcessingResult) -> None:
        emitter = processor.agent.services.emitter
        emitter.emit(Noticed(level="error", text=f"{processor.agent.name}, {result.phase}: {result.error}"))
