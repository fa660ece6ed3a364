"""Saved skills as tools: where a skill fits a part of what is asked, the model may have that part done by it.

A call is replaced by the skill's own actions before anything runs, so that each of them is judged, asked about, carried out and
proved as any other action of that turn. What takes several turns is gone on with here, in the place of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import Any

from ufo.errors import SkillError
from ufo.knowledge.likeness import held
from ufo.llm.provider import Completion, Provider, Turn, Wrapper
from ufo.recipes.recipe import Skill, SkillTask, Variable
from ufo.recipes.replay.in_the_way import files_in_the_way
from ufo.recipes.replay.request_match import choose
from ufo.recipes.replay.turn_answer import Doubt, app_answer
from ufo.recipes.templates import Results, places
from ufo.schema.action import ActionCommandInfo
from ufo.schema.inputs import AppInputs
from ufo.schema.patterns import regex
from ufo.schema.response import AppAgentResponse
from ufo.schema.tool import ToolInfo
from ufo.schema.usage import Usage

NAMESPACE = "Skills"
_FITS_IN_PART = 0.65
"""The share of a skill's words that a request must hold."""
_MOST = 3
_NOT_ALLOWED = regex(r"\W+")
_CONTINUE, _CONFIRM, _FINISH = "CONTINUE", "CONFIRM", "FINISH"


@dataclass(frozen=True, slots=True)
class _Offer:
    """One part of a skill as a tool. `number`: the place of the part in the skill, from 0."""

    name: str
    skill: Skill
    number: int

    @property
    def task(self) -> SkillTask:
        return self.skill.tasks[self.number]

    @property
    def variables(self) -> Sequence[Variable]:
        """The variables that this part has."""
        said = self.task.model_dump_json()
        return [
            variable
            for variable in self.skill.variables
            if f"{{{{{variable.name}}}}}" in said or f"{{{{{variable.name}." in said
        ]

    @property
    def alone(self) -> Skill:
        """The skill with this part alone."""
        return self.skill.model_copy(update={"tasks": (self.task,), "closings": (), "expect": (), "result": ""})


@dataclass(frozen=True, slots=True)
class _Going:
    """A skill that is being done. `began`: how many actions the sub-task had before it."""

    offer: _Offer
    values: Mapping[str, str]
    subtask: str
    application: str
    began: int

    def answer(self, inputs: AppInputs) -> AppAgentResponse:
        """Return the next actions. Raises Doubt and SkillError."""
        since = inputs.actions[self.began :]
        own = [action.result.result for action in since if action.function and action.result.ok]
        results: Results = [*([[]] * self.offer.number), own]
        values = {**self.values, "folder": inputs.working_folder}
        return app_answer(self.offer.task, replace(inputs, actions=since, feedback=""), values, results)

    def goes_on_in(self, inputs: AppInputs) -> bool:
        """Tell whether the turn is of the same sub-task and has actions left to do."""
        same = (inputs.subtask, inputs.application) == (self.subtask, self.application)
        since = [action for action in inputs.actions[self.began :] if action.function]
        done = sum(action.result.ok for action in since)
        return same and bool(since) and done < len(self.offer.task.actions)


class SkillTools(Wrapper):
    """Offers skills to the AppAgents of a run, and is a provider before the inner one. `skills` is asked once for
    each sub-task.
    """

    def __init__(self, inner: Provider, skills: Callable[[], Iterable[Skill]], notice: Callable[[str], None]) -> None:
        super().__init__(inner)
        self._skills = skills
        self._notice = notice
        self._going: _Going | None = None
        self._offers: Mapping[str, _Offer] = {}
        self._asked: tuple[str, str, str] | None = None

    def offered(self, request: str, subtask: str, application: str) -> tuple[ToolInfo, ...]:
        """Return the skills that fit a part of this in this application, the best first, as tools."""
        if self._asked != (request, subtask, application):
            self._asked = (request, subtask, application)
            fits = [(_fit(offer, f"{request} {subtask}"), offer) for offer in _offers(self._skills(), application)]
            best = sorted((fit for fit in fits if fit[0] >= _FITS_IN_PART), key=lambda pair: (-pair[0], pair[1].name))
            self._offers = {offer.name: offer for _, offer in best[:_MOST]}
        return tuple(map(_tool, self._offers.values()))

    def objection(self, response: AppAgentResponse, inputs: AppInputs) -> str | None:
        """Return why a call of a skill cannot be done, in words for the model, or None."""
        called = [action for action in response.action if action.function in self._offers]
        if not called:
            return None
        if len(response.action) > 1:
            return f"{called[0].function} must be the only action of its turn; do the others before or after it"
        try:
            self._begun(called[0], inputs).answer(inputs)
        except (Doubt, SkillError) as error:
            return f"{called[0].function} cannot be done here: {error}; do it without that"
        return None

    def expanded(self, response: AppAgentResponse, inputs: AppInputs) -> AppAgentResponse:
        """Return the answer with the skill's own actions in the place of the call."""
        called = next((action for action in response.action if action.function in self._offers), None)
        if called is None:
            return response
        going = self._begun(called, inputs)
        said = going.answer(inputs)
        self._notice(f"doing a part with the saved skill {going.offer.skill.name!r}")
        whole = said.status == _FINISH
        self._going = None if whole else going
        status = response.status if whole and response.status else _CONTINUE
        return response.model_copy(
            update={
                "action": said.action,
                "status": _CONFIRM if _CONFIRM in (response.status, called.status) else status,
                "expect": list(dict.fromkeys([*response.expect, *said.expect])) if whole else said.expect,
            }
        )

    async def complete(self, turn: Turn) -> Completion:
        going, self._going = self._going, None
        if going is None or turn.repairs or not isinstance(turn.inputs, AppInputs):
            return await self._inner.complete(turn)
        if not going.goes_on_in(turn.inputs):
            return await self._inner.complete(turn)
        name = going.offer.skill.name
        try:
            said = going.answer(turn.inputs)
        except (Doubt, SkillError) as doubt:
            self._notice(f"the saved skill {name!r} stops here: {doubt}; the model goes on")
            return await self._inner.complete(turn)
        if said.status != _FINISH:
            self._going = going
        # Whether the sub-task is done is the model's to say.
        said = said.model_copy(update={"status": _CONTINUE, "result": ""})
        return Completion(said.model_dump_json(), Usage(local_decisions=1), f"skill:{name}")

    def _begun(self, called: ActionCommandInfo, inputs: AppInputs) -> _Going:
        """Raises Doubt and SkillError."""
        offer = self._offers[called.function]
        given = {key: value for key, value in called.arguments.items() if value not in (None, "")}
        missing = [variable.name for variable in offer.variables if variable.name not in given]
        if missing:
            raise SkillError(f"it also needs {', '.join(missing)}")
        strange = [key for key, value in given.items() if isinstance(value, bool) or not isinstance(value, str | int)]
        if strange:
            raise SkillError(f"{strange[0]} must be a text, in quotes")
        chosen = choose(offer.skill, {key: str(value) for key, value in given.items()})
        obstacle = next(files_in_the_way(offer.alone, inputs.working_folder, chosen.values), "")
        if obstacle:
            raise Doubt(obstacle)
        return _Going(offer, chosen.values, inputs.subtask, inputs.application, len(inputs.actions))


def _offers(skills: Iterable[Skill], application: str) -> Iterator[_Offer]:
    """Iterate over the parts of skills that can be done by themselves in an application, each under a name of its own: skills
    whose names differ only by signs, such as "a b" and "a-b", are numbered by their order.
    """
    taken: set[str] = set()
    for offer in _parts(sorted(skills, key=lambda skill: skill.name), application):
        names = chain([offer.name], (f"{offer.name}_{number}" for number in count(2)))
        own = next(name for name in names if name not in taken)
        taken.add(own)
        yield replace(offer, name=own)


def _parts(skills: Iterable[Skill], application: str) -> Iterator[_Offer]:
    for skill in skills:
        parts = [
            number
            for number, task in enumerate(skill.tasks)
            if task.actions and task.window.app_root == application and _stands_alone(task, number)
        ]
        base = "run_skill_" + _NOT_ALLOWED.sub("_", skill.name).strip("_").lower()
        for number in parts:
            offer = _Offer(base if len(parts) == 1 else f"{base}_part_{number + 1}", skill, number)
            # An argument of that name is a control in every other tool.
            if "id" not in [variable.name for variable in offer.variables]:
                yield offer


def _stands_alone(task: SkillTask, number: int) -> bool:
    """Tell whether a part takes nothing that another part of its skill gave."""
    taken = places([[action.arguments for action in task.actions], task.result, list(task.expect)])
    return all(place == number for place, _ in taken)


def _fit(offer: _Offer, wanted: str) -> float:
    return max(held(text, wanted) for text in (offer.skill.request, offer.task.subtask, offer.skill.name))


def _tool(offer: _Offer) -> ToolInfo:
    variables = offer.variables
    schema = {
        "type": "object",
        "properties": {variable.name: _parameter(variable) for variable in variables},
        "required": [variable.name for variable in variables],
    }
    says = f"Do what was saved and proved before, in {len(offer.task.actions)} steps: {offer.task.subtask or offer.skill.request}"
    return ToolInfo(
        tool_name=offer.name, namespace=NAMESPACE, tool_type="action", description=says[:300], input_schema=schema
    )


def _parameter(variable: Variable) -> dict[str, Any]:
    if variable.secret:
        return {"type": "string", "description": "a secret, written {{secret:NAME}}"}
    # A number is a text too: 007, +49 660 and 2,50 are to be typed as they are written.
    return {"type": "string"}
