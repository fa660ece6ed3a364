"""Expands paths as people write them."""

from __future__ import annotations

import os.path

from ufo.planner.scene.scene import Scene


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
