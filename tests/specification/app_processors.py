"""What a reader of app_agent_strategy.md types: its strategies whole and step by step, with the names that it shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from tests.specification.host_processors import save_image_string
from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.basic_agent import BasicAgent
from ufo.agents.agent.model_agent import AgentType
from ufo.agents.processors.app_agent_processor import AppAgentLoggingMiddleware, AppAgentProcessor
from ufo.agents.processors.framework.phases import ContextView, ProcessingPhase, ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy, ComposedStrategy, depends_on, provides
from ufo.agents.processors.framework.template import ProcessorTemplate
from ufo.agents.processors.local_values import AppAgentProcessorContext
from ufo.agents.processors.strategies.app.decide_actions import AppLLMInteractionStrategy
from ufo.agents.processors.strategies.app.execute_actions import AppActionExecutionStrategy
from ufo.agents.processors.strategies.app.look import AppControlInfoStrategy, AppScreenshotCaptureStrategy
from ufo.agents.processors.strategies.remember import AppMemoryUpdateStrategy
from ufo.agents.round_context import Context
from ufo.config.load import load_settings
from ufo.memory.memory import MemoryItem
from ufo.schema.action import ActionCommandInfo, ListActionCommandInfo
from ufo.schema.command import Command, Result
from ufo.schema.geometry import Rect
from ufo.schema.picture import Picture
from ufo.schema.response import AppAgentResponse
from ufo.schema.target import TargetInfo
from ufo.tools.dispatch.protocol import BasicCommandDispatcher
from ufo.vision.photographer import PhotographerFacade
from ufo_sight.omniparser.client import OmniparserGrounding


async def collected(command_dispatcher: BasicCommandDispatcher, tool_name: str, **parameters: Any) -> Any:
    command = Command(tool_name=tool_name, parameters=parameters, tool_type="data_collection")
    result = await command_dispatcher.execute_commands([command])
    return result[0].result


@depends_on("app_root", "log_path", "session_step", "command_dispatcher")
@provides(
    "clean_screenshot_path",
    "annotated_screenshot_path",
    "desktop_screenshot_path",
    "ui_tree_path",
    "clean_screenshot_url",
    "desktop_screenshot_url",
    "application_window_info",
    "screenshot_saved_time",
)
class ReadersCapture(BaseProcessingStrategy):
    """The whole strategy, without an `__init__`, as the document has it."""

    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        ufo_config = agent.services.settings
        command_dispatcher = context.get("command_dispatcher")
        log_path, step = context.get("log_path"), context.get("session_step")
        clean_screenshot_path = f"{log_path}/action_step{step}.png"
        desktop_screenshot_path = f"{log_path}/desktop_step{step}.png"
        ui_tree_path = f"{log_path}/ui_tree_step{step}.json"
        desktop_screenshot_url = ""
        clean_screenshot_url = await self._capture_app_screenshot(clean_screenshot_path, command_dispatcher)
        if ufo_config.system.save_full_screen:
            desktop_screenshot_url = await self._capture_desktop_screenshot(desktop_screenshot_path, command_dispatcher)
        if ufo_config.system.save_ui_tree:
            await self._capture_ui_tree(ui_tree_path, command_dispatcher)
        application_window_info = await self._get_application_window_info(command_dispatcher)
        return ProcessingResult(
            success=True,
            data={
                "clean_screenshot_path": clean_screenshot_path,
                "annotated_screenshot_path": f"action_step{step}_annotated.png",
                "desktop_screenshot_path": desktop_screenshot_path,
                "ui_tree_path": ui_tree_path,
                "clean_screenshot_url": clean_screenshot_url,
                "desktop_screenshot_url": desktop_screenshot_url,
                "application_window_info": application_window_info,
                "screenshot_saved_time": 0.324,
            },
        )

    async def _capture_app_screenshot(
        self, clean_screenshot_path: str, command_dispatcher: BasicCommandDispatcher
    ) -> str:
        url = await collected(command_dispatcher, "capture_window_screenshot")
        save_image_string(url, clean_screenshot_path)
        return cast(str, url)

    async def _capture_desktop_screenshot(
        self, desktop_screenshot_path: str, command_dispatcher: BasicCommandDispatcher
    ) -> str:
        return cast(str, await collected(command_dispatcher, "capture_desktop_screenshot", all_screens=True))

    async def _capture_ui_tree(self, ui_tree_path: str, command_dispatcher: BasicCommandDispatcher) -> str:
        return str(await collected(command_dispatcher, "get_ui_tree"))

    async def _get_application_window_info(self, command_dispatcher: BasicCommandDispatcher) -> TargetInfo:
        return TargetInfo(**await collected(command_dispatcher, "get_app_window_info"))


class ReadersCaptureSteps(AppScreenshotCaptureStrategy):
    """The same steps, each in the place of ours."""

    _capture_app_screenshot = ReadersCapture._capture_app_screenshot
    _capture_desktop_screenshot = ReadersCapture._capture_desktop_screenshot
    _capture_ui_tree = ReadersCapture._capture_ui_tree
    _get_application_window_info = ReadersCapture._get_application_window_info


@depends_on("clean_screenshot_path", "application_window_info", "command_dispatcher")
@provides(
    "control_info",
    "annotation_dict",
    "control_filter_time",
    "control_recorder",
    "annotated_screenshot_path",
    "annotated_screenshot_url",
)
class ReadersControls(BaseProcessingStrategy):
    """The whole strategy: what an earlier one provides is there."""

    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="app_control_info", fail_fast=fail_fast)
        ufo_config = load_settings()
        self.iou_threshold_for_merge = ufo_config.system.iou_threshold_for_merge
        self.control_detection_backend = ufo_config.system.control_backend
        self.photographer = PhotographerFacade()

        if "omniparser" in self.control_detection_backend:
            self.grounding_service = OmniparserGrounding(ufo_config.omniparser)

    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        assert context.get_local("application_window_info").name == "Registration"
        clean_screenshot_path = context.get_local("clean_screenshot_path")
        api_control_list = await self._collect_uia_controls(context.get_local("command_dispatcher"))
        merged_control_list = self._collect_merged_control_list(api_control_list, [])
        annotated_screenshot_path = clean_screenshot_path.replace(".png", "_annotated.png")
        annotated_screenshot_url = self._save_annotated_screenshot(
            context.get_local("application_window_info"),
            clean_screenshot_path,
            merged_control_list,
            annotated_screenshot_path,
        )
        return ProcessingResult(
            success=True,
            data={
                "control_info": merged_control_list,
                "annotation_dict": {str(control.id): control for control in merged_control_list},
                "control_filter_time": 0.0,
                "control_recorder": {"uia_controls_info": tuple(api_control_list)},
                "annotated_screenshot_path": annotated_screenshot_path,
                "annotated_screenshot_url": annotated_screenshot_url,
            },
        )

    def _collect_merged_control_list(
        self, api_control_list: list[TargetInfo], grounding_control_list: list[TargetInfo]
    ) -> list[TargetInfo]:
        return self.photographer.merge_target_info_list(
            api_control_list,
            grounding_control_list,
            iou_overlap_threshold=self.iou_threshold_for_merge,
        )

    def _save_annotated_screenshot(
        self,
        application_window_info: TargetInfo,
        clean_screenshot_path: str,
        merged_control_list: list[TargetInfo],
        annotated_screenshot_path: str,
    ) -> str:
        data = Path(clean_screenshot_path).read_bytes()
        picture = Picture(data, "image/png", Rect.from_ltrb(*application_window_info.rect or ()))
        annotated = self.photographer.capture_with_target_list(picture, merged_control_list)
        Path(annotated_screenshot_path).write_bytes(annotated.data)
        return annotated.data_url

    async def _collect_uia_controls(self, command_dispatcher: BasicCommandDispatcher) -> list[TargetInfo]:
        result = await command_dispatcher.execute_commands(
            [
                Command(
                    tool_name="get_app_window_controls_target_info",
                    parameters={"field_list": ["id", "name", "type", "rect"]},
                )
            ]
        )
        return [TargetInfo(**control) for control in result[0].result]


class ReadersControlSteps(AppControlInfoStrategy):
    _collect_uia_controls = ReadersControls._collect_uia_controls


class ModelSteps(BaseProcessingStrategy):
    """The steps of the phase, as the document shows each of them."""

    async def _build_app_prompt(
        self,
        agent: Any,
        control_info: Any,
        image_string_list: Any,
        knowledge_retrieved: Any,
        request: str,
        subtask: str,
        plan: Any,
        prev_subtask: Any,
        application_process_name: str,
        host_message: Any,
        session_step: int,
        request_logger: Any,
    ) -> Any:
        blackboard_prompt = agent.blackboard.blackboard_to_prompt()
        last_success_actions = self._get_last_success_actions(agent)
        retrieved_examples = knowledge_retrieved["experience_examples"] + knowledge_retrieved["demonstration_examples"]
        retrieved_knowledge = knowledge_retrieved["offline_docs"] + knowledge_retrieved["online_docs"]
        return agent.message_constructor(
            dynamic_examples=retrieved_examples,
            dynamic_knowledge=retrieved_knowledge,
            image_list=image_string_list,
            control_info=control_info,
            prev_subtask=prev_subtask,
            plan=plan,
            request=request,
            subtask=subtask,
            current_application=application_process_name,
            host_message=host_message,
            blackboard_prompt=blackboard_prompt,
            last_success_actions=last_success_actions,
        )

    def _get_last_success_actions(self, agent: Any) -> list[ActionCommandInfo]:
        return [action for action in agent.history if action.result.ok]

    async def _get_llm_response(self, agent: AppAgent, prompt_message: Any) -> tuple[str, float | None]:
        ufo_config = agent.services.settings
        max_retries = ufo_config.system.json_parsing_retry
        for retry_count in range(max_retries):
            try:
                response_text, cost = await agent.get_response(prompt_message, AgentType.APP, True)
                agent.response_to_dict(response_text)
                return response_text, cost
            except ValueError as e:
                if retry_count == max_retries - 1:
                    raise
                self.logger.warning(f"LLM retry {retry_count + 1}/{max_retries}: {e}")
        raise AssertionError

    def _parse_app_response(self, agent: AppAgent, response_text: str) -> AppAgentResponse:
        response_dict = agent.response_to_dict(response_text)
        return AppAgentResponse.model_validate(response_dict)


class ReadersModelSteps(ModelSteps, AppLLMInteractionStrategy):
    """The same steps, each in the place of ours."""


@depends_on(
    "control_info", "clean_screenshot_url", "annotated_screenshot_url", "request", "subtask", "prev_plan", "host_message",
    "previous_subtasks", "application_process_name", "session_step",
)  # fmt: skip
@provides(
    "parsed_response",
    "response_text",
    "llm_cost",
    "prompt_message",
    "save_screenshot",
    "comment",
    "concat_screenshot_path",
    "plan",
    "observation",
    "last_control_screenshot_path",
    "action",
    "thought",
)
class ReadersDecision(ModelSteps):
    """The whole strategy, without an `__init__`, as the document has it."""

    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        image_string_list = self._collect_image_strings(context)
        subtask = context.get("subtask")
        knowledge_retrieved = await self._knowledge_retrieval(agent, subtask)
        prompt_message = await self._build_app_prompt(
            agent,
            context.get("control_info"),
            image_string_list,
            knowledge_retrieved,
            context.get("request"),
            subtask,
            context.get("prev_plan"),
            context.get("previous_subtasks"),
            context.get("application_process_name"),
            context.get("host_message"),
            context.get("session_step"),
            agent.services.run_log,
        )
        response_text, llm_cost = await self._get_llm_response(agent, prompt_message)
        parsed_response = self._parse_app_response(agent, response_text)
        return ProcessingResult(
            success=True,
            data={
                "parsed_response": parsed_response,
                "response_text": response_text,
                "llm_cost": llm_cost,
                "prompt_message": prompt_message,
                "save_screenshot": parsed_response.save_screenshot.model_dump(),
                "comment": parsed_response.comment,
                "concat_screenshot_path": "",
                "plan": tuple(parsed_response.plan),
                "observation": parsed_response.observation,
                "last_control_screenshot_path": "",
                "action": parsed_response.action,
                "thought": parsed_response.thought,
            },
        )

    def _collect_image_strings(self, context: ContextView) -> list[str]:
        urls = (context.get("clean_screenshot_url", ""), context.get("annotated_screenshot_url", ""))
        return [url for url in urls if url]

    async def _knowledge_retrieval(self, agent: AppAgent, subtask: str) -> Any:
        found = await agent.external_knowledge_prompt_helper(subtask)
        return {
            "experience_examples": list(found.experience_examples),
            "demonstration_examples": list(found.demonstration_examples),
            "offline_docs": list(found.offline_docs),
            "online_docs": list(found.online_docs),
        }


@depends_on(
    "parsed_response", "log_path", "session_step", "command_dispatcher", "annotation_dict", "clean_screenshot_url"
)
@provides(
    "execution_result",
    "action_info",
    "control_log",
    "status",
    "selected_control_screenshot_path",
)
class ReadersAction(BaseProcessingStrategy):
    """The whole strategy, without an `__init__`, as the document has it."""

    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        parsed_response = context.get_local("parsed_response")
        command_dispatcher, annotation_dict = context.get("command_dispatcher"), context.get("annotation_dict")
        execution_results = await self._execute_app_action(command_dispatcher, parsed_response.action)
        actions = self._create_action_info(
            annotation_dict,
            parsed_response.action,
            execution_results,
        )
        path = self._save_annotated_screenshot(agent, context, actions)
        return ProcessingResult(
            success=True,
            data={
                "execution_result": execution_results,
                "action_info": ListActionCommandInfo(actions),
                "control_log": tuple(action.action_string for action in actions),
                "status": parsed_response.status,
                "selected_control_screenshot_path": path,
            },
        )

    def _save_annotated_screenshot(self, agent: Any, context: ContextView, actions: list[ActionCommandInfo]) -> str:
        path = f"{context.get('log_path')}/action_step{context.get('session_step')}_selected_controls.png"
        picture = Picture.from_data_url(context.get("clean_screenshot_url"))
        marked = agent.services.photographer.mark_targets(
            picture, [action.target for action in actions if action.target is not None]
        )
        Path(path).write_bytes(marked.data)
        return path

    async def _execute_app_action(self, command_dispatcher: BasicCommandDispatcher, actions: Any) -> list[Result]:
        commands = [self._action_to_command(action) for action in actions]
        return await command_dispatcher.execute_commands(commands)

    def _action_to_command(self, action: ActionCommandInfo) -> Command:
        return Command(
            tool_name=action.function,
            parameters=action.arguments or {},
            tool_type="action",
        )

    def _create_action_info(
        self, annotation_dict: Any, actions: Any, execution_results: Any
    ) -> list[ActionCommandInfo]:
        if isinstance(actions, ActionCommandInfo):
            actions = [actions]
        done = []
        for i, action in enumerate(actions):
            linked: dict[str, Any] = {"result": execution_results[i]}
            if action.arguments and "id" in action.arguments:
                control_id = action.arguments["id"]
                linked["target"] = annotation_dict.get(control_id)
            done.append(action.model_copy(update=linked))
        return done


@depends_on(
    "session_step", "parsed_response", "save_screenshot", "clean_screenshot_path", "application_process_name", "action_info",
    "subtask", "request", "app_root", "llm_cost", "execution_result",
)  # fmt: skip
@provides("additional_memory", "memory_item", "updated_blackboard")
class ReadersMemory(BaseProcessingStrategy):
    """The whole strategy, without an `__init__`, as the document has it."""

    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        parsed_response, wish = context.get("parsed_response"), context.get("save_screenshot")
        additional_memory = self._create_additional_memory_data(agent, context)
        memory_item = self._create_and_populate_memory_item(
            parsed_response,
            additional_memory,
        )
        agent.add_memory(memory_item)
        self._update_blackboard(
            agent,
            wish["save"],
            wish["reason"],
            context.get("clean_screenshot_path"),
            memory_item,
            context.get("application_process_name"),
        )
        self._update_structural_logs(context, memory_item)
        return ProcessingResult(
            success=True,
            data={"additional_memory": additional_memory, "memory_item": memory_item, "updated_blackboard": True},
        )

    def _create_additional_memory_data(self, agent: Any, context: ContextView) -> AppAgentProcessorContext:
        app_context = AppAgentProcessorContext()
        action_info = context.get("action_info")
        if action_info:
            app_context.function_call = action_info.get_function_calls()
            app_context.action = action_info.to_list_of_dicts()
            app_context.action_success = action_info.to_list_of_dicts(success_only=True)
            app_context.action_type = [action.result.namespace for action in action_info.actions]
            app_context.action_representation = action_info.to_representation()
        app_context.session_step = context.get_global("SESSION_STEP", 0)
        app_context.round_step = context.get_global("CURRENT_ROUND_STEP", 0)
        app_context.round_num = context.get_global("CURRENT_ROUND_ID", 0)
        app_context.agent_step = agent.step
        app_context.subtask = context.get("subtask", "")
        app_context.request = context.get("request", "")
        app_context.app_root = context.get("app_root", "")
        app_context.cost = context.get("llm_cost", 0.0)
        app_context.results = context.get("execution_result", [])
        return app_context

    def _create_and_populate_memory_item(
        self, parsed_response: AppAgentResponse, additional_memory: AppAgentProcessorContext
    ) -> MemoryItem:
        memory_item = MemoryItem()
        if parsed_response:
            memory_item.add_values_from_dict(parsed_response.model_dump())
        memory_item.add_values_from_dict(additional_memory.to_dict(selective=True))
        return memory_item

    def _update_blackboard(
        self,
        agent: Any,
        save_screenshot: bool,
        save_reason: str,
        screenshot_path: str,
        memory_item: MemoryItem,
        application_process_name: str,
    ) -> None:
        history_keys = agent.services.settings.system.history_keys
        if history_keys:
            memory_dict = memory_item.to_dict()
            memorized_action = {key: memory_dict.get(key) for key in history_keys if key in memory_dict}
            if memorized_action:
                agent.blackboard.add_trajectories(memorized_action)
        if save_screenshot:
            metadata = {
                "screenshot application": application_process_name,
                "saving reason": save_reason,
            }
            agent.blackboard.add_image(screenshot_path, metadata)

    def _update_structural_logs(self, context: ContextView, memory_item: MemoryItem) -> None:
        context.global_context.add_to_structural_logs(memory_item.to_dict())


class ReadersProcessor(ProcessorTemplate):
    """The processor as the document assembles it."""

    processor_context_class = AppAgentProcessorContext

    def __init__(self, agent: BasicAgent, global_context: Context) -> None:
        super().__init__(agent, global_context)

    def _setup_strategies(self) -> None:
        self.strategies[ProcessingPhase.DATA_COLLECTION] = ComposedStrategy(
            strategies=[
                ReadersCapture(),
                ReadersControls(),
            ],
            name="AppDataCollectionStrategy",
            fail_fast=True,
        )
        self.strategies[ProcessingPhase.LLM_INTERACTION] = ReadersDecision(fail_fast=True)
        self.strategies[ProcessingPhase.ACTION_EXECUTION] = ReadersAction(fail_fast=False)
        self.strategies[ProcessingPhase.MEMORY_UPDATE] = ReadersMemory(fail_fast=False)

    def _setup_middleware(self) -> None:
        self.middleware_chain = [AppAgentLoggingMiddleware()]


class ReadersStepByStep(AppAgentProcessor):
    """Our strategies, with the reader's steps in the place of ours."""

    def _setup_strategies(self) -> None:
        super()._setup_strategies()
        self.strategies[ProcessingPhase.DATA_COLLECTION] = ComposedStrategy(
            strategies=[ReadersCaptureSteps(), ReadersControlSteps()], name="AppDataCollectionStrategy", fail_fast=True
        )
        self.strategies[ProcessingPhase.LLM_INTERACTION] = ReadersModelSteps()
        self.strategies[ProcessingPhase.ACTION_EXECUTION] = ReadersActionSteps()
        self.strategies[ProcessingPhase.MEMORY_UPDATE] = ReadersMemorySteps()


class ReadersActionSteps(AppActionExecutionStrategy):
    _execute_app_action = ReadersAction._execute_app_action
    _action_to_command = ReadersAction._action_to_command
    _create_action_info = ReadersAction._create_action_info


class ReadersMemorySteps(AppMemoryUpdateStrategy):
    _create_and_populate_memory_item = ReadersMemory._create_and_populate_memory_item
    _update_structural_logs = ReadersMemory._update_structural_logs
