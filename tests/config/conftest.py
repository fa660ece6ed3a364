"""A home of the test's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home and an empty working folder (`home / "work"`), and no setting in the environment."""
    for name in list(os.environ):
        if name.startswith("UFO_"):
            monkeypatch.delenv(name)
    (tmp_path / "work").mkdir()
    (tmp_path / ".config" / "ufo").mkdir(parents=True)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path
