"""Real applications in a real GNOME session: its shell without a screen, our extension in it, Mutter's input and pictures."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.apps.drawn_away import require_told_where_keys_went
from tests.apps.gnome_session import GnomeSession, gnome_session, needs_gnome, shell_version
from tests.apps.session_parts import ufo, wait_for
from tests.needs import need
from tests.owned_apps.scenes import FOLDER
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.wayland.gnome import extension_files
from ufo.desktop.linux.wayland.gnome.shell import ShellExtension
from ufo.desktop.linux.wayland.session_bus import Named, SessionBus
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Click, Keys, TypeText, Window
from ufo.errors import DesktopError, DesktopUnavailable, NotActionable, StaleElement
from ufo.schema.geometry import Point
from ufo.tools.act.aim import Aimer

pytestmark = [pytest.mark.apps, pytest.mark.matrix, needs_gnome]
_TEXT = "Zoë & Jürgen: 5 € → ∑ 😀👍 日本語"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GnomeSession]:
    with gnome_session(tmp_path_factory.mktemp("gnome")) as started:
        yield started


@pytest.fixture
async def desktop(session: GnomeSession) -> AsyncIterator[LinuxDesktop]:
    connected = await LinuxDesktop.connect(session.environment, DesktopSettings())
    try:
        yield connected
    finally:
        await connected.shutdown()
        while session.started:
            process = session.started.pop()
            process.kill()
            await asyncio.to_thread(process.wait)


@pytest.fixture
async def editor(session: GnomeSession, desktop: LinuxDesktop, tmp_path: Path) -> Window:
    """Mousepad with a text, active."""
    text = tmp_path / "letter.txt"
    text.write_text("old\n", encoding="utf-8")
    session.start("mousepad", str(text))
    return await _window(desktop, "mousepad")


async def _window(desktop: LinuxDesktop, app_root: str) -> Window:
    with in_time():
        while True:
            for window in await desktop.windows():
                if window.app_root == app_root:
                    await desktop.focus(window.id)
                    return window
            await asyncio.sleep(0.1)


async def _element(desktop: LinuxDesktop, window: Window, role: str, name: str) -> Element:
    with in_time():
        while True:
            snapshot = await desktop.snapshot(window.id)
            for element in snapshot.elements:
                if (element.role, element.name) == (role, name):
                    return element
            await asyncio.sleep(0.1)


async def _click(desktop: LinuxDesktop, window: Window, role: str, name: str) -> None:
    element = await _element(desktop, window, role, name)
    at = element.rect.center
    target = await desktop.hit_test(await desktop.target(window.id, element.handle, at), at)
    assert target.over is None
    await desktop.send(target, [Click(at)])
    await desktop.settle(window.id)


async def _text_of(desktop: LinuxDesktop, window: Window) -> str | None:
    return await desktop.text((await _element(desktop, window, "Edit", "")).handle)


async def test_the_buttons_of_a_gtk4_calculator_are_where_its_tree_says(
    session: GnomeSession, desktop: LinuxDesktop
) -> None:
    session.start("gnome-calculator")
    calculator = await _window(desktop, "gnome-calculator")
    for button in "7×8=":
        await _click(desktop, calculator, "Button", button)
    shown = [element.name for element in (await desktop.snapshot(calculator.id)).elements]
    assert "7×8 = 56" in shown


async def test_any_text_is_written_and_the_clipboard_is_as_before(desktop: LinuxDesktop, editor: Window) -> None:
    await desktop.send(editor.id, [Keys(("ctrl", "a")), Keys(("ctrl", "x"))])
    await desktop.settle(editor.id)
    assert await desktop.copied() == "old\n"
    await desktop.send(editor.id, [TypeText("Hello\n"), TypeText(_TEXT)])
    await desktop.settle(editor.id)
    assert await _text_of(desktop, editor) == f"Hello\n{_TEXT}"
    assert await desktop.copied() == "old\n"


async def test_signs_that_the_keyboard_has_not_are_not_dropped_but_refused(
    desktop: LinuxDesktop, editor: Window
) -> None:
    with pytest.raises(NotActionable, match="no key of this keyboard layout types 'ë'"):
        await desktop.send(editor.id, [TypeText("Zoë", struck=True)])
    assert await _text_of(desktop, editor) == "old\n"


async def test_an_entry_of_a_menu_is_clicked_where_the_shell_shows_the_menu(
    desktop: LinuxDesktop, editor: Window
) -> None:
    """The menu's program believes that it lies elsewhere. The wrong entry would open the dialog of the fonts."""
    await _click(desktop, editor, "Menu", "View")
    entry = await _element(desktop, editor, "MenuItem", "Line Numbers")
    popup = (await desktop.snapshot(editor.id)).popups[0]
    place = next(
        surface.visible
        for surface in await desktop._windows.run(lambda windows: windows.related(editor.id))
        if surface.window.id == popup
    )
    assert place.contains(entry.rect.center)
    await _click(desktop, editor, "MenuItem", "Line Numbers")
    assert [window.title for window in await desktop.windows()] == [editor.title]
    settings = Path(desktop._environment["HOME"]) / ".config/glib-2.0/settings/keyfile"
    with in_time():
        while "show-line-numbers=true" not in settings.read_text(encoding="utf-8"):
            await asyncio.sleep(0.05)


async def test_a_control_that_moved_since_the_look_gets_no_click(desktop: LinuxDesktop, editor: Window) -> None:
    menu = await _element(desktop, editor, "Menu", "View")
    target = await desktop.target(editor.id, menu.handle, menu.rect.center)
    await desktop.send(editor.id, [Keys(("super", "right"))])
    with in_time():
        while (await desktop.windows())[0].rect == editor.rect:
            await asyncio.sleep(0.05)
    with pytest.raises(DesktopError) as refused:
        await desktop.send(target, [Click(menu.rect.center)])
    assert isinstance(refused.value, NotActionable | StaleElement)
    assert not (await desktop.snapshot(editor.id)).popups


async def test_a_place_that_another_window_covers_is_not_clicked(
    session: GnomeSession, desktop: LinuxDesktop, editor: Window
) -> None:
    session.start("gnome-calculator")
    calculator = await _window(desktop, "gnome-calculator")
    await desktop.focus(editor.id)
    await desktop.send(editor.id, [Keys(("super", "up"))])
    place = next(window for window in await desktop.windows() if window.id == calculator.id).rect.center
    with in_time():
        while not (await desktop.windows())[0].rect.contains(place):
            await asyncio.sleep(0.05)
    with pytest.raises(NotActionable, match="lies over 'Calculator'"):
        await desktop.send(calculator.id, [Click(place)])


async def test_a_strike_is_refused_in_the_shell_where_something_else_lies_there_or_was_painted(
    session: GnomeSession, editor: Window
) -> None:
    bus = SessionBus(session.environment["DBUS_SESSION_BUS_ADDRESS"])
    try:
        shell = ShellExtension(bus)
        seen = next(window for window in shell.look().windows if hex(window.id) == editor.id)
        middle = seen.frame.center
        over = shell.strike(middle, [("move", middle.x, middle.y)], [seen.id + 1], {})
        assert (over.refused, over.at.window) == ("over", seen.id)
        painted = shell.strike(middle, [("move", middle.x, middle.y)], [seen.id], {seen.id: seen.painted - 1})
        assert painted.refused == "painted"
        assert shell.look().pointer != middle
        assert shell.strike(middle, [("move", middle.x, middle.y)], [seen.id], {}).refused == ""
        assert shell.look().pointer == middle
    finally:
        bus.close()


async def test_the_halt_key_is_heard_and_no_program_gets_it(desktop: LinuxDesktop, editor: Window) -> None:
    heard: list[str] = []
    release = await desktop.on_key(Keys(("f5",)), lambda: heard.append("f5"))
    await desktop.send(editor.id, [Keys(("f5",))])
    with in_time():
        while not heard:
            await asyncio.sleep(0.01)
    await asyncio.to_thread(release)
    await desktop.send(editor.id, [Keys(("f5",)), TypeText("x")])
    await desktop.settle(editor.id)
    assert heard == ["f5"]


async def test_a_window_is_closed(session: GnomeSession, desktop: LinuxDesktop) -> None:
    session.start("gnome-calculator")
    calculator = await _window(desktop, "gnome-calculator")
    await desktop.close_window(calculator.id)
    with in_time():
        while await desktop.windows():
            await asyncio.sleep(0.05)


async def test_pictures_show_the_window_and_what_lies_beside_it_is_not_in_them(
    desktop: LinuxDesktop, editor: Window
) -> None:
    pytest.importorskip("pipewire_capture", reason="pip install pipewire-capture")
    picture = await desktop.capture(editor.id)
    assert picture.rect == editor.rect
    assert len(set(picture.pixels[index : index + 4] for index in range(0, len(picture.pixels), 4))) > 20
    (screen,) = await desktop.screens()
    assert (await desktop.capture()).rect == screen.rect


async def test_two_monitors_are_one_desktop(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("note\n", encoding="utf-8")
    with gnome_session(tmp_path / "session", ("1280x720", "800x600")) as session:
        desktop = await LinuxDesktop.connect(session.environment, DesktopSettings())
        try:
            assert [screen.rect.x for screen in await desktop.screens()] == [0, 1280]
            session.start("mousepad", str(tmp_path / "note.txt"))
            editor = await _window(desktop, "mousepad")
            await desktop.send(editor.id, [Keys(("super", "shift", "right"))])
            with in_time():
                while (await desktop.windows())[0].rect.x < 1280:
                    await asyncio.sleep(0.05)
            await _click(desktop, editor, "Menu", "View")
            entry = await _element(desktop, editor, "MenuItem", "Fullscreen")
            assert entry.rect.x > 1280 and "offscreen" not in entry.states
        finally:
            await desktop.shutdown()


@pytest.mark.parametrize("counts", ["own-pixels", "scaled-pixels"])
async def test_places_hold_on_two_monitors_of_different_scale(tmp_path: Path, counts: str) -> None:
    """GNOME counts in the monitors' own pixels, or in scaled ones where that experiment is switched on."""
    with gnome_session(tmp_path / "session", ("1280x800", "1600x1200")) as session:
        if counts == "scaled-pixels":
            features = [
                "gsettings",
                "set",
                "org.gnome.mutter",
                "experimental-features",
                "['scale-monitor-framebuffer']",
            ]
            subprocess.run(features, env=dict(session.environment), check=True)
        await asyncio.to_thread(_scale, session, (1.0, 2.0), counts == "scaled-pixels")
        desktop = await LinuxDesktop.connect(session.environment, DesktopSettings())
        try:
            first, second = await desktop.screens()
            assert (first.rect.width, second.rect.width, second.rect.height) == (1280, 800, 600)
            session.start("gnome-calculator")
            calculator = await _window(desktop, "gnome-calculator")
            await _click(desktop, calculator, "Button", "7")
            (before,) = await desktop.windows()
            await desktop.send(calculator.id, [Keys(("super", "shift", "right"))])
            with in_time():
                while not second.rect.contains((moved := (await desktop.windows())[0]).rect.center):
                    await asyncio.sleep(0.05)
            assert (moved.rect.width, moved.rect.height) == (before.rect.width, before.rect.height)
            await _click(desktop, moved, "Button", "8")
            with in_time():
                while not any(element.value == "78" for element in await desktop.snapshot(moved.id)):
                    await asyncio.sleep(0.05)
        finally:
            await desktop.shutdown()


def _scale(session: GnomeSession, scales: Sequence[float], counts_scaled: bool) -> None:
    """Scale the monitors, which lie beside one another. The shell may not know yet of a feature that was just switched on."""
    name = "org.gnome.Mutter.DisplayConfig"
    config = Named(name, "/org/gnome/Mutter/DisplayConfig", name)
    bus = SessionBus(session.environment["DBUS_SESSION_BUS_ADDRESS"])
    try:

        def state() -> Sequence[Any]:
            return bus.call(config, "GetCurrentState").values

        wait_for(lambda: (state()[3]["layout-mode"].value == 1) is counts_scaled, "the layout of the monitors")
        serial, physical, *_ = state()
        monitors, x = [], 0
        for ((connector, *_), modes, _), scale in zip(physical, scales, strict=True):
            monitors.append([x, 0, scale, 0, x == 0, [[connector, modes[0][0], {}]]])
            x += round(modes[0][1] / scale) if counts_scaled else modes[0][1]
        bus.call(config, "ApplyMonitorsConfig", "uua(iiduba(ssa{sv}))a{sv}", serial, 1, monitors, {})
    finally:
        bus.close()


async def test_a_window_in_the_overview_is_brought_to_the_front_for_a_pointer(tmp_path: Path) -> None:
    """A session begins with its overview, which stays while a program is started from elsewhere."""
    with gnome_session(tmp_path / "session") as session:
        desktop = await LinuxDesktop.connect(session.environment, DesktopSettings())
        try:
            session.start("gnome-calculator")
            with in_time():
                while not (windows := await desktop.windows()):
                    await asyncio.sleep(0.1)
            hit = await Aimer(desktop).uncover(windows[0], windows[0].rect.center)
            assert hit.over is None and (await desktop.windows())[0].active
        finally:
            await desktop.shutdown()


async def test_an_entry_of_qt_is_where_its_tree_says_under_the_title_bar_that_qt_draws(
    session: GnomeSession, desktop: LinuxDesktop
) -> None:
    need("featherpad")
    session.start("featherpad")
    editor = await _window(desktop, "featherpad")
    await _click(desktop, editor, "MenuItem", "Options")
    await _click(desktop, editor, "MenuItem", "Line Numbers")
    await _click(desktop, editor, "MenuItem", "Options")
    assert "checked" in (await _element(desktop, editor, "MenuItem", "Line Numbers")).states


async def test_keys_that_a_person_draws_elsewhere_in_the_middle_are_never_told_as_typed(
    session: GnomeSession, desktop: LinuxDesktop, tmp_path: Path
) -> None:
    ours, person = tmp_path / "ours.txt", tmp_path / "person.txt"
    for truth in (person, ours):
        session.start("/usr/bin/python3", str(FOLDER / "text_field.py"), "gtk3", str(truth), truth.stem)
        window = await _titled(desktop, truth.stem)
        await desktop.focus(window.id)
    persons = next(window for window in await desktop.windows() if window.title == "person")
    await require_told_where_keys_went(desktop, session.environment, window, persons)


async def _titled(desktop: LinuxDesktop, title: str) -> Window:
    with in_time():
        while True:
            for window in await desktop.windows():
                if window.title == title:
                    return window
            await asyncio.sleep(0.1)


async def test_without_the_extension_controls_are_worked_and_keys_but_no_pointer(tmp_path: Path) -> None:
    with gnome_session(tmp_path / "session", extension={}) as session:
        desktop = await LinuxDesktop.connect(session.environment, DesktopSettings())
        try:
            session.start("gnome-calculator")
            with in_time():
                while not (windows := await desktop.windows()):
                    await asyncio.sleep(0.1)
            calculator = windows[0]
            assert (calculator.app_root, calculator.title) == ("gnome-calculator", "Calculator")
            for button in "7×8":
                await desktop.act((await _element(desktop, calculator, "Button", button)).handle, "press")
            # GNOME begins with its overview, which takes all keys.
            await desktop.focus(calculator.id)
            await desktop.send(calculator.id, [Keys(("enter",))])
            assert await _element(desktop, calculator, "ListItem", "7×8 = 56")
            with pytest.raises(NotActionable, match="ufo wayland install"):
                await desktop.send(calculator.id, [Click(calculator.rect.center)])
            with pytest.raises(DesktopError, match="ufo wayland install"):
                await desktop.on_key(Keys(("pause",)), lambda: None)
        finally:
            await desktop.shutdown()


async def test_the_extension_is_installed_for_the_next_log_in_and_taken_away(tmp_path: Path) -> None:
    with gnome_session(tmp_path / "session", extension={}) as session:
        told = ufo(session.environment, "wayland", "status", folder=session.folder)
        assert "not installed; install it with: ufo wayland install" in told.stdout and told.returncode == 1
        installed = json.loads(ufo(session.environment, "wayland", "install", "--json", folder=session.folder).stdout)
        assert installed["current"] and installed["enabled"] and not installed["usable"]
        assert "Log out and in once" in ufo(session.environment, "wayland", "status", folder=session.folder).stdout
        removed = json.loads(ufo(session.environment, "wayland", "remove", "--json", folder=session.folder).stdout)
        assert removed["removed"] and not Path(removed["folder"]).exists()


async def test_an_extension_of_another_version_is_not_used(tmp_path: Path) -> None:
    files = extension_files.files(shell_version())
    other = {name: text.replace(extension_files.version(), "0123456789ab") for name, text in files.items()}
    with gnome_session(tmp_path / "session", extension=other) as session:
        desktop = await LinuxDesktop.connect(session.environment, DesktopSettings())
        try:
            with pytest.raises(NotActionable, match="another version of the extension.*ufo wayland install"):
                await desktop.send(None, [Click(Point(5, 5))])
        finally:
            await desktop.shutdown()
        assert "of another ufo" in ufo(session.environment, "wayland", "status", folder=session.folder).stdout


async def test_a_shell_that_ends_or_switches_the_extension_off_is_told(tmp_path: Path) -> None:
    """GNOME switches it off as well while the screen is locked."""
    with gnome_session(tmp_path / "session") as session:
        desktop = await LinuxDesktop.connect(session.environment, DesktopSettings())
        try:
            off = ["gnome-extensions", "disable", extension_files.UUID]
            subprocess.run(off, env=dict(session.environment), check=True)
            with pytest.raises(DesktopUnavailable, match="switched off; switch it on"), in_time():
                while True:
                    await desktop.windows()
                    await asyncio.sleep(0.05)
            session.shell.kill()
            session.shell.wait()
            with pytest.raises(DesktopUnavailable, match="GNOME Shell has ended"):
                await desktop.send(None, [Click(Point(5, 5))])
        finally:
            await desktop.shutdown()


def test_a_request_is_done_and_proved_on_gnome(session: GnomeSession, tmp_path: Path) -> None:
    (tmp_path / "memo.txt").write_text("old\n", encoding="utf-8")
    request = f"Open memo.txt with Mousepad, write '{_TEXT}' into it and save it"
    command = ("run", request, "--desktop", "here", "--yes", "--log-dir", str(tmp_path / "log"))
    done = ufo(session.environment, *command, folder=tmp_path)
    assert done.returncode == 0 and "VERIFIED" in done.stdout, done.stdout + done.stderr
    assert (tmp_path / "memo.txt").read_text(encoding="utf-8") == f"old\n{_TEXT}"
