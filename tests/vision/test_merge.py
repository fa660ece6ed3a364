from __future__ import annotations

from tests.vision.test_photographer import target
from ufo.vision.photographer import PhotographerFacade


def test_main_controls_win_and_extras_are_numbered_on() -> None:
    main = [target("1", (0, 0, 100, 20)), target("5", (0, 500, 100, 520))]
    extras = [target("1", (2, 1, 99, 21)), target(None, (300, 300, 340, 320)), target("x", (0, 200, 9, 209))]
    merged = PhotographerFacade().merge_target_info_list(main, extras)
    assert [(item.id, item.rect) for item in merged[2:]] == [("6", (300, 300, 340, 320)), ("7", (0, 200, 9, 209))]
    assert merged[:2] == main


def test_overlap_up_to_the_threshold_is_kept() -> None:
    main = [target("1", (0, 0, 100, 100))]
    half = target(None, (0, 0, 100, 50))
    merge = PhotographerFacade().merge_target_info_list
    assert len(merge(main, [half], 0.5)) == 2
    assert len(merge(main, [half], 0.49)) == 1


def test_without_main_controls_numbers_begin_at_one() -> None:
    assert [item.id for item in PhotographerFacade().merge_target_info_list([], [target(None, None)])] == ["1"]
