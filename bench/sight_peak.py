"""Prints the peak memory of a first look by sight in MB, above that of a process that has looked by the tree and taken a
picture.

    python -m bench.sight_peak

It is a process of its own because nothing that sight needs may be loaded before: libraries, language data and pictures all
count.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from bench.measured_desktop import MeasuredDesktop
from tests.owned_apps.scenes import FOLDER
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch
from ufo.runs.desktops import with_sight


def _memory_mb(what: str) -> float:
    """Return this process's memory in MB: `VmRSS` now, or `VmHWM`, the peak since the mark was reset."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith(f"{what}:"))


def _forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


async def _peak() -> float:
    with tempfile.TemporaryDirectory() as folder:
        async with await PrivateDesktop.start(1920, 1080) as private:
            inner = await MeasuredDesktop.connect(private.environment, DesktopSettings())
            try:
                form = (str(FOLDER / "tk_form.py"), f"{folder}/truth.json", "Form", "themed")
                window = await inner.launch(Launch("/usr/bin/python3", form))
                await inner.maximize(window.id)
                await inner.settle(window.id)
                await inner.snapshot(window.id)
                await inner.capture(window.id)
                idle = await asyncio.to_thread(_memory_mb, "VmRSS")
                await asyncio.to_thread(_forget_peak)
                await with_sight(inner, SeeingSections.of(load_settings())).snapshot(window.id)
                return await asyncio.to_thread(_memory_mb, "VmHWM") - idle
            finally:
                await inner.shutdown()


def main() -> None:
    sys.stdout.write(f"{asyncio.run(_peak()):.1f}\n")


if __name__ == "__main__":
    main()
