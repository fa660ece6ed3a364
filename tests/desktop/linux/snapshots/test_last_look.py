from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from functools import partial

import pytest

from ufo.desktop.linux.reuse.paint_state import PaintState
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.snapshots.last_look import KeptLook, LastLook
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Window
from ufo.errors import NotActionable
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

_PLACE = Rect(0, 0, 2, 1)
_SURFACE = Surface(Window(id="1", title="Sheet", process="calc", app_root="calc", pid=7, rect=_PLACE), _PLACE)
_SNAPSHOT = Snapshot(5, "1", _PLACE, (), calls=2000)
_BEGAN = 100.0
_SOON = 100.2
_STAMP = ((7, 1),)
_PAINTED = ((7, 2),)


@dataclass
class Screen:
    """What a window looks like, and whether an application told of a change."""

    pixels: bytes = b"12345678"
    quiet: bool = True
    minimised: bool = False
    slow_s: float = 0.0
    stands: bool = True
    asked: list[float] = field(default_factory=list)
    asked_places: list[int] = field(default_factory=list)
    pictures: int = 0

    async def picture(self, window_id: str) -> Frame:
        self.pictures += 1
        if self.minimised:
            raise NotActionable("minimised")
        return Frame(_PLACE, self.pixels)

    async def quiet_since(self, pid: int, began: float) -> bool:
        self.asked.append(began)
        await asyncio.sleep(self.slow_s)
        return self.quiet

    async def places(self, snapshot_id: int) -> bool:
        self.asked_places.append(snapshot_id)
        return self.stands


async def _kept(
    screen: Screen, snapshot: Snapshot = _SNAPSHOT, sure_from: float | None = None, *, is_rested: bool = True
) -> LastLook:
    last = LastLook(screen.picture, screen.quiet_since, screen.places)
    painted = PaintState(await last.picture(_SURFACE), _BEGAN, partial(last.picture, _SURFACE), sure_from)
    last.keep(KeptLook(snapshot, (_SURFACE,), painted, _STAMP, is_rested))
    return last


async def test_a_window_that_did_not_change_is_not_read_again() -> None:
    screen = Screen()
    last = await _kept(screen)
    assert await last.recall((_SURFACE,), _PAINTED, _SOON) is _SNAPSHOT
    assert screen.asked == [_BEGAN]


async def test_a_window_that_nothing_was_painted_on_needs_no_picture() -> None:
    last = await _kept(screen := Screen())
    before = screen.pictures
    assert await last.recall((_SURFACE,), _STAMP, _SOON) is _SNAPSHOT
    assert screen.pictures == before


async def test_where_nothing_is_known_of_painting_the_pictures_tell() -> None:
    last = await _kept(screen := Screen())
    assert await last.recall((_SURFACE,), None, _SOON) is _SNAPSHOT
    screen.pixels = b"12345679"
    assert await last.recall((_SURFACE,), None, _SOON) is None


async def test_a_change_that_an_application_told_is_read() -> None:
    last = await _kept(screen := Screen())
    screen.quiet = False
    assert await last.recall((_SURFACE,), _PAINTED, _SOON) is None


async def test_a_change_that_only_the_picture_shows_is_read() -> None:
    last = await _kept(screen := Screen())
    screen.pixels = b"12345679"
    assert await last.recall((_SURFACE,), _PAINTED, _SOON) is None


async def test_another_title_place_or_dialog_is_read() -> None:
    last = await _kept(Screen())
    renamed = replace(_SURFACE, window=replace(_SURFACE.window, title="Other"))
    assert await last.recall((renamed,), _PAINTED, _SOON) is None
    assert await last.recall((replace(_SURFACE, client=Rect(1, 0, 2, 1)),), _PAINTED, _SOON) is None
    assert await last.recall((_SURFACE, renamed), _PAINTED, _SOON) is None


async def test_a_look_made_ahead_counts_once_all_that_was_told_is_painted() -> None:
    last = await _kept(screen := Screen(), sure_from=_SOON)
    assert await last.recall((_SURFACE,), _STAMP, _SOON - 0.01) is None
    assert await last.recall((_SURFACE,), _STAMP, _SOON) is _SNAPSHOT
    screen.slow_s = 0.05
    assert await last.recall((_SURFACE,), _STAMP, _SOON) is None


async def test_a_look_that_came_before_all_was_told_counts_where_everything_stands_as_it_did() -> None:
    last = await _kept(screen := Screen(), is_rested=False)
    assert await last.recall((_SURFACE,), _STAMP, _SOON) is _SNAPSHOT
    assert screen.asked_places == [_SNAPSHOT.id]
    assert screen.asked == [_BEGAN, _BEGAN], "what is told while the places are asked counts as well"
    screen.stands = False
    assert await last.recall((_SURFACE,), _STAMP, _SOON) is None
    rested = await _kept(screen)
    assert await rested.recall((_SURFACE,), _STAMP, _SOON) is _SNAPSHOT


async def test_what_we_did_is_always_followed_by_a_look() -> None:
    last = await _kept(Screen())
    last.drop()
    assert await last.recall((_SURFACE,), _PAINTED, _SOON) is None


async def test_no_look_holds_for_longer_than_a_moment() -> None:
    last = await _kept(Screen())
    assert await last.recall((_SURFACE,), _STAMP, _BEGAN + 10) is None


@pytest.mark.parametrize("change", [{"degraded": "hung"}, {"calls": 20}])
async def test_a_poor_look_or_a_cheap_one_is_never_kept(change: dict[str, object]) -> None:
    last = await _kept(Screen(), replace(_SNAPSHOT, **change))  # type: ignore[arg-type]  # fields by their names
    assert await last.recall((_SURFACE,), _PAINTED, _SOON) is None


async def test_a_window_without_picture_is_read_each_time() -> None:
    screen = Screen(minimised=True)
    last = await _kept(screen)
    assert await last.recall((_SURFACE,), _PAINTED, _SOON) is None
