"""Private desktops that stay, by name: what their supervisors wrote down of them, in a folder of this user only."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from ufo.config.settings import DESKTOP_NAME
from ufo.desktop.private.remains import clear_remains
from ufo.errors import ConfigError

RESERVED = frozenset({"auto", "here", "private"})
"""What `--desktop` says without meaning a name."""


class NamedDesktop(BaseModel):
    """What a desktop's supervisor writes down of it."""

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
    """Of this user only; it need not be there. Raises ConfigError where somebody else made it."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    base = (
        Path(runtime) / "ufo"
        if runtime and os.access(runtime, os.W_OK)
        else Path(tempfile.gettempdir()) / f"ufo-{os.getuid()}"
    )
    with contextlib.suppress(FileNotFoundError):
        if base.lstat().st_uid != os.getuid() or not base.is_dir() or base.is_symlink():
            raise ConfigError(f"{str(base)!r} is no folder of yours; set XDG_RUNTIME_DIR to one")
    return base / "desktops"


def make_place(name: str) -> Path:
    """The file in which a new desktop of that name is to be written down; its folder is there. Raises ConfigError."""
    file = state_file(name)
    try:
        for folder in (file.parent.parent, file.parent):
            folder.mkdir(mode=0o700, exist_ok=True)
            # One that was there may have been made with other rights.
            folder.chmod(0o700)
    except OSError as error:
        raise ConfigError(
            f"{str(file.parent)!r} cannot be made: {error.strerror}; set XDG_RUNTIME_DIR to a folder of yours"
        ) from error
    return file


def clear_place() -> None:
    """Takes the folder away where no desktop is written down in it any more."""
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
    """Desktops that run, by name. What is left of others is removed."""
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
            _remove_rests(file, state)
    return states


def find(name: str) -> NamedDesktop:
    """Raises ConfigError where none of that name runs."""
    state_file(name)
    living = running()
    found = next((one for one in living if one.name == name), None)
    if found is None:
        names = ", ".join(one.name for one in living) or "none"
        raise ConfigError(
            f"no desktop named {name!r} runs (running: {names}); `ufo desktop start {name}` would start it"
        )
    return found


def is_running(state: NamedDesktop) -> bool:
    """The number alone may be another process's by now."""
    with contextlib.suppress(OSError):
        if Path(f"/proc/{state.pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX":
            return False
        return b"private.supervisor" in Path(f"/proc/{state.pid}/cmdline").read_bytes()
    return False


def _remove_rests(file: Path, state: NamedDesktop) -> None:
    folder = Path(state.folder)
    if folder.name.startswith("ufo-") and (folder / "run").is_dir():
        clear_remains(folder, state.display, state.pid)
    file.unlink(missing_ok=True)
