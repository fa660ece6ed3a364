"""`ufo tool` on what the settings add: servers of this process and MCP servers, of which some hang or are not there."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import only_object
from tests.outside import raw_mcp_server
from tests.test_extensions import OUTSIDE
from ufo.cli.commands.tool import call_tool, configured_tools
from ufo.config.load import validated
from ufo.errors import ConfigError
from ufo.schema.tool import names_of
from ufo.secrets.masks import Masks

WEATHER = [sys.executable, "-S", raw_mcp_server.__file__]
SETTINGS: dict[str, Any] = {
    "desktop": {"backend": "desk"},
    "tools": {"HostAgent": {"default": {"action": ["HostUIExecutor", "house_parts:broken_server", "Thermometer"]}}},
    "mcp": {
        "weather": {"command": WEATHER, "agents": ["HostAgent"]},
        "gone": "no-such-program --fast",
        "quiet": {"command": [*WEATHER, "silent"], "start_timeout_s": 0.3},
    },
}


async def test_what_is_configured_is_listed_and_each_server_that_cannot_be_used_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(OUTSIDE))
    told: list[str] = []
    async with configured_tools(validated(**SETTINGS), tmp_path, Masks(), told.append) as configured:
        names = names_of(await configured.all())
    assert {"click_input", "read_temperature", "weather__forecast"} <= names
    assert all("\n" not in line for line in told) and capfd.readouterr().err == ""
    for said in ("broken_server' cannot be built", "'gone' cannot be used", "'quiet' did not start within 0.3 s"):
        assert len([line for line in told if said in line]) == 1, told


async def test_a_tool_that_is_not_there_is_told_with_what_is_near_and_its_server_alone_is_started(
    tmp_path: Path,
) -> None:
    told: list[str] = []
    for name, said in (("weather__forcast", "near: weather__forecast"), ("gone__wipe", "'gone' has no tools now")):
        async with configured_tools(validated(**SETTINGS), tmp_path, Masks(), told.append, name) as configured:
            with pytest.raises(ConfigError, match=said):
                await configured.named(name)
    assert not [line for line in told if "quiet" in line]


def test_the_command_calls_a_tool_of_an_added_server_and_asks_before_one_of_an_mcp_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(OUTSIDE))
    monkeypatch.setenv("HOME", str(tmp_path))
    own = tmp_path / ".config/ufo/ufo.yaml"
    own.parent.mkdir(parents=True)
    own.write_text(json.dumps(SETTINGS), encoding="utf-8")

    def called(name: str, argument: str, consents: bool) -> dict[str, Any]:
        call_tool(name, [argument], {}, app_name=None, consents=consents, as_json=True)
        return only_object(capsys.readouterr().out)

    assert "the kitchen has 21 degrees" in called("read_temperature", "room=kitchen", False)["result"]
    refused = called("weather__forecast", "city=Oslo", False)
    assert refused["status"] == "failure" and "forecast" in refused["error"]
    assert "sun in Oslo" in called("weather__forecast", "city=Oslo", True)["result"]
