"""The SearchProvider protocol: a service that finds pages of the web by words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page that a search found. `summary`: what the service says of it, as plain text, "" where it says nothing."""

    title: str
    address: str
    summary: str = ""


class SearchRefused(Exception):
    """The service does not answer searches. The text says why, with the next move; it holds no key and no address with
    credentials. `again_in_s`: when it may be asked again, None where that is not before the next run. `status`: what it answered
    over HTTP, 0 where it answered nothing.
    """

    def __init__(self, text: str, again_in_s: float | None = None, status: int = 0) -> None:
        super().__init__(text)
        self.again_in_s = again_in_s
        self.status = status


class SearchProvider(Protocol):
    """`name`: what a person calls the service."""

    name: str

    async def search(self, words: str, count: int) -> tuple[FoundPage, ...]:
        """Return at most `count` pages, the best first. Raises SearchRefused. It has no deadline of its own: whoever calls it
        cancels it.
        """
        ...
