"""Checks of `ufo doctor` that ask other parts: the extensions that are not installed, what sees windows without an accessibility
tree, what tools the user's MCP servers tell, and whether a screen reader was turned on in the person's settings.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from ufo.config.sections import SeeingSections
from ufo.config.settings import Settings
from ufo.desktop.private.environment_filter import desktop_environment
from ufo.errors import ConfigError
from ufo.extensions import not_installed, to_install
from ufo.platform.owners import own_id
from ufo.platform.proc import pids, process_facts
from ufo.schema.health import Check
from ufo.secrets.masks import Masks
from ufo.secrets.secret_resolver import SecretStore
from ufo.tools.external.servers import ExternalServers, Surroundings
from ufo.vision.sight import find_sight, require_none

_SCREEN_READER = ("org.gnome.desktop.a11y.applications", "screen-reader-enabled")
_ANSWER_S = 10.0


def missing_extensions() -> list[Check]:
    """Name the extensions of ours that are not installed. A run goes on without them."""
    return [
        Check(f"extension {extension.folder}", None, f"not installed: {extension.without}", to_install(extension))
        for extension in not_installed()
    ]


def screen_reader(environment: Mapping[str, str]) -> list[Check]:
    """Find a screen reader that is turned on in the settings of that session while none runs: earlier versions of ufo turned it
    on and left it so. The person may have wished for it, so nothing is changed.
    """
    program = shutil.which("gsettings")
    if program is None:
        return []
    try:
        said = subprocess.run(
            [program, "get", *_SCREEN_READER],
            env=desktop_environment(environment),
            capture_output=True,
            text=True,
            timeout=_ANSWER_S,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return []
    if said.stdout.strip() != "true" or _runs_orca():
        return []
    detail = (
        "your settings start one at every log-in (on GNOME, MATE and Cinnamon), though none runs now; earlier versions of ufo "
        "turned that on and left it so. Where you use none, take it back"
    )
    return [Check("screen reader", None, detail, shlex.join(["gsettings", "set", *_SCREEN_READER, "false"]))]


def _runs_orca() -> bool:
    """Tell whether the screen reader of those desktops runs for this user."""
    found = (process_facts(pid) for pid in pids())
    return any(facts is not None and facts.name == "orca" and facts.owner == own_id() for facts in found)


async def sight(settings: Settings) -> list[Check]:
    """Check what sees windows without a tree. Where it is not installed, that counts only where a setting asks for it."""
    seeing = SeeingSections.of(settings)
    if (extension := find_sight()) is not None:
        return [await extension.check(seeing)]
    try:
        require_none(seeing)
    except ConfigError as error:
        return [Check("sight", False, str(error), "install it, or take what asks for it out of the settings")]
    return []


async def mcp_servers(settings: Settings, folder: Path) -> list[Check]:
    """Return one check for each server, none where none is configured."""
    told: list[str] = []
    around = Surroundings(folder, SecretStore(settings.secrets), Masks(), told.append, settings.desktop.environment)
    try:
        servers = ExternalServers(settings.mcp, around)
    except ConfigError as error:
        return [Check("MCP servers", False, str(error), "correct `mcp` in ufo.yaml")]
    try:
        tools = await servers.tools()
    finally:
        await servers.close()
    return [_check(name, count, settings, told) for name, count in tools.items()]


def _check(name: str, tools: int, settings: Settings, told: list[str]) -> Check:
    said = [text for text in told if repr(name) in text]
    if tools:
        return Check(f"MCP server {name}", True, "; ".join([f"{tools} tools", *said]))
    command = settings.mcp[name].command
    missing = bool(command) and shutil.which(command[0]) is None
    mend = f"install {command[0]!r}" if missing else f"correct `mcp.{name}`; docs/mcp.md"
    return Check(f"MCP server {name}", False, "; ".join(said) or "it tells no tools", mend)
