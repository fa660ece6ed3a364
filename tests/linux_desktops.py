"""Fixtures of Linux: its private desktops, and the office that converts documents."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
from collections.abc import AsyncIterator, Iterator

import anyio
import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.desktop.linux.wayland.compositors import await_ends, compositor_of
from tests.office_conversions import end_office
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop


@pytest.fixture(scope="session")
def private_desktop() -> Iterator[PrivateDesktop]:
    """One private desktop for all tests of a worker. Not async: tests run in event loops of their own."""
    desktop = PrivateDesktop.open(1280, 800)
    yield desktop
    desktop.close()


@pytest.fixture(scope="session")
def wayland_of_worker() -> Iterator[PrivateDesktop]:
    """One private Wayland desktop for all tests of a worker, whose compositor stands still."""
    if shutil.which("sway") is None:
        pytest.skip("sway is not installed; install it with: sudo apt-get install -y sway")
    desktop = PrivateDesktop.open(1280, 800, wayland=True)
    os.kill(compositor_of(desktop), signal.SIGSTOP)
    yield desktop
    os.kill(compositor_of(desktop), signal.SIGCONT)
    desktop.close()


@pytest.fixture
def private_wayland(wayland_of_worker: PrivateDesktop) -> Iterator[PrivateDesktop]:
    """It gets ready to paint a thousand times a second, also where nobody looks: it goes on only while a test uses it."""
    sway = compositor_of(wayland_of_worker)
    os.kill(sway, signal.SIGCONT)
    await_ends(wayland_of_worker)
    yield wayland_of_worker
    os.kill(sway, signal.SIGSTOP)


@pytest.fixture(scope="session", autouse=True)
def conversions() -> Iterator[None]:
    """The office that writes documents for the tests of a worker ends with them."""
    yield
    end_office()


@pytest.fixture
def look_deadline_s() -> float:
    """A busy machine answers late: a look that is cut short says so, and is another one than was asked for."""
    return 10.0


@pytest.fixture
def screen() -> str:
    """Where `desktop` is: on "X11" or on "sway". A test of both is parametrised by it."""
    return "X11"


@pytest.fixture
def private(request: pytest.FixtureRequest, screen: str) -> PrivateDesktop:
    found = request.getfixturevalue({"X11": "private_desktop", "sway": "private_wayland"}[screen])
    assert isinstance(found, PrivateDesktop)
    return found


@pytest.fixture
async def desktop(private: PrivateDesktop, look_deadline_s: float) -> AsyncIterator[MeasuredDesktop]:
    """The private desktop, connected. Applications that a test leaves open are ended, with all they have open."""
    async with _connected(private, look_deadline_s) as connected:
        yield connected


@pytest.fixture(scope="class")
async def desktop_of_class(private_desktop: PrivateDesktop) -> AsyncIterator[MeasuredDesktop]:
    """As `desktop` is, for the tests of a class that only look at what one of its fixtures has opened."""
    async with _connected(private_desktop, 10.0) as connected:
        yield connected


@pytest.fixture
async def wayland_desktop(private_wayland: PrivateDesktop, look_deadline_s: float) -> AsyncIterator[MeasuredDesktop]:
    """The private Wayland desktop, connected, as `desktop` is."""
    async with _connected(private_wayland, look_deadline_s) as connected:
        yield connected


@contextlib.asynccontextmanager
async def _connected(private: PrivateDesktop, look_deadline_s: float) -> AsyncIterator[MeasuredDesktop]:
    settings = DesktopSettings(width=1280, height=800, observe_deadline_s=look_deadline_s)
    connected = await MeasuredDesktop.connect(private.environment, settings)
    try:
        yield connected
        await _clear(connected)
    finally:
        await connected.shutdown()


async def _clear(desktop: MeasuredDesktop) -> None:
    with anyio.fail_after(30):
        while windows := await desktop.windows():
            for pid in {window.pid for window in windows if window.pid > 0}:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            await anyio.sleep(0.05)
