"""Real applications on KWin: GTK 3, GTK 4, Qt and LibreOffice; what lies over them, moves, or ends in the middle."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from tests.apps.drawn_away import require_told_where_keys_went
from tests.apps.kwin_session import KWinSession, connected, kwin_session, require_kwin
from tests.needs import need
from tests.owned_apps.scenes import FOLDER
from tests.waiting import WAITED_S, in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.wayland.data_control import DataControl
from ufo.desktop.linux.wayland.kwin.kwin_bus import KWinBus
from ufo.desktop.linux.wayland.session_bus import Named
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.target import Target
from ufo.desktop.values import Click, Keys, Launch, Scroll, TypeText, Window
from ufo.errors import DesktopUnavailable, NotActionable, PicturesRefused, StaleElement
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame

pytestmark = [pytest.mark.matrix, pytest.mark.timeout(300)]
_TEXT = "Zoë schrieb: 日本語 😀, naïve façade"
_UFO = Path(sys.executable).with_name("ufo")
_TOOLKITS = {
    "gtk3": ("import gi; gi.require_version('Gtk', '3.0')", "python3-gi gir1.2-gtk-3.0"),
    "gtk4": ("import gi; gi.require_version('Gtk', '4.0')", "python3-gi gir1.2-gtk-4.0"),
    "qt6": ("import PyQt6.QtWidgets", "python3-pyqt6 qt6-wayland"),
}
"""What finds a toolkit, and the packages that bring it."""
_WIDTH = 1280
_WHITE = b"\x0f\x0f\x0f"
_MOVE = """
var windows = workspace.windowList ? workspace.windowList() : workspace.clientList();
for (var i = 0; i < windows.length; i++)
    if (String(windows[i].caption).indexOf(UFO.title) >= 0) {
        var was = windows[i].frameGeometry;
        windows[i].frameGeometry = {x: was.x + Number(UFO.across), y: was.y + 60, width: was.width, height: was.height};
    }
callDBus(UFO.to, "/ufo", "org.ufo.Told", "Told", UFO.token, "{}");
"""


@pytest.fixture(scope="module")
def kwin() -> Iterator[KWinSession]:
    require_kwin()
    with kwin_session() as session:
        yield session


@pytest.fixture
def pictures(kwin: KWinSession) -> None:
    kwin.require_pictures()


@pytest.fixture
def ungranted() -> Iterator[KWinSession]:
    require_kwin()
    with kwin_session(granted=False) as session:
        yield session


@pytest.fixture
def german() -> Iterator[KWinSession]:
    require_kwin()
    with kwin_session(compose="Q", layout="de") as session:
        yield session


@pytest.fixture
def fine() -> Iterator[KWinSession]:
    require_kwin()
    with kwin_session(more=("--scale", "2", "--output-count", "2")) as session:
        yield session


@pytest.fixture
def wide() -> Iterator[KWinSession]:
    require_kwin()
    with kwin_session(more=("--no-lockscreen", "--output-count", "2")) as session:
        yield session


@pytest.fixture
def both() -> Iterator[KWinSession]:
    require_kwin()
    need("Xwayland")
    with kwin_session(more=("--no-lockscreen", "--xwayland")) as session:
        yield session
        # So it takes away the socket of its X server.
        session.compositor.terminate()
        session.compositor.wait(WAITED_S)


@pytest.fixture
def lockable() -> Iterator[KWinSession]:
    require_kwin()
    with kwin_session(compose="Q", more=()) as session:
        yield session


@pytest.fixture
def mortal() -> Iterator[KWinSession]:
    require_kwin()
    with kwin_session(compose="Q") as session:
        yield session


@pytest.fixture
async def plasma(kwin: KWinSession) -> AsyncIterator[LinuxDesktop]:
    async with connected(kwin) as desktop:
        yield desktop


async def _opened(desktop: LinuxDesktop, *command: str) -> Window:
    window = await desktop.launch(Launch(command[0], command[1:]))
    await desktop.settle(window.id)
    return window


async def _field(desktop: LinuxDesktop, folder: Path, toolkit: str, title: str = "Field") -> tuple[Window, Path]:
    """A window with one field, and the file that tells what it holds."""
    truth = folder / f"{title}.txt"
    window = await _opened(desktop, "/usr/bin/python3", str(FOLDER / "text_field.py"), toolkit, str(truth), title)
    return window, truth


def _require(toolkit: str) -> None:
    """Skip where the toolkit is not installed for Wayland."""
    probe, packages = _TOOLKITS[toolkit]
    found = (
        subprocess.run(["/usr/bin/python3", "-c", probe], capture_output=True, timeout=60, check=False).returncode == 0
    )
    wayland = toolkit != "qt6" or any(Path("/usr/lib").glob("*/qt6/plugins/platforms/libqwayland*.so"))
    if not (found and wayland):
        pytest.skip(f"{toolkit} is not installed for Wayland; install it with: sudo apt-get install -y {packages}")


async def _until(desktop: LinuxDesktop, window: Window, holds: Callable[[Snapshot], bool]) -> Snapshot:
    with in_time():
        while not holds(look := await desktop.snapshot(window.id)):
            await asyncio.sleep(0.05)
    return look


def _named(look: Snapshot, name: str, role: str = "") -> Element:
    return next(element for element in look if name in (element.name, element.label) and role in ("", element.role))


def _has(look: Snapshot, name: str) -> bool:
    return any(element.name == name for element in look)


async def _target(desktop: LinuxDesktop, window: Window, element: Element) -> Target:
    return await desktop.hit_test(await desktop.target(window.id, element.handle), element.rect.center)


async def _click(desktop: LinuxDesktop, window: Window, name: str, role: str = "") -> None:
    """Look and click, again where the window was still being laid out at the look."""
    with in_time():
        while True:
            look = await _until(desktop, window, lambda look: _has(look, name))
            element = _named(look, name, role)
            with contextlib.suppress(StaleElement):
                target = await _target(desktop, window, element)
                assert target.over is None
                await desktop.send(target, [Click(element.rect.center)])
                break
    await desktop.settle(window.id)


async def _holds(truth: Path, text: str) -> None:
    with in_time():
        while not truth.exists() or truth.read_text("utf-8") != text:
            await asyncio.sleep(0.05)


async def _script(session: KWinSession, text: str, **values: str) -> None:
    def run() -> None:
        bus = KWinBus(session.environment["DBUS_SESSION_BUS_ADDRESS"])
        try:
            bus.run_script(text, values)
        finally:
            bus.close()

    await asyncio.to_thread(run)


async def test_the_buttons_of_a_gtk_4_calculator_are_where_their_tree_says(plasma: LinuxDesktop) -> None:
    window = await _opened(plasma, "gnome-calculator")
    for name in ("7", "8"):
        await _click(plasma, window, name, "Button")
    look = await plasma.snapshot(window.id)
    await plasma.act(_named(look, "9", "Button").handle, "press")
    await _until(plasma, window, lambda look: any(element.value == "789" for element in look))


async def test_an_entry_of_a_gtk_3_menu_is_chosen_with_the_pointer(plasma: LinuxDesktop) -> None:
    window = await _opened(plasma, "mousepad")
    assert not any(element.role == "StatusBar" for element in await plasma.snapshot(window.id))
    await _click(plasma, window, "View")
    look = await _until(plasma, window, lambda look: bool(look.popups) and _has(look, "Statusbar"))
    entry = _named(look, "Statusbar")
    assert entry.rect.height > 10 and entry.window in look.popups
    await _click(plasma, window, "Statusbar")
    await _until(plasma, window, lambda look: not look.popups and any(it.role == "StatusBar" for it in look))


async def test_a_menu_of_qt_opens_and_its_entry_is_clicked(plasma: LinuxDesktop) -> None:
    window = await _opened(plasma, "featherpad")
    await _click(plasma, window, "Options")
    look = await _until(plasma, window, lambda look: bool(look.popups))
    assert all("offscreen" not in element.states for element in look if element.window in look.popups)
    await _click(plasma, window, "Line Numbers")
    await _until(plasma, window, lambda look: not look.popups)
    await _click(plasma, window, "Options")
    look = await _until(plasma, window, lambda look: bool(look.popups))
    assert "checked" in _named(look, "Line Numbers").states


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt6"])
async def test_text_in_any_script_arrives_and_the_clipboard_is_given_back(
    plasma: LinuxDesktop, kwin: KWinSession, tmp_path: Path, toolkit: str
) -> None:
    _require(toolkit)
    window, truth = await _field(plasma, tmp_path, toolkit)
    clipboard = DataControl(Path(kwin.environment["XDG_RUNTIME_DIR"]) / kwin.environment["WAYLAND_DISPLAY"])
    try:
        await asyncio.to_thread(clipboard.set_text, "the person's own")
        await plasma.send(window.id, [Click(window.rect.center), TypeText("plain (50%) ")])
        await plasma.send(window.id, [TypeText(_TEXT)])
        await _holds(truth, f"plain (50%) {_TEXT}")
        assert await plasma.copied() == "the person's own"
        await plasma.send(window.id, [Keys(("ctrl", "a")), TypeText("new")])
        await _holds(truth, "new")
    finally:
        await asyncio.to_thread(clipboard.close)


@pytest.mark.usefixtures("pictures")
async def test_a_long_text_is_scrolled_by_notches(plasma: LinuxDesktop, tmp_path: Path) -> None:
    window, truth = await _field(plasma, tmp_path, "gtk3")
    lines = "\n".join(f"line {number}" for number in range(200))
    await plasma.send(window.id, [TypeText(lines)])
    await _holds(truth, lines)
    before = await plasma.capture(window.id)
    await plasma.send(window.id, [Scroll(window.rect.center, dy=-3)])
    with in_time():
        while (await plasma.capture(window.id)).pixels == before.pixels:
            await asyncio.sleep(0.05)


async def test_libreoffice_writer_shows_its_tools_and_bold_is_pressed(plasma: LinuxDesktop) -> None:
    need("soffice")
    window = await _opened(plasma, "soffice", "--writer", "--norestore", "--nologo")
    await _click(plasma, window, "Bold")
    await _until(plasma, window, lambda look: bool({"pressed", "checked"} & _named(look, "Bold").states))


async def test_a_window_that_moved_since_the_look_is_not_clicked_at_its_old_place(
    plasma: LinuxDesktop, kwin: KWinSession
) -> None:
    window = await _opened(plasma, "mousepad")
    look = await plasma.snapshot(window.id)
    menu = _named(look, "Help")
    target = await _target(plasma, window, menu)
    await _script(kwin, _MOVE, title="Mousepad", across="90")
    with pytest.raises((StaleElement, NotActionable)):
        await plasma.send(target, [Click(menu.rect.center)])
    assert not (await plasma.snapshot(window.id)).popups
    moved = _named(await plasma.snapshot(window.id), "Help")
    assert (moved.rect.x, moved.rect.y) == (menu.rect.x + 90, menu.rect.y + 60)
    await _click(plasma, window, "Help")
    await _until(plasma, window, lambda look: bool(look.popups))


@pytest.mark.usefixtures("pictures")
async def test_what_lies_below_another_window_is_not_clicked_and_still_seen(
    plasma: LinuxDesktop, tmp_path: Path
) -> None:
    below, truth = await _field(plasma, tmp_path, "gtk3", "Below")
    await plasma.send(below.id, [TypeText("seen")])
    await _holds(truth, "seen")
    over, other = await _field(plasma, tmp_path, "gtk3", "Over")
    edit = next(element for element in await plasma.snapshot(below.id) if element.role == "Edit")
    target = await _target(plasma, below, edit)
    assert "Over" in (target.over or "")
    with pytest.raises(NotActionable, match="Over"):
        await plasma.send(below.id, [Click(edit.rect.center)])
    covered = await plasma.capture(below.id)
    assert covered.rect == below.rect
    inner = edit.rect.intersection(covered.rect)
    assert _WHITE in _colours(covered, inner) and len(_colours(covered, inner)) > 1
    await plasma.focus(below.id)
    await plasma.send(below.id, [Click(edit.rect.center), TypeText("+")])
    with in_time():
        while "+" not in truth.read_text("utf-8"):
            await asyncio.sleep(0.05)
    assert not other.exists() or other.read_text("utf-8") == ""


def _colours(frame: Frame, place: Rect) -> set[bytes]:
    """The colours of the place, but for their lowest bits: a window without the focus may be drawn a little greyer."""
    pixels = frame.cropped(place).pixels
    return {bytes(value // 16 for value in pixels[at : at + 3]) for at in range(0, len(pixels), 4)}


async def test_without_the_grant_a_controls_own_press_works_and_the_rest_says_what_to_do(
    ungranted: KWinSession,
) -> None:
    async with connected(ungranted) as desktop:
        window = await _opened(desktop, "gnome-calculator")
        look = await desktop.snapshot(window.id)
        await desktop.act(_named(look, "7", "Button").handle, "press")
        await _until(desktop, window, lambda look: any(element.value == "7" for element in look))
        with pytest.raises(NotActionable, match="ufo wayland install"):
            await desktop.send(window.id, [Click(window.rect.center)])
        with pytest.raises(PicturesRefused, match="ufo wayland install|without OpenGL"):
            await desktop.capture(window.id)


async def test_places_hold_on_two_screens_with_four_pixels_for_each_place(fine: KWinSession) -> None:
    async with connected(fine) as desktop:
        window = await _opened(desktop, "mousepad")
        first, second = await desktop.screens()
        assert second.rect.x == first.rect.width == second.rect.width
        await _script(fine, _MOVE, title="Mousepad", across=str(second.rect.x - 80))
        await _click(desktop, window, "Help")
        look = await _until(desktop, window, lambda look: bool(look.popups))
        shown = [element for element in look if element.window in look.popups]
        assert shown and all(element.rect.x > second.rect.x for element in shown)


async def test_places_hold_on_two_screens_of_different_scale(wide: KWinSession) -> None:
    need("kscreen-doctor")
    scale = ["kscreen-doctor", "output.2.scale.2"]
    await asyncio.to_thread(subprocess.run, scale, env=dict(wide.environment), capture_output=True, check=True)
    async with connected(wide) as desktop:
        window = await _opened(desktop, "mousepad")
        with in_time():
            while (second := (await desktop.screens())[1].rect).width != _WIDTH // 2:
                await asyncio.sleep(0.05)
        await _script(wide, _MOVE, title="Mousepad", across=str(second.x - window.rect.x))
        await _click(desktop, window, "Help")
        look = await _until(desktop, window, lambda look: bool(look.popups))
        shown = [element for element in look if element.window in look.popups]
        assert shown and all(second.contains(element.rect.center) for element in shown)


async def test_a_window_of_xwayland_is_worked_beside_a_native_one(both: KWinSession, tmp_path: Path) -> None:
    async with connected(both) as desktop:
        native, truth = await _field(desktop, tmp_path, "gtk3", "Native")
        environment = {**both.environment, "GDK_BACKEND": "x11", "DISPLAY": _display(both)}
        other = tmp_path / "Old.txt"
        command = ["/usr/bin/python3", str(FOLDER / "text_field.py"), "gtk3", str(other), "Old"]
        with subprocess.Popen(command, env=environment) as program:
            with in_time():
                while not (old := next((it for it in await desktop.windows() if it.title == "Old"), None)):
                    await asyncio.sleep(0.05)
            await desktop.focus(old.id)
            look = await _until(desktop, old, lambda look: any(element.role == "Edit" for element in look))
            edit = next(element for element in look if element.role == "Edit")
            assert old.rect.contains(edit.rect.center)
            await desktop.send(old.id, [Click(edit.rect.center), TypeText("old")])
            await _holds(other, "old")
            await desktop.focus(native.id)
            await desktop.send(native.id, [TypeText("new")])
            await _holds(truth, "new")
            program.kill()


def _display(session: KWinSession) -> str:
    """Return the X display that KWin listens for, by the sockets that it holds."""
    held = {str(entry.readlink()) for entry in Path(f"/proc/{session.compositor.pid}/fd").iterdir()}
    sockets = [line.split() for line in Path("/proc/net/unix").read_text().splitlines()[1:]]
    return next(
        f":{name.rpartition('/X')[2]}"
        for *_, inode, name in (socket for socket in sockets if len(socket) == 8)
        if f"socket:[{inode}]" in held and "/.X11-unix/X" in name
    )


async def test_keys_that_a_person_draws_elsewhere_in_the_middle_are_never_told_as_typed(
    plasma: LinuxDesktop, kwin: KWinSession, tmp_path: Path
) -> None:
    persons, _ = await _field(plasma, tmp_path, "gtk3", "Person")
    ours, _ = await _field(plasma, tmp_path, "gtk3", "Ours")
    await require_told_where_keys_went(plasma, kwin.environment, ours, persons)


async def test_a_screen_that_locks_in_the_middle_gets_neither_click_nor_key(
    lockable: KWinSession, tmp_path: Path
) -> None:
    desktop = await LinuxDesktop.connect(lockable.environment, DesktopSettings(width=1280, height=800))
    try:
        window, truth = await _field(desktop, tmp_path, "gtk3")
        assert await desktop.obstacle(window.id) is None
        await asyncio.to_thread(_lock, lockable)
        with in_time():
            while await desktop.obstacle(window.id) != "the locked screen":
                await asyncio.sleep(0.05)
        for event in (Click(window.rect.center), TypeText("a"), Keys(("ctrl", "a"))):
            with pytest.raises(NotActionable, match="the locked screen is in front"):
                await desktop.send(window.id, [event])
        assert truth.read_text("utf-8") == ""
    finally:
        await desktop.shutdown()


def _lock(session: KWinSession) -> None:
    saver = "org.freedesktop.ScreenSaver"
    bus = KWinBus(session.environment["DBUS_SESSION_BUS_ADDRESS"])
    try:
        bus.call(Named(saver, "/ScreenSaver", saver), "Lock")
    finally:
        bus.close()


async def test_a_german_keyboard_types_its_own_signs_by_keys(german: KWinSession, tmp_path: Path) -> None:
    async with connected(german) as desktop:
        window, truth = await _field(desktop, tmp_path, "gtk3")
        text = 'Größe äöü ÄÖÜ zyZY @€ {[]}\\ #+-*/ 50% "=?"'
        await desktop.send(window.id, [TypeText(text, struck=True)])
        await _holds(truth, text)
        with pytest.raises(NotActionable, match="no key of this keyboard layout types '日'"):
            await desktop.send(window.id, [TypeText("日", struck=True)])


async def test_a_compositor_that_dies_ends_each_call_with_a_clear_error(mortal: KWinSession, tmp_path: Path) -> None:
    desktop = await LinuxDesktop.connect(mortal.environment, DesktopSettings(width=1280, height=800))
    try:
        window, _ = await _field(desktop, tmp_path, "gtk3")
        mortal.compositor.kill()
        await asyncio.to_thread(mortal.compositor.wait)
        with in_time():
            for call in (
                desktop.windows(),
                desktop.snapshot(window.id),
                desktop.capture(),
                desktop.send(window.id, [Click(window.rect.center)]),
                desktop.focus(window.id),
            ):
                with pytest.raises(DesktopUnavailable):
                    await call
    finally:
        with in_time():
            await desktop.shutdown()
    with pytest.raises(DesktopUnavailable, match="WAYLAND_DISPLAY"):
        await LinuxDesktop.connect({**mortal.environment, "DISPLAY": ""}, DesktopSettings())


def test_a_request_is_verified_on_a_session_of_plasma(kwin: KWinSession, tmp_path: Path) -> None:
    request = "write 'Zoë says hello' into mousepad and save it as note.txt"
    environment = {**os.environ, **kwin.environment, "UFO_DESKTOP__HANDS": "free"}
    subprocess.run([_UFO, "allow", "mousepad"], env=environment, capture_output=True, timeout=60, check=True)
    told = subprocess.run(
        [_UFO, "run", request, "--desktop", "here"], env=environment, cwd=tmp_path, capture_output=True, text=True,
        timeout=200, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stdout + told.stderr
    assert "VERIFIED" in told.stdout
    assert (tmp_path / "note.txt").read_text("utf-8").strip() == "Zoë says hello"
