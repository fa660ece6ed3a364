"""The seam between a provider and the network: where its requests go."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, cast

from ufo.config.settings import ModelSettings
from ufo.dotted import load
from ufo.llm.provider import Provider

if TYPE_CHECKING:
    import httpx2


class Line(Protocol):
    """Where the requests of one model go. An agent's model has one, and its backup another `beside` it."""

    def client(self, **options: Any) -> httpx2.AsyncClient:
        """Return an HTTP client; the options are those of `httpx2.AsyncClient`."""
        ...

    def note(self, settings: ModelSettings, base_url: str | None = None) -> None:
        """Note which model is asked here; `base_url`: its address where the environment tells it. Raises TraceError."""
        ...

    def without_http(self, settings: ModelSettings, opened: Callable[[], Provider]) -> Provider:
        """Return a provider that is not asked by a client of this line."""
        ...

    def beside(self) -> Line: ...

    def clock(self) -> float:
        """Return the time in seconds, of which only differences count."""
        ...


class Network:
    """The line of every run that is neither recorded nor replayed."""

    def client(self, **options: Any) -> httpx2.AsyncClient:
        return cast("httpx2.AsyncClient", load("httpx2:AsyncClient")(**options))

    def note(self, settings: ModelSettings, base_url: str | None = None) -> None:
        return None

    def without_http(self, settings: ModelSettings, opened: Callable[[], Provider]) -> Provider:
        return opened()

    def beside(self) -> Line:
        return self

    def clock(self) -> float:
        return time.monotonic()
