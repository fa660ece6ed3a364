"""PointerExecutor: works a window by places alone, for models that see nothing but its picture (docs/operator.md)."""

from __future__ import annotations

from typing import Annotated

from mcp.server import MCPServer
from pydantic import Field

from ufo.commands.act.actor import Actor
from ufo.commands.act.pointer import click_point, held_key, point_at, press_judge, seen_at
from ufo.commands.effects.compare import Comparison, Observation
from ufo.commands.effects.judge import Judgement, judge_scroll
from ufo.commands.observe.in_view import at_fraction
from ufo.commands.observe.selection import ToolScope
from ufo.commands.tools.app_ui import Fraction
from ufo.commands.tools.reporting_server import ReportingServer
from ufo.desktop.values import Click, Hover, MouseButton, Scroll
from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.geometry import Point
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts

_MOST_NOTCHES = 100
Notches = Annotated[int, Field(ge=-_MOST_NOTCHES, le=_MOST_NOTCHES)]
Times = Annotated[int, Field(ge=1, le=3)]


def pointer(scope: ToolScope) -> MCPServer:
    actor = Actor(scope)
    server = ReportingServer("PointerExecutor", "Works the selected window by places in its picture.", actor)

    async def place(x: float, y: float) -> Point:
        return at_fraction(scope.selection.frame(await actor.window()), x, y)

    @server.acts(ToolFacts(kind=ActionKind.POINT))
    async def click_at(
        x: Fraction, y: Fraction, button: MouseButton = "left", count: Times = 1, key_hold: str | None = None
    ) -> ActionReport:
        """Click a point of the window once, twice or three times, with a key held down meanwhile."""
        return await click_point(actor, Click(await place(x, y), button, count, held_key(key_hold)))

    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE, keeps=Keeps.ALL))
    async def move_to(x: Fraction, y: Fraction) -> ActionReport:
        """Rest the pointer on a point of the window, for what shows only then."""
        point = await place(x, y)
        return await point_at(actor, Hover(point), seen_at([point], press_judge(None, plain=False)))

    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE))
    async def scroll_at(x: Fraction, y: Fraction, right: Notches = 0, down: Notches = 0) -> ActionReport:
        """Turn the wheel over a point of the window, by notches."""
        if not right and not down:
            raise ToolError("`right` and `down` are both 0; give a distance")
        point = await place(x, y)

        def judge(change: Comparison, _after: Observation) -> Judgement:
            return judge_scroll(change, -down, point)

        return await point_at(actor, Scroll(point, dy=-down, dx=right), judge)

    return server
