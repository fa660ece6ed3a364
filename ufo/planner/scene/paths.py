"""Expands paths as people write them.

Passes on the file that a window was opened for: the HostAgent knows it, and sends it with the sub-task.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Sequence

from ufo.planner.scene.scene import Scene
from ufo.schema.patterns import regex


def full_path(path: str, working_folder: str) -> str:
    """Return an absolute path: "~" is the home folder, and a relative path is in the working folder."""
    plain = path.strip().strip("\"'")
    plain = plain.removeprefix("file://") if plain.startswith("file:///") else plain
    expanded = os.path.expanduser(plain)  # noqa: PTH111 - Path.expanduser raises where there is no home
    return os.path.normpath(os.path.join(working_folder or "/", expanded))  # noqa: PTH118 - keeps an absolute one as it is


def with_suffix(path: str, scene: Scene) -> str:
    """Add the application's own ending to a name that has none, judged by the native tools that are offered."""
    if "." in path.rpartition("/")[2].lstrip("."):
        return path
    if scene.has("insert_excel_table"):
        return path + ".ods"
    return path + ".odt" if scene.has("read_table") else path


_TOLD = regex(r"The document is (?P<path>/.+)\.", re.DOTALL)


def told_of(path: str) -> list[str]:
    """Return the HostAgent's message about the document's path, or [] where it knows no absolute path."""
    return [f"The document is {path}."] if path.startswith("/") else []


def own_file(host_message: Sequence[str]) -> str:
    """Return the document's path from the HostAgent's message, or "" where it sent none."""
    return next((found["path"] for one in host_message if (found := _TOLD.fullmatch(one))), "")
