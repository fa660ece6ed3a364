"""The Retriever protocol: knowledge that is looked up for a turn besides what the screen shows."""

from __future__ import annotations

from typing import Protocol

from ufo.schema.inputs import Knowledge


class Retriever(Protocol):
    def retrieve(self, request: str, application: str) -> Knowledge:
        """Return what is known for this request, empty where nothing is. Never raises. `application` is an application root, or
        "" where none is chosen yet. Blocking: it is called in a thread, never by two at once.
        """
        ...


class NoRetriever:
    def retrieve(self, request: str, application: str) -> Knowledge:
        return Knowledge()
