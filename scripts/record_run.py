"""Record the sample run of the README as an animated picture: the private desktop's screen, while a real run works on it.

    .venv/bin/python -m scripts.record_run TARGET.gif [--request "…"]

Frames are taken four times a second.
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

from PIL import Image
from Xlib import X, display

from scripts.animation import Animation

_UFO = Path(sys.executable).with_name("ufo")
REQUEST = (
    "Extract the sales table from the Writer document quarterly-report.odt, create a bar chart of it in Calc "
    "and save the spreadsheet as sales.ods"
)
_SCREEN, _SHOWN = (1280, 720), (800, 450)
_EVERY_S = 0.25


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
            animation, code = _recorded(given.request, name, started["display"], folder)
        finally:
            _ufo(folder, "desktop", "stop", name)
    animation.write(given.target)
    return code


def _size() -> tuple[str, ...]:
    return ("--width", str(_SCREEN[0]), "--height", str(_SCREEN[1]))


def _ufo(folder: str, *arguments: str) -> str:
    return subprocess.run([_UFO, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


def _recorded(request: str, desktop: str, screen: str, folder: str) -> tuple[Animation, int]:
    """Return the frames of the run and its exit code."""
    animation = Animation(_SHOWN)
    connection = display.Display(screen)
    with subprocess.Popen([_UFO, "run", request, "--desktop", desktop, "--plain"], cwd=folder) as run:
        while run.poll() is None:
            animation.add(_frame(connection), int(_EVERY_S * 1000))
            time.sleep(_EVERY_S)
    animation.add(_frame(connection), int(_EVERY_S * 1000))
    connection.close()
    return animation, run.returncode


def _frame(connection: display.Display) -> Image.Image:
    width, height = _SCREEN
    raw = connection.screen().root.get_image(0, 0, width, height, X.ZPixmap, 0xFFFFFFFF)
    return Image.frombytes("RGB", _SCREEN, raw.data, "raw", "BGRX")


if __name__ == "__main__":
    sys.exit(main())
