"""Input reaches the window that it is for, or nothing: thieves of the focus, covers that nobody sees, a locked screen."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import anyio
import pytest
from Xlib.display import Display
from Xlib.ext import res

from bench.measured_desktop import MeasuredDesktop
from bench.misbehaving.owned import OwnedProcess, start_intruder
from tests.conformance.suite import becomes
from tests.requirement import requirement
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.target import Target
from ufo.desktop.values import Click, Keys, Launch, TypeText, Window
from ufo.errors import DesktopError, NotActionable
from ufo.schema.command import Effect, ResultStatus
from ufo.schema.geometry import Point
from ufo.tools.servers.app_ui import app_ui

_FORM = Path(__file__).parents[4] / "conformance" / "gtk_registration.py"
NEWS = "Send me the newsletter"

pytestmark = pytest.mark.apps


@pytest.fixture
async def intruder(private_desktop: PrivateDesktop) -> AsyncIterator[OwnedProcess]:
    owned_process = await start_intruder(private_desktop.environment)
    yield owned_process
    await owned_process.end()


@pytest.fixture
async def window(desktop: LinuxDesktop) -> Window:
    found = await desktop.launch(Launch("/usr/bin/python3", (str(_FORM),)))
    await desktop.settle(found.id)
    return next(item for item in await desktop.windows() if item.id == found.id)


@pytest.fixture
async def bench(desktop: LinuxDesktop, window: Window, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, desktop=desktop)
    item.selection.window = window
    await item.look()
    yield item
    await item.dispatcher.close()


@contextlib.contextmanager
def _standing_still(private: PrivateDesktop) -> Iterator[None]:
    """Its window manager does nothing meanwhile."""
    display = Display(private.display)
    try:
        (check,) = display.screen().root.get_full_property(display.intern_atom("_NET_SUPPORTING_WM_CHECK"), 0).value
        specs = [(check, res.LocalClientPIDMask)]
        manager = int(res.query_client_ids(display, specs).ids[0].value[0])
    finally:
        display.close()
    os.kill(manager, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(manager, signal.SIGCONT)


async def _checked(bench: Bench) -> bool:
    return "checked" in next(target for target in (await bench.look()).values() if target.name == NEWS).states


@requirement("bad:stolen-focus")
async def test_keys_do_not_go_to_a_window_that_stole_the_focus(
    desktop: LinuxDesktop, window: Window, intruder: OwnedProcess
) -> None:
    await intruder.tell(do="steal")
    for events in ([TypeText("secret")], [Keys(("ctrl", "a"))], [TypeText("long " * 100)]):
        with pytest.raises(NotActionable, match="focus is with the window 'Intruder' and not with 'Registration'"):
            await desktop.send(window.id, events)
    assert (await intruder.tell(do="tell"))["keys"] == 0


async def test_a_tool_takes_the_focus_back_before_it_types(bench: Bench, intruder: OwnedProcess) -> None:
    await intruder.tell(do="steal")
    result = await bench.run("keyboard_input", id=bench.id_of("Email", "Edit"), name="Email", keys="ada@example.org")
    assert result.effect is Effect.CONFIRMED, result
    assert (await intruder.tell(do="tell"))["keys"] == 0


async def test_a_click_does_not_go_to_what_lies_over_the_window(
    desktop: LinuxDesktop, window: Window, intruder: OwnedProcess
) -> None:
    middle = window.rect.center
    place = [middle.x - 50, middle.y - 50, middle.x + 50, middle.y + 50]

    async def covered() -> bool:
        return (await desktop.hit_test(Target(window.id), middle)).over is not None

    for seen in (True, False):
        await intruder.tell(do="cover", rect=place, seen=seen)
        assert await becomes(covered), "the window manager puts it where it was asked to"
        with pytest.raises(NotActionable, match="nothing was clicked"):
            await desktop.send(window.id, [Click(middle)])
        assert (await intruder.tell(do="hide"))["clicks"] == 0
    assert (await desktop.hit_test(Target(window.id), middle)).over is None


@requirement("bad:locked-screen")
async def test_a_locked_screen_gets_neither_clicks_nor_keys_and_no_control_is_worked_behind_it(
    bench: Bench, desktop: LinuxDesktop, window: Window, intruder: OwnedProcess
) -> None:
    await intruder.tell(do="lock")
    with pytest.raises(NotActionable):
        await desktop.send(window.id, [TypeText("hello")])
    named = {"id": bench.id_of(NEWS), "name": NEWS}
    email = {"id": bench.id_of("Email", "Edit"), "name": "Email"}
    for tool, arguments in (
        ("click_input", named),
        ("click_input", {**named, "double": True}),
        ("click_on_coordinates", {"x": 0.5, "y": 0.5}),
        ("keyboard_input", {**email, "keys": "x"}),
        ("set_edit_text", {**email, "text": "x"}),
        ("wheel_mouse_input", {"wheel_dist": -1}),
    ):
        result = await bench.run(tool, **arguments)
        assert (result.status, result.effect) == (ResultStatus.FAILURE, Effect.REFUSED), (tool, result)
    assert await intruder.tell(do="hide") == {"clicks": 0, "keys": 0}
    assert not await _checked(bench)


async def test_keys_do_not_go_to_a_program_that_took_the_whole_keyboard_without_a_window(
    bench: Bench, desktop: LinuxDesktop, window: Window, intruder: OwnedProcess
) -> None:
    email = {"id": bench.id_of("Email", "Edit"), "name": "Email"}
    await intruder.tell(do="grab")
    for events in ([TypeText("secret")], [Keys(("ctrl", "a"))], [TypeText("long " * 100)]):
        with pytest.raises(NotActionable, match="another program has taken the whole keyboard"):
            await desktop.send(window.id, events)
    result = await bench.run("keyboard_input", **email, keys="x")
    assert (result.status, result.effect) == (ResultStatus.FAILURE, Effect.REFUSED), result
    assert (await intruder.tell(do="hide"))["keys"] == 0
    await desktop.send(window.id, [TypeText("x")])


@requirement("bad:locked-screen")
async def test_a_click_does_not_go_to_a_program_that_took_all_clicks_and_keys_without_a_window(
    desktop: LinuxDesktop, window: Window, intruder: OwnedProcess
) -> None:
    """As a locker's window that another one was raised over."""
    before = await intruder.tell(do="grab", clicks=True)
    with pytest.raises(NotActionable, match="all clicks and keys"):
        await desktop.send(window.id, [Click(window.rect.center)])
    assert await intruder.tell(do="hide") == before
    await desktop.send(window.id, [Click(window.rect.center)])


@requirement("bad:locked-screen")
async def test_a_click_does_not_wait_at_the_window_manager_of_our_own_desktop_for_what_comes_over_the_window(
    bench: Bench, private_desktop: PrivateDesktop, desktop: LinuxDesktop
) -> None:
    """One that takes clicks to focus windows by them hands them on late, to whatever lies there by then."""
    box = (await bench.look())[bench.id_of(NEWS)]
    assert box.bounds is not None
    with _standing_still(private_desktop):
        await desktop.send(bench.selection.require_window().id, [Click(box.bounds.center)])
        assert await becomes(lambda: _checked(bench))


async def test_a_click_focuses_its_window_first(desktop: LinuxDesktop, window: Window, intruder: OwnedProcess) -> None:
    await intruder.tell(do="steal")
    await desktop.send(window.id, [Click(window.rect.center), Keys(("shift",))])
    assert (await intruder.tell(do="tell"))["keys"] == 0
    assert next(item for item in await desktop.windows() if item.active).id == window.id


async def test_keys_work_an_open_menu_of_the_application_itself_though_it_holds_the_keyboard(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    note = tmp_path / "note.txt"
    note.write_text("one", encoding="utf-8")
    editor = await desktop.launch(Launch("mousepad", (str(note),)))
    await desktop.send(editor.id, [Keys(("alt", "h"))])

    async def opened() -> bool:
        return any(
            element.role == "MenuItem" and "About" in element.name for element in await desktop.snapshot(editor.id)
        )

    assert await becomes(opened)
    await desktop.send(editor.id, [Keys(("escape",))])

    async def shut() -> bool:
        return not await opened()

    assert await becomes(shut)


@requirement("bad:foreign-dialog")
async def test_a_modal_dialog_of_another_application_on_top_is_not_clicked_through_or_into(
    bench: Bench, window: Window, intruder: OwnedProcess
) -> None:
    rect = window.rect
    await intruder.tell(do="modal", rect=[rect.x, rect.y, rect.right, rect.bottom], over="")
    result = await bench.run("click_input", id=bench.id_of(NEWS), name=NEWS, double=True)
    assert result.effect in (Effect.PARTIAL, Effect.REFUSED, Effect.SUSPECTED_NOOP)
    assert (await intruder.tell(do="hide"))["clicks"] == 0


@pytest.mark.parametrize("surely", [False, True])
async def test_a_dialog_of_the_window_that_opens_after_the_point_was_asked_for_is_not_clicked(
    bench: Bench, desktop: LinuxDesktop, window: Window, intruder: OwnedProcess, surely: bool
) -> None:
    """`surely`: the control is asked for once more, since its window was painted on; it is still where it was."""
    handle = bench.selection.resolve(bench.id_of(NEWS)).handle
    target = await desktop.target(window.id, handle) if surely else Target(window.id, await desktop.reidentify(handle))
    assert target.element is not None
    point = target.element.rect.center
    around = [point.x - 80, point.y - 60, point.x + 80, point.y + 60]
    target = await desktop.hit_test(target, point)
    assert target.over is None
    await intruder.tell(do="modal", rect=around, over=window.id)
    with pytest.raises(DesktopError):
        await desktop.send(target, [Click(point)])
    assert (await intruder.tell(do="tell"))["clicks"] == 0


async def test_a_point_outside_of_every_window_clicks_nothing(desktop: LinuxDesktop, window: Window) -> None:
    with pytest.raises(NotActionable):
        await desktop.send(window.id, [Click(Point(window.rect.right + 60, window.rect.bottom + 60))])


@requirement("bad:vanished")
async def test_an_application_that_was_killed_since_the_look_is_said_to_be_gone(bench: Bench, window: Window) -> None:
    os.kill(window.pid, signal.SIGKILL)
    with in_time():
        while window.id in {item.id for item in await bench.scope.desktop.windows()}:
            await anyio.sleep(0.02)
    for tool, arguments in (
        ("click_input", {"id": bench.id_of(NEWS), "name": NEWS}),
        ("click_on_coordinates", {"x": 0.5, "y": 0.5}),
        ("keyboard_input", {"keys": "x"}),
    ):
        result = await bench.run(tool, **arguments)
        assert (result.status, result.effect) == (ResultStatus.FAILURE, Effect.REFUSED), result
        assert "closed" in str(result.error)


@pytest.mark.parametrize("look_deadline_s", [2.0])
async def test_an_application_that_hangs_since_the_look_is_not_worked_and_said_to_hang(
    bench: Bench, window: Window
) -> None:
    os.kill(window.pid, signal.SIGSTOP)
    try:
        with in_time():
            result = await bench.run("click_input", id=bench.id_of(NEWS), name=NEWS)
        assert result.status is ResultStatus.FAILURE
        assert "does not answer" in str(result.error)
    finally:
        os.kill(window.pid, signal.SIGCONT)
    assert not await _checked(bench)


@requirement("bad:older-id")
async def test_an_id_of_an_older_look_is_refused(bench: Bench, desktop: MeasuredDesktop) -> None:
    stale = bench.selection.controls[bench.id_of(NEWS)]
    for _ in range(70):
        desktop.expect_change()
        await bench.look()
    bench.selection.controls["900"] = stale
    result = await bench.run("click_input", id="900", name=NEWS)
    assert result.effect is Effect.REFUSED and "belongs to an old look" in str(result.error)
    assert not await _checked(bench)


async def test_text_is_not_written_into_the_field_that_has_the_focus_instead_of_a_label(bench: Bench) -> None:
    await bench.run("click_input", id=bench.id_of("Email", "Edit"), name="Email")
    result = await bench.run("set_edit_text", id=bench.id_of("Not submitted", "Text"), name="", text="Ada")
    assert result.effect is Effect.REFUSED, result
    assert "keyboard focus is in Edit 'Email'" in str(result.error)
    shown = [target.value for target in (await bench.look()).values() if target.type == "Edit"]
    assert not any(shown)
