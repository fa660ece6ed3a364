"""Which desktop a run works where nothing is said, and what the person is told of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ufo.config.settings import DesktopSettings
from ufo.runs.desktops import open_desktop


@pytest.mark.parametrize(
    ("session", "told"),
    [
        ({}, "no screen of yours can be: DISPLAY and WAYLAND_DISPLAY are not set"),
        (
            {"WAYLAND_DISPLAY": "wayland-77"},
            "no screen of yours can be: WAYLAND_DISPLAY names '.*/wayland-77', where no",
        ),
    ],
)
async def test_a_run_without_a_screen_of_the_persons_works_a_private_desktop_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, session: dict[str, str], told: str
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    for name, value in session.items():
        monkeypatch.setenv(name, value)
    async with open_desktop(DesktopSettings()) as used:
        assert used.name.startswith("private") and not used.is_own
        (remark,) = used.remarks
        assert re.search(told, remark)


async def test_a_private_desktop_that_was_asked_for_is_not_explained() -> None:
    async with open_desktop(DesktopSettings(where="private")) as used:
        assert used.remarks == ()
