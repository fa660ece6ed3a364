"""A page whose answer never ends, in a whole run: what came of it is read, and the run ends with what could be done."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from tests.apps.sessions import Opening
from tests.local_http import LocalServer
from tests.needs import needs
from tests.scenarios.controls import control_id
from tests.scenarios.stage import act, app, host
from ufo.llm.provider import Turn
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.inputs import AppInputs
from ufo.schema.outcome import RunOutcome

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(180), needs("chromium")]
_PAGE = b"<title>Prices</title><h1>Prices</h1><p>The lamp costs 12 EUR</p><a href=/mute>More</a>" + b" " * 5000


class _Unended(LocalServer):
    """A page comes as far as its first words, and /mute not even so far."""

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        if handler.path != "/mute":
            handler.send_response(200)
            handler.send_header("Content-Type", "text/html; charset=utf-8")
            handler.send_header("Content-Length", "1000000")
            handler.end_headers()
            handler.wfile.write(_PAGE)
            handler.wfile.flush()
        self.closing.wait()


async def test_a_page_that_never_ends_loading_is_worked_with_what_came_of_it(opening: Opening) -> None:
    def follows(turn: Turn) -> dict[str, Any]:
        return app("CONTINUE", act("click_input", id=control_id(turn, "More"), name="More"))

    price = "The lamp costs 12 EUR; the page behind More does not load"
    with _Unended() as server:
        opens = {"name": "Chromium", "arguments": [server.address]}
        model = ScriptedProvider(
            [
                host("CONTINUE", "launch_application", opens, current_subtask="read the price"),
                follows,
                app("FINISH", result=price),
                host("FINISH", result=price),
            ]
        )
        async with opening(model) as session:
            summary = await session.run("What does the lamp cost?")
    assert (summary.outcome, summary.answer) == (RunOutcome.VERIFIED, price), summary
    first = next(turn.inputs for turn in model.turns if isinstance(turn.inputs, AppInputs))
    assert "the page is still loading" in first.outline and "The lamp costs 12 EUR" in first.outline
