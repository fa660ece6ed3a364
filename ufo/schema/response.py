"""The answers of a model, as schemas (spec: host_agent_strategy.md phase 2, app_agent_strategy.md phase 2).

Both spellings of the specification are accepted, in upper or lower case: "Current Sub-Task" and `current_subtask`, "Args"
and `arguments`, "ControlLabel" and `control_label`, "Bash" as a command to run.
"""

from __future__ import annotations

import json
import re
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from ufo.schema.action import ActionCommandInfo
from ufo.schema.note import Note, as_notes
from ufo.schema.predicate import Predicate
from ufo.schema.subtask_spellings import as_list as as_subtasks
from ufo.schema.subtask_spellings import squeezed
from ufo.schema.subtasks import Subtask

_ALIASES = {
    "currentsubtask": "current_subtask", "subtask": "current_subtask", "subtasks": "subtasks",
    "subtaskgraph": "subtasks", "taskgraph": "subtasks", "args": "arguments", "controllabel": "control_label",
    "controltext": "control_text", "savescreenshot": "save_screenshot", "doneconditions": "done_when",
    "endconditions": "done_when", "donewhen": "done_when", "note": "notes",
}  # fmt: skip


def _canonical(key: str) -> str:
    return _ALIASES.get(squeezed(key), re.sub(r"[\s-]+", "_", key.strip()).lower())


class _Response(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _accept_spellings(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        return {_canonical(str(key)): value for key, value in data.items()}


def _as_list(value: Any) -> Any:
    if value is None or value == "":
        return []
    return [value] if isinstance(value, str) else value


def _no_arguments(value: Any) -> Any:
    return {} if value is None else value


class Withdrawal(BaseModel):
    """A condition that is taken back, as it was stated."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    condition: Predicate
    reason: str = ""

    @field_validator("condition", mode="before")
    @classmethod
    def _from_its_text(cls, value: Any) -> Any:
        """Take a condition as it is listed under "what must hold": as JSON text."""
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except ValueError:
            return value


class HostCall(_Response):
    """A command: the name of a tool and its arguments."""

    function: str
    arguments: dict[str, Any] = Field(default_factory=dict)

    _arguments = field_validator("arguments", mode="before")(_no_arguments)


class HostAgentResponse(_Response):
    """`function` with `arguments` is the command to run now; `status` one of those that the transition table offers.
    `functions`: several, in order; `function` is the last of them then.

    `expect`: with ASSIGN (or with what opens an application for `current_subtask`) what must hold when that sub-task is
    done, with FINISH what must hold when the request is. `done_when`, in the first answer: what must hold when the whole
    request is done, stated before anything is; later answers may add to it. `withdraw`: what was stated and is taken back.
    `notes`: what this agent and the others are told at later turns.
    """

    observation: str
    thought: str
    status: str
    current_subtask: str = ""
    message: list[str] = Field(default_factory=list)
    control_label: str = ""
    control_text: str = ""
    plan: list[str] = Field(default_factory=list)
    subtasks: list[Subtask] = Field(default_factory=list)
    comment: str = ""
    questions: list[str] = Field(default_factory=list)
    function: str = ""
    arguments: dict[str, Any] = Field(default_factory=dict)
    functions: list[HostCall] = Field(default_factory=list)
    bash: str = ""
    result: str = ""
    expect: list[Predicate] = Field(default_factory=list)
    done_when: list[Predicate] = Field(default_factory=list)
    withdraw: list[Withdrawal] = Field(default_factory=list)
    notes: list[Note] = Field(default_factory=list)

    _notes = field_validator("notes", mode="before")(as_notes)
    _lists = field_validator("message", "plan", "questions", "expect", "done_when", "withdraw", mode="before")(_as_list)
    _subtasks = field_validator("subtasks", mode="before")(as_subtasks)

    @field_validator(
        "current_subtask", "control_label", "control_text", "comment", "function", "bash", "result", mode="before"
    )
    @classmethod
    def _no_text(cls, value: Any) -> Any:
        return "" if value is None else str(value) if isinstance(value, int) else value

    _arguments = field_validator("arguments", mode="before")(_no_arguments)

    @model_validator(mode="before")
    @classmethod
    def _last_of_several(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        data = {_canonical(str(key)): value for key, value in data.items()}
        function = data.get("function")
        given = function if isinstance(function, list) else data.get("functions")
        calls = [HostCall.model_validate(call) for call in ([given] if isinstance(given, dict) else _as_list(given))]
        if not calls:
            return data
        if function and function is not given:
            own = HostCall.model_validate({"function": function, "arguments": data.get("arguments")})
            calls += [own] if own != calls[-1] else []
        return {**data, "functions": calls, "function": calls[-1].function, "arguments": calls[-1].arguments}

    @property
    def calls(self) -> list[HostCall]:
        """All commands of the answer, in order."""
        own = [HostCall(function=self.function, arguments=self.arguments)] if self.function else []
        return [*self.functions[:-1], *own]

    @field_validator("status")
    @classmethod
    def _upper(cls, value: str) -> str:
        return value.strip().upper()


class SaveScreenshot(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    save: bool = False
    reason: str = ""


class AppAgentResponse(_Response):
    """`action` is done in order; `status` is the agent's status after them, `expect` what must hold then. `withdraw`: what the
    agent itself stated so and takes back. `notes`: as in the HostAgent's answer.

    An older shape with `Function`, `Args`, `ControlLabel` and `Status` beside one another is one action.
    """

    observation: str
    thought: str
    action: list[ActionCommandInfo] = Field(default_factory=list)
    status: str = ""
    plan: list[str] = Field(default_factory=list)
    comment: str = ""
    questions: list[str] = Field(default_factory=list)
    save_screenshot: SaveScreenshot = SaveScreenshot()
    result: str = ""
    expect: list[Predicate] = Field(default_factory=list)
    withdraw: list[Withdrawal] = Field(default_factory=list)
    notes: list[Note] = Field(default_factory=list)

    _notes = field_validator("notes", mode="before")(as_notes)
    _lists = field_validator("plan", "questions", "expect", "withdraw", mode="before")(_as_list)

    @model_validator(mode="before")
    @classmethod
    def _flat_action(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        data = {_canonical(str(key)): value for key, value in data.items()}
        action = data.get("action")
        if isinstance(action, dict):
            data["action"] = [action]
        elif action is None:
            function = data.get("function")
            arguments = dict(data.get("arguments") or {})
            for source, name in (("control_label", "id"), ("control_text", "name")):
                if data.get(source) not in (None, ""):
                    arguments.setdefault(name, str(data[source]))
            status = str(data.get("status") or "")
            data["action"] = [{"function": function, "arguments": arguments, "status": status}] if function else []
        data["save_screenshot"] = data.get("save_screenshot") or {}
        data["result"] = "" if data.get("result") is None else data["result"]
        data["status"] = data.get("status") or ""
        data["comment"] = data.get("comment") or ""
        return data

    @field_validator("status")
    @classmethod
    def _upper(cls, value: str) -> str:
        return value.strip().upper()
