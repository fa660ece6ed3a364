"""What calls of models used."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Usage(BaseModel):
    """What one model call used, or the sum of several. `cost` is in USD, None where the price of a part is not known;
    `known_cost` is what the other parts cost.

    `cached_tokens`: input tokens that the endpoint had in its cache; `cache_written_tokens`: input tokens that it put there.
    Both are a part of `input_tokens`. `local_decisions`: turns that were decided without asking the model. `format_errors`:
    answers that did not fit their schema. `mended_answers`: answers that were written with slips and meant one thing, so that
    they were mended and not asked for again.
    """

    model_config = ConfigDict(frozen=True)

    model_calls: int = 0
    local_decisions: int = 0
    format_errors: int = 0
    mended_answers: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    cache_written_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0
    known_cost: float = 0.0

    @property
    def least_cost(self) -> float:
        """What is certain to have been spent, in USD."""
        return self.known_cost if self.cost is None else self.cost

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Usage) -> Usage:
        least = self.least_cost + other.least_cost
        known = self.cost is not None and other.cost is not None
        return Usage(
            model_calls=self.model_calls + other.model_calls,
            local_decisions=self.local_decisions + other.local_decisions,
            format_errors=self.format_errors + other.format_errors,
            mended_answers=self.mended_answers + other.mended_answers,
            input_tokens=self.input_tokens + other.input_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            cache_written_tokens=self.cache_written_tokens + other.cache_written_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost=least if known else None,
            known_cost=0.0 if known else least,
        )
