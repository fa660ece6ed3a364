"""A window that is open."""

from __future__ import annotations

from typing import ClassVar, Literal

from ufo.conditions.before import Before
from ufo.conditions.condition import Condition
from ufo.conditions.world import World
from ufo.errors import DesktopError
from ufo.schema.fact import Channel
from ufo.schema.predicate import Finding, Truth


class WindowPredicate(Condition):
    """A window whose title contains `title`, ignoring case."""

    LINE: ClassVar[str] = '{"on": "window", title: a part}'

    on: Literal["window"] = "window"
    title: str
    exists: bool = True

    async def check(self, world: World) -> Finding:
        try:
            windows = await world.windows()
        except DesktopError as error:
            return self.finding(Truth.UNKNOWN, f"the windows could not be read: {error}", "windows")
        wanted = self.title.casefold()
        found = next((window for window in windows if wanted in window.title.casefold()), None)
        evidence = f"window {found.title!r} is open" if found else f"no window's title contains {self.title!r}"
        return self.finding(Truth.of((found is not None) == self.exists), evidence, "windows")

    async def held(self, before: Before) -> bool:
        return before.had_window(self.title) is self.exists

    def channel(self) -> Channel:
        return Channel.WINDOWS

    def place(self) -> str:
        return self.title

    def in_words(self) -> str:
        return f"a window {self.title!r} is {'open' if self.exists else 'not open'}"
