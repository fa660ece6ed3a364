"""Asks a reader whether the person's request orders a risky act, and counts what is done: one reading lets one act happen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace

from ufo.schema.inputs import OrderInputs
from ufo.schema.reading import Ordered

OrderReader = Callable[[OrderInputs], Awaitable[Ordered | None]]
"""Whoever reads requests: a model, the built-in planner, a recording. None: nobody read it, and the person is asked."""
MOST_READINGS = 20
"""How often a reader is asked for one request. Each time may be a call to a model."""

_Same = tuple[str, str, str]


async def nobody_reads(_inputs: OrderInputs) -> Ordered | None:
    return None


class Orders:
    """What the request of the person orders, as read, and how often it is done."""

    def __init__(self, reader: OrderReader) -> None:
        self.reader = reader
        self._answers: dict[OrderInputs, Ordered | None] = {}
        self._claims: dict[str, list[tuple[_Same, str]]] = {}
        self._done: Counter[_Same] = Counter()

    def begin(self) -> None:
        """Begin a new request: nothing of it is read or done."""
        self._answers.clear()
        self._claims.clear()
        self._done.clear()

    async def read(self, inputs: OrderInputs, call_id: str) -> Ordered | None:
        """Return whether the request orders the act once more than it is done or claimed by other commands. None where nobody
        reads it, or too much was asked already. The same question is asked once.
        """
        others = sum(same == _same(inputs) for key, rows in self._claims.items() if key != call_id for same, _ in rows)
        asked = replace(inputs, done_before=self._done[_same(inputs)] + others)
        if asked not in self._answers:
            if len(self._answers) >= MOST_READINGS:
                return None
            self._answers[asked] = await self.reader(asked)
        return self._answers[asked]

    def claim(self, call_id: str, granted: tuple[tuple[OrderInputs, str], ...]) -> None:
        """Let the command with that id use up what was granted: acts, each with the words that order it."""
        self._claims[call_id] = [(_same(inputs), quote) for inputs, quote in granted]

    def forget_claims(self) -> None:
        """Release the claims of commands that were decided on but never ran, so that others may claim them."""
        self._claims.clear()

    def did(self, call_id: str) -> tuple[str, ...]:
        """Record that the command ran, and return the words that ordered it."""
        rows = self._claims.pop(call_id, [])
        self._done.update(same for same, _ in rows)
        return tuple(dict.fromkeys(quote for _, quote in rows))


def _same(inputs: OrderInputs) -> _Same:
    """What counts as the same act again, whatever our own acts change in a window's title."""
    return inputs.action_class, inputs.target, inputs.application
