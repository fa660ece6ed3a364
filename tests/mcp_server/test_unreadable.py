"""`ufo mcp` as a process gets messages that cannot be read: each is answered, and the next one works."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from tests.cli.command import Command

_HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a client", "version": "1"}}


def _nested(depth: int, opening: str, closing: str) -> str:
    arguments = f'{{"tool": "read_file", "arguments": {{"path": {opening * depth}1{closing * depth}}}}}'
    call = f'"method": "tools/call", "params": {{"name": "act", "arguments": {arguments}}}'
    return f'{{"jsonrpc": "2.0", {call}, "id": 7}}'


_UNREADABLE = (
    (_nested(3000, '{"a":', "}"), 7),
    (_nested(100_000, "[", "]"), 7),
    (_nested(150, '{"a":', "}"), 7),
    ("no JSON", None),
    ('{"jsonrpc": "2.0"}', None),
)


async def test_a_message_that_cannot_be_read_is_answered_and_the_next_one_works(tmp_path: Path) -> None:
    """All by one process, since it takes two seconds to start."""
    words = ("-c", "from ufo.cli.entry import main; main()", "mcp", "--folder", str(tmp_path))
    pipes: dict[str, Any] = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE}
    environment = Command(tmp_path).environment
    server = await asyncio.create_subprocess_exec(sys.executable, *words, env=environment, cwd=tmp_path, **pipes)
    assert server.stdin is not None and server.stdout is not None
    try:
        hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _HELLO}
        ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        for message in (hello, ready):
            server.stdin.write(json.dumps(message).encode() + b"\n")
        for place, (line, number) in enumerate(_UNREADABLE):
            ping = {"jsonrpc": "2.0", "id": 100 + place, "method": "ping"}
            server.stdin.write(f"{line}\n{json.dumps(ping)}\n".encode())
            answers = await _answers(server.stdout, {number, 100 + place})
            told = answers[number]
            assert "error" in told or told["result"]["isError"], (line[:80], told)
            assert answers[100 + place]["result"] == {}
    finally:
        server.stdin.close()
        await asyncio.wait_for(server.wait(), 30)


async def _answers(stream: asyncio.StreamReader, numbers: set[int | None]) -> dict[int | None, dict[str, Any]]:
    """What came until each of these was answered."""
    answers: dict[int | None, dict[str, Any]] = {}
    async with asyncio.timeout(60):
        while not numbers <= set(answers):
            answer = json.loads(await stream.readline())
            answers[answer.get("id")] = answer
    return answers
