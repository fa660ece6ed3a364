"""A recording ends in words, whatever ends it."""

from __future__ import annotations

import os
from pathlib import Path

import anyio
import pytest

from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.fake.apps import text_editor
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.secrets.masks import Masks
from ufo_recording.record import Place, recording
from ufo_recording.recorded import Step
from ufo_recording.recording_folder import read_recording


async def test_a_fault_of_ours_is_not_said_to_be_the_persons_end(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    desktop = FakeDesktop([text_editor()])
    desktop.start("notes")
    place = Place(desktop, "private", private_desktop.environment, DesktopSettings())

    def fails(_step: Step) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        async with recording(place, tmp_path / "broken", "broken", Masks(), fails) as going:
            environment = {**os.environ, **private_desktop.environment}
            await anyio.run_process(["xdotool", "key", "F5"], env=environment)
            with in_time():
                await going.ended.wait()
    ended = read_recording(tmp_path / "broken").ended
    assert ended is not None and "broke off: ZeroDivisionError" in ended.reason
