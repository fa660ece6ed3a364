"""Owned processes that take commands as JSON lines and answer with what really happened to them."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

OWNED = Path(__file__).parents[2] / "tests" / "owned_apps"
_ANSWER_S = 20.0


class Told(Protocol):
    """Something that carries out a command and answers with its truth."""

    async def tell(self, **order: Any) -> dict[str, Any]: ...


class OwnedProcess:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        return self._process.pid

    @classmethod
    async def start(cls, environment: Mapping[str, str], *command: str) -> OwnedProcess:
        pipe = asyncio.subprocess.PIPE
        quiet = asyncio.subprocess.DEVNULL
        return cls(
            await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=quiet, env=dict(environment))
        )

    async def tell(self, **order: Any) -> dict[str, Any]:
        """Raises TimeoutError where it does not answer, ConnectionError where it is gone."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise ConnectionError("it was started without pipes")
        stdin.write(json.dumps(order).encode() + b"\n")
        await stdin.drain()
        async with asyncio.timeout(_ANSWER_S):
            line = await stdout.readline()
        if not line:
            await self._process.wait()
            raise ConnectionError(f"process {self.pid} ended with {self._process.returncode}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def end(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()


async def start_faulty_window(environment: Mapping[str, str], toolkit: str, title: str) -> OwnedProcess:
    return await OwnedProcess.start(environment, "/usr/bin/python3", str(OWNED / f"{toolkit}_faults.py"), title)


async def start_intruder(environment: Mapping[str, str]) -> OwnedProcess:
    """Start the windows that get in the way. They speak to the X server, or to the compositor where there is none."""
    if "DISPLAY" in environment:
        return await OwnedProcess.start(environment, sys.executable, str(OWNED / "x11_intruder.py"))
    return await OwnedProcess.start(environment, "/usr/bin/python3", str(OWNED / "wayland_intruder.py"))
