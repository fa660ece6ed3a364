"""A run leaves the person's pointer, keyboard and focus alone until they lend them."""

from __future__ import annotations

import pytest

from ufo.desktop.bounds.hands_desktop import HandsDesktop
from ufo.desktop.fake.apps import form, sheet, text_editor
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.target import Target
from ufo.desktop.values import Click, Keys, Launch, TypeText
from ufo.errors import HandsNeeded, NotActionable
from ufo.schema.geometry import Point

SHEET = sheet().app_root


class _TwoHanded(FakeDesktop):
    """Has a pointer and keyboard of our own for all but one application."""

    def __init__(self, refused: str = "") -> None:
        super().__init__([form(), sheet(), text_editor()])
        self.used: list[str | None] = []
        self._refused = refused

    async def hands(self, window_id: str | None) -> str:
        window = next((window for window in await self.windows() if window.id == window_id), None)
        why = f"{self._refused} brings its window to the front" if window and window.app_root == self._refused else ""
        if not why:
            self.used.append(window_id)
        return why


class Scene:
    """The person has the notes in front; the form lies behind."""

    def __init__(self, inner: FakeDesktop | None = None) -> None:
        self.inner = inner or _TwoHanded()
        self.form = self.inner.start("form").windows[0].id
        self.notes = self.inner.start("notes").windows[0].id
        self.desktop = HandsDesktop(self.inner)

    async def really_active(self) -> str:
        return next(window.id for window in await self.inner.windows() if window.active)


async def test_a_chosen_window_counts_as_in_front_and_stays_where_it_is() -> None:
    scene = Scene()
    await scene.desktop.focus(scene.form)
    shown = await scene.desktop.windows()
    assert shown[0].id == scene.form and [window.id for window in shown if window.active] == [scene.form]
    assert await scene.really_active() == scene.notes and (await scene.inner.windows())[0].id == scene.notes


async def test_acts_of_controls_reach_a_window_behind_and_the_focus_is_not_taken() -> None:
    scene = Scene()
    field = next(element for element in await scene.desktop.snapshot(scene.form) if element.name == "Name")
    await scene.desktop.act(field.handle, "set_text", "Ada")
    assert (await scene.desktop.reidentify(field.handle)).value == "Ada" and scene.desktop.delivered == 1
    with pytest.raises(NotActionable, match="would take the person's focus"):
        await scene.desktop.act(field.handle, "focus")
    assert await scene.really_active() == scene.notes


async def test_input_goes_to_a_pointer_and_keyboard_of_our_own_where_the_window_is_in_sight() -> None:
    scene = Scene()
    assert isinstance(scene.inner, _TwoHanded)
    await scene.desktop.send(scene.notes, [TypeText("hello")])
    assert scene.inner.used == [scene.notes] and scene.inner.inputs == [TypeText("hello")]


async def test_a_place_under_another_window_is_told_for_acts_and_needs_the_persons_hands_for_a_click() -> None:
    scene = Scene()
    top, below = await scene.inner.windows()
    under = top.rect.intersection(below.rect).center
    hit = await scene.desktop.hit_test(Target(scene.form), under)
    assert (hit.point, hit.over) == (under, None)
    with pytest.raises(HandsNeeded, match="would have to come to the front"):
        await scene.desktop.send(scene.form, [Click(under)])
    assert scene.desktop.wanted and not scene.inner.inputs and scene.desktop.delivered == 0


@pytest.mark.parametrize(
    "inner", [FakeDesktop([form(), text_editor()]), _TwoHanded("form")], ids=["one pair", "refused"]
)
async def test_without_a_second_pair_input_is_refused_until_the_person_lends_theirs(inner: FakeDesktop) -> None:
    scene = Scene(inner)
    for event in (Keys(("enter",)), TypeText("x"), Click(Point(1, 1))):
        with pytest.raises(HandsNeeded, match="which this run leaves alone"):
            await scene.desktop.send(scene.form, [event])
    with pytest.raises(HandsNeeded, match="whatever is in front"):
        await scene.desktop.send(None, [Keys(("enter",))])
    assert scene.inner.inputs == []
    await scene.desktop.lend()
    await scene.desktop.focus(scene.form)
    await scene.desktop.send(scene.form, [TypeText("x")])
    assert await scene.really_active() == scene.form and scene.inner.inputs == [TypeText("x")]
    assert (await scene.desktop.windows())[0].id == scene.form


async def test_a_window_that_opens_gives_the_focus_back_and_one_that_the_person_chooses_keeps_it() -> None:
    scene = Scene()
    opened = await scene.desktop.launch(Launch(SHEET))
    assert await scene.really_active() == scene.notes
    shown = await scene.desktop.windows()
    assert shown[0].id == opened.id and shown[0].active
    await scene.inner.focus(opened.id)
    await scene.desktop.windows()
    assert await scene.really_active() == opened.id


async def test_a_dialog_of_the_worked_window_gives_the_focus_back() -> None:
    scene = Scene()
    await scene.desktop.focus(scene.form)
    await scene.desktop.windows()
    running = next(running for running in scene.inner.world.running.values() if running.spec.app_root == "form")
    running.open("thanks")
    assert await scene.really_active() not in (scene.notes, scene.form)
    shown = await scene.desktop.windows()
    assert await scene.really_active() == scene.notes
    assert {window.title for window in shown[:2]} == {"Registration", "Thank you"}


class _Handless(FakeDesktop):
    """A session that lets nobody point or type."""

    async def hands(self, window_id: str | None) -> str:
        raise NotActionable("there is neither pointer nor keyboard here")


async def test_where_the_session_has_no_hands_nobody_is_asked_to_lend_theirs() -> None:
    scene = Scene(_Handless([form(), sheet(), text_editor()]))
    for to in (scene.notes, None):
        with pytest.raises(NotActionable, match="neither pointer nor keyboard here") as refused:
            await scene.desktop.send(to, [TypeText("hello")])
        assert not isinstance(refused.value, HandsNeeded) and scene.desktop.wanted == ""
