"""Readers of orders: one that agrees to everything, one that says what it was told to, and one that answers from a recording."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from ufo.schema.inputs import OrderInputs
from ufo.schema.reading import Ordered


async def agrees(inputs: OrderInputs) -> Ordered:
    """The worst mind: whatever the act is, all of the request orders it."""
    return Ordered(ordered=True, quote=inputs.request)


@dataclass
class Says:
    """Gives the same answer to everything, and keeps what it was asked. `times`: how often the request asks for an act."""

    answer: Ordered | None
    times: int = 1_000_000
    asked: list[OrderInputs] = field(default_factory=list)

    async def __call__(self, inputs: OrderInputs) -> Ordered | None:
        self.asked.append(inputs)
        if inputs.done_before >= self.times:
            return Ordered(ordered=False, why="it is already done")
        return self.answer


def ordering(quote: str, times: int = 1_000_000) -> Says:
    """A reader to whom these words order everything, so many times."""
    return Says(Ordered(ordered=True, quote=quote), times)


class Recorded:
    """A capable mind's answers to each request and act of the tables. It knows nothing else."""

    def __init__(self, act: str) -> None:
        self._answers = {request: answer for (acted, request), answer in _recorded_orders().items() if acted == act}

    async def __call__(self, inputs: OrderInputs) -> Ordered | None:
        return self._answers.get(inputs.request)


@cache
def _recorded_orders() -> dict[tuple[str, str], Ordered]:
    """The answers by act and request."""
    rows = json.loads((Path(__file__).parent / "recorded_orders.json").read_text(encoding="utf-8"))
    return {(row["act"], row["request"]): Ordered.model_validate(row) for row in rows}
