"""How long the ids of a look are good for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.requirement import requirement
from ufo.desktop.linux.snapshots.handles import Look, RememberedLooks
from ufo.desktop.snapshot import Snapshot
from ufo.schema.geometry import Rect


@requirement("bad:older-id")
@pytest.mark.parametrize(("controls", "kept"), [(1, 64), (625, 64), (2_353, 16)])
def test_of_large_windows_fewer_looks_are_remembered(controls: int, kept: int) -> None:
    part: Any = SimpleNamespace(cell=None)
    known = {str(number): part for number in range(controls)}
    looks = RememberedLooks()
    for number in range(80):
        looks.add(Look(Snapshot(number, "1", Rect(0, 0, 2, 1), ()), known, frozenset(), None, {}))
    assert [number for number in range(80) if looks.renew(number)] == list(range(80 - kept, 80))
