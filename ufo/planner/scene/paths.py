"""Paths as people write them.

The file that a window was opened for: the HostAgent knows it, and tells it with the sub-task.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Sequence

from ufo.planner.scene.scene import Scene


def full_path(path: str, working_folder: str) -> str:
    """Absolute: "~" is the home folder, anything relative lies in the working folder."""
    plain = path.strip().strip("\"'")
    plain = plain.removeprefix("file://") if plain.startswith("file:///") else plain
    expanded = os.path.expanduser(plain)  # noqa: PTH111 - Path.expanduser raises where there is no home
    return os.path.normpath(os.path.join(working_folder or "/", expanded))  # noqa: PTH118 - keeps an absolute one as it is


def with_suffix(path: str, scene: Scene) -> str:
    """A name without an ending gets the application's own format, known by the native tools that are offered."""
    if "." in path.rpartition("/")[2].lstrip("."):
        return path
    if scene.has("insert_excel_table"):
        return path + ".ods"
    return path + ".odt" if scene.has("read_table") else path


_TOLD = re.compile(r"The document is (?P<path>/.+)\.", re.DOTALL)


def told_of(path: str) -> list[str]:
    """What the HostAgent says of it; nothing where it does not know a whole path."""
    return [f"The document is {path}."] if path.startswith("/") else []


def own_file(host_message: Sequence[str]) -> str:
    """ "" where it was not told."""
    return next((found["path"] for one in host_message if (found := _TOLD.fullmatch(one))), "")
