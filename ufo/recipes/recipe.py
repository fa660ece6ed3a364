"""Recipes: what is kept of work that succeeded. A skill is done again with other values; experience tells later runs of one
application what worked, and what failed before it worked; a demonstration tells them what a person showed. Each is a JSON file.

In their texts `{{name}}` stands for what varies, and `…` for what was left out. In a skill `{{name.stem}}` and `{{name.suffix}}`
are parts of a file's name, and `{{folder}}` is the folder that it is run in. A value `{"$result": [2, 1], "at": ["rows"]}` is a
part of what the action at that place returned in the same run: the second sub-task's first action, counted from 1.
`{"$text": [...]}` joins such parts to one text.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from ufo.knowledge.likeness import words_of
from ufo.schema.fence import compact_json
from ufo.schema.patterns import regex
from ufo.schema.selector import Selector
from ufo.text.fold import shortened

VERSION = 1
NAME = regex(r"[A-Za-z0-9][\w.-]{0,63}")
KEY = regex(r"[a-z0-9][a-z0-9_.-]{0,63}")
MAX_ACTIONS, MAX_LESSONS, MAX_PLAN = 40, 5, 12
LONGEST = 300
"""The characters of one text of an experience: a request, a lesson, a line of a plan."""
_TOLD = 600
"""The characters that a prompt is told of one experience: about 150 tokens."""
_TOLD_SHOWN = 1200
"""The characters that it is told of one demonstration: it has to leave room for others."""
_TOLD_LESSONS = 3
_HEAD = len("\nWorked: ")
_SECRET = regex(r"\{\{\s*secret\b[^}]*\}*")


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Recipe(_Part):
    """What all have. `request`: in the words of whoever asked."""

    version: int = VERSION
    request: str

    @field_validator("version")
    @classmethod
    def _known(cls, version: int) -> int:
        if version != VERSION:
            raise ValueError(f"it has version {version}, and only {VERSION} can be read")
        return version


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


class Skill(Recipe):
    """A skill. `request` holds its variables; `result` and `expect` are those of the whole request, after `closings`. `files`:
    those that the saved run left and that its actions name.
    """

    name: str
    variables: tuple[Variable, ...] = ()
    tasks: tuple[SkillTask, ...] = ()
    closings: tuple[SkillAction, ...] = ()
    result: Any = ""
    expect: tuple[dict[str, Any], ...] = ()
    files: tuple[str, ...] = ()
    tells: bool = False
    saved_from: str = ""

    @property
    def steps(self) -> int:
        return len(self.closings) + sum(len(task.openings) + len(task.actions) for task in self.tasks)


class Control(_Part):
    """A control by what an application itself calls it. `inside`: the dialogs, menus and groups around it, outermost first."""

    role: str = Field(max_length=60)
    name: str = Field(default="", max_length=LONGEST)
    inside: tuple[str, ...] = Field(default=(), max_length=12)

    def __str__(self) -> str:
        inside = " > ".join(name for name in self.inside if name)
        return f"{self.role} {self.name!r}" + (f" in {inside}" if inside else "")


class Worked(_Part):
    """An action that worked. `arguments` hold how it was done, without what was typed."""

    function: str = Field(max_length=100)
    arguments: dict[str, Any] = Field(default_factory=dict)
    control: Control | None = None

    def __str__(self) -> str:
        given = ", ".join(f"{key}={_plain(value)}" for key, value in self.arguments.items())
        return f"{self.function}({given})" + (f" on {self.control}" if self.control else "")


class Experience(Recipe):
    """What a verified run teaches about one application.

    `request`: the person's words. `subtask`: what was done of it in this application, in the agent's words; `part` counts such
    sub-tasks of one run. `avoid`: what failed before it worked, a line each. `times`: how often a verified run taught the same.
    `uses`: how many runs were told of it, `verified_uses`: how many of these were verified. One that is `set_aside` is told to
    no run.
    """

    application: str = Field(max_length=200)
    request: str = Field(max_length=LONGEST)
    subtask: str = Field(default="", max_length=LONGEST)
    part: int = Field(default=1, ge=1, le=99)
    plan: tuple[str, ...] = Field(default=(), max_length=MAX_PLAN)
    actions: tuple[Worked, ...] = Field(default=(), max_length=MAX_ACTIONS)
    avoid: tuple[str, ...] = Field(default=(), max_length=MAX_LESSONS)
    saved_from: str = Field(default="", max_length=200)
    kept: str = Field(default="", max_length=40)
    times: int = Field(default=1, ge=1)
    uses: int = Field(default=0, ge=0)
    verified_uses: int = Field(default=0, ge=0)
    set_aside: bool = False

    @property
    def key(self) -> str:
        """Its name, the same for the same request in the same application."""
        words = " ".join(sorted(words_of(self.request)))
        digest = hashlib.sha256(
            f"{self.application}\n{self.part}\n{words}".encode("utf-8", "surrogatepass")
        ).hexdigest()
        name = re.sub(r"[^a-z0-9]+", "-", self.application.casefold()).strip("-")[:40]
        return f"{name or 'any'}-{digest[:12]}"

    @property
    def asked(self) -> str:
        """What was asked of this application, in the words that find it again."""
        return self.request if self.subtask in ("", self.request) else f"{self.request} ({self.subtask})"

    def told(self) -> str:
        """Return what a prompt is told of it, in plain words."""
        worked = " → ".join(map(str, self.actions))
        lines = [f"Asked: {self.asked}", *(f"Avoid: {line}" for line in self.avoid[:_TOLD_LESSONS])]
        # The way helps more than a second thing to avoid.
        while len(lines) > 2 and len("\n".join([*lines, worked])) + _HEAD > _TOLD:
            lines.pop()
        head = "\n".join(shortened(line, LONGEST) for line in lines)
        told = f"{head}\nWorked: {shortened(worked, max(80, _TOLD - len(head) - _HEAD))}"[:_TOLD]
        # A name of a secret that a file from elsewhere holds is no wish of this person's.
        return _SECRET.sub("{{secret}}", told)


class Demonstration(Recipe):
    """What a person showed. `application` is the application root of the program that most steps were done in, `applications` are
    all.

    `steps` are in plain words, without secrets. `proved` says how it was proved that they do what was shown, "" where it was not.
    `skill`: the name of the skill that does the same, "" where it cannot be repeated. `summarized_by`: a model, or "rule".
    """

    name: str
    application: str = ""
    applications: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    summary: str = ""
    summarized_by: str = "rule"
    variables: tuple[str, ...] = ()
    skill: str = ""
    proved: str = ""
    recorded: str = ""

    @property
    def source(self) -> str:
        """How it is cited."""
        return f"demonstration {self.name}"

    def told(self) -> str:
        """Return what a prompt is told of it."""
        proved = "" if self.proved else " (it was not proved that doing it again works)"
        lines = [f"A person showed: {self.request}{proved}", self.summary]
        for number, step in enumerate(self.steps, 1):
            line = f"{number}. {step}"
            if len("\n".join(lines)) + len(line) > _TOLD_SHOWN:
                lines.append(f"and {len(self.steps) - number + 1} more steps")
                break
            lines.append(line)
        return "\n".join(line for line in lines if line)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else compact_json(value)
