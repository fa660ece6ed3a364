"""What is done with the pointer: the tools of AppUIExecutor for it, and PointerExecutor, which works a window by places alone,
for models that see nothing but its picture (docs/operator.md).
"""

from __future__ import annotations

from typing import Annotated

from mcp.server import MCPServer
from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from ufo.desktop.values import Click, Drag, Hover, MouseButton, Scroll
from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.geometry import Point
from ufo.schema.tool_facts import ActionKind, Keeps, Proof, ToolFacts
from ufo.tools.act import gestures, waits
from ufo.tools.act.actor import Actor
from ufo.tools.act.pointer import (
    click_control,
    click_point,
    drag,
    held_key,
    point_at,
    press_judge,
    seen_at,
    turn_wheel,
)
from ufo.tools.effects.compare import Comparison, Observation
from ufo.tools.effects.judge import Judgement, judge_scroll
from ufo.tools.observe.in_view import at_fraction
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.reporting_server import ReportingServer
from ufo.tools.servers.server import ToolServer

_MOST_POINTS, _MOST_NOTCHES = 500, 100
_DRAG_WORDS = (
    "drag by coordinates", "draw", "drawn", "drawing", "drag", "curve", "sketch", "paint", "freehand", "stroke", "pen", "pencil",
    "brush", "crop", "rectangle", "ellipse", "circle", "triangle", "polygon", "shape", "arrow", "region", "lasso", "resize",
    "rotate", "slider", "canvas", "signature", "sign", "scribble", "trace", "gradient", "erase", "straight line",
)  # fmt: skip
_WHEEL_WORDS = ("mouse wheel", "wheel", "scroll", "zoom", "map")
_HOVER_WORDS = (
    "hover", "tooltip", "tool tip", "mouse over", "pointer", "point at", "pop-up", "popup", "hint", "submenu",
)  # fmt: skip
_SELECT_WORDS = (
    "select words in a text", "select", "mark", "highlight", "word", "phrase", "sentence", "bold", "italic", "underline", "link",
    "hyperlink", "font", "format", "colour", "color", "copy", "cut", "delete", "replace", "comment", "heading",
)  # fmt: skip
_WHEN_WORDS = (
    "click at the right moment", "when", "once", "as soon as", "moment", "until", "while", "reaches", "exactly", "timer",
    "countdown", "below", "above", "less than", "more than", "under", "over", "quickly", "stop",
)  # fmt: skip
Id = Annotated[str, Field(description="of the control, in the last look")]
Name = Annotated[str, Field(description="of the control, in the last look")]
Fraction = Annotated[
    float,
    Field(ge=0, le=1, description="0 to 1, of the width or height of the newest picture (without one: of the window)"),
]
Share = Annotated[float, Field(ge=0, le=1)]
Way = Annotated[
    tuple[Annotated[list[Share], Field(min_length=2, max_length=2)], ...],
    Field(max_length=_MOST_POINTS, description="points [x, y] on the way, for a curve"),
]
Notches = Annotated[int, Field(ge=-_MOST_NOTCHES, le=_MOST_NOTCHES)]
Times = Annotated[int, Field(ge=1, le=3)]


class Place(BaseModel):
    """Where a drag ends: a control (without id the dragged one), an edge of it, and pixels from there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = ""
    name: str = ""
    # Its values stand with the `edge` of the dragged control.
    edge: Annotated[gestures.Edge, WithJsonSchema({"type": "string"})] = ""
    right: Annotated[int, Field(ge=-10_000, le=10_000)] = 0
    down: Annotated[int, Field(ge=-10_000, le=10_000)] = 0


class Watched(BaseModel):
    """A control, by its id, and what it has to show: words, or a number as in "< 50"."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    name: str = ""
    shows: str


def add_clicking(server: ToolServer, actor: Actor) -> None:
    _add_click_tools(server, actor)
    _add_pointer_tools(server, actor)


def add_pointing(server: ToolServer, actor: Actor) -> None:
    _add_moves(server, actor)
    _add_texts(server, actor)


def _add_click_tools(server: ToolServer, actor: Actor) -> None:
    @server.acts(ToolFacts(kind=ActionKind.CLICK, proves=Proof.TOGGLED))
    async def click_input(
        id: Id,
        name: Name,
        button: MouseButton = "left",
        double: bool = False,
        key_hold: str | None = None,
    ) -> ActionReport:
        """Click a control; with `key_hold` ctrl or shift it is added to what is selected."""
        window = await actor.window()
        element = actor.scope.selection.resolve(id, name)
        return await click_control(actor, window, element, button, 2 if double else 1, held_key(key_hold))

    @server.acts(ToolFacts(kind=ActionKind.POINT))
    async def click_on_coordinates(
        x: Fraction, y: Fraction, button: MouseButton = "left", double: bool = False
    ) -> ActionReport:
        """Click a point of the window that no control stands for."""
        window = await actor.window()
        point = at_fraction(actor.scope.selection.frame(window), x, y)
        return await click_point(actor, Click(point, button, 2 if double else 1))


def _add_pointer_tools(server: ToolServer, actor: Actor) -> None:
    @server.acts(ToolFacts(kind=ActionKind.DRAG, words=_DRAG_WORDS, shown=("Canvas", "by sight")))
    async def drag_on_coordinates(  # noqa: PLR0913 the tool's parameters are what models know
        start_x: Fraction,
        start_y: Fraction,
        end_x: Fraction,
        end_y: Fraction,
        button: MouseButton = "left",
        duration: Annotated[float, Field(ge=0, le=30)] = 1.0,
        key_hold: str | None = None,
        through: Way = (),
    ) -> ActionReport:
        """Drag from one point of the window to another; `duration` in seconds, `key_hold` a key held down meanwhile. Draws a
        curve in one go."""
        window = await actor.window()
        frame = actor.scope.selection.frame(window)
        start, end = at_fraction(frame, start_x, start_y), at_fraction(frame, end_x, end_y)
        way = tuple(at_fraction(frame, x, y) for x, y in through)
        return await drag(actor, window, Drag(start, end, button, duration, held_key(key_hold), way))

    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE, words=_WHEEL_WORDS, shown=("by sight",)))
    async def wheel_mouse_input(id: Id = "", name: Name = "", wheel_dist: int = 0) -> ActionReport:
        """Turn the wheel over a control (over the window without id): positive up, negative down."""
        window = await actor.window()
        element = actor.scope.selection.resolve(id, name) if id else None
        return await turn_wheel(actor, window, element, wheel_dist)


def _add_moves(server: ToolServer, actor: Actor) -> None:
    @server.acts(ToolFacts(kind=ActionKind.DRAG))
    async def drag_control(
        id: Id, to: Place, name: Name = "", edge: gestures.Edge = "", key_hold: str | None = None
    ) -> ActionReport:
        """Drag a control, or an edge of it, onto another or by pixels: a field, layer, tab, file, handle. Where dragging sorts
        items, the top (or left) `edge` of `to` drops before that item, the bottom (or right) behind it."""
        window, selection = await actor.window(), actor.scope.selection
        start = selection.resolve(id, name)
        end = selection.resolve(to.id, to.name) if to.id else start
        grips = gestures.Grip(start, edge), gestures.Grip(end, to.edge if to.id else to.edge or edge, to.right, to.down)
        return await gestures.drag_control(actor, window, *grips, held_key(key_hold))

    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE, keeps=Keeps.ALL, words=_HOVER_WORDS))
    async def hover(id: Id, name: Name = "") -> ActionReport:
        """Rest the pointer on a control, for what shows only then."""
        return await gestures.hover(actor, await actor.window(), actor.scope.selection.resolve(id, name))


def _add_texts(server: ToolServer, actor: Actor) -> None:
    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE, ends=("text",), keeps=Keeps.ALL, words=_SELECT_WORDS))
    async def select_words(
        id: Id, text: str, name: Name = "", number: Annotated[int, Field(ge=1, le=10_000)] = 1
    ) -> ActionReport:
        """Select these words in a control's text, where it has them for the `number`-th time."""
        element = actor.scope.selection.resolve(id, name)
        return await gestures.select_words(actor, await actor.window(), element, text, number)

    @server.acts(ToolFacts(kind=ActionKind.CLICK, words=_WHEN_WORDS))
    async def click_when(
        id: Id, watch: Watched, name: Name = "", timeout_s: Annotated[float, Field(ge=0, le=300)] = 30
    ) -> ActionReport:
        """Click a control at the moment when another one shows something."""
        window, selection = await actor.window(), actor.scope.selection
        watched = waits.Watch(selection.resolve(watch.id, watch.name), waits.Shown(watch.shows), timeout_s)
        return await waits.click_when(actor, window, selection.resolve(id, name), watched)


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
