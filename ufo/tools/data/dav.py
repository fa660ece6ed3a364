"""Calendars on a CalDAV server (RFC 4791) and address books on a CardDAV server (RFC 6352), each entry a resource with a tag.

A resource is written only over the one that was read (If-Match), so that what somebody else changed meanwhile stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, unquote, urljoin, urlsplit
from uuid import uuid4
from xml.etree.ElementTree import Element

import httpx2

from ufo.conditions.readers.markup import child, descendants, local, parse_xml
from ufo.errors import ToolError, UnreadableDocument
from ufo.tools.data.ask_host import ask
from ufo.tools.data.records import Book

_XML = {"Content-Type": "application/xml; charset=utf-8"}
_SPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:a="urn:ietf:params:xml:ns:carddav"'
_ABOUT = (
    f"<d:propfind {_SPACES}><d:prop><d:resourcetype/><d:displayname/><d:current-user-principal/><c:calendar-home-set/>"
    "<a:addressbook-home-set/></d:prop></d:propfind>"
)
_ALL = {
    "calendar": f"<c:calendar-query {_SPACES}><d:prop><d:getetag/><c:calendar-data/></d:prop><c:filter>"
    '<c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>',
    "addressbook": f"<a:addressbook-query {_SPACES}><d:prop><d:getetag/><a:address-data/></d:prop><a:filter/>"
    "</a:addressbook-query>",
}
_DATA = {"calendar": "calendar-data", "addressbook": "address-data"}
_KINDS = {"calendar": ("text/calendar; charset=utf-8", ".ics"), "addressbook": ("text/vcard; charset=utf-8", ".vcf")}
_MOST_HOMES, _MOST_TOLD = 6, 60


@dataclass(frozen=True, slots=True)
class Collection:
    """A calendar or an address book. `kind`: "calendar" or "addressbook"."""

    address: str
    kind: str
    name: str


@dataclass
class DavPlace:
    """A collection, asked with a client that knows the person. `tags`: of the resources that were read, by their addresses."""

    client: httpx2.AsyncClient
    collection: Collection
    tags: dict[str, str] = field(default_factory=dict)

    async def books(self) -> list[Book]:
        kind = self.collection.kind
        answer = await ask(self.client, "REPORT", self.collection.address, _XML | {"Depth": "1"}, _ALL[kind])
        self.tags.clear()
        found = []
        for response in _responses(answer.content, self.collection.address):
            href, data, tag = (_text(response, name) for name in ("href", _DATA[kind], "getetag"))
            if not data:
                continue
            address = _within(self.collection.address, href)
            self.tags[address] = tag
            found.append(Book.parse(address, data.encode()))
        return found

    def fresh(self, books: Sequence[Book]) -> Book:
        del books  # each entry is a resource of its own
        return Book(urljoin(self.collection.address, f"{uuid4()}{_KINDS[self.collection.kind][1]}"))

    async def save(self, book: Book) -> None:
        tag = self.tags.get(book.name)
        if not book.records:
            await ask(self.client, "DELETE", book.name, {"If-Match": tag} if tag else {})
            return
        condition = {"If-Match": tag} if tag else {} if book.name in self.tags else {"If-None-Match": "*"}
        await ask(
            self.client, "PUT", book.name, {"Content-Type": _KINDS[self.collection.kind][0]} | condition, book.dumped()
        )


async def collection_at(client: httpx2.AsyncClient, address: str) -> DavPlace:
    """Return a calendar or an address book. Raises ToolError for an address of none, with those that the server has."""
    found = await collections_at(client, address)
    if not is_one(found, address):
        there = "; ".join(f"{each.kind} {each.name!r} at {each.address}" for each in found[:_MOST_TOLD])
        raise ToolError(
            f"{address} is no calendar and no address book itself; there are: {there or 'none that it tells of'}"
        )
    return DavPlace(client, found[0])


def is_one(found: Sequence[Collection], address: str) -> bool:
    """Tell whether what was found is the collection at the address itself."""
    return len(found) == 1 and found[0].address.rstrip("/") == address.rstrip("/")


async def collections_at(client: httpx2.AsyncClient, address: str) -> list[Collection]:
    """Return the collection at an address, or those of the person whom the server knows. Raises ToolError."""
    waiting, seen, found = [(_ended(address), "0")], set[tuple[str, str]](), dict[str, Collection]()
    while waiting and len(seen) < _MOST_HOMES:
        at, depth = waiting.pop(0)
        if (at, depth) in seen:
            continue
        seen.add((at, depth))
        answer = await ask(client, "PROPFIND", at, _XML | {"Depth": depth}, _ABOUT)
        for response in _responses(answer.content, at):
            here = _within(at, _text(response, "href"))
            kinds = {local(kind) for held in descendants(response, "resourcetype") for kind in held}
            kind = next((kind for kind in _ALL if kind in kinds), "")
            if kind:
                found[here] = Collection(
                    here, kind, _text(response, "displayname") or unquote(here.rstrip("/").rpartition("/")[2])
                )
            elif depth == "0":
                waiting += [
                    (home, "1")
                    for name in ("calendar-home-set", "addressbook-home-set")
                    for home in _hrefs(response, name, at)
                ]
                waiting += [(principal, "0") for principal in _hrefs(response, "current-user-principal", at)]
        if found and depth == "0":
            break
    return list(found.values())


def _responses(data: bytes, where: str) -> list[Element]:
    try:
        root = parse_xml(data, where)
    except UnreadableDocument as error:
        raise ToolError(f"{where} does not answer as a server of calendars: {error}") from error
    return list(descendants(root, "response"))


def _text(response: Element, name: str) -> str:
    found = next(descendants(response, name), None)
    return (found.text or "").strip() if found is not None else ""


def _hrefs(response: Element, name: str, at: str) -> list[str]:
    held = next(descendants(response, name), None)
    href = child(held, "href") if held is not None else None
    return [_within(at, (href.text or "").strip())] if href is not None and href.text else []


def _within(base: str, href: str) -> str:
    """Return the whole address of a path that a server tells. Raises ToolError for one on another host."""
    address = urljoin(base, quote(href, safe="/:%@+~,;=!$&'()*?"))
    if urlsplit(address)[:2] != urlsplit(base)[:2]:
        raise ToolError(
            f"{base} refers to {urlsplit(address).netloc!r}, which is another host; name that address if it is meant"
        )
    return address


def _ended(address: str) -> str:
    return address if address.endswith("/") else f"{address}/"
