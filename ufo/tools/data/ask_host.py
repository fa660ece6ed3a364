"""Asks a host by HTTP for what the person named, with the person's own name and password, and says in words what it refuses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

import httpx2

from ufo.errors import ToolError
from ufo.network.addresses import Endpoint, redacted, shown
from ufo.network.client import RedirectRefused, TooLarge, client_options

_CONNECT_S, _SILENCE_S, _LONGEST_S = 5.0, 15.0, 45.0
_MOST_BYTES = 16 * 1024 * 1024
_MOST_SAID = 300
_MEANS: Mapping[int, str] = {
    401: "it does not let in: give `user` and `password`, {{secret:NAME}} where the person named one",
    403: "it does not allow this to this person",
    404: "there is nothing at that address",
    405: "it does not do this there",
    409: "its parent is not there, or it conflicts with what is",
    412: "somebody else changed it meanwhile, and nothing was written; list it again",
    429: "it wants to be asked later",
}


@dataclass(frozen=True, slots=True)
class Login:
    """Whom a host is asked for. `headers` and `query` carry a secret that is no password."""

    user: str = ""
    password: str = field(default="", repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    query: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def is_secret(self) -> bool:
        return bool(self.password or self.headers or self.query)


def endpoint_of(address: str, login: Login) -> Endpoint:
    """Return a place that may be asked. Raises ToolError for an address with a password in it, for one to which a secret would go
    unencrypted, and for one of the link alone, where clouds keep keys.
    """
    try:
        place = Endpoint.parse(address)
    except ValueError as error:
        raise ToolError(f"this address cannot be used: {error}") from error
    if place.credentials is not None:
        raise ToolError("an address is given without a name or password in it; give these apart from it")
    parts = urlsplit(place.base)
    address_of = _number(parts.hostname or "")
    if address_of is not None and address_of.is_link_local:
        raise ToolError(
            f"{parts.hostname} is an address of the link alone, where machines keep their keys; it is not asked"
        )
    is_here = parts.hostname == "localhost" or (address_of is not None and address_of.is_loopback)
    if login.is_secret and parts.scheme != "https" and not is_here:
        raise ToolError(f"{parts.netloc} would get the secret unencrypted; give its https address")
    return place


def _number(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


@asynccontextmanager
async def client_for(address: str, login: Login = Login()) -> AsyncIterator[httpx2.AsyncClient]:  # noqa: B008 it is frozen
    """Open a client that asks this host alone. Raises ToolError."""
    place = endpoint_of(address, login)
    options = client_options(place, _MOST_BYTES)
    options["headers"] = {**options["headers"], **login.headers}
    options["params"] = [*options["params"], *login.query.items()]
    if login.user or login.password:
        options["auth"] = httpx2.BasicAuth(login.user, login.password)
    timeout = httpx2.Timeout(_SILENCE_S, connect=_CONNECT_S)
    async with httpx2.AsyncClient(timeout=timeout, **options) as client:
        yield client


async def ask(
    client: httpx2.AsyncClient,
    method: str,
    address: str,
    headers: Mapping[str, str] | None = None,
    body: str | bytes = b"",
) -> httpx2.Response:
    """Return the answer, read whole. Raises ToolError for one that is a refusal, is too long or does not come."""
    answer = await answered(client, method, address, headers, body)
    if answer.is_success:
        return answer
    means = _MEANS.get(answer.status_code, f"it answered {answer.status_code}")
    raise ToolError(f"{shown(address)}: {means}{_reason(answer)}")


async def answered(
    client: httpx2.AsyncClient,
    method: str,
    address: str,
    headers: Mapping[str, str] | None = None,
    body: str | bytes = b"",
) -> httpx2.Response:
    """Return the answer, read whole, whatever its status. Raises ToolError."""
    where = shown(address)
    try:
        async with asyncio.timeout(_LONGEST_S):
            # A client with a query of its own, such as a key, would put it in the place of the address's.
            query = httpx2.QueryParams(urlsplit(address).query)
            return await client.request(
                method, address.partition("?")[0], params=query, headers=dict(headers or {}), content=body or None
            )
    except TimeoutError as error:
        raise ToolError(
            f"{where} did not answer to its end within {_LONGEST_S:g} s; what it did is not known"
        ) from error
    except (TooLarge, RedirectRefused) as error:
        raise ToolError(f"{where} {error}") from error
    except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError) as error:
        raise ToolError(
            f"{where} cannot be asked: {type(error).__name__} {str(error)[:_MOST_SAID]}".rstrip()
        ) from error


def _reason(answer: httpx2.Response) -> str:
    text = " ".join(answer.text.split()) if "html" not in answer.headers.get("content-type", "") else ""
    return f" ({redacted(text[:_MOST_SAID])})" if text else ""
