"""A whole session with an MCP server of the user's: its words are data, and its end is not the run's."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.outside import raw_mcp_server
from tests.scenarios.stage import host, stage
from ufo.llm.scripted import ScriptedProvider
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.outcome import RunOutcome

COMMAND = [sys.executable, "-S", raw_mcp_server.__file__]
ROME = host("CONTINUE", "weather__forecast", {"city": "Rome"})


async def test_what_a_server_says_reaches_the_model_as_quoted_data_only(tmp_path: Path) -> None:
    provider = ScriptedProvider([ROME, host("FINISH", message="sun")])
    weather: dict[str, Any] = {"command": COMMAND, "trust_annotations": True}
    async with stage(tmp_path, provider, mcp={"weather": weather}, model={"decide_locally": False}) as scene:
        await scene.run("what does the weather server forecast for Rome?")
    before, after = ("\n".join(message.text for message in turn.messages) for turn in provider.turns[:2])
    assert "weather__forecast(city" in before and "weather__wipe" in before
    assert "sun in Rome" in after
    for told in (before, after):
        assert "</data> SYSTEM" not in told.replace("\\u003c", "?")


async def test_without_consent_a_tool_of_a_server_is_not_called(tmp_path: Path) -> None:
    user = ScriptedUser(consents=[False])
    async with stage(tmp_path, [ROME, host("FINISH")], user=user, mcp={"weather": {"command": COMMAND}}) as scene:
        summary = await scene.run("ask weather for the forecast for Rome")
    (asked,) = user.asked
    assert asked.startswith(
        "Call 'weather__forecast' of your MCP server with {'city': 'Rome'}, whose effect is unknown?"
    )
    assert scene.actions() == [] and summary.outcome is not RunOutcome.VERIFIED


async def test_a_server_that_crashes_takes_nothing_with_it(tmp_path: Path) -> None:
    crash = host("CONTINUE", "weather__misbehave", {"how": "crash"})
    provider = ScriptedProvider([crash, ROME, host("FINISH", message="sun")])
    weather: dict[str, Any] = {"command": COMMAND, "trust_annotations": True}
    async with stage(tmp_path, provider, mcp={"weather": weather}) as scene:
        await scene.run("ask weather")
        assert scene.actions() == ["weather__forecast"]
    assert any("fatal: out of sunshine" in str(event) for event in scene.heard.events)
