"""The person of a run that is played again: what they answered is answered again; consent is theirs to give anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class _Person(Protocol):
    @property
    def is_there(self) -> bool: ...

    async def ask(self, questions: Sequence[str]) -> list[str] | None: ...

    async def confirm(self, question: str) -> bool: ...

    async def attend(self, upcoming: str) -> bool: ...


class RecordedPerson:
    """Gives the recorded answers, and asks `inner` everything else."""

    def __init__(self, answers: Mapping[str, str], inner: _Person) -> None:
        self._answers = dict(answers)
        self._inner = inner

    @property
    def is_there(self) -> bool:
        return self._inner.is_there

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        if all(question in self._answers for question in questions):
            return [self._answers[question] for question in questions]
        return await self._inner.ask(questions)

    async def confirm(self, question: str) -> bool:
        return await self._inner.confirm(question)

    async def attend(self, upcoming: str) -> bool:
        return await self._inner.attend(upcoming)
