"""Runs one model turn for any agent: asks, reads and checks; where the answer does not fit, asks again with the error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel

from ufo.config.settings import SystemSettings
from ufo.errors import MalformedAnswer
from ufo.llm.provider import Completion, Provider, Turn
from ufo.llm.read_answer import Check, Read, read_answer
from ufo.schema.outcome import Usage

MAX_TRIES: int = SystemSettings.model_fields["json_parsing_retry"].default
"""How often is asked where no settings say it: as often as they do where nobody changed them."""


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
