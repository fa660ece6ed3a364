"""The persons that a run may have: one at a terminal, nobody, or a script (public, for tests and programs). Waiting for a typed
line can end early: a missing answer keeps the program neither from going on nor from ending.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable, Iterable, Sequence

from rich.console import Console
from rich.markup import escape

from ufo.agents.user import User
from ufo.platform.owners import is_in_front
from ufo.secrets.masks import Masks

_CHOICES = "g: go on, s: do one step, t: take over yourself, q: stop"


class NobodyUser:
    """Nobody is there: questions stay unanswered, and whatever needs consent is refused unless `consents`."""

    is_there = False

    def __init__(self, consents: bool = False) -> None:
        self._consents = consents

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        return None

    async def confirm(self, question: str) -> bool:
        return self._consents

    async def attend(self, upcoming: str) -> bool:
        return False


class MaskedUser:
    """Passes questions on to another user with the secrets in them masked."""

    def __init__(self, user: User, masks: Masks) -> None:
        self._user = user
        self._masks = masks

    @property
    def is_there(self) -> bool:
        return self._user.is_there

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        return await self._user.ask([self._masks.text(question) for question in questions])

    async def confirm(self, question: str) -> bool:
        return await self._user.confirm(self._masks.text(question))

    async def attend(self, upcoming: str) -> bool:
        return await self._user.attend(self._masks.text(upcoming))


class ScriptedUser:
    """Answers in order; None stands for a question that nobody answers. `asked` keeps the questions.

    `takes_over` is called with what comes next, may work on the desktop, and returns whether it did.
    """

    is_there = True

    def __init__(
        self,
        answers: Iterable[str | None] = (),
        consents: Iterable[bool] = (),
        takes_over: Callable[[str], Awaitable[bool]] | None = None,
    ) -> None:
        self._answers = list(answers)
        self._consents = list(consents)
        self._takes_over = takes_over
        self.asked: list[str] = []

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        self.asked += questions
        given = [self._answers.pop(0) if self._answers else None for _ in questions]
        return None if any(answer is None for answer in given) else [str(answer) for answer in given]

    async def confirm(self, question: str) -> bool:
        self.asked.append(question)
        return self._consents.pop(0) if self._consents else False

    async def attend(self, upcoming: str) -> bool:
        return await self._takes_over(upcoming) if self._takes_over is not None else False


class TerminalUser:
    """A person at a terminal. An empty answer, or none in time, counts as no answer.

    While a run goes on, `p` and Enter pause it; then `g` goes on, `s` does one step, `t` takes over, and `q` stops. With
    `stepping` it pauses before each turn and each action from the beginning.
    """

    is_there = True

    def __init__(self, console: Console, timeout_s: float, consents: bool = False, stepping: bool = False) -> None:
        self._console = console
        self._timeout_s = timeout_s
        self._consents = consents
        self._lines = TypedLines(console.input)
        self._pausing = stepping

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

    def pause(self) -> None:
        """Ask the next time how it goes on, since somebody paused the run from elsewhere."""
        self._pausing = True

    async def attend(self, upcoming: str) -> bool:
        if not self._pausing and not self._asks_to_pause():
            return False
        self._pausing = False
        self._console.print(f"[bold]Paused[/bold] before: {escape(upcoming)}\n{_CHOICES}")
        while True:
            self._console.print("> ", end="")
            match (await self._lines.next() or "g")[:1].lower():
                case "g":
                    return False
                case "s":
                    self._pausing = True
                    return False
                case "t":
                    self._console.print("The desktop is yours. Press Enter to give it back. ", end="")
                    await self._lines.next()
                    return True
                case "q":
                    raise asyncio.CancelledError
                case _:
                    self._console.print(_CHOICES)

    def _asks_to_pause(self) -> bool:
        # The system would stop the program if it read the terminal from the background.
        if not is_in_front():
            return False
        line = self._lines.already()
        return line is not None and line[:1].lower() == "p"

    async def request(self) -> str:
        """Ask the person for the next request, without a time limit. Return "" where there is none."""
        self._console.print("[bold]What do you want done?[/bold] (an empty line ends)\n> ", end="")
        return await self._lines.next() or ""

    async def _read(self, prompt: str) -> str:
        self._console.print(prompt, end="")
        line = await self._lines.next(self._timeout_s)
        if line is None:
            self._console.print("\nnobody answered in time", markup=False)
        return line or ""


class TypedLines:
    """Typed lines. `read` blocks until a line was typed and raises EOFError at the end of the input.

    It runs in a daemon thread, because the program would wait at its end for a thread of the event loop's pool.
    """

    def __init__(self, read: Callable[[], str]) -> None:
        self._read = read
        self._waiting: asyncio.Future[str] | None = None

    async def next(self, timeout_s: float | None = None) -> str | None:
        """Return the next line typed from now on, stripped; None where none was typed in time, "" at the end of the input.

        A line that was typed after an earlier call had given up waiting is dropped: it answers no question.
        """
        if self._waiting is None or self._waiting.done():
            self._waiting = self._begin()
        done, _ = await asyncio.wait({self._waiting}, timeout=timeout_s)
        if not done:
            return None
        line, self._waiting = self._waiting.result(), None
        return line

    def already(self) -> str | None:
        """Return a line that was typed since the last call, or None, without waiting."""
        if self._waiting is None:
            self._waiting = self._begin()
        if not self._waiting.done():
            return None
        line, self._waiting = self._waiting.result(), None
        return line

    def _begin(self) -> asyncio.Future[str]:
        loop = asyncio.get_running_loop()
        typed: asyncio.Future[str] = loop.create_future()

        def work() -> None:
            try:
                line = self._read().strip()
            except (EOFError, OSError, UnicodeDecodeError):
                line = ""
            with contextlib.suppress(RuntimeError):  # the loop is closed, so nothing waits for the line any more
                loop.call_soon_threadsafe(settle, line)

        def settle(line: str) -> None:
            if not typed.done():
                typed.set_result(line)

        threading.Thread(target=work, name="typed-line", daemon=True).start()
        return typed
