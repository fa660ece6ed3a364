"""FileExecutor: lists, renames, moves, copies and creates files and folders, and moves them to the bin. What it replaces is
kept there.
"""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

from mcp.server import MCPServer
from pydantic import BaseModel, ConfigDict, Field

from ufo.conditions.readers.pictures import PICTURES, read_picture
from ufo.errors import ToolError, UnreadableDocument
from ufo.platform.held_folder import held, held_file, made_folders
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.file_names import named, readable
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.documents.archives import archive_ending, members_of
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.file_contents import add_contents
from ufo.tools.servers.server import ToolServer
from ufo.tools.system.disk_space import is_full, not_written, take_away
from ufo.tools.system.file_globs import MOST_FILES, Move, is_pattern, matching, matching_below, require_possible
from ufo.tools.system.file_modes import mode_after
from ufo.tools.system.launch_arguments import missing, place_of, resolve_path
from ufo.tools.system.put_at import copied, moved
from ufo.tools.system.trash import put_in_bin

Source = Annotated[str, Field(min_length=1, description="path; relative ones start in the working folder")]
Pattern = Annotated[str, Field(min_length=1, description='or a pattern such as "in/*.txt" or "**/*.txt"')]
Mode = Annotated[
    str,
    Field(pattern=r"^(?:[0-7]{3,4}|[ugoa]*[+=-][rwx]*(?:,[ugoa]*[+=-][rwx]*)*)$", description='as chmod: "644", "+x"'),
]
Target = Annotated[
    str, Field(min_length=1, description="new path, or a folder to keep the name; what is there is never replaced")
]
_LINK_WORDS = ("symbolic link", "link to", "linked", "symlink", "shortcut", "alias")
_MODE_WORDS = (
    "permissions", "who may read", "executable", "chmod", "read-only", "readable", "writable", "access rights", "mode",
)  # fmt: skip
_PLAIN_MODES = 0o777
_MOST_REMOVED = 100
"""All are named in the question to the person."""
_SHOWN_MEMBERS = 1000


class FileMove(BaseModel):
    """What goes where. A pattern such as "*.txt" as the source needs a folder as the target."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: Pattern
    target: Annotated[
        str, Field(min_length=1, description="the new path, or a folder to keep the name; a new one ends in /")
    ]


def files(scope: ToolScope) -> MCPServer:
    server = ToolServer("FileExecutor", "Finds, reads, writes, renames, moves, copies and removes files and folders.")
    _add_single(server, scope)
    _add_many(server, scope)
    _add_listing(server, scope)
    add_contents(server, scope)
    return server


def _add_single(server: ToolServer, scope: ToolScope) -> None:
    @server.acts(ToolFacts(kind=ActionKind.MOVE_FILE))
    async def move_file(source: Source, target: Target) -> ActionReport:
        """Rename or move a file or folder."""
        start, end = _places(scope, source, target)
        await asyncio.to_thread(_carried_out, moved, start, end)
        return _report(end, f"{start} is {end} now", end.exists() and not start.exists())

    @server.acts(ToolFacts(kind=ActionKind.COPY_FILE))
    async def copy_file(source: Source, target: Target) -> ActionReport:
        """Copy a file, or a folder with all that is in it."""
        start, end = _places(scope, source, target)
        # The content of what a link leads to is copied, and not the link.
        await asyncio.to_thread(_carried_out, copied, scope.judged.require(start.resolve()), end)
        return _report(end, f"{end} is a copy of {start}", end.exists() and start.exists())

    @server.acts(ToolFacts(kind=ActionKind.MAKE_FOLDER))
    async def make_folder(path: Source) -> ActionReport:
        """Make a folder, and those above it that are missing."""
        folder = scope.judged.require(resolve_path(path, scope.working_folder))
        if folder.exists():
            raise ToolError(f"{str(folder)!r} exists already")
        try:
            made_folders(folder)
        except OSError as error:
            raise ToolError(not_written(error, folder)) from error
        return _report(folder, f"the folder {folder} is there", folder.is_dir())

    @server.destroys(ToolFacts(kind=ActionKind.REMOVE_FILE))
    async def remove_file(
        path: Source | None = None, paths: Annotated[list[Source], Field(max_length=_MOST_REMOVED)] | None = None
    ) -> ActionReport:
        """Put a file or folder, or many (`paths`), in the bin, from where the person can take them back."""
        given = [*([path] if path else []), *(paths or [])]
        if not given:
            raise ToolError("neither `path` nor `paths` is given")
        gone = dict.fromkeys(scope.judged.require(_existing(scope, text)) for text in given)
        # What lies in a folder that goes goes with it.
        outermost = [item for item in gone if not any(item != other and item.is_relative_to(other) for other in gone)]
        return await asyncio.to_thread(_removed, outermost)


def _add_many(server: ToolServer, scope: ToolScope) -> None:
    @server.acts(ToolFacts(kind=ActionKind.MOVE_FILES))
    async def move_files(
        files: Annotated[list[FileMove], Field(min_length=1, max_length=MOST_FILES)], copy: bool = False
    ) -> ActionReport:
        """Rename, move or `copy` many files in one call, all or none where a name is taken; missing folders are made."""
        moves = [move for file in files for move in _moves(scope, file)]
        for move in moves:
            scope.judged.require(move.start)
            scope.judged.require(move.end)
        if len(moves) > MOST_FILES:
            raise ToolError(f"these are {len(moves):,} files; at most {MOST_FILES:,} are worked on in one call")
        folders = require_possible(moves, copies=copy)
        return await asyncio.to_thread(_done, moves, copy, folders)

    @server.acts(ToolFacts(kind=ActionKind.LINK_FILE, words=_LINK_WORDS))
    async def make_link(source: Source, target: Target) -> ActionReport:
        """Make a symbolic link at `target` that leads to `source`."""
        start, end = _places(scope, source, target)
        try:
            with held(end) as place:
                place.symlink_to(start)
        except OSError as error:
            raise ToolError(not_written(error, end)) from error
        return _report(end, f"{end} leads to {start}", end.is_symlink() and end.readlink() == start)

    @server.acts(ToolFacts(kind=ActionKind.CHANGE_MODE, words=_MODE_WORDS))
    async def set_permissions(path: Source, mode: Mode) -> ActionReport:
        """Set who may read, write and run a file."""
        file = scope.judged.require(_existing(scope, path).resolve())
        wanted = int(mode, 8) if mode.isdecimal() else mode_after(mode, stat.S_IMODE(file.stat().st_mode))
        if wanted > _PLAIN_MODES:
            raise ToolError(f"{mode!r} would let others run it with your rights; give three digits, such as 755")
        try:
            with held_file(file) as place:
                place.chmod(wanted)
        except OSError as error:
            raise ToolError(f"the permissions of {readable(file)!r} were not changed: {error.strerror}") from error
        now = stat.S_IMODE(file.stat().st_mode)
        return _report(file, f"the permissions of {file} are {now:03o}", now == wanted)


def _add_listing(server: ToolServer, scope: ToolScope) -> None:
    @server.observes(ToolFacts())
    async def list_folder(path: Pattern, details: bool = False, hidden: bool = False) -> dict[str, Any]:
        """List a folder, what a pattern matches, or what is in a zip or tar file; folders end in /. `details`: size, time,
        permissions, pixels of pictures, where links lead; `hidden`: also what begins with a dot."""
        left_out = 0
        if is_pattern(path, scope.working_folder):
            found: tuple[Path, Sequence[Path]] = await asyncio.to_thread(matching_below, path, scope.working_folder)
            folder, held = found
        else:
            folder = resolve_path(path, scope.working_folder)
            if folder.is_file() and archive_ending(folder):
                return await asyncio.to_thread(_packed, folder, details)
            if not folder.is_dir():
                raise missing(folder) if not folder.exists() else ToolError(f"{str(folder)!r} is a file, not a folder")
            inside = await asyncio.to_thread(lambda: sorted(folder.iterdir()))
            held = [item for item in inside if hidden or not item.name.startswith(".")]
            left_out = len(inside) - len(held)
        rest = {"hidden": left_out} if left_out else {}
        if details:
            rows = await asyncio.to_thread(lambda: [_detailed(item, folder) for item in held])
            return {"path": named(folder), "files": rows, **rest}
        return {"path": named(folder), "names": [_named(item, folder) for item in held], **rest}


def _packed(archive: Path, details: bool) -> dict[str, Any]:
    """Tell what is in an archive, as much of it as is worth reading."""
    members = members_of(archive)
    shown = members[:_SHOWN_MEMBERS]
    rows = [{"name": named(member.name), "bytes": member.size} if details else named(member.name) for member in shown]
    rest = {"more": len(members) - len(shown)} if len(members) > len(shown) else {}
    return {"path": named(archive), "files" if details else "names": rows, **rest}


def _named(path: Path, folder: Path) -> str:
    near = named(path.relative_to(folder))
    return f"{near}/" if path.is_dir() else near


def _detailed(path: Path, folder: Path) -> dict[str, Any]:
    known = path.lstat()
    changed = datetime.fromtimestamp(known.st_mtime).isoformat(sep=" ", timespec="seconds")
    link = {"leads_to": named(path.readlink())} if path.is_symlink() else {}
    mode = f"{stat.S_IMODE(known.st_mode):03o}"
    told = {"name": _named(path, folder), "bytes": known.st_size, "changed": changed, "permissions": mode}
    return told | _pixels(path) | link


def _pixels(path: Path) -> dict[str, str]:
    """Return a picture's width and height as "400 x 300"; nothing for what is none or is broken."""
    if path.suffix.casefold() not in PICTURES or not path.is_file():
        return {}
    try:
        size = read_picture(path).size
    except UnreadableDocument:
        return {}
    return {"pixels": f"{size[0]} x {size[1]}"} if size else {}


def _moves(scope: ToolScope, file_move: FileMove) -> list[Move]:
    """Return the single moves that are meant. Raises ToolError where a source is missing, or a pattern has a file to go to."""
    end = resolve_path(file_move.target, scope.working_folder)
    if is_pattern(file_move.source, scope.working_folder):
        if os.path.lexists(end) and not end.is_dir():
            raise ToolError(f"{file_move.source!r} needs a folder as its target, and {readable(end)!r} is none")
        found = matching(file_move.source, scope.working_folder)
        starts = [_existing(scope, str(path)) for path in found if path != end]
        return [Move(start, end / start.name) for start in starts]
    start = _existing(scope, file_move.source)
    into = (end.is_dir() or file_move.target.endswith("/")) and end != start
    return [Move(start, end / start.name if into else end)]


def _done(moves: Sequence[Move], copy: bool, folders: Sequence[Path]) -> ActionReport:
    """Make the folders and do the moves, and stop at the first one that fails: the report says what was done until then."""
    for folder in folders:
        try:
            made_folders(folder)
        except OSError as error:
            raise ToolError(not_written(error, folder)) from error
    made: list[str] = []
    for move in moves:
        try:
            if os.path.lexists(move.end):
                raise ToolError(f"{readable(move.end)!r} is there now and is not replaced")
            _carried_out(copied if copy else moved, move.start.resolve() if copy else move.start, move.end)
        except ToolError as error:
            if not made:
                raise
            said = f"{len(made)} of {len(moves)} are done, then it stopped: {error}"
            return ActionReport(value={"paths": made}, effect=Effect.PARTIAL, route=Route.NATIVE, evidence=(said,))
        made.append(named(move.end))
    holds = all(os.path.lexists(item.end) for item in moves)
    act = "copied" if copy else "moved"
    said = f"{len(moves)} files are {act}: {', '.join(made[:5])}{', …' if len(made) > 5 else ''}"
    effect = Effect.CONFIRMED if holds else Effect.SUSPECTED_NOOP
    new = (f"new: the folder {named(folder)}" for folder in folders)
    return ActionReport(value={"paths": made}, effect=effect, route=Route.NATIVE, evidence=(said, *new))


def _removed(paths: Sequence[Path]) -> ActionReport:
    """Put each in the bin, and stop at the first one that fails: the report says what was done until then."""
    kept: dict[Path, Path] = {}
    for path in paths:
        try:
            kept[path] = put_in_bin(path)
        except ToolError as error:
            if not kept:
                raise
            said = f"{len(kept)} of {len(paths)} are gone, then it stopped: {error}"
            value = {"paths": [named(path) for path in kept]}
            return ActionReport(value=value, effect=Effect.PARTIAL, route=Route.NATIVE, evidence=(said,))
    if len(paths) == 1:
        place = kept[paths[0]]
        holds = not os.path.lexists(paths[0]) and os.path.lexists(place)
        return _report(paths[0], f"{paths[0]} is gone; it is kept as {place}", holds)
    holds = not any(map(os.path.lexists, paths)) and all(map(os.path.lexists, kept.values()))
    effect = Effect.CONFIRMED if holds else Effect.SUSPECTED_NOOP
    said = f"{len(paths)} files are gone and kept in the bin: {', '.join(map(readable, paths))}"
    return ActionReport(
        value={"paths": [named(path) for path in paths]}, effect=effect, route=Route.NATIVE, evidence=(said,)
    )


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
    return scope.judged.require(start), scope.judged.require(end)


def _existing(scope: ToolScope, name: str) -> Path:
    """Return the path of an existing file or folder. A symbolic link stands for itself here, not for its target."""
    path = place_of(name, scope.working_folder)
    if not path.exists() and not path.is_symlink():
        raise missing(path)
    if Path.home().is_relative_to(path) or scope.working_folder.resolve().is_relative_to(path):
        raise ToolError(f"{str(path)!r} holds your home or the working folder; it stays where it is")
    return path


def _carried_out(operation: Callable[[Path, Path], object], start: Path, end: Path) -> None:
    try:
        operation(start, end)
    except OSError as error:
        if is_full(error):
            # The target did not exist before, and nothing has been removed from the source yet.
            take_away(end)
            raise ToolError(not_written(error, end)) from error
        raise ToolError(f"{str(start)!r} could not be put at {str(end)!r}: {error}") from error


def _report(path: Path, evidence: str, holds: bool) -> ActionReport:
    effect = Effect.CONFIRMED if holds else Effect.SUSPECTED_NOOP
    said = evidence if holds else f"{path} is not as expected afterwards"
    return ActionReport(value={"path": named(path)}, effect=effect, route=Route.NATIVE, evidence=(named(said),))
