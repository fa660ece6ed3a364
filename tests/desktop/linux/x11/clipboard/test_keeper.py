"""What a person had copied is still there when the process that borrowed the clipboard has ended, until they copy again."""

from __future__ import annotations

import subprocess
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from tests.waiting import WAITED_S, in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.x11.clipboard.keeper import __name__ as KEEPER
from ufo.desktop.linux.x11.clipboard.keeper import hand_over
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Click, Launch, TypeText

pytestmark = pytest.mark.apps

_APP = Path(__file__).parents[4] / "owned_apps" / "text_field.py"
_LONG = "Größe, Привет, 日本 😀\n" * 100


async def test_the_clipboard_outlives_the_process_that_borrowed_it(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    async def clipboard(*arguments: str, copied: str | None = None) -> str:
        command = ["xclip", "-selection", "clipboard", *arguments]
        return await anyio.to_thread.run_sync(lambda: _run(private_desktop, command, copied))

    await clipboard("-i", copied="what the person copied")
    desktop = await LinuxDesktop.connect(private_desktop.environment, DesktopSettings(width=1280, height=800))
    try:
        truth = tmp_path / "truth.txt"
        window = await desktop.launch(Launch("/usr/bin/python3", (str(_APP), "gtk3", str(truth), "Field")))
        await desktop.settle(window.id)
        await desktop.send(window.id, [Click(window.rect.center), TypeText(_LONG)])
        await desktop.close_window(window.id)
    finally:
        await desktop.shutdown()
    assert await clipboard("-o") == "what the person copied"
    assert _keepers(private_desktop)
    await clipboard("-i", copied="something newer")
    with in_time():
        while _keepers(private_desktop):
            await anyio.sleep(0.05)
    assert await clipboard("-o") == "something newer"


def test_without_a_server_nobody_keeps_anything() -> None:
    assert not hand_over(":987", {})


def _run(private: PrivateDesktop, command: list[str], text: str | None) -> str:
    piped = subprocess.PIPE if text is None else subprocess.DEVNULL
    environment = dict(private.environment)
    return subprocess.run(
        command, env=environment, input=text, stdout=piped, text=True, timeout=WAITED_S, check=True
    ).stdout or ""  # fmt: skip


def _keepers(private: PrivateDesktop) -> list[int]:
    wanted = [KEEPER.encode(), private.environment["DISPLAY"].encode()]
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().split(b"\0")
        except OSError:
            continue
        if all(data in words for data in wanted):
            found.append(int(entry.parent.name))
    return found
