"""AppUIExecutor: works one window with mouse and keyboard as a person does, by the narrowest route, and reports the effect."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from mcp.server import MCPServer
from pydantic import Field

from ufo.errors import ToolError
from ufo.knowledge.menus.shelf import title_of
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.menus import MenuEntry
from ufo.schema.tool_facts import ActionKind, Keeps, Proof, ToolFacts
from ufo.tools.act.actor import Actor
from ufo.tools.act.key_notation import events_in, typed_words
from ufo.tools.act.keyboard import type_into
from ufo.tools.act.office_fields import has_forms
from ufo.tools.act.pointer import readable
from ufo.tools.act.waits import await_default_button, wait_until_shown
from ufo.tools.act.write_text import require_length, write_text
from ufo.tools.effects.compare import Comparison, Observation
from ufo.tools.effects.judge import Judgement, judge_keys
from ufo.tools.menus.book import MenuBook
from ufo.tools.observe.in_view import text_of
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.app_ui_verbs import add_verbs
from ufo.tools.servers.pointer_tools import Id, Name, add_clicking, add_pointing
from ufo.tools.servers.reporting_server import ReportingServer
from ufo.tools.servers.server import ToolServer
from ufo.tools.verbs.context import VerbContext
from ufo.tools.verbs.date_boxes import boxes_of, set_moment
from ufo.tools.verbs.scroll_to import brought_by_wheel
from ufo.tools.verbs.set_value import set_value
from ufo.tools.verbs.windows import go_to_window as to_window
from ufo.tools.verbs.windows import restart_awake, wake

_WAIT_WORDS = ("wait a while", "wait", "pause", "second", "minute", "delay", "later")
_COMMAND_WORDS = ("command", "menu entry", "any function", "menu", "shortcut", "key combination")
_FOUND = 8
_NOTE_WORDS = ("record in words", "summary", "summarise", "summarize")
Seconds = Annotated[float, Field(ge=0, le=300)]


def app_ui(scope: ToolScope) -> MCPServer:
    actor = Actor(scope)
    actor.scrolls = partial(brought_by_wheel, actor)
    server = ReportingServer("AppUIExecutor", "Works the controls of the selected window.", actor)
    add_clicking(server, actor)
    _add_text_tools(server, actor)
    _add_waiting_tools(server, actor)
    _add_window_tools(server, actor)
    add_pointing(server, actor)
    add_verbs(server, actor)
    _add_menu_search(server, actor)
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


def _add_text_tools(server: ToolServer, actor: Actor) -> None:
    @server.acts(ToolFacts(kind=ActionKind.TEXT, ends=("text",), keeps=Keeps.ALL, proves=Proof.TEXT))
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
        return ActionReport.of(Effect.CONFIRMED, found, value=found)

    @server.observes(ToolFacts(kind=ActionKind.NOTE, keeps=Keeps.ALL, words=_NOTE_WORDS))
    async def summary(text: str) -> str:
        """Record what you see."""
        return text


def _add_menu_search(server: ToolServer, actor: Actor) -> None:
    finder = actor.scope.menus or MenuBook(actor.scope.desktop, documents=actor.scope.documents)

    @server.observes(ToolFacts(keeps=Keeps.ALL, words=_COMMAND_WORDS))
    async def find_commands(
        words: Annotated[
            str, Field(min_length=2, max_length=200, description='what it does, such as "insert footnote"')
        ],
    ) -> list[dict[str, str]]:
        """Find by words what this application offers: menu path, shortcut, and LibreOffice's command, for run_command. No menu
        opens."""
        menus, search = await finder.of(await actor.window())
        if menus.silence:
            return [{"nothing": menus.silence}]
        found = search.best(words, _FOUND)
        if not found:
            return [{"nothing": f"no entry of the {title_of(menus)} has these words or similar ones"}]
        return [_told(entry.entry) for entry in found]


def _told(entry: MenuEntry) -> dict[str, str]:
    place = {"menu": " > ".join(entry.path)} if entry.in_menu else {"label": entry.label}
    more = {"shortcut": entry.shortcut, "command": entry.command, "description": entry.description}
    return place | {name: text for name, text in more.items() if text}
