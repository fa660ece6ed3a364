"""Which addresses of the internet protocol belong to the public: pages are read from these only.

A page or a redirect chooses the host. Without this rule it could have the program ask the machine itself, its local network, or
the metadata service of a cloud, and tell a model what they answer.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

_NAT64 = ip_network("64:ff9b::/96")
_FOR_MACHINES = tuple(
    map(ip_network, ("168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24", "64:ff9b:1::/48", "3fff::/20"))
)
"""Addresses at which a cloud or a network answers its own machines and that some versions of Python count as global. Where a
network translates 64:ff9b:1::/48 itself, it alone knows in which bits of it the IPv4 address stands.
"""


def is_public(address: str) -> bool:
    """Tell whether an address, as text, is one of the public internet."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return all(_is_public(one) for one in _meant(parsed))


def _is_public(one: IPv4Address | IPv6Address) -> bool:
    if any(one in net for net in _FOR_MACHINES) or (isinstance(one, IPv6Address) and one.is_site_local):
        return False
    return one.is_global and not (one.is_multicast or one.is_reserved or one.is_unspecified or one.is_loopback)


def _meant(one: IPv4Address | IPv6Address) -> Iterator[IPv4Address | IPv6Address]:
    """Yield the addresses that a packet to this one may reach: an IPv6 address may carry an IPv4 address."""
    if isinstance(one, IPv4Address):
        yield one
        return
    if one.ipv4_mapped is not None:
        yield one.ipv4_mapped
        return
    if one in _NAT64:
        yield IPv4Address(int(one) & 0xFFFFFFFF)
        return
    yield one
    if one.sixtofour is not None:
        yield one.sixtofour
    if one.teredo is not None:
        yield from one.teredo


async def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a host, as texts. Raises OSError. A resolver that hangs is left behind in its thread, which the
    end of the process does not wait for.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()

    def settle(found: list[str], error: OSError | None) -> None:
        if not answer.done():
            answer.set_result(found) if error is None else answer.set_exception(error)

    def ask() -> None:
        found: list[str] = []
        failed: OSError | None = None
        try:
            told = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found = list(dict.fromkeys(str(one[4][0]) for one in told))
        except OSError as error:
            failed = error
        except UnicodeError as error:
            failed = OSError(str(error))
        # The loop may have ended meanwhile.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, found, failed)

    threading.Thread(target=ask, name="resolver of pages", daemon=True).start()
    return await answer
