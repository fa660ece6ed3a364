"""What a test needs of the machine: where it is not installed, the test is skipped and says the command that brings it."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path, PurePath

import pytest

from tests.owned_apps.scenes import Scene
from tests.structure.packages import PACKAGES


def lacking(*programs: str) -> str:
    """Return why a test of these programs cannot run here, with the command that brings them; "" where it can."""
    missing = [name for name in programs if not _is_there(shutil.which(name))]
    packages = sorted({PACKAGES.get(PurePath(name).name, PurePath(name).name) for name in missing})
    return f"not installed: {', '.join(missing)}; sudo apt-get install -y {' '.join(packages)}" if missing else ""


def _is_there(path: str | None) -> bool:
    """Tell of a path whether the program is there, and not another one that Debian's alternatives put in its place: where there
    is no gnome-text-editor, gedit has its name too.
    """
    if path is None:
        return False
    file = Path(path)
    return (
        not (file.is_symlink() and file.readlink().is_relative_to("/etc/alternatives"))
        or file.resolve().name == file.name
    )


def needs(*programs: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(bool(lacking(*programs)), reason=lacking(*programs))


def need(*programs: str) -> None:
    if reason := lacking(*programs):
        pytest.skip(reason)


def need_file(file: Path, package: str) -> None:
    """Skip where a file that is no program is not installed."""
    if not file.is_file():
        pytest.skip(f"not installed: {file}; sudo apt-get install -y {package}")


def need_part(name: str, command: str = "make setup-tests") -> None:
    """Skip, also while a file is collected, where a Python part that the tests alone need is not installed."""
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"not installed: {name}; {command}", allow_module_level=True)


def need_scene(scene: Scene, screen: str = "X11") -> None:
    if missing := scene.missing if screen == "X11" else scene.missing_on_wayland:
        pytest.skip(_lacking_of(scene, missing))


BOTH_SCREENS = pytest.mark.parametrize("screen", ["X11", pytest.param("sway", marks=pytest.mark.matrix)])
"""On X11 in `make test`, on sway in `make test-apps`."""


def needs_scene(scene: Scene) -> pytest.MarkDecorator:
    return pytest.mark.skipif(bool(scene.missing), reason=_lacking_of(scene, scene.missing))


def _lacking_of(scene: Scene, missing: str) -> str:
    return f"not installed: {missing}; make setup-{'tests' if scene.light else 'apps'}"
