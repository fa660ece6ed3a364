"""Each code block of the specification's documents, with the test that runs the same names and signatures.

`scripts/check_documents.py` compares the table with the documents, where they are at hand; `test_table.py` checks its shape.
"""

from __future__ import annotations

from dataclasses import dataclass


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


Row = tuple[int, str, str, str]


def _rows(document: str, *rows: Row) -> tuple[Snippet, ...]:
    """A row: line, what it shows, test, divergences with ", " between them."""
    return tuple(
        Snippet(document, line, what, test, tuple(part for part in divergences.split(", ") if part))
        for line, what, test, divergences in rows
    )


_STATE = _rows(
    "host_agent_state",
    (13, "HostAgentStatus", "test_host_states::test_the_enumeration_has_the_documents_names_and_values", ""),
    (
        29,
        "HostAgentStateManager",
        "test_host_states::test_a_request_runs_on_a_readers_own_states",
        "host-state:singleton",
    ),
    (49, "ContinueHostAgentState", "test_host_states::test_a_request_runs_on_a_readers_own_states", ""),
    (83, "CONTINUE set and handled", "test_host_states::test_continue_is_set_and_handled_as_in_the_example", ""),
    (
        101,
        "AssignHostAgentState",
        "test_host_states::test_a_request_runs_on_a_readers_own_states",
        "host-state:assign.operator",
    ),
    (
        147,
        "caching of AppAgents",
        "test_host_states::test_an_app_agent_is_kept_under_the_documents_key",
        "host-state:factory",
    ),
    (167, "FinishHostAgentState", "test_host_states::test_a_request_runs_on_a_readers_own_states", ""),
    (200, "FailHostAgentState", "test_host_states::test_a_registered_state_is_looked_up_by_its_name", ""),
    (236, "ErrorHostAgentState", "test_host_states::test_a_registered_state_is_looked_up_by_its_name", ""),
    (
        277,
        "PendingHostAgentState",
        "test_host_states::test_a_request_runs_on_a_readers_own_states",
        "host-state:pending.async",
    ),
    (
        317,
        "ConfirmHostAgentState",
        "test_host_states::test_a_confirmation_is_asked_in_a_readers_own_state",
        "host-state:confirm.pipeline",
    ),
    (368, "an answer with ASSIGN", "test_host_states::test_the_documents_answer_assigns_the_window_of_its_label", ""),
    (472, "HostAgentState", "test_host_states::test_a_request_runs_on_a_readers_own_states", ""),
    (502, "registration and look-up", "test_host_states::test_a_registered_state_is_looked_up_by_its_name", ""),
    (
        524,
        "the loop of Round.run",
        "test_host_states::test_the_rounds_loop_runs_with_the_old_state_naming_the_next_agent",
        "round:loop",
    ),
)
_OLDER = _rows(
    "host_agent_overview_older",
    (61, "an answer", "test_host_states::test_an_answer_in_the_overviews_shape_is_read_and_its_bash_is_run", ""),
    (
        112,
        "create_subagent",
        "test_host_overview::test_a_sub_agent_is_created_from_the_context",
        "host-state:create-subagent.context",
    ),
)
_OVERVIEW = _rows(
    "host_agent_overview",
    (
        90,
        "an answer with ASSIGN",
        "test_host_states::test_an_assignment_in_the_overviews_shape_reaches_the_app_agent",
        "",
    ),
    (169, "__init__", "test_host_overview::test_the_agent_has_the_overviews_properties", "host:constructor"),
    (238, "context_provision", "test_host_overview::test_the_tools_are_learned_by_context_provision", ""),
    (306, "create_subagent", "test_host_overview::test_a_sub_agent_is_created_from_the_context", "host-state:factory"),
    (374, "get_active_appagent", "test_host_overview::test_a_sub_agent_is_created_from_the_context", ""),
    (424, "get_prompter", "test_host_overview::test_the_prompter_is_made_of_the_overviews_parameters", ""),
    (509, "message_constructor", "test_host_overview::test_the_message_is_constructed_of_the_overviews_parameters", ""),
    (572, "print_response", "", "host:print-response"),
    (616, "process", "test_host_overview::test_a_turn_is_processed_and_its_status_synced", ""),
    (
        645,
        "process_confirmation",
        "test_host_overview::test_a_confirmation_without_a_question_goes_on",
        "host-state:confirm.pipeline",
    ),
)
_HOST = _rows(
    "host_agent_strategy",
    (
        16,
        "HostAgentProcessor",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (
        40,
        "_setup_strategies",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (
        91,
        "_setup_middleware",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (
        132,
        "DesktopDataCollectionStrategy",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (
        177,
        "_capture_desktop_screenshot",
        "test_host_strategy::test_each_step_of_the_document_stands_in_for_ours",
        "snippet:utils",
    ),
    (208, "_get_desktop_application_info", "test_host_strategy::test_each_step_of_the_document_stands_in_for_ours", ""),
    (
        244,
        "_register_applications_and_agents",
        "test_host_strategy::test_targets_are_registered_as_the_document_shows",
        "host-collect:third-party.ids, snippet:ufo-config",
    ),
    (297, "the registry as a list", "test_host_strategy::test_targets_are_registered_as_the_document_shows", ""),
    (309, "the result of phase 1", "test_host_strategy::test_results_are_written_as_the_document_writes_them", ""),
    (
        331,
        "HostLLMInteractionStrategy",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "processor:declared-more",
    ),
    (388, "_build_comprehensive_prompt", "test_host_strategy::test_each_step_of_the_document_stands_in_for_ours", ""),
    (437, "blackboard_prompt", "test_host_overview::test_the_message_is_constructed_of_the_overviews_parameters", ""),
    (
        446,
        "_get_llm_response_with_retry",
        "test_host_strategy::test_each_step_of_the_document_stands_in_for_ours",
        "host-llm:thread, snippet:ufo-config",
    ),
    (
        483,
        "_parse_and_validate_response",
        "test_host_strategy::test_an_own_validation_sends_an_answer_back_to_the_model",
        "host:print-response, host-llm:status-list",
    ),
    (
        518,
        "HostAgentResponse",
        "test_host_strategy::test_the_documents_answer_gives_the_documents_values",
        "host-llm:message",
    ),
    (538, "the result of phase 2", "test_host_strategy::test_the_documents_answer_gives_the_documents_values", ""),
    (560, "an answer", "test_host_strategy::test_the_documents_answer_gives_the_documents_values", ""),
    (
        585,
        "HostActionExecutionStrategy",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "processor:declared-more",
    ),
    (
        636,
        "_execute_application_selection",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (
        658,
        "_select_third_party_agent",
        "test_host_strategy::test_a_third_party_agent_is_named_by_the_documents_step",
        "",
    ),
    (677, "enabled_third_party_agents", "test_host_strategy::test_the_documents_settings_are_read", ""),
    (
        688,
        "_select_regular_application",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (717, "_execute_generic_command", "test_host_strategy::test_a_command_runs_by_the_documents_step", ""),
    (
        748,
        "_create_action_info",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (785, "the result of phase 3", "test_host_strategy::test_results_are_written_as_the_document_writes_them", ""),
    (
        808,
        "HostMemoryUpdateStrategy",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "processor:declared-more",
    ),
    (
        847,
        "_create_additional_memory_data",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (
        898,
        "_create_and_populate_memory_item",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (919, "a memory item", "test_host_strategy::test_a_memory_item_and_the_trajectories_hold_the_documents_values", ""),
    (
        943,
        "_update_structural_logs",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (
        956,
        "_update_blackboard_trajectories",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "snippet:ufo-config",
    ),
    (
        976,
        "trajectories",
        "test_host_strategy::test_a_memory_item_and_the_trajectories_hold_the_documents_values",
        "host-memory:trajectory-keys",
    ),
    (1006, "the result of phase 4", "test_host_strategy::test_results_are_written_as_the_document_writes_them", ""),
    (
        1061,
        "execute with its own error handling",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (1095, "asynchronous calls", "test_host_strategy::test_the_documents_asynchronous_calls_run", "host-llm:thread"),
    (1108, "the retry loop", "test_host_strategy::test_the_documents_asynchronous_calls_run", "snippet:ufo-config"),
    (
        1126,
        "the registry of the last turn",
        "test_host_strategy::test_a_request_runs_on_the_processor_as_the_document_assembles_it",
        "host-collect:rebuilt",
    ),
)
_APP = _rows(
    "app_agent_strategy",
    (
        16,
        "AppAgentProcessor",
        "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (
        41,
        "_setup_strategies",
        "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (
        96,
        "_setup_middleware",
        "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (152, "ComposedStrategy", "test_app_strategy::test_a_composed_strategy_shares_what_its_first_part_gives", ""),
    (
        168,
        "AppScreenshotCaptureStrategy",
        "test_app_strategy::test_strategies_that_give_only_what_the_document_lists_fit_the_rest",
        "processor:declared-more, snippet:ufo-config",
    ),
    (
        250,
        "AppControlInfoStrategy",
        "test_app_strategy::test_detectors_and_the_photographer_have_the_documents_names",
        "app-controls:where",
    ),
    (
        302,
        "_collect_uia_controls",
        "test_app_strategy::test_strategies_that_give_only_what_the_document_lists_fit_the_rest",
        "",
    ),
    (
        321,
        "_collect_grounding_controls",
        "test_app_strategy::test_detectors_and_the_photographer_have_the_documents_names",
        "app-controls:where",
    ),
    (
        337,
        "_collect_merged_control_list",
        "test_app_strategy::test_detectors_and_the_photographer_have_the_documents_names",
        "app-controls:where",
    ),
    (
        354,
        "annotation_dict",
        "test_app_strategy::test_targets_of_the_documents_annotation_dict_are_drawn",
        "snippet:drawn",
    ),
    (372, "counts of controls", "test_app_strategy::test_detectors_and_the_photographer_have_the_documents_names", ""),
    (
        387,
        "AppLLMInteractionStrategy",
        "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        "snippet:images",
    ),
    (
        452,
        "_build_app_prompt",
        "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        "snippet:last-actions",
    ),
    (
        507,
        "_parse_app_response",
        "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (517, "an answer", "test_app_strategy::test_the_documents_answer_is_one_action", ""),
    (
        543,
        "AppActionExecutionStrategy",
        "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        "processor:declared-more, snippet:drawn",
    ),
    (
        607,
        "_action_to_command",
        "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (
        619,
        "_create_action_info",
        "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        "snippet:frozen",
    ),
    (
        646,
        "an action from answer to info",
        "test_app_strategy::test_an_action_with_its_control_and_result_is_written_as_in_the_example",
        "",
    ),
    (
        674,
        "AppMemoryUpdateStrategy",
        "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        "processor:declared-more",
    ),
    (
        731,
        "_create_and_populate_memory_item",
        "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (
        752,
        "_create_additional_memory_data",
        "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        "",
    ),
    (
        786,
        "_update_blackboard",
        "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        "snippet:ufo-config",
    ),
    (
        821,
        "a memory item",
        "test_app_strategy::test_a_memory_item_holds_the_documents_values",
        "app-memory:control-label",
    ),
    (
        901,
        "failures of a critical and another phase",
        "test_app_strategy::test_a_strategy_is_executed_by_hand_and_its_failure_caught_as_the_document_does",
        "",
    ),
    (
        924,
        "_get_llm_response",
        "test_app_strategy::test_a_sub_task_is_done_on_the_processor_as_the_document_assembles_it",
        "host-llm:thread, snippet:ufo-config",
    ),
    (958, "ComposedStrategy", "test_app_strategy::test_a_composed_strategy_shares_what_its_first_part_gives", ""),
    (
        978,
        "dependency injection",
        "test_app_strategy::test_strategies_that_give_only_what_the_document_lists_fit_the_rest",
        "",
    ),
)

SNIPPETS: tuple[Snippet, ...] = (*_STATE, *_OLDER, *_OVERVIEW, *_HOST, *_APP)
