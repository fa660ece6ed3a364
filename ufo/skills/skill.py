"""A saved skill as a file: the actions of a verified run, with names for what may vary.

In its texts `{{name}}` stands for a variable, `{{name.stem}}` and `{{name.suffix}}` for parts of a file's name, `{{folder}}`
for the folder that it is run in. A value `{"$result": [2, 1], "at": ["rows"]}` is a part of what the action at that place
returned in the same run: the second sub-task's first action, counted from 1. `{"$text": [...]}` joins such parts to one
text.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from ufo.schema.patterns import regex
from ufo.schema.selector import Selector

VERSION = 1
NAME = regex(r"[A-Za-z0-9][\w.-]{0,63}")


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Variable(_Part):
    """A part of a skill that may vary. `default` is the value of the saved run; it is "" for a `secret`, which is not kept and
    must be given.
    """

    name: str
    default: str
    secret: bool = False


class SkillAction(_Part):
    """An action. `selectors`: the controls that ids in `arguments` stand for. `consent`: a person was asked before it. `anew`:
    the window closed before it, and it was done in the one that followed.
    """

    function: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    selectors: dict[str, Selector] = Field(default_factory=dict)
    consent: bool = False
    anew: bool = False


class WindowHint(_Part):
    app_root: str = ""
    process: str = ""
    title: str = ""


class SkillTask(_Part):
    """A sub-task: the HostAgent's actions to get its window, then the AppAgent's actions in it.

    `tells`: its result was made of what a model saw, so a model has to be asked again.
    """

    openings: tuple[SkillAction, ...] = ()
    window: WindowHint = WindowHint()
    subtask: str = ""
    actions: tuple[SkillAction, ...] = ()
    result: Any = ""
    expect: tuple[dict[str, Any], ...] = ()
    tells: bool = False


class Skill(_Part):
    """A skill. `request` holds its variables; `result` and `expect` are those of the whole request, after `closings`. `files`:
    those that the saved run left and that its actions name.
    """

    version: int = VERSION
    name: str
    request: str
    variables: tuple[Variable, ...] = ()
    tasks: tuple[SkillTask, ...] = ()
    closings: tuple[SkillAction, ...] = ()
    result: Any = ""
    expect: tuple[dict[str, Any], ...] = ()
    files: tuple[str, ...] = ()
    tells: bool = False
    saved_from: str = ""

    @field_validator("version")
    @classmethod
    def _known(cls, version: int) -> int:
        if version != VERSION:
            raise ValueError(f"this skill has version {version}, and only {VERSION} can be read; save it again")
        return version

    @property
    def steps(self) -> int:
        return len(self.closings) + sum(len(task.openings) + len(task.actions) for task in self.tasks)
