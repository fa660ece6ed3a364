"""noVNC over a real x11vnc: for who came in and switched it on, for private X11 desktops alone, and gone with its watcher."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin
from Xlib.display import Display

from tests.cli.command import until
from tests.needs import needs
from tests.waiting import WAITED_S
from tests.web.growing_run import GrowingRun
from tests.web.served import Served, serving
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.runs.control.frames import CONTROL_FILE
from ufo.runs.control.messages import ControlFile
from ufo.web.vnc import NOVNC

pytestmark = [
    pytest.mark.apps,
    needs("x11vnc"),
    pytest.mark.skipif(not NOVNC.is_dir(), reason="not installed: noVNC; sudo apt-get install -y novnc"),
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("vnc"), UFO_PAGE__VNC="true") as served:
        yield served


@pytest.fixture(scope="module")
def cookie(served: Served) -> str:
    return served.come_in(served.link)


def _run_on(served: Served, display: str) -> str:
    """Return the id of a run whose control file names that display."""
    run = GrowingRun(served.runs)
    run.let_go()
    file = ControlFile(socket="/nowhere", pid=1, run_id=run.id, display=display)
    (run.folder / CONTROL_FILE).write_text(file.model_dump_json())
    return run.id


def _opened(served: Served, run: str, cookie: str, origin: str = "") -> ClientConnection:
    address = f"ws://127.0.0.1:{served.port}/runs/{run}/vnc"
    return connect(
        address, origin=Origin(origin or served.address), additional_headers={"Cookie": cookie}, open_timeout=WAITED_S
    )


def _servers_left(served: Served) -> list[str]:
    return [command for command in served.command.left() if command.startswith("x11vnc")]


def test_a_watcher_is_greeted_by_a_server_of_their_own_which_ends_with_them(
    served: Served, cookie: str, private_desktop: PrivateDesktop
) -> None:
    run = _run_on(served, private_desktop.display)
    with _opened(served, run, cookie) as first, _opened(served, run, cookie) as second:
        for watcher in (first, second):
            assert watcher.recv(WAITED_S) == b"RFB 003.008\n"
        assert len(_servers_left(served)) == 2
        first.send("no bytes")
        assert until(lambda: len(_servers_left(served)) == 1)
    assert until(lambda: not _servers_left(served))


def test_what_a_watcher_sends_moves_no_pointer(served: Served, cookie: str, private_desktop: PrivateDesktop) -> None:
    with _opened(served, _run_on(served, private_desktop.display), cookie) as watcher:
        # The Remote Framebuffer Protocol (RFC 6143), 7.1 to 7.3: version, no password, a shared desktop.
        for heard, said in ((12, b"RFB 003.008\n"), (2, b"\x01"), (4, b"\x01")):
            _read(watcher, heard)
            watcher.send(said)
        _read(watcher, 24)
        before = _pointer(private_desktop)
        elsewhere = struct.pack(">BBHH", 5, 0, (before[0] + 100) % 400, (before[1] + 100) % 400)
        # The picture that is asked for comes after what was sent before was looked at.
        watcher.send(elsewhere + struct.pack(">BBHHHH", 3, 0, 0, 0, 8, 8))
        _read(watcher, 4)
        assert _pointer(private_desktop) == before


def _read(watcher: ClientConnection, least: int) -> None:
    heard = 0
    while heard < least:
        heard += len(watcher.recv(WAITED_S))


def _pointer(desktop: PrivateDesktop) -> tuple[int, int]:
    display = Display(desktop.display)
    try:
        at = display.screen().root.query_pointer()
        return at.root_x, at.root_y
    finally:
        display.close()


@pytest.mark.parametrize(("with_cookie", "origin"), [(False, ""), (True, "http://evil.example")])
def test_whoever_did_not_come_in_and_another_page_are_refused(
    served: Served, cookie: str, private_desktop: PrivateDesktop, with_cookie: bool, origin: str
) -> None:
    run = _run_on(served, private_desktop.display)
    with pytest.raises(InvalidStatus, match="403"):
        _opened(served, run, cookie if with_cookie else "", origin)
    assert served.ask("/vnc/vnc.html").status == 401


def test_another_screen_than_a_private_one_of_x11_is_not_shown(served: Served, cookie: str) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        _opened(served, _run_on(served, ""), cookie)


def test_the_page_is_novncs_own_and_no_path_leads_out_of_its_folder(served: Served, cookie: str) -> None:
    assert "noVNC" in served.ask("/vnc/vnc.html", cookie=cookie).text
    for path in ("/vnc/../doc/novnc/copyright", "/vnc/%2e%2e/doc/novnc/copyright", "/vnc//etc/passwd", "/vnc/"):
        assert served.ask(path, cookie=cookie).status == 404, path


def test_it_is_off_where_nobody_switched_it_on(tmp_path: Path, private_desktop: PrivateDesktop) -> None:
    with serving(tmp_path) as served:
        cookie = served.come_in(served.link)
        assert served.ask("/vnc/vnc.html", cookie=cookie).status == 404
        with pytest.raises(InvalidStatus, match="403"):
            _opened(served, _run_on(served, private_desktop.display), cookie)
