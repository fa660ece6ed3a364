"""A provider that replays a saved skill instead of asking a model, and hands over where it is in doubt.

The steps already done are read from the inputs of each turn, so a turn that was interrupted for a consent, or repeated,
continues from there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from pydantic import BaseModel

from ufo.errors import SkillError
from ufo.llm.provider import Completion, Provider, Turn, Wrapper
from ufo.recipes.recipe import SkillTask
from ufo.recipes.replay.request_match import Chosen
from ufo.recipes.replay.turn_answer import Doubt, app_answer, host_answer
from ufo.schema.inputs import NOT_PROVED, AppInputs, HostInputs
from ufo.schema.picture import Picture
from ufo.schema.response import AppAgentResponse, HostAgentResponse
from ufo.schema.usage import Usage
from ufo.trace.events import Event, PictureSaved, RoundStarted, StepEnded, SubtaskEnded

_STOPPED = "the saved skill stopped: "
OnDoubt = Literal["model", "person", "stop"]
Choose = Callable[[str], Chosen | None]
"""Returns the skill for a request, or None where none fits."""


class RunListener:
    """A listener. `results`: the results of the AppAgents' actions in this request, by sub-task."""

    def __init__(self) -> None:
        self.results: list[list[Any]] = [[]]
        self._begun = False

    def on_event(self, event: Event) -> None:
        if isinstance(event, RoundStarted):
            self.results, self._begun = [[]], True
        elif isinstance(event, StepEnded) and event.agent != "HostAgent":
            self.results[-1] += [
                action.result.result for action in event.actions if action.function and action.result.ok
            ]
        elif isinstance(event, SubtaskEnded):
            self.results.append([])

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        """Ignore pictures, which a skill does not need."""

    def a_request_began(self) -> bool:
        """Tell whether a request began since the last call."""
        begun, self._begun = self._begun, False
        return begun


class SkillFirstProvider(Wrapper):
    """A provider that tries a skill before the inner provider. `choose` is asked once for each request that `run_listener`
    sees.
    """

    def __init__(
        self,
        inner: Provider,
        run_listener: RunListener,
        choose: Choose,
        notice: Callable[[str], None],
        on_doubt: OnDoubt = "model",
    ) -> None:
        super().__init__(inner)
        self._run_listener = run_listener
        self._choose = choose
        self._notice = notice
        self._on_doubt = on_doubt
        self._chosen: Chosen | None = None

    async def complete(self, turn: Turn) -> Completion:
        if self._run_listener.a_request_began():
            self._chosen = self._choose(turn.inputs.request)
            if self._chosen is not None:
                self._notice(f"doing it with the saved skill {self._chosen.skill.name!r}")
        if self._chosen is None:
            return await self._inner.complete(turn)
        name = f"skill:{self._chosen.skill.name}"
        try:
            said = self._answer(turn, self._chosen)
        except (Doubt, SkillError) as doubt:
            if self._on_doubt == "model":
                self._chosen = None
                self._notice(f"the saved skill stops here: {doubt}; the model goes on")
                return await self._inner.complete(turn)
            said = _left_to_the_person(turn, str(doubt)) if self._on_doubt == "person" else _stopped(turn, str(doubt))
        return Completion(said.model_dump_json(), Usage(local_decisions=1), name)

    def _answer(self, turn: Turn, chosen: Chosen) -> BaseModel:
        if turn.repairs:
            raise Doubt(f"its answer does not fit here: {turn.repairs[-1][1]}")
        inputs = turn.inputs
        if self._on_doubt == "stop" and isinstance(inputs, HostInputs) and inputs.feedback.startswith(NOT_PROVED):
            # Nothing is refuted, and there is nobody who could show more: how much is proved is for the verdict to say.
            inputs = replace(inputs, feedback="")
        values = {**chosen.values, "folder": inputs.working_folder}
        if isinstance(inputs, HostInputs):
            said: HostAgentResponse | AppAgentResponse = host_answer(
                chosen.skill, inputs, values, self._run_listener.results
            )
        else:
            said = app_answer(_task_of(chosen, inputs), inputs, values, self._run_listener.results)
        if said.status and said.status not in inputs.statuses:
            raise Doubt(f"the status {said.status!r} may not be chosen here")
        return said


def _task_of(chosen: Chosen, inputs: AppInputs) -> SkillTask:
    done = len(inputs.previous_subtasks)
    if done >= len(chosen.skill.tasks):
        raise Doubt("the request has more sub-tasks than the skill")
    return chosen.skill.tasks[done]


def _left_to_the_person(turn: Turn, why: str) -> BaseModel:
    question = f"The saved skill is not sure: {why}. Put it right by hand, then answer to go on; without an answer the run ends"
    return _said(turn, "PENDING", question)


def _stopped(turn: Turn, why: str) -> BaseModel:
    """Return an answer that ends the turn. Where FAIL is not among the statuses, ask the reason as a question, which gets no
    answer.

    The HostAgent's turn stops because a sub-task stopped, and repeats the sub-task's reason.
    """
    reason = f"{_STOPPED}{why.rpartition(_STOPPED)[2]}"
    return _said(turn, "FAIL" if "FAIL" in turn.inputs.statuses else "PENDING", reason)


def _said(turn: Turn, status: str, text: str) -> BaseModel:
    kind = HostAgentResponse if turn.agent == "host" else AppAgentResponse
    return kind(observation=text, thought=text, status=status, questions=[text], result=text, comment=text)
