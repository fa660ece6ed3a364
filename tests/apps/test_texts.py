"""Text in any script arrives letter for letter, by the application's own word, on any board; clipboard and pointer stay."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from tests.requirement import requirement
from tests.waiting import WAITED_S, for_a_while, in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Click, Keys, Launch, TypeText, Window

pytestmark = pytest.mark.apps

_APP = Path(__file__).parents[1] / "owned_apps" / "text_field.py"
_LINES = (
    "Quick (brown) {fox} @ # $ % & * | \\ / < > [ ] ~ ^ ` ´ ¨ ' \" € £ § ° ¿ ¡ ñ ß œ ø å",
    "âêîôû äëïöü àèìòù áéíóú ãõ ç ğ ş ı ł ż ő ű č ř ž",
    "e\u0301 a\u0308 n\u0303 o\u0328\u0304 combining",
    "Съешь ещё этих мягких французских булок",
    "日本語の文字、カタカナ、한국어 문장, 中文字符",
    "שלום עולם مرحبا بالعالم mixed ١٢٣",
    "हिन्दी ไทย தமிழ் ქართული Ελληνικά",
    "  spaces  kept  , no-break\u00a0space, dash – — …",
    "",
    "last line",
)
_BASIC = "\n".join(_LINES)
_EMOJI = "👩\u200d💻 👨\u200d👩\u200d👧 🇧🇪 ✌🏽 😀 𝔘𝔫𝔦 end"
_MORE_THAN_SPARE_KEYS = "\t" + "".join(chr(0x4E00 + place) for place in range(30))
_LONG = "".join(f"{number:05d} Zeile mit Ä, Привет, 日本\n" for number in range(3700))[:100_000]


@pytest.fixture
def board(private_desktop: PrivateDesktop) -> Iterator[PrivateDesktop]:
    """What a test sets is set back: later tests type as well."""
    yield private_desktop
    _run(private_desktop, "setxkbmap", "-layout", "us", "-variant", "", "-option", "")


_TOOLKITS = ("gtk3", "gtk4", "qt6", "tk")
_BOARDS = (("us", ""), ("us", "intl"), ("de", ""), ("ru", ""), ("fr", "oss"), ("jp", ""))


def _once_more(toolkit: str) -> pytest.MarkDecorator | tuple[()]:
    return () if toolkit == "gtk3" else pytest.mark.matrix


@pytest.fixture(params=_TOOLKITS)
async def field(
    request: pytest.FixtureRequest, desktop: LinuxDesktop, tmp_path: Path
) -> AsyncIterator[tuple[Window, Path]]:
    truth = tmp_path / "truth.txt"
    command = Launch("/usr/bin/python3", (str(_APP), str(request.param), str(truth), "Field"))
    window = await desktop.launch(command)
    with in_time():
        while not truth.exists():
            await anyio.sleep(0.02)
    await desktop.settle(window.id)
    await desktop.send(window.id, [Click(window.rect.center)])
    yield window, truth


def _run(private: PrivateDesktop, *command: str, text: str | None = None) -> str:
    piped = subprocess.PIPE if text is None else subprocess.DEVNULL
    environment = dict(private.environment)
    return subprocess.run(
        command, env=environment, input=text, stdout=piped, text=True, timeout=WAITED_S, check=True
    ).stdout or ""  # fmt: skip


async def _comes_to_say(truth: Path, text: str) -> str:
    """What the application says that it holds, once that is the text, or after a while."""
    said = ""
    with for_a_while():
        while said != text:
            await anyio.sleep(0.05)
            said = truth.read_bytes().decode("utf-8", "surrogatepass")
    return said


@pytest.mark.parametrize(
    ("field", "layout", "variant"),
    # The board is the server's: what one toolkit gets from each of them, the others get as well.
    [
        pytest.param(
            toolkit,
            layout,
            variant,
            marks=() if toolkit == "gtk3" and layout in ("us", "ru") else pytest.mark.matrix,
        )
        for toolkit in _TOOLKITS
        for layout, variant in _BOARDS
    ],
    indirect=["field"],
)
@requirement("act:scripts")
async def test_text_of_any_script_arrives_whatever_the_board(
    desktop: LinuxDesktop, board: PrivateDesktop, field: tuple[Window, Path], layout: str, variant: str
) -> None:
    window, truth = field
    _run(board, "setxkbmap", "-layout", layout, "-variant", variant, "-option", "")
    await anyio.to_thread.run_sync(
        lambda: _run(board, "xclip", "-selection", "clipboard", "-i", text="what the person copied")
    )
    for text in ("plain words, (1 + 2) ^ ~ ` '", _BASIC):
        await desktop.send(window.id, [TypeText(text)])
        assert await _comes_to_say(truth, text) == text
        await desktop.send(window.id, [Keys(("ctrl", "home")), Keys(("ctrl", "shift", "end")), Keys(("delete",))])
        assert await _comes_to_say(truth, "") == ""
    copied = await anyio.to_thread.run_sync(lambda: _run(board, "xclip", "-selection", "clipboard", "-o"))
    assert copied == "what the person copied"


@pytest.mark.parametrize(
    "field",
    [pytest.param(toolkit, marks=() if toolkit == "gtk3" else pytest.mark.matrix) for toolkit in _TOOLKITS],
    indirect=True,
)
@requirement("act:scripts")
async def test_emoji_arrive(desktop: LinuxDesktop, field: tuple[Window, Path]) -> None:
    window, truth = field
    await desktop.send(window.id, [TypeText(_EMOJI)])
    assert await _comes_to_say(truth, _EMOJI) == _EMOJI


@pytest.mark.parametrize(
    "field", [pytest.param(toolkit, marks=_once_more(toolkit)) for toolkit in _TOOLKITS], indirect=True
)
@requirement("act:long-text")
async def test_a_hundred_thousand_characters_arrive_and_the_pointer_stays(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, field: tuple[Window, Path]
) -> None:
    window, truth = field
    _run(private_desktop, "xdotool", "mousemove", "17", "23")
    await desktop.send(window.id, [TypeText(_LONG)])
    assert await _comes_to_say(truth, _LONG) == _LONG
    place = _run(private_desktop, "xdotool", "getmouselocation")
    assert place.startswith("x:17 y:23 "), place


@pytest.mark.parametrize(
    ("field", "text", "held_up_s"),
    [
        pytest.param("gtk3", _MORE_THAN_SPARE_KEYS, 3, marks=pytest.mark.matrix),
        pytest.param("tk", _MORE_THAN_SPARE_KEYS, 3, marks=pytest.mark.matrix),
        ("gtk3", "日本語の文字", 6.5),
    ],
    ids=["struck", "struck-without-pings", "pasted"],
    indirect=["field"],
)
async def test_a_program_that_is_held_up_gets_every_character_once(
    desktop: LinuxDesktop, field: tuple[Window, Path], text: str, held_up_s: float
) -> None:
    window, truth = field
    async with anyio.create_task_group() as group:
        os.kill(window.pid, signal.SIGSTOP)
        group.start_soon(desktop.send, None, [TypeText(text)])
        with anyio.move_on_after(held_up_s):
            await anyio.Event().wait()
        os.kill(window.pid, signal.SIGCONT)
    assert await _comes_to_say(truth, text) == text
