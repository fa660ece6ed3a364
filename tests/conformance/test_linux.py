"""The Linux desktop does what every desktop must, over a GTK application of our own: on X11, and on Wayland (sway)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.suite import DesktopConformance, ScreenConformance, Stage, TreeConformance
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch

_FORM = Path(__file__).with_name("gtk_registration.py")


@pytest.mark.apps
class TestLinuxDesktop(DesktopConformance):
    @pytest.fixture
    def stage(self, desktop: LinuxDesktop) -> Stage:
        return Stage(desktop, Launch("/usr/bin/python3", (str(_FORM),)))


class _OnWayland:
    @pytest.fixture
    def stage(self, wayland_desktop: LinuxDesktop) -> Stage:
        return Stage(wayland_desktop, Launch("/usr/bin/python3", (str(_FORM),)))


@pytest.mark.apps
class TestScreenOfWayland(_OnWayland, ScreenConformance):
    """What is not the tree's, which is the same one on X11."""


@pytest.mark.apps
@pytest.mark.matrix
class TestTreeOnWayland(_OnWayland, TreeConformance):
    """Once more."""
