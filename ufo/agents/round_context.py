"""The record of a round: the only mutable place that a step's outcome changes (facts §1.9; design.md §3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ufo.schema.action import ActionCommandInfo
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.predicate import Finding, Predicate
from ufo.schema.running_mode import RunningMode
from ufo.schema.seen import Seen
from ufo.schema.subtasks import SubtaskGraph
from ufo.schema.target import TargetInfo
from ufo.schema.usage import Usage

_MOST_SEEN = 50_000


class ContextNames(StrEnum):
    """Names of values; each is the attribute of `Context` that holds the value."""

    ID = "id"
    MODE = "mode"
    LOG_PATH = "log_path"
    REQUEST = "request"
    SUBTASK = "subtask"
    SUBTASKS = "subtasks"
    PREVIOUS_SUBTASKS = "previous_subtasks"
    HOST_MESSAGE = "host_message"
    SESSION_STEP = "session_step"
    ROUND_STEP = "round_step"
    CURRENT_ROUND_ID = "current_round_id"
    CURRENT_ROUND_STEP = "current_round_step"
    CURRENT_ROUND_COST = "current_round_cost"
    CURRENT_ROUND_SUBTASK_AMOUNT = "current_round_subtask_amount"
    SESSION_COST = "session_cost"
    ROUND_COST = "round_cost"
    ROUND_SUBTASK_AMOUNT = "round_subtask_amount"
    ROUND_RESULT = "round_result"
    APPLICATION_WINDOW_INFO = "application_window_info"
    APPLICATION_PROCESS_NAME = "application_process_name"
    APPLICATION_ROOT_NAME = "application_root_name"
    ASSIGNED_THIRD_PARTY_AGENT = "assigned_third_party_agent"
    STRUCTURAL_LOGS = "structural_logs"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one step changes in the round; None changes nothing. `seen`: by its look before it acted; `read`: by its tools."""

    status: str
    usage: Usage = Usage()
    subtask: str | None = None
    host_message: tuple[str, ...] | None = None
    result: str | None = None
    window: TargetInfo | None = None
    third_party_agent: str | None = None
    subtask_expect: tuple[Predicate, ...] | None = None
    subtasks: SubtaskGraph | None = None
    findings: tuple[Finding, ...] = ()
    acts: tuple[ActionCommandInfo, ...] = ()
    seen: tuple[Seen, ...] = ()
    read: tuple[Seen, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """What was done for the request so far: its sub-tasks, their actions, everything that was read, in order, and the answer that
    the person gets where no other one is given.
    """

    records: tuple[SubtaskRecord, ...]
    acts: tuple[ActionCommandInfo, ...]
    seen: tuple[Seen, ...]
    answer: str = ""


@dataclass
class Context:
    id: str = ""
    mode: RunningMode = RunningMode.NORMAL
    log_path: str = ""
    request: str = ""
    subtask: str = ""
    subtasks: SubtaskGraph = SubtaskGraph()
    previous_subtasks: list[SubtaskRecord] = field(default_factory=list)
    host_message: list[str] = field(default_factory=list)
    session_step: int = 0
    current_round_id: int = 0
    usage: Usage = Usage()
    round_step: dict[int, int] = field(default_factory=dict)
    round_cost: dict[int, float] = field(default_factory=dict)
    round_subtask_amount: dict[int, int] = field(default_factory=dict)
    round_result: str = ""
    round_comment: str = ""
    """What the last turn that ended said to the person beside its answer."""
    findings: tuple[Finding, ...] = ()
    application_window_info: TargetInfo | None = None
    assigned_third_party_agent: str = ""
    structural_logs: list[dict[str, Any]] = field(default_factory=list)
    failure: str = ""
    subtask_expect: tuple[Predicate, ...] = ()
    notices: list[str] = field(default_factory=list)
    acts: list[ActionCommandInfo] = field(default_factory=list)
    seen: dict[Seen, None] = field(default_factory=dict)
    """All that was read in this round, in order."""

    @property
    def done(self) -> Done:
        return Done(tuple(self.previous_subtasks), tuple(self.acts), tuple(self.seen))

    @property
    def builds_on(self) -> tuple[SubtaskRecord, ...]:
        """The results of what the running sub-task depends on."""
        running = self.subtasks.running()
        needed = running.depends_on if running is not None else ()
        done = {record.node: record for record in self.previous_subtasks if record.status == "FINISH"}
        return tuple(done[name] for name in needed if name in done)

    @property
    def application_process_name(self) -> str:
        return (self.application_window_info and self.application_window_info.process) or ""

    @property
    def application_root_name(self) -> str:
        return (self.application_window_info and self.application_window_info.app_root) or ""

    @property
    def current_round_step(self) -> int:
        return self.round_step.get(self.current_round_id, 0)

    @property
    def current_round_cost(self) -> float:
        return self.round_cost.get(self.current_round_id, 0.0)

    @property
    def current_round_subtask_amount(self) -> int:
        return self.round_subtask_amount.get(self.current_round_id, 0)

    def get(self, name: ContextNames) -> Any:
        return getattr(self, name.value)

    def begin_round(self, round_id: int, request: str) -> None:
        """Begin a new request of the same session: counters continue, and sub-tasks start anew."""
        self.current_round_id = round_id
        self.request = request
        self.subtask = ""
        self.subtasks = SubtaskGraph()
        self.previous_subtasks = []
        self.host_message = []
        self.round_result = ""
        self.round_comment = ""
        self.findings = ()
        self.failure = ""
        self.subtask_expect = ()
        self.acts = []
        self.seen = {}
        self.application_window_info = None
        self.assigned_third_party_agent = ""

    def begin_step(self) -> int:
        """Count a step and return its number in the session, from 1."""
        self.session_step += 1
        self.round_step[self.current_round_id] = self.current_round_step + 1
        return self.session_step

    def apply(self, outcome: Outcome) -> None:
        self.usage = self.usage + outcome.usage
        self.round_cost[self.current_round_id] = self.current_round_cost + (outcome.usage.cost or 0.0)
        if outcome.subtask is not None:
            self.subtask = outcome.subtask
        if outcome.host_message is not None:
            self.host_message = list(outcome.host_message)
        if outcome.result is not None:
            self.round_result = outcome.result
        if outcome.window is not None:
            self.application_window_info = outcome.window
        if outcome.third_party_agent is not None:
            self.assigned_third_party_agent = outcome.third_party_agent
        if outcome.subtask_expect is not None:
            self.subtask_expect = outcome.subtask_expect
        if outcome.subtasks is not None:
            self.subtasks = outcome.subtasks
        self._keep_seen(outcome.seen)
        self.acts.extend(outcome.acts)
        self._keep_seen(outcome.read)
        if outcome.findings:
            self.findings = outcome.findings

    def _keep_seen(self, seen: tuple[Seen, ...]) -> None:
        for item in seen[: _MOST_SEEN - len(self.seen)]:
            self.seen.setdefault(item)

    def archive_subtask(self, record: SubtaskRecord) -> SubtaskRecord:
        """Keep the record of the running sub-task for the next prompts, and return it with its place among all."""
        node = self.subtasks.running()
        if node is not None:
            record = record.model_copy(update={"node": node.id, "planned_after": node.planned_after})
            self.subtasks = (
                self.subtasks.finish(node.id, record.result)
                if record.status == "FINISH"
                else self.subtasks.fail(node.id, record.reason or f"it ended with {record.status}")
            )
        self.previous_subtasks.append(record)
        self.round_subtask_amount[self.current_round_id] = self.current_round_subtask_amount + 1
        return record

    def add_to_structural_logs(self, record: dict[str, Any]) -> None:
        self.structural_logs.append(record)

    def filter_structural_logs(
        self, round_num: int | None = None, round_step: int | None = None, keys: tuple[str, ...] = ()
    ) -> list[dict[str, Any]]:
        """Return the records of that round and step, with only `keys` where given."""
        chosen = [
            record
            for record in self.structural_logs
            if (round_num is None or record.get("round_num") == round_num)
            and (round_step is None or record.get("round_step") == round_step)
        ]
        return [{key: record[key] for key in keys if key in record} for record in chosen] if keys else chosen
