"""Asks the person once a run for their pointer and keyboard, where a command cannot be done without."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ufo.desktop.bounds.hands_desktop import HandsDesktop
from ufo.desktop.bounds.permits import Permits
from ufo.schema.command import Command, Effect, Result
from ufo.tools.dispatch.results import failed

_REFUSED = "they keep them for this run; take a way that needs none (a verb, a menu's path, a native tool), or say so"
_ONCE_MORE = "the person lends them now, after a part was done: look again, and do what is left"


@dataclass(slots=True)
class BorrowedHands:
    """`permits` knows the person. `answer`: what they said, None before they were asked."""

    desktop: HandsDesktop
    permits: Permits
    answer: bool | None = None

    async def run(self, command: Command, call: Callable[[], Awaitable[Result]]) -> Result:
        """Run a command; where it needs the person's pointer or keyboard, ask for them, and run it again if nothing was done."""
        self.desktop.wanted, self.desktop.delivered = "", 0
        result = await call()
        wanted = self.desktop.wanted
        if not wanted or result.ok or self.desktop.lent:
            return result
        if not await self._asked(command, wanted):
            return failed(command, f"{result.error}; {_REFUSED}", result.namespace, Effect.REFUSED)
        await self.desktop.lend()
        if self.desktop.delivered:
            return failed(command, f"{result.error}; {_ONCE_MORE}", result.namespace, Effect.REFUSED)
        return await call()

    async def _asked(self, command: Command, wanted: str) -> bool:
        if self.answer is None:
            question = f"This needs your pointer and keyboard for this run, because of {command}: {wanted}. Lend them?"
            self.answer = self.permits.person is not None and await self.permits.person.confirm(question)
        return self.answer
