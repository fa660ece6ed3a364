"""The Linux desktop on a real X server with real applications."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Callable
from pathlib import Path

import anyio
import anyio.to_thread
import pytest
from PIL import Image

from bench.measured_desktop import MeasuredDesktop
from tests.waiting import WAITED_S, for_a_while
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Click, Keys, Launch, TypeText, Window
from ufo.errors import DesktopUnavailable, LaunchFailed, NotActionable, WindowGone
from ufo.schema.geometry import Point
from ufo.schema.picture import Frame

MIXED = "Grüße, «Привет» — 日本語 😀 👩‍👩‍👧 ~^`'\"\\€ñ\n\n  end"


_SPLASH = Path(__file__).parents[2] / "owned_apps" / "gtk3_splash.py"


async def _editor(desktop: MeasuredDesktop) -> Window:
    window = await desktop.launch(Launch("mousepad"))
    await desktop.focus(window.id)
    await desktop.settle(window.id)
    return window


async def _copied(desktop: MeasuredDesktop, window: Window, private: PrivateDesktop, text: str) -> str:
    """What the editor holds, once that is this text or for long is not: selected and copied, as a person would."""
    copied = ""
    with for_a_while():
        while copied != text:
            await desktop.send(None, [Keys(("ctrl", "a")), Keys(("ctrl", "c"))])
            await desktop.settle(window.id)
            # An editor that has not copied yet has nothing to give.
            with contextlib.suppress(subprocess.CalledProcessError):
                copied = await anyio.to_thread.run_sync(_clipboard, private, "-o")
    return copied


async def _until(condition: Callable[[tuple[Window, ...]], bool], desktop: MeasuredDesktop) -> bool:
    with for_a_while():
        while not condition(await desktop.windows()):
            await anyio.sleep(0.05)
        return True
    return False


def _clipboard(private: PrivateDesktop, *arguments: str, text: str | None = None) -> str:
    """Of xclip. Its copy stays in the background as the owner, so its output goes nowhere."""
    done = subprocess.run(
        ["xclip", "-selection", "clipboard", *arguments],
        env=dict(private.environment),
        input=text,
        stdout=subprocess.PIPE if text is None else subprocess.DEVNULL,
        text=True,
        check=True,
        timeout=WAITED_S,
    )
    return done.stdout or ""


def _picture(frame: Frame) -> Image.Image:
    return Image.frombytes("RGB", (frame.rect.width, frame.rect.height), frame.pixels, "raw", "BGRX")


async def test_no_display_is_said_with_what_to_do() -> None:
    with pytest.raises(DesktopUnavailable, match="--desktop private"):
        await MeasuredDesktop.connect({}, DesktopSettings())
    with pytest.raises(DesktopUnavailable, match="no X server answers at ':4999'"):
        await MeasuredDesktop.connect({"DISPLAY": ":4999"}, DesktopSettings())


async def test_without_a_bus_a_snapshot_says_that_it_is_degraded(private_desktop: PrivateDesktop) -> None:
    environment = {**private_desktop.environment, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"}
    desktop = await MeasuredDesktop.connect(environment, DesktopSettings())
    try:
        assert (await desktop.screens())[0].primary
        frame = await desktop.capture()
        assert (frame.rect.width, frame.rect.height) == (1280, 800)
        assert len(frame.pixels) == 1280 * 800 * 4
        assert await desktop.settle(timeout_s=5)
    finally:
        await desktop.shutdown()


async def test_a_closed_window_is_gone(desktop: MeasuredDesktop) -> None:
    for call in (desktop.focus, desktop.close_window, desktop.capture, desktop.snapshot):
        with pytest.raises(WindowGone):
            await call("0x7fffff1")


async def test_programs_that_cannot_be_started_say_why(desktop: MeasuredDesktop) -> None:
    with pytest.raises(LaunchFailed, match="no application or program 'no-such-thing-at-all' is installed"):
        await desktop.launch(Launch("no-such-thing-at-all"))
    with pytest.raises(LaunchFailed, match="ended with status 1.*missing operand"):
        await desktop.launch(Launch("sleep"))
    with pytest.raises(LaunchFailed, match="no window within 0.5 s"):
        await desktop.launch(Launch("sleep", ("3",)), timeout_s=0.5)


async def test_a_key_that_does_not_exist_is_refused_before_anything_is_sent(desktop: MeasuredDesktop) -> None:
    with pytest.raises(NotActionable, match="no key named 'hyperkey'"):
        await desktop.send(None, [TypeText("a"), Keys(("ctrl", "hyperkey"))])
    with pytest.raises(NotActionable, match="cannot be typed"):
        await desktop.send(None, [TypeText("a\x07")])


@pytest.mark.apps
async def test_a_misspelt_program_is_answered_with_near_names(desktop: MeasuredDesktop) -> None:
    with pytest.raises(LaunchFailed, match="similar names: org.xfce.mousepad"):
        await desktop.launch(Launch("mousepadd"))


@pytest.mark.apps
async def test_a_splash_screen_is_not_the_window_that_an_application_opens(desktop: MeasuredDesktop) -> None:
    window = await desktop.launch(Launch("/usr/bin/python3", (str(_SPLASH),)))
    assert window.title == "Working"


@pytest.mark.apps
async def test_text_in_any_script_arrives_as_it_was_and_the_clipboard_stays(
    desktop: MeasuredDesktop, private_desktop: PrivateDesktop
) -> None:
    _clipboard(private_desktop, "-i", text="what the person copied")
    window = await _editor(desktop)
    await desktop.send(None, [TypeText(MIXED)])
    assert _clipboard(private_desktop, "-o") == "what the person copied"
    assert await _copied(desktop, window, private_desktop, MIXED) == MIXED


@pytest.mark.apps
async def test_struck_keys_keep_every_character_where_spare_keys_run_out(
    desktop: MeasuredDesktop, private_desktop: PrivateDesktop
) -> None:
    # A tab is struck, and what goes with it; at the beginning an editor that indents would take it over into the next line.
    text = "".join(chr(0x4E00 + place) for place in range(120)) + "aA1!" + MIXED + "\t"
    window = await _editor(desktop)
    await desktop.send(None, [TypeText(text)])
    assert await _copied(desktop, window, private_desktop, text) == text


@pytest.mark.apps
async def test_ten_thousand_characters_arrive_and_the_clipboard_is_given_back(
    desktop: MeasuredDesktop, private_desktop: PrivateDesktop
) -> None:
    text = "".join(f"{line:05d} Zeile mit Ä\n" for line in range(600))[:10_000]
    _clipboard(private_desktop, "-i", text="before")
    window = await _editor(desktop)
    await desktop.send(None, [TypeText(text)])
    assert _clipboard(private_desktop, "-o") == "before"
    assert await _copied(desktop, window, private_desktop, text) == text


@pytest.mark.apps
async def test_windows_tell_what_they_are_and_close(desktop: MeasuredDesktop) -> None:
    editor = await _editor(desktop)
    calculator = await desktop.launch(Launch("gnome-calculator"))
    assert editor.app_root == "mousepad"
    assert calculator.app_root == "gnome-calculator"
    await desktop.focus(editor.id)
    first = (await desktop.windows())[0]
    assert (first.id, first.active, first.process) == (editor.id, True, "mousepad")
    await desktop.maximize(editor.id)
    assert (await desktop.windows())[0].maximized
    await desktop.close_window(calculator.id)
    assert await _until(lambda windows: calculator.id not in [window.id for window in windows], desktop)
    with pytest.raises(WindowGone):
        await desktop.focus(calculator.id)


@pytest.mark.apps
async def test_a_covered_window_looks_as_it_does_in_front(
    desktop: MeasuredDesktop, private_desktop: PrivateDesktop
) -> None:
    # A pointer that rests over it would open a tooltip, which is in its picture.
    subprocess.run(
        ["xdotool", "mousemove", "1270", "790"], env=dict(private_desktop.environment), check=True, timeout=WAITED_S
    )
    calculator = await desktop.launch(Launch("gnome-calculator"))
    editor = await _editor(desktop)
    await desktop.maximize(editor.id)
    await desktop.settle(editor.id)
    covered = _picture(await desktop.capture(calculator.id))
    await desktop.focus(calculator.id)
    await desktop.settle(calculator.id)
    front = _picture(await desktop.capture(calculator.id))
    assert covered.size == front.size
    same = sum(a == b for a, b in zip(front.tobytes(), covered.tobytes(), strict=True))
    assert same > 0.9 * 3 * front.width * front.height


@pytest.mark.apps
async def test_an_open_menu_is_in_the_picture_and_the_pointer_is_given_back_once_it_is_closed(
    desktop: MeasuredDesktop, private_desktop: PrivateDesktop
) -> None:
    window = await _editor(desktop)
    before = await desktop.capture(window.id)
    await desktop.send(None, [Keys(("alt", "f"))])
    await desktop.settle(window.id)
    menu = await desktop.capture(window.id)
    assert menu.pixels != before.pixels
    assert menu.rect.union(before.rect) == menu.rect
    await desktop.send(None, [Keys(("escape",))])
    await desktop.settle(window.id)
    where = _pointer(private_desktop)
    await desktop.send(None, [Click(Point(window.rect.center.x, window.rect.center.y))])
    assert _pointer(private_desktop) == where


def _pointer(private: PrivateDesktop) -> str:
    done = subprocess.run(
        ["xdotool", "getmouselocation", "--shell"],
        env=dict(private.environment),
        capture_output=True,
        text=True,
        check=True,
        timeout=WAITED_S,
    )
    return done.stdout.partition("SCREEN")[0]
