"""Who the person is: at a terminal, nobody, or a script (public, for tests and programs)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.markup import escape

from ufo.sessions.typed_lines import TypedLines


class NobodyUser:
    """Nobody is there: questions stay unanswered and what would be asked is denied, unless `consents`."""

    def __init__(self, consents: bool = False) -> None:
        self._consents = consents

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        return None

    async def confirm(self, question: str) -> bool:
        return self._consents


class ScriptedUser:
    """Answers in order; None for a question that nobody answers. Keeps what it was asked."""

    def __init__(self, answers: Iterable[str | None] = (), consents: Iterable[bool] = ()) -> None:
        self._answers = list(answers)
        self._consents = list(consents)
        self.asked: list[str] = []

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        self.asked += questions
        given = [self._answers.pop(0) if self._answers else None for _ in questions]
        return None if any(answer is None for answer in given) else [str(answer) for answer in given]

    async def confirm(self, question: str) -> bool:
        self.asked.append(question)
        return self._consents.pop(0) if self._consents else False


class TerminalUser:
    """A person at a terminal. An empty answer is none; nothing said in time is none."""

    def __init__(self, console: Console, timeout_s: float, consents: bool = False) -> None:
        self._console = console
        self._timeout_s = timeout_s
        self._consents = consents
        self._lines = TypedLines(console.input)

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        answers = []
        for question in questions:
            answer = await self._read(f"[bold]?[/bold] {escape(question)}\n> ")
            if not answer:
                return None
            answers.append(answer)
        return answers

    async def confirm(self, question: str) -> bool:
        if self._consents:
            return True
        answer = await self._read(f"[bold yellow]Confirm[/bold yellow] {escape(question)} \\[y/N] ")
        return answer.strip().lower() in {"y", "yes"}

    async def request(self) -> str:
        """What the person wants done next, however long it takes; "" where that was all."""
        self._console.print("[bold]What do you want done?[/bold] (an empty line ends)\n> ", end="")
        return await self._lines.next() or ""

    async def _read(self, prompt: str) -> str:
        self._console.print(prompt, end="")
        line = await self._lines.next(self._timeout_s)
        if line is None:
            self._console.print("\nnobody answered in time", markup=False)
        return line or ""
