"""A tool server that adds to each action one line on what changed, from the looks that the action took anyway."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, cast

from ufo.schema.command import ActionReport
from ufo.schema.tool_facts import ToolFacts
from ufo.tools.act.actor import Actor
from ufo.tools.servers.server import ToolServer


class ReportingServer(ToolServer):
    """A server whose acting tools return an `ActionReport`."""

    def __init__(self, namespace: str, instructions: str, actor: Actor) -> None:
        super().__init__(namespace, instructions)
        self._actor = actor

    def _wrapped(self, function: Callable[..., Any], facts: ToolFacts) -> Callable[..., Any]:
        if facts.reads:
            return function
        run = cast("Callable[..., Awaitable[ActionReport]]", function)

        @wraps(function)
        async def tell(*arguments: Any, **named: Any) -> ActionReport:
            selection = self._actor.scope.selection
            earlier = None if selection.window is None else selection.latest(selection.window.id)
            return self._actor.told(await run(*arguments, **named), earlier)

        return tell
