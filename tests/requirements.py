"""Every testable sentence of the specification, in our words, with an id; divergences with their reasons.

`@requirement("id")` on a test says that the test shows it. `tests/test_requirements.py` fails on a requirement without
a test, on an id that nobody declared, and on a deferral that has a test by now.
"""

from __future__ import annotations

from tests.requirement import Requirement as R
from tests.specification.table import SENTENCES

S000 = "spec/host_agent_strategy.md"
S001 = "spec/app_agent_strategy.md"
S002 = "spec/host_agent_overview_older.md"
S003 = "spec/host_agent_overview.md"
S004 = "spec/host_agent_state.md"
FACTS = "facts/described_system.md"
DESIGN = "design.md"
ISSUE = "issue 4"
LEARNING = "issue 17"
GUARDING = "issue 25"

STATES = {
    "host-state:seven": R(S004, "HostAgentStatus has ERROR, FINISH, CONTINUE, ASSIGN, FAIL, PENDING and CONFIRM"),
    "host-state:older-four": R(
        S002, "four states: CONTINUE, PENDING, FINISH, FAIL", divergence="seven as in S004; the four are among them"
    ),
    "host-state:registered": R(S004, "states are registered with HostAgentStateManager.register and found by name"),
    "host-state:lazy": R(S004, "a state object is made when it is first asked for"),
    "host-state:none": R(S004, "an unknown status gives NoneHostAgentState, which ends the round"),
    "host-state:matrix": R(S004, "only the transitions of the matrix are allowed, each with who decides"),
    "host-state:singleton": R(
        S004,
        "HostAgentStateManager is a singleton",
        divergence="a class-level table and one object of each state; the manager itself holds nothing to share",
    ),
    "host-state:continue.handle": R(S004, "CONTINUE runs the four-phase pipeline and does not end the round"),
    "host-state:assign.subagent": R(S004, "ASSIGN makes or finds the AppAgent and goes to its CONTINUE state"),
    "host-state:assign.cache": R(S004, "AppAgents are cached by app_root/process_name and used again"),
    "host-state:assign.key": R(
        S003,
        "appagent_dict has a sub-agent under the agent's name",
        divergence="under app_root/process_name, as S004 has it; a third-party agent, which has no application, under its name",
    ),
    "host-state:assign.host": R(S004, "the AppAgent's host is this HostAgent"),
    "host-state:assign.blackboard": R(S004, "the AppAgent shares the HostAgent's blackboard"),
    "host-state:assign.operator": R(
        S004,
        "an OpenAIOperatorAgent starts in ContinueOpenAIOperatorState",
        divergence="every sub-agent names its own first state, so ASSIGN knows no kind of agent",
    ),
    "host-state:assign.third-party": R(S003, "create_subagent makes third-party agents as well as AppAgents"),
    "host-state:create-subagent.context": R(
        S002,
        "create_subagent takes eight parameters",
        divergence="it takes the context, as S003 has it; the older form cannot name a window",
    ),
    "host-state:finish": R(S004, "FINISH ends the round and has no next state"),
    "host-state:fail": R(S004, "FAIL ends the round and becomes FINISH"),
    "host-state:error": R(S004, "ERROR, after an exception, ends the round and becomes FINISH"),
    "host-state:error-or-fail": R(S004, "ERROR is for exceptions, FAIL for tasks that cannot be done"),
    "host-state:assign.failed": R(
        S004,
        "ASSIGN leads to the AppAgent's CONTINUE and nowhere else",
        divergence="where the agent cannot be made, its sub-task ends with ERROR and the HostAgent continues",
    ),
    "host-state:pending": R(S004, "PENDING asks the person and returns to CONTINUE"),
    "host-state:pending.timeout": R(S004, "PENDING that nobody answers becomes FAIL"),
    "host-state:pending.async": R(
        S004, "process_asker is called, not awaited", divergence="it is awaited: asking takes a person's time"
    ),
    "host-state:confirm": R(S004, "CONFIRM asks for approval: CONTINUE when given, FAIL when refused"),
    "host-state:confirm.pipeline": R(
        S000,
        "the pipeline also runs in CONFIRM",
        divergence="CONFIRM only asks; the approved command runs in the next CONTINUE exactly as shown",
    ),
    "host-state:confirm.handle": R(
        S004,
        "CONFIRM's handle does nothing and process_confirmation is still to be written: the processor asks",
        divergence="handle awaits process_confirmation, which asks: a processor that ran again would take a turn of the model",
    ),
    "host-state:confirm.bare": R(S004, "CONFIRM without a command asks as well; the answer is on the blackboard"),
    "host-state:confirm.before": R(DESIGN, "consent is asked before the command runs, and a refused one never runs"),
    "host-state:model-fail": R(
        S004,
        "CONTINUE may not become FAIL, though FAIL stands for an impossible task",
        divergence="a model's FAIL is taken to PENDING with its reason; nobody answers: FAIL",
    ),
    "host-state:older-fail": R(
        S002,
        "FAIL is for an application that crashed and for a permission that is lacking",
        divergence="such an error ends its sub-task, and the HostAgent goes on another way or ends the request with that reason",
    ),
    "host-state:hand-back": R(S004, "a finished AppAgent returns to the HostAgent's CONTINUE"),
    "host-state:agent-class": R(S004, "a state knows the class of its agent"),
    "round:loop": R(
        S004,
        "the round handles a state, takes the next state and asks it for the next agent, until is_round_end",
        divergence="the old state names the next agent, else ASSIGN would never hand over",
    ),
    "round:example": R(S004, "the eight steps of the multi-application example, in order"),
    "app-state:seven": R(FACTS, "AppAgent has CONTINUE, SCREENSHOT, FINISH, FAIL, PENDING, CONFIRM and ERROR"),
    "app-state:matrix": R(FACTS, "the AppAgent's transitions and who decides them"),
    "app-state:screenshot": R(
        FACTS,
        "SCREENSHOT re-annotates the chosen controls",
        divergence="it takes a fresh look and annotates all controls again; every turn begins with a look",
    ),
    "app-state:finish": R(FACTS, "FINISH archives the sub-task and hands back to the HostAgent"),
    "app-state:fail": R(FACTS, "FAIL archives the sub-task with its reason, and the HostAgent plans again"),
    "app-state:error": R(
        FACTS,
        "ERROR archives the sub-task and ends the round",
        divergence="it ends the sub-task: the HostAgent sees why, and decides whether to go on another way",
    ),
    "app-state:error.between-phases": R(S001, "an exception, between the phases too, leads to ERROR"),
    "app-state:error.third-party": R(S003, "a third-party agent that raises or hangs fails its own sub-task"),
    "app-state:archive": R(FACTS, "an archived sub-task has the keys subtask, status and result"),
    "app-state:confirm.bare": R(S004, "CONFIRM without an action asks as well; the answer is on the blackboard"),
    "app-state:confirm": R(
        FACTS,
        "a refused confirmation ends in FINISH",
        divergence="in FAIL with the reason: what was refused was not done",
    ),
}

PIPELINE = {
    "processor:four-phases": R(S000, "four strategies in four phases with fail_fast True, True, False, False"),
    "processor:app.four-phases": R(S001, "the AppAgent's four phases; data collection is composed of two strategies"),
    "processor:middleware": R(S000, "HostAgentLoggingMiddleware is the HostAgent's middleware"),
    "processor:app.middleware": R(S001, "AppAgentLoggingMiddleware is the AppAgent's middleware"),
    "processor:middleware.order": R(FACTS, "before_process in order, after_process in reverse, on_error on failure"),
    "processor:fail-fast": R(S000, "a failure in a fail_fast phase ends the turn"),
    "processor:graceful": R(S000, "a failure in another phase is recorded and the next phases run"),
    "processor:graceful.reported": R(DESIGN, "process() then returns success False with that error"),
    "processor:depends-on": R(S000, "strategies declare what they read"),
    "processor:provides": R(S000, "strategies declare what they give, and give exactly that"),
    "processor:checked-when-built": R(DESIGN, "a pipeline whose dependencies are not met raises when it is built"),
    "processor:undeclared-read": R(DESIGN, "a strategy that reads a name it did not declare fails"),
    "processor:declared-more": R(
        S000,
        "the strategies' bodies read names that their decorators do not list",
        divergence="those names are added to the decorators; none is removed",
    ),
    "processor:composed": R(S001, "a composed strategy runs its children in order, each seeing what the last one gave"),
    "processor:composed.atomic": R(S001, "if the first child fails the second does not run"),
    "processor:result": R(S000, "a result has success, data, error, phase and execution time"),
}

HOST = {
    "host-collect:names": R(S000, "what desktop data collection depends on and provides"),
    "host-collect:screenshot": R(S000, "capture_desktop_screenshot with all_screens true, saved as action_step{N}.png"),
    "host-collect:windows": R(S000, "get_desktop_app_target_info with remove_empty and refresh_app_windows true"),
    "host-collect:third-party": R(S000, "enabled third-party agents are registered after the windows"),
    "host-collect:third-party.ids": R(
        S000,
        "their ids are the index plus the number of windows plus one",
        divergence="the next free number, as in the specification's own example (windows 0 to 2, agent 3)",
    ),
    "host-collect:list": R(S000, "target_info_list holds id, name and kind"),
    "host-collect:rebuilt": R(
        S000,
        "the registry can be used again in later rounds",
        divergence="it is built anew at every step, so a closed window cannot be chosen",
    ),
    "host-llm:names": R(S000, "what the HostAgent's model phase depends on and provides"),
    "host-llm:prompt": R(S000, "the prompt has role, screenshot, targets, request, sub-tasks, plan and blackboard"),
    "host-llm:retry": R(S000, "an answer that does not parse is asked for again, json_parsing_retry times (3)"),
    "host-llm:required": R(S000, "observation, thought and status are required"),
    "host-llm:status-list": R(
        S000,
        "statuses other than CONTINUE, FINISH, CONFIRM, ERROR and ASSIGN only warn",
        divergence="the transition table decides; an answer with another status goes back to the model",
    ),
    "host-llm:spellings": R(S000, "the example's keys (Current Sub-Task, ControlLabel, Args) are taken"),
    "host-llm:message": R(S000, "message is one text", divergence="one text or a list; a list inside"),
    "host-llm:bash": R(S002, "the Bash field holds a command to run"),
    "host-act:names": R(S000, "what the HostAgent's action phase depends on and provides"),
    "host-act:window": R(S000, "select_application_window is dispatched with the target's id and name"),
    "host-act:root": R(S000, "the application's root name comes from the result"),
    "host-act:third-party": R(S000, "choosing a third-party agent runs no command and names the agent"),
    "host-act:generic": R(S000, "any other function is dispatched as a command"),
    "host-act:none": R(S000, "without a function nothing is dispatched"),
    "host-act:info": R(S000, "the action info has function, arguments, target, status and result"),
    "host-act:vanished": R(
        S000,
        "the target of an id that is gone is used all the same",
        divergence="the phase reports it, the status stays CONTINUE and the next prompt shows the error",
    ),
    "host-memory:names": R(S000, "what the HostAgent's memory phase depends on and provides"),
    "host-memory:item": R(S000, "the memory item holds the answer's fields and the turn's"),
    "host-memory:log": R(S000, "every step is added to the structural logs"),
    "host-act:select-command": R(S000, "SELECT_APPLICATION_COMMAND is select_application_window"),
    "host-memory:for-app-agents": R(
        S000,
        "AppAgents see the HostAgent's trajectories through the blackboard",
        divergence="they are on the blackboard, and a prompt tells what they come to: the sub-task, the HostAgent's message, "
        "what the sub-task builds on whole, the others with how they ended, and notes. The steps say the same at length",
    ),
    "host-memory:history-keys": R(
        S000,
        "history_keys has observation, thought, current_subtask, status and result",
        divergence="by default agent, sub-task, action, status and result: what an agent saw and thought was of that moment",
    ),
    "host-state:finish.truth": R(
        S004,
        "FINISH means that the task was completed successfully",
        divergence="it is the model's word; the outcome is what facts show, and after an only sub-task that failed or was "
        "declined the run has failed, with that reason",
    ),
    "host-memory:counted": R(
        S000,
        "the first step is session_step 1, round_step 0 and agent_step 0, and a sub-task takes a round of its own",
        divergence="each counts from 1, so that a step has one number wherever it is told; a round is a request, as in S004",
    ),
    "host-memory:prompt-shape": R(
        S000,
        "blackboard_to_prompt gives messages with role and content",
        divergence="it gives parts of the user's message, texts and pictures; messages of the document's form are taken too",
    ),
    "host-collect:settings-place": R(
        S000,
        "enabled_third_party_agents stands at the top of the configuration",
        divergence="under `system`, where the document's own code reads it",
    ),
    "host-collect:no-picture": R(
        S000,
        "a desktop picture that cannot be taken stops the pipeline",
        divergence="the turn goes on with the windows and a remark: they are enough to choose from",
    ),
    "app-capture:no-picture": R(
        S001,
        "the pipeline cannot proceed without screenshots",
        divergence="it goes on with the controls and a remark; without the window it stops",
    ),
    "host-llm:recovery": R(
        S000,
        "a failure of the model phase triggers recovery",
        divergence="where the HostAgent's model does not answer, it looks again and asks once more; where it answers badly it "
        "was asked again in the phase. An AppAgent's failure is its HostAgent's to recover from",
    ),
    "host-memory:blackboard": R(S000, "the keys of history_keys go to the blackboard's trajectories"),
    "host:constructor": R(
        S003,
        "HostAgent takes name, is_visual, main_prompt, example_prompt and api_prompt",
        divergence="it takes its collaborators; the four prompt parameters are HostAgentPrompter's, with defaults",
    ),
    "host:message-constructor": R(
        S003,
        "message_constructor takes image_list, os_info, plan, prev_subtask, request and blackboard_prompt",
    ),
    "host:message-constructor.body": R(
        S003,
        "message_constructor gives the prompter the parts of the user's message, and its system message takes nothing",
        divergence="the prompter gets all that the agent knows in this turn as one value: the tools of the turn are in the "
        "system's message, and both are cut together where a model reads little",
    ),
    "host:get-prompter": R(S003, "get_prompter takes is_visual, main_prompt, example_prompt and api_prompt"),
    "host:print-response": R(
        S003,
        "print_response shows the answer",
        divergence="the step is an event, and the console is one of its listeners: there is no presenter, and the action's text "
        "is its action_string, for which there is no get_command_string",
    ),
    "host:log-lines": R(
        S003,
        "the creation of a sub-agent and each status are lines of the agent's logger",
        divergence="they are events of the run, which console, report and log show; an agent's logger is for a reader's own",
    ),
    "host-llm:transient": R(S000, "a failure of the model's endpoint that may pass is tried again"),
    "host-llm:thread": R(
        S000, "the model is called in a thread, so that the loop goes on", divergence="providers are asynchronous"
    ),
    "host-llm:backup": R(S000, "a backup engine answers where the first does not"),
    "host:single": R(S003, "one HostAgent a session, kept from request to request"),
    "host:sub-agent-amount": R(S003, "sub_agent_amount is the number of sub-agents"),
    "host:decomposition": R(S003, "a request becomes a graph of sub-tasks, done in the order of what they depend on"),
    "host:decomposition.results": R(S003, "a sub-task is told the results of those that it depends on"),
    "host:decomposition.failure": R(
        S003,
        "failures are detected and dependencies resolved across agents",
        divergence="a failed sub-task fails what depends on it, the others are done first, and then that part is planned anew",
    ),
    "host:decomposition.plan": R(
        S003,
        "Plan is the sequence of the sub-tasks to come",
        divergence="a chain whose next part the model words when its turn comes; what is in subtasks needs no other word",
    ),
    "host:decomposition.bad": R("issue 15", "cyclic or dangling dependencies go back to the model with what is wrong"),
    "host:launch": R(S002, "an application that does not run is launched and registered"),
    "host:lifecycle.result": R(S003, "results cross from one AppAgent to the next through the blackboard"),
}

APP = {
    "app-capture:names": R(S001, "what the screenshot strategy depends on and provides"),
    "app-capture:files": R(S001, "action_step{N}.png, desktop_step{N}.png and ui_trees/ui_tree_step{N}.json"),
    "app-capture:optional": R(S001, "desktop picture and tree only where save_full_screen and save_ui_tree are set"),
    "app-capture:window": R(S001, "get_app_window_info tells the window"),
    "app-controls:names": R(S001, "what the control strategy depends on and provides"),
    "app-controls:annotated": R(S001, "the annotated picture is action_step{N}_annotated.png"),
    "app-controls:dict": R(S001, "annotation_dict maps ids to targets"),
    "app-controls:merge": R(S001, "visual controls that overlap a tree control beyond the threshold are dropped"),
    "app-controls:filter": R(
        S001, "controls that tree and detector both found are filtered, and control_filter_time is how long that took"
    ),
    "app-controls:path-twice": R(
        S001, "annotated_screenshot_path is provided by both strategies", divergence="the second wins"
    ),
    "app-controls:omniparser": R(S001, "the omniparser backend is one of the detectors"),
    "app-controls:where": R(
        S001,
        "the strategy merges tree and visual controls",
        divergence="they are merged where ids are issued, so that every tool reaches what was seen, not the strategy alone",
    ),
    "app-llm:names": R(S001, "what the AppAgent's model phase provides"),
    "app-llm:images": R(
        S001,
        "last step's marked picture, the clean one and the annotated one, or both side by side",
        divergence="by default only at looks where sight is needed; with `model.pictures: always` at each",
    ),
    "app-llm:knowledge": R(S001, "experience, demonstrations, offline and online documents have their places"),
    "app-llm:retry": R(S001, "an answer that does not parse is asked for again, json_parsing_retry times (3)"),
    "app-llm:last-actions": R(S001, "the last successful actions are in the prompt"),
    "app-llm:older-shape": R(S001, "an answer with Function, Args, ControlLabel and Status is one action"),
    "app-act:names": R(S001, "what the AppAgent's action phase depends on and provides"),
    "app-act:command": R(S001, "an action becomes a command with its function and arguments"),
    "app-act:target": R(S001, "the action is linked to its control and result"),
    "app-act:string": R(
        S001,
        "an action reads click_input on [12]Export",
        divergence="click_input(button='left') on [12]Export: without its arguments two actions cannot be told apart",
    ),
    "app-act:marked": R(S001, "the controls acted on are boxed in action_step{N}_selected_controls.png"),
    "app-act:graceful": R(S001, "a failed action is recorded and the memory is written"),
    "app-memory:names": R(S001, "what the AppAgent's memory phase depends on and provides"),
    "app-memory:item": R(S001, "function_call, action, action_success, action_type and action_representation are kept"),
    "app-memory:screenshot": R(S001, "a wished screenshot goes to the blackboard with application and reason"),
    "app-memory:selective": R(S001, "only the keys of history_keys go to the blackboard"),
}

SNIPPETS = {
    "snippet:states": R(S004, "the code of the document runs"),
    "snippet:overview": R(S003, "the code of the document and of its older version runs"),
    "snippet:host-strategy": R(S000, "the code of the document runs"),
    "snippet:app-strategy": R(S001, "the code of the document runs"),
    "snippet:steps": R(S000, "each step that the documents show inside a strategy can be replaced by a reader's own"),
    "snippet:local-context": R(S000, "a strategy reads context.local_context, get and get_global with defaults"),
    "snippet:utils": R(
        S000,
        "utils.save_image_string writes a picture to its path",
        divergence="a step returns the picture, and the run's log writes it once: there is no room of utilities",
    ),
    "snippet:ufo-config": R(
        S000,
        "ufo_config is a name of the module",
        divergence="it is the run's settings, `agent.services.settings`, with the same names under `system`: two runs in one "
        "process may have different ones. `load_settings()` reads them apart from a run",
    ),
    "snippet:frozen": R(
        S001,
        "an action's target and result are set on it",
        divergence="an action is a frozen value: `model_copy(update=…)` gives the one with target and result",
    ),
    "snippet:awaited": R(
        S001,
        "_knowledge_retrieval is called, not awaited",
        divergence="it is awaited: pages of the web and a model that ranks are waited for",
    ),
    "snippet:drawn": R(
        S001,
        "_save_annotated_screenshot(window, path, controls, annotated path) draws the controls",
        divergence="PhotographerFacade draws, and a worker writes, so that no step waits for a picture for people",
    ),
    "snippet:images": R(
        S001,
        "_collect_image_strings gives the pictures as strings",
        divergence="they are collected as pictures, scaled once; the prompt's step gets their data URLs",
    ),
    "snippet:last-actions": R(
        S001,
        "the prompt holds the last successful actions",
        divergence="it holds all with what they came to, so that a model does not repeat a failure; a reader's step may give "
        "the successful ones alone",
    ),
    "host-state:factory": R(
        S003,
        "AgentFactory.create_agent(**config) makes an agent from its configuration alone",
        divergence="the factory is an object that holds the agents' collaborators: there are no singletons to take them from",
    ),
    "host-memory:trajectory-keys": R(
        S000,
        "the trajectories are a dictionary with the keys step_0, step_1, …",
        divergence="they are a list in the order of the steps, of which the oldest make room",
    ),
    "app-memory:control-label": R(
        S001,
        "a memory item has control_label",
        divergence="each of its actions has its control as target: a turn may work several",
    ),
}
"""The documents' own code: `tests/specification/table.py` says what runs each block."""

TOOLS = {
    "tools:names": R(f"{FACTS} §1.7", "the tools of each server, with their parameters"),
    "tools:platform": R(
        f"{FACTS} §1.7",
        "servers for Word, Excel, PowerPoint, PDF readers, hardware and mobile devices",
        divergence="those that make sense on the platform: Writer and Calc over UNO with Word's and Excel's tools",
    ),
    "tools:save-as": R(
        f"{FACTS} §1.7",
        "save_as without an ending writes .pdf from Word and .csv from Excel",
        divergence="it keeps the document's own format: a .csv would drop sheets, a .pdf could not be opened again",
    ),
    "tools:one-result": R(f"{FACTS} §1.6", "one Result for each Command, in order, and never an exception"),
    "tools:skipped": R(f"{FACTS} §1.7", "after a failure the rest is SKIPPED"),
}

DEFECTS = {
    f"defect:{number}": R(f"{FACTS} §4.3", says)
    for number, says in {
        "1": "HostAgent CONFIRM has a state and does not end the round",
        "2": "SCREENSHOT's next state can be asked for",
        "3": "an AppAgent's confirmation can be processed",
        "4": "consent is asked before the action, and the action runs once after it",
        "9": "structural logs are kept and can be filtered by round and step",
        "10": "a blackboard image keeps its metadata",
        "11": "an answer that fails validation goes back with its error",
        "12": "an application's second sub-task is worked by the same AppAgent",
        "14": "history keys exist, and trajectories are bounded",
        "15": "unmet dependencies raise, a composed strategy declares, failures are reported and memory is written",
        "16": "a document is never driven by another one's connection",
        "17": "the answer is requested by JSON schema",
        "18": "a call's parameters are not shared with the next one's",
        "19": "a control is looked at again right before it is acted on",
        "21": "a name that is not the control's is refused",
        "22": "run_shell gives output and exit code",
        "23": "after an AppAgent's FAIL the HostAgent plans again",
        "8": "controls found by sight reach the executor",
    }.items()
}
DEFECTS |= {
    "defect:5": R(f"{FACTS} §4.3", "operator mode runs: a model with computer use works an application in its turns"),
    "defect:6": R(f"{FACTS} §4.3", "batch mode runs"),
    "defect:7": R(f"{FACTS} §4.3", "saving experience works"),
    "defect:13": R(f"{FACTS} §4.3", "online search runs"),
    "defect:20": R(f"{FACTS} §4.3", "a request without an AppAgent's step is judged"),
    "resume:goes-on": R(ISSUE, "a run that was killed goes on from its last finished step"),
    "resume:killed-again": R(ISSUE, "a resume that is killed is gone on with again"),
    "resume:sound": R(ISSUE, "a run whose desktop, windows or files are not as they were does not go on, and says why"),
    "resume:bad-log": R(
        ISSUE, "a damaged log, one of another version and one with a masked secret say why they cannot go on"
    ),
    "replay:same": R(S000, "a run is played again from its log, and nothing differs on the same world"),
    "replay:by-selector": R(
        "issue 32",
        "a replay finds and compares controls by their selectors and conditions by what they state, not by numbers",
    ),
    "replay:differs": R(S000, "a run that is played again says at which step the world differs, and stops there"),
    "presenter:panels": R(
        S000, "each step of the HostAgent and of an AppAgent is shown in a panel with colours, from 60 columns on"
    ),
    "presenter:plain": R(S000, "lines are kept in a pipe, and on a terminal where they are asked for"),
    "evaluation:judges": R(
        f"{FACTS} §1.13",
        "a model of its own judges request, steps, pictures and findings: yes, no or unsure, by sub-score",
    ),
    "evaluation:lowers": R(f"{FACTS} §1.13", "a judgement lowers an outcome and never raises it"),
    "evaluation:outage": R(f"{FACTS} §1.13", "a judge that does not answer changes nothing and is told"),
}

MODES = {
    "mode:names": R(S003, "RunningMode is NORMAL, BATCH_NORMAL, FOLLOWER, NORMAL_OPERATOR or BATCH_OPERATOR"),
    "mode:resolver": R(
        S003,
        "AgentConfigResolver gives a sub-agent's configuration for the mode, by which create_agent makes it",
        divergence="it also names the model, and create_agent takes the host: an agent shares its blackboard from the start",
    ),
    "mode:operator": R(
        S003,
        "operator modes make operator agents",
        divergence="a model without computer use is an error before anything starts; ALLFINISH, the end of a session of an "
        "operator alone, is no state, since it works sub-tasks of a HostAgent only",
    ),
    "mode:follower": R(
        f"{FACTS} §1.11",
        "a plan's steps are followed: the AppAgent does them, and the HostAgent finishes after its FINISH",
        divergence="each step is a sub-task of its own, so that the one that does not hold can be named",
    ),
    "mode:follower-stops": R(
        "issue 15", "following stops at the step that does not hold, and touches nothing after it"
    ),
    "batch:plans": R(
        f"{FACTS} §1.11",
        "batch mode does the plan files {task, object, close} of a folder, each with its object open",
        divergence="`close` changes nothing: the private desktop of a task closes with all that is open on it",
    ),
    "batch:lines": R("issue 15", "a broken line of a batch is told with its number, and the rest is done once"),
    "batch:kill": R(
        "issue 15", "a batch killed at any moment goes on with what is missing and repeats nothing finished"
    ),
    "models:by-agent": R("issue 16", "each agent may have a model, a key, an endpoint and prices of its own"),
}

ACTING = {
    "act:narrowest-route": R(
        ISSUE, "every action takes the narrowest route that works: accessible action or value, pointer, coordinates"
    ),
    "act:scripts": R(ISSUE, "text in any script, and emoji, arrives in every toolkit"),
    "act:long-text": R(ISSUE, "100,000 characters arrive, and the pointer's place is given back"),
    "act:layouts": R(ISSUE, "text and shortcuts arrive with other keyboard layouts and dead keys"),
    "act:clipboard": R(ISSUE, "the person's clipboard is given back"),
    "act:key-syntax": R(ISSUE, "keyboard_input has the described key syntax"),
    "verb:visit": R(ISSUE, "visit opens what is on the way: menus, tabs, trees, pages of a dialog"),
    "verb:set-value": R(ISSUE, "set_value sets what a control shows"),
    "verb:select": R(
        ISSUE, "select takes items, rows and several, by text or place, in combo boxes, lists, trees and calendars"
    ),
    "verb:set-checked": R(ISSUE, "set_checked ticks and unticks"),
    "verb:expand": R(ISSUE, "expand opens a branch or a list"),
    "verb:scroll-to": R(ISSUE, "scroll_to brings a control, a text or an end into sight"),
    "verb:read": R(ISSUE, "read gives text, tables and the selection as structured data"),
    "verb:fill": R(ISSUE, "fill writes many fields at once"),
    "verb:idempotent": R(ISSUE, "a verb does nothing where its end holds, and reads back what it did"),
    "effect:evidence": R(
        ISSUE, "every action says how sure it is, with evidence; confirmed needs its own end read back"
    ),
    "effect:trials": R(ISSUE, "no false confirmed and no action on a wrong control among applications that misbehave"),
    "batch:guard": R(
        ISSUE,
        "between several actions of a turn the guard looks for surprises, and the rest is SKIPPED with the reason",
    ),
    "batch:foreseen": R(ISSUE, "menus and dialogs that the turn foresaw are crossed"),
    "batch:saves-turns": R(ISSUE, "several actions a turn take fewer model turns, with equal success"),
    "expect:documents": R(ISSUE, "conditions on documents are checked by reading the file"),
    "expect:pages": R(ISSUE, "conditions on pages are checked over the browser's own tools"),
    "expect:processes": R(ISSUE, "conditions on processes are checked on the run's own desktop"),
    "expect:independent": R(ISSUE, "VERIFIED only from evidence that does not come from the channel that acted"),
    "expect:derived": R(ISSUE, "what controls show in the end of what was written there is looked at"),
    "loop:told-then-help": R(ISSUE, "the same action in the same state is told to the model and ends in NEEDS_HELP"),
    "loop:limits": R(ISSUE, "steps, time, tokens, money and format errors have limits"),
    "loop:warning": R(ISSUE, "three quarters of a limit are told"),
    "turns:named-application": R(ISSUE, "a request that names one open application needs no planning turn"),
    "turns:no-closing": R(ISSUE, "a sub-task whose end conditions are verified needs no closing turn"),
    "turns:local-recorded": R(ISSUE, "a local decision is recorded as such"),
    "turns:form": R(ISSUE, "one turn for a form of one screen"),
    "turns:one-application": R(ISSUE, "two turns for a typical task in one application"),
    "turns:two-applications": R(ISSUE, "five turns or fewer from Writer's table to Calc's chart"),
    "fact:one-line": R(ISSUE, "after each action one line of what changed goes to the next turn"),
    "skill:save-and-run": R(ISSUE, "a verified run is saved and done again without a model"),
    "skill:variables": R(ISSUE, "what varies in a run is found and named"),
    "skill:found-again": R(ISSUE, "a control that was renamed or moved is found by its selector"),
    "skill:doubt": R(ISSUE, "on doubt the skill stops and hands over to the model or the person"),
    "skill:second-run": R(ISSUE, "a skill works beside what is open already, or stops before anything is touched"),
    "window:followed": R(ISSUE, "a sub-task goes on in the window that takes the place of its own"),
    "window:followed.own": R(ISSUE, "a window of another program, or of an instance that was there, is never taken"),
    "window:followed.restarted": R(ISSUE, "a program that begins again as another process is followed"),
    "window:followed.unclear": R(ISSUE, "where it is unclear which window follows, the model selects one"),
    "window:followed.tools": R(ISSUE, "the window that followed is worked with the tools of its application"),
    "agent:released": R(ISSUE, "an AppAgent whose application ended closes its tools"),
    "consent:put-away": R(ISSUE, "a save dialog is put away once its overwrite was refused"),
    "skill:as-tool": R(ISSUE, "a skill that fits a part of a request is offered to the model as a tool"),
    "experience:verified-only": R(ISSUE, "only a verified run leaves experience"),
    "experience:nothing-personal": R(ISSUE, "experience holds neither secrets nor what was typed"),
    "experience:set-aside": R(ISSUE, "experience that does not help is set aside by itself"),
    "experience:imports-wait": R(ISSUE, "nothing imported acts before a person accepted it"),
    "skill:tried-first": R(ISSUE, "a request that a skill fits is done with it"),
    "person:take-over": R(ISSUE, "what the person did while the run was theirs is recorded, and the agent looks again"),
    "person:pause-and-step": R(ISSUE, "a run is paused and stepped"),
    "person:halt-key": R(ISSUE, "a halt key stops the run"),
    "person:ctrl-c": R(ISSUE, "Ctrl-C stops the run in order"),
    "person:without-terminal": R(ISSUE, "questions, consents and pauses work through the User Protocol"),
    "control:park": R(ISSUE, "another program of the user pauses, steps and resumes a run"),
    "control:first-answer": R(ISSUE, "a question goes to the terminal and to all clients, and the first answer counts"),
    "control:lease": R(ISSUE, "one client at a time works on the desktop, and the agent looks anew after it"),
    "control:masked": R(ISSUE, "pictures that leave a run show no password field"),
    "control:bounded": R(ISSUE, "the clients of a run are bounded in number, size and time"),
    "bad:vanished": R(ISSUE, "a target that vanished is told, and nothing else is worked"),
    "bad:stolen-focus": R(ISSUE, "keys do not go to a window that stole the focus"),
    "bad:locked-screen": R(ISSUE, "a locked screen gets neither clicks nor keys"),
    "bad:foreign-dialog": R(ISSUE, "a modal dialog of another application is neither clicked through nor into"),
    "bad:two-monitors": R(ISSUE, "a drag goes from one monitor to another, and none to where no monitor is"),
    "bad:older-id": R(ISSUE, "an id of an older look is refused"),
    "bad:outside-point": R(ISSUE, "coordinates outside of the window are refused"),
    "bad:ten-megabytes": R(ISSUE, "a text of 10 MB is refused before anything is sent"),
    "bad:outside-folder": R(ISSUE, "a path outside of the allowed folders is asked about"),
    "speed:step": R(
        ISSUE, "a step beside the model takes 250 ms for 95 of 100", deferred="a figure of `make bench`, no test"
    ),
    "speed:typing": R(ISSUE, "10,000 characters are typed in a second", deferred="a figure of `make bench`, no test"),
    "speed:skill": R(ISSUE, "a skill of ten steps takes 2 s", deferred="a figure of `make bench`, no test"),
}
"""Acting surely, in few turns, and proving it."""

LEARNED = {
    "knowledge:learn": R(LEARNING, "help documents are learned, listed, searched, shown and forgotten by command"),
    "knowledge:installed-help": R(LEARNING, "an application's agent is told what the help that it installed says"),
    "knowledge:guide-told": R(
        LEARNING, "what a guide says of the sub-task is told, fenced, with its heading as its source"
    ),
    "knowledge:guide-obeyed": R(LEARNING, "a guide that gives orders is cited as data, and nothing happens"),
    "knowledge:guide-nothing": R(LEARNING, "nothing is told where no guide fits"),
    "knowledge:guide-off": R(LEARNING, "guides are not looked up where the settings turn them off"),
    "knowledge:index-kill": R(LEARNING, "a kill in the middle of learning loses nothing that was finished"),
    "knowledge:index-processes": R(LEARNING, "two processes may write the index at once"),
    "knowledge:index-version": R(LEARNING, "an index of another version is set aside, and that is said"),
    "knowledge:index-full": R(LEARNING, "a full disk is told, and what was finished is kept"),
    "knowledge:index-scripts": R(LEARNING, "words of any script, and parts of words, find their text"),
    "knowledge:unchanged": R(LEARNING, "a document that did not change is not read again"),
    "knowledge:menus-told": R(
        LEARNING, "the entries of menus that a sub-task needs are told, with the application's version"
    ),
    "knowledge:menus-quiet": R(LEARNING, "closed menus are read without one being opened"),
    "knowledge:menus-once": R(LEARNING, "menus are collected once for a version of an application"),
    "knowledge:menus-words": R(LEARNING, "an entry is found by words of the task, and by words that mean the same"),
    "knowledge:web-told": R(LEARNING, "what pages of the web say is told with title and address"),
    "knowledge:web-obeyed": R(LEARNING, "a page that gives orders is cited as data, and nothing happens"),
    "knowledge:web-off": R(LEARNING, "the web is searched only where the settings say so"),
    "knowledge:web-private": R(LEARNING, "no page of a private address is read, however it is written"),
    "knowledge:web-redirect": R(LEARNING, "each redirect is judged like a new address"),
    "knowledge:web-rebound": R(LEARNING, "the address that was checked is the one that is connected to"),
    "knowledge:web-nothing-sent": R(LEARNING, "no key, cookie or password goes to a page"),
    "knowledge:web-bounds": R(LEARNING, "a page is bounded in bytes, redirects and time"),
    "knowledge:web-words": R(LEARNING, "what belongs to the person is not searched for"),
    "knowledge:web-late": R(LEARNING, "a page that is late is told by its summary"),
    "knowledge:builders": R(
        f"{FACTS} §1.10",
        "the AppAgent builds a retriever of each of the four sources",
        divergence="experience and demonstrations take no path: `knowledge.folder` has both",
    ),
}
"""What is learned beside the screen."""

GUARDED = {
    "network:named": R(
        GUARDING,
        "the browser of a run reaches the addresses that the request or the person named, and no other",
        divergence="where `network.allow` is a list; it is `*` unless a person sets it, since most requests for work on the web "
        "name no host, and pages load from others. What was read leaves by no page of the run's own without a question",
    ),
}
"""What opens, runs or leaves without a question."""

REQUIREMENTS: dict[str, R] = (
    STATES | PIPELINE | HOST | APP | SENTENCES | SNIPPETS | TOOLS | DEFECTS | MODES | ACTING | LEARNED | GUARDED
)
