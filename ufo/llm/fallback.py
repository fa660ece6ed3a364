"""A provider that asks a second model where the first does not answer, and only what that one can read."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from ufo.config.settings import ModelSettings
from ufo.errors import ModelUnavailable
from ufo.llm.estimate import prompt_tokens
from ufo.llm.provider import Completion, Provider, Turn, Wrapper
from ufo.schema.message import TextPart


class FallbackProvider:
    """Asks `primary`, then `backup`. After a failure `primary` is left alone for `rest_s`, so that not every turn waits."""

    def __init__(
        self,
        primary: Provider,
        backup: Provider,
        notice: Callable[[str], None] = lambda _: None,
        rest_s: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._primary = primary
        self._backup = backup
        self._notice = notice
        self._rest_s = rest_s
        self._clock = clock
        self._rests_until: float | None = None
        self._last_error = ""
        self._may_pass = False

    @property
    def name(self) -> str:
        return self._primary.name

    @property
    def sees_pictures(self) -> bool:
        return self._primary.sees_pictures or self._backup.sees_pictures

    async def complete(self, turn: Turn) -> Completion:
        """Return the answer of the first model that gives one. Raises ModelUnavailable, which names both, where neither does."""
        if not turn.may_use_backup:
            return await self._primary.complete(turn)
        if self._rests_until is None or self._clock() >= self._rests_until:
            try:
                completion = await self._primary.complete(turn)
            except ModelUnavailable as error:
                self._last_error, self._may_pass = str(error), error.may_pass
                self._rests_until = self._clock() + self._rest_s
                self._notice(f"{self._primary.name} does not answer ({error}); asking {self._backup.name}")
            else:
                if self._rests_until is not None:
                    self._rests_until = None
                    self._notice(f"{self._primary.name} answers again")
                return completion
        try:
            return await self._backup.complete(turn)
        except ModelUnavailable as error:
            # With both down a rest saves nothing, so the next turn asks the first again.
            self._rests_until = None
            raise ModelUnavailable(
                f"neither model answers. {self._primary.name}: {self._last_error}. {self._backup.name}: {error}",
                may_pass=self._may_pass or error.may_pass,
            ) from error

    async def close(self) -> None:
        try:
            await self._primary.close()
        finally:
            await self._backup.close()


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
        replace(message, parts=tuple(part for part in message.parts if isinstance(part, TextPart)))
        for message in turn.messages
    )
    return replace(turn, messages=tuple(told))
