"""What every desktop must do, said once. A backend is done when this holds over an application that we own.

A subclass gives `stage`: a connected desktop and how to start the registration form on it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from tests.waiting import WAITED_S
from ufo.desktop.backend import Desktop
from ufo.desktop.snapshot import Element, Handle, Snapshot
from ufo.desktop.target import Target
from ufo.desktop.values import ButtonAt, Click, Keys, Launch, PointerAt, TypeText, Window
from ufo.errors import LaunchFailed, NotActionable, StaleElement, WindowGone
from ufo.schema.roles import ROLES
from ufo.schema.target import STATES


@dataclass
class Stage:
    desktop: Desktop
    form: Launch

    async def open(self) -> Window:
        window = await self.desktop.launch(self.form)
        await self.desktop.settle(window.id)
        return window

    async def until(self, window: Window, holds: Callable[[Snapshot], bool]) -> Snapshot:
        """The first look at which it holds, within the deadline."""
        last: list[Snapshot] = []

        async def look() -> bool:
            last[:] = [await self.desktop.snapshot(window.id)]
            return holds(last[0])

        assert await becomes(look), [
            (element.role, element.name, element.value, sorted(element.states)) for element in last[0]
        ]
        return last[0]


async def becomes(holds: Callable[[], Awaitable[bool]]) -> bool:
    deadline = asyncio.get_running_loop().time() + WAITED_S
    while not await holds():
        if asyncio.get_running_loop().time() > deadline:
            return False
        await asyncio.sleep(0.05)
    return True


def find(snapshot: Snapshot, name: str, role: str | None = None) -> Element | None:
    return next((element for element in snapshot if element.name == name and role in (None, element.role)), None)


def get(snapshot: Snapshot, name: str, role: str | None = None) -> Element:
    found = find(snapshot, name, role)
    assert found is not None, [(element.role, element.name) for element in snapshot]
    return found


async def aimed(desktop: Desktop, window: Window, element: Element) -> Target:
    """At the middle of the element."""
    return await desktop.hit_test(await desktop.target(window.id, element.handle), element.rect.center)


class TreeConformance:
    """What the accessibility tree alone decides, whatever the screen."""

    async def test_a_look_tells_roles_names_values_and_states_in_the_common_words(self, stage: Stage) -> None:
        snapshot = await stage.desktop.snapshot((await stage.open()).id)
        assert snapshot.degraded is None
        assert {element.role for element in snapshot} <= ROLES
        assert {state for element in snapshot for state in element.states} <= STATES
        assert get(snapshot, "Name", "Edit").value in ("", None)
        assert "editable" in get(snapshot, "Name", "Edit").states
        assert "disabled" in get(snapshot, "Submit", "Button").states
        assert "unchecked" in get(snapshot, "Send me the newsletter", "CheckBox").states
        assert "password" in get(snapshot, "Password", "Edit").states
        assert get(snapshot, "Country", "ComboBox")

    async def test_what_programs_call_their_controls_is_told_by_key_and_of_old_looks_nothing(
        self, stage: Stage
    ) -> None:
        window = await stage.open()
        snapshot = await stage.desktop.snapshot(window.id)
        told = await stage.desktop.identifiers([element.handle for element in snapshot])
        assert set(told) <= {element.handle.key for element in snapshot}
        assert all(told.values())
        assert not await stage.desktop.identifiers([Handle(0, "nowhere", "Button", "Submit")])

    async def test_the_numbers_that_controls_take_are_told_by_key_and_of_old_looks_nothing(self, stage: Stage) -> None:
        window = await stage.open()
        snapshot = await stage.desktop.snapshot(window.id)
        told = await stage.desktop.limits([element.handle for element in snapshot])
        assert set(told) <= {element.handle.key for element in snapshot}
        assert all(least <= most for least, most in told.values())
        assert not await stage.desktop.limits([Handle(0, "nowhere", "Spinner", "Day")])

    async def test_looking_twice_at_an_unchanged_window_shows_the_same(self, stage: Stage) -> None:
        window = await stage.open()
        await stage.desktop.settle(window.id)
        first, second = await stage.desktop.snapshot(window.id), await stage.desktop.snapshot(window.id)
        assert first.fingerprint == second.fingerprint

    async def test_a_press_by_the_accessible_action_ticks_the_box(self, stage: Stage) -> None:
        window = await stage.open()
        box = get(await stage.desktop.snapshot(window.id), "Send me the newsletter")
        await stage.desktop.act(box.handle, "press")
        await stage.until(window, lambda now: "checked" in get(now, "Send me the newsletter").states)

    @pytest.mark.parametrize("text", ["Ada", "Zoë Ångström", "日本語 ok", "a+b=c (50%) {x} ^~"])
    async def test_text_set_directly_reads_back(self, stage: Stage, text: str) -> None:
        window = await stage.open()
        field = get(await stage.desktop.snapshot(window.id), "Email", "Edit")
        await stage.desktop.act(field.handle, "set_text", text)
        await stage.until(window, lambda now: get(now, "Email", "Edit").value == text)

    async def test_an_element_is_found_again_as_it_is_now(self, stage: Stage) -> None:
        window = await stage.open()
        snapshot = await stage.desktop.snapshot(window.id)
        submit = get(snapshot, "Submit")
        await stage.desktop.act(get(snapshot, "Name", "Edit").handle, "set_text", "Ada")
        await stage.until(window, lambda now: "enabled" in get(now, "Submit").states)
        again = await stage.desktop.reidentify(submit.handle)
        assert (again.name, again.role) == ("Submit", "Button")
        assert "disabled" not in again.states

    async def test_an_element_that_became_another_one_is_stale(self, stage: Stage) -> None:
        window = await stage.open()
        snapshot = await stage.desktop.snapshot(window.id)
        status = get(snapshot, "Not submitted")
        await stage.desktop.act(get(snapshot, "Name", "Edit").handle, "set_text", "Ada")
        ready = await stage.until(window, lambda now: "enabled" in get(now, "Submit").states)
        await stage.desktop.act(get(ready, "Submit").handle, "press")
        await stage.until(window, lambda now: find(now, "Submitted for Ada") is not None)
        with pytest.raises(StaleElement):
            await stage.desktop.reidentify(status.handle)

    async def test_a_control_of_no_look_is_no_target(self, stage: Stage) -> None:
        window = await stage.open()
        with pytest.raises(StaleElement):
            await stage.desktop.target(window.id, Handle(987_654, "987654", "Button", "Submit"))

    async def test_an_action_that_an_element_does_not_have_is_refused(self, stage: Stage) -> None:
        window = await stage.open()
        label = get(await stage.desktop.snapshot(window.id), "Not submitted")
        with pytest.raises(NotActionable):
            await stage.desktop.act(label.handle, "expand")


class ScreenConformance:
    """What the screen, its windows, input and pictures decide."""

    async def test_a_launched_application_has_an_active_window_that_is_listed(self, stage: Stage) -> None:
        window = await stage.open()
        listed = {window.id: window for window in await stage.desktop.windows()}
        assert listed[window.id].title == "Registration"
        assert listed[window.id].active
        assert window.pid > 0 and window.process and window.app_root
        assert any(not screen.rect.is_empty for screen in await stage.desktop.screens())

    async def test_rectangles_are_screen_pixels_inside_of_the_window(self, stage: Stage) -> None:
        window = await stage.open()
        snapshot = await stage.desktop.snapshot(window.id)
        now = next(item for item in await stage.desktop.windows() if item.id == window.id)
        for name in ("Name", "Submit", "Send me the newsletter"):
            assert now.rect.contains(
                next(element for element in snapshot if element.name == name and element.role != "Text").rect.center
            )

    async def test_a_click_by_point_ticks_the_box(self, stage: Stage) -> None:
        window = await stage.open()
        box = get(await stage.desktop.snapshot(window.id), "Send me the newsletter")
        await stage.desktop.send(None, [Click(box.rect.center)])
        await stage.until(window, lambda now: "checked" in get(now, "Send me the newsletter").states)

    @pytest.mark.parametrize("text", ["Ada", "Zoë Ångström", "日本語 ok", "a+b=c (50%) {x} ^~"])
    async def test_typed_text_reads_back(self, stage: Stage, text: str) -> None:
        window = await stage.open()
        field = get(await stage.desktop.snapshot(window.id), "Email", "Edit")
        await stage.desktop.send(None, [Click(field.rect.center), TypeText(text)])
        await stage.until(window, lambda now: get(now, "Email", "Edit").value == text)

    async def test_chords_edit_and_keys_move_on(self, stage: Stage) -> None:
        window = await stage.open()
        field = get(await stage.desktop.snapshot(window.id), "Name", "Edit")
        await stage.desktop.send(
            None, [Click(field.rect.center), TypeText("old"), Keys(("ctrl", "a")), TypeText("new")]
        )
        await stage.desktop.send(None, [Keys(("tab",)), TypeText("mail")])
        await stage.until(
            window,
            lambda now: (get(now, "Name", "Edit").value, get(now, "Email", "Edit").value) == ("new", "mail"),
        )

    async def test_the_text_that_was_copied_is_told(self, stage: Stage) -> None:
        window = await stage.open()
        field = get(await stage.desktop.snapshot(window.id), "Name", "Edit")
        text = "=WEBSERVICE(A1) Zoë 日本語"
        await stage.desktop.send(window.id, [Click(field.rect.center), TypeText(text)])
        await stage.until(window, lambda now: get(now, "Name", "Edit").value == text)
        await stage.desktop.send(window.id, [Keys(("ctrl", "a")), Keys(("ctrl", "c"))])

        async def told() -> bool:
            return await stage.desktop.copied() == text

        assert await becomes(told), await stage.desktop.copied()

    async def test_a_chord_that_is_listened_for_is_heard_and_reaches_no_application(self, stage: Stage) -> None:
        window = await stage.open()
        field = get(await stage.desktop.snapshot(window.id), "Name", "Edit")
        chord, heard = Keys(("ctrl", "a")), asyncio.Event()
        release = await stage.desktop.on_key(chord, heard.set)
        try:
            await stage.desktop.send(None, [Click(field.rect.center), TypeText("old"), chord, TypeText("new")])
            async with asyncio.timeout(WAITED_S):
                await heard.wait()
        finally:
            release()
        await stage.until(window, lambda now: get(now, "Name", "Edit").value == "oldnew")

    async def test_a_button_that_a_person_elsewhere_presses_and_lets_go_is_pressed(self, stage: Stage) -> None:
        window = await stage.open()
        box = get(await stage.desktop.snapshot(window.id), "Send me the newsletter", "CheckBox")
        await stage.desktop.relay(PointerAt(box.rect.center))
        for down in (True, False):
            await stage.desktop.relay(ButtonAt(box.rect.center, "left", down))
        await stage.until(window, lambda now: "checked" in get(now, "Send me the newsletter", "CheckBox").states)

    async def test_what_is_painted_is_told_where_the_window_system_tells_it(self, stage: Stage) -> None:
        window, painted = await stage.open(), asyncio.Event()
        field = get(await stage.desktop.snapshot(window.id), "Name", "Edit")
        release = await stage.desktop.on_painted(painted.set)
        if release is None:
            return
        try:
            await stage.desktop.settle(window.id)
            painted.clear()
            await stage.desktop.send(None, [Click(field.rect.center), TypeText("new")])
            async with asyncio.timeout(WAITED_S):
                await painted.wait()
        finally:
            release()

    async def test_a_dialog_is_a_window_with_a_parent_and_part_of_its_look(self, stage: Stage) -> None:
        window = await stage.open()
        await stage.desktop.act(get(await stage.desktop.snapshot(window.id), "Name", "Edit").handle, "set_text", "Ada")
        ready = await stage.until(window, lambda now: "enabled" in get(now, "Submit").states)
        await stage.desktop.act(get(ready, "Submit").handle, "press")
        opened = await stage.until(window, lambda now: find(now, "OK", "Button") is not None)
        assert get(opened, "Submitted for Ada")
        dialog = next(window for window in await stage.desktop.windows() if window.title == "Thank you")
        assert dialog.parent == window.id and dialog.modal
        await stage.desktop.act(get(opened, "OK", "Button").handle, "press")
        await stage.until(window, lambda now: find(now, "OK", "Button") is None)
        assert all(window.title != "Thank you" for window in await stage.desktop.windows())

    async def test_a_target_tells_the_control_as_it_is_now_and_that_nothing_lies_over_it(self, stage: Stage) -> None:
        window = await stage.open()
        box = get(await stage.desktop.snapshot(window.id), "Send me the newsletter")
        target = await aimed(stage.desktop, window, box)
        assert (target.window_id, target.over) == (window.id, None)
        assert target.element is not None and target.element.rect == box.rect
        await stage.desktop.send(target, [Click(box.rect.center)])
        await stage.until(window, lambda now: "checked" in get(now, "Send me the newsletter").states)

    async def test_each_of_two_targets_gets_its_own_click_whichever_was_asked_for_last(self, stage: Stage) -> None:
        window = await stage.open()
        snapshot = await stage.desktop.snapshot(window.id)
        box, field = get(snapshot, "Send me the newsletter"), get(snapshot, "Name", "Edit")
        first = await aimed(stage.desktop, window, box)
        second = await aimed(stage.desktop, window, field)
        assert first.point == box.rect.center and second.point == field.rect.center
        await stage.desktop.send(first, [Click(box.rect.center)])
        await stage.until(window, lambda now: "checked" in get(now, "Send me the newsletter").states)
        await stage.desktop.send(second, [Click(field.rect.center)])
        await stage.until(window, lambda now: "focused" in get(now, "Name", "Edit").states)

    async def test_pictures_have_the_size_that_they_say_and_show_changes(self, stage: Stage) -> None:
        window = await stage.open()
        before = await stage.desktop.capture(window.id)
        assert len(before.pixels) == before.rect.area * 4
        whole = await stage.desktop.capture()
        assert len(whole.pixels) == whole.rect.area * 4
        field = get(await stage.desktop.snapshot(window.id), "Email", "Edit")
        await stage.desktop.act(field.handle, "set_text", "shown in the picture")

        async def differs() -> bool:
            return (await stage.desktop.capture(window.id)).pixels != before.pixels

        assert await becomes(differs)

    async def test_focus_brings_a_window_to_the_front(self, stage: Stage) -> None:
        first, second = await stage.open(), await stage.open()
        await stage.desktop.focus(first.id)
        listed = await stage.desktop.windows()
        assert next(window for window in listed if window.active).id == first.id
        assert [window.id for window in listed].index(first.id) < [window.id for window in listed].index(second.id)

    async def test_input_by_a_pointer_of_our_own_or_by_the_persons_reaches_the_window(self, stage: Stage) -> None:
        window = await stage.open()
        name = get(await stage.desktop.snapshot(window.id), "Name")
        why = await stage.desktop.hands(window.id)
        if why:
            assert await stage.desktop.hands(None) == ""
        await stage.desktop.send(window.id, [Click(name.rect.center), TypeText("Ada")])
        assert await stage.desktop.hands(None) == ""

        async def written() -> bool:
            return (await stage.desktop.reidentify(name.handle)).value == "Ada"

        assert await becomes(written)

    async def test_a_closed_window_is_gone_and_its_elements_stale(self, stage: Stage) -> None:
        window = await stage.open()
        submit = get(await stage.desktop.snapshot(window.id), "Submit")
        await stage.desktop.close_window(window.id)

        async def gone() -> bool:
            return all(item.id != window.id for item in await stage.desktop.windows())

        assert await becomes(gone)
        with pytest.raises(WindowGone):
            await stage.desktop.snapshot(window.id)
        with pytest.raises((StaleElement, WindowGone)):
            await stage.desktop.reidentify(submit.handle)

    async def test_what_is_not_installed_cannot_be_launched(self, stage: Stage) -> None:
        with pytest.raises(LaunchFailed):
            await stage.desktop.launch(Launch("no-such-program-anywhere"), timeout_s=3)


class DesktopConformance(TreeConformance, ScreenConformance):
    """All of it."""
