"""One question to a model with computer use, at one of the servers."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image
from pydantic import SecretStr

from tests.extensions.computer_use.servers import KEY, MessagesServer, OperatorServer
from tests.llm.openai_asking import Waits
from ufo.config.settings import ModelSettings
from ufo.llm.provider import Turn
from ufo.schema.computer_use import OperatorInputs, OperatorResponse, View
from ufo.schema.geometry import Rect
from ufo.schema.message import Message, TextPart
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo, TargetKind
from ufo_computer_use.operator_provider import create_operator

PREVIEW, NEWER = "openai:computer-use-preview", "openai:gpt-5.4"
CLAUDE, OLDER_CLAUDE = "anthropic:claude-opus-4-6", "anthropic:claude-sonnet-4-5"


def view(width: int = 800, height: int = 600, place: Rect | None = None, **more: Any) -> View:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(buffer, "PNG")
    rect = place or Rect(0, 0, width, height)
    return View(Picture(buffer.getvalue(), "image/png", rect), width, height, **more)


def operator_turn(*views: View, answers: tuple[str, ...] = (), repairs: tuple[tuple[str, str], ...] = ()) -> Turn:
    inputs = OperatorInputs(
        request="write a note",
        subtask="type hello",
        application="notes",
        window=TargetInfo(kind=TargetKind.WINDOW, name="Notes", id="0"),
        controls=(),
        statuses=("CONTINUE", "FINISH"),
        instruction="Type hello.",
        views=views or (view(),),
        answers=answers,
    )
    said = (Message("system", (TextPart("you work a window"),)), Message("user", (TextPart("Type hello."),)))
    return Turn("app", said, OperatorResponse, inputs, repairs)


def settings(server: OperatorServer, name: str = "", **more: Any) -> ModelSettings:
    model = name or (CLAUDE if isinstance(server, MessagesServer) else PREVIEW)
    values = {"name": model, "base_url": server.base_url, "api_key": SecretStr(KEY), "timeout_s": 5.0}
    return ModelSettings.model_validate(values | more)


async def ask(
    server: OperatorServer, turn: Turn | None = None, name: str = "", waits: Waits | None = None, **more: Any
) -> OperatorResponse:
    provider = create_operator(settings(server, name, **more), (waits or Waits()).surroundings())
    try:
        completion = await provider.complete(turn or operator_turn())
    finally:
        await provider.close()
    return OperatorResponse.model_validate_json(completion.text)
