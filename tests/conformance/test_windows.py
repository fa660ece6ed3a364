"""The Windows desktop does what every desktop must, over a form of standard controls. It runs on Windows (make test-windows)."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conformance.suite import DesktopConformance, Stage
from tests.windows.connection import connected
from ufo.desktop.values import Launch

_FORM = Path(__file__).parents[1] / "windows/forms/registration.py"


class TestWindowsDesktop(DesktopConformance):
    @pytest.fixture
    async def stage(self) -> AsyncIterator[Stage]:
        async with connected() as desktop:
            yield Stage(desktop, Launch(sys.executable, (os.fspath(_FORM),)))
