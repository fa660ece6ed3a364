"""The typed local values of a turn, one class for each agent. A name that has no field here does not exist (facts §1.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ufo.agents.processors.framework.phases import BasicProcessorContext
from ufo.memory.memory import MemoryItem
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
    control_recorder: dict[str, int] = field(default_factory=dict)
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
