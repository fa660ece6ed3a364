"""Names that no line of ours uses and that stay: `make check-dead` reads this list beside the sources.

A name that is neither here nor used is dead code: delete it. `tests/structure/test_names_in_use.py` fails on a name of this
list that the sources have no longer.
"""

# The specification: agents, their memory and their states.
_.add_memory
_.clear_memory
_.sub_agent_amount
_.is_subtask_end
_.agent_class
_.build_offline_docs_retriever
_.build_online_search_retriever
_.build_experience_retriever
_.build_human_demonstration_retriever

# comtypes reads these, and UI Automation calls the last three.
_.coinit_flags
_._methods_
_.HandlePropertyChangedEvent
_.HandleStructureChangedEvent
_.HandleFocusChangedEvent

# Our extensions, which their entry points name.
_.CoreFontReader
_.create_operator
_.TakeoverRecorder
_.carried_entries
_.ENGLISH
_.learn
_.web
_.builtin
_.OfficeDocuments

# What is loaded by a dotted path, since its libraries take long to import.
_.FilePlace
_.S3Shelf
_.Telemetry
_.collection_at
_.scans

# Wires, which the table of providers names.
_.azure_embeddings

# The specification: phases, the turn's context and its local values.
_.SETUP
_.CLEANUP
_.get_global
_.get_phase_result
_.get_successful_phases
_.agent_step
_.command_dispatcher
_.prev_plan
_.last_feedback
_.response_text
_.prompt_message
_.llm_cost
_.execution_result
_.additional_memory
_.target_registry
_.target_info_list
_.question_list
_.function_name
_.function_arguments
_.selected_application_root
_.memory_keys_count
_.last_control_screenshot
_.last_control_screenshot_path
_.clean_screenshot_path
_.clean_screenshot_url
_.annotated_screenshot_path
_.annotated_screenshot_url
_.desktop_screenshot_path
_.desktop_screenshot_url
_.concat_screenshot_path
_.selected_control_screenshot_path
_.ui_tree_path
_.screenshot_saved_time
_.control_info
_.control_filter_time
_.control_recorder
_.control_log
_.updated_blackboard

# The specification: what a reader's own step calls, is called with, or fills.
_.AgentType
_.get_response
_.namescope
_.use_backup_engine
_.request_logger
_.function_call
_.action_success
_.action_type
_.action_representation
_.ProcessingError

# The specification: the names of the session's context.
_.ID
_.MODE
_.LOG_PATH
_.SUBTASK
_.PREVIOUS_SUBTASKS
_.HOST_MESSAGE
_.SESSION_STEP
_.ROUND_STEP
_.CURRENT_ROUND_ID
_.CURRENT_ROUND_STEP
_.CURRENT_ROUND_COST
_.CURRENT_ROUND_SUBTASK_AMOUNT
_.SESSION_COST
_.ROUND_COST
_.ROUND_SUBTASK_AMOUNT
_.ROUND_RESULT
_.APPLICATION_WINDOW_INFO
_.APPLICATION_PROCESS_NAME
_.APPLICATION_ROOT_NAME
_.ASSIGNED_THIRD_PARTY_AGENT
_.STRUCTURAL_LOGS
_.filter_structural_logs

# The specification: memory and blackboard.
_.get_values
_.list_content
_.delete_memory_item
_.get_latest_item
_.filter_memory_from_steps
_.filter_memory_from_keys
_.from_list_of_dicts
_.load_questions
_.blackboard_to_prompt
_.blackboard_to_json
_.questions_to_json
_.requests_to_json
_.trajectories_to_json
_.screenshots_to_json

# The specification: actions, targets and pictures.
_.add_action
_.to_string
_.get_target_info
_.register_from_dicts
_.find_by_name
_.find_by_id
_.find_by_kind
_.STATES
_.merge_target_info_list

# Loaded by a dotted path: a backend, tool servers, providers, detectors, the keyring, the commands of the command line.
_.BACKEND
_.calc_uno
_.writer_uno
_.drawings_uno
_.office_uno
_.host_ui
_.gimp
_.session_services
_.ui_collector
_.local_detector
_.keyring
_.doctor
_.list_
_.run_with
_.keep_run
_.tidy_runs
_.tidy_experience
_.export_to
_.import_from
_.accept_imported

# Read by the library of MCP.
_._tool_manager

# The fake desktop, for whoever tests with it.
_.text_editor
_.inject
_.swallow
_.rename
_.revert
_.hang
_.set_visible
_.set_items

# Read by a template: the report's steps.
_.phase_seconds

# A place in an enumeration of AT-SPI.
_.ARMED

# Called by their names: a command's functions, and a provider that is loaded when it is used.
_.next_
_.stats
_.ManualProvider
_.of_display
_.opened
_.chat
_.responses
_.azure
_.openrouter
_.messages
_.generate_content
_.converse

# Called by httpx2.
_.auth_flow
_.async_auth_flow

# Written as JSON and read from there: what a task's run cost.
_.tokens_a_call
_.own_seconds
_.turn_seconds

# Properties of LibreOffice's objects, which are set and read there.
_.AutomaticDistance
_.CharEscapementHeight
_.ColumnGrand
_.ContainsHeader
_.CopyOutputData
_.CreateFromOutline
_.DataCaption
_.DataRowSource
_.Description
_.EnableSort
_.ErrorAlertStyle
_.ErrorMessage
_.FieldType
_.FileFormat
_.FrameIsAutomaticHeight
_.FullName
_.Function
_.Function2
_.HighResDuration
_.HoriJustify
_.IgnoreBlankCells
_.InsertPageBreaks
_.IsCaseSensitive
_.IsDate
_.IsFixed
_.IsLocked
_.IsNumeric
_.Level
_.NumberingIsNumber
_.NumberingType
_.NumericValue
_.Orientation
_.OutputPosition
_.PageDescName
_.ParaAdjust
_.RowGrand
_.ShowErrorMessage
_.ShowFilterButton
_.SkipDuplicates
_.StringValue
_.SubType
_.SymbolType
_.TextAutoGrowHeight
_.TextWordWrap
_.TransitionSubtype
_.UseRegularExpressions

# Called by enum for a value in another spelling.
_._missing_

# Fields of options that are handed on whole.
_.alert
_.y_min
_.y_max
_.y_logarithmic
_.negative_color
_.gradient
_.show_value
_.highlight
_.quote_all
_.stacked

# Read as a key of AgentConfig, and by the enum of running modes.
_.app_root_name
_._missing_
# Commands, which `ufo.cli.main` calls by their names.
_.run_http
_.skill_file
_.replay

# Of UNO: what LibreOffice calls on objects of ours, and properties of its own.
_.ShowValue
_.notify
_.isDataFlavorSupported

# Called by uvicorn, and read by it.
_.capture_signals
_.should_exit

# Called by the SDK of the Agent Client Protocol, with these names of arguments.
_.on_connect
_.new_session
_.load_session
client_info

# Of the protocol of timers.
_.set_paused

# Of the control socket and of the trace: what other programs read and call (docs/control-socket.md).
_.send_input
_.ends_in_s
_.parked_by
_.takeover

# Loaded by its dotted path, and only on Windows (ufo/desktop/backends.py).
WindowsDesktop
