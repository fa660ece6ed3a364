"""Fixtures of the tests on real applications."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.sessions import Opening, opens_on
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private import PrivateDesktop


@pytest.fixture
def opening(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Opening:
    """Sessions that work in the test's own folder."""
    monkeypatch.chdir(tmp_path)
    return opens_on(desktop, private_desktop, tmp_path)
