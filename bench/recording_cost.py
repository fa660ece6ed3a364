"""What a recording costs the desktop: the same keys and clicks with and without one, in the seconds that the applications need.

`python -m bench.recording_cost`
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import anyio

from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.proc import cpu_s
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch
from ufo.secrets.masks import Masks
from ufo_recording.record import Place, recording

LETTERS, EVERY_MS = 200, 25
_SETTINGS = DesktopSettings(width=1280, height=800)
_SUBJECTS = (("mousepad", Launch("mousepad")), ("LibreOffice Writer", Launch("libreoffice", ("--writer",))))


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds: from the first key until the application has dealt with all of them, and of the processor: what the application
    used meanwhile, and what the recording did.
    """

    took: float
    application: float
    recorder: float = 0.0


async def _typed(desktop: LinuxDesktop, private: PrivateDesktop, what: Launch, *, recorded: bool) -> Cost:
    window = await desktop.launch(what)
    await desktop.focus(window.id)
    await desktop.settle(window.id)
    async with _recorder(private) if recorded else _nobody() as pid:
        used, recorder_used = cpu_s(window.pid), cpu_s(pid)
        began = time.monotonic()
        text = "all work and no play " * (LETTERS // 21 + 1)
        process = await asyncio.create_subprocess_exec(
            "xdotool", "type", "--delay", str(EVERY_MS), text[:LETTERS], env={**os.environ, **private.environment}
        )
        await process.wait()
        while not await desktop.settle(window.id):
            pass
        took = time.monotonic() - began
        cost = Cost(took, cpu_s(window.pid) - used, cpu_s(pid) - recorder_used)
    os.kill(window.pid, 9)
    return cost


@asynccontextmanager
async def _nobody() -> AsyncIterator[int]:
    yield 0


@asynccontextmanager
async def _recorder(private: PrivateDesktop) -> AsyncIterator[int]:
    """Record in a process of its own, as `ufo record` does."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "made")
        arguments = "-m", "bench.recording_cost", json.dumps(dict(private.environment)), str(folder)
        child = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=asyncio.subprocess.PIPE)
        assert child.stdout is not None
        try:
            await child.stdout.readline()
            yield child.pid
        finally:
            child.terminate()
            await child.wait()


async def _record(environment: Mapping[str, str], folder: Path) -> None:
    async with _connected(environment) as desktop:
        place = Place(desktop, "bench", environment, _SETTINGS)
        async with recording(place, folder, "made", Masks()):
            print("recording", flush=True)
            await asyncio.Event().wait()


@asynccontextmanager
async def _connected(environment: Mapping[str, str]) -> AsyncIterator[LinuxDesktop]:
    desktop = await LinuxDesktop.connect(environment, _SETTINGS)
    try:
        yield desktop
    finally:
        await desktop.shutdown()


async def measured() -> dict[str, tuple[Cost, Cost]]:
    found = {}
    with closing(await anyio.to_thread.run_sync(PrivateDesktop.open, 1280, 800)) as private:
        async with _connected(private.environment) as desktop:
            for name, what in _SUBJECTS:
                without = await _typed(desktop, private, what, recorded=False)
                found[name] = without, await _typed(desktop, private, what, recorded=True)
    return found


def report() -> None:
    print(f"| {LETTERS} letters, one every {EVERY_MS} ms | alone | recorded | application's processor | recorder's |")
    print("|---|---|---|---|---|")
    for name, (alone, recorded) in anyio.run(measured).items():
        print(
            f"| {name} | {alone.took:.2f} s | {recorded.took:.2f} s | {alone.application:.2f} s → {recorded.application:.2f} s "
            f"| {recorded.recorder:.2f} s |"
        )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(_record(json.loads(sys.argv[1]), Path(sys.argv[2])))
    else:
        report()
