"""What a reader of app_agent_strategy.md types: its strategies whole and step by step, with the names that it shows."""

from __future__ import annotations

from typing import Any, cast

from tests.specification.host_processors import save_image_string
from ufo.agents.agent.app_agent import AppAgent
from ufo.agents.agent.basic_agent import BasicAgent
from ufo.agents.agent.model_agent import AgentType
from ufo.agents.processors.app_agent_processor import AppAgentLoggingMiddleware, AppAgentProcessor
from ufo.agents.processors.framework.phases import ContextView, ProcessingPhase, ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy, ComposedStrategy, depends_on, provides
from ufo.agents.processors.local_values import AppAgentProcessorContext
from ufo.agents.processors.strategies.app.decide_actions import AppLLMInteractionStrategy
from ufo.agents.processors.strategies.app.execute_actions import AppActionExecutionStrategy
from ufo.agents.processors.strategies.app.look import AppControlInfoStrategy, AppScreenshotCaptureStrategy
from ufo.agents.processors.strategies.remember import AppMemoryUpdateStrategy
from ufo.agents.round_context import Context
from ufo.memory.memory import MemoryItem
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Command, Result
from ufo.schema.response import AppAgentResponse
from ufo.schema.target import TargetInfo
from ufo.tools.dispatch.protocol import BasicCommandDispatcher


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
    """The whole strategy, not a subclass of ours."""

    def __init__(self) -> None:
        super().__init__(name="app_screenshot_capture", fail_fast=True)

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
@provides("control_info", "annotation_dict", "annotated_screenshot_url")
class ReadersControls(BaseProcessingStrategy):
    """Dependency injection: what an earlier strategy provides is there."""

    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="app_control_info", fail_fast=fail_fast)

    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        assert context.get_local("application_window_info").name == "Registration"
        controls = await self._collect_uia_controls(context.get_local("command_dispatcher"))
        return ProcessingResult(
            success=True,
            data={
                "control_info": controls,
                "annotation_dict": {str(control.id): control for control in controls},
                "annotated_screenshot_url": "",
            },
        )

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


class ReadersModelSteps(AppLLMInteractionStrategy):
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


class ReadersActionSteps(AppActionExecutionStrategy):
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


class ReadersMemory(AppMemoryUpdateStrategy):
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
    ) -> bool:
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
        return True

    def _update_structural_logs(self, context: ContextView, memory_item: MemoryItem) -> None:
        context.global_context.add_to_structural_logs(memory_item.to_dict())


class ReadersProcessor(AppAgentProcessor):
    """The processor as the document assembles it, of strategies whose steps are the reader's."""

    processor_context_class = AppAgentProcessorContext

    def __init__(self, agent: BasicAgent, global_context: Context) -> None:
        super().__init__(agent, global_context)

    def _setup_strategies(self) -> None:
        self.strategies[ProcessingPhase.DATA_COLLECTION] = ComposedStrategy(
            strategies=[
                ReadersCaptureSteps(),
                ReadersControlSteps(),
            ],
            name="AppDataCollectionStrategy",
            fail_fast=True,
        )
        self.strategies[ProcessingPhase.LLM_INTERACTION] = ReadersModelSteps(fail_fast=True)
        self.strategies[ProcessingPhase.ACTION_EXECUTION] = ReadersActionSteps(fail_fast=False)
        self.strategies[ProcessingPhase.MEMORY_UPDATE] = ReadersMemory(fail_fast=False)

    def _setup_middleware(self) -> None:
        self.middleware_chain = [AppAgentLoggingMiddleware()]


class ReadersWholeCollection(AppAgentProcessor):
    """Data collection of strategies that are wholly the reader's, and give only what the document lists."""

    def _setup_strategies(self) -> None:
        super()._setup_strategies()
        self.strategies[ProcessingPhase.DATA_COLLECTION] = ComposedStrategy(
            strategies=[ReadersCapture(), ReadersControls()], name="AppDataCollectionStrategy", fail_fast=True
        )
