"""A browser that a person opens on their own screen so that its pages are worked natively."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.needs import needs
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.private.processes import MARK

_SESSION = ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")


def test_a_private_desktop_that_would_end_at_once_is_refused(tmp_path: Path) -> None:
    refused = Command(tmp_path).run("browser", "--desktop", "private")
    assert refused.returncode == 2 and "name one that runs" in refused.stderr


@pytest.mark.matrix
@pytest.mark.apps
@pytest.mark.timeout(180)
@needs("chromium")
def test_pages_of_a_browser_that_the_person_opened_for_it_are_read_on_their_own_screen(tmp_path: Path) -> None:
    (tmp_path / "own.html").write_text("<title>Own</title><h1>Our words</h1>", "utf-8")
    private = PrivateDesktop.open(1280, 800)
    try:
        # To the command this is the person's own screen: nothing says that we made it.
        command = Command(tmp_path)
        command.environment |= {name: private.environment[name] for name in _SESSION}
        assert MARK not in command.environment
        opened = command.run("browser", (tmp_path / "own.html").as_uri(), "--json")
        assert opened.returncode == 0, opened.stderr
        refused = command.run("tool", "call", "read_page", "--app", "Own", "--desktop", "here")
        assert "ufo allow chromium" in refused.stdout and "Our words" not in refused.stdout, refused.stdout
        assert command.run("allow", "chromium").returncode == 0
        read = command.run("tool", "call", "read_page", "--app", "Own", "--desktop", "here")
        assert "Our words" in read.stdout, (read.stdout, read.stderr)
        # What is opened later goes to the same browser, and so it is read too.
        later = ("tool", "call", "launch_application", "name=chromium", 'arguments=["about:blank"]', "--yes")
        assert command.run(*later, "--desktop", "here").returncode == 0
        tabs = command.run("tool", "call", "tabs", "--app", "chromium", "--desktop", "here")
        assert "about:blank" in tabs.stdout and "own.html" in tabs.stdout, tabs.stdout
    finally:
        private.close()
