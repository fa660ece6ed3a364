from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.websockets import WebSocket

from tests.waiting import in_time
from ufo.errors import ControlError
from ufo.runs.control.frames import framed, read_frame
from ufo.runs.control.messages import FROM_CLIENT, MOST_JSON, Answered, Pause, Seen, TellState
from ufo.web.control_channel import ControlChannel


def _page(*said: str) -> tuple[WebSocket, list[str]]:
    """Return a page that says these texts and then nothing, and what it hears."""
    heard: list[str] = []
    texts = iter(said)

    async def receive() -> dict[str, str]:
        text = next(texts, None)
        if text is None:
            await asyncio.Event().wait()
        return {"type": "websocket.receive", "text": text or ""}

    async def send(message: dict[str, str]) -> None:
        heard.append(message.get("text", ""))

    page = WebSocket({"type": "websocket"}, receive, send)  # type: ignore[arg-type]  # messages have more fields
    page.client_state = page.application_state = type(page.client_state).CONNECTED
    return page, heard


async def test_what_a_page_asks_goes_to_the_run_and_a_run_that_does_not_answer_is_told(tmp_path: Path) -> None:
    asked: asyncio.Queue[object] = asyncio.Queue()

    async def run(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            request = FROM_CLIENT.validate_json((await read_frame(reader, MOST_JSON, 0))[0])
            asked.put_nowait(request)
            if isinstance(request, Pause):
                writer.write(framed(Answered(number=request.number)))

    server = await asyncio.start_unix_server(run, tmp_path / "run")
    said = ("no message", Seen(sequence=1), Pause(number=1), TellState(number=2))
    page, heard = _page(*(text if isinstance(text, str) else text.model_dump_json() for text in said))
    reader, writer = await asyncio.open_unix_connection(tmp_path / "run")
    with in_time(), pytest.raises(ControlError, match="the run did not answer within 0.3 s; see whether it is stopped"):
        await ControlChannel(page, reader, writer, 0.3).run()
    assert [asked.get_nowait() for _ in range(3)] == list(said[1:])
    answers = [Answered.model_validate_json(text) for text in heard]
    assert answers == [Answered(number=0, why="the page sent what is no message; load it again"), Answered(number=1)]
    writer.close()
    server.close()
