"""A request that forbids, excepts, postpones, questions or conditions an act, or only quotes it, lets nobody do it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.commands.policy.consent.obedient import Wording, is_done, wordings

_BANNED = wordings("banned_wordings.json")


@pytest.mark.parametrize("wording", _BANNED, ids=str)
async def test_an_act_that_the_request_does_not_order_now_is_not_done_with_nobody_there(
    tmp_path: Path, wording: Wording
) -> None:
    assert not await is_done(tmp_path, wording)


def test_the_table_has_240_wordings_in_eight_languages() -> None:
    assert len({(one.request, one.act) for one in _BANNED}) >= 240
    counted = Counter(one.language for one in _BANNED)
    assert set(counted) == {"en", "de", "fr", "es", "pl", "ar", "zh", "ja"} and min(counted.values()) >= 30
