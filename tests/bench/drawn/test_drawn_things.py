"""What a page tells of its drawing becomes values, with the sizes that a person would see."""

from __future__ import annotations

from typing import Any

import pytest

from bench.drawn.drawn_things import drawing_of


def told(*spans: int, **others: object) -> dict[str, Any]:
    things = [
        {
            "id": at, "kind": "circle", "fill": "#ff0000", "line": "", "sides": 0, "text": "", "cut": False,
            "covered": False, "rect": [0, 0, span, span],
        }
        for at, span in enumerate(spans)
    ]  # fmt: skip
    return {"things": things, "rest": {}, "cut": False, "unread": 0, **others}


@pytest.mark.parametrize(
    ("spans", "sizes"),
    [
        ((10, 11, 20, 22), ["small", "small", "large", "large"]),
        ((10, 20, 40), ["small", "medium", "large"]),
        ((10, 12, 14), ["", "", ""]),
        ((10, 20, 40, 80, 160), ["", "", "", "", ""]),
    ],
)
def test_sizes_are_told_where_they_fall_into_groups(spans: tuple[int, ...], sizes: list[str]) -> None:
    assert [thing.drawn.size for thing in drawing_of(told(*spans)).things] == sizes


def test_what_is_not_told_one_by_one_is_summed_up() -> None:
    assert drawing_of(told(10)).summary == ""
    summed = drawing_of(told(rest={"figure #ff0000": 900, "figure #fe0000": 100, "line #0000ff": 3}))
    assert summed.summary == "the page also draws 1000 red figures, 3 blue lines, which are not listed"
    assert "in time" in drawing_of(told(10, cut=True)).summary
    assert "frame of another site" in drawing_of(told(10, unread=1)).summary
