"""Middleware, which runs before a turn, after it (in reverse order), and when it fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ufo.agents.processors.framework.phases import ProcessingResult

if TYPE_CHECKING:
    from ufo.agents.processors.framework.template import ProcessorTemplate


class ProcessorMiddleware:
    name = "middleware"

    async def before_process(self, processor: ProcessorTemplate) -> None:
        return None

    async def after_process(self, processor: ProcessorTemplate, result: ProcessingResult) -> None:
        return None

    async def on_error(self, processor: ProcessorTemplate, result: ProcessingResult) -> None:
        return None
