"""What connecting leaves in a person's settings: a real launcher of the accessibility bus, with settings in a file of a home of
the test's own.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.scenarios.stage import host
from tests.tools.servers.test_session_bus_tools import own_bus
from ufo.cli.checks import screen_reader
from ufo.desktop.linux.atspi.bus_address import open_accessibility_bus
from ufo.desktop.private.private_desktop import PrivateDesktop

pytestmark = pytest.mark.apps

ACCESSIBILITY = ("org.gnome.desktop.interface", "toolkit-accessibility")
SCREEN_READER = ("org.gnome.desktop.a11y.applications", "screen-reader-enabled")


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Mapping[str, str]]:
    """The environment of a session whose bus starts the launcher when it is asked for."""
    (home := tmp_path / "home").mkdir()
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "GSETTINGS_BACKEND": "keyfile"}
    async with own_bus(environment) as address:
        yield {**environment, "DBUS_SESSION_BUS_ADDRESS": address}


def setting(session: Mapping[str, str], *words: str) -> str:
    done = subprocess.run(["gsettings", *words], env=session, capture_output=True, text=True, check=True, timeout=30)
    return done.stdout.strip()


def kept(session: Mapping[str, str]) -> str:
    """What the settings of that home hold, as they are on the disk."""
    file = Path(session["HOME"], ".config/glib-2.0/settings/keyfile")
    return file.read_text(encoding="utf-8") if file.exists() else ""


async def connected(session: Mapping[str, str]) -> bool:
    connection, turned_on = await open_accessibility_bus(session)
    assert connection.alive
    await connection.close()
    return turned_on


async def test_accessibility_is_turned_on_and_told_and_no_screen_reader_is_asked_for(
    session: Mapping[str, str],
) -> None:
    assert await connected(session)
    assert setting(session, "get", *ACCESSIBILITY) == "true"
    assert setting(session, "get", *SCREEN_READER) == "false"
    assert "screen-reader" not in kept(session)
    assert not await connected(session)


@pytest.mark.parametrize("reader", ["true", "false"])
async def test_settings_where_accessibility_is_on_already_stay_as_they_are(
    session: Mapping[str, str], reader: str
) -> None:
    setting(session, "set", *ACCESSIBILITY, "true")
    setting(session, "set", *SCREEN_READER, reader)
    before = kept(session)
    assert not await connected(session)
    assert kept(session) == before


async def test_a_screen_reader_that_was_left_turned_on_is_told_and_the_command_that_is_told_takes_it_back(
    session: Mapping[str, str],
) -> None:
    assert screen_reader(session) == []
    setting(session, "set", *SCREEN_READER, "true")
    before = kept(session)
    (told,) = screen_reader(session)
    assert told.ok is None and "at every log-in" in told.detail and kept(session) == before
    subprocess.run(shlex.split(told.mend), env=session, check=True, timeout=30)
    assert screen_reader(session) == []
    assert setting(session, "get", *SCREEN_READER) == "false"


async def test_a_screen_reader_that_runs_is_the_persons_wish(session: Mapping[str, str], tmp_path: Path) -> None:
    setting(session, "set", *SCREEN_READER, "true")
    (orca := tmp_path / "orca").symlink_to("/bin/sleep")
    running = subprocess.Popen([orca, "600"], env=session)
    try:
        assert screen_reader(session) == []
    finally:
        running.kill()
        running.wait()
    assert screen_reader(session) != []


def test_a_run_on_the_persons_own_screen_says_in_one_line_what_it_turned_on(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps([host("FINISH", result="seen")] * 2), encoding="utf-8")
    private = PrivateDesktop.open(1280, 800)
    try:
        # To the command this is the person's own screen: nothing says that we made it.
        command = Command(tmp_path)
        names = ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")
        command.environment |= {name: private.environment[name] for name in names}
        off = ("org.freedesktop.DBus.Properties.Set", "org.a11y.Status", "IsEnabled", "<false>")
        asked = ["gdbus", "call", "--session", "-d", "org.a11y.Bus", "-o", "/org/a11y/bus", "-m", *off]
        subprocess.run(asked, env=private.environment, capture_output=True, check=True, timeout=30)
        run = ("run", "look around", "--model", f"scripted:{script}", "--desktop")
        first, second = (command.run(*run, "here").stdout for _ in range(2))
        assert sum("accessibility was off in this session" in line for line in first.splitlines()) == 1, first
        assert "seen" in second and "accessibility was off" not in second
    finally:
        private.close()
