"""Measures how long it takes to see a window without an accessibility tree at 1920x1080, and how much of it is seen.

    python -m bench.sight [--repeat 5]

Needs the Debian packages xvfb, openbox, python3-tk, xterm and tesseract-ocr-eng. For comparison Tesseract reads the whole
picture enlarged twice, which gives words and no controls.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from bench.measure import Row, median, print_rows, timed
from bench.measured_desktop import MeasuredDesktop
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import Desktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Keys, Launch, TypeText, Window
from ufo.runs.desktops import with_sight
from ufo.schema.geometry import Rect
from ufo.vision.encode import decode, png
from ufo_sight.local.detector import LocalGrounding
from ufo_sight.local.ocr import Reader

_FORM = Path(__file__).parents[1] / "tests" / "owned_apps" / "tk_form.py"


async def _open(desktop: MeasuredDesktop, truth: Path) -> Window:
    window = await desktop.launch(Launch("/usr/bin/python3", (str(_FORM), str(truth), "Form", "themed")))
    await desktop.maximize(window.id)
    await desktop.settle(window.id)
    return next(item for item in await desktop.windows() if item.id == window.id)


async def _look(desktop: Desktop, window: Window) -> tuple[float, Snapshot]:
    began = time.perf_counter()
    seen = await desktop.snapshot(window.id)
    return (time.perf_counter() - began) * 1000, seen


async def _after_typing(desktop: Desktop, window: Window, repeat: int) -> list[float]:
    """Time looks after one field got another text each time."""
    times = []
    await desktop.send(window.id, [Keys(("tab",))])
    for number in range(repeat):
        await desktop.send(window.id, [Keys(("shift", "home")), TypeText(f"Number {number}")])
        await desktop.settle(window.id)
        times.append((await _look(desktop, window))[0])
    return times


async def _terminal(inner: MeasuredDesktop, environment: Mapping[str, str], size: str) -> list[Row]:
    """Measure xterm in its default font, full of letters. The first look also draws the letters of the font."""
    said = 'i=0; while [ $i -lt 60 ]; do echo "$i $(seq -s " " $i $((i + 60)))"; i=$((i + 1)); done; while read x; do :; done'
    window = await inner.launch(Launch("xterm", ("-geometry", size, "-e", "sh", "-c", said)))
    await inner.settle(window.id)
    desktop = with_sight(inner, SeeingSections.of(load_settings()), (), environment)
    first = (await _look(desktop, window))[0]
    again = (await _look(desktop, window))[0]
    await desktop.send(window.id, [TypeText("one more line"), Keys(("enter",))])
    await desktop.settle(window.id)
    scrolled, seen = await _look(desktop, window)
    await inner.close_window(window.id)
    letters = sum(len((element.value or "").replace(" ", "")) for element in seen if element.role == "Terminal")
    return [
        Row(f"xterm {size}, first look of its kind ({letters} letters)", first, "ms", None),
        Row("the same, nothing changed", again, "ms", None),
        Row("the same, one line scrolled", scrolled, "ms", None),
    ]


def _found(seen: Snapshot, truth: Path) -> tuple[int, int]:
    """Return how many of the window's controls are seen with role, name and place, and how many there are."""
    controls = {
        name: item for name, item in json.loads(truth.read_text(encoding="utf-8"))["controls"].items() if name != "said"
    }
    return sum(any(_is_it(element, name, told) for element in seen) for name, told in controls.items()), len(controls)


def _is_it(element: Element, name: str, told: dict[str, object]) -> bool:
    rect = told["rect"]
    assert isinstance(rect, list)
    inside = Rect.from_ltrb(*rect).contains(element.rect.center)
    return element.role == told["role"] and element.name == name and inside


def _plain_reading(image: Image.Image, reader: Reader, repeat: int) -> float:
    return median(timed(lambda: reader.words(image), repeat))


def _peak_mb() -> float:
    asked = [sys.executable, "-m", "bench.sight_peak"]
    return float(subprocess.run(asked, capture_output=True, text=True, check=True, timeout=120).stdout)


async def _measure(repeat: int) -> list[Row]:
    peak = await asyncio.to_thread(_peak_mb)
    reader = Reader("eng", None, os.environ)
    with tempfile.TemporaryDirectory() as folder:
        truth = Path(folder) / "truth.json"
        async with await PrivateDesktop.start(1920, 1080) as private:
            inner = await MeasuredDesktop.connect(private.environment, DesktopSettings())
            try:
                window = await _open(inner, truth)
                firsts = []
                for _ in range(repeat):
                    first, seen = await _look(with_sight(inner, SeeingSections.of(load_settings())), window)
                    firsts.append(first)
                desktop = with_sight(inner, SeeingSections.of(load_settings()))
                await _look(desktop, window)
                again = [(await _look(desktop, window))[0] for _ in range(repeat)]
                typed = await _after_typing(desktop, window, repeat)
                image = decode(png(await inner.capture(window.id)))
                terminals = [
                    row for size in ("80x24", "200x50") for row in await _terminal(inner, private.environment, size)
                ]
            finally:
                await inner.shutdown()
        found, there = _found(seen, truth)
    plain = _plain_reading(image, reader, repeat)
    eye = LocalGrounding(reader)
    shapes = median(timed(lambda: eye.see(image), repeat))
    against = "Tesseract alone, words only"
    return [
        Row("a Tk window at 1920x1080, first look", median(firsts), "ms", None, plain, against),
        Row("the same, nothing changed", median(again), "ms", None, plain, against),
        Row("the same, another text in one field", median(typed), "ms", None, plain, against),
        Row("its shapes alone (no word changed)", shapes, "ms", None, plain, against),
        Row("peak memory of a first look, above idle", peak, "MB", 60),
        Row(f"controls seen, of {there}", found, "", None),
        *terminals,
    ]


def rows(repeat: int = 5) -> list[Row]:
    return asyncio.run(_measure(repeat))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=5)
    print_rows("Sight", rows(parser.parse_args().repeat))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
