"""What KWin told, for tests without it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from ufo.desktop.linux.wayland.kwin.kwin_bus import KWinBus
from ufo.desktop.linux.wayland.session_bus import Answer, Named, Refused

WINDOW: Mapping[str, Any] = {
    "id": "{7fe3bbc2-3ef0-4c52-a740-5c296aa0ab36}", "parent": "", "pid": 1, "title": "Calculator", "role": "",
    "app": "org.gnome.Calculator", "order": 0, "frame": [460, 169, 360, 489], "client": None, "buffer": [399, 114, 482, 611],
    "popup": False, "passing": False, "splash": False, "managed": True, "local": True, "minimized": False,
    "maximized": False, "modal": False, "shown": True,
}  # fmt: skip
"""A window of GTK 4 with a shadow of its own, as KWin 5.27 told it."""


def window(number: int, **other: object) -> dict[str, Any]:
    """Another window, whose id begins with the number."""
    return {**WINDOW, "id": f"{{{number:08x}-3ef0-4c52-a740-5c296aa0ab36}}", "order": number, **other}


def told(*windows: Mapping[str, Any], active: str = "") -> dict[str, Any]:
    screens = [{"name": "screen 1", "rect": [0, 0, 1280, 800], "first": True}]
    return {"windows": list(windows), "screens": screens, "active": active, "pointer": [5, 7]}


class RecordedBus(KWinBus):
    """Answers each script with what is given, and a request for a picture with `shot`: what KWin says, and its bytes."""

    def __init__(
        self, answer: Mapping[str, Any], shot: tuple[Mapping[str, Any], bytes] | Refused | None = None
    ) -> None:
        self.answer = answer
        self.shot = shot

    def run_script(self, text: str, values: Mapping[str, str]) -> Mapping[str, Any]:
        return self.answer

    def call(
        self,
        to: Named,
        member: str,
        signature: str = "",
        *values: Any,
        within_s: float = 0.0,
        files: Sequence[int] = (),
    ) -> Answer:
        if isinstance(self.shot, Refused):
            raise self.shot
        assert self.shot is not None
        os.write(files[0], self.shot[1])
        return Answer([self.shot[0]], [])
