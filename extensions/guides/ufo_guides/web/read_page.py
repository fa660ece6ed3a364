"""Reads a page of the web within bounds: bytes, seconds, redirects. Each redirect is judged like a new address. Of its text only
what a reader would see is told.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from urllib.parse import urljoin

import httpx2

from ufo.faults import why
from ufo.knowledge.index.values import Section
from ufo.network.client import TooLarge
from ufo_guides.pages.markup import WEB, read_pieces
from ufo_guides.pages.pieces import decode_page
from ufo_guides.web.page_client import PageRefused

_MOST_REDIRECTS = 5
_MOST_S = 8.0
_MOST_ADDRESS = 2_000
_MOST_SECTIONS, _MOST_LINE, _LEAST_CONTENT = 2_000, 4_000, 200
_KINDS = {"text/html": True, "application/xhtml+xml": True, "text/plain": False, "": True}


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was sent. `address`: where it was read, after redirects. `is_html`: the text is HTML, not plain."""

    address: str
    text: str
    is_html: bool


async def read_page(client: httpx2.AsyncClient, address: str) -> Page:
    """Read a page with a client of `page_client`. Raises PageRefused for everything that is no page of the public web."""
    try:
        async with asyncio.timeout(_MOST_S):
            return await _followed(client, address)
    except TimeoutError as error:
        raise PageRefused(f"it did not come within {_MOST_S:.0f} s") from error
    except TooLarge as error:
        raise PageRefused(f"its server {error}") from error
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError, OSError) as error:
        raise PageRefused(f"it cannot be read: {why(error)}") from error


async def _followed(client: httpx2.AsyncClient, address: str) -> Page:
    for _ in range(_MOST_REDIRECTS + 1):
        if len(address) > _MOST_ADDRESS:
            raise PageRefused("its address is too long")
        async with client.stream("GET", address) as answer:
            if not answer.has_redirect_location:
                return await _page(answer, address)
            address = urljoin(address, answer.headers["location"])
    raise PageRefused(f"it redirects more than {_MOST_REDIRECTS} times")


async def _page(answer: httpx2.Response, address: str) -> Page:
    if answer.status_code != httpx2.codes.OK:
        raise PageRefused(f"its server answered {answer.status_code}")
    said = answer.headers.get("content-type", "")
    kind = said.partition(";")[0].strip().lower()
    if kind not in _KINDS:
        raise PageRefused(f"it is no page but {kind[:60]}")
    data = await answer.aread()
    if b"\0" in data[:1024] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise PageRefused("it is no text")
    return Page(address, decode_page(data, said), _KINDS[kind])


def sections_of(page: Page) -> tuple[str, tuple[Section, ...]]:
    """Return the title and the sections of a page: of its element `main` or `article` where there is enough in it. Plain text is
    one section. It takes a moment for a long page.
    """
    if not page.is_html:
        lines = [
            line for line in (" ".join(splitline[:_MOST_LINE].split()) for splitline in page.text.splitlines()) if line
        ]
        return "", (Section((), "\n".join(lines)),) if lines else ()
    read = read_pieces(page.text, WEB)
    enough = sum(len(section.text) for section in read.content) >= _LEAST_CONTENT
    return read.title, (read.content if enough else read.sections)[:_MOST_SECTIONS]
