"""Measures one look at a maximised window against the usual ways: a full walk by pyatspi, and scrot for the picture.

    python -m bench.observe [--repeat 15]

Needs the Debian packages xvfb, openbox, at-spi2-core, libreoffice-calc, mousepad and chromium; for comparison
python3-pyatspi and scrot. Each row comes from one run on one private desktop; ours and theirs take turns.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from bench.measure import Row, median, print_rows, timed, timed_async
from bench.measured_desktop import MeasuredDesktop
from bench.subjects import Subject, book, crowded_page, dialog, editor, page
from ufo.cli.process.surroundings import prepare_memory
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Click, Window
from ufo.errors import LaunchFailed
from ufo.schema.geometry import Point
from ufo.schema.picture import Frame, Picture
from ufo.schema.target import TargetInfo
from ufo.tools.observe.targets import is_control, target_of
from ufo.vision.encode import image_of, jpeg_of, png
from ufo.vision.labels.annotate import annotate

_WALK = Path(__file__).parent / "walk_pyatspi.py"
_WALKS = 3
WHOLE = "tree, picture, labels, encoding of both"
"""The row of a look with everything."""


def _targets(snapshot: Snapshot) -> list[TargetInfo]:
    return [target_of(element, str(number)) for number, element in enumerate(filter(is_control, snapshot), 1)]


async def _tree(desktop: MeasuredDesktop, window: Window) -> Snapshot:
    """Read the whole tree, also where the last look would still be valid."""
    desktop.expect_change()
    return await desktop.snapshot(window.id)


async def _after_an_action(desktop: MeasuredDesktop, window: Window, repeat: int) -> list[float]:
    """Time looks after a toggle was clicked and the window settled. Such a look reuses the look before."""
    times = []
    before = _toggle(await desktop.snapshot(window.id))
    for _ in range(repeat):
        await desktop.send(None, [Click(before.rect.center)])
        await desktop.settle(window.id)
        times += await timed_async(lambda: desktop.snapshot(window.id), 1)
        now = _toggle(await desktop.snapshot(window.id))
        if now.states == before.states:
            raise RuntimeError(f"the click on {before.name!r} changed nothing, so that the looks after it tell nothing")
        before = now
    return times


def _toggle(snapshot: Snapshot) -> Element:
    return next(element for element in snapshot if element.name == "Bold")


async def _observe(desktop: MeasuredDesktop, window: Window) -> None:
    """Read the tree, take the picture and write its file for the log, and make the annotated picture for a model."""
    desktop.expect_change()
    snapshot, frame = await asyncio.gather(desktop.snapshot(window.id), _shot(desktop, window))
    await asyncio.to_thread(_annotated, frame, _targets(snapshot))


async def _shot(desktop: MeasuredDesktop, window: Window) -> Frame:
    frame = await desktop.capture(window.id)
    await asyncio.to_thread(png, frame)
    return frame


def _annotated(frame: Frame, targets: list[TargetInfo]) -> Picture:
    return jpeg_of(annotate(image_of(frame), Point(frame.rect.x, frame.rect.y), targets), frame.rect)


async def _picture(desktop: MeasuredDesktop, window: Window, targets: list[TargetInfo]) -> None:
    """Take the picture and annotate the known controls."""
    frame = await _shot(desktop, window)
    await asyncio.to_thread(_annotated, frame, targets)


def _walk(environment: Mapping[str, str], pid: int, repeat: int) -> dict[str, float] | None:
    command = ["/usr/bin/python3", str(_WALK), str(pid), str(repeat)]
    try:
        done = subprocess.run(command, env=dict(environment), capture_output=True, text=True, timeout=300, check=True)
        found: dict[str, float] = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return found


def _scrot(environment: Mapping[str, str], folder: Path, repeat: int) -> float | None:
    command = ["scrot", "--overwrite", str(folder / "screen.png")]
    try:
        return median(
            timed(lambda: subprocess.run(command, env=dict(environment), check=True, capture_output=True), repeat)
        )
    except (OSError, subprocess.SubprocessError):
        return None


def _memory_mb(what: str) -> float:
    """Return this process's memory in MB: `VmRSS` now, or `VmHWM`, the peak since the mark was reset."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{what}:"))


def _forget_peak() -> None:
    """Reset the high-water mark to the memory in use (proc(5))."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


async def _peak_mb(desktop: MeasuredDesktop, window: Window) -> float:
    """Return the peak memory of a full look in MB, above what the process has before its first look."""
    idle = _memory_mb("VmRSS")
    await asyncio.to_thread(_forget_peak)
    for _ in range(5):
        await _observe(desktop, window)
    return _memory_mb("VmHWM") - idle


async def _side_by_side(
    desktop: MeasuredDesktop, window: Window, environment: Mapping[str, str], repeat: int
) -> tuple[float, dict[str, float] | None]:
    """Time ours and theirs by turns, so that other load on the machine affects both equally."""
    ours: list[float] = []
    theirs: list[dict[str, float]] = []
    for _ in range(_WALKS):
        ours += await timed_async(lambda: _tree(desktop, window), -(-repeat // _WALKS))
        walk = await asyncio.to_thread(_walk, environment, window.pid, 1)
        theirs += [walk] if walk else []
    ms = median([other["ms"] for other in theirs]) if theirs else 0.0
    return median(ours), {"ms": ms, "nodes": theirs[-1]["nodes"]} if theirs else None


async def _calc(repeat: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with await PrivateDesktop.start(1920, 1080) as private:
            desktop = await MeasuredDesktop.connect(private.environment, DesktopSettings())
            try:
                window = await book(desktop, folder)
                peak = await _peak_mb(desktop, window)
                first = await _tree(desktop, window)
                tree, walk = await _side_by_side(desktop, window, private.environment, repeat)
                again = median(await timed_async(lambda: desktop.snapshot(window.id), repeat))
                after = median(await _after_an_action(desktop, window, repeat))
                picture = median(await timed_async(lambda: desktop.capture(window.id), repeat))
                targets = _targets(first)
                labelled = median(await timed_async(lambda: _picture(desktop, window, targets), repeat))
                whole = median(await timed_async(lambda: _observe(desktop, window), repeat))
                scrot = await asyncio.to_thread(_scrot, private.environment, folder, 5)
            finally:
                await desktop.shutdown()
    walked, against = _usual(walk)
    both = None if walked is None or scrot is None else walked + scrot
    size = f"{len(first.elements)} elements, {first.calls} calls"
    return [
        Row(f"Calc at 1920x1080: the tree ({size})", tree, "ms", 60, walked, f"{against}, no cells"),
        Row("the tree once more, nothing changed", again, "ms", 5, walked, f"{against}, no cells"),
        Row("the tree after a button was pressed", after, "ms", None, walked, f"{against}, no cells"),
        Row("the picture", picture, "ms", None, scrot, "scrot"),
        Row("picture, labels, encoding of both", labelled, "ms", 40, scrot, "scrot"),
        Row(WHOLE, whole, "ms", 150, both, "pyatspi and scrot"),
        Row("peak memory of that, above idle", peak, "MB", 60),
    ]


async def _other(subject: Subject, what: str, goal: float, repeat: int, settings: DesktopSettings | None = None) -> Row:
    with tempfile.TemporaryDirectory() as name:
        async with await PrivateDesktop.start(1920, 1080) as private:
            desktop = await MeasuredDesktop.connect(private.environment, settings or DesktopSettings())
            try:
                window = await subject(desktop, Path(name))
                first = await _tree(desktop, window)
                tree, walk = await _side_by_side(desktop, window, private.environment, repeat)
            finally:
                await desktop.shutdown()
    walked, against = _usual(walk)
    size = f"{len(first.elements)} elements, {first.calls} calls"
    return Row(f"{what} ({size})", tree, "ms", goal, walked, against)


def _usual(walk: dict[str, float] | None) -> tuple[float | None, str]:
    return (walk["ms"], f"pyatspi, {int(walk['nodes'])} objects") if walk else (None, "")


async def _measure(repeat: int) -> list[Row]:
    return [
        *await _calc(repeat),
        await _other(editor, "a text editor: the tree", 20, repeat),
        await _other(dialog, "a dialog: the tree", 20, repeat),
        await _other(page, "a page of 5,000 elements in Chromium: the tree", 300, repeat),
        # Whatever the machine does meanwhile, all of it is read.
        await _other(
            crowded_page, "the same, all of it in sight at once", 300, repeat, DesktopSettings(observe_deadline_s=20)
        ),
    ]


def rows(repeat: int = 15) -> list[Row]:
    prepare_memory()
    return asyncio.run(_measure(repeat))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=15)
    try:
        print_rows("Observation", rows(parser.parse_args().repeat))
    except LaunchFailed as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
