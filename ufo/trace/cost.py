"""The use of models and its cost."""

from __future__ import annotations

from collections.abc import Iterable

from ufo.schema.outcome import Usage
from ufo.trace.events import ModelAnswered


def per_model(answers: Iterable[ModelAnswered]) -> dict[str, Usage]:
    """Return usage by model name, in order of first use. A sum that includes an unknown price has no cost."""
    totals: dict[str, Usage] = {}
    for answer in answers:
        totals[answer.model] = totals.get(answer.model, Usage()) + answer.usage
    return totals


def money(cost: float | None) -> str:
    """Format a cost in dollars: `$0.0123`. Sums below one dollar keep four digits. None is "unknown price"."""
    if cost is None:
        return "unknown price"
    return f"${cost:.2f}" if cost >= 1 or cost == 0 else f"${cost:.4f}"


def slips(usage: Usage) -> str:
    """Return how many answers were mended and how many were asked for again, as the end of a list; "" for none."""
    mended = usage.mended_answers
    words = f", {mended} answer{'' if mended == 1 else 's'} mended" if mended else ""
    return words + (f", {usage.format_errors} asked for again" if usage.format_errors else "")
