"""A provider that asks the model only for what needs one, and decides the rest itself (design.md §3.8)."""

from __future__ import annotations

from ufo.llm.provider import Completion, Provider, Turn, Wrapper
from ufo.runs.sessions.next_subtask import LAUNCH, SELECT
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.places import Places, launched_window, live_window, windows_of
from ufo.schema.response import AppAgentResponse, HostAgentResponse
from ufo.schema.target import TargetInfo
from ufo.schema.tool_facts import ActionKind
from ufo.schema.usage import Usage

LOCAL = "local"
"""The name that such a decision has in the log, in place of a model's."""
_LONGEST_REQUEST = 4000
_TELLS_NOTHING = frozenset({ActionKind.NOTE, ActionKind.WAIT})
"""What only reads, and from which there is nothing to tell."""


class LocalFirstProvider(Wrapper):
    """Makes decisions of its own, whose usage counts no model call. What was rejected or is read is left to the model.

    `places`: how the application is understood that a request names.
    """

    def __init__(self, inner: Provider, places: Places) -> None:
        super().__init__(inner)
        self._places = places

    async def complete(self, turn: Turn) -> Completion:
        if not turn.repairs and turn.reading is None:
            inputs = turn.inputs
            said = _decide_for_host(inputs, self._places) if isinstance(inputs, HostInputs) else _finished(inputs)
            if said is not None and said.status in inputs.statuses:
                return Completion(said.model_dump_json(), Usage(local_decisions=1), LOCAL)
        return await self._inner.complete(turn)


def _finished(inputs: AppInputs) -> AppAgentResponse | None:
    """Finish an AppAgent's sub-task whose end conditions are all verified. Return None where the model is needed: something
    went wrong, its own plan says that something is left, it asked to see the window, or it read something last, which it may want
    to tell.
    """
    conditions = inputs.end_conditions
    if not conditions or not all(finding.proves for finding in conditions):
        return None
    last = inputs.actions[-1] if inputs.actions else None
    if inputs.feedback or inputs.plan or inputs.asks_to_see or last is None or not last.result.ok:
        return None
    if last.facts.reads and last.facts.kind not in _TELLS_NOTHING:
        return None
    return AppAgentResponse(
        observation="; ".join(finding.evidence for finding in conditions),
        thought=f"All {len(conditions)} conditions of the sub-task hold.",
        status="FINISH",
        expect=[finding.predicate for finding in conditions],
    )


def _decide_for_host(inputs: HostInputs, places: Places) -> HostAgentResponse | None:
    """Return a decision, or None where the model is needed."""
    last = inputs.last_answer
    followed = None if last is None else _hands_over(inputs, last)
    begun = (inputs.model_spoke, inputs.blackboard.questions, inputs.feedback, inputs.previous_subtasks, inputs.actions)
    may_name = not any(begun) and len(inputs.request) <= _LONGEST_REQUEST
    return followed or (_by_name(inputs, places) if may_name else None)


def _hands_over(inputs: HostInputs, last: HostAgentResponse) -> HostAgentResponse | None:
    """Assign the sub-task that was named when its application was opened."""
    action = inputs.actions[-1] if inputs.actions and last.function == LAUNCH and last.current_subtask else None
    if action is None or action.function != LAUNCH or not action.result.ok:
        return None
    shown = launched_window(action)
    window = live_window(shown, windows_of(inputs.targets)) if shown is not None else None
    return _assigned(window, last) if window is not None else None


def _assigned(window: TargetInfo, last: HostAgentResponse) -> HostAgentResponse:
    return last.model_copy(
        update={
            "observation": f"{window.name!r} is open.",
            "thought": "The sub-task was named when its application was opened.",
            "status": "ASSIGN",
            "function": SELECT,
            "arguments": {"id": window.id or "", "name": window.name},
            "control_label": window.id or "",
            "control_text": window.name,
        }
    )


def _by_name(inputs: HostInputs, places: Places) -> HostAgentResponse | None:
    """Assign the request as it stands to the one application that it names, where that one is open."""
    window = places.named_in(inputs.request, inputs.targets, inputs.applications, inputs.working_folder)
    if window is None:
        return None
    thought = f"The request names one application, which is open: {window.name!r}."
    said = HostAgentResponse(observation="", thought="", status="ASSIGN", current_subtask=inputs.request)
    return _assigned(window, said).model_copy(update={"thought": thought})
