"""The actions of a turn, as chosen and as carried out (spec: host_agent_strategy.md phase 3, app_agent_strategy.md phase 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, computed_field, field_validator

from ufo.schema.command import Command, Result, ResultStatus
from ufo.schema.selector import Selector
from ufo.schema.target import TargetInfo
from ufo.schema.text_pages import PAGE
from ufo.schema.tool_facts import ToolFacts

_MOST_VALUE = PAGE + 700
"""The characters of a result that are told: a page of a text, and what is said about it."""


class ActionCommandInfo(BaseModel):
    """One action: `function` is a tool's name, `status` the agent's status after it.

    `selectors` name the controls whose ids its arguments hold, beyond the look that gave those ids. `facts`: what the tool does;
    it is known while a run lasts and is not written to its record.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    function: str = ""
    arguments: dict[str, Any] = Field(default_factory=dict)
    status: str = ""
    target: TargetInfo | None = None
    selectors: dict[str, Selector] = Field(default_factory=dict)
    result: Result = Result(status=ResultStatus.NONE)
    facts: ToolFacts = Field(default=ToolFacts(), exclude=True, repr=False)

    @field_validator("arguments", mode="before")
    @classmethod
    def _no_arguments(cls, value: Any) -> Any:
        return {} if value is None else value

    @field_validator("facts", mode="before")
    @classmethod
    def _no_word_of_a_model(cls, value: object) -> ToolFacts:
        """Accept facts only from the tool's server. Facts in a model's answer arrive as plain JSON and are dropped."""
        return value if isinstance(value, ToolFacts) else ToolFacts()

    @field_validator("function", "status", mode="before")
    @classmethod
    def _no_text(cls, value: Any) -> Any:
        return "" if value is None else value

    @field_validator("status")
    @classmethod
    def _upper(cls, value: str) -> str:
        return value.strip().upper()

    @property
    def may_change(self) -> bool:
        """Whether the act may have changed anything: it was carried out and does not only look."""
        return self.result.ok and bool(self.function) and not self.facts.reads

    @computed_field  # type: ignore[prop-decorator]
    @property
    def action_string(self) -> str:
        """The action as a call, such as `click_input(button='left') on [12]Export`."""
        if not self.function:
            return ""
        arguments = ", ".join(f"{key}={value!r}" for key, value in self.arguments.items())
        where = f" on [{self.target.id}]{self.target.name}" if self.target else ""
        return f"{self.function}({arguments}){where}"

    def to_command(self) -> Command:
        return Command(tool_name=self.function, parameters=self.arguments, selectors=self.selectors)

    def to_representation(self, with_change: bool = True) -> str:
        """Return the action and its result as text, for people and for the next prompt."""
        lines = [f"[Action] {self.action_string or 'no action'}"]
        if self.result.status is not ResultStatus.NONE:
            effect = f" ({self.result.effect})" if self.result.effect else ""
            lines.append(f"[Result] {self.result.status}{effect}")
        if self.result.error:
            lines.append(f"[Error] {self.result.error}")
        elif self.result.result not in (None, ""):
            lines.append(f"[Value] {_shortened(str(self.result.result))}")
        if with_change and self.result.change:
            lines.append(f"[Change] {self.result.change}")
        return "\n".join(lines)

    def is_same_action(self, other: ActionCommandInfo) -> bool:
        return (self.function, self.arguments) == (other.function, other.arguments)


def _shortened(value: str) -> str:
    left = len(value) - _MOST_VALUE
    return value if left <= 0 else f"{value[:_MOST_VALUE]}… ({left:,} more characters)"


def ids_in(arguments: Any) -> set[str]:
    """Return the ids of controls in `arguments`, at any depth."""
    if isinstance(arguments, list):
        return {text for value in arguments for text in ids_in(value)}
    if not isinstance(arguments, dict):
        return set()
    own = {str(arguments["id"])} if arguments.get("id") not in (None, "") else set()
    return own | {text for value in arguments.values() for text in ids_in(value)}


def with_ids(arguments: Any, ids: Mapping[str, str]) -> Any:
    """Return arguments with other ids of controls, wherever one stands under `id`."""
    if isinstance(arguments, list):
        return [with_ids(item, ids) for item in arguments]
    if isinstance(arguments, dict):
        changed = {key: with_ids(value, ids) for key, value in arguments.items()}
        if str(changed.get("id", "")) in ids:
            changed["id"] = ids[str(changed["id"])]
        return changed
    return arguments


class ListActionCommandInfo:
    """The actions of one turn, in order."""

    def __init__(self, actions: Iterable[ActionCommandInfo] = ()) -> None:
        self._actions = list(actions)

    @property
    def actions(self) -> list[ActionCommandInfo]:
        return list(self._actions)

    @property
    def length(self) -> int:
        return len(self._actions)

    @property
    def status(self) -> str:
        """The status of the last successful action; FINISH where there is no action, CONTINUE where none succeeded."""
        if not self._actions:
            return "FINISH"
        done = [action.status for action in self._actions if action.result.ok]
        return (done[-1] or "CONTINUE") if done else "CONTINUE"

    def add_action(self, action: ActionCommandInfo) -> None:
        self._actions.append(action)

    def __iter__(self) -> Iterator[ActionCommandInfo]:
        return iter(self._actions)

    def to_list_of_dicts(
        self,
        success_only: bool = False,
        keep_keys: Sequence[str] | None = None,
        previous_actions: Sequence[ActionCommandInfo] = (),
    ) -> list[dict[str, Any]]:
        """Return one dict for each action, with `repeat_time`: how often `previous_actions` holds the same action."""
        rows = []
        for action in self._actions:
            if success_only and not action.result.ok:
                continue
            row = action.model_dump(mode="json", exclude={"selectors"})
            row["repeat_time"] = self.count_repeat_times(action, previous_actions)
            rows.append(row if keep_keys is None else {key: row[key] for key in keep_keys if key in row})
        return rows

    @staticmethod
    def count_repeat_times(action: ActionCommandInfo, previous_actions: Sequence[ActionCommandInfo]) -> int:
        return sum(action.is_same_action(previous) for previous in previous_actions)

    def to_representation(self) -> list[str]:
        return [action.to_representation() for action in self._actions]

    def to_string(self) -> str:
        return "; ".join(action.action_string for action in self._actions)

    def get_results(self) -> list[Result]:
        return [action.result for action in self._actions]

    def get_target_info(self) -> list[TargetInfo]:
        return [action.target for action in self._actions if action.target]

    def get_function_calls(self) -> list[str]:
        return [action.function for action in self._actions]
