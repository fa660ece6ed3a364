"""A model behind real HTTP works real applications in few turns, and what it did is proved over another channel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.apps.sessions import Opening
from tests.llm.openai_server import OpenAIServer, Reply, Request, says
from tests.requirement import requirement
from tests.scenarios.readers import reads
from tests.scenarios.stage import act, app, host
from tests.scenarios.test_over_http import model, texts
from ufo.schema.outcome import RunOutcome

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]

_FORM = """<!doctype html><meta charset=utf-8><title>Order form</title><form onsubmit="event.preventDefault()">
<p><label>Full name <input name=n></label> <label>City <input name=c></label></p>
<p><label><input type=checkbox name=g>Gift wrap</label></p></form>"""
_STUBBORN = _FORM.replace("<input name=c>", "<input name=c oninput=\"setTimeout(() => this.value = '', 300)\">")
_REQUEST = "Open order.html in Chromium, fill Full name with Ana Sol, fill City with Graz, tick Gift wrap"


_LAUNCH = {"name": "chromium", "arguments": ["order.html"]}
_END = [
    {"on": "element", "name": "Full name", "value": "Ana Sol"},
    {"on": "element", "name": "City", "value": "Graz"},
    {"on": "element", "name": "Gift wrap", "state": "checked"},
]
_OPENS = host("CONTINUE", "launch_application", _LAUNCH, current_subtask=_REQUEST, expect=_END)


def _fills(status: str = "FINISH") -> dict[str, Any]:
    given = (("Full name", "Ana Sol"), ("City", "Graz"), ("Gift wrap", True))
    return app(status, act("fill", fields=[{"name": name, "value": value} for name, value in given]))


@pytest.mark.matrix
@requirement("turns:form")
async def test_a_real_form_takes_one_turn_and_the_page_itself_is_asked(opening: Opening, tmp_path: Path) -> None:
    (tmp_path / "order.html").write_text(_FORM, "utf-8")
    with OpenAIServer([says(_OPENS), says(_fills()), reads]) as server:
        async with opening(model(server)) as session:
            summary = await session.run(_REQUEST)
    assert summary.outcome is RunOutcome.VERIFIED, summary
    assert summary.usage.model_calls == len(server.requests) == 3
    assert len(summary.evidence) == 3
    assert "Gift wrap" in texts(server.requests[1])


def _finishes_and_reads(request: Request) -> Reply:
    """Say that all is done, and as the reader agree to it where a fact tells of the text that the page clears."""
    _, is_reading, facts = texts(request).rpartition('<data name="facts">')
    if not is_reading:
        return says(app("FINISH"))
    if "Graz" in facts.partition("</data>")[0]:
        return reads(request)
    return says({"parts": [{"quote": _REQUEST, "verdict": "not_shown", "shown_by": []}], "changes": []})


@pytest.mark.matrix
async def test_a_page_that_clears_a_field_again_is_never_called_verified(opening: Opening, tmp_path: Path) -> None:
    (tmp_path / "order.html").write_text(_STUBBORN, "utf-8")
    with OpenAIServer([says(_OPENS), says(_fills()), _finishes_and_reads]) as server:
        async with opening(model(server)) as session:
            summary = await session.run(_REQUEST)
    assert summary.outcome is RunOutcome.COMPLETED_UNVERIFIED, summary
    assert summary.account is not None and summary.account.read_by
