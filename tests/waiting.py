"""How long a test waits for a real application. What is quick costs nothing of it, and on a busy machine nothing is quick."""

from __future__ import annotations

from contextlib import AbstractContextManager

import anyio

WAITED_S = 90.0


def in_time() -> AbstractContextManager[anyio.CancelScope]:
    """Raise TimeoutError where what is waited for does not come."""
    return anyio.fail_after(WAITED_S)


def for_a_while() -> anyio.CancelScope:
    """Go on where it does not come: the test says then what there was in its place."""
    return anyio.move_on_after(WAITED_S)
