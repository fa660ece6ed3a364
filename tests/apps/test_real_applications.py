"""What is seen of real applications and of what is opened in them, against a full, slow, unpruned walk of their trees; and that
what is offered reacts where it is said to be (`make test-apps`)."""

from __future__ import annotations

import anyio
import pytest

from bench.real import Real
from bench.real_applications import REAL
from bench.recall import look_at_real
from bench.recall_table import REAL_GOAL, Seen
from tests.needs import need

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(600),
    pytest.mark.matrix,
]
_REACT = 0.6
"""So much of what is offered must show or tell that it was worked: some, as a button that is pressed already, do neither."""


@pytest.mark.parametrize("app", REAL, ids=[real.name for real in REAL])
async def test_nearly_all_that_a_full_walk_finds_is_seen_and_nothing_that_is_hidden(
    app: Real, seen: list[Seen]
) -> None:
    need(app.program)
    with anyio.fail_after(590):
        found = await look_at_real(app)
    seen.extend(found)
    if found[0].recall is None:
        pytest.skip(found[0].why)
    missed = [item for item in found if item.recall is not None and item.recall < REAL_GOAL]
    missed += [item for item in found if item.precision is not None and item.precision < REAL_GOAL]
    assert not missed, "\n".join(f"{item.name}: {item.why}" for item in missed)
    worked = [item.reacted for item in found if item.reacted is not None]
    assert sum(reacted for reacted, _ in worked) >= _REACT * sum(of for _, of in worked), found
