"""All that a worker and the process of a run say to each other, one line of JSON each: the worker on the run's standard input,
the run on its standard output. The order is the first line.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ufo.runs.plans.plan import Plan
from ufo.schema.running_mode import RunningMode

T = TypeVar("T")

MOST_LINE = 32 * 1024 * 1024
"""The bytes of one line: the summary of a long run names each thing that changed."""


class _Word(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ChildOrder(_Word):
    """What the run does. Its log is `log_dir`/`run_id`. `overrides`: settings by name. `answers`: (question, answer) of earlier
    attempts. `attended`: questions go to the worker; `counted`: it is asked before each call of a model.
    """

    plan: Plan
    mode: RunningMode
    run_id: str
    log_dir: str
    consents: bool = False
    overrides: dict[str, Any] = Field(default_factory=dict)
    answers: tuple[tuple[str, str], ...] = ()
    attended: bool = False
    counted: bool = False


# The worker says.


class Go(_Word):
    """The run may act. With `within_s` it holds by itself where it has not heard this again after so many seconds."""

    kind: Literal["go"] = "go"
    within_s: float | None = None


class Hold(_Word):
    """The run does nothing more before it hears `Go`."""

    kind: Literal["hold"] = "hold"


class Answer(_Word):
    kind: Literal["answer"] = "answer"
    question: str
    text: str = Field(repr=False)


class Call(_Word):
    """One model may be called."""

    kind: Literal["call"] = "call"


# The run says.


class Began(_Word):
    """The run's log is begun."""

    kind: Literal["began"] = "began"


class Held(_Word):
    """Whether the run holds: nothing acts then."""

    kind: Literal["held"] = "held"
    held: bool


class Did(_Word):
    """A step is done. `line`: what it was, without any text of the person's; `cost`: USD so far."""

    kind: Literal["did"] = "did"
    steps: int
    cost: float
    line: str


class Asks(_Word):
    """The run waits for a person. `yes_or_no`: it asks for consent."""

    kind: Literal["asks"] = "asks"
    question: str
    text: str
    yes_or_no: bool


class Closed(_Word):
    """A question waits no longer."""

    kind: Literal["closed"] = "closed"
    question: str


class WantsCall(_Word):
    kind: Literal["wants_call"] = "wants_call"


class Over(_Word):
    """The run has ended. `summary`: as `ufo run --json` prints it. `question`: what it asked last and nobody answered."""

    kind: Literal["over"] = "over"
    summary: dict[str, Any]
    question: str = ""


FromWorker = Go | Hold | Answer | Call
FromRun = Began | Held | Did | Asks | Closed | WantsCall | Over
FROM_WORKER: TypeAdapter[FromWorker] = TypeAdapter(Annotated[FromWorker, Field(discriminator="kind")])
FROM_RUN: TypeAdapter[FromRun] = TypeAdapter(Annotated[FromRun, Field(discriminator="kind")])


def line_of(word: BaseModel) -> bytes:
    # Names of files may hold lone surrogates, which UTF-8 cannot encode; JSON can, escaped.
    return json.dumps(word.model_dump(), default=str).encode() + b"\n"


def word_of(line: bytes, words: TypeAdapter[T]) -> T | None:
    """Return what a line says; None for one that is none of these words."""
    try:
        return words.validate_python(json.loads(line))
    except (ValueError, RecursionError):
        return None
