"""Phase 3 of the operator agent: as the AppAgent's, but a safety check of the model's provider is always asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ufo.agents.processors.strategies.app.execute_actions import AppActionExecutionStrategy
from ufo.agents.processors.strategies.dispatch_actions import AskingDispatcher

if TYPE_CHECKING:
    from ufo.agents.agent.basic_agent import BasicAgent


class OperatorActionExecutionStrategy(AppActionExecutionStrategy):
    def _asking(self, agent: BasicAgent, dispatcher: AskingDispatcher) -> AskingDispatcher:
        dispatcher.even_if_asked_for = True
        return dispatcher
