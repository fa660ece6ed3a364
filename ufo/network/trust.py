"""The certificates that are trusted, read once. Reading them takes 100 ms, which the event loop must not wait for."""

from __future__ import annotations

import asyncio
import ssl
from functools import lru_cache

import httpx2


async def trusted() -> ssl.SSLContext:
    """Return the context for connections, for `verify` of `httpx2.AsyncClient`. SSL_CERT_FILE and SSL_CERT_DIR count."""
    return await asyncio.to_thread(_trusted)


@lru_cache(maxsize=1)
def _trusted() -> ssl.SSLContext:
    return httpx2.create_ssl_context()
