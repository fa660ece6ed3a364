"""The keys that a request was sent with, whatever its provider calls them: an endpoint may repeat them in its answer."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator

import httpx2

from ufo.network.addresses import Endpoint
from ufo.secrets.masks import Masks

_LEAST = 8
"""The fewest characters of a key. Servers that need none get a word, which answers may have too."""
_HOLDS_KEY = re.compile(r"key|token|secret|auth|cookie|credential|password|session", re.IGNORECASE)
_SIGNATURE = re.compile(r"Signature=([0-9a-f]+)")


def sent_keys(request: httpx2.Request) -> Masks:
    """Return masks of the keys in the headers and in the address of a request."""
    masks = Masks()
    for name, value in request.headers.items():
        if _HOLDS_KEY.search(name):
            for one in _keys_in(value):
                if len(one) >= _LEAST:
                    masks.learn(one)
    for one in Endpoint.parse(str(request.url)).secrets:
        masks.learn(one)
    return masks


def _keys_in(value: str) -> Iterator[str]:
    scheme, _, rest = value.partition(" ")
    if not rest:
        yield value
    elif (signed := _SIGNATURE.search(rest)) is not None:
        yield signed[1]
    else:
        yield rest
    if scheme.lower() == "basic":
        yield b64decode(rest).decode("utf-8", "replace").partition(":")[2]
