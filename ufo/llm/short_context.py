"""A provider that is asked only what it can read. The prompts of a backup were written for another model."""

from __future__ import annotations

from dataclasses import replace

from ufo.config.settings import ModelSettings
from ufo.errors import ModelUnavailable
from ufo.llm.estimate import prompt_tokens
from ufo.llm.provider import Completion, Provider, Turn
from ufo.llm.wrapper import Wrapper
from ufo.schema.message import TextPart


class ShortContext(Wrapper):
    """Asks `provider` where the prompt fits into the context of its model; without pictures, where it sees none."""

    def __init__(self, provider: Provider, settings: ModelSettings) -> None:
        super().__init__(provider)
        self._settings = settings

    async def complete(self, turn: Turn) -> Completion:
        """Return the answer. Raises ModelUnavailable where the prompt is longer than what is known to be read."""
        asked = turn if self.sees_pictures else _without_pictures(turn)
        context = self._settings.context_tokens
        if context is not None:
            needed = prompt_tokens(asked, self._settings.image_max_edge) + self._settings.max_tokens
            if needed > context:
                raise ModelUnavailable(
                    f"the prompt and the answer take about {needed:,} tokens, and {self.name!r} reads and writes {context:,}; "
                    "choose a backup that reads more, or set `model.context_tokens` so that prompts fit both"
                )
        return await self._inner.complete(asked)


def _without_pictures(turn: Turn) -> Turn:
    told = (
        replace(one, parts=tuple(part for part in one.parts if isinstance(part, TextPart))) for one in turn.messages
    )
    return replace(turn, messages=tuple(told))
