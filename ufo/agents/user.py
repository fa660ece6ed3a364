"""The person, as agents see one. The rooms above say who that is: a terminal, a script, or nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class User(Protocol):
    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        """One answer a question, or None where nobody answered in time or nobody is there."""
        ...

    async def confirm(self, question: str) -> bool:
        """False also where nobody is there."""
        ...
