"""Record the sample run of the README as an animated picture: the private desktop's screen, while a real run works on it.

    .venv/bin/python -m scripts.record_run TARGET.gif [--request "…"]

Frames are taken four times a second. A frame like the one before it only makes that one last longer, up to two seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image, ImageChops
from Xlib import X, display

_UFO = Path(sys.executable).with_name("ufo")
REQUEST = (
    "Extract the sales table from the Writer document quarterly-report.odt, create a bar chart of it in Calc "
    "and save the spreadsheet as sales.ods"
)
_SCREEN, _SHOWN = (1280, 720), (800, 450)
_EVERY_S, _MOST_MS, _LAST_MS, _COLOURS = 0.25, 2000, 3000, 128


def main() -> int:
    """Record one run. Returns the exit code of the run; the picture is written whatever that is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", type=Path)
    parser.add_argument("--request", default=REQUEST)
    given = parser.parse_args()
    name = f"record-{os.getpid()}"
    with tempfile.TemporaryDirectory() as folder:
        _ufo(folder, "sample", ".")
        started = json.loads(_ufo(folder, "desktop", "start", name, *_size(), "--json"))
        try:
            frames, code = _recorded(given.request, name, started["display"], folder)
        finally:
            _ufo(folder, "desktop", "stop", name)
    _write(given.target, frames)
    return code


def _size() -> tuple[str, ...]:
    return ("--width", str(_SCREEN[0]), "--height", str(_SCREEN[1]))


def _ufo(folder: str, *arguments: str) -> str:
    return subprocess.run([_UFO, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


def _recorded(request: str, desktop: str, screen: str, folder: str) -> tuple[list[tuple[Image.Image, int]], int]:
    """Return the frames of the run, each with how long it was to be seen in milliseconds, and the run's exit code."""
    frames: list[tuple[Image.Image, int]] = []
    connection = display.Display(screen)
    with subprocess.Popen([_UFO, "run", request, "--desktop", desktop, "--plain"], cwd=folder) as run:
        while run.poll() is None:
            _add(frames, _frame(connection))
            time.sleep(_EVERY_S)
    _add(frames, _frame(connection))
    connection.close()
    return frames, run.returncode


def _frame(connection: display.Display) -> Image.Image:
    width, height = _SCREEN
    raw = connection.screen().root.get_image(0, 0, width, height, X.ZPixmap, 0xFFFFFFFF)
    return Image.frombytes("RGB", _SCREEN, raw.data, "raw", "BGRX").resize(_SHOWN, Image.Resampling.LANCZOS)


def _add(frames: list[tuple[Image.Image, int]], frame: Image.Image) -> None:
    every_ms = int(_EVERY_S * 1000)
    if frames and ImageChops.difference(frames[-1][0], frame).getbbox() is None:
        frames[-1] = (frames[-1][0], frames[-1][1] + every_ms)
    else:
        frames.append((frame, every_ms))


def _write(target: Path, frames: list[tuple[Image.Image, int]]) -> None:
    pictures = [frame.quantize(_COLOURS, dither=Image.Dither.NONE) for frame, _ in frames]
    lasts = [min(lasts_ms, _MOST_MS) for _, lasts_ms in frames]
    lasts[-1] = _LAST_MS
    pictures[0].save(target, save_all=True, append_images=pictures[1:], duration=lasts, loop=0, optimize=True)


if __name__ == "__main__":
    sys.exit(main())
