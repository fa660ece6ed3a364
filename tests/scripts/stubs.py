"""Our shell scripts, run beside programs that only say what they were asked to do."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Stubs:
    """`said`: each call of a stub, a line each."""

    def __init__(self, folder: Path, script: str) -> None:
        self.home = folder / "home"
        self._bin = folder / "bin"
        self._said = folder / "said"
        for path in (self.home, self._bin, folder / "scripts"):
            path.mkdir()
        self.script = folder / "scripts" / script
        shutil.copy(ROOT / "scripts" / script, self.script)
        self.environment = {"HOME": str(self.home), "PATH": f"{self._bin}:/usr/bin:/bin", "SAID": str(self._said)}

    def add(self, name: str, body: str = "") -> None:
        program = self._bin / name
        program.write_text(f'#!/bin/sh\necho "{name} $*" >>"$SAID"\n{body}\n', encoding="utf-8")
        program.chmod(0o755)

    @property
    def said(self) -> list[str]:
        return self._said.read_text(encoding="utf-8").splitlines() if self._said.exists() else []

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", str(self.script), *arguments],
            env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip

    def run_at_a_terminal(self, *arguments: str) -> tuple[int, str]:
        ours, theirs = os.openpty()
        process = subprocess.Popen(
            ["sh", str(self.script), *arguments], env=self.environment, stdin=theirs, stdout=theirs, stderr=theirs
        )
        os.close(theirs)
        said = b""
        try:
            while part := os.read(ours, 4096):
                said += part
        except OSError:
            # The terminal is gone with the last program that had it.
            pass
        finally:
            os.close(ours)
        return process.wait(30), said.decode("utf-8", "replace")
