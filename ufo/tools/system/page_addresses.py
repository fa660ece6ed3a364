"""Addresses of pages, completed as a browser's address bar does. The policy judges the same whole address that is opened."""

from __future__ import annotations

from typing import Literal

from ufo.errors import NotActionable
from ufo.schema.patterns import regex
from ufo.tools.system.application_match import is_host

Step = Literal["back", "forward", "reload"]
"""What leads to a page without its address."""
_SCHEME = regex(r"[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/?#]|$))")
_LOCAL = regex(r"(?:localhost|\[[0-9a-f:.]+\]|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(?:[/?#].*)?$")
_OPENED = ("http", "https", "file", "about", "chrome")


def address_of(text: str) -> str:
    """Return a whole address. Raises NotActionable for what is none, and for a scheme that would run what stands in it."""
    plain = "".join(sign for sign in text.strip() if sign.isprintable())
    named = _SCHEME.match(plain.casefold())
    if named is not None:
        scheme = named[0][:-1]
        if scheme not in _OPENED:
            raise NotActionable(f"an address of the kind {scheme!r} is not opened; give one with http, https or file")
        return plain
    if plain.startswith("/"):
        return f"file://{plain}"
    if _LOCAL.match(plain.casefold()) or (is_host(plain) and ":" in plain.partition("/")[0]):
        return f"http://{plain}"
    if is_host(plain):
        return f"https://{plain}"
    raise NotActionable(f"{text!r} is no address; give one such as https://example.org/page")
