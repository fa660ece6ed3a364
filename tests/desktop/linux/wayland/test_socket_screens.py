"""Hyprland and niri, by stand-ins for their sockets over a real sway: what they tell leads real clicks into real windows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.desktop.linux.wayland.compositors import command, ipc_of
from tests.desktop.linux.wayland.stand_ins import HyprlandStandIn, NiriStandIn, hyprland_session, niri_session
from tests.owned_apps.scenes import FOLDER
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.wayland.choose import session_of
from ufo.desktop.linux.wayland.socket_screens import HYPRLAND, NIRI, SWAY
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Click, Keys, Launch, TypeText, Window
from ufo.errors import DesktopError, DesktopUnavailable, NotActionable, PicturesRefused
from ufo.schema.geometry import Point, Rect

pytestmark = pytest.mark.apps
Hypr = tuple[HyprlandStandIn, LinuxDesktop]
Niri = tuple[NiriStandIn, LinuxDesktop]


@pytest.fixture(params=["words", pytest.param("Lua", marks=pytest.mark.matrix)])
async def hypr(
    request: pytest.FixtureRequest, wayland_desktop: LinuxDesktop, private_wayland: PrivateDesktop, tmp_path: Path
) -> AsyncIterator[Hypr]:
    """The private sway's desktop is there besides, for its programs are ended after the test."""
    with hyprland_session(private_wayland, tmp_path, lua=request.param == "Lua") as (stand_in, environment):
        desktop = await LinuxDesktop.connect(environment, DesktopSettings(observe_deadline_s=10.0))
        yield stand_in, desktop
        await desktop.shutdown()


@pytest.fixture
async def niri(wayland_desktop: LinuxDesktop, private_wayland: PrivateDesktop, tmp_path: Path) -> AsyncIterator[Niri]:
    with niri_session(private_wayland, tmp_path) as (stand_in, environment):
        desktop = await LinuxDesktop.connect(environment, DesktopSettings(observe_deadline_s=10.0))
        yield stand_in, desktop
        await desktop.shutdown()


async def _open(desktop: LinuxDesktop, folder: Path, title: str) -> Window:
    truth = folder / f"{title}.txt"
    launch = Launch("/usr/bin/python3", (str(FOLDER / "text_field.py"), "gtk3", str(truth), title))
    window = await desktop.launch(launch)
    with in_time():
        while not truth.exists():
            await anyio.sleep(0.02)
    return window


async def _holds(folder: Path, title: str, text: str) -> None:
    with in_time():
        while (folder / f"{title}.txt").read_text() != text:
            await anyio.sleep(0.02)


async def _titles(desktop: LinuxDesktop) -> list[str]:
    return [window.title for window in await desktop.windows()]


def test_each_is_known_by_the_socket_that_its_variable_names(private_wayland: PrivateDesktop, tmp_path: Path) -> None:
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
    with hyprland_session(private_wayland, tmp_path / "one") as (_, environment):
        found = session_of(environment)
        assert not isinstance(found, str) and found.mark == HYPRLAND
    with niri_session(private_wayland, tmp_path / "two") as (_, environment):
        found = session_of(environment)
        assert not isinstance(found, str) and found.mark == NIRI


def test_of_two_sockets_the_one_of_the_same_process_counts(private_wayland: PrivateDesktop, tmp_path: Path) -> None:
    """As in a sway that was started in a Hyprland."""
    with hyprland_session(private_wayland, tmp_path) as (_, environment):
        found = session_of({**environment, "SWAYSOCK": str(ipc_of(private_wayland))})
    assert not isinstance(found, str) and found.mark == SWAY


async def test_windows_of_hyprland_are_worked_where_it_says_that_they_are(
    hypr: Hypr, private_wayland: PrivateDesktop, tmp_path: Path
) -> None:
    _, desktop = hypr
    under, over = await _open(desktop, tmp_path, "Under"), await _open(desktop, tmp_path, "Over")
    assert await _titles(desktop) == ["Over", "Under"]
    with pytest.raises(NotActionable, match="'Over' lies over 'Under'"):
        await desktop.send(under.id, [Click(under.rect.center)])
    command(private_wayland, f"[con_id={int(over.id, 16)}] move absolute position 30 20")
    command(private_wayland, f"[con_id={int(under.id, 16)}] move absolute position 500 300")
    window = next(window for window in await desktop.windows() if window.title == "Under")
    assert (window.rect.x, window.rect.y, window.active) == (500, 300, False)
    await desktop.send(under.id, [Click(window.rect.center), TypeText("Zoë 日本"), Keys(("ctrl", "a"))])
    await _holds(tmp_path, "Under", "Zoë 日本")
    assert (await desktop.windows())[0].title == "Under"
    assert (await desktop.capture(under.id)).rect == window.rect
    await desktop.focus(over.id)
    assert await _titles(desktop) == ["Over", "Under"]
    await desktop.close_window(over.id)
    with in_time():
        while "Over" in await _titles(desktop):
            await anyio.sleep(0.02)


async def test_a_halt_key_of_hyprland_is_heard_and_no_program_gets_it(hypr: Hypr, tmp_path: Path) -> None:
    stand_in, desktop = hypr
    window = await _open(desktop, tmp_path, "Halted")
    heard = anyio.Event()
    release = await desktop.on_key(Keys(("ctrl", "alt", "escape")), heard.set)
    with in_time():
        while not heard.is_set():
            await desktop.send(window.id, [Keys(("ctrl", "alt", "escape"))])
            await anyio.sleep(0.02)
    release()
    release()
    assert any("unbind" in question for question in stand_in.asked)
    with pytest.raises(DesktopError, match="'meta' cannot be held in a halt key"):
        await desktop.on_key(Keys(("meta", "a")), list)


async def test_a_panel_of_hyprland_covers_and_one_as_large_as_the_screen_lets_through(
    hypr: Hypr, tmp_path: Path
) -> None:
    stand_in, desktop = hypr
    window = await _open(desktop, tmp_path, "Covered")
    screen = (await desktop.screens())[0]
    at = {"address": "0x1", "x": window.rect.x, "y": window.rect.y, "w": 900, "h": 700, "namespace": "notes", "pid": 1}
    stand_in.layers = {screen.name: {"levels": {"0": [], "1": [], "2": [], "3": [at]}}}
    with pytest.raises(NotActionable, match="'notes' lies over 'Covered'"):
        await desktop.send(window.id, [Click(window.rect.center)])
    assert [it.title for it in await desktop.windows()] == ["Covered"]
    at.update(x=screen.rect.x, y=screen.rect.y, w=screen.rect.width, h=screen.rect.height)
    await desktop.send(window.id, [Click(window.rect.center), TypeText("through")])
    await _holds(tmp_path, "Covered", "through")


async def test_a_locked_hyprland_gets_no_stroke(hypr: Hypr, tmp_path: Path) -> None:
    stand_in, desktop = hypr
    window = await _open(desktop, tmp_path, "Locked")
    stand_in.locked = True
    assert await desktop.obstacle(window.id) == "the locked screen"
    for event in (Click(window.rect.center), TypeText("x")):
        with pytest.raises(NotActionable, match="the locked screen is in front"):
            await desktop.send(window.id, [event])
    assert (tmp_path / "Locked.txt").read_text() == ""


async def test_a_hyprland_that_ends_or_talks_nonsense_is_an_error_with_the_next_move(hypr: Hypr) -> None:
    stand_in, desktop = hypr
    stand_in.layers = {"HEADLESS-1": {}}
    with pytest.raises(DesktopUnavailable, match="in a way that is not known here"):
        await desktop.windows()
    stand_in.__exit__(None, None, None)
    with pytest.raises(DesktopUnavailable, match="Hyprland does not answer at .* log in again"):
        await desktop.windows()


async def test_a_socket_of_another_session_is_told(private_wayland: PrivateDesktop, tmp_path: Path) -> None:
    async with await PrivateDesktop.start(800, 600, wayland=True) as other:
        command(other, "create_output")
        with hyprland_session(private_wayland, tmp_path) as (stand_in, environment):
            stand_in.sway = ipc_of(other)
            with pytest.raises(DesktopUnavailable, match="they are not the same. Log in again, or unset"):
                await LinuxDesktop.connect(environment, DesktopSettings())


async def test_hyprland_on_two_screens_of_different_scale_has_one_measure(tmp_path: Path) -> None:
    async with await PrivateDesktop.start(800, 600, wayland=True) as private:
        command(private, "create_output")
        command(private, "output HEADLESS-1 position 0 0")
        command(private, "output HEADLESS-2 resolution 1600x1200 position 800 0 scale 2")
        with hyprland_session(private, tmp_path) as (_, environment):
            desktop = await LinuxDesktop.connect(environment, DesktopSettings(observe_deadline_s=10.0))
            assert {screen.name: screen.rect for screen in await desktop.screens()} == {
                "HEADLESS-1": Rect(0, 0, 800, 600),
                "HEADLESS-2": Rect(800, 0, 800, 600),
            }
            window = await _open(desktop, tmp_path, "Wide")
            command(private, f"[con_id={int(window.id, 16)}] move position 850 40")
            await desktop.send(window.id, [Click(Point(1000, 200)), TypeText("right")])
            await _holds(tmp_path, "Wide", "right")
            await desktop.shutdown()


async def test_floating_windows_of_niri_are_worked_where_it_says_that_they_are(niri: Niri, tmp_path: Path) -> None:
    _, desktop = niri
    under, over = await _open(desktop, tmp_path, "Under"), await _open(desktop, tmp_path, "Over")
    assert [(window.title, window.rect) for window in await desktop.windows()] == [
        ("Over", over.rect),
        ("Under", under.rect),
    ]
    with pytest.raises(NotActionable, match="'Over' lies over 'Under'"):
        await desktop.send(under.id, [Click(under.rect.center)])
    await desktop.focus(under.id)
    await desktop.send(under.id, [Click(under.rect.center), TypeText("Zoë")])
    await _holds(tmp_path, "Under", "Zoë")
    assert (await desktop.capture(under.id)).rect == under.rect
    await desktop.close_window(over.id)
    with in_time():
        while "Over" in await _titles(desktop):
            await anyio.sleep(0.02)
    with pytest.raises(DesktopError, match="niri lets no program hear a key, so no key can stop the run"):
        await desktop.on_key(Keys(("ctrl", "pause")), list)


async def test_a_window_in_a_column_of_niri_gets_keys_and_no_pointer(
    niri: Niri, private_wayland: PrivateDesktop, tmp_path: Path
) -> None:
    stand_in, desktop = niri
    stand_in.columns.add("Column")
    window = await _open(desktop, tmp_path, "Column")
    await desktop.send(window.id, [TypeText("typed")])
    await _holds(tmp_path, "Column", "typed")
    with pytest.raises(NotActionable, match="nobody tells where 'Column' is .* niri tells it of floating windows"):
        await desktop.send(window.id, [Click(window.rect.center)])
    with pytest.raises(PicturesRefused, match="nobody tells where 'Column' is"):
        await desktop.capture(window.id)
    command(private_wayland, f"[con_id={int(window.id, 16)}] fullscreen enable")
    with in_time():
        while (await desktop.windows())[0].rect != (await desktop.screens())[0].rect:
            await anyio.sleep(0.02)
    await desktop.send(window.id, [Click(Point(600, 400)), TypeText(", full")])
    await _holds(tmp_path, "Column", "typed, full")


async def test_under_the_overview_of_niri_nothing_is_sent(niri: Niri, tmp_path: Path) -> None:
    stand_in, desktop = niri
    window = await _open(desktop, tmp_path, "Small")
    stand_in.overview = True
    with pytest.raises(NotActionable, match="the overview of niri is in front"):
        await desktop.send(window.id, [Click(window.rect.center)])
