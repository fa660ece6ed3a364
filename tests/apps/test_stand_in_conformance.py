"""Hyprland and niri do what every desktop must, as far as their stand-ins over a real sway can show it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conformance.suite import DesktopConformance, Stage
from tests.desktop.linux.wayland.stand_ins import hyprland_session, niri_session
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Keys, Launch
from ufo.errors import DesktopError

pytestmark = [pytest.mark.apps, pytest.mark.matrix]
_FORM = Path(__file__).parent.parent / "conformance" / "gtk_registration.py"


class TestHyprland(DesktopConformance):
    @pytest.fixture
    async def stage(
        self, wayland_desktop: LinuxDesktop, private_wayland: PrivateDesktop, tmp_path: Path
    ) -> AsyncIterator[Stage]:
        with hyprland_session(private_wayland, tmp_path) as (_, environment):
            desktop = await LinuxDesktop.connect(environment, DesktopSettings(observe_deadline_s=10.0))
            yield Stage(desktop, Launch("/usr/bin/python3", (str(_FORM),)))
            await desktop.shutdown()


class TestNiri(DesktopConformance):
    async def test_a_chord_that_is_listened_for_is_heard_and_reaches_no_application(self, stage: Stage) -> None:
        """niri lets nobody bind a key at run time."""
        with pytest.raises(DesktopError, match="niri lets no program hear a key"):
            await stage.desktop.on_key(Keys(("ctrl", "a")), list)

    async def test_a_dialog_is_a_window_with_a_parent_and_part_of_its_look(self, stage: Stage) -> None:
        """The stand-in floats all windows, and then a dialog cannot be told from another window."""
        window = await stage.open()
        assert [it.parent for it in await stage.desktop.windows() if it.id == window.id] == [None]

    @pytest.fixture
    async def stage(
        self, wayland_desktop: LinuxDesktop, private_wayland: PrivateDesktop, tmp_path: Path
    ) -> AsyncIterator[Stage]:
        with niri_session(private_wayland, tmp_path) as (_, environment):
            desktop = await LinuxDesktop.connect(environment, DesktopSettings(observe_deadline_s=10.0))
            yield Stage(desktop, Launch("/usr/bin/python3", (str(_FORM),)))
            await desktop.shutdown()
