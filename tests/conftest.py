"""Shared fixtures. Async tests run on asyncio through anyio's own plugin."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ufo.desktop.private import PrivateDesktop


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def private_desktop() -> Iterator[PrivateDesktop]:
    """One private desktop for all tests of a worker. Not async: tests run in event loops of their own."""
    desktop = PrivateDesktop.open(1280, 800)
    yield desktop
    desktop.close()
