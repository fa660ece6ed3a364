"""A provider that asks the model only for what needs one, and decides the rest itself (design.md §3.8)."""

from __future__ import annotations

from ufo.llm.provider import Completion, Turn, Wrapper
from ufo.planner.shortcuts import host_shortcuts
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.outcome import Usage
from ufo.schema.response import AppAgentResponse
from ufo.schema.tool_facts import ActionKind

LOCAL = "local"
"""The name that such a decision has in the log, in place of a model's."""
_TELLS_NOTHING = frozenset({ActionKind.NOTE, ActionKind.WAIT})
"""What only reads, and from which there is nothing to tell."""


class LocalFirstProvider(Wrapper):
    """Makes decisions of its own, whose usage counts no model call. What was rejected or is read is left to the model."""

    async def complete(self, turn: Turn) -> Completion:
        if not turn.repairs and turn.reading is None:
            inputs = turn.inputs
            said = host_shortcuts.decide(inputs) if isinstance(inputs, HostInputs) else _finished(inputs)
            if said is not None and said.status in inputs.statuses:
                return Completion(said.model_dump_json(), Usage(local_decisions=1), LOCAL)
        return await self._inner.complete(turn)


def _finished(inputs: AppInputs) -> AppAgentResponse | None:
    """Finish an AppAgent's sub-task whose end conditions are all verified. Return None where the model is needed: something
    went wrong, its own plan says that something is left, or it read something last, which it may want to tell.
    """
    conditions = inputs.end_conditions
    if not conditions or not all(finding.proves for finding in conditions):
        return None
    last = inputs.actions[-1] if inputs.actions else None
    if inputs.feedback or inputs.plan or last is None or not last.result.ok:
        return None
    if last.facts.reads and last.facts.kind not in _TELLS_NOTHING:
        return None
    return AppAgentResponse(
        observation="; ".join(finding.evidence for finding in conditions),
        thought=f"All {len(conditions)} conditions of the sub-task hold.",
        status="FINISH",
        expect=[finding.predicate for finding in conditions],
    )
