"""The sizes of pictures that providers leave as they are.

A provider that scales a picture down itself shows the model something that we never see: places in it do not fit, and what is
sent costs time and bytes for nothing. So each picture is scaled here, to a size that the provider's documentation says it
leaves as it is:

- Anthropic, and its models at Amazon Bedrock: a longest edge of 1568 pixels and about 1.15 megapixels. Newer models take more;
  this fits all of them.
- OpenAI and Azure with `detail: high`: inside 2048 x 2048 with a shortest side of 768, which is also within the 1,536 patches of
  32 x 32 that newer models read.

Others read what is within `model.image_max_edge`. JPEG files of these sizes have some 100 to 400 KB, far below what any of them
takes (Anthropic 5 MB in base64, Bedrock 3.75 MB, Google 20 MB for a whole request).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ufo.config.settings import ModelSettings


@dataclass(frozen=True, slots=True)
class PictureLimit:
    """What a provider leaves unscaled, in pixels."""

    longest: int
    shortest: int
    area: int

    def scale(self, width: int, height: int) -> float:
        """Return by what a picture of that size is scaled to fit, 1.0 at most."""
        return min(
            1.0,
            self.longest / max(width, height),
            self.shortest / min(width, height),
            math.sqrt(self.area / (width * height)),
        )


ANTHROPIC = PictureLimit(1568, 1568, 1_150_000)
OPENAI = PictureLimit(2048, 768, 2048 * 768)
_BY_KIND = {"anthropic": ANTHROPIC, "bedrock": ANTHROPIC, "openai": OPENAI, "openai-responses": OPENAI, "azure": OPENAI}


def limit_of(model: str) -> PictureLimit | None:
    """Return the limit of a model by its name in the settings; None where none is known. OpenRouter passes pictures on."""
    kind, _, name = model.strip().partition(":")
    return _BY_KIND.get(name.partition("/")[0] if kind == "openrouter" else kind)


def edge_for(model: ModelSettings, width: int, height: int) -> int:
    """Return the longest edge that a picture of that size is shown to the model with."""
    limit = limit_of(model.name)
    longest = max(width, height)
    fits = longest if limit is None else max(1, math.floor(longest * limit.scale(width, height)))
    return min(fits, model.image_max_edge)
