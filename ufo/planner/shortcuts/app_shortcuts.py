"""What an AppAgent can decide without a model: that its sub-task is done, where all that must hold then is verified."""

from __future__ import annotations

from ufo.schema.inputs import AppInputs
from ufo.schema.response import AppAgentResponse
from ufo.schema.wants_answer import wants_an_answer


def decide(inputs: AppInputs) -> AppAgentResponse | None:
    """None where the model is needed: something went wrong, is still planned, or is to be told."""
    conditions = inputs.end_conditions
    if not conditions or not all(finding.proves for finding in conditions):
        return None
    if inputs.feedback or inputs.plan or wants_an_answer(inputs.subtask):
        return None
    if not inputs.actions or not inputs.actions[-1].result.ok:
        return None
    return AppAgentResponse(
        observation="; ".join(finding.evidence for finding in conditions),
        thought=f"All {len(conditions)} conditions of the sub-task hold.",
        status="FINISH",
        expect=[finding.predicate for finding in conditions],
    )
