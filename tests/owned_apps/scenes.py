"""The owned scenes: how each is started, and what it needs that may not be installed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

FOLDER = Path(__file__).parent
_PYTHON = "/usr/bin/python3"
_BRIDGE, _WRAPPER = "/usr/share/java/java-atk-wrapper.jar", "org.GNOME.Accessibility.AtkWrapper"


@dataclass(frozen=True, slots=True)
class Scene:
    """`modules` are what the system's Python must find, a typelib as "Gtk-4.0"; `programs` what must be on the path; `files`
    patterns of what must be there. `light`: its parts are installed by `make setup-tests`, all others by `make setup-apps`.
    `tree`: the toolkit has an accessibility tree. `wayland`: files that it needs besides to draw without X; None where it
    does not. `limits`: keys of controls of which the toolkit tells the accessibility bus something else than it knows, each with
    what."""

    name: str
    file: str
    light: bool
    arguments: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    tree: bool = True
    wayland: tuple[str, ...] | None = ()
    limits: Mapping[str, str] = field(default_factory=dict)

    @property
    def program(self) -> str:
        return "java" if self.file.endswith(".java") else _PYTHON

    def command(self, truth: Path, title: str) -> tuple[str, ...]:
        bridge = (f"-Xbootclasspath/a:{_BRIDGE}", f"-Djavax.accessibility.assistive_technologies={_WRAPPER}")
        before = bridge if self.program == "java" else ()
        return (*before, str(FOLDER / self.file), str(truth), title, *self.arguments)

    @property
    def missing(self) -> str:
        """What is not installed, in words; empty where it can run."""
        lost = [name for name in self.programs if shutil.which(name) is None]
        lost += [name for name in self.modules if not _has(name)]
        return ", ".join([*lost, *_not_there(self.files)])

    @property
    def missing_on_wayland(self) -> str:
        return self.missing or ", ".join(_not_there(self.wayland or ()))


def _not_there(files: Sequence[str]) -> list[str]:
    return [name for name in files if not any(Path("/").glob(name.lstrip("/")))]


@lru_cache(64)
def _has(probe: str) -> bool:
    """`probe` is a module, or a typelib as "Gtk-4.0"."""
    name, _, version = probe.partition("-")
    lines = f"import gi; gi.require_version({name!r}, {version!r})" if version else f"import {name}"
    return subprocess.run([_PYTHON, "-c", lines], capture_output=True, timeout=60).returncode == 0


_CHROMIUM = (
    "chromium", "--no-sandbox", "--force-renderer-accessibility", "--no-first-run", "--no-default-browser-check",
    "--disable-background-networking", "--password-store=basic", "--user-data-dir=PROFILE",
)  # fmt: skip
_FIREFOX = ("firefox-esr", "--no-remote", "--profile", "PROFILE", "ADDRESS")


def _web(name: str, light: bool, arguments: tuple[str, ...]) -> Scene:
    return Scene(name, "web_scene.py", light, arguments, programs=(arguments[0],))


_QT5_WAYLAND, _QT6_WAYLAND = (
    (f"/usr/lib/*-linux-gnu/{version}/plugins/platforms/libqwayland-generic.so",) for version in ("qt5", "qt6")
)
_QUICK_LIMITS = {"dead": "Qt Quick says of a disabled button that it is enabled"}

SCENES: Mapping[str, Scene] = MappingProxyType(
    {
        scene.name: scene
        for scene in (
            Scene("GTK3", "gtk3_scene.py", light=True, modules=("Gtk-3.0",)),
            Scene(
                "Qt6",
                "qt_scene.py",
                light=True,
                arguments=("PyQt6",),
                modules=("PyQt6.QtWidgets",),
                wayland=_QT6_WAYLAND,
            ),
            Scene(
                "Qt6 QML",
                "qml_scene.py",
                light=False,
                arguments=("PyQt6",),
                modules=("PyQt6.QtQuick",),
                wayland=_QT6_WAYLAND,
                limits=_QUICK_LIMITS,
                files=(
                    "/usr/lib/*-linux-gnu/qt6/qml/QtQuick/Controls",
                    "/usr/lib/*-linux-gnu/qt6/qml/QtQuick/Layouts",
                ),
            ),
            Scene(
                "Qt5 QML",
                "qml_scene.py",
                light=False,
                arguments=("PyQt5",),
                modules=("PyQt5.QtQuick",),
                wayland=_QT5_WAYLAND,
                limits=_QUICK_LIMITS,
                files=(
                    "/usr/lib/*-linux-gnu/qt5/qml/QtQuick/Controls.2",
                    "/usr/lib/*-linux-gnu/qt5/qml/QtQuick/Layouts",
                ),
            ),
            Scene("GTK2", "gtk2_scene.py", light=False, modules=("Gtk-2.0",), wayland=None),
            Scene("wxWidgets", "wx_scene.py", light=False, modules=("wx",), wayland=None),
            Scene("Tk", "tk_scene.py", light=True, modules=("tkinter",), tree=False, wayland=None),
            Scene(
                "Tk lists",
                "tk_lists.py",
                light=True,
                arguments=("clam",),
                modules=("tkinter",),
                tree=False,
                wayland=None,
            ),
            Scene("Swing", "SwingScene.java", light=False, programs=("java", "javac"), files=(_BRIDGE,), wayland=None),
            Scene(
                "Qt5",
                "qt_scene.py",
                light=False,
                arguments=("PyQt5",),
                modules=("PyQt5.QtWidgets",),
                wayland=_QT5_WAYLAND,
            ),
            _web("Chromium", True, (*_CHROMIUM, "ADDRESS")),
            _web("Chromium app mode", True, (*_CHROMIUM, "--app=ADDRESS")),
            _web("Firefox", False, _FIREFOX),
            Scene("GTK4", "gtk4_scene.py", light=True, modules=("Gtk-4.0", "Adw-1")),
        )
    }
)
