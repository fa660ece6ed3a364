"""Files that a tool is given by name: those that are there, and those to be made."""

from __future__ import annotations

import os
from pathlib import Path

from ufo.errors import ToolError
from ufo.schema.file_names import readable
from ufo.tools.observe.selection import ToolScope
from ufo.tools.system.launch_arguments import missing, resolve_path


def existing(scope: ToolScope, name: str) -> Path:
    """Return the path of a file that exists. Raises ToolError, with what there is."""
    path = scope.judged.require_read(resolve_path(name, scope.working_folder))
    if not path.is_file():
        raise missing(path) if not path.exists() else ToolError(f"{readable(path)!r} is no ordinary file")
    return path


def new_file(scope: ToolScope, name: str, *, over: bool | None = None, in_new_folder: bool = False) -> Path:
    """Return the path of a file to be made. Raises ToolError where its folder is not there, or where something is and it may not
    be written `over`; None for tools that never do. `in_new_folder`: for tools that make its folder.
    """
    path = scope.judged.require(resolve_path(name, scope.working_folder))
    if os.path.lexists(path) and over is False:
        raise ToolError(
            f"{readable(path)!r} exists already; say over=true where it is to be replaced, or choose another name"
        )
    if os.path.lexists(path) and not over:
        raise ToolError(f"{readable(path)!r} exists already and is not replaced; choose another name")
    if not path.parent.is_dir() and not in_new_folder:
        raise ToolError(f"there is no folder {readable(path.parent)!r}; make it first")
    return path
