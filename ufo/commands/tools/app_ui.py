"""AppUIExecutor: works one window with mouse and keyboard as a person does, by the narrowest route, and reports the effect."""

from __future__ import annotations

import asyncio
from typing import Annotated

from mcp.server import MCPServer
from pydantic import Field

from ufo.commands.act.actor import Actor
from ufo.commands.act.await_default import await_default_button
from ufo.commands.act.key_notation import events_in, typed_words
from ufo.commands.act.keyboard import type_into
from ufo.commands.act.office_forms import has_forms
from ufo.commands.act.pointer import click_control, click_point, drag, held_key, readable, turn_wheel
from ufo.commands.act.wait_until import wait_until_shown
from ufo.commands.act.write_text import require_length, write_text
from ufo.commands.effects.compare import Comparison, Observation
from ufo.commands.effects.judge import Judgement, judge_keys
from ufo.commands.navigate.go_to_window import go_to_window as to_window
from ufo.commands.navigate.wake import restart_awake, wake
from ufo.commands.observe.element_text import text_of
from ufo.commands.observe.in_view import at_fraction
from ufo.commands.observe.selection import ToolScope
from ufo.commands.tools.app_ui_pointer import add_pointing
from ufo.commands.tools.app_ui_verbs import add_verbs
from ufo.commands.tools.menu_search import add_menu_search
from ufo.commands.tools.reporting_server import ReportingServer
from ufo.commands.tools.server import ToolServer
from ufo.commands.values.date_boxes import boxes_of, set_moment
from ufo.commands.values.set_value import set_value
from ufo.commands.verb.context import VerbContext
from ufo.desktop.values import Click, Drag, MouseButton
from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.tool_facts import ActionKind, Keeps, Proof, ToolFacts

_MOST_POINTS = 500
_DRAG_WORDS = (
    "drag by coordinates", "draw", "drawn", "drawing", "drag", "curve", "sketch", "paint", "freehand", "stroke", "pen", "pencil",
    "brush", "crop", "rectangle", "ellipse", "circle", "triangle", "polygon", "shape", "arrow", "region", "lasso", "resize",
    "rotate", "slider", "canvas", "signature", "sign", "scribble", "trace", "gradient", "erase", "straight line",
)  # fmt: skip
_WHEEL_WORDS = ("mouse wheel", "wheel", "scroll", "zoom", "map")
_WAIT_WORDS = ("wait a while", "wait", "pause", "second", "minute", "delay", "later")
_NOTE_WORDS = ("record in words", "summary", "summarise", "summarize")
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
Seconds = Annotated[float, Field(ge=0, le=300)]


def app_ui(scope: ToolScope) -> MCPServer:
    actor = Actor(scope)
    server = ReportingServer("AppUIExecutor", "Works the controls of the selected window.", actor)
    _add_click_tools(server, actor)
    _add_pointer_tools(server, actor)
    _add_text_tools(server, actor)
    _add_waiting_tools(server, actor)
    _add_window_tools(server, actor)
    add_pointing(server, actor)
    add_verbs(server, actor)
    add_menu_search(server, actor)
    return server


def _add_window_tools(server: ToolServer, actor: Actor) -> None:
    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE, keeps=Keeps.ALL))
    async def go_to_window(title: str) -> ActionReport:
        """Go on in another window of this application, by its title or document."""
        return await to_window(actor.scope, await actor.window(), title)

    @server.acts(ToolFacts(kind=ActionKind.WAKE, on_call=True, ends=("restart",)))
    async def wake_application(restart: bool = False) -> ActionReport:
        """Have a program that was started without accessibility tell its controls; only if that fails, `restart` it."""
        window = await actor.window()
        return await (restart_awake if restart else wake)(actor.scope, window)


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


def _add_text_tools(server: ToolServer, actor: Actor) -> None:
    @server.acts(ToolFacts(kind=ActionKind.TEXT, ends=("text",), writes="text", keeps=Keeps.ALL, proves=Proof.TEXT))
    async def set_edit_text(id: Id, name: Name, text: str, clear_current_text: bool = False) -> ActionReport:
        """Write text into a field and read it back: behind what it holds, or in its place with `clear_current_text`."""
        window = await actor.window()
        element = actor.scope.selection.resolve(id, name)
        if element.role == "Spinner" and not element.by_sight and not has_forms(window):
            # A spin box shows what is written into it, but takes it only when it loses the focus.
            wanted = text if clear_current_text else f"{element.value or ''}{text}"
            return await set_value(VerbContext(actor, window).weighing(element, name, [wanted]), element, wanted)
        context = VerbContext(actor, window).weighing(element, name, [text])
        if "readonly" in element.states and (held := await boxes_of(context, element)):
            return await set_moment(context, element, held, text)
        return await write_text(actor, window, element, text, clear_current_text)

    @server.acts(ToolFacts(kind=ActionKind.KEYS))
    async def keyboard_input(
        id: Id = "",
        name: Name = "",
        keys: Annotated[
            str, Field(description='"{VK_CONTROL}s", "^s", "{TAB 2}", "{ENTER}"; + ^ % ~ ( ) { } are signs')
        ] = "",
        control_focus: bool = True,
        text: Annotated[str, Field(description="typed as it stands, before the keys")] = "",
    ) -> ActionReport:
        """Type `text` at the caret, then press `keys`, in the control with that id or where the keyboard focus is."""
        require_length(f"{text}{keys}")
        window = await actor.window()
        events = events_in({"text": text, "keys": keys})
        if not events:
            raise ToolError('`text` and `keys` are empty; give a text, or keys such as "{ENTER}"')
        element = actor.scope.selection.resolve(id, name) if id else None
        typed = typed_words(events)

        async def act() -> Route:
            await await_default_button(actor, window, events)
            if element is not None and control_focus:
                return await type_into(actor, window, element, events)
            return await actor.send(window, events)

        def judge(change: Comparison, after: Observation) -> Judgement:
            return judge_keys(change, typed=typed, readable=readable(after))

        return await actor.perform(window, element, act, judge)

    @server.observes(ToolFacts(of_window=True, kind=ActionKind.LOOK, keeps=Keeps.ALL, words=("texts shown",)))
    async def texts(id: Id, name: Name = "") -> str:
        """Return the text that a control shows now."""
        window = await actor.window()
        return await text_of(actor.scope.desktop, window, actor.scope.selection.resolve(id, name))


def _add_waiting_tools(server: ToolServer, actor: Actor) -> None:
    @server.observes(ToolFacts(kind=ActionKind.WAIT, keeps=Keeps.ALL, words=_WAIT_WORDS))
    async def wait(seconds: Seconds) -> str:
        """Wait for a while (at most 300 s)."""
        await asyncio.sleep(max(0.0, seconds - actor.waited_already()))
        return f"waited {seconds:g} s"

    @server.observes(ToolFacts(of_window=True, kind=ActionKind.WAIT, keeps=Keeps.ALL))
    async def wait_for(name: str, gone: bool = False, timeout_s: Seconds = 30) -> ActionReport:
        """Wait until a control or text with that name is shown (`gone`: no longer shown)."""
        if not name.strip():
            raise ToolError("`name` is empty; say what to wait for, or use wait")
        found = await wait_until_shown(actor, name, gone=gone, timeout_s=timeout_s)
        if not found:
            raise ToolError(
                f"{name!r} {'is still' if gone else 'was not'} shown after {timeout_s:g} s; look again at what is there"
            )
        return ActionReport(value=found, effect=Effect.CONFIRMED, evidence=(found,))

    @server.observes(ToolFacts(kind=ActionKind.NOTE, keeps=Keeps.ALL, words=_NOTE_WORDS))
    async def summary(text: str) -> str:
        """Record what you see."""
        return text
