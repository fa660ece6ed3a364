"""The picture of a run as a watcher gets it: how late a change comes, how many pictures a second there are while something moves,
what it costs while nothing does, and how much longer the run's own looks take. Server and client are in one process; what is
painted is painted by another connection.

    .venv/bin/python -m bench.watched
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from Xlib import X
from Xlib.display import Display

from bench.measure import timed_async
from bench.measured_desktop import MeasuredDesktop
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch, Window
from ufo.runs.control.control_client import ControlClient, ShownPicture
from ufo.runs.control.opened import RunControl
from ufo.runs.desktops import DesktopInUse
from ufo.runs.sessions.users import NobodyUser
from ufo.secrets.masks import Masks

_WIDTH, _HEIGHT = 1920, 1080
_SEEN_WIDE = 1280
_CHANGES, _MOVING_S, _STILL_S = 30, 4.0, 6.0
_QUIET_S = 0.4
_ROUNDS, _LOOKS = 8, 8


class Painter:
    """A window that is painted on command, by a connection of its own."""

    def __init__(self, display: str) -> None:
        self._display = Display(display)
        root = self._display.screen().root
        self._window = root.create_window(1200, 500, 400, 300, 0, X.CopyFromParent, override_redirect=True)
        self._window.map()
        self._context = self._window.create_gc(foreground=0)
        self._count = 0
        self.paint()

    def paint(self) -> None:
        # Another colour each time: a picture that misses some still differs from the last.
        self._count += 1
        self._context.change(foreground=0x30507 * self._count & 0xFFFFFF)
        self._window.fill_rectangle(self._context, 0, 0, 400, 300)
        self._display.sync()

    @contextlib.contextmanager
    def painting(self) -> Iterator[None]:
        """Paint 60 times a second inside of the context."""
        ended = threading.Event()

        def keep_painting() -> None:
            while not ended.wait(1 / 60):
                self.paint()

        thread = threading.Thread(target=keep_painting)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


class Arrivals:
    """When pictures arrived, and how many bytes they had."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.size = 0
        self._new = asyncio.Event()

    async def follow(self, client: ControlClient) -> None:
        async for picture in client.pictures(_SEEN_WIDE):
            self.note(picture)

    def note(self, picture: ShownPicture) -> None:
        self.times.append(time.monotonic())
        self.size += sum(map(len, picture.files))
        self._new.set()

    async def next(self) -> float:
        self._new.clear()
        await self._new.wait()
        return self.times[-1]

    async def quiet(self) -> None:
        """Wait until a picture has come, and then none for a moment."""
        if not self.times:
            await self.next()
        with contextlib.suppress(TimeoutError):
            while True:
                await asyncio.wait_for(self.next(), _QUIET_S)


async def _late(arrivals: Arrivals, paint: Callable[[], object]) -> list[float]:
    late = []
    for _ in range(_CHANGES):
        await arrivals.quiet()
        began, arriving = time.monotonic(), asyncio.ensure_future(arrivals.next())
        await asyncio.sleep(0)
        await asyncio.to_thread(paint)
        late.append(await arriving - began)
    return late


async def measure() -> None:
    """Print the figures."""
    async with AsyncExitStack() as closing:
        private = await closing.enter_async_context(await PrivateDesktop.start(_WIDTH, _HEIGHT))
        settings = DesktopSettings()
        desktop = await MeasuredDesktop.connect(private.environment, settings)
        closing.push_async_callback(desktop.shutdown)
        window = await desktop.launch(Launch("mousepad"))
        folder = Path(closing.enter_context(tempfile.TemporaryDirectory()))
        control = RunControl("watching", DesktopInUse(desktop, "private", private.environment), settings, Masks())
        person = control.person(NobodyUser(), 1.0, lambda _text: None, lambda attend: attend)
        await closing.enter_async_context(control.opened(person, folder, print))
        client = await closing.enter_async_context(await ControlClient.connect(folder, "bench"))
        painter = Painter(private.environment["DISPLAY"])
        async with _watched(client) as arrivals:
            await _print_figures(arrivals, painter)
        await _print_looks(client, painter, lambda: _look(desktop, window))


@asynccontextmanager
async def _watched(client: ControlClient) -> AsyncIterator[Arrivals]:
    arrivals = Arrivals()
    following = asyncio.ensure_future(arrivals.follow(client))
    try:
        await arrivals.quiet()
        yield arrivals
    finally:
        following.cancel()
        await asyncio.wait([following])


async def _look(desktop: MeasuredDesktop, window: Window) -> None:
    """Read the whole tree and take the picture, as the run does for each turn."""
    desktop.expect_change()
    await asyncio.gather(desktop.snapshot(window.id), desktop.capture(window.id))


async def _print_looks(client: ControlClient, painter: Painter, look: Callable[[], Awaitable[None]]) -> None:
    """Time looks by turns: while nobody watches, while somebody does, and while somebody does and something moves."""
    alone, still, moving = list[float](), list[float](), list[float]()
    for _ in range(_ROUNDS):
        alone += await timed_async(look, _LOOKS)
        async with _watched(client):
            still += await timed_async(look, _LOOKS)
            with painter.painting():
                moving += await timed_async(look, _LOOKS)
    usual = statistics.median(alone)
    for what, times in (("somebody watches", still), ("somebody watches and something moves", moving)):
        median = statistics.median(times)
        print(f"a look of the run while {what}: {median:.0f} ms, {median / usual:.2f} of {usual:.0f} ms alone")


async def _print_figures(arrivals: Arrivals, painter: Painter) -> None:
    late = await _late(arrivals, painter.paint)
    milliseconds = [1000 * seconds for seconds in sorted(late)]
    print(f"from change to client: median {statistics.median(milliseconds):.0f} ms, worst {milliseconds[-1]:.0f} ms")
    await arrivals.quiet()
    used, count = time.process_time(), len(arrivals.times)
    await asyncio.sleep(_STILL_S)
    share = (time.process_time() - used) / _STILL_S
    print(
        f"while nothing moves: {100 * share:.1f} % of a core, {len(arrivals.times) - count} pictures in {_STILL_S:g} s"
    )
    count, size = len(arrivals.times), arrivals.size
    used, began = time.process_time(), time.monotonic()
    with painter.painting():
        await asyncio.sleep(_MOVING_S)
    took = time.monotonic() - began
    share = (time.process_time() - used) / took
    print(
        f"while something moves: {(len(arrivals.times) - count) / took:.1f} pictures a second, {100 * share:.0f} % of a core, "
        f"{(arrivals.size - size) / took / 1000:.0f} kB a second"
    )


if __name__ == "__main__":
    asyncio.run(measure())
