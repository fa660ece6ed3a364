"""The pipeline: checked when built, honest when run."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from tests.requirement import requirement
from ufo.agents.processors.framework.phases import BasicProcessorContext, ContextView, ProcessingPhase, ProcessingResult
from ufo.agents.processors.framework.strategy import BaseProcessingStrategy, ComposedStrategy, depends_on, provides
from ufo.agents.processors.framework.template import ProcessorMiddleware, ProcessorTemplate
from ufo.agents.round_context import Context
from ufo.errors import ProcessingException

AGENT: Any = SimpleNamespace(name="agent")


@dataclass
class Names(BasicProcessorContext):
    request: str = ""
    seen: str = ""
    answer: str = ""
    written: str = ""


@depends_on("request")
@provides("seen")
class Look(BaseProcessingStrategy):
    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        return self.done(seen=f"saw {context.get_local('request')}")


@depends_on("seen")
@provides("answer")
class Decide(BaseProcessingStrategy):
    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        return self.done(answer=context.get_local("seen").upper())


@depends_on("request")
@provides("written")
class Write(BaseProcessingStrategy):
    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        return self.done(written="kept")


class Broken(BaseProcessingStrategy):
    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        raise RuntimeError("no luck")


@provides("answer")
class Peeking(BaseProcessingStrategy):
    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        return self.done(answer=context.get_local("seen"))


@provides("answer")
class Stingy(BaseProcessingStrategy):
    async def execute(self, agent: Any, context: ContextView) -> ProcessingResult:
        return self.done(written="something else")


class Recording(ProcessorMiddleware):
    def __init__(self, name: str, log: list[str]) -> None:
        self.name, self._log = name, log

    async def before_process(self, processor: ProcessorTemplate) -> None:
        self._log.append(f"before {self.name}")

    async def after_process(self, processor: ProcessorTemplate, result: ProcessingResult) -> None:
        self._log.append(f"after {self.name}")

    async def on_error(self, processor: ProcessorTemplate, result: ProcessingResult) -> None:
        self._log.append(f"error {self.name}")


def pipeline(*strategies: BaseProcessingStrategy, log: list[str] | None = None) -> ProcessorTemplate:
    phases = [ProcessingPhase.DATA_COLLECTION, ProcessingPhase.ACTION_EXECUTION, ProcessingPhase.MEMORY_UPDATE]

    class Pipeline(ProcessorTemplate):
        processor_context_class = Names

        def _setup_strategies(self) -> None:
            self.strategies = dict(zip(phases, strategies, strict=False))

        def _setup_middleware(self) -> None:
            if log is not None:
                self.middleware_chain = [Recording("first", log), Recording("second", log)]

        def _get_common_context_data(self) -> dict[str, Any]:
            return {"request": "a desk"}

    return Pipeline(AGENT, Context())


@requirement("processor:depends-on", "processor:provides", "processor:result", "processor:graceful.reported")
async def test_a_value_given_by_one_strategy_is_read_by_the_next() -> None:
    processor = pipeline(Look("look"), Decide("decide"))
    result = await processor.process()
    assert result.success is True and result.error is None
    assert result.data == {"seen": "saw a desk", "answer": "SAW A DESK"}
    assert result.execution_time > 0


@requirement("processor:checked-when-built", "defect:15")
def test_a_pipeline_whose_dependency_nobody_provides_is_refused_when_it_is_built() -> None:
    with pytest.raises(ProcessingException, match="'decide' depends on seen"):
        pipeline(Decide("decide"), Look("look"))


@requirement("processor:undeclared-read")
async def test_reading_an_undeclared_name_fails_with_that_name() -> None:
    result = await pipeline(Look("look"), Peeking("peeking")).process()
    assert not result.success
    assert "reads 'seen' without declaring it" in str(result.error)


@requirement("processor:provides")
async def test_giving_other_names_than_declared_fails() -> None:
    result = await pipeline(Stingy("stingy")).process()
    assert "['answer'] and does not give it" in str(result.error)


@requirement("processor:fail-fast")
async def test_a_failure_in_a_fail_fast_phase_ends_the_turn() -> None:
    processor = pipeline(Broken("broken", fail_fast=True), Write("write"))
    result = await processor.process()
    assert not result.success
    assert result.error == "broken failed: RuntimeError: no luck"
    assert isinstance(result.exception, RuntimeError)
    assert processor.processing_context.get_phase_result(ProcessingPhase.ACTION_EXECUTION) is None


@requirement("processor:graceful", "processor:graceful.reported", "app-act:graceful", "defect:15")
async def test_a_failure_in_a_graceful_phase_is_reported_and_the_next_phases_run() -> None:
    processor = pipeline(Look("look"), Broken("broken", fail_fast=False), Write("write"))
    result = await processor.process()
    assert result.success is False
    assert result.error == "broken failed: RuntimeError: no luck"
    assert result.data["written"] == "kept"
    assert processor.processing_context.get_failed_phases() == [ProcessingPhase.ACTION_EXECUTION]


@requirement("processor:middleware.order")
async def test_middleware_runs_in_order_before_and_in_reverse_after() -> None:
    log: list[str] = []
    await pipeline(Look("look"), log=log).process()
    assert log == ["before first", "before second", "after second", "after first"]


@requirement("processor:middleware.order")
async def test_middleware_hears_of_a_failure() -> None:
    log: list[str] = []
    await pipeline(Broken("broken"), log=log).process()
    assert "error second" in log and log.index("error second") < log.index("after second")


@requirement("processor:composed")
async def test_a_composed_strategy_gives_the_union_and_asks_only_for_what_it_does_not_give_itself() -> None:
    composed = ComposedStrategy([Look("look"), Decide("decide")], "both")
    assert composed.get_dependencies() == ("request",)
    assert composed.get_provides() == ("seen", "answer")
    assert (await pipeline(composed).process()).data["answer"] == "SAW A DESK"


@requirement("processor:composed.atomic")
async def test_a_composed_strategy_stops_at_its_first_failure() -> None:
    result = await pipeline(ComposedStrategy([Broken("broken"), Look("look")], "both")).process()
    assert not result.success
    assert result.data == {} and "broken" in str(result.error)


async def test_a_turn_can_go_on_from_a_phase_with_what_it_knows() -> None:
    processor = pipeline(Look("look"), Decide("decide"), Write("write"))
    await processor.process()
    processor.processing_context.commit({"seen": "something new"})
    result = await processor.resume(ProcessingPhase.ACTION_EXECUTION)
    assert result.data["answer"] == "SOMETHING NEW"
