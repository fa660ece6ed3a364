"""Opens a UNO connection to a LibreOffice that was started without one, by asking the running instance, and closes it again."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from uuid import uuid4

from ufo.desktop.private import sandbox
from ufo.desktop.private.environment_filter import desktop_environment
from ufo.errors import ApplicationHung, ToolError
from ufo.platform import proc
from ufo.platform.owners import own_id
from ufo.platform.process_groups import OWN_GROUP, kill_group
from ufo_libreoffice.instances import OfficeInstance

_HANDOVER_TIMEOUT_S = 15.0
_LEAVE_TIMEOUT_S = 5.0
_POLL_S = 0.02
_READER = "binaryurpReader"
"""The thread of LibreOffice's `binaryurp` that reads from one connection."""
_STARTS = "SingleOfficeIPC"
"""In the name of the pipe where a second start hands over its arguments: no connection of UNO."""


async def open_acceptor(office: OfficeInstance) -> str:
    """Open an acceptor and return its address. Only this user can connect: it is a socket in the file system with the user's
    rights.
    """
    address = f"pipe,name=ufo-{uuid4().hex}"
    await _hand_over(office, f"--accept={address};urp;")
    return address


async def close_acceptor(office: OfficeInstance, address: str) -> None:
    """Close it, once LibreOffice has done with everybody who was connected there. Where that takes too long it stays open until
    LibreOffice ends: one that closes an acceptor while it ends a connection can block itself for good. Its main thread then
    holds the lock of all documents and waits for the connection, whose end needs that lock.
    """
    try:
        async with asyncio.timeout(_LEAVE_TIMEOUT_S):
            # Of the end of a thread in another process nothing tells.
            while not _has_left(office, address):  # noqa: ASYNC110
                await asyncio.sleep(_POLL_S)
    except TimeoutError:
        return
    with contextlib.suppress(ToolError, ApplicationHung):
        await _hand_over(office, f"--unaccept={address};urp;")


def _has_left(office: OfficeInstance, address: str) -> bool:
    """Tell whether the office has ended all connections to the address. Each has a thread that outlives its socket until all is
    given back, and that does not tell whose it is: there must be no more of them than open connections.
    """
    reading = proc.threads(office.pid, _READER)
    pipes = [socket.name for socket in proc.connected_sockets(office.pid) if socket.name.startswith("OSL_PIPE_")]
    own = address.removeprefix("pipe,name=")
    return not any(pipe.endswith(own) for pipe in pipes) and reading <= len(
        [pipe for pipe in pipes if _STARTS not in pipe]
    )


def forget_acceptor(address: str) -> None:
    """Remove the socket that a killed LibreOffice has left behind."""
    name = address.removeprefix("pipe,name=")
    with contextlib.suppress(OSError):
        Path(f"/tmp/OSL_PIPE_{own_id()}_{name}").unlink(missing_ok=True)


async def _hand_over(office: OfficeInstance, argument: str) -> None:
    """Pass an argument to the running instance: a second start with the same profile hands its arguments over and ends. A start
    that does not end is killed at the deadline.
    """
    options = ("--nologo", "--norestore", "--nodefault", *office.profile)
    try:
        process = await asyncio.create_subprocess_exec(
            *sandbox.wrapped((str(office.command), *options, argument), office.environment),
            env=desktop_environment(office.environment),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            **OWN_GROUP,
        )
    except OSError as error:
        raise ToolError(
            f"{str(office.command)!r} could not be started ({error}), so this LibreOffice cannot be asked to listen; work it on "
            "the screen, or save, close it and open the document again with launch_application"
        ) from error
    try:
        async with asyncio.timeout(_HANDOVER_TIMEOUT_S):
            await process.wait()
    except TimeoutError as error:
        raise ApplicationHung(
            f"LibreOffice (process {office.pid}) did not take the connection within {_HANDOVER_TIMEOUT_S:g} s; "
            "see whether one of its dialogs waits for an answer (a password, a recovery, a licence), answer it on the screen"
        ) from error
    finally:
        if process.returncode is None:
            await _end_group(process)


async def _end_group(process: asyncio.subprocess.Process) -> None:
    kill_group(process.pid)
    await process.wait()
