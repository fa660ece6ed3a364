"""BrowserExecutor: works the page in sight of a Chromium over its own interface, DevTools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, get_args
from urllib.parse import unquote, urlsplit

from mcp.server import MCPServer
from pydantic import Field

from ufo.desktop.values import Window
from ufo.errors import ApplicationHung, ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.text_pages import told_page
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.server import ToolServer
from ufo.tools.system.launch_arguments import resolve_path
from ufo.tools.system.page_addresses import Step, address_of
from ufo_browser.browsers import Browsers, close_tab, new_tab, show_tab, tab_lines
from ufo_browser.navigate import answer_box, open_address, take_step, where
from ufo_browser.page_content import as_lines, page_links, page_text, write_table
from ufo_browser.page_content import read_table as table_in
from ufo_browser.profile_tools import add_profile
from ufo_browser.tab import Tab

_TABLES_S = 45.0
_FILE_WORDS = (
    "table to a file", "copy table", "table spreadsheet", "table csv", "rows spreadsheet", "list spreadsheet",
)  # fmt: skip
_BOX_WORDS = ("message box", "alert", "confirm box", "prompt")
Which = Annotated[str, Field(description="its number, or words of its title or first row; only needed for several")]
Turns = Annotated[str, Field(description='the button to the next page ("Next"): the rows of all pages are joined')]
_TABS = ("tabs of the browser", "tab", "close", "pages open")
_PAGE_TABLES = ("tables of a page", "table", "rows", "list", "column", "results")


def browser(scope: ToolScope) -> MCPServer:
    browsers = Browsers(scope.desktop)
    server = ToolServer("BrowserExecutor", "Works the page in sight.", lifespan=browsers.lifespan)
    _add_navigation(server, scope, browsers)
    _add_tabs(server, scope, browsers)
    _add_reading(server, scope, browsers)
    _add_tables(server, scope, browsers)
    add_profile(server, scope, browsers)
    return server


def _native(value: Any, evidence: str, effect: Effect = Effect.CONFIRMED) -> ActionReport:
    return ActionReport.of(effect, evidence, Route.NATIVE, value)


def _add_navigation(server: ToolServer, scope: ToolScope, browsers: Browsers) -> None:
    @server.acts(ToolFacts(needs_pages=True, kind=ActionKind.OPEN_PAGE, ends=("to",)))
    async def open_page(
        to: Annotated[str, Field(description='an address, "back", "forward" or "reload"')],
        in_new_tab: bool = False,
        within_s: Annotated[float, Field(ge=1, le=40)] = 30.0,
    ) -> ActionReport:
        """Open an address in the tab in sight, and wait until the page is loaded and quiet."""
        window = scope.selection.require_window()
        step = next((item for item in get_args(Step) if item == to.strip()), None)
        address = "" if step else address_of(to)
        tab = await new_tab(browsers, window) if in_new_tab else await browsers.shown(window)
        told = await (take_step(tab, step, within_s) if step else open_address(tab, address, within_s))
        whole = "note" not in told
        said = f"the tab shows {told['address']}" if "address" in told else str(told.get("note"))
        return _native(told, said, Effect.CONFIRMED if whole else Effect.PARTIAL)

    @server.acts(ToolFacts(needs_pages=True, kind=ActionKind.ANSWER_PAGE, ends=("accept",), words=_BOX_WORDS))
    async def answer_dialog(
        message: Annotated[str, Field(description="what it says, as it was told")], accept: bool = True, text: str = ""
    ) -> ActionReport:
        """Answer a page's message box (alert, confirm, prompt, leave the page)."""
        told = await answer_box(await browsers.shown(scope.selection.require_window()), message, accept, text)
        again = "message_box" in told
        said = "it is answered, and the next one is there" if again else "it is answered and closed"
        return _native(told, said, Effect.PARTIAL if again else Effect.CONFIRMED)


def _add_tabs(server: ToolServer, scope: ToolScope, browsers: Browsers) -> None:
    @server.acts(ToolFacts(needs_pages=True, kind=ActionKind.WORK_TABS, ends=("tab",), words=_TABS))
    async def tabs(
        action: Literal["list", "show", "close"] = "list",
        tab: Annotated[str, Field(description="its number, or words of its title or address")] = "",
    ) -> ActionReport:
        """List the window's tabs, show one, or close one."""
        window = scope.selection.require_window()
        if action == "show":
            shown = await show_tab(browsers, window, tab)
            return _native(await tab_lines(browsers, window), f"the tab {shown.title!r} is in sight")
        if action == "close":
            closed, box = await close_tab(browsers, window, tab)
            if box:
                return _native(box, f"{closed.title!r} asks before it is closed", Effect.PARTIAL)
            return _native(await _left(browsers, window), f"the tab {closed.title!r} is closed")
        return _native(await tab_lines(browsers, window), "these are the tabs of the window")


async def _left(browsers: Browsers, window: Window) -> list[str]:
    """Return the tabs that are left. With its last tab a window is closed too."""
    try:
        return await tab_lines(browsers, window)
    except (ToolError, ApplicationHung):
        return []


def _add_reading(server: ToolServer, scope: ToolScope, browsers: Browsers) -> None:
    @server.observes(ToolFacts(of_window=True, needs_pages=True, keeps=Keeps.ALL))
    async def read_page(
        offset: Annotated[int, Field(ge=0)] = 0,
        find: Annotated[str, Field(description="words to look for in the page")] = "",
        links: Annotated[bool, Field(description="the links with `find` in them, and where they lead")] = False,
    ) -> ActionReport:
        """Read the page in sight as text, also what is scrolled out and in frames."""
        tab = await browsers.shown(scope.selection.require_window())
        if links:
            found, count = await page_links(tab, find)
            left = [f"and {count - len(found)} more; give words as `find`"] if count > len(found) else []
            told = "\n".join([*(f"{text} -> {address}" for text, address in found), *left])
            return await _read(scope, tab, told or "there is no such link")
        text, headings = await page_text(tab)
        return await _read(scope, tab, told_page(text, headings, offset, find) or "the page shows no text")


async def _read(scope: ToolScope, tab: Tab, text: str) -> ActionReport:
    """Report what was read with its page: one turn may read several. Raises ToolError for a file that is not told."""
    page = await where(tab)
    file = urlsplit(page["address"])
    if file.scheme == "file" and (why := scope.judged.why_not_shown(Path(unquote(file.path)))):
        raise ToolError(why)
    place = ", ".join(said for said in (page["title"], page["address"]) if said)
    return ActionReport(value=text, effect=Effect.CONFIRMED, place=place)


def _add_tables(server: ToolServer, scope: ToolScope, browsers: Browsers) -> None:
    @server.observes(
        ToolFacts(of_window=True, needs_pages=True, kind=ActionKind.READ_TABLE, keeps=Keeps.ALL, words=_PAGE_TABLES)
    )
    async def read_page_table(
        table: Which = "", next: Turns = "", row: Annotated[int, Field(ge=1)] = 1
    ) -> ActionReport:
        """Read a table of the page in sight as rows, also those scrolled out; from `row` on where they are many."""
        tab = await browsers.shown(scope.selection.require_window())
        return await _read(scope, tab, as_lines(await table_in(tab, table, next, _TABLES_S), row))

    @server.acts(ToolFacts(needs_pages=True, kind=ActionKind.READ_TABLE, ends=("path",), words=_FILE_WORDS))
    async def save_page_table(
        path: Annotated[str, Field(min_length=5, description="a .csv; open it in a spreadsheet to go on")],
        table: Which = "",
        next: Turns = "",
    ) -> ActionReport:
        """Write all rows of a table of the page in sight to a .csv file."""
        tab = await browsers.shown(scope.selection.require_window())
        rows = await table_in(tab, table, next, _TABLES_S)
        return await write_table(rows, scope.judged.require(resolve_path(path, scope.working_folder)))
