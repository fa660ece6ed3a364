"""What is seen of real applications, against a full, slow, unpruned walk of their trees (`make test-apps`)."""

from __future__ import annotations

import os

import anyio
import pytest

from bench.recall import REAL, REAL_GOAL, Real, look_at
from tests.apps.test_owned_scenes import EVERYTHING

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(400),
    pytest.mark.skipif(not os.environ.get(EVERYTHING), reason="a part of make test-apps"),
]


@pytest.mark.parametrize("app", REAL, ids=[one.name for one in REAL])
async def test_nearly_all_that_a_full_walk_finds_is_seen_and_nothing_that_is_hidden(app: Real) -> None:
    with anyio.fail_after(390):
        seen = await look_at(app)
    if seen.recall is None:
        pytest.skip(seen.why)
    assert seen.recall >= REAL_GOAL, seen.why
    assert seen.precision is None or seen.precision >= REAL_GOAL, seen.why
