"""Reads the address of a model's endpoint from the settings."""

from __future__ import annotations

from ufo.errors import ConfigError
from ufo.network.addresses import Endpoint


def endpoint(base_url: str) -> Endpoint:
    """Return the endpoint of an address. Raises ConfigError for a text that is not an http(s) address; the message leaves the
    address out, which may hold a password.
    """
    try:
        return Endpoint.parse(base_url)
    except ValueError as error:
        raise ConfigError(
            f"`model.base_url`: {error}; write it like http://localhost:8000/v1, and in a password %2F for / and %40 for @"
        ) from None
