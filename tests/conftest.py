"""Shared fixtures. Async tests run on asyncio through anyio's own plugin."""

from __future__ import annotations

import contextlib
import gc
import itertools
import os
import re
import shutil
import signal
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path

import anyio
import pytest
from execnet import XSpec
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

from bench.measured_desktop import MeasuredDesktop
from tests.desktop.linux.wayland.compositors import compositor_of
from tests.office_conversions import end_office
from tests.properties import register_profiles
from tests.workers.collected import start_copies
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop

# A shell that is no person's starts its background jobs deaf to Ctrl-C, and all that they start with them.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

register_profiles()

_NUMBERS = itertools.count()
_WAITING = frozenset(
    {"acp_server", "api", "apps", "cli", "desktop", "mcp_server", "mutations", "proof", "scenarios", "web"}
)
_LAST_OF_WAITING = 0.9
"""Where in a run the last test of a room is that waits for programs, of 1."""


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Each worker gets the next test as soon as it is done with one. The tests of a file that share what takes long to make
    go to one worker: every other one would make it again."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if _shares(self.config.rootpath / file) else nodeid

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:
        """Forget what is done: at all that a worker tells, whatever was ever given to it is counted for what is left of it."""
        super().mark_test_complete(node, item_index, duration)
        scope = self._split_scope(self.registered_collections[node][item_index])
        if all(self.assigned_work[node][scope].values()):
            del self.assigned_work[node][scope]


@cache
def _shares(file: Path) -> bool:
    text = file.read_text(encoding="utf-8")
    return any(f'scope="{scope}"' in text for scope in ("module", "class"))


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Scheduling:
    return Scheduling(config, log)


def pytest_xdist_setupnodes(config: pytest.Config, specs: list[XSpec]) -> None:
    if len(specs) > 1:
        start_copies(specs, config.invocation_params.args)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Spread each room's tests over the whole run, in each worker alike: while some workers wait for applications, others
    compute. By the alphabet all would wait for applications first, and none later. What waits long is not the last, for which
    all workers but one would wait.
    """
    if hasattr(config, "workerinput"):
        rooms: defaultdict[str, list[pytest.Item]] = defaultdict(list)
        for item in items:
            rooms[_room(item)].append(item)
        spread = [
            (place / len(tests) * (_LAST_OF_WAITING if room in _WAITING else 1), item)
            for room, tests in rooms.items()
            for place, item in enumerate(tests)
        ]
        items[:] = [item for _, item in sorted(spread, key=lambda placed: placed[0])]


def _room(item: pytest.Item) -> str:
    return item.path.relative_to(Path(__file__).parent).parts[0]


def pytest_collection() -> None:
    """What collecting makes stays until the end: looking through it for garbage finds nothing, again and again."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As pytest's own, which looks through the folders of all tests before for the number of each."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    return tmp_path_factory.mktemp(f"{name}{next(_NUMBERS)}", numbered=False)


@pytest.fixture(autouse=True)
def skills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of skills of the test's own: what a person has saved changes no test."""
    folder = tmp_path / "skills"
    monkeypatch.setenv("UFO_SKILLS__FOLDER", str(folder))
    return folder


@pytest.fixture(autouse=True)
def knowledge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A knowledge folder of the test's own: what a person's runs taught changes no test. Menus are collected, and the help of
    applications is read, where a test says so.
    """
    folder = tmp_path / "knowledge"
    monkeypatch.setenv("UFO_KNOWLEDGE__FOLDER", str(folder))
    monkeypatch.setenv("UFO_KNOWLEDGE__MENUS__USE", "false")
    monkeypatch.setenv("UFO_KNOWLEDGE__EXPLORE", "false")
    return folder


_ON_A_DESKTOP_IN_MEMORY = frozenset({"agents", "api", "injection", "runs", "scenarios", "specification"})


@pytest.fixture(autouse=True)
def own_home(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty home and an empty working folder where whole requests are tried in memory. Each request keeps what lies in the
    folder, in the trash, and what programs have set: what whoever tests has there would be copied by every test, and what is
    written there meanwhile nobody asked for.
    """
    if _room(request.node) in _ON_A_DESKTOP_IN_MEMORY and request.node.get_closest_marker("apps") is None:
        folder = tmp_path / "own-home" / "here"
        folder.mkdir(parents=True)
        monkeypatch.setenv("HOME", str(folder.parent))
        monkeypatch.chdir(folder)


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
