"""A browser works in the profile that was said, or in none, and the person is told whose it is: before, and at the end."""

from __future__ import annotations

import io
import os
import signal
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tests.needs import needs
from tests.scenarios.stage import host, stage
from tests.tools.bench import Bench
from ufo.config.settings import DesktopSettings
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.fake.spec import AppSpec, WindowSpec, edit
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.linux.launch.launcher import QUIRKS
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.private.processes import MARK
from ufo.desktop.values import OWN_PROFILE, SEPARATE_PROFILE, TELLS_PAGES, Application
from ufo.schema.command import PROFILE
from ufo.schema.outcome import RunSummary
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.command_line import command_line
from ufo.tools.servers.host_ui import host_ui
from ufo.trace.console import ConsoleListener
from ufo.trace.events import RunEnded
from ufo.trace.panels import PanelListener
from ufo.viewer.report import write_report

_CHROMIUM = Application("chromium", "Chromium", ("chromium",), categories=("WebBrowser",))
_FIREFOX = Application("firefox", "Firefox", ("firefox",), categories=("WebBrowser",))
_NOT_THEIRS, _THEIRS = "not the person's own", "the person's own profile"


def _app(application: Application) -> AppSpec:
    return AppSpec(application, (WindowSpec("main", application.name, (edit("address", "Address"),)),))


class _Desktop(FakeDesktop):
    """Keeps with which variables programs were started."""

    started: list[dict[str, str]]

    async def launch(self, what: Any, timeout_s: float = 30.0) -> Any:
        self.started = [*getattr(self, "started", []), dict(what.environment)]
        return await super().launch(what, timeout_s)


# Where; what the setting says; what the caller states; the variables of the launch, or None where nothing is started; the words
# of what is told.
_CASES = {
    "here, nothing is said": ("here", "auto", "", {}, _THEIRS),
    "here, own is stated": ("here", "auto", "own", {OWN_PROFILE: "1"}, _THEIRS),
    "here, separate is stated": ("here", "auto", "separate", {TELLS_PAGES: "1"}, ""),
    "here, separate is set": ("here", "separate", "", {TELLS_PAGES: "1"}, ""),
    "here, own is set and stated": ("here", "own", "own", {OWN_PROFILE: "1"}, _THEIRS),
    "here, own is set and separate is stated": ("here", "own", "separate", None, "the person has set"),
    "here, separate is set and own is stated": ("here", "separate", "own", None, "the person has set"),
    "private, nothing is said": ("private", "auto", "", {}, _NOT_THEIRS),
    "private, separate is stated": ("private", "auto", "separate", {TELLS_PAGES: "1"}, _NOT_THEIRS),
    "private, own is stated": ("private", "auto", "own", None, "ufo run --desktop here"),
    "private, own is set": ("private", "own", "", None, "ufo run --desktop here"),
}


# A command line states no profile.
_ROUTES = {
    f"{tool}: {name}": (tool, *case)
    for tool in ("launch_application", "run_shell")
    for name, case in _CASES.items()
    if tool == "launch_application" or not case[2]
}


def _bench(folder: Path, where: str, setting: str) -> Bench:
    desktop = _Desktop([_app(_CHROMIUM), _app(_FIREFOX)])
    home = folder / "desktop" if where == "private" else Path.home()

    def made(factory: Any) -> Any:
        return lambda scope: factory(replace(scope, home=home, browser_profile=setting))

    return Bench(folder, made(host_ui), made(command_line), desktop=desktop)


@pytest.mark.parametrize(("tool", "where", "setting", "stated", "variables", "told"), _ROUTES.values(), ids=_ROUTES)
async def test_a_browser_is_started_in_the_profile_that_was_said_or_not_at_all(
    tmp_path: Path, tool: str, where: str, setting: str, stated: str, variables: dict[str, str] | None, told: str
) -> None:
    bench = _bench(tmp_path, where, setting)
    asked = {"bash_command": "chromium"} if tool == "run_shell" else {"name": "Chromium", "profile": stated}
    result = await bench.run(tool, **asked)
    desktop = bench.scope.desktop
    assert isinstance(desktop, _Desktop)
    started = getattr(desktop, "started", [])
    if variables is None:
        assert started == [] and told in str(result.error)
    else:
        assert (
            started == [variables] and told in result.result[PROFILE] and result.result[PROFILE] in result.evidence[-1]
        )
    await bench.dispatcher.close()


async def test_another_browser_is_not_taken_for_a_separate_one(tmp_path: Path) -> None:
    bench = _bench(tmp_path, "here", "auto")
    result = await bench.run("launch_application", name="Firefox", profile="separate")
    assert "has no separate profile here" in str(result.error)
    await bench.dispatcher.close()


@pytest.mark.parametrize(
    ("variables", "is_separate"),
    [({}, False), ({OWN_PROFILE: "1"}, False), ({TELLS_PAGES: "1"}, True), ({MARK: "/run/ufo-1"}, True)],
)
def test_the_persons_own_profile_keeps_its_own_store_of_passwords(
    tmp_path: Path, variables: dict[str, str], is_separate: bool
) -> None:
    flags = QUIRKS["chromium"].arguments({"HOME": str(tmp_path), **variables})
    assert any(flag.startswith("--user-data-dir=") for flag in flags) is is_separate
    assert ("--password-store=basic" in flags) is is_separate


def _shown_by_each(summary: RunSummary) -> list[str]:
    shown = []
    for kind in (ConsoleListener, PanelListener):
        out = io.StringIO()
        kind(Console(file=out, width=400)).on_event(RunEnded(summary=summary))
        shown.append(out.getvalue())
    return [*shown, write_report(Path(summary.log_path), None).read_text("utf-8").replace("&#39;", "'")]


@pytest.mark.parametrize("tool", ["launch_application", "select_application_window"])
async def test_whose_profile_it_was_is_told_at_the_end(tmp_path: Path, tool: str) -> None:
    is_open = tool == "select_application_window"
    work = host("CONTINUE", tool, {"id": "0"} if is_open else {"name": "Chromium"})
    ends = [host("FINISH", result="the bookmark is set")] * 4
    running = ("chromium",) if is_open else ()
    async with stage(tmp_path, [work, *ends], running, installed=[_app(_CHROMIUM)]) as scene:
        summary = await scene.run("bookmark this page")
    assert summary.carried_out is not None and summary.carried_out.profiles == (_THEIRS,)
    assert all(_THEIRS in shown for shown in _shown_by_each(summary))


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "person"
    (home / ".config").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.fixture
async def own_screen(private_desktop: PrivateDesktop, person: Path) -> AsyncIterator[LinuxDesktop]:
    """The screen of a person who has a home there: as far as a browser can tell, it is no desktop of ours."""
    around = {name: value for name, value in private_desktop.environment.items() if name != MARK}
    around |= {
        "HOME": str(person),
        "XDG_CONFIG_HOME": str(person / ".config"),
        "XDG_CACHE_HOME": str(person / ".cache"),
    }
    connected = await LinuxDesktop.connect(around, DesktopSettings(width=1280, height=800))
    try:
        yield connected
        for pid in {window.pid for window in await connected.windows() if window.pid > 0}:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    finally:
        await connected.shutdown()


def _profiles(home: Path) -> set[str]:
    return {place.parent.name for place in (home / ".config").glob("chromium*/Default")}


@pytest.mark.apps
@pytest.mark.timeout(120)
@needs("chromium")
@pytest.mark.parametrize(("stated", "folder"), [("own", "chromium"), ("separate", SEPARATE_PROFILE)])
async def test_chromium_writes_to_the_profile_that_was_stated_on_the_persons_screen(
    own_screen: LinuxDesktop, person: Path, tmp_path: Path, stated: str, folder: str
) -> None:
    bench = Bench(tmp_path, lambda scope: host_ui(replace(scope, home=person)), desktop=own_screen)
    result = await bench.run("launch_application", name="Chromium", arguments=["about:blank"], profile=stated)
    assert _profiles(person) == {folder}, result
    assert (_NOT_THEIRS in result.result[PROFILE]) is (stated == "separate")
    await bench.dispatcher.close()


@pytest.mark.apps
@pytest.mark.timeout(120)
@needs("chromium")
async def test_chromium_on_a_private_desktop_says_that_its_profile_is_not_the_persons(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, person: Path, tmp_path: Path
) -> None:
    home = Path(private_desktop.environment["HOME"])

    def at_home(scope: ToolScope) -> ToolScope:
        return replace(scope, home=home)

    bench = Bench(tmp_path, lambda scope: host_ui(at_home(scope)), desktop=desktop)
    refused = await bench.run("launch_application", name="Chromium", arguments=["about:blank"], profile="own")
    assert "ufo run --desktop here" in str(refused.error) and await desktop.windows() == ()
    opened = await bench.run("launch_application", name="Chromium", arguments=["about:blank"])
    assert _NOT_THEIRS in opened.result[PROFILE] and SEPARATE_PROFILE in _profiles(home)
    assert _profiles(person) == set()
    await bench.dispatcher.close()
