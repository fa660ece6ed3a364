"""Puts together what lets a run be watched and steered: its server, its person, and what they do while they have taken over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from ufo.agents.user import User
from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import Desktop
from ufo.desktop.backends import connect
from ufo.runs.control.control_server import ControlServer
from ufo.runs.control.controlled_user import Around, ControlledUser
from ufo.runs.control.desktop_aside import DesktopAside, Relay
from ufo.runs.control.picture_stream import PictureStream
from ufo.runs.control.steered_run import Steering
from ufo.runs.desktops import DesktopInUse
from ufo.secrets.masks import Masks
from ufo.tools.dispatch.takeover import Attend


class RunControl:
    """Of one run. `server` is a listener of its events, `person` its person at every place."""

    def __init__(self, run_id: str, used: DesktopInUse, settings: DesktopSettings, masks: Masks) -> None:
        self.steering = Steering()
        self._aside = DesktopAside(partial(_again, used, settings))
        self.relay = Relay(self._aside)
        stream = PictureStream(self._aside, masks.holds)
        self.server = ControlServer(run_id, self.steering, stream, self.relay, _display(used))

    def person(
        self, at_terminal: User, timeout_s: float, told: Callable[[str], object], recorded: Callable[[Attend], Attend]
    ) -> ControlledUser:
        """Return the person of the run. `at_terminal`: who is at the run's own terminal, if anybody; the rest as in `Around`."""
        around = Around(timeout_s, lambda: self.server.is_attended, told, recorded, self._aside.used)
        return ControlledUser(at_terminal, self.steering, around)

    @asynccontextmanager
    async def opened(
        self, person: ControlledUser, folder: Path | None, refused: Callable[[str], object]
    ) -> AsyncIterator[None]:
        """Let the run be watched and steered inside of the context. `folder` is that of its log; None: it gets no socket.
        `refused` is told why none could be opened.
        """
        async with AsyncExitStack() as closing:
            if folder is not None:
                await closing.enter_async_context(self.server.serving(folder, refused))
            keeping = asyncio.ensure_future(person.keep_lease())
            try:
                yield
            finally:
                keeping.cancel()
                await asyncio.wait([keeping])


def _display(used: DesktopInUse) -> str:
    """Return the X display of a private desktop; "" for every other screen."""
    is_x11 = not used.is_own and not used.environment.get("WAYLAND_DISPLAY")
    return used.environment.get("DISPLAY", "") if is_x11 else ""


@asynccontextmanager
async def _again(used: DesktopInUse, settings: DesktopSettings) -> AsyncIterator[Desktop]:
    """Connect once more: looks at the run's desktop would end the ids of the look that the run goes on with."""
    if not used.environment:
        # A desktop in this process, which is connected to by nobody.
        yield used.desktop
        return
    desktop = await connect(used.environment, settings)
    try:
        yield desktop
    finally:
        await desktop.shutdown()
