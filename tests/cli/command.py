"""The command as a process of its own, as a person starts it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.cli.warmed import Forked, Warmed, ended
from tests.waiting import WAITED_S

UFO = [sys.executable, "-c", "from ufo.cli.main import main; main()"]
TAG = "COLORTERM"
"""A variable that every program is given, which nothing here reads."""
_READ_AT_START = ("PYTHON", "LC_", "LANG", "TERM", "TZ")


class Command:
    """Runs in `folder`, without a terminal, a display or settings from outside. What it starts carries a tag."""

    def __init__(self, folder: Path, tag: str = "") -> None:
        """`tag`: of another one, on whose desktop it is."""
        self.folder = folder
        self.tag = tag or uuid4().hex
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("UFO_", "OPENAI_"))}
        kept.pop("DISPLAY", None)
        home = folder / "home"
        home.mkdir(exist_ok=True)
        self.environment = {**kept, TAG: self.tag, "HOME": str(home), "XDG_RUNTIME_DIR": "", "XDG_STATE_HOME": ""}

    def run(
        self, *arguments: str, within_s: float = WAITED_S, said: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """`said`: its standard input. With variables that Python reads when it starts, it is started anew."""
        if not any(name.startswith(_READ_AT_START) for name in environment):
            run = warmed().start(arguments, self.folder, {**self.environment, **environment}, said)
            return ended(run, arguments, within_s)
        return subprocess.run(
            [*UFO, *arguments],
            cwd=self.folder,
            env={**self.environment, **environment},
            input=said,
            capture_output=True,
            text=True,
            timeout=within_s,
            check=False,
        )

    def run_into(self, place: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """With this file as its standard output."""
        with Path(place).open("wb") as into:
            run = warmed().start(arguments, self.folder, self.environment, into=into)
        return ended(run, arguments, 60)

    def start(self, *arguments: str) -> Forked:
        return warmed().start(arguments, self.folder, self.environment)

    def start_at(self, terminal: int, *arguments: str) -> Forked:
        """In front of a terminal."""
        return warmed().start_at(terminal, arguments, self.folder, {**self.environment, "TERM": "dumb"})

    def left(self) -> list[str]:
        """Living processes that this command started, directly or not."""
        found = []
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if entry.name.isdecimal() and f"{TAG}={self.tag}".encode() in (entry / "environ").read_bytes():
                    state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
                    found += [] if state in "ZX" else [(entry / "cmdline").read_text().replace("\0", " ")]
        return found

    def runs(self) -> list[Path]:
        return sorted((self.folder / "home/.local/state/ufo/runs").glob("*"))


@cache
def warmed(*by: str) -> Warmed:
    return Warmed(*by)


def until(condition: Callable[[], object], within_s: float = WAITED_S) -> bool:
    deadline = time.monotonic() + within_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        # Of other processes and their files there is nothing to await.
        time.sleep(0.02)
    return True


def only_object(stdout: str) -> dict[str, Any]:
    """Standard output is one line, and that is one JSON object."""
    (line,) = stdout.splitlines()
    value = json.loads(line)
    assert isinstance(value, dict)
    return value


def without(*programs: str, into: Path) -> str:
    """A PATH with everything but these programs."""
    into.mkdir()
    for folder in ("/bin", "/usr/bin"):
        for program in Path(folder).iterdir():
            if program.name not in programs and not (into / program.name).exists():
                with contextlib.suppress(OSError):
                    (into / program.name).symlink_to(program)
    assert all(shutil.which(program, path=str(into)) is None for program in programs)
    return str(into)
