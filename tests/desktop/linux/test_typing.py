"""Typing on every board and into every kind of program, and the person's clipboard afterwards, pictures included."""

from __future__ import annotations

import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import anyio
import anyio.to_thread
import pytest

from tests.needs import need
from tests.requirement import requirement
from tests.waiting import WAITED_S, for_a_while, in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.snapshot import Element
from ufo.desktop.values import Click, Keys, Launch, TypeText, Window

pytestmark = pytest.mark.apps

_TEXT = "Quick (brown) {fox} @ ~ Größe ê ^ Съешь ещё 日本語 שלום 👩\u200d💻 #42!"
_PAGE = "<!doctype html><meta charset=utf-8><title>Board</title><textarea cols=60 rows=20 aria-label=Words></textarea>"
_PROGRAMS = ("mousepad", "chromium")
_BOARDS = (("us,ru", True), ("de", False), ("fr", False), ("de,fr", True))


@pytest.fixture
def board(private_desktop: PrivateDesktop) -> Iterator[PrivateDesktop]:
    """What a test sets is set back: later tests type as well."""
    yield private_desktop
    _run(private_desktop, "setxkbmap", "-layout", "us", "-option", "")


@pytest.fixture(params=_PROGRAMS)
async def field(
    request: pytest.FixtureRequest, desktop: LinuxDesktop, tmp_path: Path
) -> AsyncIterator[tuple[Window, Element]]:
    arguments: tuple[str, ...] = ()
    if request.param == "chromium":
        need("chromium")
        page = tmp_path / "board.html"
        page.write_text(_PAGE, encoding="utf-8")
        arguments = (page.as_uri(),)
    window = await desktop.launch(Launch(str(request.param), arguments))
    await desktop.focus(window.id)
    with in_time():
        while not (found := await _fields(desktop, window)):
            await anyio.sleep(0.1)
    yield window, found[0]


async def _fields(desktop: LinuxDesktop, window: Window) -> list[Element]:
    return [element for element in await desktop.snapshot(window.id) if {"editable", "multiline"} <= element.states]


async def _focus(desktop: LinuxDesktop, window: Window, element: Element) -> None:
    """A browser that has just shown its page may lose the first click; here it is what follows that is tested."""
    with in_time():
        while not any("focused" in item.states for item in await _fields(desktop, window)):
            await desktop.send(window.id, [Click(element.rect.center)])
            await desktop.settle(window.id)


def _run(private: PrivateDesktop, *command: str, data: bytes = b"") -> bytes:
    piped = subprocess.DEVNULL if data else subprocess.PIPE
    environment = dict(private.environment)
    return (
        subprocess.run(command, env=environment, input=data, stdout=piped, timeout=WAITED_S, check=True).stdout or b""
    )


async def _comes_to_hold(desktop: LinuxDesktop, window: Window, text: str) -> str:
    """The text that the field holds once it is the one that is wanted, or after a while."""
    shown: str | None = None
    with for_a_while():
        while shown != text.strip("\n"):
            await desktop.settle(window.id)
            shown = (await desktop.text((await _fields(desktop, window))[0].handle) or "").strip("\n")
    return shown or ""


@pytest.mark.parametrize(
    ("field", "layout", "switched"),
    [
        pytest.param(program, *board, marks=pytest.mark.matrix if program == "chromium" else ())
        for program in _PROGRAMS
        for board in _BOARDS
    ],
    indirect=["field"],
)
@requirement("act:layouts")
async def test_text_and_shortcuts_arrive_whatever_the_board(
    desktop: LinuxDesktop, board: PrivateDesktop, field: tuple[Window, Element], layout: str, switched: bool
) -> None:
    window, element = field
    _run(board, "setxkbmap", "-layout", layout, "-option", "", "-option", "grp:alt_shift_toggle")
    await _focus(desktop, window, element)
    if switched:
        await desktop.send(window.id, [Keys(("alt", "shift"))])
    for text in ("first words", _TEXT):
        await desktop.send(window.id, [Keys(("ctrl", "a")), Keys(("delete",))])
        await desktop.send(window.id, [TypeText(text)])
        assert await _comes_to_hold(desktop, window, text) == text


@pytest.mark.parametrize("field", ["mousepad", pytest.param("chromium", marks=pytest.mark.matrix)], indirect=True)
async def test_a_long_text_over_an_old_one_arrives_whole(desktop: LinuxDesktop, field: tuple[Window, Element]) -> None:
    window, element = field
    text = "Zeile mit Ä und 😀\n" * 5500
    await _focus(desktop, window, element)
    await desktop.send(window.id, [TypeText("old words")])
    await desktop.send(window.id, [Keys(("ctrl", "a")), Keys(("delete",))])
    await desktop.send(window.id, [TypeText(text)])
    assert await _comes_to_hold(desktop, window, text) == text.strip("\n")


@pytest.mark.parametrize("size", [3_000, 3_000_000])
@requirement("act:clipboard")
async def test_a_picture_in_the_clipboard_is_given_back(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, size: int
) -> None:
    picture = Random(size).randbytes(size)
    _run(private_desktop, "xclip", "-selection", "clipboard", "-t", "image/png", "-i", data=picture)
    window = await desktop.launch(Launch("mousepad"))
    element = (await _fields(desktop, window))[0]
    await desktop.send(window.id, [Click(element.rect.center), TypeText("some words\n" * 100)])
    assert await _comes_to_hold(desktop, window, "some words\n" * 100)
    shown = await anyio.to_thread.run_sync(
        lambda: _run(private_desktop, "xclip", "-selection", "clipboard", "-t", "image/png", "-o")
    )
    assert shown == picture
