"""What is seen of real applications and of what is opened in them, against a full, slow, unpruned walk of their trees; and that
what is offered reacts where it is said to be (`make test-apps`)."""

from __future__ import annotations

import anyio
import pytest

from bench.real import Real
from bench.real_applications import REAL
from bench.recall import look_at_real
from bench.recall_table import REAL_GOAL, Seen

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(600),
    pytest.mark.matrix,
]
_REACT = 0.6
"""So much of what is offered must show or tell that it was worked: some, as a button that is pressed already, do neither."""


@pytest.mark.parametrize("app", REAL, ids=[one.name for one in REAL])
async def test_nearly_all_that_a_full_walk_finds_is_seen_and_nothing_that_is_hidden(
    app: Real, seen: list[Seen]
) -> None:
    with anyio.fail_after(590):
        found = await look_at_real(app)
    seen.extend(found)
    if found[0].recall is None:
        pytest.skip(found[0].why)
    missed = [one for one in found if one.recall is not None and one.recall < REAL_GOAL]
    missed += [one for one in found if one.precision is not None and one.precision < REAL_GOAL]
    assert not missed, "\n".join(f"{one.name}: {one.why}" for one in missed)
    worked = [one.reacted for one in found if one.reacted is not None]
    assert sum(reacted for reacted, _ in worked) >= _REACT * sum(of for _, of in worked), found
