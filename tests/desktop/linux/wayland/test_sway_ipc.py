"""Sway's own socket, with a real sway and with what is none."""

from __future__ import annotations

import os
import signal
import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.linux.wayland.compositors import compositor_of, ipc_of
from ufo.desktop.linux.wayland.sway_ipc import Ask, SwayIpc, socket_of
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.errors import DesktopError, DesktopUnavailable


@pytest.fixture
def ipc(private_wayland: PrivateDesktop) -> Iterator[SwayIpc]:
    with SwayIpc(ipc_of(private_wayland)) as connected:
        yield connected


def test_a_failed_command_is_told_in_the_words_of_sway_and_those_after_it_are_run(ipc: SwayIpc) -> None:
    with pytest.raises(DesktopError, match="No matching node"):
        ipc.run(["[con_id=123456] focus", "bindsym --no-warn F24 nop after"])
    ipc.run(["unbindsym F24"])
    with pytest.raises(DesktopError, match="F24"):
        ipc.run(["unbindsym F24"])


def test_an_answer_of_many_pieces_is_read_whole(ipc: SwayIpc) -> None:
    tree = ipc.ask(Ask.GET_TREE)
    assert isinstance(tree, dict) and tree["type"] == "root"


def test_events_come_beside_answers(private_wayland: PrivateDesktop) -> None:
    with SwayIpc(ipc_of(private_wayland)) as listening, SwayIpc(ipc_of(private_wayland)) as asking:
        assert listening.event(0.01) is None
        listening.subscribe("workspace")
        asking.run(["workspace 7", "workspace 1"])
        heard = [event["change"] for event in (listening.event(10.0), listening.event(10.0)) if event is not None]
        assert heard == ["init", "focus"]


def test_a_sway_that_dies_is_told() -> None:
    desktop = PrivateDesktop.open(640, 480, wayland=True)
    try:
        with SwayIpc(ipc_of(desktop)) as ipc:
            os.kill(compositor_of(desktop), signal.SIGKILL)
            with pytest.raises(DesktopUnavailable):
                for _ in range(9):
                    ipc.ask(Ask.GET_TREE)
    finally:
        desktop.close()


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"i3-ipc" + struct.pack("=II", 2**31, 4),
        b"i3-ipc" + struct.pack("=II", 4, 4) + b"oops",
        b"",
    ],
    ids=["http", "endless", "no json", "nothing"],
)
def test_what_is_no_sway_is_refused(tmp_path: Path, said: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "sway-ipc.1.2.sock"))
        listener.listen()

        def answer() -> None:
            peer, _ = listener.accept()
            with peer:
                peer.recv(64)
                peer.sendall(said)

        threading.Thread(target=answer, daemon=True).start()
        with SwayIpc(tmp_path / "sway-ipc.1.2.sock") as ipc, pytest.raises(DesktopUnavailable, match="not sway|ended"):
            ipc.ask(Ask.GET_TREE)


def test_the_socket_is_the_named_one_or_the_only_one_beside_the_compositor(tmp_path: Path) -> None:
    beside = {"WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert socket_of(beside) is None
    first = tmp_path / "sway-ipc.1000.7.sock"
    first.touch()
    assert socket_of(beside) == first
    second = tmp_path / "sway-ipc.1000.8.sock"
    second.touch()
    # One of the two is left over from a sway that has ended, and nothing tells which.
    assert socket_of(beside) is None
    assert socket_of({**beside, "SWAYSOCK": str(second)}) == second
    assert socket_of({**beside, "SWAYSOCK": str(tmp_path / "gone")}) is None
