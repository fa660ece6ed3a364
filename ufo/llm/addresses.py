"""Reads the address of a model's endpoint from the settings."""

from __future__ import annotations

from urllib.parse import urlsplit

from ufo.errors import ConfigError
from ufo.network.addresses import Endpoint

OPENAI_URL = "https://api.openai.com/v1"


def is_openai(base_url: str) -> bool:
    """Raises ConfigError for what is no http(s) address."""
    return urlsplit(endpoint(base_url).base).hostname == "api.openai.com"


def endpoint(base_url: str) -> Endpoint:
    """Raises ConfigError for what is no http(s) address; its words leave the address out, which may hold a password."""
    try:
        return Endpoint.parse(base_url)
    except ValueError as error:
        raise ConfigError(
            f"`model.base_url`: {error}; write it like http://localhost:8000/v1, and in a password %2F for / and %40 for @"
        ) from None
