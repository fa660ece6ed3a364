"""Runs one model turn for any agent: asks, reads and checks; where the answer does not fit, asks again with the error.

An answer is read as it stands where it fits, and mended where it means one thing and is written with slips.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ValidationError

from ufo.config.settings import SystemSettings
from ufo.errors import MalformedAnswer
from ufo.llm.json_answer import json_object, writable
from ufo.llm.provider import Completion, Provider, Turn
from ufo.llm.repair.lenient_json import readings
from ufo.llm.repair.shapes import fitted, with_fitted_calls
from ufo.llm.response_schema import offered_fields, whole_schema
from ufo.schema.usage import Usage

Check = Callable[[BaseModel], str | None]
"""Returns what is wrong with an answer of the right shape, or None."""

_MAX_SHOWN_ERRORS = 5
MAX_TRIES: int = SystemSettings.model_fields["json_parsing_retry"].default
"""How often is asked where no settings say it: as often as they do where nobody changed them."""


@dataclass(frozen=True, slots=True)
class Read:
    """An answer that fits. `text` is what it means as JSON: the model's own text where nothing was mended."""

    response: BaseModel
    text: str
    mended: bool = False


class _Unfit(ValueError):
    """Why an object is no answer, in words for the model."""


def read_answer(completion: Completion, turn: Turn, checks: Sequence[Check] = ()) -> Read | str:
    """Return the answer, or what is wrong with it, in words for the model."""
    try:
        plain: dict[str, Any] | None = json_object(completion.text)
    except ValueError as error:
        plain, reason = None, str(error)
    if plain is not None:
        try:
            response = _response(plain, turn, checks)
            called = with_fitted_calls(plain, turn.inputs.tools)
            return Read(response, completion.text) if called == plain else _as_mended(called, turn, checks)
        except _Unfit as error:
            reason = str(error)
    mended = _mended(completion, turn, checks)
    if isinstance(mended, Read):
        return mended
    return (_CUT_OFF if completion.truncated else "") + (mended if plain is None and mended else reason)


_CUT_OFF = "the answer was cut off at the limit of output tokens, be shorter: "


def _mended(completion: Completion, turn: Turn, checks: Sequence[Check]) -> Read | str:
    """Return the one reading that fits, or why there is none; "" where the text holds nothing to read."""
    try:
        found = readings(completion.text, offered_fields(turn.schema), truncated=completion.truncated)
    except ValueError as error:
        return str(error)
    fits: dict[str, Read] = {}
    reasons: list[str] = []
    for reading in found:
        try:
            read = _as_mended(_shaped(reading, turn), turn, checks)
        except _Unfit as error:
            reasons.append(str(error))
        else:
            fits[read.response.model_dump_json()] = read
    if len(fits) > 1:
        return f"the answer holds {len(fits)} different JSON objects that could be meant; answer with one"
    return next(iter(fits.values()), reasons[0] if len(reasons) == 1 else "")


def _shaped(value: dict[str, Any], turn: Turn) -> dict[str, Any]:
    shaped: dict[str, Any] = fitted(value, whole_schema(turn.schema))
    return with_fitted_calls(shaped, turn.inputs.tools)


def _as_mended(value: dict[str, Any], turn: Turn, checks: Sequence[Check]) -> Read:
    return Read(_response(value, turn, checks), json.dumps(value, ensure_ascii=False), mended=True)


def _response(value: dict[str, Any], turn: Turn, checks: Sequence[Check]) -> BaseModel:
    """Return the response. Raises _Unfit."""
    try:
        response = turn.schema.model_validate(writable(value))
    except ValidationError as error:
        raise _Unfit(_plain(error)) from error
    except ValueError as error:
        raise _Unfit(str(error)) from error
    if said := "; ".join(complaint for check in checks if (complaint := check(response))):
        raise _Unfit(said)
    return response


def _plain(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    lines = [
        f"{'.'.join(map(str, problem['loc'])) or 'answer'}: {problem['msg']}"
        for problem in problems[:_MAX_SHOWN_ERRORS]
    ]
    if len(problems) > _MAX_SHOWN_ERRORS:
        lines.append(f"and {len(problems) - _MAX_SHOWN_ERRORS} more")
    return "; ".join(lines)


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that fits. `completion` is the last one, with usage and seconds summed over all `attempts`; its text is the JSON
    that was read, also where the model wrote it with slips.
    """

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
        read = read_answer(completion, turn, checks)
        if isinstance(read, Read):
            usage = spent + Usage(mended_answers=1) if read.mended else spent
            return Answered(read.response, replace(completion, text=read.text, usage=usage, seconds=seconds), attempt)
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
