"""Times reading a table of 1,000 rows out of a page in Chromium: by the tool of the page, and by its controls.

python -m bench.page_table
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bench.measure import Row, median, print_rows
from bench.measured_desktop import MeasuredDesktop
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Command, Result
from ufo.tools.dispatch.mcp_dispatcher import LocalCommandDispatcher, NamedServer
from ufo.tools.observe.observer import Observer
from ufo.tools.observe.selection import Selection, ToolScope
from ufo.tools.servers.app_ui import app_ui
from ufo_browser.page_tools import browser

_COUNT, _REPEAT = 1000, 3


class Hand:
    """A browser on a page with the table, with the tools that work it."""

    def __init__(self, scope: ToolScope) -> None:
        servers = [app_ui(scope), browser(scope)]
        self.eyes = Observer(scope)
        self.dispatcher = LocalCommandDispatcher([NamedServer(server.name, "action", server) for server in servers])

    async def run(self, tool: str, **parameters: object) -> Result:
        (result,) = await self.dispatcher.execute_commands([Command(tool_name=tool, parameters=parameters)])
        if not result.ok:
            raise SystemExit(f"{tool} did not work: {result}")
        return result


def rows() -> list[Row]:
    return asyncio.run(_rows())


async def _rows() -> list[Row]:
    async with _at_hand() as hand:
        by_tool = median([await _by_tool(hand) for _ in range(_REPEAT)])
        by_reading, calls, found = await _by_reading(hand)
    what = f"a table of {_COUNT:,} rows out of a page"
    return [
        Row(
            f"{what}: rows that were read",
            _COUNT,
            "rows",
            None,
            found,
            "its controls read as text",
            lower_is_better=False,
        ),
        Row(f"{what}, into a file", by_tool, "ms", None, by_reading, "its controls read as text, without rows"),
        Row(f"{what}: calls of a model", 1, "calls", None, calls, "one for each page of text"),
    ]


async def _by_tool(hand: Hand) -> float:
    began = time.perf_counter()
    result = await hand.run("save_page_table", path="rows.csv")
    if result.result["rows"] != _COUNT + 1:
        raise SystemExit(f"rows are missing: {result}")
    return (time.perf_counter() - began) * 1000


async def _by_reading(hand: Hand) -> tuple[float, int, int]:
    """Return the milliseconds and the calls until the page's text was read by its controls, page by page, and how many of
    the rows were in it.
    """
    began = time.perf_counter()
    page = next(str(control.id) for control in await hand.eyes.controls() if control.type == "Document")
    offset: int | None = 0
    calls, said = 0, ""
    while offset is not None:
        told = (await hand.run("read", id=page, what="text", offset=offset)).result
        said, offset, calls = said + str(told["text"]), told.get("next"), calls + 1
    return (time.perf_counter() - began) * 1000, calls, sum(f"name {at}\n" in said for at in range(_COUNT))


@asynccontextmanager
async def _at_hand() -> AsyncIterator[Hand]:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "rows.html"
        lines = "".join(f"<tr><td>{at}<td>name {at}<td>{at * 3}.5" for at in range(_COUNT))
        page.write_text(f"<meta charset=utf-8><title>rows</title><table><tr><th>No<th>Name<th>Value{lines}</table>")
        async with await PrivateDesktop.start() as private:
            desktop = await MeasuredDesktop.connect(private.environment, DesktopSettings())
            window = await desktop.launch(Launch("chromium", (page.as_uri(),)), timeout_s=60)
            hand = Hand(ToolScope(desktop, Selection(window=window), Path(folder)))
            try:
                await hand.run("open_page", to=page.as_uri())
                await desktop.settle(window.id)
                yield hand
            finally:
                await hand.dispatcher.close()
                await desktop.shutdown()


if __name__ == "__main__":
    print_rows("A table in a page", rows())
