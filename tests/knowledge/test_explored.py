"""The help of an application is read at the first question about it, for as long as that question waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ufo.errors import KnowledgeError
from ufo.knowledge.explored import Explored
from ufo.knowledge.shared_index import SharedIndex
from ufo.schema.knowledge import Knowledge, Passage, Query

_FOUND = Knowledge(offline_docs=(Passage("Choose Cargo."),))


class _Inner:
    async def retrieve(self, query: Query) -> Knowledge:
        return _FOUND


@pytest.fixture
def index(tmp_path: Path) -> Iterator[SharedIndex]:
    shared = SharedIndex(tmp_path, lambda _: None)
    yield shared
    shared.close()


def _asked(application: str = "harbour", seconds: float = 5.0) -> Query:
    return Query("weigh it", application, time.monotonic() + seconds)


async def test_each_application_is_explored_once_in_a_run_and_that_is_told(index: SharedIndex) -> None:
    asked: list[str] = []
    told: list[str] = []

    def learn(_: SharedIndex, application: str, until: float) -> str:
        asked.append(application)
        return f"{application} was read"

    explored = Explored(_Inner(), index, learn, told.append)
    for name in ("harbour", "harbour", "", "quay"):
        assert await explored.retrieve(_asked(name)) == _FOUND
    assert asked == ["harbour", "quay"] and told == ["harbour was read", "quay was read"]


async def test_a_slow_or_broken_help_ends_no_turn(index: SharedIndex) -> None:
    go_on = threading.Event()
    told: list[str] = []

    def slow(_: SharedIndex, application: str, until: float) -> str:
        assert go_on.wait(10)
        raise KnowledgeError("the index is broken")

    explored = Explored(_Inner(), index, slow, told.append)
    assert await explored.retrieve(_asked(seconds=0.5)) == _FOUND
    go_on.set()
    assert await explored.retrieve(_asked()) == _FOUND and told == []
