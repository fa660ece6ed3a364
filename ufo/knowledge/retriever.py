"""The Retriever protocol: what is looked up for a turn besides what the screen shows."""

from __future__ import annotations

from typing import Protocol

from ufo.schema.inputs import Knowledge


class Retriever(Protocol):
    def retrieve(self, request: str, application: str) -> Knowledge:
        """`application` is an application root, or "" where none is chosen yet. Never raises: no knowledge is empty."""
        ...


class NoRetriever:
    def retrieve(self, request: str, application: str) -> Knowledge:
        return Knowledge()
