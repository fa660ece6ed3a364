"""Mutations for the requirements that came later than the documents: sentences compared, tools, modes, acting, proving."""

from __future__ import annotations

from tests.mutations.mutant import Mutation as M

_STRATEGIES = "ufo/agents/processors/strategies/"
_HOST = f"{_STRATEGIES}host/"
_APP = f"{_STRATEGIES}app/"
_AGENT = "ufo/agents/agent/"
_DISPATCH = "ufo/tools/dispatch/"
_VERBS = "ufo/tools/servers/app_ui_verbs.py"
_HIT = "ufo/desktop/linux/x11/input/hit_window.py"

_OF_COMPARED = {
    "host-collect:kinds": M("ufo/schema/target.py", 'WINDOW = "window"', 'WINDOW = "APPLICATION_WINDOW"', True),
    "host-collect:url": M(f"{_HOST}collect.py", "desktop_screenshot_url=url", 'desktop_screenshot_url=""'),
    "host-collect:path": M(f"{_HOST}collect.py", "shot.path if url", "shot.save_path if url"),
    "host-collect:titles": M("ufo/tools/observe/observer.py", "remove_empty and _empty(window)", "False"),
    "host-collect:agents.type": M(f"{_HOST}collect.py", 'type="ThirdPartyAgent"', 'type="Agent"'),
    "host-llm:request-log": M(
        f"{_HOST}decide_target.py",
        "log_request(agent.services, agent.name, messages)",
        "pass",
    ),
    "host-llm:retry.exhausted": M("ufo/llm/turn.py", "in {attempt} tries", "in some tries"),
    "host-llm:retry.told": M("ufo/llm/turn.py", "if on_event is not None:", "if False:"),
    "host-llm:status-case": M("ufo/schema/response.py", "return value.strip().upper()", "return value.strip()"),
    "host-llm:cost": M(
        f"{_AGENT}model_agent.py",
        "answered.completion.text, heard.usage.cost",
        "answered.completion.text, heard.usage.cost or 0.0",
    ),
    "host-act:custom": M(f"{_HOST}execute_choice.py", "parameters=parsed_response.arguments", "parameters={}"),
    "processor:names": M(f"{_STRATEGIES}remember.py", 'name="host_memory_update"', 'name="host_memory"'),
    "processor:middleware.host": M(
        "ufo/agents/processors/turn_processor.py", 'emitter.emit(Noticed(level="error", text=', "str(str("
    ),
    "processor:middleware.app": M(
        "ufo/agents/processors/turn_processor.py",
        "                usage=usage,\n                seconds",
        "                seconds",
    ),
    "app-capture:desktop": M(f"{_APP}look.py", "all_screens=True", "all_screens=False"),
    "app-capture:path": M(f"{_APP}look.py", "clean.path if clean_url", "clean.save_path if clean_url"),
    "app-controls:field-list": M(
        f"{_APP}look.py",
        '"get_app_window_controls_target_info")',
        '"get_app_window_controls_target_info", field_list=["id"])',
    ),
    "app-controls:numbers": M("ufo/tools/observe/selection.py", "start=1", "start=2"),
    "app-controls:threshold": M(
        "extensions/sight/ufo_sight/configured.py", "settings.system.iou_threshold_for_merge", "0.1"
    ),
    "app-llm:request-log": M(
        f"{_APP}decide_actions.py",
        "log_request(agent.services, agent.name, messages)",
        "pass",
    ),
    "app-act:console": M("ufo/trace/panels.py", "*_thought(step), *_done(step)]", "*_thought(step)]"),
    "app-act:message": M(f"{_DISPATCH}results.py", "evidence=report.evidence", "evidence=()"),
    "host:create-subagent.none": M(
        f"{_AGENT}host_agent.py",
        "self, context: Context) -> SubAgent",
        "self, context: Context | None = None) -> SubAgent",
        True,
    ),
}

_OF_TOOLS = {
    "tools:names": M("ufo/tools/servers/app_ui.py", "async def set_edit_text(", "async def write_edit_text("),
    "tools:platform": M("ufo/extensions.py", '"WriterUnoExecutor"', '"WordExecutor"', True),
    "tools:save-as": M("extensions/libreoffice/ufo_libreoffice/reports.py", "suffix", "SUFFIX"),
    "tools:one-result": M(
        f"{_DISPATCH}mcp_dispatcher.py",
        "                results.append(result)\n",
        "                results.insert(0, result)\n",
    ),
    "tools:skipped": M(f"{_DISPATCH}mcp_dispatcher.py", "if not result.ok and self._is_action(command):", "if False:"),
    "defect:1": M("ufo/agents/states/host_agent_states.py", 'CONFIRM = "CONFIRM"', 'CONFIRM = "ASK"', True),
    "defect:2": M("ufo/agents/states/state.py", "if status not in self.transitions.get(source, {}):", "if status:"),
    "defect:3": M(f"{_AGENT}basic_agent.py", "self.confirmed = pending if pending.commands else None", "pass"),
    "defect:4": M(f"{_STRATEGIES}dispatch_actions.py", "if verdict.needs_consent]", "if False]"),
    "defect:9": M("ufo/agents/round_context.py", "self.structural_logs.append(record)", "pass"),
    "defect:10": M("ufo/memory/blackboard.py", '"metadata": dict(metadata)', '"metadata": {}'),
    "defect:11": M("ufo/llm/turn.py", "repairs=(*turn.repairs, (last_text, error))", "repairs=turn.repairs"),
    "defect:12": M(f"{_AGENT}host_agent.py", "self.appagent_dict.get(key)", "None"),
    "defect:14": M(
        "ufo/memory/blackboard.py",
        "self.trajectories = Memory(max_items=max_trajectories)",
        "self.trajectories = Memory()",
    ),
    "defect:15": M("ufo/agents/processors/framework/strategy.py", "            if missing:", "            if False:"),
    "defect:18": M(f"{_APP}execute_actions.py", '{**action.arguments, "id": str(target.id)}', '{"id": "1"}'),
    "defect:6": M("ufo/runs/plans/read_batch.py", 'if text and not text.startswith("#"):', "if False:"),
    "defect:8": M("ufo/vision/merge.py", "rect.iou(other) > threshold", "True"),
    "defect:20": M("ufo/runs/sessions/evaluation.py", "return LOWER[outcome],", "return outcome,"),
    "defect:22": M("ufo/tools/servers/command_line.py", "if finished.exit_code == 0 else", "if finished else"),
    "defect:23": M("ufo/agents/round_context.py", "self.previous_subtasks.append(record)", "pass"),
}

_OF_RUNS = {
    "resume:goes-on": M(
        "ufo/runs/sessions/restore.py", 'agent.plan = _plan(steps[-1].response.get("plan"))', "agent.plan = ()"
    ),
    "resume:killed-again": M(
        "ufo/runs/sessions/restore.py", "context.session_step = was.last_step", "context.session_step = 0"
    ),
    "replay:same": M(
        "ufo/runs/replay/comparison.py",
        "then.result.status is not now.result.status",
        "then.result.status is now.result.status",
    ),
    "replay:differs": M(
        "ufo/runs/replay/provider.py", "if len(fits) != 1:\n            there", "if False:\n            there"
    ),
    "presenter:panels": M(
        "ufo/trace/panels.py", "            self.present_host_agent_response(step)", "            pass"
    ),
    "presenter:plain": M(
        "ufo/trace/panels.py", "if plain_lines or not console.is_terminal", "if not console.is_terminal"
    ),
    "evaluation:judges": M(
        "ufo/runs/sessions/evaluation.py",
        "findings=tuple(self._masks.model(finding) for finding in findings)",
        "findings=()",
    ),
    "evaluation:lowers": M("ufo/runs/sessions/evaluation.py", "return LOWER[outcome],", "return outcome,"),
    "evaluation:outage": M(f"{_AGENT}fresh_agents.py", "complete=Complete.UNSURE", "complete=Complete.NO"),
    "mode:names": M("ufo/schema/running_mode.py", 'FOLLOWER = "follower"', 'FOLLOWER = "following"', True),
    "mode:resolver": M(f"{_AGENT}agent_config.py", '"BatchAgent"', '"AppAgent"', True),
    "mode:operator": M(f"{_AGENT}agent_config.py", "_config(_OPERATORS.get(mode)", "_config(None"),
    "defect:5": M(
        "extensions/computer_use/ufo_computer_use/operator_provider.py", "answer.response.model_dump_json()", '"{}"'
    ),
    "mode:follower": M(
        "ufo/runs/sessions/follow_plan.py", '"current_subtask": step.text', '"current_subtask": self._plan.task'
    ),
    "mode:follower-stops": M("ufo/runs/sessions/follow_plan.py", 'if record.status != "FINISH":', "if False:"),
    "batch:plans": M(
        "ufo/fleet/child/player.py", "RunningMode.FOLLOWER if order.plan.steps else order.mode", "order.mode"
    ),
    "batch:lines": M("ufo/runs/plans/read_batch.py", 'place = f"{path.name}:{number}"', "place = path.name"),
    "batch:kill": M("ufo/cli/batch/kept_work.py", "found[attempt.task.key] = dict(end.summary)", "pass"),
    "models:by-agent": M("ufo/llm/by_agent.py", 'if turn.agent == "host" else', "if turn.agent else"),
}

_OF_ACTING = {
    "defect:17": M("ufo/llm/response_schema.py", '"enum": list(turn.inputs.statuses)', '"enum": []'),
    "defect:21": M(
        "ufo/tools/observe/selection.py",
        "if name and not is_listed_as(listed, name)",
        "if False and not is_listed_as(listed, name)",
    ),
    "resume:sound": M("ufo/runs/sessions/session.py", "        if changes:\n", "        if False:\n"),
    "resume:bad-log": M("ufo/runs/sessions/unfinished.py", "    if run.doubts:", "    if False:"),
    "act:narrowest-route": M("ufo/tools/act/pointer.py", "return Route.COORDINATES", "return Route.POINTER"),
    "act:long-text": M("ufo/desktop/linux/x11/clipboard/paste.py", "clipboard.lend(text)", "clipboard.lend(text[1:])"),
    "act:key-syntax": M("ufo/tools/act/key_notation.py", '"TAB": "tab"', '"TAB": "enter"', True),
    "verb:visit": M(
        f"{_VERBS}", "visit_verb.visit(context, path, press)", "visit_verb.visit(context, path[:1], press)"
    ),
    "verb:set-value": M(
        "ufo/tools/verbs/set_value.py",
        'return f"{value:.10g}" if isinstance(value, float) else str(value)',
        'return "1"',
    ),
    "verb:select": M(_VERBS, "choose_value(context, element, items)", "choose_value(context, element, items[:1])"),
    "verb:set-checked": M("ufo/tools/verbs/check.py", 'if now is checked and "mixed"', 'if False and "mixed"'),
    "verb:scroll-to": M(_VERBS, "(context, element, text, edge)", '(context, element, "Town 0", "")'),
    "verb:read": M(_VERBS, "resolve(id, name), what, part)", 'resolve(id, name), "text", part)'),
    "verb:fill": M(_VERBS, "actor.window()), fields)", "actor.window()), fields[:1])"),
    "verb:idempotent": M("ufo/tools/act/write_text.py", "if wanted == self.before and counts and", "if False and"),
    "effect:evidence": M(
        "ufo/tools/effects/judge.py",
        "if change.sentences or change.target_gone:\n        return Judgement(Effect.PARTIAL",
        "if change.sentences or change.target_gone:\n        return Judgement(Effect.CONFIRMED",
    ),
    "batch:guard": M(f"{_DISPATCH}turn_guard.py", "if len(foreseen) < len(opened):", "if False:"),
    "batch:foreseen": M(
        f"{_DISPATCH}turn_guard.py",
        "if len(foreseen) < len(opened):",
        "if opened and (foreseen := foreseen[1:]) is not None:",
    ),
    "expect:documents": M(
        "ufo/conditions/document_match.py",
        "Judgement(Truth.of(holds), evidence)",
        "Judgement(Truth.of(True), evidence)",
    ),
    "expect:pages": M(
        "ufo/conditions/readers/pages/devtools.py", "e.type === 'password' ? ''", "e.type === 'pass' ? ''", True
    ),
    "expect:processes": M(
        "ufo/conditions/kinds/process.py", "running = {*await world.processes(), *shown}", 'running = {"mousepad"}'
    ),
    "expect:independent": M(
        "ufo/proof/independence.py",
        "action.result.route is Route.ACCESSIBILITY",
        "action.result.route is Route.NATIVE",
    ),
    "expect:derived": M(
        "ufo/proof/claims.py", "for predicate in rule(act) if rule is not None else ():", "for predicate in ():"
    ),
    "loop:told-then-help": M(f"{_AGENT}basic_agent.py", "if times < most:", "if True:"),
    "loop:limits": M("ufo/runs/sessions/limits.py", '"tokens", used.tokens,', '"tokens", 0,'),
    "loop:warning": M("ufo/runs/sessions/limits.py", "_WARN_AT = 0.75", "_WARN_AT = 2.0", True),
    "turns:named-application": M(
        "ufo/runs/sessions/local_first.py", "_decide_for_host(inputs, self._places) if", "None if"
    ),
    "turns:no-closing": M("ufo/runs/sessions/next_subtask.py", "not nodes or not records or", "True or not records or"),
    "turns:local-recorded": M(
        "ufo/runs/sessions/local_first.py", "Usage(local_decisions=1), LOCAL)", "Usage(model_calls=1), LOCAL)"
    ),
    "fact:one-line": M(f"{_DISPATCH}results.py", "change=report.change", 'change=""'),
    "skill:save-and-run": M("ufo/recipes/replay/skill_first.py", "if self._chosen is None:\n", "if True:\n"),
    "skill:variables": M(
        "ufo/recipes/parameters.py", "if any(value in variable.default for variable in taken):", "if True:"
    ),
    "skill:found-again": M(
        "ufo/desktop/matching/find_again.py", "_SAME_BESIDE = 0.3, 0.85, 0.8,", "_SAME_BESIDE = 0.3, 0.85, 1.1,", True
    ),
    "skill:doubt": M("ufo/recipes/replay/skill_first.py", 'if self._on_doubt == "model":', "if False:"),
    "skill:second-run": M(
        "ufo/recipes/replay/in_the_way.py", 'next(files_in_the_way(skill, inputs.working_folder, values), "")', '""'
    ),
    "skill:as-tool": M("ufo/recipes/replay/skill_tools.py", "for _, offer in best[:_MOST]", "for _, offer in best[:0]"),
    "defect:7": M("ufo/recipes/learner.py", "self._tell(self.keep(kept))", "pass"),
    "experience:verified-only": M(
        "ufo/recipes/experience_of_run.py", "ended[-1].summary.outcome is not RunOutcome.VERIFIED", "False"
    ),
    "experience:nothing-personal": M("ufo/recipes/kept_words.py", "        return LEFT_OUT\n", "        return text\n"),
    "experience:set-aside": M("ufo/recipes/tidy.py", "if misled(more) else more", "if False else more"),
    "experience:imports-wait": M(
        "ufo/recipes/share.py",
        'folder = knowledge_folder / "imported"',
        "folder = knowledge_folder",
    ),
    "skill:tried-first": M(
        "ufo/recipes/replay/skill_first.py", "if self._run_listener.a_request_began():", "if False:"
    ),
    "window:followed": M(
        "ufo/tools/observe/follow_window.py",
        "return came[0] if len(came) == 1 else",
        "return None if len(came) == 1 else",
    ),
    "window:followed.own": M("ufo/tools/observe/follow_window.py", "window.pid == gone.pid and window.id", "window.id"),
    "window:followed.restarted": M(
        "ufo/tools/observe/follow_window.py",
        "return came[0] if len(came) == 1 else _in_front(came, windows)",
        "return None",
    ),
    "window:followed.unclear": M(
        "ufo/tools/observe/follow_window.py",
        "return None if front is None or _is_sibling(gone, front) else front",
        "return front",
    ),
    "agent:released": M(f"{_AGENT}host_agent.py", "await agent.release()", "pass"),
    "consent:put-away": M("ufo/tools/verbs/windows.py", "await scope.desktop.send(shown[0].id, [_ESCAPE])", "pass"),
    "person:take-over": M(
        f"{_DISPATCH}takeover.py", 'return f"the person took over meanwhile: {did}; look again"', 'return ""'
    ),
    "control:park": M("ufo/runs/control/steered_run.py", "parked_by=self._paused_by,", 'parked_by="",'),
    "control:first-answer": M("ufo/runs/control/controlled_user.py", "if answer.by != HERE:", "if False:"),
    "control:lease": M(
        "ufo/runs/control/served_client.py", "if not self._run.steering.holds(self.id):", "if not self._run.steering:"
    ),
    "control:masked": M("ufo/runs/control/canvas.py", "for rect in seen.black:", "for rect in ():"),
    "control:bounded": M("ufo/runs/control/control_server.py", " or len(self._connected) >= _MOST_CLIENTS:", ":"),
    "person:pause-and-step": M(
        "ufo/runs/sessions/users.py",
        'case "s":\n                    self._pausing = True',
        'case "s":\n                    self._pausing = False',
    ),
    "person:halt-key": M(
        "ufo/runs/assembly.py",
        "return partial(parts.desktop.desktop.on_key, Keys(chord)) if chord else None",
        "return None",
    ),
    "person:ctrl-c": M("ufo/cli/commands/run.py", "return EXIT_CANCELLED", "return 0"),
    "person:without-terminal": M(
        "ufo/runs/sessions/users.py", "self._answers.pop(0) if self._answers else None", "self._answers[0]"
    ),
    "bad:vanished": M("ufo/tools/observe/follow_window.py", "is closed{await", "is there{await"),
    "bad:stolen-focus": M(
        _HIT,
        'if top not in aim.tops:\n                raise NotActionable(\n                    f"the keyboard',
        'if False:\n                raise NotActionable(\n                    f"the keyboard',
    ),
    "bad:locked-screen": M(_HIT, "if self._all_is_held() and not self._may_hold_keys(aim):", "if False:"),
    "bad:older-id": M(
        "ufo/desktop/linux/snapshots/handles.py",
        "_LOOKS, _MOST_LOOKS, _KNOWN = 16, 64,",
        "_LOOKS, _MOST_LOOKS, _KNOWN = 160, 640,",
        True,
    ),
    "bad:outside-point": M(
        "ufo/tools/servers/pointer_tools.py", "Field(ge=0, le=1, description", "Field(ge=0, le=9, description", True
    ),
    "bad:ten-megabytes": M("ufo/tools/act/write_text.py", "if len(text) > MOST_CHARACTERS:", "if False:"),
    "act:clipboard": M(
        "ufo/desktop/linux/x11/clipboard/selection.py", "lambda: self._give_back(before)", "lambda: self._give_back({})"
    ),
    "defect:16": M(
        "extensions/libreoffice/ufo_libreoffice/bridge.py",
        '"windows": _x_windows(office, window),\n                "title": window.title',
        '"windows": [],\n                "title": ""',
    ),
    "verb:expand": M(
        _VERBS, "expand_verb.expand(context, element, expanded)", "expand_verb.expand(context, element, False)"
    ),
    "bad:outside-folder": M(
        "ufo/tools/policy/files/written_path.py",
        'return ActionClass.OUTSIDE, "outside of your',
        'return ActionClass.CREATE, "outside of your',
    ),
}

_INDEX = "ufo/knowledge/index/"
_GUIDES = "extensions/guides/ufo_guides/"
_OF_LEARNED = {
    "defect:13": M("ufo/runs/sources.py", "    if not web.use:", "    if True:"),
    "knowledge:menus-told": M("ufo/knowledge/menus/shelf.py", 'return f"menus of {name', 'return f"{name'),
    "knowledge:menus-quiet": M("ufo/desktop/linux/menus/menu_tree.py", 'role == "MenuBar"', 'role == "Tree"'),
    "knowledge:menus-once": M(
        "ufo/tools/menus/book.py", "if anew else await self._kept(window)", "if True else [window]"
    ),
    "knowledge:menus-words": M(
        "ufo/knowledge/menus/search.py", "for other in in_menus(word)", "for other in same(word[:0])"
    ),
    "knowledge:web-told": M(
        f"{_GUIDES}web/web_search.py", "return Passage(cut.text, ", "return Passage(cut.text[:1], "
    ),
    "knowledge:web-obeyed": M(
        "ufo/schema/fence.py", "_DELIMITER.sub(lambda _: _ESCAPED, _whole(content))", "_whole(content)"
    ),
    "knowledge:web-off": M("ufo/runs/sources.py", "    if not web.use:", "    if False:"),
    "knowledge:web-private": M(
        f"{_GUIDES}web/page_client.py",
        "if not all(self._is_allowed(address) for address in found):",
        "if False:",
    ),
    "knowledge:web-redirect": M(f"{_GUIDES}web/page_client.py", "follow_redirects=False", "follow_redirects=True"),
    "knowledge:web-rebound": M(f"{_GUIDES}web/page_client.py", "request.url.copy_with(host=host),", "request.url,"),
    "knowledge:web-nothing-sent": M(
        f"{_GUIDES}web/page_client.py",
        "cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),",
        "",
    ),
    "knowledge:web-bounds": M(f"{_GUIDES}web/read_page.py", "range(_MOST_REDIRECTS + 1)", "range(99)"),
    "knowledge:web-words": M(f"{_GUIDES}web/web_search.py", '_OF_THE_PERSON.sub(" ", ', "str("),
    "knowledge:web-late": M(f"{_GUIDES}web/web_search.py", "if found.summary else []", "if False else []"),
    "knowledge:learn": M(
        "ufo/cli/commands/knowledge.py", "            store.forget(document.key)\n", "            pass\n"
    ),
    "knowledge:installed-help": M(
        f"{_GUIDES}help/installed_help.py",
        'places.share / "help" / language',
        'places.share / "x" / language',
    ),
    "knowledge:guide-told": M("ufo/knowledge/documents.py", 'source=f"{guide_of', 'source=f"a {guide_of'),
    "knowledge:guide-obeyed": M(
        "ufo/prompts/prompter.py", 'fence(name, "\\n\\n".join(map(_cited, found)))', '"\\n\\n".join(map(_cited, found))'
    ),
    "knowledge:guide-nothing": M("ufo/knowledge/documents.py", "if hit.score >= least_fit", "if True"),
    "knowledge:guide-off": M("ufo/runs/sources.py", "if settings.documents.use:", "if True:"),
    "knowledge:index-kill": M(f"{_INDEX}store.py", '"begin immediate"', '"select 1"'),
    "knowledge:index-processes": M(f"{_INDEX}schema.py", "_BUSY_MS = 30_000", "_BUSY_MS = 0"),
    "knowledge:index-version": M(f"{_INDEX}schema.py", "if version != VERSION and", "if False and"),
    "knowledge:index-full": M(f"{_INDEX}schema.py", 'if "full" in said or "disk I/O" in said:', "if False:"),
    "knowledge:index-scripts": M("ufo/text/words.py", "in range(len(run) - 1)] or [run]", "in range(0)] or [run]"),
    "knowledge:unchanged": M(f"{_GUIDES}help/learn.py", "if known.get(source.origin) == digest:", "if False:"),
    "knowledge:builders": M("ufo/knowledge/retriever.py", "[self._place]\n", "['online_docs']\n"),
}

FURTHER: dict[str, M] = _OF_COMPARED | _OF_TOOLS | _OF_RUNS | _OF_ACTING | _OF_LEARNED
