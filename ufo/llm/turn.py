"""Runs one model turn for any agent: asks, reads and checks; where the answer does not fit, asks again with the error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel, ValidationError

from ufo.errors import MalformedAnswer
from ufo.llm.json_answer import json_object
from ufo.llm.provider import Completion, Provider, Turn
from ufo.schema.outcome import Usage

Check = Callable[[BaseModel], str | None]
"""Returns what is wrong with an answer of the right shape, or None."""

MAX_TRIES = 3
_MAX_SHOWN_ERRORS = 5


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that fits. `completion` is the last one, with usage and seconds summed over all `attempts`."""

    response: BaseModel
    completion: Completion
    attempts: int


async def answer(
    provider: Provider,
    turn: Turn,
    checks: Sequence[Check] = (),
    max_tries: int = MAX_TRIES,
    on_event: Callable[[str], None] | None = None,
) -> Answered:
    """Return an answer that fits the schema and the checks. Raises ModelUnavailable, LimitReached, and MalformedAnswer where
    none of `max_tries` answers fits.

    `on_event` is called with one sentence for each answer that does not fit.
    """
    spent, seconds = Usage(), 0.0
    last_text, error = "", ""
    for attempt in range(1, max(1, max_tries) + 1):
        completion = await provider.complete(turn)
        spent, seconds = spent + completion.usage, seconds + completion.seconds
        read = _read(completion, turn.schema, checks)
        if isinstance(read, BaseModel):
            return Answered(read, replace(completion, usage=spent, seconds=seconds), attempt)
        last_text, error = completion.text, read
        spent += Usage(format_errors=1)
        if on_event is not None:
            on_event(f"answer {attempt} of {completion.model} did not fit: {error}")
        turn = replace(turn, repairs=(*turn.repairs, (last_text, error)))
    raise MalformedAnswer(
        f"the model {provider.name!r} gave no usable answer in {attempt} tries; choose a stronger model with "
        f"`model.name`. Last error: {error}",
        answer=last_text,
        error=error,
        attempts=attempt,
        usage=spent,
    )


def _read(completion: Completion, schema: type[BaseModel], checks: Sequence[Check]) -> BaseModel | str:
    """Return the response, or what is wrong with the answer, in words for the model."""
    try:
        response = schema.model_validate(json_object(completion.text))
    except ValidationError as error:
        return _cut_off(completion) + _plain(error)
    except ValueError as error:
        return _cut_off(completion) + str(error)
    return "; ".join(complaint for check in checks if (complaint := check(response))) or response


def _cut_off(completion: Completion) -> str:
    return "the answer was cut off at the limit of output tokens, be shorter: " if completion.truncated else ""


def _plain(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    lines = [f"{'.'.join(map(str, one['loc'])) or 'answer'}: {one['msg']}" for one in problems[:_MAX_SHOWN_ERRORS]]
    if len(problems) > _MAX_SHOWN_ERRORS:
        lines.append(f"and {len(problems) - _MAX_SHOWN_ERRORS} more")
    return "; ".join(lines)
