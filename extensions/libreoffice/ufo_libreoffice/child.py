"""A child process that answers requests, one JSON object a line each way: what it speaks to may hang, and is left by its end."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ufo.errors import ApplicationHung, ToolError
from ufo.platform.scratch import scratch

_MAX_LINE = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Way:
    """How the child is started. `scratch`: where the folder for what it writes for itself is made; None is the usual place."""

    command: Sequence[str]
    environment: Mapping[str, str]
    scratch: Path | None = None


class Child:
    """Starts with the first request, and again after every failure. `office`: what it speaks to, in messages."""

    def __init__(self, office: str) -> None:
        self._office = office
        self._process: asyncio.subprocess.Process | None = None
        self._files = contextlib.ExitStack()
        self._numbers = itertools.count(1)

    async def ask(self, request: Mapping[str, Any], way: Way, timeout_s: float) -> dict[str, Any]:
        """Return the answer. Raises ApplicationHung past `timeout_s` seconds, ToolError where the child ended."""
        finished = False
        try:
            async with asyncio.timeout(timeout_s):
                process = await self.start(way)
                assert process.stdin is not None and process.stdout is not None
                process.stdin.write(json.dumps({"id": next(self._numbers), **request}).encode() + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
            answer = _parse(line)
            finished = bool(answer)
        except TimeoutError as error:
            raise ApplicationHung(
                f"{self._office} did not answer within {timeout_s:g} s; see whether it is busy or a dialog waits for an answer"
            ) from error
        except (OSError, ValueError) as error:
            raise ToolError(f"the connection to {self._office} broke ({error}); try again") from error
        finally:
            # A child that is left in the middle of a call would answer the next call with the answer to this one.
            if not finished:
                await self.end()
        if not answer:
            raise ToolError(f"the process that talks to {self._office} ended; try again")
        return answer

    async def start(self, way: Way) -> asyncio.subprocess.Process:
        """Return the process, which is started where it is not there."""
        if self._process is None or self._process.returncode is not None:
            self._files.close()
            # What it writes for itself lies where it is removed, however this process and the child end.
            own = str(self._files.enter_context(scratch(way.scratch)))
            self._process = await asyncio.create_subprocess_exec(
                *way.command,
                env={**way.environment, "TMPDIR": own, "TEMP": own},
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=_MAX_LINE,
            )
        return self._process

    async def end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            self._files.close()
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await asyncio.shield(process.wait())
        self._files.close()


def _parse(line: bytes) -> dict[str, Any]:
    answer = json.loads(line) if line.strip() else {}
    return answer if isinstance(answer, dict) else {}
