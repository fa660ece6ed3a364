"""`ufo doctor`: tries every mechanism, says what is missing, and names the command that repairs it."""

from __future__ import annotations

import asyncio
import os
import platform
import shlex
import shutil
import subprocess
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path

import httpx2

from ufo.cli.checks import mcp_servers, missing_extensions, screen_reader, sight
from ufo.cli.needs import BROWSERS, SYSTEM_PYTHON, has_uno
from ufo.cli.output import Terminal, print_json, print_remark
from ufo.cli.probed_model import doctor_model
from ufo.config.agent_models import AGENTS, model_of
from ufo.config.load import load_settings
from ufo.config.sections import ModelSections
from ufo.config.settings import WAYLAND_DESKTOP, ModelSettings, Settings
from ufo.desktop.backend import Desktop
from ufo.desktop.backends import connect, no_screen, require_private_desktops, start_private
from ufo.desktop.private import sandbox
from ufo.desktop.private.environment_filter import desktop_environment
from ufo.desktop.values import Launch, TypeText
from ufo.errors import ConfigError, DesktopUnavailable, PicturesRefused, TraceError, UfoError
from ufo.extensions import Group, missing, to_install
from ufo.llm.access import endpoint
from ufo.llm.by_agent import with_key
from ufo.llm.registry import create
from ufo.network.addresses import Endpoint, Redactor
from ufo.network.client import client_options
from ufo.platform.own_install import to_set_up
from ufo.platform.packages import has_packages, install_line
from ufo.platform.programs import how_to_install, other_programs_here
from ufo.schema.health import Check
from ufo.schema.secret import SecretRef
from ufo.secrets.files import open_to_others
from ufo.secrets.secret_resolver import SecretStore
from ufo.trace.run_folders import EVENTS
from ufo.trace.writer import LogWriter

_PROBE_TEXT = "ufo doctor"
_EDITORS = ("mousepad", "gedit")
_ANSWER_S = 5.0


def doctor(model: str | None, base_url: str | None, as_json: bool) -> int:
    """Print the checks. Return 0 where everything that a run needs works, else 1. With a model, try that alone."""
    if model is not None or base_url is not None:
        return doctor_model(model, base_url, as_json)
    checks = asyncio.run(_examine())
    healthy = not any(check.ok is False for check in checks)
    if as_json:
        print_json({"healthy": healthy, "checks": [asdict(check) for check in checks]})
    else:
        _print(checks)
    return 0 if healthy else 1


def _print(checks: list[Check]) -> None:
    console = Terminal()
    for check in checks:
        sign, style = {True: ("ok  ", "green"), False: ("FAIL", "red"), None: ("--  ", "dim")}[check.ok]
        console.print(sign, style=style, end="  ")
        console.say(f"{check.name}: {check.detail}")
        if check.mend:
            console.say(f"      mend: {check.mend}")


async def _examine() -> list[Check]:
    try:
        remarks: list[str] = []
        settings = load_settings(remarks.append)
    except ConfigError as error:
        return [Check("settings", False, str(error), "correct ufo.yaml or the UFO_ variable that it names")]
    checks = [
        *(Check("settings", None, remark) for remark in remarks),
        _python(),
        await asyncio.to_thread(_log_folder, settings),
        await asyncio.to_thread(private_files, settings),
    ]
    checks += await asyncio.to_thread(screen_reader, os.environ)
    checks += await _here(settings)
    checks += await _private_desktops(settings)
    checks += await sight(settings)
    checks += missing_extensions()
    if has_packages():
        checks.append(await _guarded("LibreOffice and its UNO interface", lambda: asyncio.to_thread(_office)))
        checks.append(await _guarded("browser", lambda: asyncio.to_thread(_browser)))
    checks += other_programs()
    checks += await mcp_servers(settings, Path.cwd())
    for name, model in _models(settings).items():
        checks.append(await _guarded(name, partial(model_check, name, model, settings), _mend(model)))
    return checks


async def _guarded(name: str, check: Callable[[], Awaitable[Check]], mend: str = "") -> Check:
    try:
        return await check()
    except (UfoError, OSError, subprocess.SubprocessError) as error:
        return Check(name, False, str(error), mend)


def _python() -> Check:
    return Check("python", True, f"{platform.python_version()} on {platform.platform()}")


def _log_folder(settings: Settings) -> Check:
    """Check that a run's first file can be written to the log folder, and remove it again."""
    folder = settings.log_dir.expanduser().absolute()
    try:
        writer = LogWriter(folder)
        writer.close()
        shutil.rmtree(writer.folder)
    except (TraceError, OSError) as error:
        return Check("log folder", False, str(error), "choose another with --log-dir or UFO_LOG_DIR")
    return Check("log folder", True, str(folder))


def private_files(settings: Settings) -> Check:
    """Check that other users of the machine cannot read runs and skills, as those of older versions can be read. The
    permissions of a parent folder do not matter.
    """
    logs, skills = settings.log_dir.expanduser().absolute(), settings.skills.folder.expanduser()
    runs = [events.parent for events in logs.glob(f"*/{EVENTS}")]
    wide = open_to_others([*runs, *(skills.glob("*.json"))])
    if not wide:
        return Check("private files", True, "runs and skills are for you alone")
    where = " ".join(shlex.quote(str(item)) for item in (logs, skills) if any(item in path.parents for path in wide))
    detail = f"{len(wide)} runs or skills can be read by other users, such as {wide[0]}"
    return Check("private files", None, detail, f"chmod -R go= {where}")


async def _here(settings: Settings) -> list[Check]:
    try:
        if why := await asyncio.to_thread(no_screen, settings.desktop):
            return [Check("your screen", None, f"{why}; runs use a private desktop")]
        desktop = await connect(dict(os.environ), settings.desktop)
    except DesktopUnavailable as error:
        return [Check("your screen", False, str(error), "use --desktop private, or log in to an X11 session")]
    name = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or "of the system"
    try:
        return [await _guarded("your screen", lambda: _screen(desktop, f"display {name}"))]
    finally:
        await desktop.shutdown()


def _sandbox() -> Check:
    problem = sandbox.problem()
    return Check("sandbox", None if problem else True, problem or "bubblewrap works; use it with: ufo run --sandbox")


async def _screen(desktop: Desktop, where: str) -> Check:
    # Nobody is asked to share a screen for this.
    desktop.tell_by(print_remark, shows=False)
    windows = await desktop.windows()
    try:
        frame = await desktop.capture()
    except PicturesRefused:
        return Check("your screen", True, "; ".join([f"{where}: {len(windows)} windows", *desktop.remarks()]))
    if frame.rect.is_empty:
        return Check("your screen", False, f"{where}: the picture is empty", "is the screen locked or switched off?")
    found = f"{where}: {frame.rect.width}x{frame.rect.height}, {len(windows)} windows"
    return Check("your screen", True, "; ".join([found, *desktop.remarks()]))


async def _private_desktops(settings: Settings) -> list[Check]:
    try:
        require_private_desktops(settings.desktop)
    except DesktopUnavailable as error:
        return [Check("private desktop", None, str(error))]
    return [
        *await _private(settings),
        await _private_wayland(settings),
        await asyncio.to_thread(_sandbox),
    ]


async def _private(settings: Settings) -> list[Check]:
    began = time.perf_counter()
    try:
        private = await start_private(settings.desktop)
    except DesktopUnavailable as error:
        return [Check("private desktop", False, str(error), to_set_up())]
    took_s = time.perf_counter() - began
    async with private as running:
        display = running.environment.get("DISPLAY", "it")
        up = Check("private desktop", True, f"{display} was up in {took_s:.2f} s")
        try:
            desktop = await connect(running.environment, settings.desktop)
        except DesktopUnavailable as error:
            return [up, Check("accessibility and input", False, str(error), to_set_up())]
        try:
            probe = await _guarded("accessibility and input", lambda: _probe(desktop), to_set_up())
        finally:
            await desktop.shutdown()
    return [up, probe]


async def _private_wayland(settings: Settings) -> Check:
    """Start a private Wayland desktop and look at its screen. Nothing needs one, so it may be missing."""
    name, wanted = "private Wayland desktop", settings.desktop.model_copy(update={"where": WAYLAND_DESKTOP})
    began = time.perf_counter()
    try:
        async with await start_private(wanted) as running:
            took_s = time.perf_counter() - began
            desktop = await connect(running.environment, wanted)
            try:
                shown = (await desktop.capture()).rect
            finally:
                await desktop.shutdown()
    except DesktopUnavailable as error:
        return Check(name, None, str(error))
    said = f"sway was up in {took_s:.2f} s: {shown.width}x{shown.height}; use it with --desktop {WAYLAND_DESKTOP}"
    return Check(name, True, said)


async def _probe(desktop: Desktop) -> Check:
    """Launch an editor, find its controls, type a word and read it back."""
    name = "accessibility and input"
    editor = next((program for program in _EDITORS if shutil.which(program)), None)
    if editor is None:
        return Check(name, False, "there is no small editor to try them on", install_line("mousepad"))
    window = await desktop.launch(Launch(editor))
    await desktop.focus(window.id)
    await desktop.send(None, [TypeText(_PROBE_TEXT)])
    await desktop.settle(window.id)
    snapshot = await desktop.snapshot(window.id)
    if snapshot.degraded or not snapshot.elements:
        return Check(name, False, f"{editor}: {snapshot.degraded or 'no controls'}", install_line("at-spi2-core"))
    if not any(_PROBE_TEXT in (element.value or "") for element in snapshot):
        return Check(name, False, f"{editor} shows {len(snapshot.elements)} controls but not what was typed")
    return Check(name, True, f"{editor} showed {len(snapshot.elements)} controls and took what was typed")


def _office() -> Check:
    name = "LibreOffice and its UNO interface"
    if shutil.which("soffice") is None:
        return Check(
            name, None, "not installed", install_line("libreoffice-writer", "libreoffice-calc", "libreoffice-gtk3")
        )
    if not has_uno():
        return Check(name, False, f"{SYSTEM_PYTHON} cannot import uno", install_line("python3-uno"))
    version = _run_program(["soffice", "--version"], 60)
    return Check(name, True, version.stdout.strip() or "installed")


def _run_program(command: list[str], timeout_s: float) -> subprocess.CompletedProcess[str]:
    environment = desktop_environment(os.environ)
    return subprocess.run(
        command,
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout_s,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def _browser() -> Check:
    for program in BROWSERS:
        if shutil.which(program):
            said = _run_program([program, "--version"], 60)
            return Check("browser", said.returncode == 0, said.stdout.strip() or said.stderr.strip()[-200:])
    return Check("browser", None, "no Chromium here", install_line("chromium"))


def other_programs() -> list[Check]:
    """Look for the programs that single tools start. No run needs all of them, so a missing one is no fault."""
    wanted = other_programs_here()
    missing = {name: program for name, program in wanted.items() if shutil.which(name) is None}
    there = [name for name in wanted if name not in missing]
    found = [Check("other programs", True, ", ".join(there))] if there else []
    return found + [
        Check(program.purpose, None, f"{name} is not installed", how_to_install(name))
        for name, program in missing.items()
    ]


def _models(settings: Settings) -> dict[str, ModelSettings]:
    """Return the run's model, and those that agents have of their own, by what they are called in the settings."""
    own = [name for name in AGENTS if getattr(settings.agents, name) is not None]
    return {"model": settings.model, **{f"agents.{name}": model_of(ModelSections.of(settings), name) for name in own}}


def _mend(model: ModelSettings) -> str:
    planner = missing(Group.PROVIDERS, model.name)
    return "see docs/adding-a-provider.md" if planner is None else to_install(planner)


async def model_check(name: str, model: ModelSettings, settings: Settings) -> Check:
    """Check that a model can be made and that something answers at its address. Raises UfoError."""
    store = SecretStore(settings.secrets)
    provider = create(await with_key(model, lambda secret: store.value(SecretRef(secret))))
    await provider.close()
    if model.base_url is None:
        return Check(name, True, provider.name)
    place = endpoint(model.base_url)
    problem = await _unreachable(place)
    mend = f"start the endpoint, or correct {name}.base_url" if problem else ""
    return Check(name, not problem, f"{provider.name} at {place.base}{': ' + problem if problem else ''}", mend)


async def _unreachable(place: Endpoint) -> str:
    """Return why the endpoint cannot be reached; "" where something answers HTTP there."""
    try:
        async with (
            httpx2.AsyncClient(timeout=_ANSWER_S, **client_options(place)) as client,
            client.stream("GET", place.base.rstrip("/") + "/models"),
        ):
            return ""
    except httpx2.HTTPError as error:
        return Redactor(place.secrets)(str(error) or type(error).__name__)
