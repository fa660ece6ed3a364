"""The HostAgent's half of the built-in planner: splits a request by applications and makes one decision a turn.

Nothing is kept between turns: every turn parses the request anew and compares it with what was done. The next task is the
first that neither an action nor a sub-task's record shows as done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ufo.errors import ModelUnavailable
from ufo.schema.inputs import NOT_PROVED, HostInputs
from ufo.schema.patterns import regex
from ufo.schema.places import windows_of
from ufo.schema.response import HostAgentResponse
from ufo.schema.target import TargetInfo
from ufo_planner.grammar.parse import parse
from ufo_planner.grammar.places import is_path
from ufo_planner.host.tasks import (
    CLOSE,
    LAUNCH,
    SELECT,
    CloseTask,
    Done,
    OpenTask,
    Standing,
    Task,
    WorkTask,
    answer_to,
    standing,
    tasks_of,
)
from ufo_planner.host.windows import (
    MustOpen,
    Unsure,
    launch_arguments,
    reusable_window,
    window_for,
    window_to_close,
)
from ufo_planner.intents import Intent, Open, Unclear
from ufo_planner.scene.results import as_text, table_of
from ufo_planner.text.applications import application_named, matching_windows
from ufo_planner.text.vocabulary import kind_of_application

ANOTHER_WAY = (
    "Say it otherwise (docs/planner.md), or let a model do it: `ufo run --model PROVIDER:NAME` (docs/models.md)."
)
_NOT_INSTALLED = regex(r"^no installed application is called\b")


def decide(inputs: HostInputs) -> HostAgentResponse:
    """Decide the next step of the request from `inputs` alone. What is not understood is told before anything is done.

    Raises ModelUnavailable where the person's answer leads no further.
    """
    steps: list[Intent] = []
    for step in parse(inputs.request):
        said: tuple[Intent, ...] = (step,)
        if reason := _why_not(step, inputs):
            question = f"The built-in planner does not understand {step.text!r}: {reason}. {ANOTHER_WAY}"
            said = parse(answer_to(question, inputs))
            if not answer_to(question, inputs):
                answer = _Answer(inputs, Standing((), ()))
                # Something else did it, such as a saved skill. How much of it is shown is for the verdict to say.
                return answer.finished() if inputs.feedback.startswith(NOT_PROVED) else answer.asks(question)
            if any(_why_not(item, inputs) for item in said):
                raise ModelUnavailable(question)
        steps += said
    stand = standing(tasks_of(steps), inputs)
    answer = _Answer(inputs, stand)
    if not stand.left:
        return answer.finished()
    task = stand.left[0]
    if stand.failures:
        return answer.failed(f"{task}: {stand.failures[-1]}{_instead_of(task, stand.failures[-1], inputs)}")
    match task:
        case OpenTask():
            return _open(task, answer)
        case CloseTask():
            return _close(task, answer)
    return _work(task, answer)


def _why_not(step: Intent, inputs: HostInputs) -> str:
    """Return why a step is not understood, or "" where it is: its place may be no application, but "Friday"."""
    if isinstance(step, Unclear):
        return step.reason
    is_program = isinstance(step, Open) and not (step.is_document or step.is_address)
    name = step.what if isinstance(step, Open) and is_program else step.app
    is_known = not name or is_path(name) or kind_of_application(name) or application_named(name, inputs.applications)
    if is_known or matching_windows(name, inputs.targets) or not inputs.applications:
        return ""
    return f"no window is called {name!r}, and no installed application is"


def _open(task: OpenTask, answer: _Answer) -> HostAgentResponse:
    window = reusable_window(task, answer.inputs)
    follower = answer.stand.left[1] if len(answer.stand.left) > 1 else None
    work = follower.subtask if isinstance(follower, WorkTask) and follower.opened == task else ""
    if window is None:
        return answer.launches(task, work)
    if work:
        return answer.assigns(window, work, f"{window.name!r} is open already.")
    return answer.acts(SELECT, window, f"{window.name!r} is open already.")


def _close(task: CloseTask, answer: _Answer) -> HostAgentResponse:
    window = window_to_close(task.what, answer.inputs)
    if isinstance(window, Unsure):
        return answer.failed(f"{task}: {window.reason}")
    return answer.acts(CLOSE, window, f"Close {window.name!r}.")


def _work(task: WorkTask, answer: _Answer) -> HostAgentResponse:
    place = window_for(task, answer.stand, answer.inputs)
    if isinstance(place, Unsure):
        return answer.failed(f"{task}: {place.reason}")
    if not isinstance(place, MustOpen):
        return answer.assigns(place, task.subtask, f"{place.name!r} fits.")
    refused = [
        action.result.error or "it did not open"
        for action in answer.inputs.actions[answer.stand.since :]
        if action.function == LAUNCH
        and not action.result.ok
        and action.arguments == launch_arguments(place.task, answer.inputs)
    ]
    if refused:
        return answer.failed(f"{task}: {refused[-1]}{_instead_of(task, refused[-1], answer.inputs)}")
    return answer.launches(place.task, task.subtask)


@dataclass(frozen=True)
class _Answer:
    """Builds responses for the point that the request has reached."""

    inputs: HostInputs
    stand: Standing

    def launches(self, task: OpenTask, subtask: str) -> HostAgentResponse:
        """Launch what `task` names. `subtask` is the work to do in its window, "" where there is none."""
        thought = f"{', '.join(task.arguments) or task.app} has to be opened first."
        arguments = launch_arguments(task, self.inputs)
        return self._response("CONTINUE", thought, function=LAUNCH, arguments=arguments, current_subtask=subtask)

    def acts(self, function: str, window: TargetInfo, thought: str) -> HostAgentResponse:
        return self._response("CONTINUE", thought, function=function, arguments=_named(window))

    def assigns(self, target: TargetInfo, subtask: str, thought: str) -> HostAgentResponse:
        return self._response(
            "ASSIGN",
            thought,
            function=SELECT,
            arguments=_named(target),
            current_subtask=subtask,
            control_label=target.id or "",
            control_text=target.name,
        )

    def asks(self, question: str) -> HostAgentResponse:
        status = "PENDING" if "PENDING" in self.inputs.statuses else "FAIL"
        return self._response(status, "A part of the request is not understood.", questions=[question])

    def failed(self, reason: str) -> HostAgentResponse:
        """Tell the person why it ends. Raises ModelUnavailable where that was told already."""
        question = f"This failed: {reason}"
        if answer_to(question, self.inputs):
            raise ModelUnavailable(reason)
        status = "FAIL" if "FAIL" in self.inputs.statuses else "PENDING"
        return self._response(status, reason, comment=reason, questions=[question], result=reason)

    def finished(self) -> HostAgentResponse:
        if self.inputs.feedback.startswith("not finished"):
            return self.failed(self.inputs.feedback)
        return self._response(
            "FINISH",
            "Every part of the request is done.",
            result=answer_for_the_person(self.stand.done),
        )

    def _response(self, status: str, thought: str, **fields: Any) -> HostAgentResponse:
        count = len(windows_of(self.inputs.targets))
        # What is handed over is under way, and no longer planned.
        work = fields.get("current_subtask")
        handed = next(
            (n for n, task in enumerate(self.stand.left, 1) if isinstance(task, WorkTask) and task.subtask == work), 0
        )
        left = [str(task) for task in self.stand.left[handed:]]
        return HostAgentResponse(
            observation=f"{count} window{'s are' if count != 1 else ' is'} open.",
            thought=thought,
            status=status,
            plan=left,
            **{"comment": f"{len(self.stand.done)} of {len(self.stand.done) + len(left)} parts are done.", **fields},
        )


def _instead_of(task: Task, reason: str, inputs: HostInputs) -> str:
    """Return a hint at an installed program of the same kind, where the one that was named is not installed."""
    kind = (
        kind_of_application(task.app)
        if isinstance(task, OpenTask | WorkTask) and _NOT_INSTALLED.match(reason)
        else None
    )
    other = application_named(kind, inputs.applications) if kind else None
    return f". {other} does the same kind of work; ask for it if you want it instead" if other else ""


def _named(target: TargetInfo) -> dict[str, str]:
    return {"id": target.id or "", "name": target.name}


def answer_for_the_person(done: Sequence[Done]) -> str:
    """Return what the sub-tasks report, else what was done in the request's words, and for what no act did anything."""
    told: list[str] = []
    for place, item in enumerate(done):
        text = item.record.result.strip() if item.record is not None else ""
        used_later = any(isinstance(later.task, WorkTask) and later.task.brings_a_table for later in done[place + 1 :])
        if text and not (used_later and table_of(text) is not None):
            told.append(as_text(text))
    return "\n".join(dict.fromkeys(told)) or _what_was_done(done)


def _what_was_done(done: Sequence[Done]) -> str:
    idle = [item for item in done if item.record is not None and item.record.only_said]
    parts = (("Done", [item for item in done if item not in idle]), ("Nothing was done for this", idle))
    said = [f"{begin}: {'; '.join(str(item.task) for item in some)}." for begin, some in parts if some]
    return " ".join(said) or "There was nothing to do."
