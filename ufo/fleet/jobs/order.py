"""What a worker is told of a task. It is kept in the fleet's database, so it holds names of secrets and hashes of files alone."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, field_validator

from ufo.errors import ConfigError
from ufo.fleet.jobs.names import checked_name
from ufo.runs.plans.plan import Plan
from ufo.schema.running_mode import RunningMode

VERSION = 1
"""The form of an order. A worker refuses one of a later form, and says so."""

_SHA256 = re.compile(r"[0-9a-f]{64}")


class Input(BaseModel):
    """A file that a task is done with: the name it has in the attempt's folder, and the hash of its bytes, under which the store
    keeps it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    sha256: str

    @field_validator("name")
    @classmethod
    def _plain(cls, value: str) -> str:
        if not value or value in (".", "..") or len(value.encode()) > 255 or set(value) & {"/", "\\", "\0"}:
            raise ValueError("a file's name has no folder in it")
        return value

    @field_validator("sha256")
    @classmethod
    def _hash(cls, value: str) -> str:
        if _SHA256.fullmatch(value) is None:
            raise ValueError("64 digits of a SHA-256, in small letters")
        return value


class TaskOrder(BaseModel):
    """One task. `overrides`: settings of the run by name, as the command line has them. `queue`: the class of machines, "" for
    any. `priority`: higher ones begin first. `tries`: how many attempts there are at most. `repeatable`: it does no harm to do it
    again after it was cut in mid-act. `exclusive`: no two tasks of one such name are done at the same time, "" for none.
    `hold_s`: how long a question holds the desktop. `secrets`: their names; a worker finds their values on its own machine.
    `model_key`: whose calls are counted together over the whole fleet, "" for nobody's. `calls_per_minute`, `job_budget` and
    `day_budget` (USD): 0 for no limit. `answers`: what a person said to questions of earlier attempts: (question, answer).
    `tried`: how many attempts have failed; `cut`: how many have ended with their worker.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int = VERSION
    plan: Plan
    place: str = ""
    mode: RunningMode = RunningMode.BATCH_NORMAL
    consents: bool = False
    overrides: dict[str, JsonValue] = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0)] = 0
    queue: str = ""
    priority: Annotated[int, Field(ge=-1000, le=1000)] = 0
    tries: Annotated[int, Field(ge=1, le=100)] = 1
    repeatable: bool = False
    exclusive: str = ""
    hold_s: Annotated[float, Field(ge=0, le=7 * 86400, allow_inf_nan=False)] = 600.0
    secrets: tuple[str, ...] = ()
    inputs: tuple[Input, ...] = ()
    model_key: str = ""
    calls_per_minute: Annotated[int, Field(ge=0)] = 0
    job_budget: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    day_budget: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    answers: tuple[tuple[str, str], ...] = ()
    tried: Annotated[int, Field(ge=0)] = 0
    cut: Annotated[int, Field(ge=0)] = 0

    @field_validator("queue", "exclusive")
    @classmethod
    def _name(cls, value: str) -> str:
        try:
            return checked_name(value, "queue or of a task that is alone") if value else value
        except ConfigError as error:
            raise ValueError(str(error)) from None

    @field_validator("inputs")
    @classmethod
    def _each_once(cls, value: tuple[Input, ...]) -> tuple[Input, ...]:
        names = [given.name for given in value]
        if len(set(names)) < len(names):
            raise ValueError("two files have one name")
        return value

    @staticmethod
    def parse(text: str) -> TaskOrder:
        """Return the order that was written as JSON. Raises ConfigError: whoever writes the database is not trusted."""
        try:
            return TaskOrder.model_validate_json(text)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"])) or "the whole"
            raise ConfigError(
                f"a task in the fleet's database cannot be read ({place}: {first['msg']}); it was written by another release of "
                "ufo, or by another program: submit it again with this one"
            ) from None
