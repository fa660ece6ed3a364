"""What a real Chromium notes for itself while a page is read, and what a person sets in it."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.needs import needs
from tests.proof.difference.made_world import MadeWorld

_FORM = b"""<title>Sign in</title><form method=post action=/in><input name=user autocomplete=username>
<input name=word type=password autocomplete=current-password></form><script>setTimeout(() => {
const form = document.forms[0]; form.user.value = 'ida'; form.word.value = 'secret'; form.submit()}, 500)</script>"""


class _Pages(BaseHTTPRequestHandler):
    submitted: threading.Event

    def do_GET(self) -> None:
        self._answer(_FORM)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self._answer(b"<title>Welcome</title><script>setTimeout(() => fetch('/seen', {method: 'PUT'}), 1500)</script>")

    def do_PUT(self) -> None:
        self._answer(b"")
        self.submitted.set()

    def _answer(self, page: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing: the test's output is for failures."""


@pytest.fixture
def pages() -> Iterator[ThreadingHTTPServer]:
    _Pages.submitted = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Pages)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def _read_and_submit(home: Path, server: ThreadingHTTPServer) -> None:
    """Open the page in a Chromium with the profile of the home, wait until its form came back, and end the browser."""
    _Pages.submitted.clear()
    address = f"http://127.0.0.1:{server.server_port}/"
    profile = home / ".config" / "chromium"
    arguments = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        f"--user-data-dir={profile}",
        address,
    ]
    browser = subprocess.Popen(["chromium", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        assert _Pages.submitted.wait(60)
    finally:
        browser.terminate()
        browser.wait(30)


@needs("chromium")
def test_reading_a_page_and_signing_in_changes_no_setting_that_somebody_had_to_ask_for(
    made: MadeWorld, pages: ThreadingHTTPServer
) -> None:
    _read_and_submit(made.home, pages)
    made.world.take()
    _read_and_submit(made.home, pages)
    facts = made.facts()
    assert facts
    assert [fact.line for fact in facts if fact.must_be_asked_for] == []


@needs("chromium")
def test_a_profile_of_a_first_start_holds_nothing_that_somebody_had_to_ask_for(
    made: MadeWorld, pages: ThreadingHTTPServer
) -> None:
    made.world.take()
    _read_and_submit(made.home, pages)
    assert [fact.line for fact in made.facts() if fact.must_be_asked_for] == []


def test_what_the_settings_page_writes_is_told_and_what_the_browser_notes_is_not(made: MadeWorld) -> None:
    path = made.home / ".config" / "chromium" / "Default" / "Preferences"
    path.parent.mkdir(parents=True)
    site = "https://a.example:443,*"
    path.write_text(json.dumps({"bookmark_bar": {"show_on_all_tabs": False}, "ntp": {"num_personal_suggestions": 1}}))
    made.world.take()
    exceptions = {
        "notifications": {site: {"setting": 2, "last_modified": "1"}},
        "site_engagement": {site: {"setting": {"rawScore": 2.1}, "last_modified": "1"}},
    }
    now = {
        "bookmark_bar": {"show_on_all_tabs": True},
        "ntp": {"num_personal_suggestions": 2},
        "password_manager": {"on_device_encryption_state_password_last_reported_bucket": 4},
        "total_passwords_available_for_account": 0,
        "profile": {"content_settings": {"exceptions": exceptions}, "were_old_google_logins_removed": True},
        "segmentation_platform": {"device_switcher_util": {"result": {"labels": ["NotSynced"]}}},
        "session": {"startup_urls": ["https://b.example/"]},
    }
    path.write_text(json.dumps(now))
    told = [fact.line.partition("Preferences: ")[2] for fact in made.facts() if fact.must_be_asked_for]
    assert told == [
        'bookmark_bar.show_on_all_tabs: "false" → "true"',
        f'profile.content_settings.exceptions.notifications.{site}.setting: new, "2"',
        'session.startup_urls[0]: new, "https://b.example/"',
    ]
