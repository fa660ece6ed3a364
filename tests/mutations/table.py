"""For each requirement, one way to break its code that its own tests must notice."""

from __future__ import annotations

from tests.mutations.further import FURTHER
from tests.mutations.mutant import Fixed
from tests.mutations.mutant import Mutation as M

_AGENT = "ufo/agents/agent/"
_STATES = "ufo/agents/states/"
_FRAME = "ufo/agents/processors/framework/"
_HOST = "ufo/agents/processors/strategies/host/"
_APP = "ufo/agents/processors/strategies/app/"
_SHARED = "ufo/agents/processors/strategies/"
_HOST_STATES = f"{_STATES}host_agent_states.py"
_APP_STATES = f"{_STATES}app_agent_states.py"
_ROUND = "ufo/runs/sessions/round.py"
_GRAPH = "ufo/schema/subtasks.py"

_OF_STATES: dict[str, Fixed] = {
    "host-state:seven": M(_HOST_STATES, 'ASSIGN = "ASSIGN"', 'ASSIGN = "ASSIGNED"'),
    "host-state:older-four": M(_HOST_STATES, 'PENDING = "PENDING"', 'PENDING = "WAITING"'),
    "host-state:registered": M(
        f"{_STATES}state.py",
        "cls._state_mapping[state.name()] = state",
        "cls._state_mapping[state.__name__] = state",
        True,
    ),
    "host-state:lazy": M(
        f"{_STATES}state.py",
        "state.manager = cls\n",
        "state.manager = cls\n        cls._states[state.name()] = state()\n",
    ),
    "host-state:none": M(f"{_STATES}state.py", "return self.none_state", "return next(iter(self._states.values()))"),
    "host-state:matrix": M(
        f"{_STATES}state.py",
        "if self.transitions and status not in self.transitions.get(source, {}):",
        "if self.transitions and status not in self.transitions:",
    ),
    "host-state:singleton": M(
        f"{_STATES}state.py",
        "if status not in self._states:",
        "if status:",
    ),
    "host-state:continue.handle": M(f"{_STATES}state.py", "await agent.process(context)", 'agent.status = "FINISH"'),
    "host-state:assign.subagent": M(_HOST_STATES, "agent.create_subagent(context)", "return None"),
    "host-state:assign.cache": M(f"{_AGENT}host_agent.py", "self.appagent_dict.get(key)", "None"),
    "host-state:assign.key": M(
        f"{_AGENT}host_agent.py",
        'f"{context.application_root_name}/{context.application_process_name}"',
        "context.application_root_name",
    ),
    "host-state:older-fail": M(
        f"{_FRAME}template.py",
        'agent.status, agent.failure = "ERROR", result.error',
        'agent.status, agent.failure = "FAIL", result.error',
    ),
    "host:log-lines": M(
        _ROUND,
        "            self._emitter.emit(StateEntered(agent=agent.name, state=state.name()))\n            await self._handle",
        "            await self._handle",
    ),
    "host-llm:transient": M("ufo/llm/retries.py", "if attempt == max_retry:", "if attempt == 0:"),
    "host-state:assign.host": M(f"{_AGENT}basic_agent.py", "        self.host = host\n", "        self.host = self\n"),
    "host-state:assign.blackboard": M(
        f"{_AGENT}basic_agent.py", "(name, services, tools, host.blackboard)", "(name, services, tools, Blackboard())"
    ),
    "host-state:assign.operator": M(
        _HOST_STATES,
        "self.next_agent(agent).default_state",
        'self.manager().get_state("CONTINUE")',
    ),
    "host-state:finish": M(
        _HOST_STATES,
        "status = HostAgentStatus.FINISH\n\n    def next_state(",
        "status = HostAgentStatus.FINISH\n\n    def state_after(",
    ),
    "host-state:fail": M(_HOST_STATES, "return self.manager().get_state(HostAgentStatus.FINISH)", "return self"),
    "host-state:error": M(
        _HOST_STATES, "class ErrorHostAgentState(_FailedHostAgentState)", "class ErrorHostAgentState(HostAgentState)"
    ),
    "host-state:pending": M(f"{_STATES}state.py", "await agent.process_asker(", "str("),
    "host-state:pending.timeout": (
        M(f"{_AGENT}basic_agent.py", 'self.status = "FAIL"', 'self.status = "CONTINUE"'),
        M(f"{_AGENT}basic_agent.py", "any(answer.strip() for answer in answers)", "bool(answers)"),
    ),
    "host-state:pending.async": M(f"{_STATES}state.py", "await agent.process_asker(", "agent.process_asker("),
    "host-state:confirm": M(
        f"{_STATES}state.py", "await agent.process_confirmation(context)", 'agent.status = "CONTINUE"'
    ),
    "host-state:confirm.before": M(
        f"{_SHARED}dispatch_actions.py", "if verdict.needs_consent]", "if not verdict.needs_consent]"
    ),
    "host-state:hand-back": M(
        f"{_AGENT}host_agent.py",
        "self.status = HostAgentStatus.CONTINUE\n        return self.state_manager()",
        "self.status = HostAgentStatus.FINISH\n        return self.state_manager()",
    ),
    "host-state:assign.failed": M(_ROUND, " or state.name() == HostAgentStatus.ASSIGN", ""),
    "host-state:agent-class": M(
        _HOST_STATES, '"ufo.agents.agent.host_agent:HostAgent"', '"ufo.agents.agent.app_agent:AppAgent"'
    ),
    "host-state:factory": M("ufo/agents/factory.py", "if kind in _APP_AGENTS:", "if False:"),
    "host-state:create-subagent.context": M(
        f"{_AGENT}host_agent.py", "self.appagent_dict[key] = agent", "self.appagent_dict[key] = self"
    ),
    "app-state:seven": M(_APP_STATES, 'SCREENSHOT = "SCREENSHOT"', 'SCREENSHOT = "SHOT"'),
    "app-state:matrix": M(_APP_STATES, "_S.PENDING: ANSWERED", "_S.PENDING: {}"),
    "app-state:screenshot": M(
        _APP_STATES,
        "class ScreenshotAppAgentState(ContinueAppAgentState)",
        "class ScreenshotAppAgentState(AppAgentState)",
    ),
    "app-state:finish": M(_APP_STATES, "agent.archive_subtask(context)", "return None"),
    "app-state:fail": M(
        _APP_STATES, "class FailAppAgentState(_HandBackState)", "class FailAppAgentState(AppAgentState)"
    ),
    "app-state:error.between-phases": M(
        _ROUND, "if isinstance(agent, SubAgent) and not state.is_subtask_end():", "if False:"
    ),
    "app-state:error.third-party": M(
        _ROUND,
        "agent.failure, agent.status = reason, AppAgentStatus.ERROR",
        "agent.failure, agent.status = reason, AppAgentStatus.FINISH",
    ),
    "app-state:archive": M(f"{_AGENT}basic_agent.py", "            result=result,\n", ""),
}

_OF_PIPELINE: dict[str, Fixed] = {
    "processor:four-phases": M(
        "ufo/agents/processors/host_agent_processor.py",
        "HostActionExecutionStrategy(fail_fast=False)",
        "HostActionExecutionStrategy(fail_fast=True)",
    ),
    "processor:app.four-phases": M(
        "ufo/agents/processors/app_agent_processor.py",
        "strategies=[AppScreenshotCaptureStrategy(), AppControlInfoStrategy()]",
        "strategies=[AppScreenshotCaptureStrategy()]",
    ),
    "processor:middleware": M(
        "ufo/agents/processors/host_agent_processor.py", "[HostAgentLoggingMiddleware()]", "[StepLoggingMiddleware()]"
    ),
    "processor:app.middleware": M(
        "ufo/agents/processors/app_agent_processor.py", "[AppAgentLoggingMiddleware()]", "[StepLoggingMiddleware()]"
    ),
    "processor:middleware.order": M(f"{_FRAME}template.py", "reversed(self.middleware_chain)", "self.middleware_chain"),
    "processor:fail-fast": M(f"{_FRAME}template.py", "            if strategy.fail_fast:\n                break\n", ""),
    "processor:graceful": M(f"{_FRAME}template.py", "if strategy.fail_fast:", "if strategy.name:"),
    "processor:graceful.reported": M(f"{_FRAME}template.py", "success=failure is None", "success=True"),
    "processor:depends-on": M(f"{_FRAME}strategy.py", "cls.declared_dependencies = _names(names)", "pass", True),
    "processor:provides": M(f"{_FRAME}strategy.py", "cls.declared_provides = _names(names)", "pass", True),
    "processor:checked-when-built": M(f"{_FRAME}strategy.py", "            if missing:", "            if False:"),
    "processor:undeclared-read": M(f"{_FRAME}phases.py", "if name not in self._allowed:", "if False:"),
    "processor:declared-more": M(f"{_HOST}decide_target.py", "    notices: tuple[str, ...]\n", ""),
    "processor:composed": M(f"{_FRAME}strategy.py", "context.commit(result.data)", "pass"),
    "processor:composed.atomic": M(
        f"{_FRAME}strategy.py",
        "            if not result.success:\n                return ProcessingResult(False, data",
        "            if False:\n                return ProcessingResult(False, data",
    ),
    "processor:result": M(f"{_FRAME}template.py", "execution_time=sum(", "execution_time=0.0 * sum("),
}

_OF_HOST: dict[str, Fixed] = {
    "host-collect:names": M(f"{_HOST}collect.py", "    log_path: str\n", ""),
    "host-collect:screenshot": M(f"{_HOST}collect.py", "all_screens=True", "all_screens=False"),
    "host-collect:windows": (
        M(f"{_HOST}collect.py", "refresh_app_windows=True", "refresh_app_windows=False"),
        M(f"{_HOST}collect.py", "remove_empty=True", "remove_empty=False"),
    ),
    "host-collect:third-party": M(
        f"{_HOST}collect.py", "self._register_third_party_agents(registry, len(app_windows_info))", "pass"
    ),
    "host-collect:third-party.ids": M(f"{_HOST}collect.py", "first = max(start_index", "first = 1 + max(start_index"),
    "host-collect:list": (
        M(f"{_HOST}collect.py", 'keep_keys=["id", "name", "kind"]', 'keep_keys=["id", "name"]'),
        M(f"{_HOST}collect.py", 'keep_keys=["id", "name", "kind"]', 'keep_keys=["id", "kind"]'),
        M(f"{_HOST}collect.py", 'keep_keys=["id", "name", "kind"]', 'keep_keys=["name", "kind"]'),
    ),
    "host-collect:rebuilt": M(
        f"{_HOST}collect.py", "registry = target_registry or TargetRegistry()", "registry = _KEPT"
    ),
    "host-llm:names": M(
        f"{_HOST}decide_target.py",
        "    question_list: tuple[str, ...]\n",
        "    asked: tuple[str, ...]\n",
    ),
    "host-llm:prompt": (
        M(f"{_AGENT}host_agent.py", "plan=tuple(plan)", "plan=()"),
        M(
            f"{_AGENT}host_agent.py",
            "images=self.pictures(image_list),\n            targets",
            "images=(),\n            targets",
        ),
        M(f"{_AGENT}host_agent.py", "targets=targets_of(os_info)", "targets=()"),
        M(
            f"{_AGENT}host_agent.py",
            "            request=request,\n        )\n        if blackboard_prompt",
            "            request='',\n        )\n        if blackboard_prompt",
        ),
        M(
            f"{_AGENT}host_agent.py",
            "return self.rendered(inputs)\n        return with",
            "return self.rendered(replace(inputs, blackboard=BlackboardView()))\n        return with",
        ),
    ),
    "host-llm:retry": M("ufo/agents/heard_answers.py", "services.settings.system.json_parsing_retry", "5"),
    "host-llm:required": (
        M(
            f"{_SHARED}answer_checks.py",
            "    if empty:\n        raise",
            "    if False:\n        raise",
        ),
        M(
            f"{_SHARED}answer_checks.py",
            'for field in ("observation", "thought", "status")',
            'for field in ("thought", "status")',
        ),
        M(
            f"{_SHARED}answer_checks.py",
            'for field in ("observation", "thought", "status")',
            'for field in ("observation", "status")',
        ),
        M(
            f"{_SHARED}answer_checks.py",
            'for field in ("observation", "thought", "status")',
            'for field in ("observation", "thought")',
        ),
    ),
    "host-llm:status-list": M(
        f"{_SHARED}answer_checks.py", "if status and status.upper() not in allowed:", "if False:"
    ),
    "host-llm:spellings": M("ufo/schema/response.py", '"args": "arguments"', '"arg": "arguments"'),
    "host-llm:message": M(
        "ufo/schema/response.py", "return [value] if isinstance(value, str) else value", "return value"
    ),
    "host-llm:bash": M(f"{_HOST}decide_target.py", "if response.bash:", "if False:"),
    "host-llm:thread": M("ufo/llm/provider.py", "async def complete(", "def complete("),
    "host-llm:backup": (
        M("ufo/llm/fallback.py", "except ModelUnavailable", "except ZeroDivisionError"),
        M("ufo/llm/registry.py", "backup = _for_backup(settings.backup, settings)", "pass"),
        M(f"{_AGENT}model_agent.py", "may_use_backup=use_backup_engine", "may_use_backup=True"),
    ),
    "host-act:names": M(f"{_HOST}execute_choice.py", '    selected_application_root: str = ""\n', ""),
    "host-act:window": M(
        f"{_HOST}execute_choice.py",
        '"id": str(target.id), "name": target.name}\n        return await',
        '"id": "0", "name": target.name}\n        return await',
    ),
    "host-act:root": M(f"{_HOST}execute_choice.py", "str(told or", "str("),
    "host-act:third-party": M(
        f"{_HOST}execute_choice.py", "if target.kind is TargetKind.THIRD_PARTY_AGENT:", "if False:"
    ),
    "host-act:generic": M(
        f"{_HOST}execute_choice.py", "tool_name=parsed_response.function", 'tool_name="list_applications"'
    ),
    "host-act:none": M(
        f"{_HOST}execute_choice.py",
        "if not response.function:\n            results = await",
        "if False:\n            results = await",
    ),
    "host-act:info": (
        M(f"{_HOST}execute_choice.py", "            status=parsed_response.status,\n", ""),
        M(
            f"{_HOST}execute_choice.py",
            "            function=parsed_response.function,\n            arguments",
            "            arguments",
        ),
        M(
            f"{_HOST}execute_choice.py",
            "            arguments=parsed_response.arguments,\n            target",
            "            target",
        ),
        M(f"{_HOST}execute_choice.py", "            target=target_registry.get(selected_target_id),\n", ""),
        M(
            f"{_HOST}execute_choice.py",
            "result=execution_result[0] if execution_result else Result",
            "result=Result(status=ResultStatus.NONE) if execution_result else Result",
        ),
    ),
    "host-act:vanished": M(
        f"{_HOST}execute_choice.py",
        "status in (HostAgentStatus.ASSIGN, HostAgentStatus.FINISH)",
        "status in (HostAgentStatus.FINISH,)",
    ),
    "host-act:select-command": M(
        f"{_HOST}decide_target.py", 'SELECT = "select_application_window"', 'SELECT = "select_application"'
    ),
    "host-memory:names": M(f"{_SHARED}remember.py", "    memory_keys_count: int\n", "    count: int\n"),
    "host-memory:item": (
        M(f"{_SHARED}remember.py", "known.selected_application_root", '""'),
        M(f"{_SHARED}remember.py", "= action.function, action.arguments", "= action.function, {}"),
        M(f"{_SHARED}remember.py", "known.action_representation = action.to_representation()", "pass"),
    ),
    "host-memory:log": M(
        f"{_SHARED}remember.py",
        "global_context.add_to_structural_logs(memory_item.to_dict())",
        "pass",
    ),
    "host-memory:blackboard": M(f"{_SHARED}remember.py", "self._show(host_agent, memory_item)", "pass"),
    "host-memory:trajectory-keys": M(f"{_SHARED}remember.py", "item.filter(history_keys)", "item.to_dict()"),
    "host-memory:for-app-agents": M(
        "ufo/prompts/prompter.py", "tuple(record for record in others if record not in told)", "()"
    ),
    "host-memory:history-keys": M(
        "ufo/config/settings.py", '"action_representation", "status", "result",', '"action_representation",', True
    ),
    "host-memory:counted": (
        M("ufo/agents/processors/local_values.py", "context.current_round_step,", "context.session_step,"),
        M(
            "ufo/agents/processors/local_values.py",
            '"session_step": context.session_step',
            '"session_step": agent.step',
        ),
        M("ufo/agents/processors/local_values.py", '"agent_step": agent.step', '"agent_step": context.session_step'),
    ),
    "host-memory:prompt-shape": M(f"{_AGENT}model_agent.py", "(*parts, *user.parts)", "(*user.parts, *parts)"),
    "host-collect:settings-place": M(
        "ufo/config/settings.py", "    enabled_third_party_agents:", "    third_party_agents:", True
    ),
    "host-collect:no-picture": M(
        f"{_SHARED}take_picture.py",
        "except ToolError as error:\n        notes.append(str(error))",
        "except ToolError:\n        raise",
    ),
    "app-capture:no-picture": M(
        f"{_SHARED}take_picture.py", 'remarks += [f"there is no picture: {note}" for note in notes]', "pass"
    ),
    "host-llm:recovery": M(f"{_FRAME}template.py", "if agent.recovers(result.exception):", "if False:"),
    "host-state:finish.truth": M(
        "ufo/runs/sessions/session.py", "if failed and outcome is RunOutcome.COMPLETED_UNVERIFIED:", "if False:"
    ),
    "host:message-constructor": M(
        f"{_AGENT}host_agent.py", "previous_subtasks=records_of(prev_subtask)", "previous_subtasks=()"
    ),
    "host:get-prompter": M(f"{_AGENT}host_agent.py", "example_prompt, api_prompt)", "example_prompt)"),
    "host:sub-agent-amount": M(f"{_AGENT}host_agent.py", "return len(self.appagent_dict)", "return 1"),
}

_OF_APP: dict[str, Fixed] = {
    "app-capture:names": M(f"{_APP}look.py", "    screenshot_saved_time: float\n", ""),
    "app-capture:files": (
        M(f"{_APP}look.py", 'f"desktop_step{step}.png"', 'f"desktop{step}.png"'),
        M(f"{_APP}look.py", 'Shot("clean", f"action_step{step}.png"', 'Shot("clean", f"action{step}.png"'),
        M(f"{_APP}look.py", 'f"ui_trees/ui_tree_step{step}.json"', 'f"ui_tree_step{step}.json"'),
    ),
    "app-capture:optional": (
        M(f"{_APP}look.py", "if settings.save_full_screen:", "if True:"),
        M(f"{_APP}look.py", "if settings.save_ui_tree:", "if True:"),
    ),
    "app-capture:window": M(
        f"{_APP}look.py",
        'collect(command_dispatcher, "get_app_window_info")',
        'collect(command_dispatcher, "get_ui_tree")',
    ),
    "app-controls:names": M(f"{_APP}look.py", "    control_recorder: dict[str, tuple[TargetInfo, ...]]\n", ""),
    "app-controls:annotated": M(
        f"{_APP}look.py",
        "photographer.capture_with_target_list(picture, controls)",
        "picture",
    ),
    "app-controls:dict": M(f"{_APP}look.py", "{str(target.id): target for target in controls}", "{}"),
    "app-controls:merge": M("ufo/vision/merge.py", "rect.iou(other) > threshold", "False"),
    "app-controls:path-twice": M(
        f"{_APP}look.py",
        "annotated_screenshot_path=known.annotated_screenshot_path,",
        'annotated_screenshot_path="",',
    ),
    "app-llm:names": M(f"{_APP}decide_actions.py", "    last_control_screenshot_path: str\n", ""),
    "app-llm:images": M(
        f"{_APP}decide_actions.py",
        "if settings.include_last_screenshot else []",
        "if False else []",
    ),
    "app-llm:knowledge": (
        M(
            f"{_AGENT}app_agent.py",
            "return known if (told.examples",
            "return Knowledge() if (told.examples",
        ),
        M("ufo/prompts/prompter.py", '            ("examples from experience", knowledge.experience_examples),\n', ""),
        M(
            "ufo/prompts/prompter.py",
            '            ("examples shown by people", knowledge.demonstration_examples),\n',
            "",
        ),
        M("ufo/prompts/prompter.py", '            ("help documents", knowledge.offline_docs),\n', ""),
        M("ufo/prompts/prompter.py", '            ("pages from the web", knowledge.online_docs),\n', ""),
    ),
    "app-llm:retry": M("ufo/agents/heard_answers.py", "services.settings.system.json_parsing_retry", "1"),
    "app-llm:last-actions": M(f"{_APP}decide_actions.py", "actions=tuple(agent.history)", "actions=()"),
    "app-llm:older-shape": M("ufo/schema/response.py", '("control_label", "id")', '("control_label", "label")'),
    "app-act:names": M(f"{_APP}execute_actions.py", "    control_log: tuple[str, ...]\n", ""),
    "app-act:command": M("ufo/schema/action.py", "parameters=self.arguments", "parameters={}"),
    "app-act:target": M(f"{_APP}execute_actions.py", "action.target or annotation_dict", "None and annotation_dict"),
    "app-act:string": M("ufo/schema/action.py", " on [{self.target.id}]", " at [{self.target.id}]"),
    "app-act:marked": M(f"{_APP}execute_actions.py", "_selected_controls.png", "_selected.png"),
    "app-act:graceful": M(
        f"{_SHARED}remember.py",
        "agent.remember(item, known.action_info or ()",
        "agent.remember(MemoryItem(), known.action_info or ()",
    ),
    "app-memory:names": M(f"{_SHARED}remember.py", "    updated_blackboard: bool\n", "    updated: bool\n"),
    "app-memory:item": (
        M(f"{_SHARED}remember.py", "success_only=True", "success_only=False"),
        M(f"{_SHARED}remember.py", "kept.function_call = actions.get_function_calls()", "pass"),
        M(
            f"{_SHARED}remember.py",
            "kept.action = actions.to_list_of_dicts(previous_actions=previous)",
            "kept.action = actions.to_list_of_dicts(success_only=True)",
        ),
        M(f"{_SHARED}remember.py", "kept.action_type = [result.namespace for", "_ = [result.namespace for"),
        M(f"{_SHARED}remember.py", "kept.action_representation = actions.to_representation()", "pass"),
    ),
    "app-memory:screenshot": (
        M(f"{_SHARED}remember.py", "        if save_screenshot:\n", "        if False:\n"),
        M(
            f"{_SHARED}remember.py",
            '"screenshot application": application_process_name',
            '"screenshot application": ""',
        ),
        M(f"{_SHARED}remember.py", '"saving reason": save_reason', '"saving reason": ""'),
    ),
    "app-memory:selective": M(
        f"{_SHARED}remember.py",
        "agent.blackboard.add_trajectories(kept)",
        "agent.blackboard.add_trajectories(item.to_dict())",
    ),
    "app-memory:control-label": M(
        f"{_SHARED}remember.py",
        "kept.action = actions.to_list_of_dicts(previous_actions=previous)",
        "pass",
    ),
}

_OF_SNIPPETS: dict[str, Fixed] = {
    "snippet:states": M(_HOST_STATES, 'CONFIRM = "CONFIRM"', 'CONFIRM = "CONFIRMED"'),
    "snippet:overview": M(
        "ufo/schema/response.py", '"currentsubtask": "current_subtask"', '"currentsubtask": "subtask"'
    ),
    "snippet:steps": M(
        f"{_HOST}decide_target.py", "raising_check(self._validate_response_fields)", "raising_check(require_filled)"
    ),
    "snippet:local-context": M(
        f"{_FRAME}phases.py", "copy(self._context.local_context)", "self._context.local_context"
    ),
    "snippet:frozen": M(
        f"{_APP}execute_actions.py",
        "self._create_action_info(known.annotation_dict, named, done.results)",
        "named",
    ),
    "snippet:drawn": M("ufo/vision/photographer.py", "annotate(image, _origin(picture), targets)", "image"),
    "snippet:host-strategy": M("ufo/schema/target.py", "str(value).casefold() == kind.value.casefold()", "False"),
    "snippet:app-strategy": M("ufo/schema/target.py", "kind: TargetKind = TargetKind.CONTROL", "kind: TargetKind"),
}

_OF_SENTENCES: dict[str, Fixed] = {
    "host:instantiation": (
        M(
            f"{_APP}decide_actions.py",
            "subtask=known.subtask,\n            application",
            'subtask="",\n            application',
        ),
        M("ufo/agents/factory.py", 'config["app_root_name"]', '"default"'),
    ),
    "host:input.request": M(
        f"{_HOST}decide_target.py",
        "request=known.request,\n        targets",
        'request="",\n        targets',
    ),
    "host:input.applications": M(
        f"{_HOST}decide_target.py",
        "targets=tuple(known.target_registry.all_targets())",
        "targets=()",
    ),
    "host:input.screenshot": M(f"{_AGENT}host_agent.py", "images=self.pictures(image_list)", "images=()"),
    "host:input.subtasks": (
        M(f"{_HOST}decide_target.py", "previous_subtasks=known.previous_subtasks", "previous_subtasks=()"),
        M("ufo/prompts/prompter.py", '"previous_subtasks": whole_records_to_prompt(', '"previous_subtasks": "" and ('),
    ),
    "host:input.plan": M(f"{_HOST}decide_target.py", "plan=known.prev_plan", "plan=()"),
    "host:input.blackboard": M(f"{_HOST}decide_target.py", "blackboard=agent.blackboard.view(),", ""),
    "host:results-seen": M(f"{_AGENT}basic_agent.py", "self.blackboard.add_result(record)", "pass"),
    "host:output.subtask": M(f"{_HOST}decide_target.py", "subtask=response.current_subtask", 'subtask=""'),
    "host:output.message": M(f"{_HOST}decide_target.py", "host_message=tuple(response.message)", "host_message=()"),
    "host:output.plan": M(f"{_HOST}decide_target.py", "plan=tuple(response.plan)", "plan=()"),
    "host:output.status": M(
        f"{_HOST}execute_choice.py",
        "    status = response.status\n",
        '    status = "CONTINUE"\n',
    ),
    "host:output.observation": M(
        "ufo/agents/processors/turn_processor.py",
        'model_dump(mode="json")',
        'model_dump(mode="json", exclude={"observation"})',
    ),
    "host:output.thought": M(
        "ufo/agents/processors/turn_processor.py",
        'model_dump(mode="json")',
        'model_dump(mode="json", exclude={"thought"})',
    ),
    "host:output.comment": M(
        "ufo/agents/processors/turn_processor.py",
        'model_dump(mode="json")',
        'model_dump(mode="json", exclude={"comment"})',
    ),
    "host:output.questions": M(
        f"{_AGENT}basic_agent.py", "self.services.user.ask(questions)", "self.services.user.ask(questions[:1])"
    ),
    "host:output.label": M(f"{_HOST}decide_target.py", '{"id": response.control_label', '{"id": "1"'),
    "host:output.text": M(f"{_HOST}decide_target.py", '"name": response.control_text}', '"name": ""}'),
    "host:json": M("ufo/llm/json_answer.py", "found.append(value)", "found.append({})"),
    "host:provision-once": M(f"{_AGENT}basic_agent.py", "self._context_provision_executed = True", "pass"),
    "host:default-state": M(f"{_AGENT}basic_agent.py", "get_state(self.first_status)", 'get_state("PENDING")'),
    "host:blackboard": M(
        f"{_AGENT}basic_agent.py",
        "(name, services, tools, host.blackboard)",
        "(name, services, tools, Blackboard.from_json(host.blackboard.blackboard_to_json()))",
    ),
    "host-state:round-ends": M(
        _HOST_STATES,
        "    def is_round_end(self) -> bool:\n        return True",
        "    def is_round_end(self) -> bool:\n        return False",
    ),
    "host-state:processor-runs": M(
        f"{_STATES}state.py", "await agent.process_asker(", "await agent.process(context) or str("
    ),
    "host-state:next-agent": M(_HOST_STATES, "return agent.get_active_appagent()", "return agent"),
    "host-state:finish.results": M("ufo/memory/blackboard.py", "self._results.append(record)", "pass"),
    "host-state:fail.rejection": M(
        f"{_AGENT}basic_agent.py",
        'if not consent:\n            self.status = "FAIL"',
        'if not consent:\n            self.status = "CONTINUE"',
    ),
    "host-state:pending.answer": M(
        f"{_AGENT}basic_agent.py", 'add_questions({"question": question', 'add_requests({"question": question'
    ),
    "host-state:confirm.shown": M(
        f"{_AGENT}basic_agent.py", "self.services.user.confirm(pending.question)", 'self.services.user.confirm("?")'
    ),
    "host-state:confirm.deletion": M(f"{_SHARED}dispatch_actions.py", "if verdict.needs_consent]", "if False]"),
    "host-state:confirm.launch": M(f"{_SHARED}dispatch_actions.py", "if verdict.needs_consent]", "if True]"),
    "host-state:status-field": M(
        f"{_HOST}execute_choice.py",
        "    return status, feedback\n\n\nasync def _watch",
        '    return status and "FINISH", feedback\n\n\nasync def _watch',
    ),
    "host-state:handle": M(f"{_STATES}state.py", "        return None\n", "        agent.handled = True\n"),
    "host-collect:fields": M(
        "ufo/schema/target.py", "rect: tuple[int, int, int, int] | None = None", "rect: None = None"
    ),
    "host-collect:ids": M(f"{_HOST}collect.py", "for row in rows or []", "for row in rows[1:]"),
    "host-collect:all": M("ufo/schema/target.py", "if target.name == name]", "if target.name != name]"),
    "host-llm:fields": M(
        "ufo/schema/response.py", "    thought: str\n    status: str\n    current", "    status: str\n    current"
    ),
    "host-llm:values": (
        M(f"{_HOST}decide_target.py", "function_arguments=response.arguments", "function_arguments={}"),
        M(f"{_HOST}decide_target.py", "function_name=response.function", 'function_name=""'),
        M(f"{_HOST}decide_target.py", "question_list=tuple(response.questions)", "question_list=()"),
        M(
            f"{_HOST}decide_target.py",
            "                result=response.result,\n                host_message",
            '                result="x",\n                host_message',
        ),
    ),
    "host-llm:retry.default": M(
        "ufo/config/settings.py",
        "json_parsing_retry: Guarded[Count[int]] = Field(default=3",
        "json_parsing_retry: Guarded[Count[int]] = Field(default=4",
    ),
    "host-act:foreground": M(
        f"{_HOST}execute_choice.py", "if target.kind is TargetKind.THIRD_PARTY_AGENT:", "if True:"
    ),
    "host-act:context": M("ufo/agents/round_context.py", "self.application_window_info = outcome.window", "pass"),
    "host-act:launch": M(
        f"{_HOST}execute_choice.py", "parameters=parsed_response.arguments", 'parameters={"name": "Nothing"}'
    ),
    "host-act:close": M(
        f"{_HOST}execute_choice.py",
        "parameters=parsed_response.arguments",
        'parameters={**parsed_response.arguments, "id": "99"}',
    ),
    "host-act:bash": M(
        f"{_HOST}decide_target.py", 'if "bash_command" in (call.function for call in response.calls):', "if False:"
    ),
    "host-memory:fields": (
        M(f"{_SHARED}remember.py", "action.to_representation()", '""'),
        M(
            "ufo/agents/processors/local_values.py",
            '"session_step", "round_step", "round_num", "agent_step", "agent_name", "request", "status", "cost", "application",',
            '"round_step", "round_num", "agent_step", "agent_name", "request", "status", "cost", "application",',
        ),
        M(
            "ufo/agents/processors/local_values.py",
            '"session_step", "round_step", "round_num", "agent_step", "agent_name", "request", "status", "cost", "application",',
            '"session_step", "round_num", "agent_step", "agent_name", "request", "status", "cost", "application",',
        ),
        M(
            "ufo/agents/processors/local_values.py",
            '"session_step", "round_step", "round_num", "agent_step", "agent_name", "request", "status", "cost", "application",',
            '"session_step", "round_step", "agent_step", "agent_name", "request", "status", "cost", "application",',
        ),
        M(
            "ufo/agents/processors/local_values.py",
            '"session_step", "round_step", "round_num", "agent_step", "agent_name", "request", "status", "cost", "application",',
            '"session_step", "round_step", "round_num", "agent_name", "request", "status", "cost", "application",',
        ),
        M(
            "ufo/agents/processors/local_values.py",
            '"session_step", "round_step", "round_num", "agent_step", "agent_name", "request", "status", "cost", "application",',
            '"session_step", "round_step", "round_num", "agent_step", "request", "status", "cost", "application",',
        ),
        M(
            "ufo/agents/processors/local_values.py",
            '"session_step", "round_step", "round_num", "agent_step", "agent_name", "request", "status", "cost", "application",',
            '"session_step", "round_step", "round_num", "agent_step", "agent_name", "request", "status", "cost",',
        ),
        M(
            "ufo/agents/processors/local_values.py",
            '"action", "function_call", "arguments", "action_representation", "results",\n    )  # fmt: skip\n\n    desktop',
            '"function_call", "arguments", "action_representation", "results",\n    )  # fmt: skip\n\n    desktop',
        ),
        M(
            "ufo/agents/processors/local_values.py",
            '"action", "function_call", "arguments", "action_representation", "results",\n    )  # fmt: skip\n\n    desktop',
            '"action", "arguments", "action_representation", "results",\n    )  # fmt: skip\n\n    desktop',
        ),
        M(
            "ufo/agents/processors/local_values.py",
            '"action", "function_call", "arguments", "action_representation", "results",\n    )  # fmt: skip\n\n    desktop',
            '"action", "function_call", "arguments", "action_representation",\n    )  # fmt: skip\n\n    desktop',
        ),
    ),
    "host-memory:json": (
        M(f"{_SHARED}remember.py", 'each.model_dump(mode="json") for each', "each for each"),
        M(
            "ufo/agents/processors/turn_processor.py",
            "agent.services.run_log.log_step(local.memory_item.to_dict())",
            "pass",
        ),
    ),
    "processor:error-text": M(f"{_FRAME}strategy.py", 'said = f"{self.name} failed: {error}"', "said = str(error)"),
    "processor:phases": M(
        f"{_FRAME}template.py",
        "return await self._run(self.strategies.items())",
        "return await self._run(reversed(self.strategies.items()))",
    ),
    "app-capture:time": M(f"{_APP}look.py", "round(saved_time, 4)", "0.0"),
    "app-capture:clean": M(
        f"{_APP}look.py",
        'collect(command_dispatcher, "capture_window_screenshot")',
        'collect(command_dispatcher, "capture_desktop_screenshot")',
    ),
    "app-controls:counts": (
        M(f"{_APP}look.py", '"merged_controls_info": tuple(controls)', '"merged_controls_info": ()'),
        M(f"{_APP}look.py", "if not control.by_sight),", "),"),
        M("extensions/sight/ufo_sight/sighted_desktop.py", "seen=tuple(sight.targets)", "seen=tuple(extra)"),
    ),
    "app-controls:filter": M(
        "extensions/sight/ufo_sight/sighted_desktop.py",
        "filtered_s = time.perf_counter() - began",
        "filtered_s = 0.0",
    ),
    "app-llm:fields": M(
        "ufo/schema/response.py",
        '    comment: str = ""\n    questions: list[str] = Field(default_factory=list)\n    save',
        "    questions: list[str] = Field(default_factory=list)\n    save",
    ),
    "app-llm:prompt": (
        M(f"{_AGENT}app_agent.py", "host_message=tuple(host_message)", "host_message=()"),
        M(f"{_AGENT}app_agent.py", "plan=tuple(plan)", "plan=()"),
        M(f"{_AGENT}app_agent.py", "previous_subtasks=records_of(prev_subtask)", "previous_subtasks=()"),
        M(
            f"{_AGENT}app_agent.py",
            "            request=request,\n            subtask=subtask,",
            "            request='',\n            subtask=subtask,",
        ),
        M(
            f"{_AGENT}app_agent.py",
            "            subtask=subtask,\n            application",
            "            subtask='',\n            application",
        ),
        M(f"{_AGENT}app_agent.py", "application=current_application", "application=''"),
    ),
    "app-llm:values": (
        M(f"{_APP}decide_actions.py", "comment=response.comment", 'comment=""'),
        M(f"{_APP}decide_actions.py", "plan=tuple(response.plan)", "plan=()"),
        M(f"{_APP}decide_actions.py", "observation=response.observation", 'observation=""'),
        M(f"{_APP}decide_actions.py", "thought=response.thought", 'thought=""'),
        M(f"{_APP}decide_actions.py", "action=list(response.action)", "action=[ActionCommandInfo()]"),
    ),
    "app-act:order": M(
        f"{_APP}execute_actions.py", "for action in _listed(actions)]", "for action in _listed(actions)[:1]]"
    ),
    "app-act:parameters": M(f"{_APP}execute_actions.py", '"id": str(target.id)}', '"id": target.name}'),
    "app-memory:fields": (
        M(f"{_SHARED}remember.py", "kept.cost = known.llm_cost", "kept.request = None"),
        M(f"{_SHARED}remember.py", "kept.results = [result.model_dump", "[result.model_dump"),
        M(f"{_SHARED}remember.py", "kept.cost = known.llm_cost", "pass"),
        M(
            f"{_SHARED}remember.py",
            "getattr(known, field.name) for field in fields(_OfApp)}",
            "getattr(known, field.name) for field in fields(_OfApp) if field.name != 'session_step'}",
        ),
        M(
            f"{_SHARED}remember.py",
            "getattr(known, field.name) for field in fields(_OfApp)}",
            "getattr(known, field.name) for field in fields(_OfApp) if field.name != 'round_step'}",
        ),
        M(
            f"{_SHARED}remember.py",
            "getattr(known, field.name) for field in fields(_OfApp)}",
            "getattr(known, field.name) for field in fields(_OfApp) if field.name != 'agent_step'}",
        ),
        M(
            f"{_SHARED}remember.py",
            "getattr(known, field.name) for field in fields(_OfApp)}",
            "getattr(known, field.name) for field in fields(_OfApp) if field.name != 'subtask'}",
        ),
        M(
            f"{_SHARED}remember.py",
            "getattr(known, field.name) for field in fields(_OfApp)}",
            "getattr(known, field.name) for field in fields(_OfApp) if field.name != 'app_root'}",
        ),
    ),
    "app-memory:log": M(
        f"{_SHARED}remember.py",
        "context.global_context.add_to_structural_logs(memory_item.to_dict())",
        "pass",
    ),
    "app-memory:trajectory": M(
        f"{_SHARED}remember.py",
        "has_shown = self._show(agent, memory_item)",
        "has_shown = False",
    ),
}

_OF_SCENARIOS: dict[str, Fixed] = {
    "host-state:assign.third-party": M(
        f"{_AGENT}host_agent.py", "key = agent_name", "raise ProcessingException(agent_name)"
    ),
    "host-state:error-or-fail": M(f"{_HOST}execute_choice.py", "if status == HostAgentStatus.FAIL:", "if False:"),
    "host-state:model-fail": M(
        f"{_HOST}execute_choice.py",
        'agent.will_ask(response.questions or [f"{reason} What should be done?"], failure=reason)',
        "pass",
    ),
    "host-state:confirm.pipeline": M(
        f"{_AGENT}basic_agent.py", "self.confirmed = pending if pending.commands else None", "pass"
    ),
    "host-state:confirm.handle": M(f"{_AGENT}basic_agent.py", "= pending if pending.commands else None", "= None"),
    "host:message-constructor.body": M("ufo/prompts/prompter.py", "mpt_helper(told_tools(inputs),", "mpt_helper((),"),
    "snippet:awaited": M(
        f"{_APP}decide_actions.py",
        "return await agent.external_knowledge_prompt_helper(subtask, agent.host.request)",
        "return Knowledge()",
    ),
    "host-state:confirm.bare": M(f"{_AGENT}basic_agent.py", '"answer": "yes"}', '"answer": "no"}'),
    "app-state:confirm": M(f"{_AGENT}basic_agent.py", "if not consent:", "if False:"),
    "app-state:error": M(
        _APP_STATES, "class ErrorAppAgentState(_HandBackState)", "class ErrorAppAgentState(AppAgentState)"
    ),
    "round:loop": M(
        f"{_STATES}state.py",
        "def next_agent(self, agent: Any) -> Any:\n        return agent\n",
        "def next_agent(self, agent: Any) -> Any:\n        return None\n",
    ),
    "round:example": M(_HOST_STATES, "self.next_agent(agent).default_state", "self"),
    "host:constructor": M("ufo/prompts/prompter.py", 'main_prompt: str = "host_agent"', 'prompt: str = "host_agent"'),
    "host:print-response": M(
        "ufo/agents/processors/turn_processor.py", 'response.model_dump(mode="json")', "{}.copy()"
    ),
    "host:single": M(
        f"{_AGENT}host_agent.py", 'self.blackboard.add_requests({"request": request})', "self.blackboard.clear()"
    ),
    "host:launch": M(
        f"{_HOST}execute_choice.py",
        "[Command(tool_name=parsed_response.function, parameters=parsed_response.arguments)]",
        "[]",
    ),
    "host:lifecycle.result": M(
        f"{_AGENT}basic_agent.py",
        "self.blackboard.add_result(record)",
        'self.blackboard.add_result(record.model_copy(update={"result": ""}))',
    ),
    "app-controls:omniparser": M(
        "extensions/sight/ufo_sight/omniparser/parsed_content.py", "source=SOURCE", 'source="sight"'
    ),
    "app-controls:where": M(
        "extensions/sight/ufo_sight/sighted_desktop.py",
        "beside_tree(in_tree, sight.targets, self._overlap)",
        "sight.targets",
    ),
    "snippet:ufo-config": M("ufo/config/settings.py", "save_ui_tree: Guarded[bool]", "save_tree: Guarded[bool]"),
    "snippet:images": M(f"{_AGENT}app_agent.py", "images=self.pictures(image_list)", "images=()"),
    "snippet:last-actions": M(
        f"{_AGENT}app_agent.py",
        "known.actions if last_success_actions is None else",
        "() if last_success_actions is None else",
    ),
}

_OF_SUBTASKS: dict[str, Fixed] = {
    "host:decomposition": M(_GRAPH, " and done.issuperset(node.depends_on)", ""),
    "host:decomposition.results": M(
        "ufo/agents/round_context.py", "return tuple(done[name] for name in needed if name in done)", "return ()"
    ),
    "host:decomposition.failure": M(_GRAPH, "FAILED, reason=reason)._spread()", "FAILED, reason=reason)"),
    "host:decomposition.plan": M(_GRAPH, "[text, *(word for word in plan if word.strip())]", "[text]"),
    "host:decomposition.bad": M(_GRAPH, "TopologicalSorter(needs).prepare()", "TopologicalSorter(needs)"),
}

_OF_COMPARISON: dict[str, Fixed] = {
    "host:blackboard.subtask": M("ufo/config/settings.py", '"agent_name", "current_subtask",', '"agent_name",'),
    "host:status-manager": M(
        f"{_AGENT}basic_agent.py",
        "def status_manager(self) -> AgentStateManager:\n        return self.state_manager()",
        "def status_manager(self) -> AgentStateManager:\n        return self.state_manager",
    ),
    "host:blackboard.kept": M(
        "ufo/runs/sessions/restore.py",
        'step.agent, "" if step.agent == HOST else step.subtask)',
        'step.agent, "")',
    ),
    "host-state:pending.event": M(
        "ufo/tools/servers/app_ui.py",
        '        if not found:\n            raise ToolError(\n                f"{name!r}',
        '        if False:\n            raise ToolError(\n                f"{name!r}',
    ),
    "host:active-agent": M(
        f"{_AGENT}host_agent.py",
        'raise ProcessingException("no sub-agent is active; select an application first")',
        "pass",
    ),
    "host:unsupported-mode": M(
        f"{_AGENT}agent_config.py",
        'if kind is None:\n        raise ValueError(f"Unsupported mode: {mode}")',
        'if kind is None:\n        kind = _Kind("", "", "")',
    ),
    "host-state:continue.pending": M(_HOST_STATES, "_S.PENDING: Decider.LLM", "_S.PENDING: Decider.SYSTEM"),
    "host-state:older-pending": M(
        f"{_SHARED}dispatch_actions.py",
        'self.waiting = PendingConfirmation("\\n".join(dict.fromkeys(questions)), tuple(commands))',
        "pass",
    ),
    "host-state:pending.switched-off": M(
        f"{_AGENT}basic_agent.py", "user.ask(questions) if ask_user else None", "user.ask(questions)"
    ),
    "host-state:confirm.system": M(f"{_SHARED}dispatch_actions.py", "        if questions:\n", "        if False:\n"),
    "host-state:finish.subtasks": M(
        f"{_HOST}plan_subtasks.py", "response.status == HostAgentStatus.FINISH and ready", "False"
    ),
    "host-state:session-goes-on": M(f"{_AGENT}host_agent.py", "self.set_state(self.default_state)", "pass"),
}

_REAL = "only make test-apps shows it, on real applications and for minutes; each part of it has a mutation of its own"
_TWICE = "it is checked when the control is aimed at and again as it is clicked: no change of one place lets it through"

WITHOUT = {
    "network:named": _REAL,
    "act:scripts": _REAL,
    "act:layouts": _REAL,
    "effect:trials": _REAL,
    "batch:saves-turns": _REAL,
    "turns:form": _REAL,
    "turns:one-application": _REAL,
    "turns:two-applications": _REAL,
    "window:followed.tools": _REAL,
    "bad:two-monitors": _REAL,
    "bad:foreign-dialog": _TWICE,
    "defect:19": _TWICE,
    "processor:async": "a strategy that is not awaited cannot be written as a change of one place",
    "host:retrievers": "what is not there cannot be broken",
    "app-state:pipeline": "a state that takes no turn never comes to an end; app-state:screenshot breaks the same line",
    "app-state:confirm.bare": "both agents ask by the same lines, which host-state:confirm.bare breaks",
    "snippet:utils": "what is not there cannot be broken",
    "host-llm:loop-goes-on": "a model that is not awaited cannot be written as a change of one place",
    "processor:base": "a class that is not a subclass any more breaks the import",
}
"""Requirements that have no mutation, each with the reason."""

_FIXED: dict[str, Fixed] = (
    _OF_STATES
    | _OF_PIPELINE
    | _OF_HOST
    | _OF_APP
    | _OF_SNIPPETS
    | _OF_SENTENCES
    | _OF_SCENARIOS
    | _OF_SUBTASKS
    | _OF_COMPARISON
    | FURTHER
)
MUTATIONS: dict[str, tuple[M, ...]] = {key: (one,) if isinstance(one, M) else one for key, one in _FIXED.items()}
"""By requirement: one for each part of its sentence."""
