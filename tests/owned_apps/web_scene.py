"""Serves the scene of owned controls as a page and shows it in a browser, the third argument; what the page tells of itself is
written down. Further arguments go to the browser, with ADDRESS for the page's."""

import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from json import dumps, loads
from pathlib import Path
from urllib.parse import quote

TRUTH, TITLE = Path(sys.argv[1]), sys.argv[2]
EVENTS = TRUTH.with_name(f"{TRUTH.name}.events")
PAGE = Path(__file__).with_name("web_scene.html").read_bytes()
FIREFOX = """
user_pref("accessibility.force_disabled", -1);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("termsofuse.bypassNotification", true);
user_pref("browser.tabs.warnOnClose", false);
"""


class Answers(BaseHTTPRequestHandler):
    def do_GET(self):
        self._answer(PAGE if self.path.startswith("/scene") else b"")

    def do_POST(self):
        told = loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/truth":
            new = TRUTH.with_name(f"{TRUTH.name}.new")
            new.write_text(dumps(told), encoding="utf-8")
            new.replace(TRUTH)
        else:
            with EVENTS.open("a", encoding="utf-8") as file:
                file.write(dumps(told) + "\n")
        self._answer(b"")

    def _answer(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def serve(server, browser):
    """Until the browser, which this process comes from, has ended."""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    while os.getppid() == browser:
        time.sleep(0.2)
    os._exit(0)


def main():
    EVENTS.touch()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    address = f"http://127.0.0.1:{server.server_port}/scene?title={quote(TITLE)}"
    this = os.getpid()
    if os.fork() == 0:
        serve(server, this)
    browser = sys.argv[3]
    profile = Path.home() / f"profile-{this}"
    profile.mkdir()
    if browser == "firefox-esr":
        (profile / "user.js").write_text(FIREFOX, encoding="utf-8")
    # The browser takes the place of this process, so that its window is that of the program which was started.
    os.execvp(browser, [one.replace("ADDRESS", address).replace("PROFILE", str(profile)) for one in sys.argv[3:]])


main()
