"""Calls LibreOffice's own interface, UNO, through a child process of the system Python (design.md §6)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ufo.desktop.private import sandbox
from ufo.desktop.private.environment_filter import sessionless_environment
from ufo.desktop.values import Window
from ufo.errors import ToolError, UfoError, WindowGone
from ufo.platform import proc
from ufo.platform.packages import install_line
from ufo_libreoffice.acceptor import close_acceptor, forget_acceptor, open_acceptor
from ufo_libreoffice.child import Child, Way
from ufo_libreoffice.instances import OfficeInstance, find_instance

SYSTEM_PYTHON = Path("/usr/bin/python3")
_PROGRAM = Path(__file__).with_name("office_process.py")
_INSTALL = f"install it with: {install_line('python3-uno')}"


def _scratch_in(environment: Mapping[str, str]) -> Path | None:
    return Path(environment["TMPDIR"]) if sandbox.is_sandboxed(environment) else None


class OfficeBridge:
    """Calls operations on the document in a window. The child process starts at the first call and again after every failure."""

    needs = "Xlib"

    def __init__(self, python: Path = SYSTEM_PYTHON) -> None:
        self._python = python
        self._child = Child("LibreOffice")
        self._turn = asyncio.Lock()
        self._opened: dict[int, tuple[OfficeInstance, str]] = {}
        self._deaf: set[int] = set()

    async def call(self, window: Window, operation: str, timeout_s: float = 20.0, **arguments: Any) -> Any:
        """Return the operation's value. Raises ToolError where it is refused, ApplicationHung past `timeout_s` seconds,
        WindowGone where LibreOffice or the window no longer exists.
        """
        async with self._turn:
            office = find_instance(window.pid)
            request = {
                "window": window.id, "windows": _x_windows(office, window),
                "title": window.title, "operation": operation, "arguments": arguments,
            }  # fmt: skip
            answer = await self._answer(office, request, timeout_s)
            error = answer.get("error")
            if error is not None and error.get("kind") == "deaf" and office.addresses and office.pid not in self._deaf:
                # It was told to listen there and does not, or somewhere that this process cannot reach.
                self._deaf.add(office.pid)
                answer = await self._answer(office, request, timeout_s)
                error = answer.get("error")
            if error is not None:
                await self._fail(office, error)
            return answer.get("value")

    async def _answer(self, office: OfficeInstance, request: Mapping[str, Any], timeout_s: float) -> dict[str, Any]:
        whole = {"address": await self._address(office), **request}
        return await self._child.ask(whole, self._way(office), timeout_s)

    def _way(self, office: OfficeInstance) -> Way:
        """Return how the child starts: in the sandbox that the office runs in, where its pipe is."""
        if not self._python.exists():
            raise ToolError(f"{str(self._python)!r} with python3-uno is needed to talk to LibreOffice; {_INSTALL}")
        command = sandbox.wrapped((str(self._python), "-I", str(_PROGRAM)), office.environment)
        return Way(command, sessionless_environment(os.environ), _scratch_in(office.environment))

    async def warm(self, window: Window) -> None:
        """Start the child, so that the first call does not wait for it. Nothing is done where it works already, or cannot start:
        the call tells that.
        """
        if self._turn.locked():
            return
        async with self._turn:
            with contextlib.suppress(UfoError, OSError):
                await self._child.start(self._way(find_instance(window.pid)))

    async def close(self) -> None:
        """End the child and close the acceptors that were opened. A later call starts again."""
        async with self._turn:
            await self._child.end()
            opened, self._opened = list(self._opened.values()), {}
            for office, address in opened:
                if _is_alive(office):
                    await close_acceptor(office, address)
                else:
                    forget_acceptor(address)

    def scratch(self, window: Window) -> Path | None:
        """Return the folder of a sandboxed LibreOffice that we may read too; None where it may write wherever we may."""
        return _scratch_in(find_instance(window.pid).environment)

    async def _address(self, office: OfficeInstance) -> str:
        if office.addresses and office.pid not in self._deaf:
            return office.addresses[0]
        if office.pid not in self._opened:
            self._forget_ended()
            self._opened[office.pid] = (office, await open_acceptor(office))
        return self._opened[office.pid][1]

    def _forget_ended(self) -> None:
        for pid, (office, address) in list(self._opened.items()):
            if not _is_alive(office):
                forget_acceptor(address)
                del self._opened[pid]

    async def _fail(self, office: OfficeInstance, error: Mapping[str, str]) -> None:
        kind, message = error.get("kind", ""), error.get("message", "")
        if kind in ("gone", "deaf", "failed") and not _is_alive(office):
            self._forget_ended()
            await self._child.end()
            raise WindowGone("LibreOffice has ended; open the document again")
        if kind in ("gone", "deaf"):
            await self._child.end()
            raise WindowGone(message)
        if kind == "missing":
            raise ToolError(f"the system Python cannot load UNO ({message}); {_INSTALL}")
        if kind == "refused":
            raise ToolError(message)
        raise ToolError(f"LibreOffice reported: {message}; look at the document and try another way")


def _x_windows(office: OfficeInstance, window: Window) -> list[int]:
    """Return the X11 windows of a window and its parent. A Wayland compositor numbers windows in a way of its own."""
    if office.environment.get("WAYLAND_DISPLAY"):
        return []
    ids = (window_id for window_id in (window.id, window.parent) if window_id)
    return [int(window_id, 0) for window_id in ids if re.fullmatch(r"0x[0-9a-f]+|[0-9]+", window_id.lower())]


def _is_alive(office: OfficeInstance) -> bool:
    """Tell whether the office still runs. A process that has ended but was not reaped has no program any more."""
    return proc.program(office.pid) == office.program
