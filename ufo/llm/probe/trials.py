"""Small real requests that show what a model can do. What an endpoint accepts and then ignores does not count."""

from __future__ import annotations

import io
from random import Random

from PIL import Image
from pydantic import BaseModel, create_model

from ufo.errors import ModelUnavailable
from ufo.llm.json_answer import json_object
from ufo.llm.provider import Provider, Turn
from ufo.schema.geometry import Rect
from ufo.schema.inputs import HostInputs
from ufo.schema.message import ImagePart, Message, TextPart
from ufo.schema.picture import Picture

_COLOURS = {"red": (220, 20, 20), "green": (20, 160, 40), "blue": (20, 40, 220), "yellow": (240, 220, 20)}
_EDGE = 128
_MARKER = "town_7"


Town: type[BaseModel] = create_model("Town", **{_MARKER: (str, ...)})  # type: ignore[call-overload]  # a name as a value
"""A schema whose field no model comes upon by itself."""


class Reply(BaseModel):
    reply: str


async def answers(provider: Provider) -> None:
    """Ask for one word. Raises ModelUnavailable where nothing answers, whatever is asked."""
    await provider.complete(_turn([TextPart('Answer with {"reply": "ready"} and nothing else.')], Reply))


async def follows_schema(provider: Provider) -> bool:
    """Tell whether the form of an answer comes from the schema that goes with the request: the words do not tell it."""
    try:
        said = await provider.complete(_turn([TextPart("Name a town in Europe.")], Town))
        return _MARKER in json_object(said.text)
    except (ModelUnavailable, ValueError):
        return False


async def sees(provider: Provider, random: Random) -> bool:
    """Tell whether the model can name the colours of a picture."""
    left, right = random.sample(sorted(_COLOURS), 2)
    asked = (
        "The picture has a left and a right half. Which colours are they: red, green, blue or yellow? "
        'Answer with {"reply": "LEFT RIGHT"}.'
    )
    try:
        said = await provider.complete(_turn([TextPart(asked), ImagePart(_halves(left, right))], Reply))
    except ModelUnavailable:
        return False
    words = said.text.lower()
    others = [one for one in _COLOURS if one not in (left, right)]
    return -1 < words.find(left) < words.find(right) and not any(one in words for one in others)


def _turn(parts: list[TextPart | ImagePart], schema: type[BaseModel]) -> Turn:
    return Turn("evaluation", (Message("user", tuple(parts)),), schema, HostInputs("", (), ()))


def _halves(left: str, right: str) -> Picture:
    picture = Image.new("RGB", (_EDGE, _EDGE), _COLOURS[right])
    picture.paste(_COLOURS[left], (0, 0, _EDGE // 2, _EDGE))
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return Picture(buffer.getvalue(), "image/png", Rect(0, 0, _EDGE, _EDGE))
