"""Searches the web for a run: finds pages, reads them, and tells the passages that fit, each with its page. To the service go the
words of the task, without what belongs to the person.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import httpx2

from ufo.knowledge.index.values import Section
from ufo.network.client import trusted
from ufo.schema.knowledge import Knowledge, Passage, Query
from ufo.schema.patterns import regex
from ufo.schema.quotations import Quotation, replaced
from ufo.text.fold import shortened
from ufo_guides.web.best_passages import Cut, best_passages, cuts_of
from ufo_guides.web.page_client import PageRefused, page_client
from ufo_guides.web.providers import search_provider
from ufo_guides.web.read_page import read_page, sections_of
from ufo_guides.web.service import FoundPage, SearchProvider, SearchRefused

_OF_THE_PERSON = regex(
    r"\{\{[^{}]*\}\}"
    r"|•+\d*•+"
    r"|\b[a-z][a-z0-9+.-]*://\S+"
    r"|\S+@\S+\.\S+"
    r"|(?<![\w.])(?:~|\.{1,2})?/\S+"
    r"|\b[A-Za-z]:\\\S+"
    r"|\b[\w-]+\.(?:od[tspg]|docx?|xlsx?|pptx?|pdf|csv|txt|md|png|jpe?g|svg|xcf|mp[34]|ogg|zip|html?|json)\b"
    r"|\+?\d(?:[\s().-]?\d){4,}"
)
"""Secrets, addresses, e-mail addresses, paths, names of files, and long numbers."""
_WORDS_OF_A_LABEL = 3
_LONGEST = 200
_PAGES_MORE = 2
"""How many more pages than passages are read: not every page can be read, or holds the words."""
_SPARE_S = 0.15
"""How long before the end of a query's time the pages that are late are given up, so that the others are told."""
_MOST_SUMMARY, _MOST_TITLE, _MOST_ADDRESS = 500, 80, 120
_MOST_KEPT = 100
V = TypeVar("V")


def search_words(text: str, application: str) -> str:
    """Return the words to search for: application and task. Left out are what is quoted (unless it is short enough for the label
    of a control and holds no digit), secrets, addresses, paths, names of files and long numbers. "" where nothing is left.
    """
    kept = _OF_THE_PERSON.sub(" ", replaced(text, _label))
    task = " ".join(kept.split())
    if not any(letter.isalpha() for letter in task):
        return ""
    program = " ".join(application.replace("-", " ").replace("_", " ").split())
    return f"{program} {task}"[:_LONGEST].strip()


def _label(quotation: Quotation) -> str:
    said = quotation.text
    is_label = len(said.split()) <= _WORDS_OF_A_LABEL and not any(letter.isdigit() for letter in said)
    return f" {said} " if is_label else " "


@dataclass(frozen=True, slots=True)
class _Read:
    """A page that was read, or was refused (`parts` is empty then)."""

    title: str
    address: str
    parts: tuple[Section, ...]


class WebSearch:
    """One for a run: what was searched and read is kept, so that each turn asks for what is new only. `tell` is called once for
    each thing that went wrong; `mask` hides secrets in what is searched for. `open_client` makes the client for pages.
    """

    def __init__(
        self,
        provider: SearchProvider,
        tell: Callable[[str], None],
        mask: Callable[[str], str] = str,
        open_client: Callable[[ssl.SSLContext], httpx2.AsyncClient] = page_client,
    ) -> None:
        self._provider = provider
        self._tell = tell
        self._mask = mask
        self._open_client = open_client
        self._told: set[str] = set()
        self._asked_again_at = 0.0
        self._found: dict[str, tuple[FoundPage, ...]] = {}
        self._read: dict[str, _Read] = {}

    async def passages(self, query: Query, count: int) -> tuple[Passage, ...]:
        """Return at most `count` passages. Pages that do not come in time are told by the service's summary."""
        words = search_words(self._mask(query.text), query.application)
        found = await self._search(words, count + _PAGES_MORE) if words else ()
        if not found:
            return ()
        await self._read_in_time(found, query)
        read = [self._read.get(page.address) for page in found]
        # Long pages take seconds, which the event loop must not wait for.
        return await asyncio.to_thread(_told, found, read, words, count)

    async def _search(self, words: str, count: int) -> tuple[FoundPage, ...]:
        if words in self._found:
            return self._found[words]
        if time.monotonic() < self._asked_again_at:
            return ()
        try:
            found = await self._provider.search(words, count)
        except SearchRefused as refused:
            wait_s = refused.again_in_s
            self._asked_again_at = float("inf") if wait_s is None else time.monotonic() + wait_s
            self._tell_once(
                f"searching the web: {refused}" + ("" if wait_s is not None else "; this run goes on without")
            )
            return ()
        kept = tuple({page.address: _plain(page) for page in reversed(found)}.values())[::-1]
        _keep(self._found, words, kept)
        return kept

    async def _read_in_time(self, found: Sequence[FoundPage], query: Query) -> None:
        """Read the pages that are not known yet, side by side. Nothing goes on reading after this."""
        new = [page.address for page in found if page.address not in self._read]
        left_s = query.left_s(time.monotonic()) - _SPARE_S
        if not new or left_s <= 0:
            return
        async with self._open_client(await trusted()) as client:
            tasks = [asyncio.create_task(self._page(client, address)) for address in new]
            try:
                await asyncio.wait(tasks, timeout=left_s)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _page(self, client: httpx2.AsyncClient, address: str) -> None:
        try:
            page = await read_page(client, address)
            # Reading a long page takes a moment, which the event loop must not wait for.
            title, sections = await asyncio.to_thread(sections_of, page)
        except PageRefused as refused:
            self._tell_once(f"a page of the web is left out: {_shown(address)}: {refused}")
            _keep(self._read, address, _Read("", address, ()))
            return
        _keep(self._read, address, _Read(title, page.address, sections))

    def _tell_once(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            self._tell(text)


def _told(found: Sequence[FoundPage], read: Sequence[_Read | None], words: str, count: int) -> tuple[Passage, ...]:
    """Return the passages that fit best of the pages, each as it was read, or of the summary where it was not."""
    cuts = [cut for place, item in enumerate(read) for cut in _cuts(place, found[place], item)]
    return tuple(_passage(cut, found[cut.page], read[cut.page]) for cut in best_passages(cuts, words, count))


def _cuts(place: int, found: FoundPage, read: _Read | None) -> Iterable[Cut]:
    cuts = list(cuts_of(place, read.parts)) if read is not None else []
    return cuts or ([Cut(place, (), found.summary)] if found.summary else [])


def _plain(found: FoundPage) -> FoundPage:
    return replace(found, title=_short(found.title, _MOST_TITLE), summary=_short(found.summary, _MOST_SUMMARY))


def _passage(cut: Cut, found: FoundPage, read: _Read | None) -> Passage:
    """Return a passage with its title, the heading that it stands under, and the address where it was read."""
    is_page = read is not None and bool(read.parts)
    address = read.address if read is not None and is_page else found.address
    title = found.title or _short(read.title if read is not None else "", _MOST_TITLE) or "a page"
    heading = next((text for text in reversed(cut.path) if _short(text, _MOST_TITLE) != title), "")
    place = f"{title} § {_short(heading, _MOST_TITLE)}" if heading else title
    return Passage(cut.text, f"{place} ({_shown(address)})" + ("" if is_page else ", as the search tells it"))


def _shown(address: str) -> str:
    """Return an address as it is cited: one short line."""
    return _short(address.partition("#")[0], _MOST_ADDRESS)


def _short(text: str, most: int) -> str:
    """Return one line without signs that a terminal would act on."""
    return shortened("".join(letter if letter.isprintable() else " " for letter in text), most)


def _keep(kept: dict[str, V], key: str, value: V) -> None:
    """Keep a value, and the newest hundred only."""
    while len(kept) >= _MOST_KEPT:
        kept.pop(next(iter(kept)))
    kept[key] = value


class OnlineRetriever:
    """Looks each sub-task of an application up; a request that is not split yet is not searched for."""

    def __init__(self, search: WebSearch, top_k: int) -> None:
        self._search = search
        self._top_k = top_k

    async def retrieve(self, query: Query) -> Knowledge:
        if not query.application:
            return Knowledge()
        return Knowledge(online_docs=await self._search.passages(query, self._top_k))


def web(
    *,
    provider: str,
    address: str | None,
    key: str,
    top_k: int,
    tell: Callable[[str], None],
    mask: Callable[[str], str],
) -> OnlineRetriever:
    """Return the search of the web as a retriever, by the service that `knowledge.web` names."""
    return OnlineRetriever(WebSearch(search_provider(provider, address, key), tell, mask), top_k)
