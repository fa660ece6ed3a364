"""Every control of a window is found again in another size, theme and language, or it is said that nobody can tell."""

from __future__ import annotations

import pytest

from bench.identity import SUBJECTS, Counted, measure
from tests.needs import need_scene
from tests.owned_apps.scenes import SCENES

pytestmark = [pytest.mark.apps, pytest.mark.timeout(300)]
_NEEDED = {"Qt 6 scene": "Qt6", "GTK 3 orders": "GTK3"}


def _share(line: Counted) -> float:
    return line.right / line.controls


@pytest.mark.matrix
@pytest.mark.parametrize("name", ["GTK 3 orders", "Qt 6 scene"])
async def test_no_control_is_taken_for_another_and_nearly_all_are_found(name: str) -> None:
    need_scene(SCENES[_NEEDED[name]])
    lines = await measure([name])
    subject = next(subject for subject in SUBJECTS if subject.name == name)
    assert [line.way for line in lines] == [way.name for way in subject.ways]
    for line, way in zip(lines, subject.ways, strict=True):
        assert line.controls >= 20, line
        assert not line.wrong, line
        assert line.right + line.ambiguous + line.gone + line.unjudged == line.controls
        # Entries of lists and tables are never told by their place, and in another language nothing else is left of them.
        assert _share(line) >= (0.6 if way.foreign else 0.95), line
