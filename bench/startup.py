"""Measures how long it takes until something happens: the command's help, a private desktop; and the agent's own memory."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measure import Row, median, timed, timed_async
from ufo.cli.commands.sample import make_sample
from ufo.desktop.private.private_desktop import PrivateDesktop

UFO = str(Path(sys.executable).with_name("ufo"))
REQUEST = (
    "Extract the sales table from the Writer document {0}, create a bar chart of it in Calc and save it as out.ods"
)


def rows() -> list[Row]:
    return [_help(), asyncio.run(_private_desktop()), *_main_job()]


def _help() -> Row:
    ours = median(timed(lambda: subprocess.run([UFO, "--help"], capture_output=True, check=True), 9))
    bare = median(timed(lambda: subprocess.run([sys.executable, "-c", "pass"], capture_output=True, check=True), 9))
    return Row("ufo --help", ours, "ms", 300, bare, "python -c pass")


async def _private_desktop() -> Row:
    async def start_and_stop() -> None:
        async with await PrivateDesktop.start():
            pass

    return Row("private desktop up and down", median(await timed_async(start_and_stop, 5)), "ms", 2000)


def _main_job() -> list[Row]:
    """Run the whole example as a process of its own, and measure its peak memory."""
    with tempfile.TemporaryDirectory() as folder:
        document = make_sample(Path(folder))
        command = [UFO, "run", REQUEST.format(document.name), "--desktop", "private", "--json"]
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        peaks: list[float] = []
        (milliseconds,) = timed(lambda: _watch(process, peaks), 1)
        if process.returncode != 0:
            raise SystemExit(f"the example ended with exit code {process.returncode}")
    return [
        Row("the example, start to proof", milliseconds / 1000, "s", 60),
        Row("peak memory of the agent", max(peaks), "MB", 200),
    ]


def _watch(process: subprocess.Popen[bytes], peaks: list[float]) -> None:
    """Wait for its end and note the high-water mark of its resident memory in MB, ten times a second."""
    status = Path(f"/proc/{process.pid}/status")
    while process.poll() is None:
        for line in status.read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                peaks.append(int(line.split()[1]) / 1024)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=0.1)
