"""Named private desktops, which outlive the program that started them: reads what their supervisors wrote about them to a
folder that belongs to this user only.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from ufo.config.settings import DESKTOP_NAME, PRIVATE_DESKTOPS
from ufo.desktop.private.remains import clear_remains
from ufo.errors import ConfigError
from ufo.platform.runtime_folder import made_folder, runtime_folder

RESERVED = frozenset({"auto", "here"}) | PRIVATE_DESKTOPS
"""Values of `--desktop` that are no names."""
_NAME = "desktops"


class NamedDesktop(BaseModel):
    """What a desktop's supervisor writes to its state file."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    display: str
    width: int
    height: int
    pid: int
    started: float
    folder: str
    environment: dict[str, str]


def _folder() -> Path:
    """Return the folder of the state files, which need not exist. Raises ConfigError where it is another user's."""
    try:
        return runtime_folder() / _NAME
    except PermissionError as error:
        raise ConfigError(f"{error.filename!r} is not a folder of yours; set XDG_RUNTIME_DIR to one") from error


def make_place(name: str) -> Path:
    """Return the file for the state of a new desktop of that name, and make its folder. Raises ConfigError."""
    file = state_file(name)
    try:
        made_folder(_NAME)
    except OSError as error:
        raise ConfigError(
            f"{str(file.parent)!r} cannot be made: {error.strerror}; set XDG_RUNTIME_DIR to a folder of yours"
        ) from error
    return file


def clear_place() -> None:
    """Remove the folder where it holds no state file any more."""
    with contextlib.suppress(OSError):
        _folder().rmdir()
        _folder().parent.rmdir()


def state_file(name: str) -> Path:
    if not DESKTOP_NAME.fullmatch(name):
        raise ConfigError(f"{name!r} cannot name a desktop; use letters, digits, '.', '_' and '-', at most 64")
    if name in RESERVED:
        raise ConfigError(f"{name!r} cannot name a desktop: --desktop {name} means something else; choose another name")
    return _folder() / f"{name}.json"


def running() -> list[NamedDesktop]:
    """Return the desktops that run, by name, and remove what is left of others."""
    states = []
    for file in sorted(_folder().glob("*.json")):
        try:
            state = NamedDesktop.model_validate_json(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            continue
        except (ValidationError, OSError, UnicodeDecodeError):
            file.unlink(missing_ok=True)
            continue
        if is_running(state):
            states.append(state)
        else:
            _remove_remains(file, state)
    return states


def find(name: str) -> NamedDesktop:
    """Return the running desktop of that name. Raises ConfigError where none runs."""
    state_file(name)
    living = running()
    found = next((named_desktop for named_desktop in living if named_desktop.name == name), None)
    if found is None:
        names = ", ".join(named_desktop.name for named_desktop in living) or "none"
        raise ConfigError(f"no desktop named {name!r} runs (running: {names}); start it with: ufo desktop start {name}")
    return found


def is_running(state: NamedDesktop) -> bool:
    """Return whether the desktop's supervisor lives. Its pid alone proves nothing: another process may have it by now."""
    with contextlib.suppress(OSError):
        if Path(f"/proc/{state.pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX":
            return False
        return b"private.supervisor" in Path(f"/proc/{state.pid}/cmdline").read_bytes()
    return False


def _remove_remains(file: Path, state: NamedDesktop) -> None:
    folder = Path(state.folder)
    if folder.name.startswith("ufo-") and (folder / "run").is_dir():
        clear_remains(folder, state.display, state.pid)
    file.unlink(missing_ok=True)
