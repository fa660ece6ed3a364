"""Reads the address of a model's endpoint from the settings."""

from __future__ import annotations

from urllib.parse import urlsplit

from ufo.errors import ConfigError
from ufo.network.addresses import Endpoint

OPENAI_URL = "https://api.openai.com/v1"


def is_openai(base_url: str) -> bool:
    """Tell whether the address is OpenAI's own. Raises ConfigError for a text that is not an http(s) address."""
    return urlsplit(endpoint(base_url).base).hostname == "api.openai.com"


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
