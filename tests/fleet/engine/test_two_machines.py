"""Two network namespaces as two machines, one of which is cut off for a while."""

from __future__ import annotations

import itertools
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fleet.postgres import postgres
from tests.fleet.working import Scene, scene_in, task
from tests.needs import needs
from ufo.desktop.private.environment_filter import sessionless_environment
from ufo.fleet.engine.address import Database
from ufo.fleet.engine.worker import WorkerEnd

_HERE, _THERE, _NET = "10.213.77.1", "10.213.77.2", "30"
_LEASE = {"beat_s": 0.3, "fence_s": 3.0, "dead_s": 8.0, "trusts_pids": False, "desktops": 2}


@pytest.mark.matrix
@needs("ip")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes a network; sudo make test-apps")
def test_a_machine_that_is_cut_off_holds_is_taken_over_and_is_refused_when_it_is_back(tmp_path: Path) -> None:
    with other_machine() as machine, postgres(_HERE) as server:
        server.order("CREATE DATABASE fleet")
        database = Database.parse(f"postgresql://postgres@{_HERE}/fleet")
        with scene_in(tmp_path, database) as scene:
            cut_off = scene.start(within=machine.within, manner=_LEASE)
            scene.fleet.submit([task("seconds=12", "once"), task("seconds=12", "again", repeatable=True)])
            scene.until(lambda: len(set(scene.effects("act"))) == 2)
            scene.start(manner=_LEASE)
            machine.cut()
            scene.until(lambda: scene.row("once").state.value == "interrupted")
            scene.until(lambda: scene.states()["again"] == "done 2")
            machine.join()
            assert cut_off.stdout is not None
            assert cut_off.stdout.readline().strip() == WorkerEnd.LOST
            assert cut_off.wait(timeout=20) == 0
            _check(scene)


def _check(scene: Scene) -> None:
    acts = [(done[1], float(done[3])) for done in scene.done() if done[0] == "act"]
    last = max(when for attempt, when in acts if attempt == "job/again/0/1")
    first = min(when for attempt, when in acts if attempt == "job/again/0/2")
    assert first - last > 1, "the one that was cut off had held for long when the other one began"
    assert scene.states()["once"] == "interrupted 1"
    assert scene.store.ended(scene.row("once").attempt) is None, "what it brings late is refused"
    end = scene.store.ended(scene.row("again").attempt)
    assert end is not None and end.outcome == "VERIFIED"


class Machine:
    """A network of its own, joined to this one by a cable."""

    def __init__(self, name: str) -> None:
        self._name, self._cable = name, f"{name}-a"
        self.within = ("ip", "netns", "exec", name)

    def make(self) -> None:
        end = f"{self._name}-b"
        self._ip("netns", "add", self._name)
        self._ip("link", "add", self._cable, "type", "veth", "peer", "name", end, "netns", self._name)
        self._ip("addr", "add", f"{_HERE}/{_NET}", "dev", self._cable)
        self._ip("link", "set", self._cable, "up")
        self._ip("-n", self._name, "addr", "add", f"{_THERE}/{_NET}", "dev", end)
        self._ip("-n", self._name, "link", "set", end, "up")

    def cut(self) -> None:
        # The other end: this machine's own address stays up for the others.
        self._ip("-n", self._name, "link", "set", f"{self._name}-b", "down")

    def join(self) -> None:
        self._ip("-n", self._name, "link", "set", f"{self._name}-b", "up")

    def remove(self) -> None:
        self._ip("netns", "del", self._name)

    def _ip(self, *words: str) -> None:
        subprocess.run(["ip", *words], env=sessionless_environment(os.environ), check=True, timeout=20)


_NUMBERS = itertools.count()


@contextmanager
def other_machine() -> Iterator[Machine]:
    machine = Machine(f"ufo{os.getpid() % 100_000}x{next(_NUMBERS)}")
    machine.make()
    try:
        yield machine
    finally:
        machine.remove()
