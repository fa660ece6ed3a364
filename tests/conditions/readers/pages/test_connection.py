"""A connection tells answers and events apart, and ends for all who wait when the browser does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ufo.conditions.readers.pages.connection import Connection, QuestionRefused

pytestmark = pytest.mark.anyio


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Path]:
    """Of a browser that answers in pairs, the later question first, and tells an event before."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        waiting: list[dict[str, Any]] = []
        while True:
            try:
                waiting.append(json.loads((await reader.readuntil(b"\0"))[:-1]))
            except asyncio.IncompleteReadError:
                break
            if waiting[-1]["method"] == "end":
                break
            if len(waiting) == 2:
                event = {"method": "told", "params": {"what": 1}, "sessionId": "s"}
                answers = [
                    {"id": item["id"], "error": {"message": "no"}}
                    if item["method"] == "bad"
                    else {"id": item["id"], "result": item["method"]}
                    for item in reversed(waiting)
                ]
                writer.write(b"".join(json.dumps(answer).encode() + b"\0" for answer in (event, *answers)))
                waiting.clear()
        writer.close()

    path = tmp_path / "pages"
    async with await asyncio.start_unix_server(serve, path):
        yield path


async def test_answers_reach_their_questions_in_any_order_and_events_their_session(place: Path) -> None:
    connection = await Connection.open(place)
    heard: list[tuple[str, Mapping[str, Any]]] = []
    connection.hear("s", lambda method, told: heard.append((method, told)))
    answers: Any = await asyncio.gather(connection.ask("first"), connection.ask("second"))
    assert list(answers) == ["first", "second"]
    assert heard == [("told", {"what": 1})]
    both: Any = await asyncio.gather(connection.ask("bad"), connection.ask("good"), return_exceptions=True)
    assert isinstance(both[0], QuestionRefused) and both[1] == "good"
    await connection.close()


async def test_who_waits_is_told_when_the_browser_ends(place: Path) -> None:
    connection = await Connection.open(place)
    with pytest.raises(EOFError):
        await connection.ask("end")
    assert not connection.is_open
    with pytest.raises(EOFError):
        await connection.ask("more")
    await connection.close()
