"""What a program starts is its kin, also apart from it; what somebody else starts is not. Told of real processes."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.waiting import WAITED_S
from ufo.desktop.linux.kin import began_at, kin_of, runs
from ufo.desktop.private.environment_filter import LAUNCH_MARK


@dataclass(frozen=True, slots=True)
class Launched:
    """A program, and the number of the one that it started."""

    process: subprocess.Popen[bytes]
    child: int


@pytest.fixture
def launched() -> Iterator[Launched]:
    """A marked program with a group of its own, which started another one and waits for a line to end."""
    started = subprocess.Popen(
        ["sh", "-c", "setsid sleep 60 >&- & echo $!; read line"],
        env={**os.environ, LAUNCH_MARK: "one launch"},
        start_new_session=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert started.stdout is not None
    child = int(started.stdout.readline())
    yield Launched(started, child)
    started.kill()
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    started.communicate(timeout=WAITED_S)


def test_what_a_program_started_is_its_kin_though_it_left_the_group(launched: Launched) -> None:
    pid = launched.process.pid
    kin = kin_of(pid)
    assert kin == {f"group {pid}", f"{LAUNCH_MARK}=one launch"}
    assert kin.isdisjoint(kin_of(os.getpid()))
    assert runs(pid)
    launched.process.communicate(b"\n", timeout=WAITED_S)
    assert (runs(pid), runs(pid, kin)) == (False, True)
    assert kin_of(pid) == frozenset()


def test_it_tells_when_a_program_began(launched: Launched) -> None:
    assert abs(began_at(launched.process.pid) - time.time()) < 10
    assert began_at(0) == 0
