"""Who carries questions to a browser, before a program that speaks as one does and before Chromium itself."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.needs import needs
from tests.waiting import WAITED_S, in_time
from ufo.conditions.kinds.page import PagePredicate
from ufo.conditions.readers.pages.devtools import pages_at
from ufo.conditions.world import DesktopWorld
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.launch import devtools_pipe
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch
from ufo.schema.predicate import Truth

_BROWSER = """
import json, os, sys
said = b""
while data := os.read(3, 65536):
    said += data
    while b"\\0" in said:
        one, _, said = said.partition(b"\\0")
        asked = json.loads(one)
        if asked["method"] == "end":
            sys.exit(0)
        result = {"echo": asked.get("params", {}), "sessionId": asked["method"] if asked["method"] == "s" else None}
        if asked["method"] == "Target.detachFromTarget":
            open(sys.argv[1], "a").write(asked["params"]["sessionId"])
        event = json.dumps({"method": "event"}).encode() + b"\\0"
        if asked["method"] == "tell":
            gained = {"method": "gained", "params": {"sessionId": "c"}, "sessionId": "s"}
            told = {"method": "told", "sessionId": "c"}
            event += b"".join(json.dumps(one).encode() + b"\\0" for one in (gained, told))
        os.write(4, event + json.dumps({"id": asked["id"], "result": result}).encode() + b"\\0")
"""
_NOBODY = 65534


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where another user may be let in, which the folders of tests are closed against."""
    with tempfile.TemporaryDirectory() as made:
        yield Path(made)


@pytest.fixture
def place(folder: Path) -> Iterator[Path]:
    """Of a program that answers each question with its parameters."""
    told = folder / "detached"
    browser = subprocess.Popen(
        [sys.executable, "-I", "-S", devtools_pipe.__file__, str(folder), sys.executable, "-c", _BROWSER, str(told)]
    )
    place = devtools_pipe.socket_of(folder, browser.pid)
    try:
        _await(place.is_socket)
        yield place
    finally:
        browser.kill()
        browser.wait()


def _await(holds: Callable[[], bool]) -> None:
    async def until() -> None:
        with in_time():
            while not holds():
                await anyio.sleep(0.02)

    anyio.run(until)


def _ask(place: Path, *messages: dict[str, object]) -> list[dict[str, Any]]:
    with socket.socket(socket.AF_UNIX) as item:
        item.settimeout(10)
        item.connect(str(place))
        item.sendall(b"".join(json.dumps(message).encode() + b"\0" for message in messages))
        said = b""
        while said.count(b"\0") < len(messages) and (data := item.recv(65536)):
            said += data
    return [json.loads(part) for part in said.split(b"\0") if part]


def test_each_asker_gets_its_own_answers_under_its_own_numbers(place: Path) -> None:
    first, second = (socket.socket(socket.AF_UNIX) for _ in range(2))
    with first, second:
        for number, entry in enumerate((first, second)):
            entry.settimeout(10)
            entry.connect(str(place))
            entry.sendall(json.dumps({"id": 7, "method": "m", "params": {"from": number}}).encode() + b"\0")
        for number, item in enumerate((first, second)):
            answer = json.loads(item.recv(65536).rstrip(b"\0"))
            assert (answer["id"], answer["result"]["echo"]) == (7, {"from": number})


def test_an_event_goes_to_the_asker_whose_session_it_is_in_and_to_nobody_else(place: Path) -> None:
    owner, other = (socket.socket(socket.AF_UNIX) for _ in range(2))
    with owner, other:
        for item in (owner, other):
            item.settimeout(10)
            item.connect(str(place))
        owner.sendall(json.dumps({"id": 1, "method": "s"}).encode() + b"\0")
        assert b'"s"' in owner.recv(65536)
        other.sendall(json.dumps({"id": 2, "method": "tell", "params": {"child": "c"}}).encode() + b"\0")
        assert json.loads(other.recv(65536).rstrip(b"\0"))["id"] == 2
        told = b""
        while told.count(b"\0") < 2:
            told += owner.recv(65536)
        first, second = (json.loads(part) for part in told.split(b"\0") if part)
        assert (first["sessionId"], second["sessionId"]) == ("s", "c")


def test_an_asker_that_talks_nonsense_or_breaks_off_disturbs_nobody(place: Path) -> None:
    assert _ask(place, {"id": 1, "method": "s"})
    for bad in (b"no JSON\0", b"[1]\0", b'{"id": 1, "method"', b"\0"):
        with socket.socket(socket.AF_UNIX) as item:
            item.connect(str(place))
            item.sendall(bad)
    assert _ask(place, {"id": 2, "method": "m", "params": {"still": "there"}})[0]["result"]["echo"] == {
        "still": "there"
    }


def test_what_an_asker_was_attached_to_is_let_go_with_it(place: Path) -> None:
    _ask(place, {"id": 1, "method": "s"})
    _await((place.parent / "detached").exists)
    assert (place.parent / "detached").read_text() == "s"


def test_the_socket_goes_with_the_browser(place: Path) -> None:
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    _ask(place, {"id": 1, "method": "end"})
    _await(lambda: not place.exists())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_another_user_is_refused_even_where_files_would_let_him_in(place: Path) -> None:
    place.parent.chmod(0o755)
    place.chmod(0o666)
    script = (
        "import socket, sys; s = socket.socket(socket.AF_UNIX); s.settimeout(10); s.connect(sys.argv[1]); print('in');"
        's.sendall(b\'{"id": 1, "method": "m"}\\0\'); print(s.recv(99))'
    )
    stranger = subprocess.run(
        ["/usr/bin/python3", "-c", script, str(place)], user=_NOBODY, capture_output=True, text=True, timeout=WAITED_S
    )
    assert stranger.stdout.startswith("in") and "echo" not in stranger.stdout, stranger
    assert _ask(place, {"id": 1, "method": "m"})


def test_a_program_that_is_not_there_ends_with_an_error_and_leaves_no_socket(tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-S", devtools_pipe.__file__, str(tmp_path), "/no/such/browser"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=WAITED_S)
    assert ended.returncode == 127 and "/no/such/browser could not be started" in ended.stderr
    _await(lambda: not list(tmp_path.iterdir()))


def _listening(folder: str) -> list[str]:
    """Addresses where processes listen for TCP that have a file of that folder in their command line."""
    sockets = {}
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            parts = line.split()
            if parts[3] == "0A":
                sockets[f"socket:[{parts[9]}]"] = parts[1]
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if folder in (process / "cmdline").read_text(errors="replace"):
                found += [sockets[to] for path in (process / "fd").iterdir() if (to := str(path.readlink())) in sockets]
        except OSError:
            continue
    return found


needs_chromium = needs("chromium")


async def _pages(desktop: LinuxDesktop, count: int) -> set[str]:
    """Titles, once there are so many."""
    with in_time():
        while True:
            places = await desktop.page_sockets()
            titles = {page.title for place in places.values() for page in await pages_at(place)}
            if len(titles) >= count:
                return titles
            await anyio.sleep(0.1)


@pytest.mark.apps
@pytest.mark.timeout(120)
@needs_chromium
async def test_chromium_tells_us_alone_and_what_is_handed_over_to_it_as_well(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    for name in ("first", "second"):
        (tmp_path / f"{name}.html").write_text(f"<title>{name}</title>{name} words", "utf-8")
    window = await desktop.launch(Launch("chromium", ((tmp_path / "first.html").as_uri(),)), timeout_s=60)
    assert await _pages(desktop, 1) == {"first"}
    assert set(await desktop.page_sockets()) == {window.pid}
    await desktop.launch(Launch("chromium", ((tmp_path / "second.html").as_uri(),)), timeout_s=60)
    assert await _pages(desktop, 2) == {"first", "second"}
    assert set(await desktop.page_sockets()) == {window.pid}
    assert not _listening(private_desktop.environment["HOME"])
    answers = await asyncio.gather(
        *(pages_at(place) for place in (await desktop.page_sockets()).values() for _ in range(8))
    )
    assert all({page.title for page in pages} == {"first", "second"} for pages in answers)


@pytest.mark.matrix
@pytest.mark.apps
@pytest.mark.timeout(120)
@needs_chromium
async def test_of_a_browser_that_a_person_started_it_is_said_that_its_pages_are_unknown(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    (tmp_path / "own.html").write_text("<title>Ours</title>our words", "utf-8")
    (tmp_path / "theirs.html").write_text("<title>Theirs</title>their words", "utf-8")
    flags = ("--no-sandbox", "--no-first-run", "--password-store=basic", f"--user-data-dir={tmp_path / 'profile'}")
    with subprocess.Popen(
        ["chromium", *flags, (tmp_path / "theirs.html").as_uri()],
        env=dict(private_desktop.environment),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as person:
        try:
            with in_time():
                while not any("Theirs" in window.title for window in await desktop.windows()):
                    await anyio.sleep(0.1)
            world = DesktopWorld(desktop)
            alone = await PagePredicate(page="theirs", contains="their words").check(world)
            assert alone.truth is Truth.UNKNOWN and "no browser that was started here" in alone.evidence
            await desktop.launch(Launch("chromium", ((tmp_path / "own.html").as_uri(),)), timeout_s=60)
            await _pages(desktop, 1)
            assert (await PagePredicate(page="own.html", contains="our words").check(world)).truth is Truth.SATISFIED
            for absent in (PagePredicate(page="theirs", exists=False), PagePredicate(page="theirs")):
                finding = await absent.check(world)
                assert finding.truth is Truth.UNKNOWN and "Theirs" in finding.evidence, finding
        finally:
            person.kill()
