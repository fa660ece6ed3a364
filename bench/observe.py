"""One look at a maximised LibreOffice Calc, against the usual ways: a full walk by pyatspi, and scrot for the picture.

    python -m bench.observe [--repeat 15]

Needs the Debian packages xvfb, openbox, at-spi2-core, libreoffice-calc; for comparison python3-pyatspi and scrot.
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
from ufo.cli.memory import prepare_memory
from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import Launch, Window
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private import PrivateDesktop
from ufo.desktop.snapshot import Snapshot
from ufo.errors import LaunchFailed
from ufo.schema.geometry import Point
from ufo.schema.target import TargetInfo, TargetKind
from ufo.vision.annotate import LabelStyle, annotate
from ufo.vision.encode import decode, jpeg_of, png

_WALK = Path(__file__).parent / "walk_pyatspi.py"
_ROWS = "".join(f"item {number},{number * 3},{number / 7:.2f},note {number % 5}\n" for number in range(1, 31))


async def _open_book(desktop: LinuxDesktop, folder: Path) -> Window:
    book = folder / "bench.fods"
    book.write_text(_document(), encoding="utf-8")
    window = await desktop.launch(Launch("soffice", ("--calc", "--norestore", "--nologo", str(book))), 90)
    async with asyncio.timeout(90):
        while not any(one.value == "item 1" for one in await desktop.snapshot(window.id)):
            await desktop.settle(window.id)
            window = next((one for one in await desktop.windows() if "bench" in one.title), window)
    await desktop.maximize(window.id)
    await desktop.settle(window.id)
    return next(one for one in await desktop.windows() if one.id == window.id)


def _document() -> str:
    rows = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>'
            for cell in row.split(",")
        )
        + "</table:table-row>"
        for row in _ROWS.splitlines()
    )
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {names} office:version="1.3" office:mimetype="{kind}">'
        f'<office:body><office:spreadsheet><table:table table:name="Bench">{rows}</table:table></office:spreadsheet>'
        "</office:body></office:document>"
    )


def _targets(snapshot: Snapshot) -> list[TargetInfo]:
    seen = [one for one in snapshot if one.role != "Cell" or one.value]
    return [
        TargetInfo(kind=TargetKind.CONTROL, name=one.name, id=str(number), type=one.role, rect=one.rect.as_ltrb())
        for number, one in enumerate(seen, 1)
    ]


async def _tree(desktop: LinuxDesktop, window: Window) -> Snapshot:
    """A full read, even where the last one would still hold."""
    desktop.expect_change()
    return await desktop.snapshot(window.id)


async def _observe(desktop: LinuxDesktop, window: Window) -> None:
    desktop.expect_change()
    snapshot, frame = await asyncio.gather(desktop.snapshot(window.id), desktop.capture(window.id))

    def picture() -> None:
        image = annotate(decode(png(frame)), Point(frame.rect.x, frame.rect.y), _targets(snapshot), LabelStyle())
        jpeg_of(image, frame.rect)

    await asyncio.to_thread(picture)


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


async def _measure(repeat: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with await PrivateDesktop.start(1920, 1080) as private:
            desktop = await LinuxDesktop.connect(private.environment, DesktopSettings())
            try:
                window = await _open_book(desktop, folder)
                first = await desktop.snapshot(window.id)
                calls = (await _tree(desktop, window)).calls
                tree = median(await timed_async(lambda: _tree(desktop, window), repeat))
                again = median(await timed_async(lambda: desktop.snapshot(window.id), repeat))
                picture = median(await timed_async(lambda: desktop.capture(window.id), repeat))
                whole = median(await timed_async(lambda: _observe(desktop, window), repeat))
                walk = await asyncio.to_thread(_walk, private.environment, window.pid, 3)
                scrot = await asyncio.to_thread(_scrot, private.environment, folder, 5)
            finally:
                await desktop.shutdown()
    walked, nodes = (walk["ms"], int(walk["nodes"])) if walk else (None, 0)
    both = None if walked is None or scrot is None else walked + scrot
    size = f"{len(first.elements)} elements, {calls} calls"
    return [
        Row(f"Calc at 1920x1080: the tree ({size})", tree, "ms", None, walked, f"pyatspi, {nodes} objects, no cells"),
        Row("the tree once more, nothing changed", again, "ms", None, walked, f"pyatspi, {nodes} objects, no cells"),
        Row("the picture", picture, "ms", None, scrot, "scrot"),
        Row("tree, picture, labels, encoding", whole, "ms", 150, both, "pyatspi and scrot"),
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
