"""`ufo browser`: opens a browser on the person's own screen that reports its pages, so that they are worked natively there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ufo.cli.output import print_answer, print_remark
from ufo.cli.settings import command_settings
from ufo.config.settings import PRIVATE_DESKTOPS, Settings
from ufo.desktop.values import TELLS_PAGES, Launch
from ufo.errors import ConfigError, LaunchFailed
from ufo.extensions import Group, is_missing, ours, to_install
from ufo.platform.packages import install_line
from ufo.runs.desktops import open_desktop
from ufo.tools.servers.whose_profile import CAN_BE_SEPARATE

_ITS_TOOLS = "BrowserExecutor"


def browser(addresses: Sequence[str], where: str | None, as_json: bool = False) -> int:
    """Open the browser and leave it running. Raises ConfigError and LaunchFailed."""
    settings = command_settings(desktop={"where": where})
    if settings.desktop.where in PRIVATE_DESKTOPS:
        raise ConfigError("a private desktop ends with this command, and its browsers with it; name one that runs")
    title = asyncio.run(_opened(addresses, settings))
    told = f"{title!r} is open. Only you and ufo can read its pages; it has a profile of its own."
    print_answer(as_json, {"window": title}, told)
    extension = ours(Group.TOOLS, _ITS_TOOLS)
    if extension is not None and is_missing(Group.TOOLS, _ITS_TOOLS):
        print_remark(f"{extension.without}; to install what works them: {to_install(extension)}")
    return 0


async def _opened(addresses: Sequence[str], settings: Settings) -> str:
    async with open_desktop(settings.desktop) as used:
        if used.ends_with_run:
            raise ConfigError(
                "there is no screen here on which a browser could stay; start one with: ufo desktop start NAME"
            )
        if not used.environment.get("XDG_RUNTIME_DIR"):
            raise ConfigError(
                "XDG_RUNTIME_DIR is not set, where the browser's socket would lie; log in to a desktop session"
            )
        installed = {application.id for application in await used.desktop.applications()}
        program = next((name for name in CAN_BE_SEPARATE if name in installed), None)
        if program is None:
            raise LaunchFailed(f"no Chromium or Chrome is installed; install one with: {install_line('chromium')}")
        window = await used.desktop.launch(Launch(program, tuple(addresses), {TELLS_PAGES: "1"}))
        if window.pid not in await used.desktop.page_sockets():
            raise LaunchFailed("the browser is open and does not report its pages; close it and try again")
        return window.title
