"""The User protocol: the person as agents see them. The rooms above decide who that is: a terminal, a script, or nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class User(Protocol):
    @property
    def is_there(self) -> bool:
        """Whether there is a person at all: then a "no" is theirs, and ends what they said it to."""
        ...

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        """Ask the questions. Return one answer for each, or None where nobody answered in time or nobody is there."""
        ...

    async def confirm(self, question: str) -> bool:
        """Ask for consent. Return False also where nobody is there."""
        ...

    async def attend(self, upcoming: str) -> bool:
        """Let the person pause, go step by step or take over. Called before each turn and each action, with what comes next.

        Returns when the run may go on: True where the person worked on the screen meanwhile, so that the agent looks again
        before it does anything. Raises asyncio.CancelledError where the person stops the run.
        """
        ...
