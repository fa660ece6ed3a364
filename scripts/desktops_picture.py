"""Do `make run`'s request in the session of a person on X11, sway, GNOME and KWin, and compose what is seen at the end.

    .venv/bin/python -m scripts.desktops_picture TARGET.png

Needs sway, gnome-shell with PipeWire, and kwin_wayland beside what `make run` needs. Prints how each run ended, and how long it
took; ends with 1 where one was not VERIFIED.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from scripts.record_run import REQUEST
from tests.apps.person_session import person_session
from tests.apps.session_parts import ufo
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop

_SHOWN = {"x11": "X11 (openbox)", "sway": "sway", "gnome": "GNOME Shell", "kwin": "KWin, Plasma's compositor"}
_SIZE, _GAP, _BAR = (800, 500), 16, 34
_GROUND, _INK, _TEXT_PX = "#f4f4f2", "#202020", 19


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path)
    given = parser.parse_args()
    pictures, is_verified = {}, True
    for session, name in _SHOWN.items():
        with person_session(session) as environment, tempfile.TemporaryDirectory() as folder:
            outcome, seconds = _run(environment, Path(folder))
            pictures[f"{name}: {outcome}"] = asyncio.run(_seen(environment))
        is_verified &= outcome == "VERIFIED"
        print(f"{name}: {outcome} in {seconds:.1f} s", flush=True)
    composed(pictures).save(given.target, optimize=True)
    return int(not is_verified)


def _run(environment: Mapping[str, str], folder: Path) -> tuple[str, float]:
    """Return how the run ended and how many seconds it took."""
    ufo({}, "sample", ".", folder=folder).check_returncode()
    began = time.monotonic()
    run = ufo(environment, "run", REQUEST, "--desktop", "here", "--yes", folder=folder)
    seconds = time.monotonic() - began
    return ("VERIFIED" if run.returncode == 0 else f"ended with {run.returncode}"), seconds


async def _seen(environment: Mapping[str, str]) -> Image.Image:
    """Return what the session's screen shows once it has come to rest."""
    desktop = await LinuxDesktop.connect(environment, DesktopSettings())
    try:
        for window in await desktop.windows():
            await desktop.settle(window.id)
        frame = await desktop.capture()
    finally:
        await desktop.shutdown()
    return Image.frombytes("RGB", (frame.rect.width, frame.rect.height), frame.pixels, "raw", "BGRX")


def composed(pictures: Mapping[str, Image.Image]) -> Image.Image:
    """Return the pictures two by two, each under its label."""
    width, height = _SIZE
    rows = (len(pictures) + 1) // 2
    whole = Image.new("RGB", (2 * width + 3 * _GAP, rows * (height + _BAR + _GAP) + _GAP // 2), _GROUND)
    drawn, font = ImageDraw.Draw(whole), ImageFont.load_default(_TEXT_PX)
    for number, (label, picture) in enumerate(pictures.items()):
        left, top = _GAP + number % 2 * (width + _GAP), number // 2 * (height + _BAR + _GAP)
        drawn.text((left + 2, top + _BAR - 8), label, _INK, font, anchor="ls")
        whole.paste(picture.resize(_SIZE, Image.Resampling.LANCZOS), (left, top + _BAR))
    return whole


if __name__ == "__main__":
    sys.exit(main())
