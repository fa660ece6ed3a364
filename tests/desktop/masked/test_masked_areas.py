from __future__ import annotations

from dataclasses import replace

import pytest

from ufo.desktop.fake.apps import form, text_editor
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.masked.masked_areas import MaskedAreas
from ufo.desktop.snapshot import Snapshot
from ufo.errors import ApplicationHung
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame
from ufo.vision.encode import blacked_out


async def _secret(desktop: FakeDesktop, window_id: str) -> Rect:
    return next(element.rect for element in await desktop.snapshot(window_id) if "password" in element.states)


async def test_a_password_field_is_black_in_pictures_of_the_window_and_of_the_screen() -> None:
    desktop = FakeDesktop([form()])
    desktop.start("form")
    (window,) = await desktop.windows()
    place = await _secret(desktop, window.id)
    blinds = MaskedAreas(desktop)
    for window_id in (window.id, None):
        frame, hidden = await blinds.picture(window_id)
        assert hidden == (place,)
        dark = blacked_out(frame, hidden)
        assert set(dark.cropped(place).pixels) == {0}
        around = Rect(place.x, place.bottom + 1, place.width, 2)
        assert dark.cropped(around).pixels == frame.cropped(around).pixels
        assert len(dark.pixels) == len(frame.pixels)


async def test_a_control_that_shows_a_known_secret_is_black_as_well() -> None:
    desktop = FakeDesktop([form()])
    desktop.start("form")
    (window,) = await desktop.windows()
    email = next(element for element in await desktop.snapshot(window.id) if element.name == "Email")
    await desktop.act(email.handle, "set_text", "swordfish")
    _, hidden = await MaskedAreas(desktop, lambda text: text == "swordfish").picture(window.id)
    assert email.rect in hidden


async def test_a_window_that_does_not_answer_is_taken_to_show_what_it_showed() -> None:
    desktop = FakeDesktop([form()])
    desktop.start("form")
    (window,) = await desktop.windows()
    blinds = MaskedAreas(desktop)
    _, before = await blinds.picture(window.id)
    for running in desktop.world.running.values():
        running.hung = True
    with pytest.raises(ApplicationHung):
        await desktop.snapshot(window.id)
    _, hidden = await blinds.picture(window.id)
    assert before and hidden == before


async def test_a_poor_look_tells_of_nothing_that_went() -> None:
    class Poor(FakeDesktop):
        poor = False

        async def snapshot(self, window_id: str) -> Snapshot:
            look = await super().snapshot(window_id)
            return replace(look, elements=(), degraded="it told nothing in time") if self.poor else look

    desktop = Poor([form()])
    desktop.start("form")
    (window,) = await desktop.windows()
    blinds = MaskedAreas(desktop)
    _, before = await blinds.picture(window.id)
    desktop.poor = True
    _, hidden = await blinds.picture(window.id)
    assert before and hidden == before


async def test_what_lies_behind_another_window_is_not_painted_over_that_one() -> None:
    desktop = FakeDesktop([form(), text_editor()])
    desktop.start("form")
    (below,) = await desktop.windows()
    place = await _secret(desktop, below.id)
    desktop.start("notes")
    above = (await desktop.windows())[0]
    assert above.id != below.id
    _, hidden = await MaskedAreas(desktop).picture()
    assert hidden == (() if above.rect.covers(place) else (place,))


def test_what_lies_outside_of_a_picture_is_passed_over() -> None:
    frame = Frame(Rect(10, 10, 4, 4), b"\xff" * 64)
    assert blacked_out(frame, [Rect(0, 0, 5, 5), Rect(100, 100, 9, 9)]) == frame
    assert blacked_out(frame, [Rect(12, 0, 1, 100)]).pixels.count(0) == 16
