"""Drops a count of tokens that no call reaches."""

from __future__ import annotations

from pydantic_ai.usage import RequestUsage

MOST_TOKENS = 1_000_000_000


def believed_usage(told: RequestUsage) -> RequestUsage:
    """Return the usage that an endpoint told, or none where a number in it cannot be right."""
    counts = (told.input_tokens, told.output_tokens, told.cache_read_tokens, told.cache_write_tokens)
    is_right = all(isinstance(one, int) and 0 <= one <= MOST_TOKENS for one in counts)
    return told if is_right else RequestUsage()
