"""Calls LibreOffice's own interface, UNO, through a child process of the system Python (design.md §6)."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ufo.desktop.private import sandbox
from ufo.desktop.private.environment_filter import sessionless_environment
from ufo.desktop.values import Window
from ufo.errors import ApplicationHung, NotActionable, SecretRefused, ToolError, UfoError, WindowGone
from ufo.platform import proc
from ufo.platform.packages import install_line
from ufo.platform.scratch import scratch
from ufo.schema.secret import references
from ufo.tools.observe.selection import ToolScope
from ufo_libreoffice.acceptor import close_acceptor, forget_acceptor, open_acceptor
from ufo_libreoffice.instances import OfficeInstance, find_instance

SYSTEM_PYTHON = Path("/usr/bin/python3")
_PROGRAM = Path(__file__).with_name("office_process.py")
_MAX_LINE = 256 * 1024 * 1024
_INSTALL = f"install it with: {install_line('python3-uno')}"


def scratch_of(window: Window) -> Path | None:
    """Return the folder where a sandboxed LibreOffice may write files for us to read; None where it may write wherever we may.
    Raises UfoError.
    """
    return _scratch_in(find_instance(window.pid).environment)


def _scratch_in(environment: Mapping[str, str]) -> Path | None:
    return Path(environment["TMPDIR"]) if sandbox.is_sandboxed(environment) else None


class OfficeBridge:
    """Calls operations on the document in a window. The child process starts at the first call and again after every failure."""

    def __init__(self, python: Path = SYSTEM_PYTHON) -> None:
        self._python = python
        self._child: asyncio.subprocess.Process | None = None
        self._files = contextlib.ExitStack()
        self._turn = asyncio.Lock()
        self._numbers = itertools.count(1)
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
        whole = {"id": next(self._numbers), "address": await self._address(office), **request}
        return await self._ask(whole, timeout_s, office)

    @contextlib.asynccontextmanager
    async def lifespan(self, _server: object) -> AsyncIterator[None]:
        """Close the bridge when the server whose tools use it ends."""
        try:
            yield
        finally:
            await self.close()

    async def warm(self, window: Window) -> None:
        """Start the child, so that the first call does not wait for it. Nothing is done where it works already, or cannot start:
        the call tells that.
        """
        if self._turn.locked():
            return
        async with self._turn:
            with contextlib.suppress(UfoError, OSError):
                await self._running_child(find_instance(window.pid))

    async def close(self) -> None:
        """End the child and close the acceptors that were opened. A later call starts again."""
        async with self._turn:
            await self._end_child()
            opened, self._opened = list(self._opened.values()), {}
            for office, address in opened:
                if _is_alive(office):
                    await close_acceptor(office, address)
                else:
                    forget_acceptor(address)

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

    async def _ask(self, request: Mapping[str, Any], timeout_s: float, office: OfficeInstance) -> dict[str, Any]:
        finished = False
        try:
            async with asyncio.timeout(timeout_s):
                child = await self._running_child(office)
                assert child.stdin is not None and child.stdout is not None
                child.stdin.write(json.dumps(request).encode() + b"\n")
                await child.stdin.drain()
                line = await child.stdout.readline()
            answer = _parse(line)
            finished = bool(answer)
        except TimeoutError as error:
            raise ApplicationHung(
                f"LibreOffice did not answer within {timeout_s:g} s; see whether it is busy or a dialog waits for an answer"
            ) from error
        except (OSError, ValueError) as error:
            raise ToolError(f"the connection to LibreOffice broke ({error}); try again") from error
        finally:
            # A child that is left in the middle of a call would answer the next call with the answer to this one.
            if not finished:
                await self._end_child()
        if not answer:
            raise ToolError("the process that talks to LibreOffice ended; try again")
        return answer

    async def _running_child(self, office: OfficeInstance) -> asyncio.subprocess.Process:
        """Return the child, started in the sandbox that the office runs in, where its pipe is."""
        if self._child is None or self._child.returncode is not None:
            if not self._python.exists():
                raise ToolError(f"{str(self._python)!r} with python3-uno is needed to talk to LibreOffice; {_INSTALL}")
            self._files.close()
            # What it writes for itself lies where it is removed, however this process and the child end.
            own = self._files.enter_context(scratch(_scratch_in(office.environment)))
            self._child = await asyncio.create_subprocess_exec(
                *sandbox.wrapped((str(self._python), "-I", str(_PROGRAM)), office.environment),
                env={**sessionless_environment(os.environ), "TMPDIR": str(own)},
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=_MAX_LINE,
            )
        return self._child

    async def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is None:
            self._files.close()
            return
        with contextlib.suppress(ProcessLookupError):
            child.kill()
        if child.stdin is not None:
            child.stdin.close()
        await asyncio.shield(child.wait())
        self._files.close()

    async def _fail(self, office: OfficeInstance, error: Mapping[str, str]) -> None:
        kind, message = error.get("kind", ""), error.get("message", "")
        if kind in ("gone", "deaf", "failed") and not _is_alive(office):
            self._forget_ended()
            await self._end_child()
            raise WindowGone("LibreOffice has ended; open the document again")
        if kind in ("gone", "deaf"):
            await self._end_child()
            raise WindowGone(message)
        if kind == "missing":
            raise ToolError(f"the system Python cannot load UNO ({message}); {_INSTALL}")
        if kind == "refused":
            raise ToolError(message)
        raise ToolError(f"LibreOffice reported: {message}; look at the document and try another way")


def _parse(line: bytes) -> dict[str, Any]:
    answer = json.loads(line) if line.strip() else {}
    return answer if isinstance(answer, dict) else {}


def _x_windows(office: OfficeInstance, window: Window) -> list[int]:
    """Return the X11 windows of a window and its parent. A Wayland compositor numbers windows in a way of its own."""
    if office.environment.get("WAYLAND_DISPLAY"):
        return []
    ids = (window_id for window_id in (window.id, window.parent) if window_id)
    return [int(window_id, 0) for window_id in ids if re.fullmatch(r"0x[0-9a-f]+|[0-9]+", window_id.lower())]


def _is_alive(office: OfficeInstance) -> bool:
    """Tell whether the office still runs. A process that has ended but was not reaped has no program any more."""
    return proc.program(office.pid) == office.program


_TIMEOUT_S = 55.0


@dataclass(frozen=True, slots=True)
class ShownDocument:
    scope: ToolScope
    bridge: OfficeBridge

    async def password(self, text: str) -> str:
        """Return a password with its secrets filled in, for the application of the selected window. Raises SecretRefused."""
        if self.scope.keeper is None:
            if references(text):
                raise SecretRefused("no secrets are given out here; run it in a session that has them")
            return text
        return await self.scope.keeper.handed_over(text, self.scope.selection.require_window())

    async def ask(self, operation: str, timeout_s: float = _TIMEOUT_S, **arguments: Any) -> Any:
        """Run an operation that leaves the document as it is. Raises as `OfficeBridge.call` does."""
        window = self.scope.selection.require_window()
        return await self.bridge.call(window, operation, timeout_s=timeout_s, **arguments)

    async def change(self, operation: str, timeout_s: float = _TIMEOUT_S, **arguments: Any) -> Any:
        """Run an operation that changes the document. Raises NotActionable where a modal dialog stands open over it: what the
        dialog shows would be stale, and its answer would undo the change.
        """
        window = self.scope.selection.require_window()
        for item in await self.scope.desktop.windows():
            if item.modal and item.pid == window.pid and item.parent in (None, window.id, window.parent):
                raise NotActionable(
                    f"the dialog {item.title!r} is open over the document; answer or close it, then do this again"
                )
        return await self.ask(operation, timeout_s, **arguments)
