"""A run sees and works the permitted applications only, whatever way it takes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from ufo.desktop.bounds.permits import Permits
from ufo.desktop.bounds.permitted_desktop import PermittedDesktop
from ufo.desktop.fake.apps import form, sheet, text_editor
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.values import Click, Keys, Launch, TypeText
from ufo.errors import NotPermitted
from ufo.schema.geometry import Point

NOTES, SHEET = text_editor().app_root, sheet().app_root


class Scene:
    """A form lies over notes. `only` are the applications that may be worked."""

    def __init__(self, *only: str) -> None:
        self.inner = FakeDesktop([text_editor(), form(), sheet()])
        self.notes = self.inner.start("notes").windows[0].id
        self.form = self.inner.start("form").windows[0].id
        self.desktop = PermittedDesktop(self.inner, Permits(only))


async def test_windows_of_other_applications_are_not_listed() -> None:
    scene = Scene("form")
    assert [window.app_root for window in await scene.desktop.windows()] == ["form"]


Call = Callable[[PermittedDesktop, str], Awaitable[object]]
CALLS: dict[str, Call] = {
    "look": lambda desktop, window: desktop.snapshot(window),
    "glance": lambda desktop, window: desktop.glance(window),
    "picture": lambda desktop, window: desktop.capture(window),
    "menus": lambda desktop, window: desktop.menus(window),
    "focus": lambda desktop, window: desktop.focus(window),
    "close": lambda desktop, window: desktop.close_window(window),
    "wake": lambda desktop, window: desktop.wake(window),
    "restart": lambda desktop, window: desktop.restart(window),
    "type": lambda desktop, window: desktop.send(window, [TypeText("x")]),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
async def test_a_window_of_another_application_is_neither_looked_into_nor_worked(call: Call) -> None:
    scene = Scene("form")
    before = await scene.inner.snapshot(scene.notes)
    with pytest.raises(NotPermitted, match="'notes' is not among what this run may work"):
        await call(scene.desktop, scene.notes)
    after = await scene.inner.snapshot(scene.notes)
    assert [str(element) for element in after] == [str(element) for element in before] and not scene.inner.inputs


async def test_a_permitted_window_is_worked_as_ever() -> None:
    scene = Scene("form")
    field = next(element for element in await scene.desktop.snapshot(scene.form) if element.name == "Name")
    await scene.desktop.act(field.handle, "set_text", "Ada")
    assert (await scene.desktop.reidentify(field.handle)).value == "Ada"


async def test_input_for_no_window_in_particular_reaches_permitted_ones_only() -> None:
    scene = Scene("notes")
    with pytest.raises(NotPermitted, match="'form'"):
        await scene.desktop.send(None, [Keys(("enter",))])
    over = (await scene.inner.windows())[0].rect.center
    with pytest.raises(NotPermitted, match="'form'"):
        await scene.desktop.send(None, [Click(over)])
    with pytest.raises(NotPermitted, match="no window of a permitted application"):
        await scene.desktop.send(None, [Click(Point(1279, 799))])
    assert not scene.inner.inputs
    await scene.inner.focus(scene.notes)
    await scene.desktop.send(None, [TypeText("mine")])
    assert scene.inner.inputs == [TypeText("mine")]


async def test_a_picture_of_the_screen_shows_what_is_permitted_and_not_what_lies_over_it() -> None:
    scene = Scene("notes")
    whole, shown = await scene.inner.capture(), await scene.desktop.capture()
    top, below = await scene.inner.windows()
    assert (top.app_root, below.app_root) == ("form", "notes") and top.rect.intersection(below.rect).width > 0
    assert not any(shown.cropped(top.rect).pixels) and any(whole.cropped(top.rect).pixels)
    seen = next(
        Point(x, below.rect.y + 5)
        for x in range(below.rect.x, below.rect.right)
        if not top.rect.contains(Point(x, below.rect.y + 5))
    )
    at = (seen.y * whole.rect.width + seen.x) * 4
    assert shown.pixels[at : at + 4] == whole.pixels[at : at + 4]


async def test_only_named_applications_are_started() -> None:
    scene = Scene("sheet")
    with pytest.raises(NotPermitted, match="'notes'"):
        await scene.desktop.launch(Launch(NOTES))
    assert len(await scene.inner.windows()) == 2
    assert (await scene.desktop.launch(Launch(SHEET))).app_root == "sheet"


async def test_what_the_run_started_is_worked_and_what_was_open_is_not() -> None:
    scene = Scene("started")
    assert await scene.desktop.windows() == ()
    window = await scene.desktop.launch(Launch(NOTES))
    assert [shown.id for shown in await scene.desktop.windows()] == [window.id] != [scene.notes]
    assert await scene.desktop.snapshot(window.id)
    with pytest.raises(NotPermitted):
        await scene.desktop.snapshot(scene.notes)
