"""Pictures as values: raw pixels as captured (`Frame`) and an encoded file (`Picture`)."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from ufo.schema.geometry import Rect


@dataclass(frozen=True, slots=True)
class Frame:
    """Pixels of a screen region. `pixels` is BGRX, 4 bytes a pixel, rows from the top, no padding; `rect` is in screen pixels."""

    rect: Rect
    pixels: bytes


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture. `rect` is the screen region it shows, in pixels; its size is the picture's own unless it was scaled."""

    data: bytes
    mime: str
    rect: Rect

    @property
    def data_url(self) -> str:
        return f"data:{self.mime};base64,{base64.b64encode(self.data).decode('ascii')}"

    @classmethod
    def from_data_url(cls, url: str, rect: Rect) -> Picture:
        """Raises ValueError for anything but a base64 `data:` URL."""
        head, comma, body = url.partition(",")
        if not comma or not head.startswith("data:") or not head.endswith(";base64"):
            raise ValueError(f"not a base64 data URL: {url[:40]!r}")
        return cls(base64.b64decode(body, validate=True), head[len("data:") : -len(";base64")], rect)
