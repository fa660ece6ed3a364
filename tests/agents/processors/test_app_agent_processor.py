"""The AppAgent's pipeline as it is put together."""

from __future__ import annotations

from pathlib import Path

from tests.agents.turns import to_form
from tests.requirement import requirement
from tests.scenarios.stage import app, host, stage
from ufo.agents.processors.app_agent_processor import AppAgentLoggingMiddleware, AppAgentProcessor
from ufo.agents.processors.framework.phases import ProcessingPhase
from ufo.agents.processors.framework.strategy import ComposedStrategy
from ufo.agents.processors.strategies.app.decide_actions import AppLLMInteractionStrategy
from ufo.agents.processors.strategies.app.execute_actions import AppActionExecutionStrategy
from ufo.agents.processors.strategies.app.look import AppControlInfoStrategy, AppScreenshotCaptureStrategy
from ufo.agents.processors.strategies.remember import AppMemoryUpdateStrategy


@requirement("processor:app.four-phases", "processor:app.middleware")
async def test_four_phases_of_which_the_first_is_composed(tmp_path: Path) -> None:
    async with stage(tmp_path, [to_form, app("FINISH"), host("FINISH")]) as scene:
        await scene.run()
        processor = scene.session.host.appagent_dict["form/form"].processor
    assert isinstance(processor, AppAgentProcessor)
    built = [
        (phase, type(processing_strategy), processing_strategy.fail_fast)
        for phase, processing_strategy in processor.strategies.items()
    ]
    assert built == [
        (ProcessingPhase.DATA_COLLECTION, ComposedStrategy, True),
        (ProcessingPhase.LLM_INTERACTION, AppLLMInteractionStrategy, True),
        (ProcessingPhase.ACTION_EXECUTION, AppActionExecutionStrategy, False),
        (ProcessingPhase.MEMORY_UPDATE, AppMemoryUpdateStrategy, False),
    ]
    composed = processor.strategies[ProcessingPhase.DATA_COLLECTION]
    assert isinstance(composed, ComposedStrategy)
    assert composed.name == "AppDataCollectionStrategy"
    assert [type(strategy) for strategy in composed.strategies] == [
        AppScreenshotCaptureStrategy,
        AppControlInfoStrategy,
    ]
    assert [type(processor_middleware) for processor_middleware in processor.middleware_chain] == [
        AppAgentLoggingMiddleware
    ]
