"""The Wayland connection, with a real compositor and with what is none."""

from __future__ import annotations

import os
import signal
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.desktop.linux.wayland.compositors import compositor_of
from ufo.desktop.linux.wayland.client import WaylandClient, socket_of
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.errors import DesktopUnavailable

Serve = Callable[[socket.socket], object]


@pytest.fixture
def client(private_wayland: PrivateDesktop) -> Iterator[WaylandClient]:
    with WaylandClient(Path(private_wayland.display)) as connected:
        yield connected


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Callable[[Serve], Path]]:
    """Answers one client as the test says."""
    path = tmp_path / "wayland-9"
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen()

    def serve(answer: Serve) -> Path:
        def run() -> None:
            peer, _ = listener.accept()
            with peer:
                answer(peer)

        threading.Thread(target=run, daemon=True).start()
        return path

    yield serve
    listener.close()


def test_it_finds_the_globals_of_a_compositor_and_binds_one(client: WaylandClient) -> None:
    assert client.offers("zwlr_virtual_pointer_manager_v1")
    formats: list[int] = []
    client.bind("wl_shm", 1).on["format"] = formats.append
    client.roundtrip()
    assert {0, 1} <= set(formats)


def test_an_interface_that_the_compositor_lacks_is_named(client: WaylandClient) -> None:
    with pytest.raises(DesktopUnavailable, match="does not have org_kde_kwin_fake_input"):
        client.bind("org_kde_kwin_fake_input", 1)


def test_ids_are_used_again_once_the_compositor_has_forgotten_them(client: WaylandClient) -> None:
    manager = client.bind("zwlr_data_control_manager_v1", 1)
    ids = set()
    for _ in range(50):
        source = manager.make("create_data_source")
        ids.add(source.id)
        source.send("destroy")
        client.roundtrip()
    assert len(ids) < 5


def test_a_refused_request_says_why_and_ends_the_connection(client: WaylandClient) -> None:
    shm = client.bind("wl_shm", 1)
    descriptor = os.memfd_create("empty")
    try:
        shm.make("create_pool", -5, descriptors=(descriptor,))
    finally:
        os.close(descriptor)
    with pytest.raises(DesktopUnavailable, match="refused a request of wl_shm"):
        client.roundtrip()
    with pytest.raises(DesktopUnavailable, match="refused a request of wl_shm.*connect again"):
        client.roundtrip()


def test_a_socket_without_a_compositor_is_named(tmp_path: Path) -> None:
    path = tmp_path / "wayland-7"
    with pytest.raises(DesktopUnavailable, match="No such file"):
        WaylandClient(path)
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    with pytest.raises(DesktopUnavailable, match=r"Connection refused.*set WAYLAND_DISPLAY"):
        WaylandClient(path)


def test_a_compositor_that_dies_ends_what_waits_for_it_at_once() -> None:
    desktop = PrivateDesktop.open(640, 480, wayland=True)
    try:
        with WaylandClient(Path(desktop.display)) as client:
            os.kill(compositor_of(desktop), signal.SIGKILL)
            with pytest.raises(DesktopUnavailable, match="gone|ended"):
                client.await_that(lambda: False, 30.0)
            with pytest.raises(DesktopUnavailable):
                client.display.make("sync")
    finally:
        desktop.close()


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        struct.pack("=IHH", 99, 0, 8),
        struct.pack("=IHH", 1, 77, 8),
        struct.pack("=IHHI", 2, 0, 12, 5),
        b"\0" * 64,
    ],
    ids=["http", "unknown object", "unknown event", "half an event", "zeros"],
)
def test_what_is_no_wayland_is_refused(served: Callable[[Serve], Path], said: bytes) -> None:
    def answer(peer: socket.socket) -> None:
        peer.sendall(said)
        peer.recv(4096)
        peer.recv(4096)

    with pytest.raises(DesktopUnavailable, match="no Wayland"):
        WaylandClient(served(answer))


def test_a_compositor_that_closes_at_once_is_told(served: Callable[[Serve], Path]) -> None:
    with pytest.raises(DesktopUnavailable, match="ended|gone"):
        WaylandClient(served(lambda peer: peer.recv(1)))


def test_a_file_that_nobody_asked_for_is_closed(served: Callable[[Serve], Path]) -> None:
    sent, kept = os.pipe()

    def answer(peer: socket.socket) -> None:
        socket.send_fds(peer, [struct.pack("=IHH", 99, 0, 8)], [kept])
        os.close(kept)

    with pytest.raises(DesktopUnavailable, match="no Wayland"):
        WaylandClient(served(answer))
    # Its last holder is gone, so reading comes to the end.
    assert os.read(sent, 1) == b""
    os.close(sent)


def test_the_socket_is_found_as_the_library_finds_it() -> None:
    assert socket_of({}) is None
    assert socket_of({"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/run/user/7"}) == Path(
        "/run/user/7/wayland-0"
    )
    assert socket_of({"WAYLAND_DISPLAY": "/tmp/x/wayland-1", "XDG_RUNTIME_DIR": "/run"}) == Path("/tmp/x/wayland-1")
