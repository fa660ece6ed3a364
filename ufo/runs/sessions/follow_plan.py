"""A provider that answers the HostAgent's turns from a given plan: each step is handed over as it stands, nothing is planned
anew, and the first step that does not hold ends the run.

What was done is read from the inputs of each turn, so a turn that was interrupted for a consent continues from there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ufo.agents.in_sight import NOT_IN_SIGHT
from ufo.errors import ModelUnavailable
from ufo.llm.provider import Completion, Provider, Turn, Wrapper
from ufo.runs.plans.plan import Plan
from ufo.runs.sessions.next_subtask import LAUNCH, SELECT
from ufo.schema.inputs import HostInputs
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.places import Places, launched_window, live_window
from ufo.schema.response import AppAgentResponse, HostAgentResponse
from ufo.schema.target import TargetInfo, TargetKind
from ufo.schema.usage import Usage
from ufo.text.fold import letters

FOLLOWED = "plan"
"""The name that a decision by the plan has in the log, in place of a model's."""

_PATH = re.compile(r"^(?:[a-z]+://\S+|~?[\w./ -]*/[\w./ -]+|[\w -]+(?:\.[a-z]\w{0,5})+)$", re.IGNORECASE)
_MOST_STRAYED = 2
_QUOTES = "'\"‘’“”«»„「」"


@dataclass(frozen=True, slots=True)
class _Step:
    """A step of the plan: `number` counts from 1, 0 for what the plan is done with. `opens`: what to open, None for work."""

    number: int
    text: str
    opens: tuple[str, tuple[str, ...]] | None = None


class FollowingProvider(Wrapper):
    """Answers the HostAgent's turns by the plan, and leaves those of AppAgents to `inner`."""

    def __init__(self, inner: Provider, plan: Plan, places: Places) -> None:
        super().__init__(inner)
        self._plan = plan
        self._places = places

    async def complete(self, turn: Turn) -> Completion:
        inputs = turn.inputs
        if not isinstance(inputs, HostInputs):
            return await self._act(turn)
        said = self._answer(inputs)
        if turn.repairs:
            said = _stopped(self._plan, said.thought, turn.repairs[-1][1])
        return Completion(said.model_dump_json(), Usage(local_decisions=1), FOLLOWED)

    async def _act(self, turn: Turn) -> Completion:
        """Let the model act. Where it does not keep to what the step points at, the step fails."""
        strayed = [error for _, error in turn.repairs if NOT_IN_SIGHT in error]
        if len(strayed) < _MOST_STRAYED:
            try:
                return await self._inner.complete(turn)
            except ModelUnavailable:
                if not strayed:
                    raise
        missing = strayed[-1].partition(NOT_IN_SIGHT)[0] + NOT_IN_SIGHT
        said = AppAgentResponse(observation=missing, thought=missing, status="FAIL", result=missing)
        return Completion(said.model_dump_json(), Usage(local_decisions=1), FOLLOWED)

    def _answer(self, inputs: HostInputs) -> HostAgentResponse:
        openings = [
            action for action in inputs.actions if action.status == "CONTINUE" and action.function in (SELECT, LAUNCH)
        ]
        records = list(inputs.previous_subtasks)
        for step in _steps(self._plan, inputs.applications, self._places):
            what = _named_step(step, self._plan)
            if step.opens is not None:
                if not openings:
                    return self._open(step, what, inputs)
                opened = openings.pop(0)
                if not opened.result.ok:
                    return _stopped(self._plan, what, opened.result.error or f"{opened.function} did not succeed")
                continue
            if not records:
                return self._assign(step, what, inputs)
            record = records.pop(0)
            if record.status != "FINISH":
                return _stopped(self._plan, what, record.reason or record.result or record.status)
        return self._finished(inputs.previous_subtasks)

    def _open(self, step: _Step, what: str, inputs: HostInputs) -> HostAgentResponse:
        app, arguments = step.opens or ("", ())
        open_already = [window for window in _windows(inputs) if _is_window_of(window, app, arguments)]
        if len(open_already) == 1:
            chosen = open_already[0]
            return _said("CONTINUE", what, SELECT, {"id": chosen.id or "", "name": chosen.name})
        return _said("CONTINUE", what, LAUNCH, {"name": app, "arguments": list(arguments)})

    def _assign(self, step: _Step, what: str, inputs: HostInputs) -> HostAgentResponse:
        named = self._places.named_in(step.text, inputs.targets, inputs.applications, "")
        window = named or _window_in_use(inputs)
        if window is None:
            missing = "it is not clear in which window; name it in the step, or as the plan's object"
            return _stopped(self._plan, what, missing)
        said = _said("ASSIGN", what, SELECT, {"id": window.id or "", "name": window.name})
        return said.model_copy(
            update={
                "current_subtask": step.text,
                "message": [f"This is {what}."],
                "control_label": window.id or "",
                "control_text": window.name,
            }
        )

    def _finished(self, records: Sequence[SubtaskRecord]) -> HostAgentResponse:
        results = [record.result.strip() for record in records if record.result.strip()]
        done = f"Followed all {len(self._plan.steps)} steps of the plan."
        said = _said("FINISH", done, "", {})
        return said.model_copy(update={"result": results[-1] if results else done})


def _steps(plan: Plan, applications: Sequence[str], places: Places) -> list[_Step]:
    first = [] if not plan.object else [_Step(0, plan.object, _opening(plan.object, applications, is_object=True))]
    steps = enumerate(plan.steps, 1)
    return first + [_Step(number, text, _opening_step(text, applications, places)) for number, text in steps]


def _opening_step(text: str, applications: Sequence[str], places: Places) -> tuple[str, tuple[str, ...]] | None:
    """Return what a step opens: an application, a document or an address, and nothing inside a window. In any language it may be
    that name alone.
    """
    alone = text.strip(_QUOTES + " .。")
    named = _opening(alone, applications) if not any(map(str.isspace, alone)) or alone in applications else None
    said = None if named else places.opens(text)
    if said is None:
        return named
    app, arguments = said
    opened = _opening(arguments[0] if arguments else app, applications)
    if opened is None or (arguments and app and _application(app, applications) is None):
        return None
    return (app, opened[1] or arguments) if arguments and app else opened


def _opening(what: str, applications: Sequence[str], is_object: bool = False) -> tuple[str, tuple[str, ...]] | None:
    """Return the application and its arguments; None where the words name neither an application nor a file or address."""
    application = _application(what, applications)
    if application is not None:
        return application, ()
    if _PATH.match(what):
        return "", (what,)
    return (what, ()) if is_object else None


def _application(what: str, applications: Sequence[str]) -> str | None:
    wanted = letters(what)
    return next(
        (application for application in applications if wanted and wanted == letters(application)), None
    ) or next(
        (application for application in applications if wanted and wanted in application.casefold().split()), None
    )


def _is_window_of(window: TargetInfo, app: str, arguments: Sequence[str]) -> bool:
    """Tell whether the window shows the one document that is to be opened."""
    return len(arguments) == 1 and not app and arguments[0].rpartition("/")[2] in window.name.split(" ")


def _windows(inputs: HostInputs) -> list[TargetInfo]:
    return [target for target in inputs.targets if target.kind is not TargetKind.THIRD_PARTY_AGENT]


def _window_in_use(inputs: HostInputs) -> TargetInfo | None:
    """Return the window that was opened or worked last, else the active one, else the only one."""
    windows = _windows(inputs)
    used = [action for action in inputs.actions if action.function in (SELECT, LAUNCH) and action.result.ok]
    last = launched_window(used[-1]) if used else None
    if last is not None:
        return live_window(last, windows)
    active = [window for window in windows if "active" in window.states]
    return active[0] if len(active) == 1 else windows[0] if len(windows) == 1 else None


def _named_step(step: _Step, plan: Plan) -> str:
    if not step.number:
        return f"opening {step.text!r} (what the plan is done with)"
    return f"step {step.number} of {len(plan.steps)} ({step.text!r})"


def _stopped(plan: Plan, what: str, reason: str) -> HostAgentResponse:
    """Return the answer that ends the run at a step."""
    why = f"{what} does not hold: {reason.rstrip('.')}; the plan was followed up to there, and nothing after it was touched"
    return _said("FAIL", why, "", {}).model_copy(update={"comment": why})


def _said(status: str, thought: str, function: str, arguments: dict[str, object]) -> HostAgentResponse:
    return HostAgentResponse(
        observation="A plan is given.", thought=thought, status=status, function=function, arguments=arguments
    )
