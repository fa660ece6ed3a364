from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.endless_http import LongServer, bomb, endless
from tests.extensions.guides.web.services import Answering, hanging, html, raw, redirect, saying_length, status
from tests.needs import needs
from tests.requirement import requirement
from ufo.network.client import trusted
from ufo_guides.web.page_client import PageRefused, is_public, page_client, resolve
from ufo_guides.web.read_page import Page, read_page

_MOST = 100_000


def _here(address: str) -> bool:
    """Allow one address of this machine, where the tests' pages are; every other is judged as always."""
    return address == "127.0.0.1" or is_public(address)


class Names:
    """A resolver that knows these names; the answers to each take turns."""

    def __init__(self, **names: Sequence[str]) -> None:
        self._names = {name.replace("_", "."): list(found) for name, found in names.items()}
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        found = self._names.get(host)
        if found is None:
            return await resolve(host, port)
        return [found.pop(0) if len(found) > 1 else found[0]]


async def _read(
    address: str,
    names: Callable[..., object] = resolve,
    is_allowed: Callable[[str], bool] = _here,
) -> Page:
    async with page_client(await trusted(), is_allowed, names, _MOST) as client:  # type: ignore[arg-type]
        return await read_page(client, address)


@pytest.mark.parametrize(
    "address",
    """127.0.0.1 127.8.8.8 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.100.100.200 0.0.0.0 255.255.255.255 224.0.0.1
    192.0.0.192 198.18.0.1 240.0.0.1 168.63.129.16 ::1 :: fe80::1%eth0 fe80::1 fec0::1 fc00::1 fd00:ec2::254 ff02::1
    ::ffff:127.0.0.1 ::ffff:a9fe:a9fe 2002:7f00:1:: 64:ff9b::7f00:1 64:ff9b:1:a00:0:100:808:808 64:ff9b:1::101:101
    3fff::1 2001:0:7f00:1::1 2001:db8::1 nonsense""".split(),  # noqa: SIM905 a list of addresses
)
def test_an_address_of_a_machine_a_network_or_a_cloud_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
)
def test_an_address_of_the_internet_is_public(address: str) -> None:
    assert is_public(address)


@requirement("knowledge:web-private")
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "0"])
async def test_this_machine_is_not_asked_however_it_is_written(host: str) -> None:
    said = "this machine or of a private network"
    with Answering({"/": html("inside")}) as server, pytest.raises(PageRefused, match=said):
        await _read(f"http://{host}:{server.port}/", is_allowed=is_public)
    assert not server.asked


@requirement("knowledge:web-private")
async def test_a_redirect_to_this_machine_is_refused() -> None:
    with Answering({"/": html("inside")}) as inside, Answering() as server:
        server.answers["/go"] = redirect(f"http://127.0.0.2:{inside.port}/")
        with pytest.raises(PageRefused, match="127.0.0.2 is an address of this machine"):
            await _read(f"{server.address}/go")
    assert not inside.asked


async def test_a_redirect_to_a_name_of_a_private_network_is_refused() -> None:
    names = Names(printer_example=["192.168.7.7"])
    said = r"printer\.example is an address of this machine or of a private network"
    with Answering({"/go": redirect("http://printer.example/admin")}) as server, pytest.raises(PageRefused, match=said):
        await _read(f"{server.address}/go", names)


async def test_a_name_with_one_private_address_among_public_ones_is_refused() -> None:
    async def two(host: str, port: int) -> list[str]:
        return ["93.184.215.14", "10.0.0.1"]

    with pytest.raises(PageRefused, match="private network"):
        await _read("http://mixed.example/", two, is_public)


@requirement("knowledge:web-rebound")
async def test_the_address_that_was_checked_is_the_one_that_is_asked() -> None:
    names = Names(rebound_example=["127.0.0.1", "127.0.0.2"])
    with Answering({"/": html("the guide")}) as server:
        page = await _read(f"http://rebound.example:{server.port}/", names)
        assert page.text == "the guide" and names.asked == ["rebound.example"]
        with pytest.raises(PageRefused, match="this machine"):
            await _read(f"http://rebound.example:{server.port}/", names)
    assert [asked.headers["host"] for asked in server.asked] == [f"rebound.example:{server.port}"]


@requirement("knowledge:web-redirect")
async def test_each_redirect_is_resolved_and_checked_anew() -> None:
    names = Names(rebound_example=["127.0.0.1", "127.0.0.2"])
    with Answering({"/again": html("inside")}) as server:
        server.answers["/"] = redirect(f"http://rebound.example:{server.port}/again")
        with pytest.raises(PageRefused, match="this machine"):
            await _read(f"http://rebound.example:{server.port}/", names)
    assert server.paths == ["/"]


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd",
        "ftp://x.example/",
        "javascript:alert(1)",
        "http://",
        "http://u:p@x.example/",
        "nonsense",
        "http://[",
        "//x",
    ],
)
async def test_only_plain_addresses_of_pages_are_read(address: str) -> None:
    with pytest.raises(PageRefused):
        await _read(address)
    with Answering({"/": redirect(address)}) as server, pytest.raises(PageRefused):
        await _read(f"{server.address}/")


@requirement("knowledge:web-bounds", "knowledge:web-redirect")
async def test_redirects_are_followed_within_bounds() -> None:
    with Answering({"/a": redirect("b?x=1#part"), "/b": html("the guide")}) as server:
        page = await _read(f"{server.address}/a")
        assert (page.text, page.address) == ("the guide", f"{server.address}/b?x=1#part")
        server.answers["/a"] = redirect("/a")
        server.asked.clear()
        with pytest.raises(PageRefused, match="redirects more than 5 times"):
            await _read(f"{server.address}/a")
    assert len(server.asked) == 6


@requirement("knowledge:web-nothing-sent")
async def test_nothing_of_the_person_goes_with_a_request(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login eva password hunter2hunter2\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    answers = {"/": html("", headers={"Set-Cookie": "id=7; Path=/"}), "/go": redirect("/")}
    with Answering(answers) as server:
        async with page_client(await trusted(), _here, most_bytes=_MOST) as client:
            for path in ("/go", "/", "/"):
                await read_page(client, f"{server.address}{path}")
    sent = [
        {*asked.headers} - {"host", "accept", "accept-encoding", "accept-language", "connection", "user-agent"}
        for asked in server.asked
    ]
    assert sent == [set()] * 4


@pytest.mark.parametrize("pieces", [endless, bomb])
async def test_a_page_without_an_end_is_refused(pieces: Callable[[], object]) -> None:

    with LongServer(pieces, encoding="gzip" if pieces is bomb else "") as server:  # type: ignore[arg-type]
        async with page_client(await trusted(), _here, most_bytes=_MOST) as client:
            with pytest.raises(PageRefused):
                await read_page(client, server.address)


async def test_what_is_too_large_or_no_page_is_refused() -> None:
    answers = {
        "/large": html("x" * (_MOST + 1)),
        "/claims": saying_length(1 << 40, b"x"),
        "/short": saying_length(4_000, b"x"),
        "/program": raw(b"MZ", "application/octet-stream"),
        "/picture": raw(b"\x89PNG\0", "text/html"),
        "/brotli": html("x", headers={"Content-Encoding": "br"}),
        "/error": status(500),
        "/nowhere": status(302),
    }
    with Answering(answers) as server:
        for path, said in {
            "/large": "more than 100000 bytes", "/claims": "more than 100000 bytes", "/short": "cannot be read",
            "/program": "no page but application/octet-stream", "/picture": "no text", "/brotli": "packed as br",
            "/error": "answered 500", "/nowhere": "answered 302", "/missing": "answered 404",
        }.items():  # fmt: skip
            with pytest.raises(PageRefused, match=said):
                await _read(f"{server.address}{path}")


async def test_a_page_that_hangs_is_given_up_by_whoever_asked_for_it() -> None:
    with Answering() as server:
        server.answers["/"] = hanging(server)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await _read(f"{server.address}/")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("Größe".encode(), "text/html; charset=iso-8859-1x"),
        ("Größe".encode("latin-1"), "text/html; charset=utf-8"),
        ("Größe".encode("utf-16"), "text/html; charset=utf-8"),
        ("Größe".encode("latin-1"), "text/html; charset=zlib"),
        ("Größe".encode("latin-1"), "text/html; charset=punycode"),
        ("Größe".encode(), "text/html"),
        (b"\xef\xbb\xbf" + "Größe".encode(), "text/plain; charset=ascii"),
    ],
)
async def test_a_wrong_encoding_is_noticed(data: bytes, said: str) -> None:
    with Answering({"/": raw(data, said)}) as server:
        assert (await _read(f"{server.address}/")).text == "Größe"


async def test_the_encoding_that_a_page_names_itself_is_used() -> None:
    data = '<meta charset="windows-1251">Лист'.encode("cp1251")
    with Answering({"/": raw(data, "text/html")}) as server:
        assert (await _read(f"{server.address}/")).text.endswith("Лист")


@needs("openssl")
async def test_the_certificate_is_checked_for_the_name_and_not_for_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
         "-subj", "/CN=guide.example", "-addext", "subjectAltName=DNS:guide.example"],
        check=True, capture_output=True,
    )  # fmt: skip
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(certificate, key)
    asked: list[str | None] = []
    served.sni_callback = lambda _, name, __: asked.append(name)
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection, _ = listening.accept()
        try:
            served.wrap_socket(connection, server_side=True)
        except OSError:
            connection.close()

    thread = threading.Thread(target=serve)
    thread.start()
    with pytest.raises(PageRefused, match="certificate"):
        await _read(f"https://guide.example:{listening.getsockname()[1]}/", Names(guide_example=["127.0.0.1"]))
    thread.join()
    listening.close()
    assert asked == ["guide.example"]
