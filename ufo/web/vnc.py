"""noVNC over x11vnc, for who has switched it on: noVNC's own page, and an x11vnc for each watcher, which shows the screen and
takes no input. It speaks over a pair of sockets, listens nowhere, and ends with its watcher.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import socket
import subprocess
from pathlib import Path
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from starlette.websockets import WebSocket, WebSocketDisconnect

from ufo.desktop.private.environment_filter import sessionless_environment
from ufo.errors import ControlError
from ufo.platform.process_groups import OWN_SESSION, kill_group
from ufo.runs.control.frames import control_file

NOVNC = Path("/usr/share/novnc")
"""Where Debian's package `novnc` puts its page."""
_X11VNC = "x11vnc"
_VIEW_ONLY = ("-inetd", "-viewonly", "-nopw", "-norc", "-quiet", "-nocmds", "-noremote")
_HANDS_OFF = ("-repeat", "-nosel", "-noxrecord", "-nowireframe")
"""Without these it switches key repeat off, shares the clipboard and draws frames around windows that move."""
_MOST_WATCHERS = 8
_CHUNK = 64 * 1024
_POLICY = "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"


class Vnc:
    """`is_on`: the settings allow it. Without both packages it is off all the same."""

    def __init__(self, is_on: bool) -> None:
        self.is_on = is_on and bool(shutil.which(_X11VNC)) and (NOVNC / "vnc.html").is_file()
        self._watchers = 0
        self.files = _NoVncFiles(directory=NOVNC, check_dir=False)

    def address(self, run: Path) -> str:
        """Return where noVNC shows a run that goes on; "" where it does not."""
        if not self._display(run):
            return ""
        chosen = {"autoconnect": 1, "view_only": 1, "resize": "scale", "path": f"runs/{run.name}/vnc"}
        return f"/vnc/vnc.html?{urlencode(chosen)}"

    def _display(self, run: Path | None) -> str:
        if not self.is_on or run is None:
            return ""
        with contextlib.suppress(ControlError):
            return control_file(run).display
        return ""

    async def watch(self, page: WebSocket, run: Path | None) -> None:
        """Show a run to one watcher until they leave or its desktop ends."""
        display = await asyncio.to_thread(self._display, run)
        if not display or self._watchers >= _MOST_WATCHERS:
            await page.close()
            return
        self._watchers += 1
        try:
            await page.accept("binary" if "binary" in page.scope["subprotocols"] else None)
            await _bridge(page, display)
        finally:
            self._watchers -= 1
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await page.close()


async def _bridge(page: WebSocket, display: str) -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        reader, writer = await asyncio.open_unix_connection(sock=ours)
        child = await asyncio.create_subprocess_exec(
            _X11VNC,
            *_VIEW_ONLY,
            *_HANDS_OFF,
            "-display",
            display,
            stdin=theirs.fileno(),
            stdout=theirs.fileno(),
            stderr=subprocess.DEVNULL,
            # On a person's own Wayland session it would refuse to show an X server.
            env=sessionless_environment(os.environ),
            **OWN_SESSION,
        )
    ways = [asyncio.create_task(_to_page(reader, page)), asyncio.create_task(_from_page(page, writer))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        writer.close()
        kill_group(child.pid)
        await child.wait()
        await asyncio.wait(ways)


async def _to_page(reader: asyncio.StreamReader, page: WebSocket) -> None:
    with contextlib.suppress(OSError, WebSocketDisconnect, RuntimeError):
        while data := await reader.read(_CHUNK):
            await page.send_bytes(data)


async def _from_page(page: WebSocket, writer: asyncio.StreamWriter) -> None:
    # A text is no part of the protocol: who sends one is left.
    with contextlib.suppress(OSError, WebSocketDisconnect, RuntimeError, KeyError):
        while True:
            writer.write(await page.receive_bytes())
            await writer.drain()


class _NoVncFiles(StaticFiles):
    """noVNC's page brings its own looks, font and sound, from its own folder alone."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        answer = super().file_response(full_path, stat_result, scope, status_code)
        answer.headers["content-security-policy"] = _POLICY
        return answer
