"""Fixtures of the fleet's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fleet.working import Scene, scene_in
from ufo.fleet.engine.address import Database


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """A fleet on SQLite."""
    with scene_in(tmp_path, Database.in_file(tmp_path / "fleet.sqlite")) as made:
        yield made
