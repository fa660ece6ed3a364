"""Attacks on the page by a real client: from other pages, other names, other users, with guesses, and with what is too much."""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.trace.sample_run import HOSTILE, write_run
from tests.waiting import WAITED_S
from tests.web.served import Served, serving
from ufo.web.entrance import MOST_GUESSES
from ufo.web.gate import MOST_BODY
from ufo.web.http_bounds import HEAD_S

_HTML = "text/html,application/xhtml+xml"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("gate")) as served:
        write_run(served.runs)
        yield served


@pytest.fixture(scope="module")
def cookie(served: Served) -> str:
    return served.come_in(served.link)


@pytest.fixture(scope="module")
def run(served: Served) -> str:
    return next(served.runs.iterdir()).name


def test_without_the_cookie_nothing_is_told(served: Served, run: str) -> None:
    for path in (
        "/runs",
        f"/runs/{run}",
        f"/runs/{run}/events",
        f"/runs/{run}/pictures/action_step1_annotated.png",
        "/settings",
    ):
        assert served.ask(path).status == 401, path
        answer = served.ask(path, accept=_HTML)
        assert (answer.status, answer.headers["location"]) == (303, "/enter")
    assert served.ask("/ask", b"{}").status == 401
    assert served.ask("/runs", cookie=f"ufo-{served.port}=guess").status == 401


def test_a_link_works_once_and_its_cookie_is_no_scripts_business(served: Served) -> None:
    token = served.new_link().partition("#")[2]
    first, second = (served.ask("/enter", json.dumps({"token": token}).encode()) for _ in range(2))
    assert (first.status, second.status) == (200, 403)
    told = first.headers["set-cookie"]
    assert "HttpOnly" in told and "SameSite=strict" in told and "serve --link" in second.text
    assert served.ask("/runs", cookie=told.partition(";")[0]).status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil:{port}", "", None]
)
def test_under_another_name_nothing_is_told_so_that_a_name_pointed_here_gets_nothing(
    served: Served, cookie: str, host: str | None
) -> None:
    named = None if host is None else host.format(port=served.port)
    assert served.ask("/runs", cookie=cookie, host=named).status in (400, 421)
    assert served.ask("/enter", host=named).status in (400, 421)


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_under_its_own_names_it_answers(served: Served, cookie: str, name: str) -> None:
    assert served.ask("/runs", cookie=cookie, host=f"{name}:{served.port}").status == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:{port}", None]
)
def test_another_page_changes_nothing_even_with_the_cookie(served: Served, cookie: str, origin: str | None) -> None:
    told = None if origin is None else origin.format(port=served.port)
    answer = served.ask("/permissions/give", b'{"application": "gimp"}', cookie=cookie, origin=told)
    assert answer.status == 403 and "another page" in answer.text
    assert "access-control-allow-origin" not in {name.lower() for name in answer.headers}
    assert not (served.command.folder / "state/ufo/allowed.json").exists()


def test_another_page_cannot_read_either(served: Served, cookie: str, run: str) -> None:
    for path in ("/runs", f"/runs/{run}/pictures/action_step1_annotated.png", f"/runs/{run}/events"):
        assert served.ask(path, cookie=cookie, origin="http://evil.example").status == 403
        assert served.ask(path, cookie=cookie, sec_fetch_site="cross-site", sec_fetch_mode="no-cors").status == 403
        assert served.ask(path, cookie=cookie, sec_fetch_site="same-site", sec_fetch_mode="cors").status == 403


@pytest.mark.parametrize(("origin", "with_cookie"), [("http://evil.example", True), (None, True), ("{own}", False)])
def test_a_websocket_of_another_page_or_without_the_cookie_is_refused(
    served: Served, cookie: str, run: str, origin: str | None, with_cookie: bool
) -> None:
    lines = [
        f"GET /runs/{run}/control HTTP/1.1",
        f"Host: 127.0.0.1:{served.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        *([f"Origin: {origin.format(own=served.address)}"] if origin else []),
        *([f"Cookie: {cookie}"] if with_cookie else []),
    ]
    assert served.raw("\r\n".join([*lines, "", ""]).encode()).startswith(b"HTTP/1.1 403")


def test_each_answer_keeps_a_browser_strict(served: Served, cookie: str, run: str) -> None:
    for path in ("/enter", "/runs", f"/runs/{run}", "/static/page.js", "/nowhere"):
        headers = {name.lower(): value for name, value in served.ask(path, cookie=cookie).headers.items()}
        assert (
            "script-src 'self';" in headers["content-security-policy"]
            and "unsafe" not in headers["content-security-policy"]
        )
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers and "server" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/runs/../../../etc/passwd",
        "/runs/..%2f..%2f..%2fetc%2fpasswd",
        "/runs/{run}/pictures/../events.jsonl",
        "/runs/{run}/pictures/..%2f..%2f..%2f..%2fetc%2fhostname",
        "/runs/{run}/pictures/%2fetc%2fpasswd",
        "/runs/{run}/pictures/events.jsonl",
        "/runs/{run}/pictures/link.png",
        "/runs/{run}/pictures/x%00.png",
        "/runs/{run}/results/9",
        "/runs/{run}/results/..",
        "/runs/not-a-run",
        "/runs/last",
        "/static/..%2f..%2fentrance.py",
        "/static/entrance.py",
        "/static/report.html.j2",
        "/static/..",
    ],
)
def test_no_path_leads_anywhere_else(served: Served, cookie: str, run: str, path: str) -> None:
    link = served.runs / run / "link.png"
    link.unlink(missing_ok=True)
    link.symlink_to("/etc/hostname")
    answer = served.ask(path.format(run=run), cookie=cookie)
    assert answer.status == 404, answer.text[:200]


def test_what_is_too_large_is_refused_before_it_is_read(served: Served, cookie: str) -> None:
    told = served.ask("/permissions/give", b"", cookie=cookie, content_length=str(MOST_BODY + 1))
    assert told.status == 413
    chunk = b"%x\r\n%s\r\n" % (65536, b"x" * 65536)
    untold = served.ask("/permissions/give", chunk * 5, cookie=cookie, transfer_encoding="chunked")
    assert untold.status == 413
    assert served.raw(b"GET /runs HTTP/1.1\r\nX-Long: " + b"x" * 40_000).startswith(b"HTTP/1.1 400")
    assert served.ask("/ask", b"", cookie=cookie, content_length=str(10**12)).status == 413


@pytest.mark.parametrize("length", ["-1", "1e3", "x", "٣"])
def test_a_length_that_is_none_is_refused(served: Served, cookie: str, length: str) -> None:
    head = f"POST /permissions/give HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nOrigin: {served.address}\r\n"
    sent = f"{head}Cookie: {cookie}\r\nContent-Length: {length}\r\n\r\n"
    assert served.raw(sent.encode()).split()[1] in (b"400", b"413")


def test_garbage_gets_an_answer_and_hurts_nobody(served: Served, cookie: str) -> None:
    for sent in (b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"\0" * 4096 + b"\r\n\r\n"):
        assert served.raw(sent).startswith(b"HTTP/1.1 400")
    for body in (b"", b"[]", b"{", b'{"application": 1}', b'{"application": "a", "x": 1}', b"[" * 50_000, b"\xff"):
        assert served.ask("/permissions/give", body, cookie=cookie).status in (400, 422), body[:20]
    assert served.ask("/runs", cookie=cookie).status == 200


def test_who_does_not_say_what_they_want_is_left(served: Served, cookie: str) -> None:
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", served.port), timeout=WAITED_S) as slow:
        slow.sendall(b"GET /runs HTTP/1.1\r\nHost: 127")
        # Others are answered meanwhile.
        assert served.ask("/runs", cookie=cookie).status == 200
        # The server resets the connection, where bytes of it were not read.
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 0, 0))
        try:
            heard = slow.recv(1)
        except ConnectionResetError:
            heard = b""
    assert heard == b"" and time.monotonic() - began > HEAD_S - 1


def test_text_from_a_screen_stays_text(served: Served, cookie: str, run: str) -> None:
    page = served.ask(f"/runs/{run}", cookie=cookie).text
    assert "<script>alert" not in page and "&lt;script&gt;alert(1)" in page
    assert "\u202e" not in page and "\x1b" not in page and HOSTILE not in page


def test_guessing_ends_soon_and_who_is_in_stays_in(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        cookie = served.come_in(served.link)
        link = served.new_link()
        codes = [
            served.ask("/enter", json.dumps({"token": f"g{number}"}).encode()).status
            for number in range(MOST_GUESSES + 2)
        ]
        assert codes == [403] * MOST_GUESSES + [429] * 2
        right = served.ask("/enter", json.dumps({"token": link.partition("#")[2]}).encode())
        assert right.status == 429 and int(right.headers["retry-after"]) > 0
        assert served.ask("/runs", cookie=cookie).status == 200
        assert served.ask("/link", b'{"token": "guess"}').status == 429
