"""Has applications do things, each over a line of its own, so that an answer that does not come holds up no look.

A toolkit serves the messages of one connection in turn. While it does what one of them says, it serves no other of that
connection, also where that runs a main loop of its own, as a modal dialog in GTK 3 does: the application lives, answers
everybody else, and is deaf on that one connection until the dialog is closed.

Whatever else comes over that connection meanwhile, also its end, hangs the application for good at the next key: GTK 3 serves
all connections in a further loop then, and waits for the one that it is serving already. As it may answer before it runs
the handler, an answer does not say that the dialog is closed. So a line of its own stays open, unused, long after the answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from ufo.desktop.linux.dbus.peer import PeerConnections
from ufo.desktop.linux.dbus.pipeline import Answer, CallFailed, Failure, Line, Question, Ref, settle_future
from ufo.errors import ApplicationHung, DesktopUnavailable

_PROMPT_S = 0.1
"""How long an order is waited for before the application is asked something else."""

_HARMLESS = frozenset({"GrabFocus", "ScrollTo"})
"""Orders that no application answers with a dialog."""

_ASKED, _TICK_S = 2, 0.05
"""How many questions in a row have to be answered while an order is not: the first may have been taken before the order."""


class NotAnsweredYet(Exception):
    """The application answers other calls, but not this one: it runs a loop of its own inside it. Whether it did what it was
    told is for the next look to say. It is caught inside `desktop/linux`.
    """


class Orders:
    """`are_aside`: the application must not be told anything over the line that looks go over, where it has no other."""

    def __init__(self, connections: PeerConnections, *, are_aside: bool = False) -> None:
        self._connections = connections
        self._are_aside = are_aside

    async def call(
        self, ref: Ref, interface: str, member: str, arguments: tuple[str, Sequence[Any]], timeout_s: float
    ) -> list[Any]:
        """Make one call and return the values of its answer. `arguments` are signature and values. Raises NotAnsweredYet,
        CallFailed, ApplicationHung, DesktopUnavailable.
        """
        looks = self._connections.of(ref.bus)
        aside = await self._connections.open_aside(ref.bus, timeout_s)
        if aside is None and self._are_aside and member not in _HARMLESS:
            raise CallFailed(
                "the application offers no connection of its own, and a dialog that it runs would block the bus"
            )
        if aside is None:
            # GTK 4 and Qt have no connections of their own, and answer others over the bus while a dialog runs.
            return await looks.call(ref, interface, member, arguments, timeout_s)
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        try:
            aside.ask(
                Question(ref, interface, member, *arguments), self, lambda answer: settle_future(answered, answer)
            )
            return await self._answer(answered, looks, Question(ref, interface, member), timeout_s)
        except asyncio.CancelledError:
            answered.cancel()
            raise

    async def _answer(
        self, answered: asyncio.Future[Answer], looks: Line, asked: Question, timeout_s: float
    ) -> list[Any]:
        clock = asyncio.get_running_loop().time
        deadline, others = clock() + timeout_s, 0
        await asyncio.wait({answered}, timeout=min(_PROMPT_S, timeout_s))
        while not answered.done():
            if clock() >= deadline:
                raise ApplicationHung(
                    f"The application did not answer {asked.member!r} within {timeout_s:.1f} s. "
                    "Wait and look again, or close it."
                )
            if others == _ASKED:
                raise NotAnsweredYet(asked.member)
            others += await _answers(looks, asked.ref, min(_PROMPT_S, max(0.0, deadline - clock())))
            await asyncio.wait({answered}, timeout=_TICK_S)
        return _values(answered.result())


async def _answers(line: Line, ref: Ref, timeout_s: float) -> bool:
    try:
        await line.call(ref, "org.a11y.atspi.Accessible", "GetRole", ("", ()), timeout_s)
    except CallFailed:
        return True
    except (ApplicationHung, DesktopUnavailable):
        return False
    return True


def _values(answer: Answer) -> list[Any]:
    if answer is None:
        raise DesktopUnavailable("The application ended its connection before it answered. Look again.")
    if isinstance(answer, Failure):
        raise CallFailed(f"{answer.name}: {answer.text}")
    return answer
