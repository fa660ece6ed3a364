"""Frames of a screen put together to an animated picture. A frame like the one before it only makes that one last longer."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, ImageChops

_MOST_MS, _LAST_MS = 2000, 3000


@dataclass
class Animation:
    """`size`: the picture's width and height in pixels; `colours`: at most 256."""

    size: tuple[int, int]
    colours: int = 128
    _frames: list[tuple[Image.Image, int]] = field(default_factory=list)

    def add(self, frame: Image.Image, lasts_ms: int) -> None:
        """Add what was to be seen for so long; at most two seconds of what does not change are shown."""
        small = frame.convert("RGB").resize(self.size, Image.Resampling.LANCZOS)
        if self._frames and ImageChops.difference(self._frames[-1][0], small).getbbox() is None:
            last, lasted_ms = self._frames[-1]
            self._frames[-1] = (last, lasted_ms + lasts_ms)
        else:
            self._frames.append((small, lasts_ms))

    def write(self, target: Path) -> None:
        # One palette for all: what stays as it was costs nothing then.
        palette = self._sheet().quantize(self.colours, Image.Quantize.MAXCOVERAGE)
        pictures = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame, _ in self._frames]
        lasts = [min(lasts_ms, _MOST_MS) for _, lasts_ms in self._frames]
        lasts[-1] = _LAST_MS
        pictures[0].save(target, save_all=True, append_images=pictures[1:], duration=lasts, loop=0, optimize=True)

    def _sheet(self) -> Image.Image:
        """Return some of the frames below each other, the last among them."""
        some = [frame for frame, _ in self._frames[:: -max(1, len(self._frames) // 12)]]
        sheet = Image.new("RGB", (self.size[0], self.size[1] * len(some)))
        for place, frame in enumerate(some):
            sheet.paste(frame, (0, self.size[1] * place))
        return sheet
