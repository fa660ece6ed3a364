"""A world of real files for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proof.difference.made_world import MadeWorld


@pytest.fixture
def made(tmp_path: Path) -> MadeWorld:
    return MadeWorld(tmp_path)
