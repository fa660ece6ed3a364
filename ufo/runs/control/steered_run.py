"""Where a run stands, and what people outside have asked of it: to park, to go on, to stop, to answer, to work on its desktop.

It knows neither the socket nor the agents. Whoever calls it lives in the event loop of the run. Requests return why they are
refused, with the next move, or "".
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from ufo.runs.control.messages import MOST_LINE, MOST_QUESTIONS, Choice, Lease, Phase, Question, RunState

LEASE_S = 30.0
"""A lease ends after this long without a sign of life of who holds it."""
ORPHANED_S = 10.0
"""And after this long where its connection is gone."""
_NO_REQUEST = "no request is being done now"


@dataclass(frozen=True, slots=True)
class Given:
    """The answer to a question: `by` whom, and `text` for the choice "text"."""

    choice: Choice
    by: str
    text: str = ""


@dataclass
class _Open:
    question: Question
    until: float
    given: asyncio.Future[Given]


@dataclass(frozen=True, slots=True)
class _Holder:
    client: str
    name: str
    until: float


@dataclass(frozen=True, slots=True)
class _Wish:
    client: str
    name: str
    granted: asyncio.Future[str]


class Steering:
    """`changed` is called after each change of the state, and `closed` with each question that is open no longer."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.changed: Callable[[], object] = lambda: None
        self.closed: Callable[[str, Given | None], object] = lambda _question, _given: None
        self._news = asyncio.Event()
        self._paused_by = ""
        self._stepping = False
        self._parked = ""
        self._is_parked = False
        self._request = ""
        self._step = 0
        self._outcome = self._reason = ""
        self._has_ended = False
        self._open: dict[str, _Open] = {}
        self._numbers = 0
        self._wish: _Wish | None = None
        self._holder: _Holder | None = None
        self._expiry: asyncio.TimerHandle | None = None
        self._is_handing_over = False
        self._resting = 0
        self._rests_since = self._rested_s = 0.0
        self._stop: Callable[[], object] | None = None

    # What the run tells.

    def begins(self, request: str) -> None:
        self._request, self._outcome, self._reason = request, "", ""
        self._note()

    def has_done(self, step: int) -> None:
        self._step = step
        self._note()

    def has_ended(self, outcome: str, reason: str) -> None:
        """Note how a request ended. The run may have another one."""
        self._outcome, self._reason, self._request = outcome, reason, ""
        self._paused_by, self._stepping = "", False
        self._note()

    def closes(self) -> None:
        """Note that the run is over. Nothing is asked of it any more."""
        self._has_ended = True
        self._end_lease()
        self._note()

    def stops_by(self, stop: Callable[[], object]) -> Callable[[], None]:
        """Have `stop` called when somebody stops the request, until the returned function is called."""
        self._stop = stop

        def release() -> None:
            self._stop = None

        return release

    @property
    def wants_to_park(self) -> bool:
        """Whether the run may do nothing before somebody says so."""
        return self._stepping or not self.may_go_on

    @property
    def parked_s(self) -> float:
        """For how long the run was parked by people so far, in seconds."""
        return self._rested_s + (self._clock() - self._rests_since if self._resting else 0.0)

    @contextmanager
    def resting(self) -> Iterator[None]:
        """What happens inside is a person's time."""
        if not self._resting:
            self._rests_since = self._clock()
        self._resting += 1
        try:
            yield
        finally:
            self._resting -= 1
            if not self._resting:
                self._rested_s += self._clock() - self._rests_since

    @contextmanager
    def parked(self, upcoming: str, by: str = "") -> Iterator[None]:
        """The run is parked inside of the context. `by`: who paused it, where that was not told here."""
        self._parked, self._is_parked = upcoming, True
        if by:
            self._paused_by = by
        elif self._stepping and not self._paused_by:
            self._paused_by = "step"
        self._stepping = False
        self._note()
        try:
            with self.resting():
                yield
        finally:
            self._parked, self._is_parked = "", False
            self._note()

    def goes_on(self) -> None:
        """Note that the person at the run's own terminal lets it go on."""
        self._paused_by = ""
        self._note()

    @property
    def may_go_on(self) -> bool:
        return not (self._paused_by or self._wish or self._holder or self._is_handing_over)

    @contextmanager
    def handing_over(self) -> Iterator[None]:
        """The desktop goes to a person and comes back inside of the context: the run does not go on before its end."""
        self._is_handing_over = True
        try:
            yield
        finally:
            self._is_handing_over = False
            self._note()

    def news(self) -> Coroutine[Any, Any, object]:
        """Return what waits for the next change from now on."""
        return self._news.wait()

    # Questions.

    @contextmanager
    def asking(self, question: Question, within_s: float) -> Iterator[asyncio.Future[Given]]:
        """Have a question open inside of the context. Yields what gets the first answer; whoever answers elsewhere sets it."""
        self._numbers += 1
        opened = _Open(
            question.model_copy(update={"id": f"q{self._numbers}"}),
            self._clock() + within_s,
            asyncio.get_running_loop().create_future(),
        )
        self._open[opened.question.id] = opened
        self._note()
        try:
            yield opened.given
        finally:
            del self._open[opened.question.id]
            given = opened.given.result() if opened.given.done() and not opened.given.cancelled() else None
            opened.given.cancel()
            self.closed(opened.question.id, given)
            self._note()

    def answer(self, question_id: str, given: Given) -> str:
        opened = self._open.get(question_id)
        if opened is None or opened.given.done():
            return "that question is not open any more; look at the state again"
        if given.choice not in opened.question.choices:
            return f"it takes one of: {', '.join(opened.question.choices)}"
        if given.choice == "text" and not given.text.strip():
            return "an answer in words needs some"
        opened.given.set_result(given)
        return ""

    # What clients ask.

    def pause(self, by: str) -> str:
        """Park the run, or the next request before its first turn."""
        self._paused_by = self._paused_by or by
        self._note()
        return ""

    def resume(self) -> str:
        if self._holder is not None:
            return f"{self._holder.name} works on the desktop; it goes on once they give it back"
        self._paused_by, self._stepping = "", False
        self._note()
        return ""

    def step(self) -> str:
        if not self._request:
            return f"{_NO_REQUEST}, so there is no step to do"
        if self._holder is not None:
            return f"{self._holder.name} works on the desktop; a step is done once they give it back"
        self._paused_by, self._stepping = "", True
        self._note()
        return ""

    def stop(self) -> str:
        if self._stop is None:
            return f"{_NO_REQUEST}, so there is nothing to stop"
        self._stop()
        return ""

    # The lease.

    def take(self, client: str, name: str) -> asyncio.Future[str]:
        """Ask for the lease. The future gets "" once it is granted, or why it is not."""
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        holder = self._holder
        if self._has_ended:
            answer.set_result("the run has ended; there is nothing to take over")
        elif holder is not None and holder.client in (client, ""):
            # They have it already, or whoever had it is gone.
            self._holder = replace(holder, client=client, name=name)
            self.sign_of_life(client)
            answer.set_result("")
        elif holder is not None or self._wish is not None:
            who = holder.name if holder is not None else self._wish.name if self._wish is not None else ""
            answer.set_result(f"{who} works on the desktop; ask them, or wait until they give it back")
        else:
            self._wish = _Wish(client, name, answer)
        self._note()
        return answer

    def may_grant(self) -> bool:
        """Tell whether somebody waits for the lease, and nothing is done on the desktop now."""
        return self._wish is not None and (self._is_parked or bool(self._open) or not self._request)

    def grant(self) -> bool:
        """Give the lease to whoever waits for it, and tell whether anybody did."""
        wish, self._wish = self._wish, None
        if wish is None:
            return False
        self._holder = _Holder(wish.client, wish.name, 0.0)
        self.sign_of_life(wish.client)
        if not wish.granted.done():
            wish.granted.set_result("")
        self._note()
        return True

    @property
    def is_held(self) -> bool:
        return self._holder is not None

    def holds(self, client: str) -> bool:
        return self._holder is not None and self._holder.client == client

    def give(self, client: str) -> str:
        if not self.holds(client):
            return "you do not have the desktop; take it first"
        self._end_lease()
        self._note()
        return ""

    def sign_of_life(self, client: str) -> None:
        """Note that a client did something: the lease that it holds goes on."""
        if self._holder is not None and self._holder.client == client:
            self._lasts(LEASE_S)

    def gone(self, client: str) -> None:
        """Note that a client is gone. For a moment another one, or the same again, may go on with its lease."""
        if self._wish is not None and self._wish.client == client:
            self._wish.granted.cancel()
            self._wish = None
        if self._holder is not None and self._holder.client == client:
            self._holder = replace(self._holder, client="")
            self._lasts(ORPHANED_S)
        self._note()

    def _lasts(self, seconds: float) -> None:
        assert self._holder is not None
        self._holder = replace(self._holder, until=self._clock() + seconds)
        if self._expiry is not None:
            self._expiry.cancel()
        self._expiry = asyncio.get_running_loop().call_later(seconds, self._expire)

    def _expire(self) -> None:
        self._end_lease()
        self._note()

    def _end_lease(self) -> None:
        self._holder = None
        if self._expiry is not None:
            self._expiry.cancel()
            self._expiry = None

    # The state.

    @property
    def phase(self) -> Phase:
        if self._has_ended:
            return "ended"
        if self._holder is not None:
            return "taken"
        if not self._request:
            return "idle"
        if self._is_parked and not self.may_go_on:
            return "paused"
        return "pausing" if self._paused_by or self._stepping or self._wish else "running"

    def state(self, clients: int, watchers: int) -> RunState:
        now, holder = self._clock(), self._holder
        lease = None
        if holder is not None:
            lease = Lease(client=holder.client, name=holder.name, ends_in_s=round(max(0.0, holder.until - now), 1))
        questions = [
            opened.question.model_copy(update={"seconds_left": round(max(0.0, opened.until - now), 1)})
            for opened in self._open.values()
        ]
        return RunState(
            phase=self.phase,
            request=self._request[:MOST_LINE],
            upcoming=self._parked[:MOST_LINE],
            parked_by=self._paused_by,
            stepping=self._stepping,
            lease=lease,
            questions=tuple(questions[:MOST_QUESTIONS]),
            clients=clients,
            watchers=watchers,
            step=self._step,
            parked_s=round(self.parked_s, 1),
            outcome=self._outcome,
            reason=self._reason[:MOST_LINE],
        )

    def stir(self) -> None:
        """Have everybody look at the state again, since clients came or went."""
        self._note()

    def _note(self) -> None:
        self._news.set()
        self._news = asyncio.Event()
        self.changed()
