"""`ufo serve` as a process of its own: one page, a link to it, and an end at once."""

from __future__ import annotations

import json
import re
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import without
from tests.trace.sample_run import write_run
from tests.web.served import Served, serving
from ufo.trace.run_folders import hold

_AT_ONCE_S = 3.0


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as served:
        yield served


def test_a_second_call_tells_a_new_link_to_the_page_that_is_served(served: Served) -> None:
    said = served.command.run("serve", "--no-open")
    assert said.returncode == 0
    found = re.search(rf"http://127\.0\.0\.1:{served.port}/enter#[\w-]+", said.stdout)
    assert found and found[0] != served.link
    assert served.come_in(found[0])


def test_another_port_while_a_page_is_served_is_refused_with_the_next_move(served: Served) -> None:
    said = served.command.run("serve", "--no-open", "--port", "1")
    assert said.returncode == 2 and f"on port {served.port}" in said.stderr and "--port" in said.stderr


def test_a_link_to_no_page_is_refused_with_the_next_move(served: Served, tmp_path: Path) -> None:
    served.stop()
    said = served.command.run("serve", "--link", "--json")
    assert said.returncode == 2
    assert json.loads(said.stdout)["error"] == "no page is served; start it with: ufo serve"


def test_a_port_that_another_program_has_is_told(served: Served, tmp_path: Path) -> None:
    served.stop()
    with socket.create_server(("127.0.0.1", 0)) as other:
        said = served.command.run("serve", "--no-open", "--port", str(other.getsockname()[1]))
    assert said.returncode == 2 and "choose another one with --port" in said.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.matrix)])
def test_it_ends_at_once_while_pages_listen(served: Served, number: signal.Signals) -> None:
    cookie, run = served.come_in(), write_run(served.runs).folder
    lock = hold(run)
    assert lock is not None
    with socket.create_connection(("127.0.0.1", served.port)) as listening:
        head = f"GET /runs/{run.name}/events HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nCookie: {cookie}\r\n\r\n"
        listening.sendall(head.encode())
        assert b"text/event-stream" in listening.recv(4096)
        began = time.monotonic()
        served.process.send_signal(number)
        assert served.process.wait(30) == 0
        assert time.monotonic() - began < _AT_ONCE_S


def test_a_run_that_is_to_be_watched_is_opened_on_the_page_that_is_served(served: Served, tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}\n')
    browser.chmod(0o755)
    command = ("run", "Öffne den Taschenrechner und rechne", "--desktop", "private", "--watch")
    assert served.command.run(*command, BROWSER=f"{browser} %s").returncode == 12
    link, _, run = opened.read_text().partition("/runs/")
    assert served.ask(f"/runs/{run}", cookie=served.come_in(link)).status == 200


@pytest.mark.matrix
def test_a_watched_run_is_done_where_no_browser_can_be_started(served: Served, tmp_path: Path) -> None:
    path = without("www-browser", "w3m", "lynx", "links", "elinks", into=tmp_path / "path")
    command = ("run", "Öffne den Taschenrechner und rechne", "--desktop", "private", "--watch")
    said = served.command.run(*command, BROWSER="no-such-program", PATH=path)
    assert said.returncode == 12 and "no browser could be started; open http://127.0.0.1" in said.stdout


def test_it_listens_on_this_machine_alone(served: Served) -> None:
    listening = [
        line.split()[1]
        for table in ("tcp", "tcp6")
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]
        if line.split()[3] == "0A" and line.split()[1].endswith(f":{served.port:04X}")
    ]
    assert {address.partition(":")[0] for address in listening} <= {"0100007F", "00000000000000000000000001000000"}


def test_nobody_else_may_read_what_it_keeps(served: Served) -> None:
    kept = served.command.folder / "state/ufo/page.json"
    assert kept.stat().st_mode & 0o777 == 0o600


@pytest.mark.matrix
def test_a_page_that_was_started_to_watch_a_run_ends_when_nobody_looks_any_more(served: Served) -> None:
    served.stop()
    served.start_again("--unused", "1")
    assert served.process.wait(60) == 0
