"""Terminals whose letters are the screen's own: what is read of them against what they were told to show."""

from __future__ import annotations

import shlex
import string
from collections.abc import Mapping
from pathlib import Path

import anyio
import pytest
from Xlib.display import Display

from tests.tools.bench import Bench
from tests.waiting import for_a_while
from ufo.config.load import load_settings
from ufo.config.sections import SeeingSections
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch, Window
from ufo.runs.desktops import with_sight
from ufo.schema.geometry import Rect
from ufo.schema.target import LETTER_BY_LETTER, TargetInfo
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]

_SIGNS = [
    string.ascii_uppercase + string.digits,
    string.ascii_lowercase,
    string.punctuation,
    "rwxr-xr-x  1 root root  18744 Il1|O0 rn m",
]
_STYLED = "Bold 0O1l! under_line gjpq, reverse and (colours)"
_ESCAPED = (
    r"\033[1mBold 0O1l!\033[0m \033[4munder_line gjpq\033[0m, \033[7mreverse\033[0m and \033[33;44m(colours)\033[0m\n"
)
_WORLD = ["Zażółć gęślą jaźń", "Привет, мир 123", "Καλημέρα", "┌──┬──┐", "│ab│cd│", "└──┴──┘"]
_DEFAULT: tuple[str, ...] = ()


def _told(lines: list[str], escaped: str = "") -> str:
    return f"printf '%s\\n' {shlex.join(lines)}; printf {shlex.quote(escaped)}; sleep 100"


async def _open(
    desktop: LinuxDesktop, environment: Mapping[str, str], folder: Path, said: str, *arguments: str
) -> Bench:
    bench = Bench(folder, app_ui, desktop=with_sight(desktop, SeeingSections.of(load_settings()), (), environment))
    what = Launch("xterm", (*arguments, "-e", "sh", "-c", said), {"LC_ALL": "C.UTF-8"})
    bench.selection.window = await desktop.launch(what)
    return bench


async def _comes_to_read(bench: Bench, lines: list[str]) -> TargetInfo:
    with for_a_while():
        while True:
            seen = list((await bench.look()).values())
            terminal = next((target for target in seen if target.type == "Terminal"), None)
            if terminal is not None and (terminal.value or "").split("\n") == lines:
                return terminal
            await anyio.sleep(0.05)
    pytest.fail(f"it was read as {None if terminal is None else terminal.value!r}")


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (_DEFAULT, [*_SIGNS, *_WORLD]),
        # Letters of other sizes and colours are recognised by the same code.
        pytest.param(
            ("-fn", "6x10", "-bg", "navy", "-fg", "yellow", "-sb", "-cr", "red"), _SIGNS, marks=pytest.mark.matrix
        ),
        pytest.param(("-fn", "10x20", "-rv"), _SIGNS, marks=pytest.mark.matrix),
    ],
    ids=["default", "6x10", "10x20"],
)
async def test_every_letter_of_a_terminal_is_read_as_it_is(
    desktop: LinuxDesktop,
    private_desktop: PrivateDesktop,
    tmp_path: Path,
    arguments: tuple[str, ...],
    lines: list[str],
) -> None:
    bench = await _open(desktop, private_desktop.environment, tmp_path, _told(lines, _ESCAPED), *arguments)
    terminal = await _comes_to_read(bench, [*lines, _STYLED])
    read = await bench.run("read", id=terminal.id, name=terminal.name, what="text")
    assert read.ok and read.result == {"text": "\n".join([*lines, _STYLED])}
    words = [target for target in (await bench.look()).values() if target.type == "Text"]
    assert {word.source for word in words} == {terminal.source} == {LETTER_BY_LETTER}
    snapshot = bench.selection.snapshot
    assert snapshot is not None and "were each compared with those of its font" in (snapshot.degraded or "")
    await bench.dispatcher.close()


@pytest.mark.matrix
async def test_a_terminal_that_was_resized_and_stands_half_outside_is_read_where_it_is_in_sight(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    lines = [f"{number} {string.ascii_lowercase}" for number in range(10, 20)]
    bench = await _open(desktop, private_desktop.environment, tmp_path, _told(lines))
    await _comes_to_read(bench, lines)
    window = bench.selection.require_window()
    _placed(private_desktop.environment["DISPLAY"], window, Rect(-61, 40, 333, 251))
    await _comes_to_read(bench, [line[10:] for line in lines])


def _placed(display: str, window: Window, rect: Rect) -> None:
    connection = Display(display)
    try:
        moved = connection.create_resource_object("window", int(window.id, 0))
        moved.configure(x=rect.x, y=rect.y, width=rect.width, height=rect.height)
        connection.sync()
    finally:
        connection.close()
