"""A limit on what a run may spend on a model."""

from __future__ import annotations

from collections.abc import Callable

from ufo.errors import LimitReached
from ufo.llm.provider import Completion, Provider, Turn
from ufo.schema.outcome import Usage


class BudgetedProvider:
    """Refuses the next call once cost (USD) or tokens have reached their limit; None is no limit.

    Calls without a known price count as nothing towards the cost; `notice` hears of it once.
    """

    def __init__(
        self,
        provider: Provider,
        max_cost_usd: float | None = None,
        max_tokens: int | None = None,
        notice: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._provider = provider
        self._max_cost_usd = max_cost_usd
        self._max_tokens = max_tokens
        self._notice = notice
        self._spent = Usage()
        self._known_cost = 0.0

    @property
    def name(self) -> str:
        return self._provider.name

    @property
    def sees_pictures(self) -> bool:
        return self._provider.sees_pictures

    @property
    def spent(self) -> Usage:
        return self._spent

    async def complete(self, turn: Turn) -> Completion:
        """Raises LimitReached before the call that would begin over the limit."""
        self._check()
        completion = await self._provider.complete(turn)
        if completion.usage.cost is None and self._spent.cost is not None and self._max_cost_usd is not None:
            self._notice(
                f"no price is known for {completion.model!r}, so `limits.max_cost_usd` cannot stop it; "
                "set `model.input_price` and `model.output_price`"
            )
        self._spent += completion.usage
        self._known_cost += completion.usage.cost or 0.0
        return completion

    def _check(self) -> None:
        if self._max_cost_usd is not None and self._known_cost >= self._max_cost_usd and self._spent.model_calls:
            raise LimitReached(
                f"the run has cost {self._known_cost:.4f} USD of {self._max_cost_usd:g}; raise `limits.max_cost_usd`"
            )
        tokens = self._spent.input_tokens + self._spent.output_tokens
        if self._max_tokens is not None and tokens >= self._max_tokens:
            raise LimitReached(f"the run has used {tokens} of {self._max_tokens} tokens; raise the limit of tokens")

    async def close(self) -> None:
        await self._provider.close()
