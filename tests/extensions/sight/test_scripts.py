"""What the tree tells around a place shows in which script the words there are written."""

from __future__ import annotations

from tests.extensions.sight.eyes import AREA, ColourEye, PaintedDesktop, told
from ufo.schema.geometry import Rect
from ufo.schema.target import TargetInfo, TargetKind
from ufo_sight.eye import Eye
from ufo_sight.scripts import is_unread, scripts_of
from ufo_sight.sighted_desktop import SightedDesktop


def test_a_script_is_read_where_a_language_that_is_written_in_it_is() -> None:
    assert scripts_of("eng+deu") == {"LATIN"}
    assert scripts_of("eng+ara") == {"LATIN", "ARABIC"}
    assert scripts_of("jpn") == {"LATIN", "CJK", "HIRAGANA", "KATAKANA"}


def test_only_what_stands_in_the_region_tells_its_script() -> None:
    place = Rect(0, 0, 400, 100)
    form = [
        told("Edit", "الاسم الكامل", Rect(0, 0, 90, 20)),
        told("Button", "Close this tab now", Rect(0, 200, 90, 20)),
    ]
    region = place.moved(AREA.x, AREA.y)
    assert is_unread(form, region, scripts_of("eng"))
    assert not is_unread(form, region, scripts_of("eng+ara"))
    assert not is_unread(form[1:], AREA, scripts_of("eng"))
    assert not is_unread([told("Edit", "2025-06-15", place)], region, scripts_of("eng"))


class _Reading(ColourEye):
    """Reads a text beside what it sees."""

    async def screen_parsing(self, picture, window):  # type: ignore[no-untyped-def]
        rect = Rect(100, 150, 80, 20).moved(AREA.x, AREA.y).as_ltrb()
        text = TargetInfo(kind=TargetKind.CONTROL, name="lel dsb O", type="Text", rect=rect, source="eye")
        return [*await super().screen_parsing(picture, window), text]


async def test_where_much_is_drawn_its_shapes_are_told_without_words_that_nobody_wrote() -> None:
    painted = PaintedDesktop()
    painted.told = (told("Button", "حفظ", Rect(0, 64, 40, 20), "press"), told("Canvas", "خريطة", Rect(0, 64, 400, 236)))
    painted.boxes = [(Rect(30, 100, 300, 150), (0, 160, 0))]
    window = await painted.window()
    look = await SightedDesktop(painted, Eye([_Reading()]), scripts=scripts_of("eng")).snapshot(window.id)
    assert [element.name for element in look if element.by_sight] == ["Green"]
    assert "script" in (look.degraded or "")
    read = await SightedDesktop(painted, Eye([_Reading()]), scripts=scripts_of("ara")).snapshot(window.id)
    assert [element.name for element in read if element.by_sight] == ["Green", "lel dsb O"]
