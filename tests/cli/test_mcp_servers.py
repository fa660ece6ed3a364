"""What `ufo doctor` says of the user's MCP servers."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.outside import raw_mcp_server
from ufo.cli.checks import mcp_servers
from ufo.config.load import validated


async def test_each_server_is_started_and_one_that_does_not_come_is_told_with_what_mends_it(tmp_path: Path) -> None:
    command = f"{sys.executable} -S {raw_mcp_server.__file__}"
    given = {"weather": command, "gone": "no-such-program --fast", "shy": f"{command} dies"}
    found = {server.name: server for server in await mcp_servers(validated(mcp=given), tmp_path)}
    weather, gone, shy = (found[f"MCP server {name}"] for name in given)
    assert weather.ok and weather.detail.startswith("5 tools; a tool of")
    assert gone.ok is False and gone.mend == "install 'no-such-program'"
    assert shy.ok is False and "no licence" in shy.detail and "mcp.shy" in shy.mend
