"""One turn that goes through pages by their links and reads what they show, each page by name."""

from __future__ import annotations

from collections.abc import AsyncIterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import anyio
import pytest

from tests.local_http import LocalServer, send
from tests.needs import needs
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.config.settings import PolicySettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Command, Effect, Result
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]
_SLOW_S = 0.7
_PAGES = {
    "/": "<title>Start</title><h1>Start</h1><a href=/rules>Rules</a> <a href=/never>Astray</a>",
    "/rules": """<title>Rules</title><h1>Rules</h1><table aria-label=Fines><tr><td>Late<td>3 euros</table>
<a href=/more>Next page</a>""",
    "/more": "<title>More rules</title><h1>More</h1><table aria-label=Fees><tr><td>Copy<td>1 euro</table>",
}


class _Slow(LocalServer):
    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        self.closing.wait({"/": 0.0, "/never": None}.get(handler.path, _SLOW_S))
        if handler.path in _PAGES:
            send(handler, 200, {"Content-Type": "text/html; charset=utf-8"}, _PAGES[handler.path].encode())


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, desktop=desktop)
    with _Slow() as slow:
        item.selection.window = await desktop.launch(Launch("chromium", (slow.address,)), timeout_s=60)
        with in_time():
            while not any(target.name == "Rules" for target in (await item.look()).values()):
                await anyio.sleep(0.05)
        yield item
        await item.dispatcher.close()


async def _run(bench: Bench, *commands: Command) -> list[Result]:
    guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(), bench.scope))
    return await guarded.execute_commands(commands)


def _visit(*path: str) -> Command:
    return Command(tool_name="visit", parameters={"path": list(path)})


def _read(name: str) -> Command:
    return Command(tool_name="read", parameters={"name": name})


@pytest.mark.matrix
async def test_pages_are_gone_through_by_their_links_and_read_by_name_in_one_turn(bench: Bench) -> None:
    results = await _run(bench, _visit("Rules"), _read("Fines"), _visit("Next page"), _read("Fees"))
    assert [result.ok for result in results] == [True] * 4, results
    assert "the page 'Rules' is shown now" in results[0].evidence and results[0].effect is Effect.CONFIRMED, results[0]
    assert "3 euros" in str(results[1].result) and "1 euro" in str(results[3].result)


@pytest.mark.matrix
async def test_an_id_of_the_first_page_takes_no_path_of_the_next_one_with_it(bench: Bench) -> None:
    rules = bench.id_of("Rules")
    pressed = Command(tool_name="click_input", parameters={"id": rules, "name": "Rules"})
    results = await _run(bench, pressed, _visit("Next page"), _read("Fees"))
    assert [result.ok for result in results] == [True] * 3, results


@pytest.mark.matrix
async def test_a_page_that_never_loads_holds_no_turn_up(bench: Bench) -> None:
    began = anyio.current_time()
    (pressed, missed) = await _run(bench, _visit("Astray"), _visit("Next page"))
    assert pressed.ok and "Next page" in str(missed.error)
    assert anyio.current_time() - began < 20
