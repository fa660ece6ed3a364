"""The versions of the tools by which models point at pixels, and the way back from such a pixel to the screen."""

from __future__ import annotations

import re
from dataclasses import dataclass

FORMS = "openai:computer-use-preview, another openai:NAME with the tool `computer`, or anthropic:NAME"
FIRST_TOOL = "20250124"
_HAS_FIRST_TOOL = re.compile(
    r"claude-3|(?:sonnet|opus)-4(?:-0|-1|-20\d{6})?(?:-20\d{6})?$|(?:sonnet|haiku)-4-5|opus-4-1|sonnet-4@|opus-4@"
)


def anthropic_version(name: str) -> str:
    """Return the date of a Claude model's computer tool, as in `computer_20250124`; the newest for an unknown model."""
    return FIRST_TOOL if _HAS_FIRST_TOOL.search(name) else "20251124"


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
