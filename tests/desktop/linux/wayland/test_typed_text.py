"""The keyboard of our own, typing into a real program that says itself what it holds."""

from __future__ import annotations

from pathlib import Path
from random import Random

import anyio
import pytest

from tests.owned_apps.scenes import FOLDER
from tests.waiting import for_a_while, in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Keys, Launch, TypeText, Window

pytestmark = pytest.mark.apps

_SIGNS = "abcxyzABCXYZ0189 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~äöüßÄÖÜéêñçЖщ日本語שלום😀👍€—…"
_TEXTS, _LENGTH = 36, 54


class Field:
    def __init__(self, desktop: LinuxDesktop, window: Window, truth: Path) -> None:
        self.desktop, self.window, self.truth = desktop, window, truth

    async def press(self, *chords: tuple[str, ...]) -> None:
        await self.desktop.send(self.window.id, [Keys(chord) for chord in chords])

    async def type(self, text: str) -> None:
        await self.desktop.send(self.window.id, [TypeText(text, struck=True)])

    async def comes_to_hold(self, text: str) -> str:
        """What the field holds, when that is the text or no longer becomes it."""
        with for_a_while():
            while self.truth.read_text(encoding="utf-8") != text:
                await anyio.sleep(0.02)
        return self.truth.read_text(encoding="utf-8")


@pytest.fixture
async def field(wayland_desktop: LinuxDesktop, tmp_path: Path) -> Field:
    truth = tmp_path / "held.txt"
    command = (str(FOLDER / "text_field.py"), "gtk3", str(truth), "A field")
    window = await wayland_desktop.launch(Launch("/usr/bin/python3", command))
    with in_time():
        while not truth.exists():
            await anyio.sleep(0.02)
    return Field(wayland_desktop, window, truth)


async def test_of_many_texts_in_many_scripts_no_sign_is_lost(field: Field) -> None:
    random = Random(27)
    for _ in range(_TEXTS):
        text = "".join(random.choices(_SIGNS, k=_LENGTH))
        await field.press(("ctrl", "a"), ("delete",))
        await field.type(text)
        assert await field.comes_to_hold(text) == text


async def test_a_text_with_more_signs_than_there_are_spare_keys_is_typed_whole(field: Field) -> None:
    text = "".join(chr(0x4E00 + 7 * number) for number in range(300)) + "\nend\tof it"
    await field.type(text)
    assert await field.comes_to_hold(text) == text


async def test_chords_and_named_keys_work_by_their_names(field: Field) -> None:
    await field.type("one two")
    await field.press(("home",), ("ctrl", "shift", "right"), ("ctrl", "x"), ("end",), ("space",), ("ctrl", "v"))
    assert await field.comes_to_hold(" two one") == " two one"
    await field.press(("left",), ("backspace",), ("shift", "x"), ("X",), ("up",), ("delete",))
    assert await field.comes_to_hold("two oXXe") == "two oXXe"


async def test_alt_and_f4_closes_the_window(field: Field) -> None:
    await field.press(("alt", "f4"))
    with in_time():
        while await field.desktop.windows():
            await anyio.sleep(0.05)
