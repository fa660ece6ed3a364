"""The person of a run, wherever they are: at its own terminal, if it has one, and behind the clients of its control socket.

A question goes to all of them, and the first answer counts. The run is parked by any of them. Who takes the lease works on the
desktop while the turn waits with its context; the agent looks anew after it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

from ufo.agents.user import User
from ufo.errors import DesktopError
from ufo.faults import Part
from ufo.runs.control.messages import MOST_LINE, Asks, Choice, Question
from ufo.runs.control.steered_run import Given, Steering
from ufo.secrets.password_guess import asks_for_a_secret
from ufo.tools.dispatch.takeover import Attend

_log = logging.getLogger(__name__)
HERE = "terminal"
_AT_ONCE_S = 0.05
"""A person at the terminal who does not pause the run lets it go on at once."""
_READY_S = 5.0
"""How long the lease waits for the record of what is done with it."""
_PERMISSION: Mapping[Choice, str] = MappingProxyType(
    {"yes": "this time", "no": "no", "always": "always", "never": "never"}
)
_NO_OTHER_WORDS: Mapping[Choice, str] = MappingProxyType({})


@runtime_checkable
class Pausing(Protocol):
    """A person who can be told that somebody else paused the run, so that they are asked as well how it goes on."""

    def pause(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Around:
    """What the person's part needs of the run. `is_attended`: a client has, or had, a person behind it. `told` gets a line for
    the people at other places. `recorded` puts a record of what is done around a way to attend. `at_work` keeps the desktop ready
    to be worked on.
    """

    timeout_s: float
    is_attended: Callable[[], bool]
    told: Callable[[str], object]
    recorded: Callable[[Attend], Attend]
    at_work: Callable[[], AbstractAsyncContextManager[object]]


class ControlledUser:
    """Implements `User` by `inner`, who is at the run's own terminal or nowhere, and by the clients."""

    def __init__(self, inner: User, steering: Steering, around: Around) -> None:
        self._inner = inner
        self._steering = steering
        self._around = around
        self._here = around.recorded(inner.attend)
        self._there = around.recorded(self._hold)
        self._took_over = False
        self.ready = asyncio.Event()
        """Is set by what records once it does; then the lease is given."""

    @property
    def is_there(self) -> bool:
        return self._inner.is_there or self._around.is_attended()

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        return await self._answers(questions, "text", ("text", "yes", "no"), _NO_OTHER_WORDS)

    async def permit(self, questions: Sequence[str]) -> list[str] | None:
        """Ask as `ask` does whether an application may be worked (`ufo.desktop.bounds.permits`)."""
        return await self._answers(questions, "permission", ("yes", "no", "always", "never"), _PERMISSION)

    async def _answers(
        self, questions: Sequence[str], asks: Asks, choices: tuple[Choice, ...], words: Mapping[Choice, str]
    ) -> list[str] | None:
        answers = []
        for text in questions:
            secret = asks_for_a_secret(text)
            question = Question(id="", text=text[:MOST_LINE], asks=asks, choices=choices, secret=secret)
            given = await self._first(question, partial(self._in_words, text))
            if given is None:
                return None
            answers.append(given.text if given.choice == "text" else words.get(given.choice, given.choice))
        return answers

    async def confirm(self, question: str) -> bool:
        if not self._inner.is_there and await self._inner.confirm(question):
            return True
        asked = Question(id="", text=question[:MOST_LINE], asks="consent", choices=("yes", "no"))
        given = await self._first(asked, lambda: self._yes_or_no(question))
        return given is not None and given.choice == "yes"

    async def attend(self, upcoming: str) -> bool:
        steering, local, by = self._steering, None, ""
        if not steering.wants_to_park:
            local = asyncio.ensure_future(self._here(upcoming))
            await asyncio.wait([local], timeout=_AT_ONCE_S)
            if local.done():
                return self._has_taken_over(local.result())
            by = HERE
        elif isinstance(self._inner, Pausing):
            self._inner.pause()
            local = asyncio.ensure_future(self._here(upcoming))
        return await self._parked(upcoming, by, local)

    async def _parked(self, upcoming: str, by: str, local: asyncio.Future[bool] | None) -> bool:
        """Wait until somebody lets the run go on. Raises asyncio.CancelledError where they stop it."""
        steering, took_over = self._steering, False
        try:
            with steering.parked(upcoming, by):
                if not by:
                    self._around.told(f"paused from elsewhere before: {upcoming}")
                while True:
                    if local is not None and local.done():
                        took_over |= local.result()
                        local = None
                        steering.goes_on()
                    if steering.may_go_on:
                        if local is not None:
                            self._around.told("it goes on, as was said elsewhere")
                        return self._has_taken_over(took_over)
                    await _first_of(steering.news(), local)
        finally:
            if local is not None:
                local.cancel()

    def _has_taken_over(self, here: bool) -> bool:
        took_over, self._took_over = self._took_over or here, False
        return took_over

    async def keep_lease(self) -> None:
        """Give the lease to whoever wants it, each time that nothing is done on the desktop, until cancelled."""
        steering = self._steering
        while True:
            while not steering.may_grant():
                await steering.news()
            self.ready.clear()
            with steering.handing_over():
                with Part(_log, "recording what the person does", []):
                    await self._there("the person works on the desktop")
                if steering.may_grant() or steering.is_held:
                    await self._hold("")

    async def _hold(self, upcoming: str) -> bool:
        """Give the lease, and wait until it ends."""
        steering = self._steering
        if self._there != self._hold:
            await _first_of(self.ready.wait(), within_s=_READY_S)
        async with AsyncExitStack() as closing:
            try:
                await closing.enter_async_context(self._around.at_work())
            except DesktopError as error:
                self._around.told(f"the desktop cannot be worked on from elsewhere: {error}")
            if not steering.grant() and not steering.is_held:
                return False
            self._took_over = True
            closing.enter_context(steering.resting())
            while steering.is_held:
                await steering.news()
        return True

    async def _first(self, question: Question, here: Callable[[], Awaitable[Given | None]]) -> Given | None:
        """Return the first answer, wherever it is given; None where there is none in time."""
        if not self.is_there:
            return await here()
        loop = asyncio.get_running_loop()
        until = loop.time() + self._around.timeout_s
        local = asyncio.ensure_future(here()) if self._inner.is_there else None
        try:
            with self._steering.asking(question, self._around.timeout_s) as given:
                while not given.done():
                    if local is not None and local.done():
                        answer, local = local.result(), None
                        if answer is not None:
                            given.set_result(answer)
                            break
                    if local is None and not self._around.is_attended():
                        return None
                    left = until - loop.time()
                    if left <= 0 and not self._steering.is_held:
                        return None
                    # Who works on the desktop may take their time, and clients come and go.
                    await _first_of(self._steering.news(), local, given, within_s=max(left, 1.0))
                answer = given.result()
        finally:
            if local is not None:
                local.cancel()
        if answer.by != HERE:
            self._around.told(f"{answer.by} answered")
        return answer

    async def _in_words(self, question: str) -> Given | None:
        answers = await self._inner.ask([question])
        return Given("text", HERE, answers[0]) if answers else None

    async def _yes_or_no(self, question: str) -> Given:
        return Given("yes" if await self._inner.confirm(question) else "no", HERE)


async def _first_of(
    change: Coroutine[Any, Any, object], *others: asyncio.Future[Any] | None, within_s: float | None = None
) -> None:
    """Wait until one of them is done, or no longer than that. Only the first is cancelled then."""
    waiting = asyncio.ensure_future(change)
    try:
        await asyncio.wait(
            {waiting, *(other for other in others if other is not None)},
            timeout=within_s,
            return_when=asyncio.FIRST_COMPLETED,
        )
    finally:
        waiting.cancel()
