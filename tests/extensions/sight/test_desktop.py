"""What was seen is there like the rest, is acted on only while it is where it was seen, and is looked for only where needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.extensions.sight.eyes import AREA, ColourEye, PaintedDesktop, told
from ufo.desktop.snapshot import Element, Snapshot
from ufo.errors import AmbiguousElement, NotActionable, StaleElement, ToolError
from ufo.schema.geometry import Rect
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo
from ufo.vision.detectors import Parsed
from ufo_sight.eye import Eye
from ufo_sight.sighted_desktop import SightedDesktop

RED, GREEN, BLUE = (200, 0, 0), (0, 160, 0), (0, 0, 200)
BOX = Rect(20, 30, 60, 24)


class Room:
    """A painted desktop with sight. `look` gives what is seen in its window."""

    def __init__(self, **options: Any) -> None:
        self.painted = PaintedDesktop()
        self.eye = ColourEye()
        self.desktop = SightedDesktop(self.painted, Eye([self.eye]), **options)

    async def look(self) -> Snapshot:
        return await self.desktop.snapshot((await self.painted.window()).id)

    async def seen(self, name: str) -> Element:
        return next(element for element in await self.look() if element.name == name)


@pytest.fixture
def room() -> Room:
    made = Room()
    made.painted.boxes = [(BOX, RED)]
    return made


async def test_a_window_without_tree_shows_what_is_seen_in_it_with_source_and_reason(room: Room) -> None:
    look = await room.look()
    (red,) = look.elements
    assert (red.name, red.role, red.source, red.by_sight) == ("Red", "Button", "eye", True)
    assert red.rect == BOX.moved(AREA.x, AREA.y)
    assert look.degraded == "the tree tells nothing of what is in the window"


async def test_a_good_tree_is_taken_as_it_is_and_no_picture_is_made(room: Room) -> None:
    rows = [told("Button", f"row {row}", Rect(0, row * 30, 400, 30), "press") for row in range(10)]
    room.painted.told = tuple(rows)
    look = await room.look()
    assert look.elements == room.painted.told and look.degraded is None
    assert room.painted.captured == 0 and room.eye.looked_at == []


async def test_a_tree_without_anything_to_act_on_is_helped_by_sight(room: Room) -> None:
    room.painted.told = (told("Text", "Ready", Rect(0, 280, 400, 20)),)
    look = await room.look()
    assert [element.name for element in look] == ["Ready", "Red"]
    assert look.degraded == "the tree tells of nothing that can be acted on"


async def test_a_large_part_of_the_window_that_the_tree_leaves_out_is_looked_at_and_no_more(room: Room) -> None:
    room.painted.told = (
        told("Button", "Save", Rect(0, 0, 400, 64), "press"),
        told("Canvas", "drawing", Rect(0, 64, 400, 236)),
    )
    room.painted.boxes = [(Rect(20, 10, 60, 24), RED), (Rect(30, 100, 300, 150), GREEN)]
    look = await room.look()
    assert [element.name for element in look] == ["Save", "drawing", "Green"]
    assert "tells nothing of" in (look.degraded or "")
    assert all(rect.y >= AREA.y + 32 for rect in room.eye.looked_at)


async def test_a_large_empty_part_is_no_reason_to_look(room: Room) -> None:
    room.painted.told = (told("Button", "Save", Rect(0, 0, 400, 64), "press"),)
    room.painted.boxes = [(Rect(20, 10, 60, 24), RED)]
    look = await room.look()
    assert look.degraded is None and room.eye.looked_at == []


@pytest.mark.parametrize(("cut", "looked"), [(None, True), ("'Sheet1' shows more cells than are listed", False)])
async def test_a_sheet_that_says_that_it_shows_more_than_is_listed_is_not_looked_at_for_the_rest(
    room: Room, cut: str | None, looked: bool
) -> None:
    cell = replace(told("Cell", "A1", Rect(0, 64, 400, 60), "select"), depth=1)
    room.painted.told = (
        told("Menu", "File", Rect(0, 0, 400, 64), "press"),
        told("Table", "", Rect(0, 64, 400, 236)),
        cell,
    )
    room.painted.boxes = [(Rect(30, 130, 300, 150), GREEN)]
    room.painted.cut = cut
    await room.look()
    assert bool(room.eye.looked_at) is looked


async def test_what_did_not_change_is_looked_at_once_and_keeps_its_key(room: Room) -> None:
    room.painted.boxes = [(BOX, RED), (Rect(200, 200, 60, 24), GREEN)]
    first = await room.look()
    await room.look()
    assert len(room.eye.looked_at) == 1
    room.painted.boxes[1] = (Rect(200, 200, 60, 24), BLUE)
    second = await room.look()
    assert len(room.eye.looked_at) == 2
    assert {element.name for element in second} == {"Red", "Blue"}
    keys = [{element.name: element.handle.key for element in look} for look in (first, second)]
    assert keys[0]["Red"] == keys[1]["Red"]


@pytest.mark.parametrize(("pictures", "is_same"), [(1, True), (3, True), (4, False)])
async def test_what_a_few_pictures_missed_is_the_same_thing_in_its_old_place(
    room: Room, pictures: int, is_same: bool
) -> None:
    red = await room.seen("Red")
    for number in range(pictures):
        room.painted.boxes = [(Rect(200, 30 + 40 * number, 60, 24), GREEN)]
        for _ in range(5):
            assert [element.name for element in await room.look()] == ["Green"]
    room.painted.boxes = [(BOX, RED)]
    assert ((await room.seen("Red")).handle.key == red.handle.key) is is_same


@pytest.mark.parametrize("now", [(BOX, GREEN), (BOX.moved(0, 12), RED)])
async def test_another_thing_in_the_place_of_what_was_missed_is_never_taken_for_it(
    room: Room, now: tuple[Rect, tuple[int, int, int]]
) -> None:
    red = await room.seen("Red")
    room.painted.boxes = []
    await room.look()
    room.painted.boxes = [now]
    (other,) = await room.look()
    assert other.handle.key != red.handle.key


async def test_a_thing_seen_is_found_again_where_it_is_and_close_by(room: Room) -> None:
    red = await room.seen("Red")
    assert (await room.desktop.reidentify(red.handle)).rect == red.rect
    room.painted.boxes = [(BOX.moved(30, 45), RED)]
    assert (await room.desktop.reidentify(red.handle)).rect == red.rect.moved(30, 45)


async def test_a_window_that_was_moved_takes_what_was_seen_in_it_along(room: Room) -> None:
    red = await room.seen("Red")
    room.painted.shift = (110, 70)
    assert (await room.desktop.reidentify(red.handle)).rect == red.rect.moved(110, 70)


async def test_a_thing_that_looks_a_little_different_is_known_by_its_words_and_place(room: Room) -> None:
    red = await room.seen("Red")
    room.painted.boxes = [(Rect(BOX.x, BOX.y, BOX.width, BOX.height + 6), RED)]
    again = await room.desktop.reidentify(red.handle)
    assert again.name == "Red" and again.rect.height == 30


@pytest.mark.parametrize("now", [[], [(BOX, GREEN)], [(BOX.moved(0, 220), RED)]])
async def test_what_is_gone_or_became_another_thing_is_refused_with_the_words_to_look_again(
    room: Room, now: list[tuple[Rect, tuple[int, int, int]]]
) -> None:
    red = await room.seen("Red")
    room.painted.boxes = now
    with pytest.raises(StaleElement, match="look again"):
        await room.desktop.reidentify(red.handle)


async def test_two_of_the_same_where_one_was_seen_are_refused(room: Room) -> None:
    red = await room.seen("Red")
    room.painted.boxes = [(BOX.moved(0, 50), RED), (BOX.moved(80, 50), RED)]
    with pytest.raises(AmbiguousElement, match="look again"):
        await room.desktop.reidentify(red.handle)


async def test_a_handle_of_a_look_long_ago_is_refused(room: Room) -> None:
    red = await room.seen("Red")
    for _ in range(120):
        await room.look()
    with pytest.raises(StaleElement, match="older picture"):
        await room.desktop.reidentify(red.handle)


async def test_it_has_no_actions_of_its_own(room: Room) -> None:
    red = await room.seen("Red")
    with pytest.raises(NotActionable, match="pointer and keyboard"):
        await room.desktop.act(red.handle, "press")


@pytest.mark.parametrize("role", ["Button", "Menu"])
async def test_of_the_same_thing_the_tree_s_word_stands_and_words_inside_a_control_are_the_control(role: str) -> None:
    room = Room(by_sight=True)
    room.painted.boxes = [(BOX, RED), (Rect(200, 200, 60, 24), GREEN)]
    room.painted.told = (told(role, "Red", Rect(BOX.x - 20, BOX.y, BOX.width + 120, BOX.height), "press"),)
    look = await room.look()
    assert [(element.name, element.source) for element in look] == [("Red", "a11y"), ("Green", "eye")]
    assert look.degraded is None and len(look.seen) == 2


async def test_with_sight_alone_the_tree_is_left_out() -> None:
    room = Room(by_tree=False, by_sight=True)
    room.painted.boxes = [(BOX, RED)]
    room.painted.told = (told("Button", "Hidden", Rect(0, 100, 50, 20), "press"),)
    assert [element.name for element in await room.look()] == ["Red"]


async def test_with_the_tree_alone_nothing_is_looked_at() -> None:
    room = Room(by_sight=False)
    room.painted.boxes = [(BOX, RED)]
    assert (await room.look()).elements == ()
    assert room.eye.looked_at == []


class Blind:
    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> list[TargetInfo]:
        raise ToolError("the service is down")


async def test_a_detector_that_fails_is_told_of_and_the_next_one_is_asked() -> None:
    painted, eye = PaintedDesktop(), ColourEye()
    painted.boxes = [(BOX, RED)]
    desktop = SightedDesktop(painted, Eye([Blind(), eye], first_only=True))
    look = await desktop.snapshot((await painted.window()).id)
    assert [element.name for element in look] == ["Red"]
    assert "the service is down" in (look.degraded or "")
    alone = SightedDesktop(painted, Eye([Blind()]))
    blind = await alone.snapshot((await painted.window()).id)
    assert blind.elements == () and "the service is down" in (blind.degraded or "")


class Slow(ColourEye):
    """Comes to the end of its time at the first look."""

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        seen = await super().screen_parsing(picture, window)
        return seen if len(self.looked_at) > 1 else Parsed(seen[:1], "half of it was not read")


async def test_what_a_detector_had_no_time_for_is_told_and_seen_at_the_next_look_though_nothing_changed() -> None:
    painted = PaintedDesktop()
    painted.boxes = [(BOX, RED), (BOX.moved(0, 80), BLUE)]
    desktop = SightedDesktop(painted, Eye([Slow()]))
    first = await desktop.snapshot((await painted.window()).id)
    assert len(first.elements) == 1 and first.cut == "half of it was not read"
    second = await desktop.snapshot((await painted.window()).id)
    assert len(second.elements) == 2 and second.cut is None


async def test_a_window_that_is_only_seen_is_at_rest_when_its_picture_is(room: Room) -> None:
    await room.look()
    before = room.painted.captured
    assert await room.desktop.settle((await room.painted.window()).id, 2.0)
    assert room.painted.captured - before >= 3
