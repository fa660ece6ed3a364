"""What a program starts is its kin, also apart from it; what somebody else starts is not. Told of real processes."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator

import pytest

from ufo.desktop.linux.kin import began_at, kin_of, runs
from ufo.desktop.private.environment_filter import LAUNCH_MARK


@pytest.fixture
def launched() -> Iterator[subprocess.Popen[bytes]]:
    """A marked program with a group of its own, which started another one, told its number, and waits for a line to end."""
    command = ["sh", "-c", "setsid sleep 60 & echo $!; read line"]
    environment = {**os.environ, LAUNCH_MARK: "one launch"}
    started = subprocess.Popen(
        command, env=environment, start_new_session=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    yield started
    started.kill()
    started.communicate()


def test_what_a_program_started_is_its_kin_though_it_left_the_group(launched: subprocess.Popen[bytes]) -> None:
    assert launched.stdin is not None and launched.stdout is not None
    child = int(launched.stdout.readline())
    kin = kin_of(launched.pid)
    assert kin == {f"group {launched.pid}", f"{LAUNCH_MARK}=one launch"}
    assert kin.isdisjoint(kin_of(os.getpid()))
    assert runs(launched.pid)
    launched.stdin.write(b"\n")
    launched.stdin.flush()
    launched.wait(10)
    assert (runs(launched.pid), runs(launched.pid, kin)) == (False, True)
    os.kill(child, 9)
    assert kin_of(launched.pid) == frozenset()


def test_it_tells_when_a_program_began(launched: subprocess.Popen[bytes]) -> None:
    assert abs(began_at(launched.pid) - time.time()) < 10
    assert began_at(0) == 0
