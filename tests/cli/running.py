"""A run of the command that is watched while it goes on, and the processes that it started."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.cli.command import Command
from tests.waiting import WAITED_S


class Running:
    """`ufo run --json` by a script of answers, with its log in `folder`/logs."""

    def __init__(self, folder: Path, answers: list[dict[str, Any]], *options: str, tag: str = "") -> None:
        """`tag`: of the command that started the desktop, where another one did."""
        script = folder / "script.json"
        script.write_text(json.dumps(answers), encoding="utf-8")
        self.logs = folder / "logs"
        fixed = ["--model", f"scripted:{script}", "--yes", "--json", "--log-dir", str(self.logs)]
        self.command = Command(folder, tag)
        self.began = time.monotonic()
        self.process = self.command.start("run", "look around", *fixed, *options)
        self._stopped: list[int] = []

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        for pid in self._stopped:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def events(self) -> list[dict[str, Any]]:
        lines = [line for file in self.logs.glob("*/events.jsonl") for line in file.read_text("utf-8").splitlines()]
        return [json.loads(line) for line in lines if line.endswith("}")]

    def await_steps(self, count: int, within_s: float = WAITED_S) -> None:
        self.await_event("step_ended", count, within_s)

    def await_event(self, kind: str, count: int = 1, within_s: float = WAITED_S) -> None:
        deadline = time.monotonic() + within_s
        while sum(kind in json.dumps(event.get("kind", event)) for event in self.events()) < count:
            assert time.monotonic() < deadline, self.events()[-1:]
            assert self.process.poll() is None, self.process.communicate()
            # The log is another process's file, which tells nobody that it grew.
            time.sleep(0.05)

    def send(self, number: signal.Signals, name: str) -> list[int]:
        """To the processes of that name that belong to this run."""
        found = [pid for pid in self._below() if name in _command_of(pid)]
        assert found, [_command_of(pid) for pid in self._below()]
        for pid in found:
            os.kill(pid, number)
        if number is signal.SIGSTOP:
            self._stopped += found
        return found

    def has(self, name: str) -> bool:
        """Whether this run has started a process of that name."""
        return any(name in _command_of(pid) for pid in self._below())

    def end(self, within_s: float = WAITED_S) -> tuple[dict[str, Any], int, str]:
        """What it printed as its last line, its exit code, and what it said on standard error."""
        out, said = self.process.communicate(timeout=within_s)
        return json.loads(out.splitlines()[-1]), self.process.wait(), said

    def _below(self) -> Iterator[int]:
        tag = self.command.tag.encode()
        for entry in Path("/proc").iterdir():
            with suppress(OSError):
                if entry.name.isdecimal() and tag in (entry / "environ").read_bytes():
                    yield int(entry.name)


def _command_of(pid: int) -> str:
    with suppress(OSError):
        return (Path("/proc") / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    return ""
