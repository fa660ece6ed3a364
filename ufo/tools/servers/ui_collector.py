"""UICollector: reads windows, controls and screenshots. It changes nothing."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from mcp.server import MCPServer
from mcp_types import CallToolResult
from pydantic import Field

from ufo.conditions.world import BROWSERS, unsaved
from ufo.desktop.values import Window
from ufo.errors import ToolError, UfoError
from ufo.schema.file_names import readable
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame, Picture
from ufo.schema.predicate import Predicate
from ufo.schema.target import TargetInfo
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts
from ufo.tools.observe.document_copies import DocumentCopies
from ufo.tools.observe.follow_window import selected_window
from ufo.tools.observe.judged_conditions import JudgedWorld, beside_open_documents, check_judged
from ufo.tools.observe.observer import Observer, Wanted, search
from ufo.tools.observe.selection import Pictured, ToolScope
from ufo.tools.observe.targets import as_rows, target_of_window
from ufo.tools.observe.tool_shelf import topics_of
from ufo.tools.servers.server import ToolServer, document, rows
from ufo.tools.system.file_globs import is_pattern, newest_match
from ufo.tools.system.launch_arguments import place_of
from ufo.vision.encode import blacked_out, png

_FOUND_FIELDS = ("id", "type", "name", "value", "states", "label", "path")
FieldList = Annotated[list[str] | None, Field(description="fields to give; all of them without")]


def ui_collector(scope: ToolScope) -> MCPServer:
    server = ToolServer("UICollector", "Looks at windows, controls and pictures.")
    observer = Observer(scope)
    _add_window_tools(server, scope, observer)
    _add_control_tools(server, scope, observer)
    _add_whole_window_tools(server, observer)
    _add_picture_tools(server, scope, observer)
    _add_tool_search(server, scope)
    _add_checks(server, scope)
    _add_unsaved(server, scope)
    return server


def _add_window_tools(server: ToolServer, scope: ToolScope, observer: Observer) -> None:
    async def told(target: TargetInfo, window: Window) -> TargetInfo:
        """Add the document that the window shows: two windows may have the same title."""
        path = await scope.documents.path(window)
        return target.model_copy(update={"description": f"document {path}"}) if path else target

    @server.observes(ToolFacts(kind=ActionKind.LOOK))
    async def get_desktop_app_info(remove_empty: bool = True, refresh_app_windows: bool = True) -> CallToolResult:
        """List open windows as {id, name, type, kind}."""
        found = await observer.windows(remove_empty=remove_empty, refresh=refresh_app_windows)
        return rows(
            [{"id": target.id, "name": target.name, "type": target.type, "kind": target.kind.value} for target in found]
        )

    @server.observes(ToolFacts(kind=ActionKind.LOOK))
    async def get_desktop_app_target_info(
        remove_empty: bool = True, refresh_app_windows: bool = True
    ) -> CallToolResult:
        """List open windows as targets."""
        found = await observer.windows(remove_empty=remove_empty, refresh=refresh_app_windows)
        known = scope.selection.windows
        return rows(
            as_rows([await told(target, known[target.id]) if target.id in known else target for target in found])
        )

    @server.observes(ToolFacts(kind=ActionKind.LOOK))
    async def get_app_window_info(field_list: FieldList = None) -> CallToolResult:
        """Return the selected window as a target."""
        window = await observer.window()
        return rows(as_rows([await told(target_of_window(window), window)], field_list)[0])

    @server.observes(ToolFacts(kind=ActionKind.LOOK))
    async def list_applications() -> CallToolResult:
        """List the applications that can be launched."""
        found = await scope.desktop.applications()
        return rows(
            [
                {"id": application.id, "name": application.name, "generic_name": application.generic_name}
                for application in found
            ]
        )


def _add_whole_window_tools(server: ToolServer, observer: Observer) -> None:
    @server.observes(ToolFacts(of_window=True, kind=ActionKind.LOOK))
    async def get_ui_tree() -> CallToolResult:
        """Return the selected window's controls as a nested dict."""
        return rows(await observer.tree())

    @server.observes(ToolFacts(of_window=True, kind=ActionKind.LOOK))
    async def get_app_window_whole_list() -> CallToolResult:
        """Return the controls of the last look as targets, with what its pages hold out of sight in their places between."""
        return rows([target.model_dump(mode="json", exclude_defaults=True) for target in await observer.whole_list()])


def _add_control_tools(server: ToolServer, scope: ToolScope, observer: Observer) -> None:
    async def look(field_list: list[str] | None) -> CallToolResult:
        await note_silent_browser(scope)
        if field_list:
            return rows(as_rows(await observer.controls(), field_list))
        return document("controls", await observer.rows())

    @server.observes(ToolFacts(of_window=True, kind=ActionKind.LOOK))
    async def get_app_window_controls_info(field_list: FieldList = None) -> CallToolResult:
        """Return the selected window's controls as dicts; each look gives new ids."""
        return await look(field_list)

    @server.observes(ToolFacts(of_window=True, kind=ActionKind.LOOK))
    async def get_app_window_controls_target_info(field_list: FieldList = None) -> CallToolResult:
        """Return the selected window's controls as targets; each look gives new ids."""
        return await look(field_list)

    @server.observes(ToolFacts(of_window=True, kind=ActionKind.LOOK))
    async def get_app_window_changes() -> str:
        """Return in one line what changed between the last look and the look before it."""
        return observer.changes

    @server.observes(ToolFacts(of_window=True, kind=ActionKind.LOOK, for_models=True))
    async def find_controls(
        text: str = "", role: str = "", state: str = "", limit: Annotated[int, Field(ge=1, le=200)] = 20
    ) -> CallToolResult:
        """Search all controls of the window, also those not listed or scrolled out, by words (`text`), role ("Button") and
        state ("checked"). The next list marks them found."""
        wanted = Wanted(text.strip(), role.strip(), state.strip())
        if not any((wanted.text, wanted.role, wanted.state)):
            raise ToolError("say what to look for: text, role or state")
        if not observer.selection.controls:
            await observer.controls()
        return rows(as_rows(search(observer.selection, await observer.as_now(), wanted, limit), _FOUND_FIELDS))


async def note_silent_browser(scope: ToolScope) -> None:
    """Note whether the selected window is of a browser that does not report its pages: tools for pages are not offered then."""
    window = scope.selection.window
    is_browser = window is not None and bool({window.app_root, window.process} & BROWSERS)
    reporting = await scope.desktop.page_sockets() if is_browser else {}
    scope.shelf.is_silent = is_browser and window is not None and window.pid not in reporting


def _add_tool_search(server: ToolServer, scope: ToolScope) -> None:
    @server.observes(ToolFacts(kind=ActionKind.FIND_TOOLS, for_models=True, keeps=Keeps.ALL))
    async def find_tools(
        words: Annotated[str, Field(description="what is to be done")],
        limit: Annotated[int, Field(ge=1, le=30)] = 6,
    ) -> list[str]:
        """Find tools that are not listed here; the next turn lists them."""
        found = scope.shelf.search(words, limit)
        if not found:
            topics = ", ".join(topics_of(scope.shelf.tools)) or "nothing"
            raise ToolError(f"no tool fits {words!r}; beyond those listed there are tools for: {topics}")
        return [f"{tool.tool_name}: {' '.join(tool.description.split())}" for tool in found]


def _add_picture_tools(server: ToolServer, scope: ToolScope, observer: Observer) -> None:
    @server.observes(ToolFacts(of_window=True, kind=ActionKind.LOOK))
    async def capture_window_screenshot() -> CallToolResult:
        """Return the selected window as a PNG data URL, its password fields blacked out."""
        window = await observer.window()
        frame, hidden = await scope.blinds.picture(window.id)
        scope.selection.pictured = Pictured(window, frame.rect)
        return rows((await asyncio.to_thread(_packed, frame, hidden)).data_url)

    @server.observes(ToolFacts(kind=ActionKind.LOOK))
    async def capture_desktop_screenshot(all_screens: bool = True) -> CallToolResult:
        """Return all screens (or the first) as a PNG data URL, password fields blacked out."""
        frame, hidden = await scope.blinds.picture()
        if not all_screens:
            screens = await scope.desktop.screens()
            first = next((screen for screen in screens if screen.primary), screens[0])
            frame = frame.cropped(first.rect)
        return rows((await asyncio.to_thread(_packed, frame, hidden)).data_url)


def _packed(frame: Frame, hidden: Sequence[Rect]) -> Picture:
    return png(blacked_out(frame, hidden) if hidden else frame)


def _add_checks(server: ToolServer, scope: ToolScope) -> None:
    copies = DocumentCopies(scope)

    @server.observes(ToolFacts(kind=ActionKind.LOOK))
    async def verify_expectations(
        expect: list[Predicate], timeout_s: Annotated[float, Field(ge=0, le=60)] = 3.0
    ) -> CallToolResult:
        """Check what must hold now; each finding is satisfied, unsatisfied or unknown, with its evidence."""
        with contextlib.suppress(UfoError):
            if any(condition.LOOKS_AT_WINDOW for condition in expect) and scope.selection.window is not None:
                await selected_window(scope, timeout_s)
        selected = scope.selection.window
        world = JudgedWorld(scope, selected.id if selected else None, copies)
        located = [await _located(condition, scope) for condition in expect]
        findings = await check_judged(located, scope, world, timeout_s)
        return rows([finding.model_dump(mode="json") for finding in findings])


def _add_unsaved(server: ToolServer, scope: ToolScope) -> None:
    @server.observes(ToolFacts(kind=ActionKind.LOOK))
    async def get_unsaved_windows() -> CallToolResult:
        """Return the titles of the windows with unsaved changes, as far as they or their applications report them."""
        return rows(await unsaved(await scope.desktop.windows(), scope.documents.is_modified))

    @server.observes(ToolFacts(kind=ActionKind.LOOK))
    async def copy_unsaved_documents(folder: str) -> CallToolResult:
        """Write a copy of each document with unsaved changes into the folder, each as {title, path, copy}. `path`: its file, ""
        where it has none. Only LibreOffice writes such copies.
        """
        documents = scope.documents
        copied: list[dict[str, str]] = []
        for number, window in enumerate(await scope.desktop.windows()):
            with contextlib.suppress(UfoError, OSError):
                # A dialog of an office reaches the document behind it.
                if window.parent is None and await documents.is_modified(window):
                    place = Path(folder) / str(number)
                    await asyncio.to_thread(place.mkdir)
                    path, copy = await documents.path(window), await documents.copy(window, place)
                    copied.append({"title": window.title, "path": path, "copy": str(copy)})
        return rows(copied)


async def _located(predicate: Predicate, scope: ToolScope) -> Predicate:
    """Resolve a file as every other tool does. A bare name that is not there means the file beside the document that is open; a
    pattern such as "~/.config/*/Default/Preferences" means the newest file that it matches.
    """
    named = predicate.path_on_disk()
    if named is None:
        return predicate
    path = place_of(named, scope.working_folder)
    if is_pattern(named, scope.working_folder):
        return predicate.placed_at(readable(await asyncio.to_thread(newest_match, path)))
    if named and "/" not in named and not await asyncio.to_thread(path.exists):
        home = scope.home or Path.home()
        windows = await scope.desktop.windows()
        path = await beside_open_documents(named, windows, home, scope.documents) or path
    return predicate.placed_at(readable(path))
