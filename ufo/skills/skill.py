"""A saved skill as a file: what a verified run did, with what may vary named.

In its texts `{{name}}` stands for a variable, `{{name.stem}}` and `{{name.suffix}}` for parts of a file's name, `{{folder}}`
for the folder that it is run in. A value `{"$result": [2, 1], "at": ["rows"]}` is a part of what the action at that place
gave in the same run: the second sub-task's first action, counted from 1. `{"$text": [...]}` is one text of such parts.
"""

from __future__ import annotations

import re
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from ufo.schema.selector import Selector

VERSION = 1
NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,63}")


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Variable(_Part):
    """`default` is the value of the run that was saved; "" for a `secret`, which is not kept and has to be given."""

    name: str
    default: str
    secret: bool = False


class SkillAction(_Part):
    """`selectors`: the controls that ids in `arguments` stand for. `consent`: a person was asked before it."""

    function: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    selectors: dict[str, Selector] = Field(default_factory=dict)
    consent: bool = False


class WindowHint(_Part):
    app_root: str = ""
    process: str = ""
    title: str = ""


class SkillTask(_Part):
    """A sub-task: what the HostAgent does to have its window, then what the AppAgent does there.

    `tells`: its result was made of what a model saw, which has to be asked again.
    """

    openings: tuple[SkillAction, ...] = ()
    window: WindowHint = WindowHint()
    subtask: str = ""
    actions: tuple[SkillAction, ...] = ()
    result: Any = ""
    expect: tuple[dict[str, Any], ...] = ()
    tells: bool = False


class Skill(_Part):
    """`request` holds its variables; `result` and `expect` are of the whole request, after `closings`."""

    version: int = VERSION
    name: str
    request: str
    variables: tuple[Variable, ...] = ()
    tasks: tuple[SkillTask, ...] = ()
    closings: tuple[SkillAction, ...] = ()
    result: Any = ""
    expect: tuple[dict[str, Any], ...] = ()
    tells: bool = False
    saved_from: str = ""

    @field_validator("version")
    @classmethod
    def _known(cls, version: int) -> int:
        if version != VERSION:
            raise ValueError(f"this skill is of version {version}, and {VERSION} is read here; save it again")
        return version

    @property
    def steps(self) -> int:
        return len(self.closings) + sum(len(task.openings) + len(task.actions) for task in self.tasks)
