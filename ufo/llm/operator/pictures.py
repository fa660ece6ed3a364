"""The sizes of pictures for models that point at pixels, and the way back from such a pixel to the screen.

They are those of every model (`ufo/llm/picture_limits.py`), but for OpenAI's `computer` tool with `detail: original`: a longest
edge of 6000 and 10.24 megapixels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ufo.llm.operator.models import is_preview, kind_and_name
from ufo.llm.picture_limits import ANTHROPIC, OPENAI, PictureLimit

MOST_BYTES = 1_000_000
"""The size of one picture. Anthropic takes 5 MB in base64 and 32 MB a request, and a request holds up to 14 pictures."""


_ORIGINAL = PictureLimit(6000, 6000, 10_240_000)


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


@dataclass(frozen=True, slots=True)
class Scale:
    """A picture of `width` x `height` pixels that shows `screen_width` x `screen_height` pixels of the screen."""

    width: int
    height: int
    screen_width: int
    screen_height: int

    def contains(self, x: float, y: float) -> bool:
        return 0 <= x < self.width and 0 <= y < self.height

    def share(self, x: float, y: float) -> tuple[float, float]:
        """Return the screen pixel under the middle of a pixel of the picture, as shares of what the picture shows."""
        return _share(x, self.width, self.screen_width), _share(y, self.height, self.screen_height)

    def edge(self, x: float, y: float) -> tuple[float, float]:
        """Return the upper left corner of a pixel as shares, for the sides of a region."""
        return min(1.0, max(0.0, x / self.width)), min(1.0, max(0.0, y / self.height))


def _share(at: float, shown: int, real: int) -> float:
    on_screen = (at + 0.5) * real / shown - 0.5
    return min(1.0, max(0.0, on_screen / real))
