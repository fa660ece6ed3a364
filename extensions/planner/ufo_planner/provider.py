"""The provider that needs no key: rules in place of a model, behind the same Protocol."""

from __future__ import annotations

import time

from pydantic import BaseModel

from ufo.errors import ModelUnavailable
from ufo.llm.provider import Completion, Turn
from ufo.schema.inputs import HostInputs, ReadingInputs
from ufo.schema.usage import Usage
from ufo_planner.app_turn import decide as decide_for_app
from ufo_planner.host.host_turn import decide as decide_for_host
from ufo_planner.reading.reader import ordered, read


class BuiltinPlanner:
    """A `Provider` that answers a turn's inputs by rules. It is stateless, and a turn costs nothing."""

    @property
    def name(self) -> str:
        return "builtin"

    @property
    def sees_pictures(self) -> bool:
        return False

    async def complete(self, turn: Turn) -> Completion:
        """Answer a turn. Raises ModelUnavailable after a rejected answer, since the same inputs give the same again."""
        if turn.repairs:
            raise ModelUnavailable(
                f"the built-in planner cannot go on: {turn.repairs[-1][1]}; choose a model with `model.name`"
            )
        started = time.perf_counter()
        response = _answer(turn)
        seconds = time.perf_counter() - started
        return Completion(response.model_dump_json(), _usage(turn), self.name, seconds)

    async def close(self) -> None:
        return None


def builtin(*_: object) -> BuiltinPlanner:
    """Return the planner where a provider is asked for: the model's name, its settings and its surroundings say nothing to it."""
    return BuiltinPlanner()


def _usage(turn: Turn) -> Usage:
    """Count a turn of the rules as a call of the model they stand in for, and a reading as what needed no model at all."""
    return Usage(model_calls=1, cost=0.0) if turn.reading is None else Usage(local_decisions=1)


def _answer(turn: Turn) -> BaseModel:
    if turn.reading is not None:
        return read(turn.reading) if isinstance(turn.reading, ReadingInputs) else ordered(turn.reading)
    inputs = turn.inputs
    return decide_for_host(inputs) if isinstance(inputs, HostInputs) else decide_for_app(inputs)
