"""The desktop in memory: input by point and key changes what it shows, and its faults happen when they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from ufo.desktop.backend import Desktop
from ufo.desktop.fake import FakeDesktop, faults
from ufo.desktop.fake.apps import form, sheet, text_editor
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Click, Keys, Launch, Scroll, TypeText
from ufo.errors import ApplicationHung, LaunchFailed, NotActionable, StaleElement, WindowGone
from ufo.schema.geometry import Rect


def named(snapshot: Snapshot, name: str) -> Element:
    return next(element for element in snapshot if element.name == name)


@pytest.fixture
def desktop() -> FakeDesktop:
    return FakeDesktop([text_editor(), form(), sheet()])


async def look(desktop: Desktop, title: str) -> Snapshot:
    window = next(window for window in await desktop.windows() if title in window.title)
    return await desktop.snapshot(window.id)


async def test_a_click_by_point_opens_a_menu_and_its_item_opens_a_dialog(desktop: FakeDesktop) -> None:
    desktop.start("notes")
    await desktop.send(None, [Click(named(await look(desktop, "Notes"), "File").rect.center)])
    opened = await look(desktop, "Notes")
    assert "expanded" in named(opened, "File").states
    await desktop.send(None, [Click(named(opened, "Save As…").rect.center)])
    assert [window.title for window in await desktop.windows()] == ["Save As", "Untitled - Notes"]
    assert named(await look(desktop, "Notes"), "Cancel").path == ("Save As",)


async def test_typing_and_keys_edit_the_text_that_has_the_focus(desktop: FakeDesktop, tmp_path: Path) -> None:
    app = desktop.start("notes", str(tmp_path / "a.txt"))
    field = named(await look(desktop, "Notes"), "Text")
    await desktop.send(None, [Click(field.rect.center), TypeText("helo"), Keys(("backspace",)), TypeText("lo\nworld")])
    assert app.value("text") == "hello\nworld"
    assert (await desktop.windows())[0].title == "*a.txt - Notes"
    await desktop.send(None, [Keys(("ctrl", "s"))])
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "hello\nworld"
    await desktop.send(None, [Keys(("ctrl", "a")), Keys(("ctrl", "x"))])
    assert app.value("text") == ""
    await desktop.send(None, [Keys(("ctrl", "v"))])
    assert app.value("text") == "hello\nworld"


async def test_closing_a_changed_document_asks_first(desktop: FakeDesktop) -> None:
    desktop.start("notes")
    main = (await desktop.windows())[0]
    text = named(await desktop.snapshot(main.id), "Text")
    await desktop.act(text.handle, "set_text", "draft")
    await desktop.close_window(main.id)
    question = await desktop.snapshot(main.id)
    assert named(question, "Save changes?").role == "Dialog"
    await desktop.act(named(question, "Don't Save").handle, "press")
    assert await desktop.windows() == ()


async def test_a_modal_dialog_keeps_clicks_from_the_window_below(desktop: FakeDesktop) -> None:
    app = desktop.start("form")
    app.open("thanks")
    tick = named(await look(desktop, "Registration"), "Send me the newsletter")
    await desktop.send(None, [Click(tick.rect.center)])
    assert not app.checked("newsletter")
    assert (await desktop.windows())[0].title == "Thank you"


async def test_a_combo_box_and_a_list_take_the_chosen_item(desktop: FakeDesktop) -> None:
    app = desktop.start("form")
    await desktop.act(named(await look(desktop, "Registration"), "Country").handle, "expand")
    await desktop.send(None, [Click(named(await look(desktop, "Registration"), "Chile").rect.center)])
    assert app.value("country") == "Chile"
    colours = named(await look(desktop, "Registration"), "Colours")
    assert "offscreen" in named(await look(desktop, "Registration"), "Hazel").states
    await desktop.send(None, [Scroll(colours.rect.center, dy=-4)])
    hazel = named(await look(desktop, "Registration"), "Hazel")
    assert "offscreen" not in hazel.states
    await desktop.send(None, [Click(hazel.rect.center)])
    assert app.value("colours") == "Hazel"


async def test_a_cell_is_edited_where_it_stands(desktop: FakeDesktop) -> None:
    desktop.start("sheet")
    snapshot = await look(desktop, "Sheet")
    cell = next(element for element in snapshot if (element.row, element.column) == (3, 1))
    await desktop.send(None, [Click(cell.rect.center, count=2), TypeText("70")])
    assert named(await look(desktop, "Sheet"), "Sum: 100").role == "Text"


async def test_pictures_show_what_changed(desktop: FakeDesktop) -> None:
    desktop.start("form")
    window = (await desktop.windows())[0]
    before = await desktop.capture(window.id)
    assert len(before.pixels) == before.rect.area * 4
    await desktop.act(named(await desktop.snapshot(window.id), "Send me the newsletter").handle, "press")
    after = await desktop.capture(window.id)
    assert before.rect == after.rect
    assert before.pixels != after.pixels
    assert (await desktop.capture()).rect == desktop.world.screen


async def test_launching_what_is_not_there_names_what_is(desktop: FakeDesktop) -> None:
    with pytest.raises(LaunchFailed, match="notes"):
        await desktop.launch(Launch("emacs"))
    assert (await desktop.launch(Launch("sheet"))).title == "Sheet"


async def test_a_swallowed_click_changes_nothing_and_the_next_one_does(desktop: FakeDesktop) -> None:
    app = desktop.start("form")
    tick = named(await look(desktop, "Registration"), "Send me the newsletter")
    desktop.inject(faults.swallow())
    await desktop.send(None, [Click(tick.rect.center)])
    assert not app.checked("newsletter")
    await desktop.send(None, [Click(tick.rect.center)])
    assert app.checked("newsletter")


@pytest.mark.parametrize(
    "fault", [faults.rename("submit", "Erase"), faults.look_alike("submit"), faults.close_window("Registration")]
)
async def test_a_control_that_became_another_one_is_stale(desktop: FakeDesktop, fault: faults.Fault) -> None:
    desktop.start("form")
    submit = named(await look(desktop, "Registration"), "Submit")
    desktop.inject(fault)
    with pytest.raises(StaleElement, match="look again"):
        await desktop.reidentify(submit.handle)


async def test_a_moved_control_is_found_where_it_is_now(desktop: FakeDesktop) -> None:
    desktop.start("form")
    submit = named(await look(desktop, "Registration"), "Submit")
    desktop.inject(faults.move("submit", 200, 10))
    assert (await desktop.reidentify(submit.handle)).rect == submit.rect.moved(200, 10)


async def test_a_hung_application_says_so_and_a_closed_window_is_gone(desktop: FakeDesktop) -> None:
    desktop.start("form")
    window = (await desktop.windows())[0]
    tick = named(await desktop.snapshot(window.id), "Send me the newsletter")
    desktop.inject(faults.hang("form"))
    with pytest.raises(ApplicationHung):
        await desktop.act(tick.handle, "press")
    assert not await desktop.settle(window.id)
    desktop.world.remove(desktop.world.window(window.id))
    with pytest.raises(WindowGone):
        await desktop.snapshot(window.id)


async def test_an_action_that_a_control_does_not_have_is_refused(desktop: FakeDesktop) -> None:
    desktop.start("form")
    snapshot = await look(desktop, "Registration")
    with pytest.raises(NotActionable, match="pointer"):
        await desktop.act(named(snapshot, "Not submitted").handle, "press")
    with pytest.raises(NotActionable, match="disabled"):
        await desktop.act(named(snapshot, "Submit").handle, "press")


async def test_a_password_is_never_told(desktop: FakeDesktop) -> None:
    app = desktop.start("form")
    await desktop.act(named(await look(desktop, "Registration"), "Password").handle, "set_text", "hunter2")
    assert app.value("secret") == "hunter2"
    assert named(await look(desktop, "Registration"), "Password").value == "•" * 7


async def test_a_dialog_that_opens_after_a_hit_test_is_not_clicked_whatever_else_was_hit_tested_since(
    desktop: FakeDesktop,
) -> None:
    """Two targets on one desktop: what was confirmed of the first is not lost to the second."""
    app = desktop.start("notes")
    shown = await look(desktop, "Notes")
    text, file = named(shown, "Text"), named(shown, "File")
    under = Rect(240, 240, 320, 120).center  # where the dialog comes
    first = await desktop.hit_test(await desktop.target(shown.window_id, text.handle), under)
    app.open("about")
    second = await desktop.hit_test(await desktop.target(shown.window_id, file.handle), under)
    with pytest.raises(NotActionable, match="About Notes"):
        await desktop.send(first, [Click(under)])
    assert not desktop.inputs
    await desktop.send(second, [Click(under)])  # the dialog was there when this one was asked for
    assert desktop.inputs
