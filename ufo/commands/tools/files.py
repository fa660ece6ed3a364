"""FileExecutor: lists, renames, moves, copies and creates files and folders, and moves them to the bin. It never replaces a
file.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from mcp.server import MCPServer
from pydantic import Field

from ufo.commands.observe.selection import ToolScope
from ufo.commands.system.disk_space import is_full, not_written, take_away
from ufo.commands.system.launch_arguments import missing, resolve_path
from ufo.commands.system.trash import put_in_bin
from ufo.commands.tools.server import ToolServer
from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.file_names import on_disk, readable
from ufo.schema.tool_facts import ActionKind, ToolFacts

Source = Annotated[str, Field(min_length=1, description="path; relative ones start in the working folder")]
Target = Annotated[str, Field(min_length=1, description="the new path, or a folder that exists to keep the name")]


def files(scope: ToolScope) -> MCPServer:
    server = ToolServer("FileExecutor", "Lists, renames, moves, copies, makes and removes files and folders.")

    @server.acts(ToolFacts(kind=ActionKind.MOVE_FILE))
    async def move_file(source: Source, target: Target) -> ActionReport:
        """Rename a file or folder, or move it elsewhere. What exists at the target stays, and this is refused."""
        start, end = _places(scope, source, target)
        await asyncio.to_thread(_carried_out, shutil.move, start, end)
        return _report(end, f"{start} is {end} now", end.exists() and not start.exists())

    @server.acts(ToolFacts(kind=ActionKind.COPY_FILE))
    async def copy_file(source: Source, target: Target) -> ActionReport:
        """Copy a file, or a folder with all that is in it. What exists at the target stays, and this is refused."""
        start, end = _places(scope, source, target)
        await asyncio.to_thread(_carried_out, shutil.copytree if start.is_dir() else shutil.copy2, start, end)
        return _report(end, f"{end} is a copy of {start}", end.exists() and start.exists())

    @server.observes(ToolFacts())
    async def list_folder(path: Source) -> dict[str, Any]:
        """List what a folder holds, except hidden files; the names of folders end in a slash."""
        folder = resolve_path(path, scope.working_folder)
        if not folder.is_dir():
            raise missing(folder) if not folder.exists() else ToolError(f"{str(folder)!r} is a file, not a folder")
        held = await asyncio.to_thread(lambda: sorted(folder.iterdir()))
        names = [
            f"{readable(one.name)}/" if one.is_dir() else readable(one.name)
            for one in held
            if not one.name.startswith(".")
        ]
        return {"path": readable(folder), "names": names}

    @server.acts(ToolFacts(kind=ActionKind.MAKE_FOLDER))
    async def make_folder(path: Source) -> ActionReport:
        """Make a folder, and the folders above it that are missing."""
        folder = resolve_path(path, scope.working_folder)
        if folder.exists():
            raise ToolError(f"{str(folder)!r} exists already")
        try:
            folder.mkdir(parents=True)
        except OSError as error:
            raise ToolError(not_written(error, folder)) from error
        return _report(folder, f"the folder {folder} is there", folder.is_dir())

    @server.destroys(ToolFacts(kind=ActionKind.REMOVE_FILE))
    async def remove_file(path: Source) -> ActionReport:
        """Put a file or folder in the bin, from which the person can take it back."""
        gone = _existing(scope, path)
        kept = await asyncio.to_thread(put_in_bin, gone)
        return _report(gone, f"{gone} is gone; it is kept as {kept}", not gone.exists() and kept.exists())

    return server


def _places(scope: ToolScope, source: str, target: str) -> tuple[Path, Path]:
    """Return the source and target paths. Raises ToolError where the source does not exist, or the target does."""
    start, end = _existing(scope, source), resolve_path(target, scope.working_folder)
    if end.is_dir() and end != start:
        end /= start.name
    elif target.endswith("/"):
        raise ToolError(f"there is no folder {str(end)!r}; make it first")
    if end.exists() or end.is_symlink():
        raise ToolError(
            f"{str(end)!r} exists already and is not replaced; choose another name, or delete that one first"
        )
    if not end.parent.is_dir():
        raise ToolError(f"there is no folder {str(end.parent)!r}; make it first")
    if end.is_relative_to(start):
        raise ToolError(f"{str(start)!r} cannot be put into itself")
    return start, end


def _existing(scope: ToolScope, name: str) -> Path:
    """Return the path of an existing file or folder. A symbolic link stands for itself here, not for its target."""
    given = on_disk(scope.working_folder / Path(name).expanduser())
    path = given.parent.resolve() / given.name if given.name not in ("", "..") else given.resolve()
    if not path.exists() and not path.is_symlink():
        raise missing(path)
    if Path.home().is_relative_to(path) or scope.working_folder.resolve().is_relative_to(path):
        raise ToolError(f"{str(path)!r} holds your home or the working folder; it stays where it is")
    return path


def _carried_out(operation: Callable[[str, str], object], start: Path, end: Path) -> None:
    try:
        operation(str(start), str(end))
    except OSError as error:
        if is_full(error):
            # The target did not exist before, and nothing has been removed from the source yet.
            take_away(end)
            raise ToolError(not_written(error, end)) from error
        raise ToolError(f"{str(start)!r} could not be put at {str(end)!r}: {error}") from error


def _report(path: Path, evidence: str, holds: bool) -> ActionReport:
    effect = Effect.CONFIRMED if holds else Effect.SUSPECTED_NOOP
    said = evidence if holds else f"{path} is not as expected afterwards"
    return ActionReport(value={"path": readable(path)}, effect=effect, route=Route.NATIVE, evidence=(readable(said),))
