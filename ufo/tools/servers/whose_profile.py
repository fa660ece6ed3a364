"""Whose profile a browser works in: the person's own, with their bookmarks, logins and settings, or one that is separate from it.

Nobody guesses it from the words of a request: whoever starts the browser says it, or the person's setting does, and what it came
to is told with each window of a browser that is worked in.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePath

from ufo.conditions.world import BROWSERS
from ufo.desktop.values import OWN_PROFILE, SEPARATE_PROFILE, TELLS_PAGES, Application, Window
from ufo.errors import ToolError
from ufo.platform import proc
from ufo.schema.command import PROFILE, ActionReport
from ufo.tools.observe.selection import ToolScope

CAN_BE_SEPARATE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The programs that we start with a profile of its own, by their file names."""
_NOT_HERE = (
    "the browsers of this desktop work in a profile of its own: the person's bookmarks, logins, history and settings are not "
    "there; say so, and that their own profile is worked on their own screen: ufo run --desktop here"
)
_SEPARATE = "a profile that is not the person's own: their bookmarks, logins, history and settings are not in it"
_OWN = "the person's own profile"


def variables_for(scope: ToolScope, application: Application, asked: str) -> Mapping[str, str]:
    """Return the variables of a launch that lead to the profile that the setting or else `asked` names ("own", "separate", "").

    Raises ToolError where they differ, and where that profile cannot be had here: never another one in its place.
    """
    if "WebBrowser" not in application.categories:
        return {}
    wanted = asked if scope.browser_profile == "auto" else scope.browser_profile
    if asked and asked != wanted:
        raise ToolError(f"the person has set that browsers work in the {wanted} profile (desktop.browser_profile)")
    if wanted == "own" and scope.home_apart:
        raise ToolError(_NOT_HERE)
    if wanted == "separate" and not scope.home_apart and not _can_be_separate(application):
        raise ToolError(f"{application.name} has no separate profile here; take Chromium, or the own profile")
    return {"own": {OWN_PROFILE: "1"}, "separate": {TELLS_PAGES: "1"}}.get(wanted, {})


def profile_of(pid: int, home: Path) -> Path:
    """Return the folder of the settings of a browser that runs as this process. Blocking."""
    given = [argument for argument in _arguments(pid) if argument.startswith("--user-data-dir=")]
    data = Path(given[-1].partition("=")[2]) if given else home / ".config" / "chromium"
    chosen = [argument for argument in _arguments(pid) if argument.startswith("--profile-directory=")]
    return data / (chosen[-1].partition("=")[2] if chosen else "Default")


def profile_told(scope: ToolScope, window: Window) -> str:
    """Return whose profile the browser of a window works in; "" for another program's window. Blocking."""
    if not {window.app_root, window.process} & BROWSERS:
        return ""
    is_ours = SEPARATE_PROFILE in profile_of(window.pid, scope.home or Path.home()).parts
    return _SEPARATE if scope.home_apart or is_ours else _OWN


def with_profile(report: ActionReport, told: str) -> ActionReport:
    """Return the report with whose profile a browser works in, where there is one."""
    if not told:
        return report
    value = {**report.value, PROFILE: told}
    return report.model_copy(update={"value": value, "evidence": (*report.evidence, f"it works in {told}")})


def _can_be_separate(application: Application) -> bool:
    return bool(application.command) and PurePath(application.command[0]).name in CAN_BE_SEPARATE


def _arguments(pid: int) -> tuple[str, ...] | list[str]:
    parts = proc.arguments(pid)
    # Chromium writes its arguments anew, as one text.
    return parts if len(parts) > 1 else " ".join(parts).rstrip("\0").split(" ")
