"""Where a model answers."""

from __future__ import annotations

from urllib.parse import urlsplit

from ufo.errors import ConfigError

OPENAI_URL = "https://api.openai.com/v1"


def is_openai(base_url: str) -> bool:
    """Raises ConfigError for what is no http(s) address; its words leave the address out, which may hold a password."""
    host = _host(base_url)
    if not host:
        raise ConfigError("`model.base_url` is no http(s) address; write it like http://localhost:8000/v1")
    return host == "api.openai.com"


def _host(base_url: str) -> str | None:
    if any(one.isspace() for one in base_url):
        return None
    try:
        address = urlsplit(base_url)
        usable = address.scheme in ("http", "https") and address.port != 0
    except ValueError:
        return None
    return address.hostname if usable else None
