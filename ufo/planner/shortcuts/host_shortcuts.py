"""HostAgent decisions that need no model, because nothing is left to choose (design.md §3.8).

- A sub-task that was named when its application was opened is handed over once the window is there.
- A request that names one application, which is open, goes to that application word for word.
Anything else is left to the model: nothing here rewrites a sub-task, fills in an argument or states a condition.
"""

from __future__ import annotations

from ufo.planner.host.progress import LAUNCH, SELECT
from ufo.planner.host.windows import launched_window, live_window
from ufo.planner.shortcuts.named_application import one_application
from ufo.planner.text.applications import windows_of
from ufo.schema.inputs import HostInputs
from ufo.schema.response import HostAgentResponse
from ufo.schema.target import TargetInfo

_LONGEST_REQUEST = 4000


def decide(inputs: HostInputs) -> HostAgentResponse | None:
    """Return a decision, or None where the model is needed."""
    last = inputs.last_answer
    followed = None if last is None else _hands_over(inputs, last)
    begun = (inputs.model_spoke, inputs.blackboard.questions, inputs.feedback, inputs.previous_subtasks, inputs.actions)
    may_name = not any(begun) and len(inputs.request) <= _LONGEST_REQUEST
    return followed or (_by_name(inputs) if may_name else None)


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


def _by_name(inputs: HostInputs) -> HostAgentResponse | None:
    """Assign the request as it stands to the one application that it names, where that one is open."""
    window = one_application(inputs.request, inputs.targets, inputs.applications, inputs.working_folder)
    if window is None:
        return None
    thought = f"The request names one application, which is open: {window.name!r}."
    said = HostAgentResponse(observation="", thought="", status="ASSIGN", current_subtask=inputs.request)
    return _assigned(window, said).model_copy(update={"thought": thought})
