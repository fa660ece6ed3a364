"""`ufo mcp --http`: who is let in, what is refused, and how it ends, through the official client and with raw requests."""

from __future__ import annotations

import json
import os
import shlex
import signal
import socket
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.cli.command import Command, until, warmed
from tests.mcp_server.test_server import Mode, Person, text
from tests.needs import needs
from tests.waiting import WAITED_S
from ufo.errors import ConfigError
from ufo.mcp_server.bearer import kept_token, token_file
from ufo.mcp_server.known_clients import client_lines

_ASKED_EARLY = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
_DOCS = Path(__file__).parents[2] / "docs/mcp.md"


class Served:
    """The command while it serves, and what it told."""

    def __init__(self, command: Command, *options: str) -> None:
        told = command.folder / "told.json"
        words = ("mcp", "--http", "--port", "0", "--folder", str(command.folder), "--json", *options)
        with told.open("wb") as into:
            self.process = warmed().start(words, command.folder, command.environment, into=into)
        assert until(lambda: told.read_text("utf-8").endswith("\n") or self.process.poll() is not None)
        self.told: dict[str, Any] = json.loads(told.read_text("utf-8"))
        self.url: str = self.told["url"]
        self.headers = {"Authorization": f"Bearer {self.told['token']}"}

    def post(self, headers: dict[str, str], body: bytes = json.dumps(_ASKED_EARLY).encode()) -> int:
        return httpx2.post(self.url, content=body, headers={"Content-Type": "application/json", **headers}).status_code


@contextmanager
def served(folder: Path, *options: str) -> Iterator[Served]:
    command = Command(folder)
    server = Served(command, *options)
    try:
        yield server
    finally:
        server.process.send_signal(signal.SIGTERM)
        _, said = server.process.communicate(timeout=WAITED_S)
    assert server.process.returncode == 130 and "Traceback" not in said, said
    assert command.left() == []


def test_only_who_shows_the_token_from_a_place_of_this_machine_is_let_in(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        address = server.url.removeprefix("http://").removesuffix("/mcp")
        right = server.headers
        assert server.post({}) == 401
        for wrong in ("Bearer wrong", "Basic x", "Bearer", f"Bearer {server.told['token']}x"):
            assert server.post({"Authorization": wrong}) == 401, wrong
        assert httpx2.get(f"http://{address}/anything").status_code == 401
        assert server.post({**right, "Host": "evil.example"}) == 421
        assert server.post({**right, "Origin": "http://evil.example"}) == 403
        assert server.post({**right, "Content-Type": "text/plain"}) == 400
        assert server.post(right, b"x" * (1 << 20) + b"x") == 413
        assert server.post({**right, "X-Long": "x" * (1 << 16)}) == 400
        assert server.post(right, b"no JSON") == 400
        assert server.post(right) == 400
        host, _, port = address.partition(":")
        assert host == "127.0.0.1"
        others = [item[4][0] for item in socket.getaddrinfo(socket.gethostname(), None) if item[4][0] != host]
        for other in others:
            with pytest.raises(OSError):
                socket.create_connection((str(other), int(port)), timeout=2)


@pytest.mark.parametrize("mode", ["auto", pytest.param("legacy", marks=pytest.mark.matrix)])
async def test_the_official_client_works_over_http_and_is_asked_for_consent(tmp_path: Path, mode: Mode) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("keep me", encoding="utf-8")
    person = Person(consent=True)
    with served(tmp_path, "--desktop", "private") as server:
        async with httpx2.AsyncClient(headers=server.headers, timeout=WAITED_S) as http:
            transport = streamable_http_client(server.url, http_client=http)
            async with Client(transport, elicitation_callback=person, mode=mode) as client:
                names = {tool.name for tool in (await client.list_tools()).tools}
                assert {"observe", "act", "do_request"} <= names
                arguments = {"tool": "remove_file", "arguments": {"path": "notes.txt"}}
                answer = await client.call_tool("act", arguments)
    assert not file.exists() and len(person.asked) == 1, text(answer)


def test_it_ends_at_once_though_a_client_has_a_stream_open(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        hello = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "a", "version": "1"},
            },
        }
        accepts = {**server.headers, "Accept": "application/json, text/event-stream"}
        opened = httpx2.post(server.url, json=hello, headers=accepts)
        session = {**accepts, "Mcp-Session-Id": opened.headers["mcp-session-id"]}
        with httpx2.stream("GET", server.url, headers=session) as stream:
            assert stream.status_code == 200
            server.process.send_signal(signal.SIGTERM)
            assert until(lambda: server.process.poll() is not None, 15)


def test_the_token_is_kept_for_this_user_alone_until_another_one_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    token = kept_token()
    assert len(token) >= 32 and kept_token() == token
    assert stat.S_IMODE(token_file().stat().st_mode) == 0o600
    assert kept_token(new=True) != token
    token_file().chmod(0o644)
    with pytest.raises(ConfigError, match="--new-token"):
        kept_token()
    token_file().write_text("short\n")
    token_file().chmod(0o600)
    with pytest.raises(ConfigError, match="--new-token"):
        kept_token()


def test_a_port_in_use_and_options_without_http_are_told_with_the_next_move(tmp_path: Path) -> None:
    command = Command(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = command.run("mcp", "--http", "--port", str(taken.getsockname()[1]))
    assert refused.returncode == 2 and "--port" in refused.stderr
    assert command.run("mcp", "--port", "7").returncode == 2


def test_the_page_has_the_line_of_each_client() -> None:
    page = _DOCS.read_text("utf-8")
    for each in client_lines("http://127.0.0.1:7830/mcp", "TOKEN"):
        assert each.line in page and each.client in page, each


_INSPECTOR = os.environ.get("MCP_INSPECTOR", "")


@pytest.mark.matrix
@pytest.mark.apps
@pytest.mark.skipif(
    not _INSPECTOR,
    reason="the official inspector is not installed: npm install @modelcontextprotocol/inspector (Node 22), then set "
    "MCP_INSPECTOR to the command, such as 'npx @modelcontextprotocol/inspector'; sudo apt-get install -y npm",
)
@needs("mousepad")
def test_the_official_inspector_lists_and_calls_tools(tmp_path: Path) -> None:
    def inspect(server: Served, *words: str, token: str = "") -> subprocess.CompletedProcess[str]:
        header = f"Authorization: Bearer {token or server.told['token']}"
        command = [*shlex.split(_INSPECTOR), "--cli", server.url, "--transport", "http", "--header", header, *words]
        return subprocess.run(command, capture_output=True, text=True, timeout=WAITED_S, check=False)

    with served(tmp_path, "--desktop", "private") as server:
        listed = inspect(server, "--method", "tools/list")
        assert '"do_request"' in listed.stdout, listed.stderr
        launch = ("--tool-arg", "tool=launch_application", "--tool-arg", 'arguments={"name":"mousepad"}')
        called = inspect(server, "--method", "tools/call", "--tool-name", "act", *launch)
        assert "confirmed" in called.stdout, called.stdout + called.stderr
        assert inspect(server, "--method", "tools/list", token="wrong" * 8).returncode != 0
