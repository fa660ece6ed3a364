"""The desktop in memory does what every desktop must."""

from __future__ import annotations

import pytest

from tests.conformance.suite import DesktopConformance, Stage
from ufo.desktop.fake import FakeDesktop
from ufo.desktop.fake.apps import form
from ufo.desktop.values import Launch


class TestFakeDesktop(DesktopConformance):
    @pytest.fixture
    def stage(self) -> Stage:
        return Stage(FakeDesktop([form()]), Launch("form"))
