"""Turns and answers that the tests of this room share."""

from __future__ import annotations

import io
import json

from PIL import Image

from ufo.llm.provider import Turn
from ufo.schema.geometry import Rect
from ufo.schema.inputs import AppInputs, HostInputs
from ufo.schema.message import ImagePart, Message, TextPart
from ufo.schema.picture import Picture
from ufo.schema.response import AppAgentResponse, HostAgentResponse
from ufo.schema.target import TargetInfo, TargetKind

GOOD = {"observation": "a desktop", "thought": "open the editor", "status": "CONTINUE", "plan": ["type"]}
GOOD_TEXT = json.dumps(GOOD)


def picture() -> Picture:
    buffer = io.BytesIO()
    Image.new("RGB", (4, 3), "red").save(buffer, "PNG")
    return Picture(buffer.getvalue(), "image/png", Rect(0, 0, 4, 3))


def host_turn(*, with_picture: bool = False, request: str = "write a note") -> Turn:
    parts: list[TextPart | ImagePart] = [TextPart(f"request: {request}")]
    if with_picture:
        parts.append(ImagePart(picture(), "the desktop"))
    return Turn(
        agent="host",
        messages=(Message("system", (TextPart("you decide"),)), Message("user", tuple(parts))),
        schema=HostAgentResponse,
        inputs=HostInputs(request=request, targets=(), statuses=("CONTINUE", "FINISH")),
    )


def app_turn() -> Turn:
    window = TargetInfo(kind=TargetKind.WINDOW, name="Notes", id="0")
    inputs = AppInputs(
        request="write", subtask="type", application="notes", window=window, controls=(), statuses=("CONTINUE", "FAIL")
    )
    return Turn("app", (Message("user", (TextPart("go"),)),), AppAgentResponse, inputs)
