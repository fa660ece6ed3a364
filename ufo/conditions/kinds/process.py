"""A program that runs."""

from __future__ import annotations

from typing import ClassVar, Literal

from ufo.conditions.before import Before
from ufo.conditions.condition import Condition
from ufo.conditions.world import World
from ufo.errors import DesktopError
from ufo.schema.fact import Channel
from ufo.schema.patterns import regex
from ufo.schema.predicate import Finding, Truth

_PROCESSES = "processes"
_VERSION = regex(r"-\d+(?:\.\d+)*$")


class ProcessPredicate(Condition):
    """A program that runs for the person in question, by its name ("soffice.bin") or the base name of what it was started as."""

    LINE: ClassVar[str] = '{"on": "process", name}'

    on: Literal["process"] = "process"
    name: str
    exists: bool = True

    async def check(self, world: World) -> Finding:
        try:
            # A window's program runs as well, by the name that the list of windows tells.
            shown = {name for window in await world.windows() for name in (window.process, window.app_root)}
            running = {*await world.processes(), *shown}
        except DesktopError as error:
            return self.finding(Truth.UNKNOWN, f"the programs could not be listed: {error}", _PROCESSES)
        wanted = self.name.strip().rpartition("/")[2].casefold()
        runs = bool(wanted) and any(wanted in (name.casefold(), _VERSION.sub("", name.casefold())) for name in running)
        said = f"{self.name} {'runs' if runs else 'does not run'}"
        return self.finding(Truth.of(runs == self.exists), said, _PROCESSES)

    async def held(self, before: Before) -> bool:
        # It is no news that a program runs in which something was done.
        return self.exists

    def channel(self) -> Channel:
        return Channel.PROCESS

    def place(self) -> str:
        return self.name

    def in_words(self) -> str:
        return f"{self.name} {'runs' if self.exists else 'does not run'}"
