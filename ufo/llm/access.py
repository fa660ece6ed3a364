"""Decides where a model is asked and with which key. A key of the environment goes to its own provider's hosts only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError
from ufo.llm.recording.line import Line, Network
from ufo.llm.vendors import Vendor, vendor_of_key
from ufo.network.addresses import Endpoint


@dataclass(frozen=True, slots=True)
class Access:
    """`kind`: the name of the provider in settings. `key`: "" where there is none. `origin`: where the key comes from, in words.
    `line`: where requests go. `is_own_host`: the endpoint is the provider's own, not a gateway or a server that speaks its
    format.
    """

    kind: str
    vendor: Vendor
    place: Endpoint
    is_own_host: bool
    environ: Mapping[str, str] = field(repr=False)
    key: str = field(default="", repr=False)
    origin: str = ""
    line: Line = field(default_factory=Network)


def access_to(
    kind: str, vendor: Vendor, settings: ModelSettings, environ: Mapping[str, str], line: Line | None = None
) -> Access:
    """Return where and with which key the settings ask. Raises ConfigError where an address or a key is missing or unusable."""
    base_url, is_own = _address(kind, vendor, settings, environ)
    place = endpoint(base_url)
    is_own = is_own or _is_own_host(vendor, urlsplit(place.base).hostname or "")
    key, origin = _key(vendor, settings, environ if is_own else {})
    if not key.isascii() or not key.isprintable():
        raise ConfigError(f"the key of {origin} holds a character that no key has; copy it again to `model.api_key`")
    if vendor.needs_key and is_own and not key:
        raise ConfigError(
            f"the model '{kind}:…' needs a key of {vendor.title}; set {vendor.key_variables[0]} or UFO_MODEL__API_KEY, "
            "or `model.base_url` to an endpoint that needs none"
        )
    other = vendor_of_key(key) if key and is_own else None
    if other is not None and other.title != vendor.title:
        raise ConfigError(
            f"the key of {origin} is one of {other.title}'s, by its beginning, and was not sent to {vendor.title}; "
            "give each its own key"
        )
    return Access(kind, vendor, place, is_own, environ, key, origin, line or Network())


def _address(kind: str, vendor: Vendor, settings: ModelSettings, environ: Mapping[str, str]) -> tuple[str, bool]:
    """Return the address, and whether the environment names it for this provider."""
    if settings.base_url is not None:
        return settings.base_url, False
    told = environ.get(vendor.base_url_variable, "").strip() if vendor.base_url_variable else ""
    if told:
        return told, True
    if vendor.base_url:
        return vendor.base_url, False
    region = environ.get("AWS_REGION", "").strip() or environ.get("AWS_DEFAULT_REGION", "").strip()
    if kind == "bedrock" and region:
        return f"https://bedrock-runtime.{region}.amazonaws.com", True
    needed = "AWS_REGION" if kind == "bedrock" else vendor.base_url_variable
    raise ConfigError(f"{vendor.title} has no address that serves everyone; set {needed} or `model.base_url`")


def _is_own_host(vendor: Vendor, host: str) -> bool:
    own = (urlsplit(vendor.base_url).hostname or "", *vendor.hosts)
    return any(host == pattern or (pattern.startswith(".") and host.endswith(pattern)) for pattern in own if pattern)


def _key(vendor: Vendor, settings: ModelSettings, environ: Mapping[str, str]) -> tuple[str, str]:
    given = settings.api_key.get_secret_value().strip() if settings.api_key is not None else ""
    if given:
        return given, f"the secret `{settings.key_secret}`" if settings.key_secret else "`model.api_key`"
    for variable in vendor.key_variables:
        if found := environ.get(variable, "").strip():
            return found, variable
    return "", ""


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
