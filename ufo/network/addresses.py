"""Shows addresses of services, and texts that quote them, without the credentials that an address may hold.

Nothing of `user:password@`, of a query, or of a header made from them is ever shown, in whatever form it comes back.
"""

from __future__ import annotations

import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, quote_plus, unquote, urlsplit, urlunsplit

MASK = "***"
_IN_ADDRESS = re.compile(r"(?<=://)[^\s/?#]+@")
_HEADER = re.compile(r"\b(basic|bearer)(\s+|%20|\+)(?=\S*[0-9=+/_-])[^\s\"',;]{6,}", re.IGNORECASE)
_KEYS = r"[\w.-]*(?:key|token|secret|signature|sig|passw|pwd|auth|credential|session|code)[\w.-]*"
_KEY_IN_QUERY = re.compile(rf"([?&;]{_KEYS}=)[^&;#\s\"'<>]+", re.IGNORECASE)
_SHORT = 6


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The address of a service. `base` may be shown: credentials and query go with each request apart from it."""

    base: str
    credentials: tuple[str, str] | None = field(default=None, repr=False)
    query: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)

    @classmethod
    def parse(cls, text: str) -> Endpoint:
        """Split an address into what may be shown and what not. Raises ValueError, without the address, where it is none."""
        text = text.strip()
        try:
            parts = urlsplit(text)
            usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            usable = False
        # A later `@` belongs to a password that holds an unescaped `/`, so that the text before the `/` is no host.
        if not usable or not text.isprintable() or " " in text or "@" in f"{parts.path}{parts.query}{parts.fragment}":
            raise ValueError("it is no http(s) address")
        known, _, place = parts.netloc.rpartition("@")
        user, _, password = known.partition(":")
        return cls(
            base=urlunsplit((parts.scheme, place, parts.path, "", "")),
            credentials=(unquote(user), unquote(password)) if known else None,
            query=tuple(parse_qsl(parts.query, keep_blank_values=True)),
            secrets=tuple(_secrets_of(known, parts.query, parts.fragment)),
        )


def _secrets_of(known: str, query: str, fragment: str) -> Iterator[str]:
    user, _, password = known.partition(":")
    if known:
        yield known
        # A user name without a password is itself the secret; beside a password it is an ordinary word.
        yield password or user
        for pair in {known, unquote(known), known if ":" in known else f"{known}:"}:
            yield b64encode(pair.encode()).decode()
            yield urlsafe_b64encode(pair.encode()).decode()
    yield query
    for name, value in parse_qsl(query):
        # A version's "1" is no secret, and texts in which it is masked would be unreadable.
        if len(value) >= _SHORT or re.fullmatch(_KEYS, name, re.IGNORECASE):
            yield value
    yield fragment


def shown(address: str) -> str:
    """Return an address in a form that may be shown, without credentials and query."""
    try:
        return Endpoint.parse(address).base
    except ValueError:
        return redacted(address)


def redacted(text: str) -> str:
    """Return a text with everything that has the form of credentials masked."""
    text = _IN_ADDRESS.sub(f"{MASK}@", text)
    text = _HEADER.sub(rf"\1\2{MASK}", text)
    return _KEY_IN_QUERY.sub(rf"\1{MASK}", text)


class Redactor:
    """Masks known secrets in a text in every form that they may take, and all else that has the form of credentials."""

    def __init__(self, secrets: Iterable[str]) -> None:
        forms = {form for secret in secrets if secret for form in _forms(secret)}
        # The longest comes first, since one may be part of another.
        self._forms = tuple(sorted(forms, key=len, reverse=True))

    def __call__(self, text: str) -> str:
        for form in self._forms:
            text = text.replace(form, MASK)
        return redacted(text)


def _forms(secret: str) -> set[str]:
    plain = unquote(secret)
    escaped = {plain.replace("/", "\\/"), plain.encode("unicode_escape").decode(), repr(plain)[1:-1]}
    bare = {form.rstrip("=") for form in (secret, plain) if len(form.rstrip("=")) >= 4}
    return {secret, plain, quote(plain), quote(plain, safe=""), quote_plus(plain), *escaped, *bare} - {""}
