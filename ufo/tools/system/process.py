"""Runs a program by its argument vector: without a shell, with bounded output, and with nothing left running at the deadline."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ufo.desktop.private import sandbox
from ufo.errors import ToolError
from ufo.platform.process_groups import OWN_SESSION, kill_group
from ufo.platform.programs import how_to_install

MOST_OUTPUT_BYTES = 64_000
_CLOSING_GRACE_S = 1.0
_POLL_S = 0.02
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Finished:
    """The result of a program. `exit_code` is None where it was stopped at its deadline. Outputs are cut at
    a number of bytes.
    """

    exit_code: int | None
    stdout: str
    stderr: str


def split_command(line: str) -> list[str]:
    """Split one line into an argument vector. Raises ToolError, with the reason, where only a shell could run it."""
    reason = _needs_shell(line)
    if reason:
        raise ToolError(f"{reason} no shell runs here: give one program with its arguments, one step at a time")
    try:
        parts = shlex.split(line)
    except ValueError as error:
        raise ToolError(f"{line!r} cannot be read as a command: {error}; close every quote") from error
    if not parts:
        raise ToolError("the command is empty; give a program with its arguments")
    return [str(Path(part).expanduser()) if part.startswith("~") else part for part in parts]


def _needs_shell(line: str) -> str:
    quote = ""
    skip = False
    for at, character in enumerate(line):
        if skip:
            skip = False
        elif character == "\\" and quote != "'":
            skip = True
        elif quote and character == quote:
            quote = ""
        elif not quote and character in "'\"":
            quote = character
        elif quote != "'" and (character == "`" or (character == "$" and re.match(r"[\w({]", line[at + 1 : at + 2]))):
            return f"{character!r} is for a shell to replace, and"
        elif not quote and character in ";|&<>()\n":
            return f"{character!r} is a shell operator, and"
        elif not quote and character in "*?[":
            return f"{character!r} is a wildcard for a shell to expand, and"
    return ""


def unseen(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return the environment of a program that shows no window and keeps its own temporary files in the folder."""
    hidden = {name: value for name, value in environment.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return {**hidden, "TMPDIR": str(folder)}


async def run_program(
    command: Sequence[str],
    folder: Path,
    timeout_s: float,
    environment: Mapping[str, str],
    most_bytes: int = MOST_OUTPUT_BYTES,
) -> Finished:
    """Run the command in a process group of its own, with that environment; each output is cut at `most_bytes`. Raises ToolError
    where it cannot be started.
    """
    streams = (asyncio.subprocess.DEVNULL, asyncio.subprocess.PIPE)
    process = await _started(command, folder, environment, streams)
    return await _finished(process, asyncio.get_running_loop().time() + timeout_s, most_bytes)


async def run_pipeline(
    commands: Sequence[Sequence[str]], folder: Path, timeout_s: float, environment: Mapping[str, str]
) -> list[Finished]:
    """Run programs at the same time, each reading what the one before writes, without a shell. All share the deadline.

    The outputs of all but the last are empty: the next one has read them. Raises ToolError where one cannot be started.
    """
    running: list[asyncio.subprocess.Process] = []
    pipes: list[int] = []
    try:
        source = asyncio.subprocess.DEVNULL
        for at, command in enumerate(commands):
            reads, writes = os.pipe() if at < len(commands) - 1 else (-1, asyncio.subprocess.PIPE)
            pipes += [number for number in (reads, writes) if number >= 0]
            running.append(await _started(command, folder, environment, (source, writes)))
            source = reads
    except ToolError:
        for process in running:
            kill_group(process.pid)
            await _ended(process)
        raise
    finally:
        # The programs have these ends; an end that stays open here would keep a reader waiting for ever.
        for pipe in pipes:
            os.close(pipe)
    deadline = asyncio.get_running_loop().time() + timeout_s
    return await asyncio.gather(*(_finished(process, deadline) for process in running))


async def _started(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], streams: tuple[int, int]
) -> asyncio.subprocess.Process:
    try:
        return await asyncio.create_subprocess_exec(
            *sandbox.wrapped(command, environment),
            cwd=folder,
            env=environment,
            stdin=streams[0],
            stdout=streams[1],
            stderr=asyncio.subprocess.PIPE,
            **OWN_SESSION,
        )
    except (OSError, ValueError) as error:
        raise _cannot_start(command[0], folder, error) from error


async def _finished(
    process: asyncio.subprocess.Process, deadline: float, most_bytes: int = MOST_OUTPUT_BYTES
) -> Finished:
    """Wait for the program until the deadline, a moment of the loop's clock, and stop all of its group at the end."""
    outputs = (_Output(most_bytes), _Output(most_bytes))
    streams = (process.stdout, process.stderr)
    reading = [asyncio.create_task(out.read(stream)) for out, stream in zip(outputs, streams, strict=True) if stream]
    try:
        async with asyncio.timeout_at(deadline):
            await _ended(process)
    except TimeoutError:
        _log.debug("a program is stopped at its deadline")
    finally:
        exit_code = process.returncode
        if exit_code is None:
            kill_group(process.pid)
            await _ended(process)
        await asyncio.wait(reading, timeout=_CLOSING_GRACE_S)
        for task in reading:
            task.cancel()
    return Finished(exit_code, outputs[0].text, outputs[1].text)


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Wait until the process ends. `Process.wait` ends only when the outputs close, which a background child may hold open
    forever.
    """
    waiting = asyncio.create_task(process.wait())
    try:
        while process.returncode is None:
            await asyncio.wait([waiting], timeout=_POLL_S)
    finally:
        waiting.cancel()


class _Output:
    """Reads a stream to the end, so that the program never blocks, and keeps only the beginning."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._kept = bytearray()
        self._dropped = 0

    async def read(self, stream: asyncio.StreamReader) -> None:
        while chunk := await stream.read(65_536):
            room = self._most - len(self._kept)
            self._kept += chunk[:room]
            self._dropped += max(0, len(chunk) - room)

    @property
    def text(self) -> str:
        text = self._kept.decode("utf-8", errors="replace")
        return f"{text}\n… {self._dropped} bytes more" if self._dropped else text


def no_program(program: str) -> str:
    install = how_to_install(program)
    return f"no program {program!r} is installed; {f'install it with: {install}' if install else 'use another one'}"


def _cannot_start(program: str, folder: Path, error: Exception) -> ToolError:
    if not folder.is_dir():
        return ToolError(f"there is no folder {str(folder)!r}; use one that exists")
    if isinstance(error, FileNotFoundError):
        return ToolError(no_program(program))
    return ToolError(f"{program!r} cannot be started: {error}; check it and its arguments")
