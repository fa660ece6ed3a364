"""The desktop of Windows, connected for a test. What the test leaves open is ended. It is imported on Windows alone."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import AsyncIterator

import anyio

from ufo.config.settings import DesktopSettings
from ufo.desktop.windows.desktop import WindowsDesktop


@contextlib.asynccontextmanager
async def connected(desktop: WindowsDesktop | None = None) -> AsyncIterator[WindowsDesktop]:
    desktop = desktop or await WindowsDesktop.connect(os.environ, DesktopSettings())
    try:
        yield desktop
        with anyio.fail_after(30):
            while windows := await desktop.windows():
                for pid in {window.pid for window in windows} - {os.getpid()}:
                    with contextlib.suppress(OSError):
                        os.kill(pid, signal.SIGTERM)
                await anyio.sleep(0.05)
    finally:
        await desktop.shutdown()
