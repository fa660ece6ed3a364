"""The client that every service is asked with, over real HTTP between two servers."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler

import httpx2
import pytest

from tests.local_http import LocalServer, send
from ufo.network.addresses import Endpoint
from ufo.network.client import RedirectRefused, client_options


class Asked(LocalServer):
    """Sends /moved on to `target`, and keeps what it is asked."""

    def __init__(self, target: str = "", status: int = 307) -> None:
        super().__init__()
        self.target, self.status = target, status
        self.asked: list[tuple[str, bytes]] = []
        self.authorizations: list[str | None] = []

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        self.asked.append((handler.path, body))
        self.authorizations.append(handler.headers.get("Authorization"))
        moved = handler.path.startswith("/moved")
        send(handler, self.status if moved else 200, {"Location": self.target} if moved else {}, b"here")


async def _post(address: str) -> httpx2.Response:
    endpoint = Endpoint.parse(address)
    async with httpx2.AsyncClient(**client_options(endpoint)) as client:
        return await client.post(f"{endpoint.base}/moved", content=b"the prompt")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_to_another_server_is_not_followed(status: int) -> None:
    with Asked() as other, Asked(status=status) as server:
        server.target = f"{other.address}/v1?key=s3cr3t"
        with pytest.raises(
            RedirectRefused, match=f"redirects requests to {other.address}/v1, which is not followed"
        ) as refused:
            await _post(server.address)
        assert other.asked == []
    assert "s3cr3t" not in str(refused.value)


@pytest.mark.parametrize(
    "target",
    [
        "http://localhost:{port}/v1",
        "https://127.0.0.1:{port}/v1",
        "//127.0.0.2:{port}/v1",
        "http://127.0.0.1:{port}@evil.invalid/",
        "http://127.0.0.1.evil.invalid:{port}/",
        "ftp://127.0.0.1:{port}/",
        "file:///etc/passwd",
        "http://[",
        "http://127.0.0.1:99999/",
    ],
)
async def test_another_scheme_host_or_port_is_another_server(target: str) -> None:
    with Asked() as server:
        server.target = target.format(port=server.address.rpartition(":")[2])
        with pytest.raises(RedirectRefused):
            await _post(server.address)
        assert [path for path, _ in server.asked] == ["/moved"]


@pytest.mark.parametrize("status", [307, 308])
@pytest.mark.parametrize("whole", [True, False])
async def test_a_redirect_within_the_server_carries_the_request(status: int, whole: bool) -> None:
    with Asked(status=status) as server:
        server.target = f"{server.address}/there" if whole else "/there"
        answer = await _post(server.address.replace("http://", "http://ann:pw@"))
        assert server.asked == [("/moved", b"the prompt"), ("/there", b"the prompt")]
        assert server.authorizations == ["Basic YW5uOnB3"] * 2
    assert answer.text == "here"


@pytest.mark.parametrize("status", [301, 302, 303])
async def test_a_redirect_that_would_lose_the_request_is_told_with_the_new_address(status: int) -> None:
    with Asked("/there", status) as server, pytest.raises(RedirectRefused, match="has moved to http://.*/there; set"):
        await _post(server.address)


async def test_what_stands_in_the_query_of_the_address_goes_with_each_request() -> None:
    with Asked() as server:
        endpoint = Endpoint.parse(f"{server.address}/v1?key=abc")
        async with httpx2.AsyncClient(**client_options(endpoint)) as client:
            await client.get(f"{endpoint.base}/models")
        assert server.asked == [("/v1/models?key=abc", b"")]
