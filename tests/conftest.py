"""Shared fixtures; those of a Linux desktop are in `linux_desktops.py`. Async tests run on asyncio through anyio's own plugin."""

from __future__ import annotations

import gc
import itertools
import re
import signal
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from execnet import XSpec
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

from tests.portable import needs_posix, runs_here
from tests.properties import register_profiles
from tests.workers.collected import start_copies

# A shell that is no person's starts its background jobs deaf to Ctrl-C, and all that they start with them.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

register_profiles()
pytest_plugins = ["tests.linux_desktops"] if sys.platform == "linux" else []

_NUMBERS = itertools.count()
_WAITING = frozenset(
    {"acp_server", "api", "apps", "cli", "desktop", "mcp_server", "mutations", "proof", "scenarios", "web"}
)
_LAST_OF_WAITING = 0.9
"""Where in a run the last test of a room is that waits for programs, of 1."""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the tests of what only another system has."""
    is_test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    return True if is_test and not runs_here(collection_path) else None


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
    all workers but one would wait. What needs POSIX is left out elsewhere.
    """
    if sys.platform != "linux":
        left_out = [item for item in items if needs_posix(item.nodeid)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
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
        for name in ("HOME", "USERPROFILE"):
            monkeypatch.setenv(name, str(folder.parent))
        monkeypatch.chdir(folder)
