from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image, ImageChops

from ufo.schema.geometry import Rect
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo, TargetKind
from ufo.vision.encode import decode, png_of
from ufo.vision.photographer import PhotographerFacade


def target(number: str | None, rect: tuple[int, int, int, int] | None, role: str = "Button") -> TargetInfo:
    return TargetInfo(kind=TargetKind.CONTROL, name="x", id=number, type=role, rect=rect)


def grey(rect: Rect) -> Picture:
    return png_of(Image.new("RGB", (rect.width, rect.height), (200, 200, 200)), rect)


def changed(before: Picture, after: Picture) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(decode(before), decode(after)).getbbox()


def test_labels_are_drawn_where_the_control_lies_on_the_screen() -> None:
    picture = grey(Rect(100, 50, 300, 200))
    annotated = PhotographerFacade().capture_with_target_list(picture, [target("7", (150, 80, 230, 120))])
    assert annotated.rect == picture.rect
    assert changed(picture, annotated) == (50, 30, 130, 70)


def test_targets_outside_of_the_picture_without_area_or_rect_change_nothing() -> None:
    picture = grey(Rect(0, 0, 100, 100))
    nowhere = [target("1", (500, 500, 600, 600)), target("2", (10, 10, 10, 10)), target("3", (40, 40, 30, 30))]
    nowhere.append(target("4", None))
    photographer = PhotographerFacade()
    assert changed(picture, photographer.capture_with_target_list(picture, nowhere)) is None
    assert changed(picture, photographer.mark_targets(picture, nowhere)) is None


def test_thousands_of_targets_on_a_tiny_picture_are_drawn() -> None:
    picture = grey(Rect(-20, -20, 60, 40))
    crowd = [target(str(n), (n % 97 - 40, n % 53 - 30, n % 97 + 9, n % 53 + 5)) for n in range(3000)]
    assert changed(picture, PhotographerFacade().capture_with_target_list(picture, crowd))


def test_ids_that_are_no_numbers_are_drawn_too() -> None:
    picture = grey(Rect(0, 0, 100, 100))
    assert changed(picture, PhotographerFacade().capture_with_target_list(picture, [target("a-é", (5, 5, 90, 90))]))


def test_acted_controls_are_framed_around_and_left_readable() -> None:
    picture = grey(Rect(0, 0, 200, 200))
    marked = PhotographerFacade().mark_targets(picture, [target("1", (80, 80, 120, 120))])
    inside = (82, 82, 118, 118)
    assert decode(marked).crop(inside).tobytes() == decode(picture).crop(inside).tobytes()
    assert changed(picture, marked) == (76, 76, 124, 124)


def test_a_whole_window_and_a_pixel_in_the_corner_can_be_marked() -> None:
    picture = grey(Rect(0, 0, 30, 30))
    for rect in ((0, 0, 30, 30), (29, 29, 30, 30), (0, 0, 1, 1)):
        assert changed(picture, PhotographerFacade().mark_targets(picture, [target("1", rect)]))


def test_two_pictures_lie_side_by_side_and_the_file_tells_the_joined_size() -> None:
    joined = PhotographerFacade().concat(grey(Rect(5, 6, 40, 30)), grey(Rect(5, 6, 50, 20)))
    assert decode(joined).size == (98, 30)
    assert Picture.from_data_url(joined.data_url).rect == joined.rect == Rect(5, 6, 98, 30)


def test_a_picture_is_made_ready_for_a_model_once_whoever_asks_and_however_many_at_a_time() -> None:
    photographer, picture = PhotographerFacade(model_edge=lambda _width, _height: 100), grey(Rect(0, 0, 400, 300))
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda _: photographer.for_model(picture, 100), range(4)))
    assert all(picture is made[0] for picture in made)
    drawn = photographer.mark_targets(picture, [target("1", (80, 80, 120, 120))])
    again = Picture.from_data_url(drawn.data_url)
    assert photographer.for_model(again, 100) is photographer.for_model(drawn, 100)
    assert photographer.for_model(again, 100).data == PhotographerFacade().for_model(drawn, 100).data


def test_a_picture_that_cannot_be_made_ready_is_an_error_each_time_it_is_asked_for() -> None:
    photographer, broken = PhotographerFacade(), Picture(b"no picture", "image/png", Rect(0, 0, 9, 9))
    for _ in range(2):
        with pytest.raises(ValueError, match="no readable picture"):
            photographer.for_model(broken, 100)
