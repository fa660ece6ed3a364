from __future__ import annotations

from itertools import combinations

from PIL import Image, ImageDraw

from ufo.vision.labels.placement import InkMap, Placement


def test_labels_never_cover_one_another() -> None:
    image = Image.new("RGB", (400, 300), "white")
    placement = Placement(image.size, InkMap(image))
    boxes = [placement.place((x, y, x + 30, y + 14), 20, 12) for x in range(0, 380, 11) for y in range(0, 280, 9)]
    placed = [box for box in boxes if box]
    assert len(placed) > 100
    for combination, other in combinations(placed, 2):
        assert (
            combination[2] <= other[0]
            or other[2] <= combination[0]
            or combination[3] <= other[1]
            or other[3] <= combination[1]
        )


def test_a_label_keeps_off_the_text_of_its_control() -> None:
    image = Image.new("RGB", (300, 100), "white")
    ImageDraw.Draw(image).text((22, 22), "IIIIHHHHIIII", fill="black")
    box = Placement(image.size, InkMap(image)).place((20, 20, 220, 36), 20, 12)
    assert box is not None
    assert InkMap(image).under(box) < 3
    assert box[0] >= 20 and box[2] <= 220


def test_a_label_larger_than_the_picture_is_left_out() -> None:
    image = Image.new("RGB", (10, 5), "white")
    assert Placement(image.size, InkMap(image)).place((0, 0, 10, 5), 20, 12) is None
