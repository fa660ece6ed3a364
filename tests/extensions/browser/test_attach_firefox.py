"""Tabs of a Firefox that the person started with its remote control, read and worked by WebDriver BiDi."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest

from tests.extensions.browser.person import Person, Site, come, needs_firefox, person_at
from ufo.conditions.readers.pages.devtools import pages_at

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(400), needs_firefox]
_LET_IN = ("--remote-debugging-port", "0")
_FIREFOX = "firefox"


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    with person_at(tmp_path) as found:
        found.allows("firefox-esr")
        yield found


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as found:
        yield found


def test_the_page_where_the_person_is_logged_in_is_read_worked_and_left(person: Person, site: Site) -> None:
    pages = [f"{site.address}/login", f"{site.address}/plain?Mail"]
    with person.firefox(pages, *_LET_IN, title="Logged in"):
        person.attached("Logged in")
        assert "Welcome" in person.tool("read_page", app=_FIREFOX)
        tabs = person.tool("tabs", app=_FIREFOX)
        assert "Logged in" in tabs and "Mail" not in tabs
        assert "Timesheet" in person.tool("open_page", f"to={site.address}/form", app=_FIREFOX)
        assert "Hours of Ada" in person.tool("read_page", app=_FIREFOX)
        assert "Next -> " in person.tool("read_page", "links=true", app=_FIREFOX)
        assert "Logged in" in person.tool("open_page", "to=back", app=_FIREFOX)
        assert "Timesheet" in person.tool("open_page", "to=forward", app=_FIREFOX)
        assert "Timesheet" in person.tool("open_page", "to=reload", app=_FIREFOX)
        with socket.create_server(("127.0.0.1", 0)) as unused:
            nobody = f"http://127.0.0.1:{unused.getsockname()[1]}/"
        refused = person.tool("open_page", f"to={nobody}", app=_FIREFOX)
        assert "cannot be opened (NS_ERROR_CONNECTION_REFUSED)" in refused, refused
        assert "not opened this way" in person.tool("browser_settings", "find=home", app=_FIREFOX)
        person.give_back()
        person.attached("Mail")
        come(lambda: any(title.startswith("Mail") for title in person.titles()), f"{person.titles()}")
        assert "Opened" in person.tool("open_page", f"to={site.address}/plain?Opened", "in_new_tab=true", app=_FIREFOX)
        person.give_back()
        refusal = person.ufo("attach", "Opened")
        assert refusal.returncode and "no tab fits 'Opened'" in refusal.stderr, refusal.stderr


def test_a_request_is_done_and_proved_there(person: Person, site: Site) -> None:
    with person.firefox([f"{site.address}/login"], *_LET_IN, title="Logged in"):
        person.attached()
        assert "Timesheet" in person.tool("open_page", f"to={site.address}/form", app=_FIREFOX)
        (socket_name,) = person.sockets()
        (page,) = anyio.run(pages_at, person.runtime / socket_name)
        assert [field.names[0] for field in page.fields] == ["Project", "Hours", "Billable"]
        request = 'in Firefox set Project to "Alpha", set Hours to "7", tick Billable and press Save'
        done = person.ufo("run", request, "--model", "builtin", "--yes")
        assert "VERIFIED" in done.stdout and "UNVERIFIED" not in done.stdout, done.stdout
        assert site.sent == [("Ada", {"project": ["Alpha"], "hours": ["7"], "billable": ["on"]})]


def test_a_message_box_is_told_and_answered_and_a_browser_that_ends_is_said(person: Person, site: Site) -> None:
    with person.firefox([f"{site.address}/plain"], *_LET_IN, title="Plain") as browser:
        person.attached()
        person.tool("open_page", f"to={site.address}/asks", app=_FIREFOX)
        come(lambda: "Delete all?" in person.tool("read_page", app=_FIREFOX), "the box is told")
        answered = person.ufo("tool", "call", "answer_dialog", "message=Delete all?", "accept=false", "--app", _FIREFOX)
        assert "it is answered and closed" in answered.stdout, answered.stdout
        assert "asked" in person.tool("read_page", app=_FIREFOX)
        browser.send_signal(signal.SIGKILL)
        come(lambda: person.sockets() == [], f"{person.sockets()}")


def test_a_firefox_that_was_started_without_is_told_how_to_start_it(person: Person, site: Site) -> None:
    with person.firefox([f"{site.address}/plain"], title="Plain"):
        off = person.ufo("attach")
        assert off.returncode and "--remote-debugging-port" in off.stderr and "close it" in off.stderr
