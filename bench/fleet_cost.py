"""Measures what a fleet costs in processor time: a batch of one task besides its run, and a submission. Each has its own process.

python -m bench.fleet_cost [--tasks 100000] [--broken 10000]
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

REQUEST = "type hello in Text Editor"
_TOLD = """
import atexit, resource, sys
from ufo.cli.entry import main
def told():
    own = resource.getrusage(resource.RUSAGE_SELF)
    print(own.ru_utime + own.ru_stime, file=sys.stderr)
atexit.register(told)
sys.exit(main())
"""
_DONE = (0, 10, 11)


def seconds_of(command: Sequence[str], folder: Path) -> float:
    """Return the processor seconds of `ufo` itself, without its children's. Raises SystemExit where it fails."""
    environment = {**os.environ, "XDG_STATE_HOME": str(folder / "state")}
    told = subprocess.run(
        [sys.executable, "-c", _TOLD, *command], cwd=folder, env=environment, capture_output=True, text=True
    )
    if told.returncode not in _DONE:
        raise SystemExit(told.stderr)
    return float(told.stderr.split()[-1])


def one_task(folder: Path) -> tuple[float, float]:
    """Return the seconds of a batch of one task: its own, and those of all that it starts."""
    (folder / "one.txt").write_text(REQUEST, encoding="utf-8")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = seconds_of(["batch", "one.txt", "--yes"], folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime - own


def submission(folder: Path, count: int, broken: int) -> tuple[float, float]:
    """Return the seconds of a submission of so many lines, and of the same once more."""
    every = count // broken if broken else count + 1
    lines = ('{"task": 1}' if number % every == 0 else f"{REQUEST} {number}" for number in range(1, count + 1))
    (folder / "many.txt").write_text("\n".join(lines), encoding="utf-8")
    return seconds_of(["submit", "many.txt"], folder), seconds_of(["submit", "many.txt"], folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=100_000)
    parser.add_argument("--broken", type=int, default=10_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        own, run = one_task(Path(name))
        print(f"ufo batch of one task: {own:.1f} s of processor time itself, {run:.1f} s its run and desktop")
        first, again = submission(Path(name), asked.tasks, asked.broken)
        print(
            f"ufo submit of {asked.tasks} lines, {asked.broken} of them broken: {first:.1f} s; once more: {again:.1f} s"
        )


if __name__ == "__main__":
    main()
