"""HostUIExecutor: selects, opens and closes applications."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

from mcp.server import MCPServer
from pydantic import Field

from ufo.desktop.values import Application, Launch, Window
from ufo.errors import StaleElement, UfoError, WindowGone
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.roles import EDITS_AND_DOCUMENTS
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.text.fold import caseless
from ufo.tools.observe.observer import Observer
from ufo.tools.observe.selection import ToolScope
from ufo.tools.observe.targets import as_rows, target_of_window
from ufo.tools.servers.server import ToolServer
from ufo.tools.servers.whose_profile import profile_told, variables_for, with_profile
from ufo.tools.system.launch_arguments import resolve_argument, what_to_open

_NAMES_DOCUMENT = EDITS_AND_DOCUMENTS | {"TabItem"}
_CLOSING_S, _PAUSE_S = 3.0, 0.05
_CLOSE_WORDS = (
    "close a window", "close", "quit", "exit", "shut", "end", "kill", "stop", "leave", "restart", "reopen", "only one open",
)  # fmt: skip
Id = Annotated[str, Field(description="of the window, in the last list")]
Name = Annotated[str, Field(description="of the window, in the last list")]
Profile = Annotated[
    Literal["", "own", "separate"],
    Field(description='of a browser: "own" is the person\'s, for what is about their bookmarks, logins or settings'),
]


def host_ui(scope: ToolScope) -> MCPServer:
    server = ToolServer("HostUIExecutor", "Chooses, opens and closes applications.")
    _add_opening_tools(server, scope)
    _add_closing_tool(server, scope)
    return server


def _add_opening_tools(server: ToolServer, scope: ToolScope) -> None:
    observer = Observer(scope)

    @server.acts(ToolFacts(kind=ActionKind.SELECT_WINDOW))
    async def select_application_window(id: Id, name: Name = "") -> ActionReport:
        """Choose the window to work in, and bring it to the front."""
        window = await _listed(scope, id, name)
        await scope.desktop.focus(window.id)
        now = await _live(scope, window)
        scope.selection.choose(now)
        active = next((other for other in await scope.desktop.windows() if other.active), None)
        in_front = active is not None and (active.id == now.id or active.parent == now.id)
        report = ActionReport.of(
            Effect.CONFIRMED if in_front else Effect.PARTIAL,
            f"window {now.title!r} is {'active' if in_front else 'chosen, but not in front'}",
            Route.NATIVE,
            _window_value(now, id),
        )
        return with_profile(report, profile_told(scope, now))

    @server.acts(ToolFacts(kind=ActionKind.LAUNCH))
    async def launch_application(
        name: str = "", arguments: list[str] | None = None, new: bool = False, profile: Profile = ""
    ) -> ActionReport:
        """Open an application by name or purpose, with documents or addresses; without a name, what opens them. `new`: a text
        editor begins a file of that name."""
        installed = await scope.desktop.applications()
        application, given = what_to_open(name.strip(), arguments or [], scope.working_folder, installed)
        resolved = tuple(resolve_argument(text, scope.working_folder, application, new=new) for text in given)
        variables = {**variables_for(scope, application, profile), **scope.reach()}
        window = await scope.desktop.launch(Launch(application.id, resolved, variables))
        await scope.desktop.settle(window.id, scope.settle_timeout_s)
        now = await _live(scope, window)
        await observer.windows(remove_empty=True, refresh=True)
        number = next((key for key, other in scope.selection.windows.items() if other.id == now.id), None)
        shown = await _shown_in(scope, now, resolved)
        return with_profile(_launched(now, number, application, resolved, shown), profile_told(scope, now))


def _add_closing_tool(server: ToolServer, scope: ToolScope) -> None:
    @server.destroys(ToolFacts(kind=ActionKind.CLOSE, words=_CLOSE_WORDS))
    async def close_application(id: Id, name: Name = "") -> ActionReport:
        """Ask a window to close. It may ask about unsaved work first."""
        window = await _listed(scope, id, name)
        before = {other.id for other in await scope.desktop.windows()}
        await scope.desktop.close_window(window.id)
        after = await _after_closing(scope, window, before)
        if window.id not in {other.id for other in after}:
            if scope.selection.window is not None and scope.selection.window.id == window.id:
                scope.selection.choose(None)
            return ActionReport.of(Effect.CONFIRMED, f"window {window.title!r} closed", Route.NATIVE)
        asks = [other.title for other in after if other.id not in before and other.pid == window.pid]
        if asks:
            said = f"window {window.title!r} is still open and asks: dialog {asks[0]!r}"
            return ActionReport.of(Effect.PARTIAL, said, Route.NATIVE)
        return ActionReport.of(Effect.SUSPECTED_NOOP, f"window {window.title!r} is still open", Route.NATIVE)


async def _after_closing(scope: ToolScope, window: Window, before: Collection[str]) -> tuple[Window, ...]:
    """Return the windows once the window is gone or a dialog asks something; an office suite may need a while to release its
    last document. Wait at most 3 seconds.
    """
    deadline = asyncio.get_running_loop().time() + _CLOSING_S
    while True:
        await scope.desktop.settle(None, scope.settle_timeout_s)
        after = await scope.desktop.windows()
        ids = {other.id for other in after}
        asks = any(item.id not in before and item.pid == window.pid for item in after)
        if window.id not in ids or asks or asyncio.get_running_loop().time() >= deadline:
            return tuple(after)
        await asyncio.sleep(_PAUSE_S)


async def _listed(scope: ToolScope, window_id: str, name: str) -> Window:
    """Return the window with this id in the last list. Raises StaleElement where the id is unknown or `name` is not its title,
    WindowGone where it is closed.
    """
    listed = scope.selection.windows.get(str(window_id))
    if listed is None:
        known = ", ".join(f"{key} ({window.title})" for key, window in scope.selection.windows.items())
        raise StaleElement(f"no window has id {window_id!r}; the ids are: {known or 'none, look at the windows first'}")
    now = await _live(scope, listed)
    if name and caseless(name) not in (caseless(listed.title), caseless(now.title)):
        raise StaleElement(
            f"window {window_id!r} is {listed.title!r}, not {name!r}; choose by the id and its own title"
        )
    return now


async def _live(scope: ToolScope, window: Window) -> Window:
    for other in await scope.desktop.windows():
        if other.id == window.id:
            return other
    raise WindowGone(f"window {window.title!r} is closed; look at the windows again")


async def _shown_in(scope: ToolScope, window: Window, arguments: Sequence[str]) -> str:
    """Return which of the documents the window shows: by its title, by what its program tells, or by a page, tab or address field
    in it of that name, as a page has a title of its own; "" for none.
    """
    documents = [Path(argument).name for argument in arguments if argument.startswith("/")]
    titled = [name for name in documents if Path(name).stem.casefold() in window.title.casefold()]
    if titled or not documents:
        return next(iter(titled), "")
    with suppress(UfoError):
        told = await scope.documents.path(window, ask_anyway=True)
        if Path(told).name in documents:
            return Path(told).name
        look = await scope.desktop.snapshot(window.id)
        said = [f"{part.name} {part.value or ''}".casefold() for part in look if part.role in _NAMES_DOCUMENT]
        return next((name for name in documents if any(name.casefold() in text for text in said)), "")
    return ""


def _launched(
    window: Window, number: str | None, application: Application, arguments: tuple[str, ...], shown: str
) -> ActionReport:
    documents = [Path(argument).name for argument in arguments if argument.startswith("/")]
    evidence: tuple[str, ...] = (f"{application.name}: window {window.title!r} opened",)
    evidence += tuple(
        f"{Path(argument).name!r} is not there yet; saving makes it"
        for argument in arguments
        if argument.startswith("/") and not Path(argument).exists()
    )
    if documents and not shown:
        evidence += (f"neither its title nor a page or tab of it names {documents[0]!r}",)
    effect = Effect.PARTIAL if documents and not shown else Effect.CONFIRMED
    return ActionReport(value=_window_value(window, number), effect=effect, route=Route.NATIVE, evidence=evidence)


def _window_value(window: Window, number: str | None) -> dict[str, object]:
    return {"root_name": window.app_root, "window_info": as_rows([target_of_window(window, number)])[0]}
