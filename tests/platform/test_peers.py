"""Whose program is at the other end of a connection: real connections, one of another user where there may be one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.waiting import WAITED_S
from ufo.platform.peers import is_of_another_user

_CONNECT = """
import encodings.idna, os, socket, sys
# After this it may not read its own library any more.
os.setuid(65534)
peer = socket.create_connection((sys.argv[1], int(sys.argv[2])))
print("there", flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=["127.0.0.1", "::1"])
def listening(request: pytest.FixtureRequest) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in request.param else socket.AF_INET
    try:
        server = socket.create_server((request.param, 0), family=family)
    except OSError:
        pytest.skip(f"this machine has no address {request.param}")
    with server:
        server.settimeout(WAITED_S)
        yield server


def test_a_connection_of_our_own_is_of_nobody_else(listening: socket.socket) -> None:
    host, port = listening.getsockname()[:2]
    with socket.create_connection((host, port)):
        accepted, peer = listening.accept()
        with accepted:
            assert not is_of_another_user(peer[:2], port)


@pytest.mark.skipif(os.getuid() != 0, reason="only the system's own user can be another one")
def test_a_connection_of_another_user_is_told(listening: socket.socket) -> None:
    host, port = listening.getsockname()[:2]
    command = [sys.executable, "-c", _CONNECT, host, str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        accepted, peer = listening.accept()
        with accepted:
            assert is_of_another_user(peer[:2], port)
        other.communicate()


def test_a_peer_that_nobody_knows_is_of_nobody(listening: socket.socket) -> None:
    host, port = listening.getsockname()[:2]
    assert not is_of_another_user((host, 1), port)
    assert not is_of_another_user(("no address", 1), port)
