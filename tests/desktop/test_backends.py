"""One backend a platform, loaded on that platform only."""

from __future__ import annotations

import subprocess
import sys
from typing import Protocol

import pytest

from ufo.config.settings import DesktopSettings
from ufo.desktop.backend import Desktop
from ufo.desktop.backends import connect, environment_of, start_private
from ufo.dotted import load
from ufo.errors import DesktopUnavailable


async def test_a_platform_without_backend_is_named_with_those_that_have_one() -> None:
    with pytest.raises(DesktopUnavailable, match="no desktop backend for 'plan9' yet; there is one for: linux"):
        await connect({}, DesktopSettings(), "plan9")
    with pytest.raises(DesktopUnavailable, match="plan9"):
        await start_private(DesktopSettings(), platform="plan9")
    with pytest.raises(DesktopUnavailable, match="plan9"):
        environment_of("work", DesktopSettings(), "plan9")


def test_assembly_imports_nothing_that_is_bound_to_a_platform() -> None:
    code = "import sys, ufo.runs.assembly; print([m for m in ('Xlib', 'dbus_fast', 'fcntl') if m in sys.modules])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Xlib" not in said.stdout and "dbus_fast" not in said.stdout


def test_a_dotted_path_gives_the_object_and_a_wrong_one_an_import_error() -> None:
    assert load("ufo.errors:DesktopUnavailable") is DesktopUnavailable
    with pytest.raises(ImportError, match="has no 'Nothing'"):
        load("ufo.errors:Nothing")


def test_a_desktop_is_made_of_six_small_protocols() -> None:
    parts = [base for base in Desktop.__bases__ if base is not Protocol]
    members = {kind.__name__: [name for name in vars(kind) if not name.startswith("_")] for kind in parts}
    assert len(members) == 6
    assert all(0 < len(names) <= 8 for names in members.values()), members
