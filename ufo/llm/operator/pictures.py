"""The sizes of pictures for models that point at pixels, and the way back from such a pixel to the screen.

They are those of every model (`ufo/llm/picture_limits.py`), but for OpenAI's `computer` tool with `detail: original`: a longest
edge of 6000 and 10.24 megapixels.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from ufo.llm.picture_limits import ANTHROPIC, OPENAI, PictureLimit

KINDS = ("openai", "anthropic")
FORMS = "openai:computer-use-preview, another openai:NAME with the tool `computer`, or anthropic:NAME"

_ALIASES = {"openai-responses": "openai"}
FIRST_TOOL = "20250124"
_HAS_FIRST_TOOL = re.compile(
    r"claude-3|(?:sonnet|opus)-4(?:-0|-1|-20\d{6})?(?:-20\d{6})?$|(?:sonnet|haiku)-4-5|opus-4-1|sonnet-4@|opus-4@"
)
MOST_BYTES = 1_000_000
"""The size of one picture. Anthropic takes 5 MB in base64 and 32 MB a request, and a request holds up to 14 pictures."""


_ORIGINAL = PictureLimit(6000, 6000, 10_240_000)


def kind_and_name(model: str) -> tuple[str, str]:
    """Return the provider and the model of a name in the settings."""
    kind, _, name = model.strip().partition(":")
    return _ALIASES.get(kind, kind), name.strip()


def is_preview(name: str) -> bool:
    """Tell whether an OpenAI model has the older tool, which is told the size of its pictures."""
    return name.startswith("computer-use-preview")


def anthropic_version(name: str) -> str:
    """Return the date of a Claude model's computer tool, as in `computer_20250124`; the newest for an unknown model."""
    return FIRST_TOOL if _HAS_FIRST_TOOL.search(name) else "20251124"


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
