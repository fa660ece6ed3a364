"""A plan as a person writes it down: a task, and perhaps what it is done with and its steps
(facts/described_system.md §1.11: {task, object, close} and {task, steps, object}).
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from ufo.errors import ConfigError
from ufo.schema.request_text import complaint

_NUMBER = re.compile(r"^\s*(?P<word>[^\W\d]*)\s*(?P<number>\d{1,3})\s*[.):：]\s*")
_TASKS, _FILES = "tasks", "files"
MAX_STEPS = 500


class Plan(BaseModel):
    """`object`: the document, address or application that the task is done with, "" for none. `steps`: where there are some,
    they are done one by one as they stand. `close`: what was opened is closed at the end; a desktop of its own closes anyway.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    task: str
    steps: tuple[str, ...] = ()
    object: str = ""
    close: bool = False

    @field_validator("task", "object", mode="before")
    @classmethod
    def _trimmed(cls, value: Any) -> Any:
        return "" if value is None else value.strip() if isinstance(value, str) else value

    @field_validator("task")
    @classmethod
    def _readable(cls, value: str) -> str:
        if problem := complaint(value):
            raise ValueError(problem)
        return value

    @field_validator("steps")
    @classmethod
    def _without_numbers(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if len(value) > MAX_STEPS:
            raise ValueError(f"there are {len(value)} steps; a plan has at most {MAX_STEPS}")
        steps = tuple(_without_number(text, number) for number, text in enumerate(value, 1))
        for number, step in enumerate(steps, 1):
            if problem := complaint(step):
                raise ValueError(f"step {number}: {problem}")
        return steps

    @property
    def request(self) -> str:
        """The task in the person's words: with its steps, or with what it is done with, where it does not name that itself."""
        if self.steps:
            return "\n- ".join([self.task, *self.steps])
        if not self.object or Path(self.object).name.casefold() in self.task.casefold():
            return self.task
        return f"Open {self.object}. {self.task}"

    def found_from(self, folder: Path) -> Plan:
        """Return the plan with `object` as a whole path, where that is a file: in the folder of the plan file, or in `files`
        in the place of the folder `tasks`. Anything else stays as it is: an application or an address.
        """
        if not self.object:
            return self
        parts = [_FILES if part == _TASKS else part for part in folder.parts]
        for place in (folder, Path(*parts) if parts else folder):
            path = place / self.object
            if path.exists():
                return self.model_copy(update={"object": str(path.absolute())})
        return self


def plan_from(data: object) -> Plan:
    """Return the plan that a JSON value holds: an object, or a text that is the task. Raises ValueError, in words."""
    if isinstance(data, str):
        data = {"task": data}
    if not isinstance(data, dict):
        raise ValueError('a task is a text or an object, such as {"task": "open the calculator"}')
    try:
        return Plan.model_validate(data)
    except ValidationError as error:
        raise ValueError("; ".join(map(_told, error.errors(include_url=False, include_input=False)))) from None


def read_plan(path: Path) -> Plan:
    """Read a plan file with steps. Raises ConfigError."""
    try:
        plan = plan_from(json.loads(path.read_text(encoding="utf-8-sig")))
    except OSError as error:
        raise ConfigError(f"cannot read the plan {str(path)!r}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{str(path)!r} is no plan file: {error}") from None
    if not plan.steps:
        raise ConfigError(
            f'the plan {str(path)!r} has no steps to follow; add "steps": [...], or let the agent plan: ufo batch {path}'
        )
    return plan.found_from(path.absolute().parent)


def _without_number(step: str, number: int) -> str:
    """Return a step without the number before it. A word may stand before its own number, in any language: "Step 3:"."""
    found = _NUMBER.match(step)
    is_number = found is not None and (not found["word"] or int(found["number"]) == number)
    return step[found.end() :].strip() if found is not None and is_number else step.strip()


def _told(problem: Any) -> str:
    name = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        return f"there is no `{name}` in a plan; it has task, steps, object and close"
    if problem["type"] == "missing":
        return f"`{name}` is missing"
    return f"`{name}`: {str(problem['msg']).removeprefix('Value error, ')}"
