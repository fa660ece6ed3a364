"""What sessions find around them."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home. Each request keeps what lies in the trash and what programs have set there: that of whoever tests would be
    copied by every test, and a program of theirs that writes meanwhile would be a change that nobody asked for.
    """
    folder = tmp_path / "a-home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder
