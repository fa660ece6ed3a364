"""Programs of this desktop, from the kernel's list of processes; nothing is asked of the programs themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePath

_PROC = Path("/proc")
_TRUNCATED = 15


def running_programs(environment: Mapping[str, str], shown: Iterable[int]) -> frozenset[str]:
    """Names of those that show on this desktop's display: what they call themselves, and what they were started as.

    Blocking. `shown`: processes that have windows here. Browsers wipe their environment, so that only this tells where
    they run; programs of other people, whose environment cannot be read, are not counted.
    """
    folders = {*_on_display(environment), *(_PROC / str(pid) for pid in shown if pid > 0)}
    return frozenset(name for folder in folders for name in _names(folder) if name)


def browser_profile(environment: Mapping[str, str]) -> Path:
    """Of the browsers that we start on a desktop of our own."""
    return Path(environment.get("HOME", "/")) / ".config" / "chromium-ours"


def debugging_ports(environment: Mapping[str, str]) -> tuple[int, ...]:
    """Where such a browser, if it still runs, says that it tells about its pages. Blocking."""
    profile = browser_profile(environment)
    try:
        pid = (profile / "SingletonLock").readlink().name.rpartition("-")[2]
        first = (profile / "DevToolsActivePort").read_text("ascii").split("\n")[0]
    except (OSError, UnicodeDecodeError):
        return ()
    runs = pid.isdecimal() and (_PROC / pid).is_dir()
    return (int(first),) if runs and first.isdecimal() and 0 < int(first) < 65536 else ()


def _on_display(environment: Mapping[str, str]) -> Iterator[Path]:
    wanted = f"DISPLAY={environment.get('DISPLAY', '')}".encode()
    for folder in _PROC.iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            variables = (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if wanted in variables:
            yield folder


def _names(folder: Path) -> tuple[str, str]:
    """The kernel cuts the first one off; then the second is the whole."""
    try:
        own = (folder / "comm").read_text("utf-8", errors="replace").strip()
    except OSError:
        return "", ""
    arguments = _arguments(folder)
    started = PurePath(arguments[0]).name if arguments else ""
    return (started, started) if len(own) >= _TRUNCATED and started.startswith(own) else (own, started)


def _arguments(folder: Path) -> list[str]:
    try:
        line = (folder / "cmdline").read_bytes().rstrip(b"\0").decode("utf-8", errors="replace")
    except OSError:
        return []
    parts = line.split("\0")
    # A program may write its line anew, with spaces in place of the ends.
    return parts if len(parts) > 1 else line.split(" ")
