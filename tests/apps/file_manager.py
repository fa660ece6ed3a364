"""pcmanfm 1.3: an entry that is looked at before it has its name is without one until the folder is read again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio
import pytest

from tests.tools.bench import Bench

_NAMED_S, _TRIES = 8.0, 6
T = TypeVar("T")


async def once_named(bench: Bench, found: Callable[[], Awaitable[T | None]]) -> T:
    """Look until what is asked for is found; have the folder read again where its entries stay without their names."""
    for _ in range(_TRIES):
        with anyio.move_on_after(_NAMED_S):
            while (seen := await found()) is None:
                await bench.scope.desktop.settle(bench.selection.require_window().id)
            return seen
        await bench.run("keyboard_input", keys="{F5}")
    pytest.fail("the names of the entries never came")
