"""Puts the extension of GNOME Shell into the person's folder, and takes it away again. Nothing of the system is changed."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from ufo.desktop.linux.wayland.gnome import extension_files
from ufo.desktop.linux.wayland.gnome.shell import ShellExtension
from ufo.desktop.linux.wayland.session_bus import Named, SessionBus
from ufo.errors import ConfigError, DesktopError
from ufo.platform.programs import how_to_install

_SHELL = Named("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell")
_SCHEMA, _ENABLED, _DISABLED, _NONE_AT_ALL = (
    "org.gnome.shell",
    "enabled-extensions",
    "disabled-extensions",
    "disable-user-extensions",
)
_RUN_S = 15


@dataclass(frozen=True, slots=True)
class Status:
    """How it stands with the extension. `shell`: the version of the GNOME Shell that runs, 0 where none does. `installed`: the
    version of the extension in the folder, "" where there is none. `fault`: why the one that runs cannot be used, "" where it
    can be. `pictures`: the package for pictures is there.
    """

    shell: int
    folder: Path
    installed: str
    is_current: bool
    enabled: bool
    fault: str
    pictures: bool


class Installer:
    """`environment` is that of the person's session: HOME, XDG_DATA_HOME, DBUS_SESSION_BUS_ADDRESS."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        home = environment.get("XDG_DATA_HOME") or str(Path(environment.get("HOME") or "/") / ".local/share")
        self.folder = Path(home) / "gnome-shell/extensions" / extension_files.UUID

    def status(self) -> Status:
        installed = self._installed()
        return Status(
            shell=self._shell(),
            folder=self.folder,
            installed=installed,
            is_current=installed == extension_files.version(),
            enabled=bool(installed) and extension_files.UUID in self._list(_ENABLED),
            fault=self._fault(),
            pictures=find_spec("pipewire_capture") is not None,
        )

    def install(self) -> Status:
        """Write the files and enable them. GNOME reads them at the next log-in. Raises ConfigError where there is no GNOME Shell
        that the extension was made for, or extensions are switched off as a whole.
        """
        shell = self._shell()
        if not shell:
            raise ConfigError(
                "no GNOME Shell runs in this session; call it in a terminal of that session. Other desktops need no extension"
            )
        try:
            files = extension_files.files(shell)
        except ValueError as error:
            raise ConfigError(str(error)) from error
        if self._setting("get", _NONE_AT_ALL) == "true":
            raise ConfigError(
                "all extensions are switched off in this GNOME; switch them on first, which starts your others as well: "
                f"gsettings set {_SCHEMA} {_NONE_AT_ALL} false"
            )
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for name, text in files.items():
                (self.folder / name).write_text(text, encoding="utf-8")
        except OSError as error:
            raise ConfigError(f"{str(self.folder)!r} cannot be written ({error.strerror}); see whose it is") from error
        self._set_list(_DISABLED, without=extension_files.UUID)
        self._set_list(_ENABLED, without=extension_files.UUID, then=[extension_files.UUID])
        return self.status()

    def remove(self) -> bool:
        """Take it away; tell whether there was any. What runs goes on until the log-out, or the lock of the screen."""
        was_there = self.folder.exists()
        self._set_list(_ENABLED, without=extension_files.UUID)
        if was_there:
            shutil.rmtree(self.folder)
        return was_there

    def _installed(self) -> str:
        try:
            about = json.loads((self.folder / "metadata.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return ""
        return str(about.get("version-name", "")) if isinstance(about, dict) else ""

    def _fault(self) -> str:
        try:
            bus = SessionBus(self._environment.get("DBUS_SESSION_BUS_ADDRESS", ""))
        except DesktopError as error:
            return str(error)
        try:
            return ShellExtension(bus).fault()
        except DesktopError as error:
            return str(error)
        finally:
            bus.close()

    def _shell(self) -> int:
        """Return the version of the shell that runs in the session, 0 where none does."""
        try:
            bus = SessionBus(self._environment.get("DBUS_SESSION_BUS_ADDRESS", ""))
            try:
                told = str(bus.ask(_SHELL, "ShellVersion"))
            finally:
                bus.close()
        except DesktopError:
            return 0
        number = re.match(r"\d+", told)
        return int(number.group()) if number else 0

    def _list(self, key: str) -> list[str]:
        told = self._setting("get", key).removeprefix("@as ")
        try:
            value = ast.literal_eval(told or "[]")
        except (SyntaxError, ValueError) as error:
            raise ConfigError(f"gsettings told {told[:80]!r} for {_SCHEMA} {key}; see what is set there") from error
        return [str(item) for item in value]

    def _set_list(self, key: str, without: str, then: list[str] | None = None) -> None:
        before = self._list(key)
        after = [*(item for item in before if item != without), *(then or [])]
        if after != before:
            self._setting("set", key, repr(after))

    def _setting(self, *words: str) -> str:
        if shutil.which("gsettings") is None:
            raise ConfigError(f"gsettings is missing; install it with: {how_to_install('gsettings')}")
        verb, key, *value = words
        return self._run(["gsettings", verb, _SCHEMA, key, *value])

    def _run(self, command: list[str]) -> str:
        try:
            done = subprocess.run(
                command, env=dict(self._environment), capture_output=True, text=True, timeout=_RUN_S, check=True
            )
        except subprocess.CalledProcessError as error:
            said = error.stderr.strip().splitlines()
            raise ConfigError(f"{' '.join(command)} failed: {said[-1] if said else error.returncode}") from error
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ConfigError(f"{' '.join(command)} could not be run: {error}") from error
        return done.stdout.strip()
