"""The specification's documents: each code block with the test that runs it, and further sentences, each with an id.

`scripts/check_documents.py` compares the blocks with the documents, where they are at hand; `test_table.py` checks the table.
`tests/requirements.py` has the rest of the sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.requirement import Requirement as R


@dataclass(frozen=True, slots=True)
class Snippet:
    """`line`: where the block begins in `document`. `test`: what shows it, as "file::name"; "" where nothing of it is run.
    `divergences`: ids of `tests/requirements`, which say what is done otherwise and why.
    """

    document: str
    line: int
    what: str
    test: str = ""
    divergences: tuple[str, ...] = ()


def _shown(document: str, test: str, *blocks: tuple[int | str, ...]) -> Iterator[Snippet]:
    """By one test. A block: line, what it is, its divergences."""
    for line, what, *divergences in blocks:
        yield Snippet(document, int(line), str(what), test, tuple(map(str, divergences)))


SNIPPETS: tuple[Snippet, ...] = (
    *_shown("host_agent_state", "test_states::test_the_enumeration_has_the_documents_names_and_values",
        (13, "HostAgentStatus"),
    ),
    *_shown("host_agent_state", "test_states::test_a_request_runs_on_a_readers_own_states",
        (29, "HostAgentStateManager", "host-state:singleton"), (49, "ContinueHostAgentState"),
        (101, "AssignHostAgentState", "host-state:assign.operator"), (167, "FinishHostAgentState"),
        (277, "PendingHostAgentState", "host-state:pending.async", "snippet:ufo-config"), (472, "HostAgentState"),
    ),
    *_shown("host_agent_state", "test_states::test_continue_is_set_and_handled_as_in_the_example",
        (83, "CONTINUE set and handled"),
    ),
    *_shown("host_agent_state", "test_states::test_an_app_agent_is_kept_under_the_documents_key",
        (147, "caching of AppAgents", "host-state:factory"),
    ),
    *_shown("host_agent_state", "test_states::test_a_registered_state_is_looked_up_by_its_name",
        (200, "FailHostAgentState"), (236, "ErrorHostAgentState"), (502, "registration and look-up"),
    ),
    *_shown("host_agent_state", "test_states::test_a_confirmation_is_asked_in_a_readers_own_state",
        (317, "ConfirmHostAgentState", "host-state:confirm.handle"),
    ),
    *_shown("host_agent_state", "test_states::test_the_documents_answer_assigns_the_window_of_its_label",
        (368, "an answer with ASSIGN"),
    ),
    *_shown("host_agent_state", "test_states::test_the_rounds_loop_runs_with_the_old_state_naming_the_next_agent",
        (524, "the loop of Round.run", "round:loop"),
    ),
    *_shown("host_agent_overview_older", "test_states::test_an_answer_in_the_overviews_shape_is_read_and_its_bash_is_run",
        (61, "an answer"),
    ),
    *_shown("host_agent_overview_older", "test_overview::test_a_sub_agent_is_created_from_the_context",
        (112, "create_subagent", "host-state:create-subagent.context"),
    ),
    *_shown("host_agent_overview", "test_states::test_an_assignment_in_the_overviews_shape_reaches_the_app_agent",
        (90, "an answer with ASSIGN"),
    ),
    *_shown("host_agent_overview", "test_overview::test_the_agent_has_the_overviews_properties",
        (169, "__init__", "host:constructor", "host:retrievers", "host-state:factory"),
    ),
    *_shown("host_agent_overview", "test_overview::test_the_tools_are_learned_by_context_provision",
        (238, "context_provision"),
    ),
    *_shown("host_agent_overview", "test_overview::test_a_sub_agent_is_created_from_the_context",
        (306, "create_subagent", "mode:resolver", "host:create-subagent.none"),
        (374, "get_active_appagent", "host:active-agent"),
    ),
    *_shown("host_agent_overview", "test_overview::test_the_prompter_is_made_of_the_overviews_parameters",
        (424, "get_prompter"),
    ),
    *_shown("host_agent_overview", "test_overview::test_the_message_is_constructed_of_the_overviews_parameters",
        (509, "message_constructor", "host:message-constructor.body"),
    ),
    *_shown("host_agent_overview", "",
        (572, "print_response", "host:print-response"),
    ),
    *_shown("host_agent_overview", "test_overview::test_a_turn_is_processed_and_its_status_synced",
        (616, "process"),
    ),
    *_shown("host_agent_overview", "test_overview::test_a_confirmation_without_a_question_goes_on",
        (645, "process_confirmation", "host-state:confirm.handle"),
    ),
    *_shown("host_agent_strategy", "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        (16, "HostAgentProcessor"), (40, "_setup_strategies"), (91, "_setup_middleware"),
        (132, "DesktopDataCollectionStrategy"), (331, "HostLLMInteractionStrategy", "processor:declared-more"),
        (585, "HostActionExecutionStrategy", "processor:declared-more"), (636, "_execute_application_selection"),
        (688, "_select_regular_application"), (748, "_create_action_info"),
        (808, "HostMemoryUpdateStrategy", "processor:declared-more"), (847, "_create_additional_memory_data"),
        (898, "_create_and_populate_memory_item"), (943, "_update_structural_logs"),
        (956, "_update_blackboard_trajectories", "snippet:ufo-config"), (1061, "execute with its own error handling"),
        (1126, "the registry of the last turn", "host-collect:rebuilt"),
    ),
    *_shown("host_agent_strategy", "test_host_strategy::test_each_step_of_the_document_stands_in_for_ours",
        (177, "_capture_desktop_screenshot", "snippet:utils"), (208, "_get_desktop_application_info"),
        (388, "_build_comprehensive_prompt"),
        (446, "_get_llm_response_with_retry", "host-llm:thread", "snippet:ufo-config"),
    ),
    *_shown("host_agent_strategy", "test_host_strategy::test_targets_are_registered_as_the_document_shows",
        (244, "_register_applications_and_agents", "host-collect:third-party.ids", "snippet:ufo-config"),
        (297, "the registry as a list", "host-collect:kinds"),
    ),
    *_shown("host_agent_strategy", "test_host_strategy::test_results_are_written_as_the_document_writes_them",
        (309, "the result of phase 1", "host-collect:path", "host-collect:kinds"),
        (785, "the result of phase 3"), (1006, "the result of phase 4"),
    ),
    *_shown("host_agent_strategy", "test_overview::test_the_message_is_constructed_of_the_overviews_parameters",
        (437, "blackboard_prompt", "host-memory:prompt-shape"),
    ),
    *_shown("host_agent_strategy", "test_host_strategy::test_an_own_validation_sends_an_answer_back_to_the_model",
        (483, "_parse_and_validate_response", "host:print-response", "host-llm:status-list"),
    ),
    *_shown("host_agent_strategy", "test_host_strategy::test_the_documents_answer_gives_the_documents_values",
        (518, "HostAgentResponse", "host-llm:message"), (538, "the result of phase 2"), (560, "an answer"),
    ),
    *_shown("host_agent_strategy", "test_host_strategy::test_a_third_party_agent_is_named_by_the_documents_step",
        (658, "_select_third_party_agent"),
    ),
    *_shown("host_agent_strategy", "test_host_strategy::test_the_documents_settings_are_read",
        (677, "enabled_third_party_agents", "host-collect:settings-place"),
    ),
    *_shown("host_agent_strategy", "test_host_strategy::test_a_command_runs_by_the_documents_step",
        (717, "_execute_generic_command"),
    ),
    *_shown("host_agent_strategy", "test_host_strategy::test_a_memory_item_and_the_trajectories_hold_the_documents_values",
        (919, "a memory item", "host-memory:counted"),
        (976, "trajectories", "host-memory:trajectory-keys", "host-memory:history-keys"),
    ),
    *_shown("host_agent_strategy", "test_host_strategy::test_the_documents_asynchronous_calls_run",
        (1095, "asynchronous calls", "host-llm:thread"), (1108, "the retry loop", "snippet:ufo-config"),
    ),
    *_shown("app_agent_strategy", "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        (16, "AppAgentProcessor"), (41, "_setup_strategies"), (96, "_setup_middleware"),
        (387, "AppLLMInteractionStrategy", "processor:declared-more", "snippet:images", "snippet:awaited"),
        (452, "_build_app_prompt", "snippet:last-actions"),
        (507, "_parse_app_response"), (543, "AppActionExecutionStrategy", "processor:declared-more", "snippet:drawn"),
        (607, "_action_to_command"), (619, "_create_action_info", "snippet:frozen"),
        (674, "AppMemoryUpdateStrategy", "processor:declared-more"), (731, "_create_and_populate_memory_item"),
        (752, "_create_additional_memory_data"), (786, "_update_blackboard", "snippet:ufo-config"),
        (924, "_get_llm_response", "host-llm:thread", "snippet:ufo-config"),
    ),
    *_shown("app_agent_strategy", "test_app_strategy::test_a_composed_strategy_shares_what_its_first_part_gives",
        (152, "ComposedStrategy"), (958, "ComposedStrategy"),
    ),
    *_shown("app_agent_strategy", "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        (168, "AppScreenshotCaptureStrategy", "processor:declared-more", "snippet:ufo-config"),
        (302, "_collect_uia_controls"), (978, "dependency injection"),
    ),
    *_shown("app_agent_strategy", "test_app_strategy::test_detectors_and_the_photographer_have_the_documents_names",
        (250, "AppControlInfoStrategy", "app-controls:where"), (321, "_collect_grounding_controls", "app-controls:where"),
        (337, "_collect_merged_control_list", "app-controls:where"), (372, "counts of controls"),
    ),
    *_shown("app_agent_strategy", "test_app_strategy::test_targets_of_the_documents_annotation_dict_are_drawn",
        (354, "annotation_dict", "snippet:drawn"),
    ),
    *_shown("app_agent_strategy", "test_app_strategy::test_the_documents_answer_is_one_action",
        (517, "an answer"),
    ),
    *_shown("app_agent_strategy", "test_app_strategy::test_an_action_with_its_control_and_result_is_written_as_in_the_example",
        (646, "an action from answer to info", "app-act:string", "app-act:message"),
    ),
    *_shown("app_agent_strategy", "test_app_strategy::test_a_memory_item_holds_the_documents_values",
        (821, "a memory item", "app-memory:control-label", "app-act:string"),
    ),
    *_shown("app_agent_strategy",
        "test_app_strategy::test_a_strategy_is_executed_by_hand_and_its_failure_caught_as_the_document_does",
        (901, "failures of a critical and another phase", "app-capture:no-picture"),
    ),
)  # fmt: skip

S000 = "spec/host_agent_strategy.md"
S001 = "spec/app_agent_strategy.md"
S002 = "spec/host_agent_overview_older.md"
S003 = "spec/host_agent_overview.md"
S004 = "spec/host_agent_state.md"

OVERVIEW = {
    "host:instantiation": R(S003, "an AppAgent gets its sub-task, the shared memory and its application's tools"),
    "host:input.request": R(S003, "the request is an input"),
    "host:input.applications": R(S003, "the active applications are an input"),
    "host:input.screenshot": R(S003, "the desktop's screenshot is an input"),
    "host:input.subtasks": R(S003, "finished sub-tasks are an input, with how they ended"),
    "host:input.plan": R(S003, "the plan of the last step is an input"),
    "host:input.blackboard": R(S003, "the blackboard is an input"),
    "host:output.observation": R(S003, "the observation is kept with the step"),
    "host:output.thought": R(S003, "the thought is kept with the step"),
    "host:output.subtask": R(S003, "the current sub-task is the AppAgent's"),
    "host:output.message": R(S003, "the message reaches the AppAgent"),
    "host:output.label": R(S003, "ControlLabel is the index of the chosen application"),
    "host:output.text": R(S003, "ControlText is the name of the chosen application"),
    "host:output.plan": R(S003, "the plan comes back in the next step"),
    "host:output.status": R(S003, "the status of the answer is the agent's"),
    "host:output.comment": R(S003, "the comment is told to the person"),
    "host:output.questions": R(S003, "the questions are asked"),
    "host:json": R(S002, "the output is a JSON object that json.loads reads"),
    "host:provision-once": R(S003, "the context is provided before the first turn and not again"),
    "host:default-state": R(S003, "the default state is CONTINUE"),
    "host:create-subagent.none": R(
        S003,
        "create_subagent may be called without a context",
        divergence="it takes one: without it there is no window to make an agent for",
    ),
    "host:blackboard": R(S003, "the HostAgent owns the blackboard"),
    "host:blackboard.kept": R(S003, "what stands on the blackboard is kept for debugging and replay"),
    "host:results-seen": R(S003, "the HostAgent reads the results of its AppAgents"),
    "host:blackboard.subtask": R(S003, "the sub-task that is handed over stands on the blackboard"),
    "host:status-manager": R(S003, "status_manager is the manager of the HostAgent's states"),
    "host:active-agent": R(
        S003,
        "get_active_appagent gives None where no agent is active",
        divergence="it raises with the next move, so that nobody goes on with nothing",
    ),
    "host:unsupported-mode": R(S003, "a mode without such agents raises ValueError"),
    "host:retrievers": R(
        S003,
        "the HostAgent has four retrievers, all None",
        divergence="a retriever is the AppAgents' collaborator; what is never anything but None is left out",
    ),
}

STATES = {
    "host-state:round-ends": R(S004, "FINISH, FAIL and ERROR end the round; the other states do not"),
    "host-state:processor-runs": R(S004, "of the states that ask, assign or end, none runs the processor"),
    "host-state:next-agent": R(S004, "a state goes on with its own agent, except ASSIGN"),
    "host-state:finish.results": R(S004, "after FINISH the results are on the blackboard"),
    "host-state:fail.rejection": R(S004, "what the person rejects ends in FAIL"),
    "host-state:pending.answer": R(S004, "the answer to a question is known in the next turn"),
    "host-state:confirm.shown": R(S004, "the request for approval is shown to the person"),
    "host-state:confirm.deletion": R(S004, "deleting files asks for approval"),
    "host-state:confirm.launch": R(
        S004,
        "launching an application asks for approval",
        divergence="an installed application is launched without a question: it changes nothing that is not undone by closing it",
    ),
    "host-state:status-field": R(S004, "the Status of the answer decides the transition"),
    "host-state:continue.pending": R(
        S004,
        "the table of CONTINUE does not list PENDING among the next states",
        divergence="the matrix lists it, and the matrix stands",
    ),
    "host-state:older-pending": R(
        S002,
        "PENDING asks for approval of what is critical to safety",
        divergence="CONFIRM does, as S004 has it; PENDING asks questions",
    ),
    "host-state:pending.event": R(
        S004,
        "PENDING awaits an event from outside as well as the person",
        divergence="the person's answer, wherever it is given, ends it; what an application does is awaited with wait_for",
    ),
    "host-state:pending.switched-off": R(S004, "PENDING asks only where ask_question is set"),
    "host-state:confirm.system": R(
        S004,
        "changing the system's configuration asks for approval",
        divergence="what only changes how the desktop looks is done without a question",
    ),
    "host-state:finish.subtasks": R(
        S004,
        "in FINISH all sub-tasks are completed",
        divergence="an answer that plans some may not finish too; later ones may leave the rest, and the end is proved anyway",
    ),
    "host-state:session-goes-on": R(
        S004,
        "FINISH, FAIL and ERROR end the session",
        divergence="they end the request's round: one HostAgent serves request after request, as S003 has it",
    ),
    "host-state:handle": R(S004, "a state's own handle does nothing unless it says so"),
}

HOST_STRATEGY = {
    "host-collect:fields": R(S000, "a target has id, name, kind, type, position and state"),
    "host-collect:ids": R(S000, "targets are numbered 0, 1, 2, …"),
    "host-collect:all": R(S000, "the registry holds what can be chosen and finds it by id, name and kind"),
    "host-llm:fields": R(S000, "an answer has the thirteen fields"),
    "host-llm:values": R(S000, "sub-task, plan, message, status, questions, function and arguments are the answer's"),
    "host-llm:retry.default": R(S000, "json_parsing_retry is 3 by default"),
    "host-llm:loop-goes-on": R(S000, "while the model thinks, other work goes on"),
    "host-act:foreground": R(S000, "the chosen window comes to the front"),
    "host-act:context": R(S000, "the round knows the chosen window"),
    "host-act:launch": R(S000, "launch_application starts an application"),
    "host-act:close": R(S000, "close_application ends one"),
    "host-act:bash": R(
        S000,
        "bash_command runs a shell command",
        divergence="it is taken for run_shell, which runs one program by its arguments: there is no shell to inject into",
    ),
    "host-memory:fields": R(S000, "the additional memory has its eleven fields"),
    "host-memory:json": R(S000, "structural logs are machine-readable JSON"),
    "host-collect:kinds": R(
        S000,
        "the kind of a window is APPLICATION, that of an agent THIRD_PARTY_AGENT",
        divergence="window and third_party_agent, as the tools tell them; the document's words are read as well, in any case",
    ),
    "host-collect:url": R(S000, "the desktop's picture is a data URL"),
    "host-collect:path": R(
        S000,
        "the picture's path is a path of the system",
        divergence="its name in the run's folder, which can be moved and is read by report and replay",
    ),
    "host-collect:titles": R(S000, "windows without a title are left out"),
    "host-collect:agents.type": R(S000, "an enabled agent is a target of the type ThirdPartyAgent with its own name"),
    "host-llm:request-log": R(S000, "what the model is sent is logged"),
    "host-llm:retry.exhausted": R(
        S000, "after the last try the phase fails with the number of tries and the last error"
    ),
    "host-llm:retry.told": R(S000, "each answer that does not parse is told as a warning"),
    "host-llm:status-case": R(S000, "a status counts in any case"),
    "host-llm:cost": R(
        S000, "llm_cost is a number", divergence="None where the model's price is not known: 0 would be a claim"
    ),
    "host-act:custom": R(S000, "a tool of an MCP server of the user's is run as a generic command"),
    "processor:names": R(S000, "each strategy has its name and its own default of fail_fast"),
    "processor:async": R(S000, "all strategies are asynchronous"),
    "processor:middleware.host": R(S000, "the middleware tells round and step, the application chosen, and errors"),
    "processor:error-text": R(S000, "a failure is told as the strategy's name and the error"),
    "processor:phases": R(S000, "the phases run in the order collection, model, action, memory"),
    "processor:base": R(S000, "strategies inherit from BaseProcessingStrategy, processors from ProcessorTemplate"),
}

APP_STRATEGY = {
    "app-capture:time": R(S001, "the seconds that saving took are known"),
    "app-capture:clean": R(S001, "the clean picture is the window's"),
    "app-controls:counts": R(S001, "it is counted what tree and detector found and what is left"),
    "app-llm:fields": R(S001, "an answer has the fields of the schema"),
    "app-llm:prompt": R(
        S001, "the prompt has request, sub-task, plan, sub-tasks, application, message, controls and blackboard"
    ),
    "app-llm:values": R(S001, "plan, comment, observation, thought and action are the answer's"),
    "app-act:order": R(S001, "several actions run in order, each with its result"),
    "app-act:parameters": R(S001, "the control's id is a parameter of the command"),
    "app-memory:fields": R(S001, "steps, sub-task, request, application, cost and results are kept"),
    "app-memory:log": R(S001, "the step is in the structural logs"),
    "app-memory:trajectory": R(S001, "the step is among the blackboard's trajectories"),
    "processor:middleware.app": R(
        S001, "the middleware tells sub-task, application and actions, how long the phases took, and what they cost"
    ),
    "app-capture:desktop": R(S001, "the desktop's picture has all screens"),
    "app-capture:path": R(
        S001,
        "a picture's path is a path of the system",
        divergence="its name in the run's folder, which can be moved and is read by report and replay",
    ),
    "app-controls:field-list": R(
        S001,
        "the controls are asked for with a list of their fields",
        divergence="the strategy asks for all that is known of them; the tool takes a list",
    ),
    "app-controls:numbers": R(S001, "controls are numbered 1, 2, 3, …"),
    "app-controls:threshold": R(S001, "iou_threshold_for_merge says which overlap is too much"),
    "app-llm:request-log": R(S001, "what the model is sent is logged"),
    "app-act:console": R(S001, "the actions of a turn are shown on the console"),
    "app-act:message": R(
        S001,
        "a result has a message that says what was done",
        divergence="it has the effect and what that rests on: an action that did nothing must not say that it was done",
    ),
    "app-state:pipeline": R(S001, "the pipeline runs in CONTINUE and in SCREENSHOT"),
}

SENTENCES: dict[str, R] = OVERVIEW | STATES | HOST_STRATEGY | APP_STRATEGY
