"""An agent that is asked with a fresh context: it works no application, and has no tools, no states and no memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ufo.agents.heard_answers import HeardAnswers, log_request
from ufo.agents.services import AgentServices
from ufo.errors import LimitReached, ModelError
from ufo.faults import note_fault
from ufo.llm.by_agent import AgentModel
from ufo.llm.provider import Turn
from ufo.llm.turn import Answered, Check
from ufo.schema.outcome import Usage
from ufo.trace.events import Noticed

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of one question: an answer that fits, or None and the `error`; and what asking used."""

    answered: Answered | None
    usage: Usage
    error: str = ""


class FreshAgent:
    """`model`: who is asked, with its settings; `purpose`: for what, as a fault is told."""

    patience_s = 300.0

    def __init__(self, name: str, services: AgentServices, model: AgentModel, purpose: str) -> None:
        self.name = name
        self.services = services
        self.provider = model.provider
        self.settings = model.settings
        self._purpose = purpose

    async def ask(self, made: Callable[[], Turn], checks: Sequence[Check] = ()) -> Heard:
        """Ask the turn that `made` returns. Whatever goes wrong is told and never raised: a run does not fail for want of this
        answer. What does not fit goes back as often as with every agent.
        """
        heard = HeardAnswers(self.provider)
        try:
            async with asyncio.timeout(self.patience_s) as waiting:
                turn = made()
                log_request(self.services, self.name, turn.messages)
                answered = await heard.answer(self.services, self.name, turn, checks)
        except TimeoutError as error:
            late = f"no answer within {self.patience_s:g} seconds"
            return Heard(None, heard.usage, late if waiting.expired() else note_fault(logger, self._purpose, error))
        except (ModelError, LimitReached) as error:
            return Heard(None, heard.usage, str(error))
        except Exception as error:  # noqa: BLE001 a provider of the person's own may raise anything
            return Heard(None, heard.usage, note_fault(logger, self._purpose, error))
        return Heard(answered, heard.usage)

    def notice(self, text: str) -> None:
        self.services.emitter.emit(Noticed(text=f"{self.name}: {text}"))
