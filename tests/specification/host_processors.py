"""What a reader of host_agent_strategy.md types: its strategies whole and step by step, with the names that it shows.

`ufo_config` is the run's settings, which a reader takes from the agent; pictures are saved by a line of the reader's own.
"""

from __future__ import annotations

import asyncio
import base64
from pathlib import Path
from typing import Any, cast

from ufo.agents.agent.basic_agent import BasicAgent
from ufo.agents.agent.host_agent import HostAgent
from ufo.agents.agent.model_agent import AgentType
from ufo.agents.processors.framework.phases import ContextView, ProcessingPhase, ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy, depends_on, provides
from ufo.agents.processors.framework.template import ProcessorTemplate
from ufo.agents.processors.host_agent_processor import HostAgentLoggingMiddleware
from ufo.agents.processors.local_values import HostAgentProcessorContext
from ufo.agents.processors.strategies.host.collect import DesktopDataCollectionStrategy
from ufo.agents.processors.strategies.host.decide_target import HostLLMInteractionStrategy
from ufo.agents.round_context import Context, ContextNames
from ufo.memory.memory import MemoryItem
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Command, Result
from ufo.schema.response import HostAgentResponse
from ufo.schema.target import TargetInfo, TargetKind, TargetRegistry
from ufo.tools.dispatch.protocol import BasicCommandDispatcher


def save_image_string(url: str, save_path: str) -> None:
    Path(save_path).write_bytes(base64.b64decode(url.partition(",")[2]))


@depends_on("command_dispatcher", "log_path", "session_step")
@provides(
    "desktop_screenshot_url",
    "desktop_screenshot_path",
    "application_windows_info",
    "target_registry",
    "target_info_list",
)
class ReadersCollection(BaseProcessingStrategy):
    """The whole strategy, not a subclass of ours."""

    enabled_third_party_agents: tuple[str, ...] = ()

    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="desktop_data_collection", fail_fast=fail_fast)

    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        try:
            dispatcher = context.get("command_dispatcher")
            save_path = f"{context.get('log_path')}/action_step{context.get('session_step', 0)}.png"
            url = await self._capture_desktop_screenshot(dispatcher, save_path)
            windows = await self._get_desktop_application_info(dispatcher)
            existing_target_registry = context.get_local("target_registry")
            registry = self._register_applications_and_agents(windows, existing_target_registry)
            return ProcessingResult(
                success=True,
                data={
                    "desktop_screenshot_url": url,
                    "desktop_screenshot_path": save_path,
                    "application_windows_info": windows,
                    "target_registry": registry,
                    "target_info_list": registry.to_list(keep_keys=["id", "name", "kind"]),
                },
                phase=ProcessingPhase.DATA_COLLECTION,
            )
        except Exception as e:  # noqa: BLE001 as the document has it
            error_msg = f"{self.name} failed: {e!s}"
            self.logger.error(error_msg)
            return self.handle_error(e, self.phase, context)

    async def _capture_desktop_screenshot(self, command_dispatcher: BasicCommandDispatcher, save_path: str) -> str:
        result = await command_dispatcher.execute_commands(
            [
                Command(
                    tool_name="capture_desktop_screenshot",
                    parameters={"all_screens": True},
                    tool_type="data_collection",
                )
            ]
        )
        desktop_screenshot_url = result[0].result
        save_image_string(desktop_screenshot_url, save_path)
        return cast(str, desktop_screenshot_url)

    async def _get_desktop_application_info(self, command_dispatcher: BasicCommandDispatcher) -> list[TargetInfo]:
        result = await command_dispatcher.execute_commands(
            [
                Command(
                    tool_name="get_desktop_app_target_info",
                    parameters={"remove_empty": True, "refresh_app_windows": True},
                    tool_type="data_collection",
                )
            ]
        )
        app_windows_info = result[0].result or []
        return [TargetInfo(**control_info) for control_info in app_windows_info]

    def _register_applications_and_agents(
        self, app_windows_info: list[TargetInfo], target_registry: TargetRegistry | None = None
    ) -> TargetRegistry:
        if not target_registry:
            target_registry = TargetRegistry()
        target_registry.register(app_windows_info)
        self._register_third_party_agents(target_registry, len(app_windows_info))
        return target_registry

    def _register_third_party_agents(self, target_registry: TargetRegistry, start_index: int) -> int:
        third_party_agent_list = [
            TargetInfo(
                kind=TargetKind.THIRD_PARTY_AGENT,
                id=str(i + start_index + 1),
                type="ThirdPartyAgent",
                name=agent_name,
            )
            for i, agent_name in enumerate(self.enabled_third_party_agents)
        ]
        target_registry.register(third_party_agent_list)
        return len(third_party_agent_list)


class ReadersSteps(DesktopDataCollectionStrategy):
    """The same steps, each in the place of ours."""

    _capture_desktop_screenshot = ReadersCollection._capture_desktop_screenshot
    _get_desktop_application_info = ReadersCollection._get_desktop_application_info


class ModelSteps(BaseProcessingStrategy):
    """The steps of the phase, as the document shows each of them."""

    passed: list[str]

    async def _build_comprehensive_prompt(
        self,
        agent: HostAgent,
        target_info_list: Any,
        desktop_screenshot_url: str,
        prev_plan: Any,
        previous_subtasks: Any,
        request: str,
        session_step: int,
        request_logger: Any,
    ) -> Any:
        self.passed.append("_build_comprehensive_prompt")
        host_agent = agent
        blackboard_prompt: Any = []
        if not host_agent.blackboard.is_empty():
            blackboard_prompt = host_agent.blackboard.blackboard_to_prompt()
        return host_agent.message_constructor(
            image_list=[desktop_screenshot_url] if desktop_screenshot_url else [],
            os_info=target_info_list,
            plan=prev_plan,
            prev_subtask=previous_subtasks,
            request=request,
            blackboard_prompt=blackboard_prompt,
        )

    async def _get_llm_response_with_retry(
        self, host_agent: HostAgent, prompt_message: Any
    ) -> tuple[str, float | None]:
        self.passed.append("_get_llm_response_with_retry")
        ufo_config = host_agent.services.settings
        max_retries = ufo_config.system.json_parsing_retry
        for retry_count in range(max_retries):
            try:
                response_text, cost = await host_agent.get_response(prompt_message, AgentType.HOST, True)
                host_agent.response_to_dict(response_text)
                return response_text, cost
            except ValueError as e:
                if retry_count == max_retries - 1:
                    raise
                self.logger.warning(f"Retry {retry_count + 1}/{max_retries}: {e}")
        raise AssertionError

    def _parse_and_validate_response(self, host_agent: HostAgent, response_text: str) -> HostAgentResponse:
        self.passed.append("_parse_and_validate_response")
        response_dict = host_agent.response_to_dict(response_text)
        parsed_response = HostAgentResponse.model_validate(response_dict)
        self._validate_response_fields(parsed_response)
        return parsed_response

    def _validate_response_fields(self, response: HostAgentResponse) -> None:
        self.passed.append("_validate_response_fields")
        if not response.observation:
            raise ValueError("Response missing required 'observation' field")
        if not response.thought:
            raise ValueError("Response missing required 'thought' field")
        if not response.status:
            raise ValueError("Response missing required 'status' field")
        valid_statuses = ["CONTINUE", "FINISH", "CONFIRM", "ERROR", "ASSIGN"]
        if response.status.upper() not in valid_statuses:
            self.logger.warning(f"Unexpected status value: {response.status}")


class ReadersModelSteps(ModelSteps, HostLLMInteractionStrategy):
    """The same steps, each in the place of ours."""

    def __init__(self, fail_fast: bool = True) -> None:
        HostLLMInteractionStrategy.__init__(self, fail_fast=fail_fast)
        self.passed = []


@depends_on("target_info_list", "desktop_screenshot_url")
@provides(
    "parsed_response",
    "response_text",
    "llm_cost",
    "prompt_message",
    "subtask",
    "plan",
    "result",
    "host_message",
    "status",
    "question_list",
    "function_name",
    "function_arguments",
)
class ReadersDecision(ModelSteps):
    """The whole strategy: its declarations as they stand, and its steps in their order. What the steps need besides is asked of
    the round and of the agent.
    """

    def __init__(self, fail_fast: bool = True) -> None:
        super().__init__(name="host_llm_interaction", fail_fast=fail_fast)
        self.passed = []

    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        prompt_message = await self._build_comprehensive_prompt(
            agent,
            context.get("target_info_list"),
            context.get("desktop_screenshot_url", ""),
            agent.plan,
            context.get_global(ContextNames.PREVIOUS_SUBTASKS.name, []),
            context.get_global(ContextNames.REQUEST.name, ""),
            context.get_global(ContextNames.SESSION_STEP.name, 0),
            agent.services.run_log,
        )
        response_text, llm_cost = await self._get_llm_response_with_retry(agent, prompt_message)
        parsed_response = self._parse_and_validate_response(agent, response_text)
        return ProcessingResult(
            success=True,
            data={
                "parsed_response": parsed_response,
                "response_text": response_text,
                "llm_cost": llm_cost,
                "prompt_message": prompt_message,
                "subtask": parsed_response.current_subtask,
                "plan": tuple(parsed_response.plan),
                "result": parsed_response.result,
                "host_message": tuple(parsed_response.message),
                "status": parsed_response.status,
                "question_list": tuple(parsed_response.questions),
                "function_name": parsed_response.function,
                "function_arguments": parsed_response.arguments,
            },
            phase=ProcessingPhase.LLM_INTERACTION,
        )


@depends_on("target_registry", "command_dispatcher", "parsed_response")
@provides(
    "execution_result",
    "action_info",
    "selected_target_id",
    "selected_application_root",
    "assigned_third_party_agent",
    "target",
)
class ReadersAction(BaseProcessingStrategy):
    """The whole strategy, in the order of the document's flow."""

    SELECT_APPLICATION_COMMAND: str = "select_application_window"

    def __init__(self, fail_fast: bool = False) -> None:
        super().__init__(name="host_action_execution", fail_fast=fail_fast)

    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        parsed_response, target_registry = context.get("parsed_response"), context.get("target_registry")
        command_dispatcher = context.get("command_dispatcher")
        selected_target_id, execution_result = "", []
        if parsed_response.function == self.SELECT_APPLICATION_COMMAND:
            selected_target_id = parsed_response.arguments.get("id")
            execution_result = await self._execute_application_selection(
                parsed_response, target_registry, command_dispatcher
            )
        elif parsed_response.function:
            execution_result = await self._execute_generic_command(parsed_response, command_dispatcher)
        action_info = self._create_action_info(parsed_response, execution_result, target_registry, selected_target_id)
        named = execution_result[0].result if selected_target_id else {}
        return ProcessingResult(
            success=True,
            data={
                "execution_result": execution_result,
                "action_info": action_info,
                "target": action_info.target,
                "selected_target_id": selected_target_id,
                "selected_application_root": named.get("root_name", ""),
                "assigned_third_party_agent": named["name"] if named.get("type") == "third_party_agent" else "",
            },
            phase=ProcessingPhase.ACTION_EXECUTION,
        )

    async def _execute_application_selection(
        self,
        parsed_response: HostAgentResponse,
        target_registry: TargetRegistry,
        command_dispatcher: BasicCommandDispatcher,
    ) -> list[Result]:
        target_id = parsed_response.arguments.get("id")
        target = target_registry.get(target_id)
        assert target is not None
        if target.kind == TargetKind.THIRD_PARTY_AGENT:
            return await self._select_third_party_agent(target)
        return await self._select_regular_application(target, command_dispatcher)

    async def _select_third_party_agent(self, target: TargetInfo) -> list[Result]:
        self.logger.info(f"Assigned third-party agent: {target.name}")
        return [
            Result(
                status="success",
                result={"id": target.id, "name": target.name, "type": "third_party_agent"},
            )
        ]

    async def _select_regular_application(
        self, target: TargetInfo, command_dispatcher: BasicCommandDispatcher
    ) -> list[Result]:
        execution_result = await command_dispatcher.execute_commands(
            [
                Command(
                    tool_name="select_application_window",
                    parameters={"id": str(target.id), "name": target.name},
                    tool_type="action",
                )
            ]
        )
        if execution_result and execution_result[0].result:
            app_root = execution_result[0].result.get("root_name", "")
            self.logger.info(f"Selected application: {target.name}, root: {app_root}")
        return execution_result

    async def _execute_generic_command(
        self, parsed_response: HostAgentResponse, command_dispatcher: BasicCommandDispatcher
    ) -> list[Result]:
        function_name = parsed_response.function
        arguments = parsed_response.arguments or {}
        return await command_dispatcher.execute_commands(
            [Command(tool_name=function_name, parameters=arguments, tool_type="action")]
        )

    def _create_action_info(
        self,
        parsed_response: HostAgentResponse,
        execution_result: Any,
        target_registry: TargetRegistry,
        selected_target_id: str,
    ) -> ActionCommandInfo:
        target_object = None
        if target_registry and selected_target_id:
            target_object = target_registry.get(selected_target_id)
        return ActionCommandInfo(
            function=parsed_response.function,
            arguments=parsed_response.arguments or {},
            target=target_object,
            status=parsed_response.status,
            result=execution_result[0] if execution_result else Result(status="none"),
        )


@depends_on("session_step", "parsed_response")
@provides("additional_memory", "memory_item", "memory_keys_count")
class ReadersMemory(BaseProcessingStrategy):
    """The whole strategy, in the order of the document's steps."""

    def __init__(self, fail_fast: bool = False) -> None:
        super().__init__(name="host_memory_update", fail_fast=fail_fast)

    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        additional_memory = self._create_additional_memory_data(agent, context)
        memory_item = self._create_and_populate_memory_item(context.get("parsed_response"), additional_memory)
        agent.add_memory(memory_item)
        self._update_structural_logs(memory_item, context.global_context)
        self._update_blackboard_trajectories(agent, memory_item)
        return ProcessingResult(
            success=True,
            data={
                "additional_memory": additional_memory,
                "memory_item": memory_item,
                "memory_keys_count": len(memory_item.to_dict()),
            },
            phase=ProcessingPhase.MEMORY_UPDATE,
        )

    def _create_additional_memory_data(self, agent: Any, context: ContextView) -> HostAgentProcessorContext:
        host_context: HostAgentProcessorContext = context.local_context
        host_context.session_step = context.get_global(ContextNames.SESSION_STEP.name, 0)
        host_context.round_step = context.get_global(ContextNames.CURRENT_ROUND_STEP.name, 0)
        host_context.round_num = context.get_global(ContextNames.CURRENT_ROUND_ID.name, 0)
        host_context.agent_step = agent.step if agent else 0
        action_info = host_context.action_info
        if action_info:
            host_context.action = [action_info.model_dump()]
            host_context.function_call = action_info.function or ""
            host_context.arguments = action_info.arguments
            host_context.action_representation = action_info.to_representation()
            if action_info.result and action_info.result.result:
                host_context.results = str(action_info.result.result)
        host_context.application = host_context.selected_application_root or ""
        host_context.agent_name = agent.name
        return host_context

    def _create_and_populate_memory_item(
        self, parsed_response: HostAgentResponse, additional_memory: HostAgentProcessorContext
    ) -> MemoryItem:
        memory_item = MemoryItem()
        if parsed_response:
            memory_item.add_values_from_dict(parsed_response.model_dump())
        memory_item.add_values_from_dict(additional_memory.to_dict(selective=True))
        return memory_item

    def _update_structural_logs(self, memory_item: MemoryItem, global_context: Context) -> None:
        global_context.add_to_structural_logs(memory_item.to_dict())

    def _update_blackboard_trajectories(self, host_agent: Any, memory_item: MemoryItem) -> None:
        ufo_config = host_agent.services.settings
        history_keys = ufo_config.system.history_keys
        memory_dict = memory_item.to_dict()
        memorized_action = {key: memory_dict.get(key) for key in history_keys if key in memory_dict}
        if memorized_action:
            host_agent.blackboard.add_trajectories(memorized_action)


class ReadersProcessor(ProcessorTemplate):
    """The processor as the document assembles it."""

    processor_context_class = HostAgentProcessorContext

    def __init__(self, agent: BasicAgent, global_context: Context) -> None:
        super().__init__(agent, global_context)

    def _setup_strategies(self) -> None:
        self.strategies[ProcessingPhase.DATA_COLLECTION] = ReadersCollection(fail_fast=True)
        self.strategies[ProcessingPhase.LLM_INTERACTION] = ReadersDecision(fail_fast=True)
        self.strategies[ProcessingPhase.ACTION_EXECUTION] = ReadersAction(fail_fast=False)
        self.strategies[ProcessingPhase.MEMORY_UPDATE] = ReadersMemory(fail_fast=False)

    def _setup_middleware(self) -> None:
        self.middleware_chain = [HostAgentLoggingMiddleware()]


async def retried(get_llm_response: Any, validate_json: Any, max_retries: int) -> str:
    """The retry loop as the document writes it apart from any strategy."""
    for retry_count in range(max_retries):
        try:
            response = await get_llm_response()
            validate_json(response)
            return cast(str, response)
        except ValueError:
            if retry_count < max_retries - 1:
                continue
            raise
    raise AssertionError


async def in_executor(call: Any, *arguments: Any) -> Any:
    loop = asyncio.get_event_loop()
    return await loop.run_in_executor(None, call, *arguments)
