"""Long lists of real dialogs: what is in sight is listed, and that there is more is said."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from bench.opening import Opener
from bench.real import Chord, Part
from tests.owned_apps.truth import offers
from ufo.desktop.backend import Launch
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private import PrivateDesktop

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]


async def test_a_file_dialog_with_many_files_lists_those_in_sight_and_says_that_there_are_more(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    for number in range(400):
        (tmp_path / f"file-{number:03}.txt").write_text("x")
    window = await desktop.launch(Launch("mousepad", ("--disable-server", str(tmp_path / "file-000.txt"))))
    opener = await Opener.on(desktop, private_desktop.display, window)
    try:
        with anyio.fail_after(60):
            opened = await opener.open(Part("Open", (Chord(("ctrl", "o")),)))
            snapshot = await desktop.snapshot(opened.window.id)
            while not any(one.name.startswith("file-") for one in snapshot):
                await desktop.settle(opened.window.id)
                snapshot = await desktop.snapshot(opened.window.id)
    finally:
        await opener.close()
    files = [one for one in snapshot if one.name.startswith("file-") and offers(one)]
    assert 5 < len(files) < 100
    assert all(snapshot.window_rect.contains(one.rect.center) for one in files)
    assert any("scroll" in hint for hint in snapshot.more), snapshot.more
