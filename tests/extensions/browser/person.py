"""A desktop treated as the person's own, the browser that the person started there, and a site where they are logged in."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import parse_qs

from tests.cli.command import Command
from tests.local_http import LocalServer, send
from tests.needs import needs
from tests.waiting import WAITED_S
from ufo.desktop.private.private_desktop import PrivateDesktop

SESSION = ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")
needs_chromium, needs_firefox = needs("chromium"), needs("firefox-esr")
_FIREFOX = """
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("termsofuse.bypassNotification", true);
user_pref("browser.tabs.warnOnClose", false);
"""
_FORM = """<title>Timesheet</title><h1>Hours of {who}</h1><form method=post action=/save>
<p><label>Project <input name=project></label></p><p><label>Hours <input name=hours></label></p>
<p><label><input type=checkbox name=billable> Billable</label></p><button>Save</button></form>
<p><a href="/plain?next">Next</a></p>"""


def come(holds: Callable[[], object], what: str) -> None:
    """Wait until something is there, or fail with what was waited for."""
    over = monotonic() + WAITED_S
    while not holds():
        assert monotonic() < over, what
        sleep(0.05)


class Site(LocalServer):
    """Whoever has its cookie is Ada. `sent`: the forms that were sent, with who sent them."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str, dict[str, list[str]]]] = []

    def serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        cookies = SimpleCookie(handler.headers.get("Cookie", ""))
        who = cookies["who"].value if "who" in cookies else "nobody"
        path, headers = handler.path.partition("?")[0], {"Content-Type": "text/html; charset=utf-8"}
        if path == "/login":
            headers["Set-Cookie"] = "who=Ada; HttpOnly; Max-Age=9999"
            page = "<title>Logged in</title>Welcome"
        elif path == "/save":
            self.sent.append((who, parse_qs(body.decode())))
            page = f"<title>Saved</title><h1>Saved for {who}</h1><p>{body.decode()}</p>"
        elif path == "/asks":
            page = "<title>Asks</title><script>setTimeout(() => confirm('Delete all?'), 300)</script>asked"
        elif path == "/opens":
            page = f"<title>Opens</title><style>a{{position:fixed;inset:0}}</style><a href=/plain?{who} target=_blank>go</a>"
        elif path == "/plain":
            page = f"<title>{handler.path.partition('?')[2] or 'Plain'}</title><h1>Plain words for {who}</h1>"
        else:
            page = _FORM.format(who=who)
        send(handler, 200, headers, page.encode())


class Person:
    """`command` is ufo as this person starts it."""

    def __init__(self, private: PrivateDesktop, folder: Path) -> None:
        self.private = private
        self.command = Command(folder)
        self.command.environment |= {name: private.environment[name] for name in SESSION}
        # A real person's home, so that no profile lies in the folder that a request works in.
        self.home = Path(self.command.environment["HOME"])

    def allows(self, application: str) -> None:
        done = self.command.run("allow", application)
        assert done.returncode == 0, done.stderr

    def ufo(self, *arguments: str, within_s: float = WAITED_S) -> subprocess.CompletedProcess[str]:
        return self.command.run(*arguments, "--desktop", "here", within_s=within_s)

    def tool(self, name: str, *arguments: str, app: str = "chromium") -> str:
        done = self.ufo("tool", "call", name, *arguments, "--app", app)
        return " ".join(f"{done.stdout} {done.stderr}".split())

    def attached(self, *words: str) -> subprocess.CompletedProcess[str]:
        done = self.ufo("attach", *words)
        assert done.returncode == 0, done.stderr
        return done

    def give_back(self) -> None:
        done = self.ufo("attach", "--give-back")
        assert done.returncode == 0, done.stderr

    def titles(self) -> list[str]:
        found = self.key("search", "--onlyvisible", "--name", ".", "getwindowname", "%@")
        return [line for line in found.splitlines() if line.strip()]

    def key(self, *arguments: str) -> str:
        environment = {**os.environ, **{name: self.private.environment[name] for name in SESSION}}
        done = subprocess.run(["xdotool", *arguments], env=environment, capture_output=True, text=True, check=False)
        return done.stdout

    @property
    def runtime(self) -> Path:
        return Path(self.private.environment["XDG_RUNTIME_DIR"])

    def sockets(self) -> list[str]:
        return sorted(path.name for path in self.runtime.glob("ufo-attached-*"))

    @contextmanager
    def chromium(
        self, addresses: Sequence[str], *flags: str, profile: str = "chromium", ticked: bool = False, title: str = ""
    ) -> Iterator[subprocess.Popen[bytes]]:
        folder = self.home / ".config" / profile
        folder.mkdir(parents=True, exist_ok=True)
        if ticked:
            # As the box on chrome://inspect/#remote-debugging leaves it.
            state = {"devtools": {"remote_debugging": {"user-enabled": True}}}
            (folder / "Local State").write_text(json.dumps(state), "utf-8")
        root = ("--no-sandbox",) if os.geteuid() == 0 else ()
        own = ("--no-first-run", "--password-store=basic", f"--user-data-dir={folder}")
        with self._started(["chromium", *root, *own, *flags, *addresses], title) as started:
            yield started

    def opened(self, address: str, *flags: str, profile: str = "chromium", title: str) -> None:
        """Open a page in the browser of that profile, as a click on a link elsewhere does."""
        root = ("--no-sandbox",) if os.geteuid() == 0 else ()
        folder = self.home / ".config" / profile
        subprocess.run(
            ["chromium", *root, f"--user-data-dir={folder}", *flags, address], env=self._environment(), check=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        come(lambda: any(shown.startswith(title) for shown in self.titles()), f"{title}: {self.titles()}")

    @contextmanager
    def firefox(self, addresses: Sequence[str], *flags: str, title: str = "") -> Iterator[subprocess.Popen[bytes]]:
        folder = self.home / ".mozilla" / "profile"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "user.js").write_text(_FIREFOX, "utf-8")
        own = ("--no-remote", "--profile", str(folder))
        with self._started(["firefox-esr", *own, *flags, *addresses], title) as started:
            yield started

    @contextmanager
    def _started(self, command: Sequence[str], title: str) -> Iterator[subprocess.Popen[bytes]]:
        with subprocess.Popen(
            command, env=self._environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as started:
            try:
                come(lambda: any(shown.startswith(title) for shown in self.titles()), f"{title}: {self.titles()}")
                yield started
            finally:
                started.terminate()

    def _environment(self) -> dict[str, str]:
        return {**os.environ, **{name: self.private.environment[name] for name in SESSION}, "HOME": str(self.home)}


@contextmanager
def person_at(folder: Path) -> Iterator[Person]:
    private = PrivateDesktop.open(1280, 800)
    try:
        yield Person(private, folder)
    finally:
        private.close()
