"""The typed local values of a turn, one class for each agent: what it begins with, and what it passes on to the round.

A name that has no field here does not exist (facts §1.8).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import BaseModel

from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.basic_agent import BasicAgent
from ufo.agents.processors.framework.phases import BasicProcessorContext
from ufo.agents.round_context import Context, Outcome
from ufo.agents.states.host_agent_states import HostAgentStatus
from ufo.memory.memory import MemoryItem
from ufo.proof.seen import place_of, read_by, seen_in
from ufo.schema.action import ActionCommandInfo, ListActionCommandInfo
from ufo.schema.command import Command, Result
from ufo.schema.message import Message
from ufo.schema.outcome import SubtaskRecord
from ufo.schema.predicate import Finding, Predicate
from ufo.schema.response import AppAgentResponse, HostAgentResponse
from ufo.schema.seen import Seen
from ufo.schema.selector import Teller
from ufo.schema.subtasks import SubtaskGraph
from ufo.schema.target import TargetInfo, TargetRegistry
from ufo.schema.usage import Usage
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher


@dataclass
class TurnContext(BasicProcessorContext):
    """The values that the turns of every agent have."""

    agent_name: str = ""
    agent_step: int = 0
    session_step: int = 0
    round_step: int = 0
    round_num: int = 0
    request: str = ""
    log_path: str = ""
    command_dispatcher: GuardedDispatcher | None = None
    prev_plan: tuple[str, ...] = ()
    previous_subtasks: tuple[SubtaskRecord, ...] = ()
    subtask_graph: SubtaskGraph = SubtaskGraph()
    last_feedback: str = ""
    notices: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    acts: tuple[ActionCommandInfo, ...] = ()
    seen: tuple[Seen, ...] = ()
    round_result: str = ""
    confirmed_commands: tuple[Command, ...] = ()
    response_text: str = ""
    prompt_message: tuple[Message, ...] = ()
    llm_cost: float | None = 0.0
    usage: Usage = Usage()
    plan: tuple[str, ...] = ()
    status: str = ""
    result: str = ""
    subtask: str = ""
    execution_result: Sequence[Result] = ()
    findings: tuple[Finding, ...] = ()
    told_by: tuple[Teller, ...] = ()
    feedback: str = ""
    additional_memory: TurnContext | None = None
    cost: float | None = None
    memory_item: MemoryItem | None = None

    @property
    def answer(self) -> BaseModel | None:
        """The model's answer of this turn, None where there was none."""
        return None

    @classmethod
    def given(cls, agent: BasicAgent, context: Context) -> dict[str, Any]:
        return {
            "agent_name": agent.name,
            "agent_step": agent.step,
            "session_step": context.session_step,
            "round_step": context.current_round_step,
            "round_num": context.current_round_id,
            "request": context.request,
            "log_path": context.log_path,
            "command_dispatcher": agent.tools.dispatcher,
            "prev_plan": agent.plan,
            "previous_subtasks": tuple(context.previous_subtasks),
            "subtask_graph": context.subtasks,
            "last_feedback": agent.feedback,
            "acts": tuple(context.acts),
            "seen": tuple(context.seen),
            "round_result": context.round_result,
            "notices": (*context.notices, *([agent.repeated] if agent.repeated else ())),
            "confirmed_commands": (),
            # A reader's own strategy need not provide what only ours tell besides.
            "remarks": (),
        }

    def actions(self) -> Sequence[ActionCommandInfo]:
        """Return the actions of this turn, with their results."""
        return ()

    def followed(self, agent: Any) -> tuple[str, ...]:
        """Return what this turn was told of windows that took the place of the one before."""
        return ()

    def outcome(self, agent: Any, usage: Usage) -> Outcome:
        """Return what this turn passes on to the round."""
        return Outcome(status=self.status, usage=usage)

    def take_usage(self, agent: BasicAgent) -> Usage:
        """Return what the turn used, also where it broke off, and reset it: after a consent it is not counted twice."""
        usage, self.usage = self.usage, Usage()
        return usage + agent.take_spent()


@dataclass
class HostAgentProcessorContext(TurnContext):
    selected_keys: ClassVar[tuple[str, ...]] = (
        "session_step", "round_step", "round_num", "agent_step", "agent_name", "request", "status", "cost", "application",
        "action", "function_call", "arguments", "action_representation", "results",
    )  # fmt: skip

    desktop_screenshot_url: str = ""
    desktop_screenshot_path: str = ""
    application_windows_info: Sequence[TargetInfo] = ()
    target_registry: TargetRegistry | None = None
    target_info_list: Sequence[dict[str, Any]] = ()
    parsed_response: HostAgentResponse | None = None
    host_message: tuple[str, ...] = ()
    subtask_node: str = ""
    question_list: tuple[str, ...] = ()
    function_name: str = ""
    function_arguments: dict[str, Any] = field(default_factory=dict)
    action_info: ActionCommandInfo | None = None
    earlier_actions: tuple[ActionCommandInfo, ...] = ()
    selected_target_id: str = ""
    selected_application_root: str = ""
    assigned_third_party_agent: str = ""
    target: TargetInfo | None = None
    memory_keys_count: int = 0
    application: str = ""
    action: Sequence[dict[str, Any]] | None = None
    function_call: str | None = None
    arguments: dict[str, Any] | None = None
    action_representation: str | None = None
    results: str | None = None

    @property
    def answer(self) -> BaseModel | None:
        return self.parsed_response

    def actions(self) -> Sequence[ActionCommandInfo]:
        action = self.action_info
        return [*self.earlier_actions, action] if action is not None and action.function else []

    def outcome(self, agent: Any, usage: Usage) -> Outcome:
        chosen = bool(self.selected_target_id)
        # A new sub-task has its own words, and nothing of the last one may reach another agent.
        assigned = self.status == HostAgentStatus.ASSIGN
        return Outcome(
            status=self.status,
            usage=usage,
            subtask=self.subtask or (self.request if assigned else None),
            host_message=self.host_message if assigned else self.host_message or None,
            result=self.result or None,
            window=self.target if chosen and not self.assigned_third_party_agent else None,
            subtask_expect=tuple(self.parsed_response.expect) if assigned and self.parsed_response else None,
            third_party_agent=self.assigned_third_party_agent if chosen else None,
            subtasks=self._begun() if assigned else self.subtask_graph,
            findings=self.findings,
            seen=seen_in(self.application_windows_info),
            read=read_by(self.actions()),
        )

    def _begun(self) -> SubtaskGraph:
        """Return the graph with the sub-task that is handed over as its running one."""
        if self.subtask_node:
            return self.subtask_graph.start(self.subtask_node)
        return self.subtask_graph.follow(self.subtask or self.request, self.plan, len(self.previous_subtasks))


@dataclass
class AppAgentProcessorContext(TurnContext):
    selected_keys: ClassVar[tuple[str, ...]] = (
        "session_step", "round_step", "round_num", "agent_step", "agent_name", "request", "subtask", "app_root", "status",
        "cost", "function_call", "action", "action_success", "action_type", "action_representation", "results",
    )  # fmt: skip

    app_root: str = ""
    application_process_name: str = ""
    host_message: tuple[str, ...] = ()
    subtask_expect: tuple[Predicate, ...] = ()
    builds_on: tuple[SubtaskRecord, ...] = ()
    subtask_node: str = ""
    last_control_screenshot: str = ""
    clean_screenshot_path: str = ""
    clean_screenshot_url: str = ""
    annotated_screenshot_path: str = ""
    annotated_screenshot_url: str = ""
    desktop_screenshot_path: str = ""
    desktop_screenshot_url: str = ""
    ui_tree_path: str = ""
    application_window_info: TargetInfo | None = None
    screenshot_saved_time: float = 0.0
    control_info: Sequence[TargetInfo] = ()
    changes: str = ""
    annotation_dict: dict[str, TargetInfo] = field(default_factory=dict)
    unlisted: tuple[str, ...] = ()
    control_filter_time: float = 0.0
    control_recorder: dict[str, tuple[TargetInfo, ...]] = field(default_factory=dict)
    parsed_response: AppAgentResponse | None = None
    save_screenshot: dict[str, Any] = field(default_factory=dict)
    comment: str = ""
    concat_screenshot_path: str = ""
    observation: str = ""
    last_control_screenshot_path: str = ""
    action: Sequence[ActionCommandInfo | dict[str, Any]] = ()
    thought: str = ""
    action_info: ListActionCommandInfo | None = None
    control_log: tuple[str, ...] = ()
    selected_control_screenshot_path: str = ""
    updated_blackboard: bool = False
    function_call: Sequence[str] = ()
    action_success: Sequence[dict[str, Any]] = ()
    action_type: Sequence[str | None] = ()
    action_representation: Sequence[str] = ()
    results: Sequence[Any] = ()

    @property
    def answer(self) -> BaseModel | None:
        return self.parsed_response

    @classmethod
    def given(cls, agent: BasicAgent, context: Context) -> dict[str, Any]:
        assert isinstance(agent, AppAgent)
        running = context.subtasks.running()
        return super().given(agent, context) | {
            "app_root": agent.app_root,
            "application_process_name": agent.process_name,
            "subtask": context.subtask,
            "host_message": tuple(context.host_message),
            "subtask_expect": context.subtask_expect,
            "builds_on": context.builds_on,
            "subtask_node": running.id if running is not None else "",
            "last_control_screenshot": agent.last_marked_url,
            # As with `remarks`.
            "changes": "",
        }

    def actions(self) -> Sequence[ActionCommandInfo]:
        return self.action_info.actions if self.action_info is not None else []

    def followed(self, agent: AppAgent) -> tuple[str, ...]:
        return agent.followed

    def outcome(self, agent: AppAgent, usage: Usage) -> Outcome:
        acts = tuple(action for action in self.actions() if action.result.ok or action.result.unfinished)
        window = self.application_window_info
        place = place_of(window) if window is not None else ""
        return Outcome(
            status=self.status,
            usage=usage,
            window=window if agent.followed else None,
            acts=acts,
            seen=seen_in(self.annotation_dict.values(), place),
            read=read_by(acts, place),
        )
