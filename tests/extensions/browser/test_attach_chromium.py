"""Tabs of a Chromium that the person started, on a desktop treated as their own: let in, worked, given back."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.extensions.browser.person import Person, Site, come, needs_chromium, person_at
from ufo.conditions.readers.pages.connection import Connection, QuestionRefused
from ufo.conditions.readers.pages.devtools import pages_at
from ufo.config.settings import DesktopSettings
from ufo.desktop.backends import connect
from ufo.errors import ToolError
from ufo.platform import proc
from ufo_browser.browsers import Browsers
from ufo_browser.navigate import where

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(400), needs_chromium]
_LET_IN = "--remote-debugging-port=0"


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    with person_at(tmp_path) as found:
        found.allows("chromium")
        yield found


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as found:
        yield found


def _log_in(person: Person, site: Site) -> None:
    with person.chromium([f"{site.address}/login"], title="Logged in") as browser:
        cookies = person.home / ".config/chromium/Default/Cookies"
        come(lambda: cookies.exists() and b"who" in cookies.read_bytes(), "the cookie is kept")
        browser.send_signal(signal.SIGTERM)
        browser.wait(60)


def test_a_request_is_done_and_proved_in_the_page_where_the_person_is_logged_in(person: Person, site: Site) -> None:
    _log_in(person, site)
    with person.chromium([f"{site.address}/form", f"{site.address}/plain?Bank"], _LET_IN, title="Timesheet"):
        attached = person.ufo("attach", "Timesheet", "--json")
        assert "read from the picture" not in attached.stderr
        told = json.loads(attached.stdout)
        assert [tab["title"] for tab in told["pages"]] == ["Timesheet"]
        assert "Hours of Ada" in person.tool("read_page")
        request = 'in Chromium set Project to "Alpha", set Hours to "7", tick Billable and press Save'
        done = person.ufo("run", request, "--model", "builtin", "--yes", "--json")
        summary = json.loads(done.stdout)
        assert summary["outcome"] == "VERIFIED", (summary["reason"], done.stderr)
        assert site.sent == [("Ada", {"project": ["Alpha"], "hours": ["7"], "billable": ["on"]})]
        person.give_back()
        assert person.sockets() == []


async def _refusals(place: Path, address: str) -> list[str]:
    """Ask for what was not granted; return why each was refused."""
    connection = await Connection.open(place)
    try:
        (page,) = (await connection.ask("Target.getTargets"))["targetInfos"]
        session = (await connection.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True))["sessionId"]
        browser = (await connection.ask("Target.attachToBrowserTarget"))["sessionId"]
        asked: list[tuple[str, str, dict[str, Any]]] = [
            ("Storage.getCookies", browser, {}),
            ("Storage.getCookies", "", {}),
            ("Network.getCookies", session, {}),
            ("Runtime.evaluate", session, {"expression": "document.cookie"}),
            ("Runtime.evaluate", session, {"expression": "1", "contextId": 1}),
            ("Page.navigate", session, {"url": "chrome://settings/passwords"}),
            ("Page.navigate", session, {"url": "javascript:alert(1)"}),
            ("Target.createTarget", browser, {"url": "chrome://history"}),
            ("Target.createTarget", browser, {"url": address, "hidden": True}),
            ("Target.setAutoAttach", browser, {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": True}),
            ("Target.attachToTarget", browser, {"targetId": "0" * 32, "flatten": True}),
            ("Browser.setDownloadBehavior", browser, {"behavior": "allow", "downloadPath": "/tmp"}),
            ("Emulation.setUserAgentOverride", session, {"userAgent": "x"}),
            ("Page.getFrameTree", "A" * 32, {}),
        ]
        found = []
        for method, where, params in asked:
            with pytest.raises(QuestionRefused) as refused:
                await connection.ask(method, where, **params)
            found.append(str(refused.value))
        return found
    finally:
        await connection.close()


def test_nothing_but_the_named_tab_is_read_and_no_cookie_script_or_page_of_the_browsers_own(
    person: Person, site: Site
) -> None:
    pages = [f"{site.address}/plain?Bank", f"{site.address}/plain?Mail"]
    with person.chromium(pages, _LET_IN, title="Bank"):
        person.attached("Bank")
        (name,) = person.sockets()
        assert [page.title for page in anyio.run(pages_at, person.runtime / name)] == ["Bank"]
        tabs = person.tool("tabs")
        assert "Bank" in tabs and "Mail" not in tabs
        refusals = anyio.run(_refusals, person.runtime / name, site.address)
        assert all("person's own browser" in why or "not found" in why for why in refusals), refusals
        assert "own pages, settings and saved data are not opened" in person.tool("browser_settings", "find=home")


def test_a_tab_behind_another_is_shown_and_all_is_given_back_as_it_was(person: Person, site: Site) -> None:
    pages = [f"{site.address}/plain?First", f"{site.address}/plain?Second"]
    with person.chromium(pages, _LET_IN, title="First"):
        person.attached("Second")
        come(lambda: any(title.startswith("Second") for title in person.titles()), "it is shown")
        assert "Opened" in person.tool("open_page", f"to={site.address}/plain?Opened", "in_new_tab=true")
        opened = person.tool("tabs")
        assert "Opened" in opened and "Second" in opened and "First" not in opened
        holders = _holders()
        # The browser's door is no argument, which every user of the machine could read.
        assert holders and "/devtools/" not in "".join(part for pid in holders for part in proc.arguments(pid))
        person.give_back()
        come(lambda: any(title.startswith("First") for title in person.titles()), f"{person.titles()}")
        assert person.sockets() == []
        come(lambda: not (_holders() & holders), "what held the connection has ended")
        person.attached("Second")
        with pytest.raises(AssertionError, match="no tab fits 'Opened'"):
            person.give_back()
            person.attached("Opened")


def _holders() -> set[int]:
    return {pid for pid in proc.pids() if "ufo_browser.own.holder" in proc.arguments(pid)}


def test_what_a_granted_page_opens_is_worked_too_and_what_the_person_opens_beside_it_is_not(
    person: Person, site: Site
) -> None:
    with person.chromium([f"{site.address}/opens"], _LET_IN, title="Opens"):
        person.attached()
        person.opened(f"{site.address}/plain?Private", title="Private")
        assert "Private" not in person.tool("tabs") and "Plain words" not in person.tool("read_page")
        person.tool("tabs", "action=show", "tab=Opens")
        come(lambda: any(title.startswith("Opens") for title in person.titles()), f"{person.titles()}")
        window = person.key("search", "--onlyvisible", "--name", "Opens").split()[0]
        person.key("windowactivate", "--sync", window)
        person.key("mousemove", "600", "500", "click", "1")
        come(lambda: any(title.startswith("nobody") for title in person.titles()), f"{person.titles()}")
        assert "Plain words for nobody" in person.tool("read_page")
        assert "Private" not in person.tool("tabs")


def test_two_windows_that_look_the_same_are_told_apart_by_their_places_or_not_taken_at_all(
    person: Person, site: Site
) -> None:
    address = f"{site.address}/plain?Same"
    with person.chromium([address], _LET_IN, "--window-position=0,0", "--window-size=700,500", title="Same"):
        person.opened(f"{address}", "--new-window", title="Same")
        come(lambda: person.titles().count("Same - Chromium") == 2, f"{person.titles()}")
        first, second = person.key("search", "--onlyvisible", "--name", "Same - Chromium").split()
        refused = person.ufo("attach", "Same")
        assert refused.returncode and "2 tabs fit 'Same'" in refused.stderr
        for window in (first, second):
            person.key("windowmove", "--sync", window, "0", "0")
            person.key("windowsize", "--sync", window, "700", "500")
        person.key("windowactivate", "--sync", second)
        refused = person.ufo("attach")
        assert refused.returncode and "cannot be proved" in refused.stderr, refused.stderr
        person.key("windowmove", "--sync", first, "400", "250")
        person.key("windowactivate", "--sync", second)
        person.attached()
        assert anyio.run(_shown_in, person, int(second)) == f"{site.address}/plain?Same"
        assert "no page that can be read" in anyio.run(_shown_in, person, int(first))


async def _shown_in(person: Person, number: int) -> str:
    """Return the address of the page that is worked in a window, or why none is."""
    desktop = await connect({**os.environ, **person.private.environment}, DesktopSettings())
    browsers = Browsers(desktop)
    try:
        async with browsers.lifespan(None):
            (window,) = [item for item in await desktop.windows() if int(item.id, 16) == number]
            return str((await where(await browsers.shown(window)))["address"])
    except ToolError as error:
        return str(error)
    finally:
        await desktop.shutdown()


def test_where_it_is_off_the_person_is_told_what_to_tick_and_an_old_file_of_the_profile_opens_nothing(
    person: Person, site: Site
) -> None:
    profile = person.home / ".config/chromium"
    with person.chromium([f"{site.address}/plain?Off"], title="Off"):
        off = person.ufo("attach")
        assert off.returncode and "chrome://inspect/#remote-debugging" in off.stderr, off.stderr
        with socket.create_server(("127.0.0.1", 0)) as unused:
            port = unused.getsockname()[1]
        for text in (
            f"{port}\n/devtools/browser/x",
            "nonsense",
            "",
            f"{port}\n/elsewhere",
            "99999999999\n/devtools/browser/x",
        ):
            (profile / "DevToolsActivePort").write_text(text, "utf-8")
            stale = person.ufo("attach")
            assert stale.returncode and "chrome://inspect/#remote-debugging" in stale.stderr, (text, stale.stderr)


def test_another_program_on_the_port_is_named_and_gets_nothing(person: Person, site: Site) -> None:
    profile = person.home / ".config/chromium"
    with person.chromium([f"{site.address}/plain?Off"], title="Off"), socket.create_server(("127.0.0.1", 0)) as thief:
        thief.settimeout(0.2)
        (profile / "DevToolsActivePort").write_text(f"{thief.getsockname()[1]}\n/devtools/browser/secret", "utf-8")
        refused = person.ufo("attach")
        assert refused.returncode and "nothing was sent there" in refused.stderr and "process" in refused.stderr
        with pytest.raises(TimeoutError):
            thief.accept()


def test_a_browser_or_a_tab_that_is_closed_in_the_middle_is_said_and_leaves_nothing_behind(
    person: Person, site: Site
) -> None:
    pages = [f"{site.address}/plain?Kept", f"{site.address}/plain?Gone"]
    with person.chromium(pages, _LET_IN, title="Kept") as browser:
        person.attached("Gone")
        assert "Plain words" in person.tool("read_page")
        assert "is closed" in person.ufo("tool", "call", "tabs", "action=close", "--app", "chromium", "--yes").stdout
        come(lambda: any(title.startswith("Kept") for title in person.titles()), "the tab is gone")
        assert "no page that can be read" in person.tool("read_page")
        browser.kill()
        come(lambda: person.sockets() == [], f"{person.sockets()}")
    assert "no browser is attached" in person.ufo("attach", "--give-back").stdout


def test_of_two_profiles_the_person_says_which(person: Person, site: Site) -> None:
    address = f"{site.address}/plain?Twice"
    with ExitStack() as open_now:
        for profile in ("chromium", "other"):
            open_now.enter_context(person.chromium([address], _LET_IN, profile=profile, title="Twice"))
        come(lambda: person.titles().count("Twice - Chromium") == 2, f"{person.titles()}")
        refused = person.ufo("attach", "Twice")
        assert refused.returncode and "say which by its process" in refused.stderr
        pid = refused.stderr.rpartition("with --browser: ")[2].partition(":")[0]
        attached = json.loads(person.ufo("attach", "Twice", "--browser", pid, "--json").stdout)
        assert str(attached["pid"]) == pid and person.sockets() == [f"ufo-attached-{pid}"]
        again = person.ufo("attach", "Twice", "--browser", pid)
        assert again.returncode and "attached already" in again.stderr


def _answer(person: Person, *keys: str) -> None:
    """Press keys in the browser's question, once it is there: it takes the focus from the page."""
    window = person.key("search", "--onlyvisible", "--name", "Chromium").split()[0]
    person.key("windowactivate", "--sync", window)
    person.key("key", "--delay", "300", *keys)


def test_the_browsers_own_question_decides(person: Person, site: Site) -> None:
    with person.chromium([f"{site.address}/plain?Asked"], ticked=True, title="Asked"):
        port = person.home / ".config/chromium/DevToolsActivePort"
        come(port.exists, "the box is ticked")
        late = person.ufo("attach", "--within", "3")
        assert late.returncode and "nobody answered" in late.stderr, late.stderr
        _answer(person, "Escape")
        for keys, refused in ((("Escape",), True), (("Tab", "Return"), False)):
            asking = subprocess.Popen(
                [sys.executable, "-c", "from ufo.cli.main import main; main()", "attach", "--desktop", "here"],
                env=person.command.environment, cwd=person.command.folder, stderr=subprocess.PIPE, text=True,
            )  # fmt: skip
            with asking:
                come(lambda: _is_asked(port), "the browser is asked")
                while asking.poll() is None:
                    _answer(person, *keys)
                    asyncio.run(asyncio.sleep(1))
                said = asking.stderr.read() if asking.stderr else ""
            assert bool(asking.returncode) is refused, said
            assert ("was told not to let this in" in said) is refused, said
        assert "Plain words" in person.tool("read_page")
        person.give_back()


def _is_asked(port: Path) -> bool:
    """Tell whether a connection to the browser's port is open."""
    number = f":{int(port.read_text().split()[0]):04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return any(row[1].endswith(number) and row[3] == "01" for row in rows)


def test_the_same_is_asked_before_an_act_in_an_attached_page_as_in_one_of_ours(person: Person, site: Site) -> None:
    risky = (
        ("open_page", "to=http://ada:pass@127.0.0.1:9/"),
        ("open_page", "to=file:///etc/shadow"),
        ("open_page", "to=javascript:alert(1)"),
        ("answer_dialog", "message=Delete all?"),
    )
    opened = person.ufo("browser", f"{site.address}/asks")
    assert opened.returncode == 0, opened.stderr
    ours = [person.tool(*call) for call in risky]
    person.key("search", "--name", "Asks", "windowclose")
    come(lambda: not person.titles(), f"{person.titles()}")
    with person.chromium([f"{site.address}/asks"], _LET_IN, title="Asks"):
        person.attached()
        theirs = [person.tool(*call) for call in risky]
    assert theirs == ours
    assert all("consent" in said for said in (ours[0], ours[3])), ours
