"""Pointers at the edge: what lies outside of the screens is refused, never acted on where the pointer would stop."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from Xlib import X
from Xlib.display import Display

from tests.requirement import requirement
from tests.tools.bench import Bench
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Click, Keys, Launch
from ufo.schema.command import Effect, ResultStatus, Route
from ufo.schema.geometry import Rect
from ufo.tools.act.actor import Actor
from ufo.tools.act.pointer import painted_at, press_judge
from ufo.tools.effects.compare import Comparison, Observation
from ufo.tools.servers.app_ui import app_ui

_NESTED = Path(__file__).parents[2] / "owned_apps" / "gtk3_nested.py"
_HOSTILE = Path(__file__).parents[2] / "owned_apps" / "hostile.py"
_UNTITLED = Path(__file__).parents[2] / "owned_apps" / "gtk3_untitled.py"


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui)
    yield item
    await item.dispatcher.close()


async def _move_window(bench: Bench, x: int, y: int) -> None:
    app = await bench.open("form")
    window = app.windows[-1]
    window.rect = replace(window.rect, x=x, y=y)
    bench.selection.window = (await bench.desktop.windows())[0]
    await bench.look()


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("click_on_coordinates", {"x": 0.9, "y": 0.1}),
        ("drag_on_coordinates", {"start_x": 0.1, "start_y": 0.1, "end_x": 0.9, "end_y": 0.1, "duration": 0}),
    ],
)
async def test_a_point_outside_of_every_screen_is_refused(
    bench: Bench, tool: str, arguments: dict[str, object]
) -> None:
    await _move_window(bench, 1000, 60)
    result = await bench.run(tool, **arguments)
    assert (result.status, result.effect) == (ResultStatus.FAILURE, Effect.REFUSED)
    assert "outside of every screen" in str(result.error)
    assert not bench.desktop.inputs


async def test_a_control_that_stands_half_outside_is_clicked_in_the_half_that_is_seen(bench: Bench) -> None:
    await _move_window(bench, 1000, 60)
    result = await bench.on("click_input", "Send me the newsletter", button="right")
    assert result.route is Route.POINTER
    assert all(event.point.x < 1280 for event in bench.desktop.inputs if hasattr(event, "point"))


async def test_a_wheel_is_not_turned_over_what_has_another_name_since_the_look(bench: Bench) -> None:
    app = await bench.open("form")
    await bench.look()
    id_ = bench.id_of("Colours")
    app.set_name("colours", "Something else")
    result = await bench.run("wheel_mouse_input", id=id_, name="Colours", wheel_dist=-2)
    assert (result.status, result.effect) == (ResultStatus.FAILURE, Effect.REFUSED)
    assert not bench.desktop.inputs


@pytest.mark.apps
async def test_the_buttons_of_a_dialog_without_a_title_are_not_covered_by_it(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("/usr/bin/python3", (str(_UNTITLED),)))
    try:
        await bench.look()
        assert (await bench.on("click_input", "Ask")).effect is Effect.PARTIAL
        await bench.look()
        behind = await bench.on("click_input", "Ask")
        assert behind.effect is Effect.REFUSED
        agreed = await bench.on("click_input", "Agree")
        assert agreed.effect is Effect.PARTIAL, agreed
        assert [window.title for window in await desktop.windows()] == ["Answered"]
    finally:
        await bench.dispatcher.close()


@pytest.mark.apps
async def test_a_question_on_top_of_a_dialog_is_answered_and_blocks_that_dialog(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("/usr/bin/python3", (str(_NESTED),)))
    try:
        await bench.look()
        assert (await bench.on("click_input", "Save As…")).effect is Effect.CONFIRMED
        await bench.look()
        await bench.on("click_input", "Save")
        await bench.look()
        behind = await bench.on("click_input", "Save")
        assert behind.effect is Effect.REFUSED and "answer that dialog first" in str(behind.error)
        answered = await bench.on("click_input", "Replace")
        assert answered.ok, answered
        assert [window.title for window in await desktop.windows()] == ["Replaced"]
    finally:
        await bench.dispatcher.close()


@pytest.mark.apps
async def test_a_drag_selects_text_and_the_wheel_scrolls_it_and_both_are_seen_in_the_picture(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    """A text is one control: what is selected in it and how far it is scrolled stands in no tree."""
    path = tmp_path / "lines.txt"
    path.write_text("".join(f"line {number} of words\n" for number in range(400)), encoding="utf-8")
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    window = bench.selection.window = await desktop.launch(Launch("mousepad", (str(path),)))
    try:
        await bench.look()
        text = next(control for control in bench.selection.controls.values() if "multiline" in control.states)
        left, top = text.rect.x - window.rect.x, text.rect.y - window.rect.y
        start = {"start_x": (left + 3) / window.rect.width, "start_y": (top + 10) / window.rect.height}
        end = {"end_x": (left + 90) / window.rect.width, "end_y": (top + 60) / window.rect.height}
        dragged = await bench.run("drag_on_coordinates", **start, **end, duration=0.2)
        assert (dragged.effect, dragged.route) == (Effect.PARTIAL, Route.COORDINATES)
        await desktop.send(window.id, [Keys(("delete",))])
        await desktop.settle(window.id)
        left_over = await desktop.text(text.handle) or ""
        assert not left_over.startswith("line 0 ") and left_over.endswith("line 399 of words\n")
        turned = await bench.run("wheel_mouse_input", wheel_dist=-10)
        assert (turned.effect, turned.route) == (Effect.PARTIAL, Route.POINTER)
    finally:
        await bench.dispatcher.close()


@requirement("bad:ten-megabytes")
async def test_a_text_of_ten_megabytes_is_refused_before_anything_is_sent(bench: Bench) -> None:
    await bench.open("notes")
    typed = await bench.run("keyboard_input", keys="x" * 10_000_000)
    written = await bench.on("set_edit_text", "Text", text="x" * 10_000_000)
    for result in (typed, written):
        assert result.status is ResultStatus.FAILURE
        assert "put it in a file" in str(result.error)
    assert not bench.desktop.inputs


@pytest.mark.apps
async def test_a_hundred_thousand_characters_are_written_and_read_back_whole(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("mousepad"))
    try:
        await bench.look()
        field = next(key for key, element in bench.selection.controls.items() if "multiline" in element.states)
        text = "Grüße 日本 👩\u200d💻 end\n" * 6000
        result = await bench.run("set_edit_text", id=field, name="", text=text, clear_current_text=True)
        assert (result.effect, result.route) == (Effect.CONFIRMED, Route.ACCESSIBILITY)
        again = await bench.run("set_edit_text", id=field, name="", text=text, clear_current_text=True)
        assert (again.effect, again.route) == (Effect.CONFIRMED, None)
    finally:
        await bench.dispatcher.close()


@pytest.mark.apps
@pytest.mark.parametrize("button", ["left", "right"])
async def test_a_control_that_lies_about_its_place_is_clicked_nowhere(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path, button: str
) -> None:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch(sys.executable, (str(_HOSTILE), "Bad lies", "lies")))
    heard = Display(private_desktop.display)
    try:
        window = heard.create_resource_object("window", int(bench.selection.window.id, 16))
        window.change_attributes(event_mask=X.ButtonPressMask)
        heard.sync()
        controls = await bench.look()
        assert {control.name for control in controls.values() if control.doubt} == {
            "Nowhere",
            "Minus",
            "Endless",
            "Point",
        }
        for name, why in (
            ("Nowhere", "out of sight"),
            ("Minus", "out of sight"),
            ("Endless", "out of sight"),
            ("Far", "out of sight"),
            ("Point", "1 x 1 pixels"),
        ):
            refused = await bench.on("click_input", name, button=button)
            assert refused.effect is Effect.REFUSED, (name, refused)
            assert why in str(refused.error)
        heard.sync()
        assert not heard.pending_events()
        await bench.on("click_input", "Honest", button=button)
        heard.sync()
        assert heard.pending_events() == 1
    finally:
        heard.close()
        await bench.dispatcher.close()


async def test_a_press_of_something_painted_did_something_where_its_own_picture_changed(bench: Bench) -> None:
    await bench.open("form")
    await bench.look()
    shown = replace(bench.selection.controls[bench.id_of("Submit")], role="Canvas")
    assert bench.selection.snapshot is not None
    after = Observation((), bench.selection.snapshot)
    judge = painted_at(shown, press_judge(shown))
    near, far = shown.rect, shown.rect.moved(2 * shown.rect.width, 0)
    for tile, effect in ((near, Effect.PARTIAL), (far, Effect.SUSPECTED_NOOP)):
        assert judge(Comparison(picture=True, tiles=(tile,)), after).effect is effect
    assert judge(Comparison(still=True, tiles=()), after).effect is Effect.SUSPECTED_NOOP


async def test_an_entry_half_out_of_sight_is_clicked_in_the_half_that_its_list_shows(bench: Bench) -> None:
    await bench.open("form")
    await bench.look()
    actor, entry = Actor(bench.scope), bench.selection.controls[bench.id_of("Amber")]
    look = bench.selection.snapshot
    assert look is not None
    half = Rect(entry.rect.x, entry.rect.y, entry.rect.width, entry.rect.height // 2)
    cut = [replace(shown, rect=half) if shown.role == "List" else shown for shown in look]
    bench.selection.looked(replace(look, id=look.id + 1, elements=tuple(cut)))
    await actor.click(await actor.window(), entry)
    (click,) = [event for event in bench.desktop.inputs if isinstance(event, Click)]
    assert click.point == half.center
