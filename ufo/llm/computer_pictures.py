"""The sizes of pictures for models that point at pixels.

They are those of every model (`ufo/llm/picture_limits.py`), but for OpenAI's `computer` tool with `detail: original`: a longest
edge of 6000 and 10.24 megapixels.
"""

from __future__ import annotations

import math

from ufo.llm.picture_limits import ANTHROPIC, OPENAI, PictureLimit

MOST_BYTES = 1_000_000
"""The size of one picture. Anthropic takes 5 MB in base64 and 32 MB a request, and a request holds up to 14 pictures."""
_ALIASES = {"openai-responses": "openai"}
_ORIGINAL = PictureLimit(6000, 6000, 10_240_000)


def kind_and_name(model: str) -> tuple[str, str]:
    """Return the provider and the model of a name in the settings."""
    kind, _, name = model.strip().partition(":")
    return _ALIASES.get(kind, kind), name.strip()


def is_preview(name: str) -> bool:
    """Tell whether an OpenAI model has the older tool, which is told the size of its pictures."""
    return name.startswith("computer-use-preview")


def limit_of(model: str) -> PictureLimit:
    """Return the limit of a model by its name in the settings. A model of no known provider gets the narrowest one."""
    kind, name = kind_and_name(model)
    if kind == "openai":
        return OPENAI if is_preview(name) else _ORIGINAL
    return ANTHROPIC


def shown_size(model: str, width: int, height: int, max_edge: int) -> tuple[int, int]:
    """Return the width and height that a picture is shown to the model in: its own where that is within the model's limit and
    `max_edge`, otherwise as large as they allow.
    """
    scale = min(limit_of(model).scale(width, height), max_edge / max(width, height))
    return max(1, math.floor(width * scale)), max(1, math.floor(height * scale))
