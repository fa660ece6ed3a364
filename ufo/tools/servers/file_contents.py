"""What the server of files does with contents: finds, reads and writes files, renames many, and takes back from the bin."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.file_names import named, readable
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.documents.read_pages import read_part
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.given_passwords import password_of
from ufo.tools.servers.server import ToolServer
from ufo.tools.system.file_globs import files_meant, is_pattern
from ufo.tools.system.launch_arguments import missing, place_of, resolve_path
from ufo.tools.system.rename_plan import FileOrder, in_order, rename_all, renamed_by, replaced_in
from ufo.tools.system.search_files import Order, Wanted, bounds_in, moment_in, search_files, size_in
from ufo.tools.system.trash import binned, take_back
from ufo.tools.system.write_file import TextContent, text_of, write_whole

_BIN_WORDS = ("bin", "trash", "restore", "undelete", "deleted", "threw away", "get back file", "by mistake")
_RENAME_WORDS = ("rename files", "rename", "number the files", "file names", "prefix")
_SHOWN = 100
_SHOWN_UNREAD = 3
_NEW = TextContent("", "utf-8", b"", "\n")
_MOST_READ = 20
FilePath = Annotated[str, Field(min_length=1, description="path; relative ones start in the working folder")]
WriteMode = Literal["new", "append", "replace", "over"]


class Replacement(BaseModel):
    """A place of a text, by what it reads and is there once, and what takes its place."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    instead_of: str = Field(min_length=1)
    text: str


_FIND = (
    "find files", "which file", "find", "search", "look for", "where", "biggest", "largest", "newest", "oldest",
    "all files", "folder",
)  # fmt: skip
_READ = (
    "read a file", "contents", "says", "find out", "letter", "lines", "txt", "pdf", "odt", "docx", "ods", "xlsx", "csv", "log",
    "from file",
)  # fmt: skip
_WRITE = (
    "write a file", "text file", "txt", "append", "note", "file list", "line file", "write into", "change ini",
    "change config", "jot",
)  # fmt: skip


def add_contents(server: ToolServer, scope: ToolScope) -> None:
    _add_looking(server, scope)
    _add_writing(server, scope)
    _add_renaming(server, scope)


def _add_looking(server: ToolServer, scope: ToolScope) -> None:
    @server.observes(ToolFacts(kind=ActionKind.READ_FILE, words=_FIND, secrets=("password",)))
    async def find_files(  # noqa: PLR0913 a search has these bounds
        folder: FilePath = ".",
        name: Annotated[str, Field(description='such as "*.pdf"')] = "*",
        words: list[str] | None = None,
        size: Annotated[str, Field(description='"> 10 MB", "< 5 kB"')] = "",
        changed: Annotated[
            str, Field(description='"3 days" (within), "> 2026-11-03" (since), "< 2026-11-03" (before)')
        ] = "",
        order: Order = "name",
        password: Annotated[str, Field(description="of PDF files that need one")] = "",
    ) -> dict[str, Any]:
        """Search a folder and all below it for files by name, by words inside (in documents too), by size and by age."""
        top = resolve_path(folder, scope.working_folder)
        if not top.is_dir():
            raise missing(top) if not top.exists() else ToolError(f"{readable(top)!r} is a file; read it instead")
        at_least, at_most = bounds_in(size, size_in)
        since, before = bounds_in(changed, moment_in)
        opens = await password_of(scope, password)
        wanted = Wanted(name or "*", tuple(words or ()), at_least, at_most, since, before, password=opens)
        search = await asyncio.to_thread(search_files, top, wanted, order)
        rows = [
            {
                "path": named(found_file.path.relative_to(top)),
                "bytes": found_file.size,
                "changed": datetime.fromtimestamp(found_file.changed).isoformat(sep=" ", timespec="minutes"),
                **({"line": readable(found_file.line)} if found_file.line else {}),
            }
            for found_file in search.found[:_SHOWN]
        ]
        told: dict[str, Any] = {"folder": named(top), "count": len(search.found), "files": rows}
        if search.unread and wanted.words:
            told["unread"] = [named(text) for text in search.unread[:_SHOWN_UNREAD]]
            told |= {"unread_count": len(search.unread)} if len(search.unread) > _SHOWN_UNREAD else {}
        return told | ({"incomplete": search.ended} if search.ended else {})

    @server.observes(ToolFacts(kind=ActionKind.READ_FILE, words=_READ, secrets=("password",)))
    async def read_file(  # noqa: PLR0913 a reading has these bounds
        path: Annotated[
            str | list[str], Field(min_length=1, description='relative to the working folder; several, or "in/*.pdf"')
        ],
        start: Annotated[int, Field(ge=1, description="first line, row or page")] = 1,
        most: Annotated[int, Field(ge=1, le=5000)] = 300,
        sheet: str = "",
        encoding: str = "",
        password: Annotated[str, Field(description="of a PDF file")] = "",
    ) -> dict[str, Any]:
        """Read a text file, or a document without opening it (odt ods odp docx xlsx pptx pdf csv)."""
        opens = await password_of(scope, password)
        alone = isinstance(path, str) and not is_pattern(path, scope.working_folder)

        def read(file: Path) -> dict[str, Any]:
            allowed = scope.judged.require_read(file)
            part = read_part(allowed, start, most, sheet, encoding, opens, outline=not alone)
            told: dict[str, Any] = {
                "path": named(file),
                f"{part.unit}s": f"{part.first} to {part.last} of {part.whole}",
                **dict(part.about),
            }
            if part.last < part.whole:
                told["go_on_with_start"] = part.last + 1
            return told | {"text": part.text}

        files = await asyncio.to_thread(_files_to_read, path, scope.working_folder)
        if alone:
            return await asyncio.to_thread(read, files[0])
        if not files:
            return {"files": [], "none": "only folders match; name what is in them, such as in/*.txt"}
        return {
            "files": [
                await asyncio.to_thread(_read_or_not, read, file, scope.working_folder.resolve()) for file in files
            ]
        }


def _files_to_read(path: str | list[str], folder: Path) -> list[Path]:
    """Return the files that are meant, with links resolved; of what a pattern matches no folders. Raises ToolError, also for a
    file that is not there.
    """
    paths = [path] if isinstance(path, str) else path
    named_alone = {place_of(name, folder) for name in paths if not is_pattern(name, folder)}
    meant = [file for file in files_meant(path, folder) if file in named_alone or not file.is_dir()]
    if len(meant) > _MOST_READ:
        raise ToolError(f"these are {len(meant)} files; at most {_MOST_READ} are read in one call")
    return [file.resolve() for file in meant]


def _read_or_not(read: Callable[[Path], dict[str, Any]], file: Path, folder: Path) -> dict[str, Any]:
    """Return what one of several files holds, or why it could not be read, under its path in the working folder."""
    near = named(file.relative_to(folder) if file.is_relative_to(folder) else file)
    try:
        return read(file) | {"path": near}
    except ToolError as error:
        return {"path": near, "error": str(error)}


def _add_writing(server: ToolServer, scope: ToolScope) -> None:
    @server.acts(ToolFacts(kind=ActionKind.WRITE_FILE, words=_WRITE))
    async def write_file(
        path: FilePath,
        text: str | None = None,
        mode: WriteMode = "new",
        instead_of: str = "",
        replacements: list[Replacement] | None = None,
    ) -> ActionReport:
        """Write a text file: "new"; "append" at its end; "replace" the one place that reads `instead_of`, or several
        by `replacements`; "over" all of it. What was there stays in the bin."""
        file = scope.judged.require(resolve_path(path, scope.working_folder))
        if text is None and not replacements:
            raise ToolError("`text` is missing; give what is to be written")
        one = [Replacement(instead_of=instead_of, text=text or "")] if instead_of else []
        whole, content = await asyncio.to_thread(_written, file, text or "", mode, [*one, *(replacements or [])])
        kept = await asyncio.to_thread(write_whole, file, content.packed(whole))
        holds = await asyncio.to_thread(lambda: text_of(file, content.encoding).text == whole.replace("\r\n", "\n"))
        said = f"{named(file)} has {len(whole.splitlines())} lines now"
        return ActionReport(
            value={"path": named(file), **({"earlier": named(kept)} if kept else {})},
            effect=Effect.CONFIRMED if holds else Effect.SUSPECTED_NOOP,
            route=Route.NATIVE,
            evidence=(said, *([f"what was there is kept as {named(kept)}"] if kept else [])),
        )

    @server.acts(ToolFacts(kind=ActionKind.TAKE_BACK, words=_BIN_WORDS))
    async def restore_file(name: str, target: str = "") -> ActionReport:
        """Take a file or folder out of the bin, by its name, to where it was or to `target`. An unknown name lists the bin."""
        found = await asyncio.to_thread(binned, name)
        if not found or not name:
            there = ", ".join(f"{named(item.origin.name)} ({item.moved})" for item in await asyncio.to_thread(binned))
            raise ToolError(f"{name!r} is not in the bin; there are: {there or 'no files'}")
        end = resolve_path(target, scope.working_folder) if target else found[0].origin
        if end.is_dir() and target:
            end /= found[0].origin.name
        scope.judged.require(end := end.parent.resolve() / end.name)
        await asyncio.to_thread(take_back, found[0], end)
        holds = _lie_at(end) and not _lie_at(found[0].kept)
        more = [f"the bin has {len(found) - 1} more of that name"] if len(found) > 1 else []
        return ActionReport(
            value={"path": named(end)},
            effect=Effect.CONFIRMED if holds else Effect.SUSPECTED_NOOP,
            route=Route.NATIVE,
            evidence=(f"{named(end)} is back, as it was on {found[0].moved}", *more),
        )


def _add_renaming(server: ToolServer, scope: ToolScope) -> None:
    @server.acts(ToolFacts(kind=ActionKind.RENAME_FILES, words=_RENAME_WORDS))
    async def rename_files(
        files: Annotated[str | list[str], Field(description='a pattern such as "in/*.jpg", or paths')],
        to: Annotated[str, Field(min_length=1, description='"holiday-{n}.{ext}"; also {n:3}, {name}, {date}')],
        order: FileOrder = "name",
        first: Annotated[int, Field(ge=0)] = 1,
        instead_of: str = "",
    ) -> ActionReport:
        """Rename many files of a folder in one call, numbered in order; with `instead_of`, `to` takes the place of that part of
        each name. All or none."""
        chosen = files_meant(files, scope.working_folder)
        ordered = in_order(chosen, order)
        moves = replaced_in(ordered, instead_of, to) if instead_of else renamed_by(ordered, to, first)
        for move in moves:
            scope.judged.require(move.start)
            scope.judged.require(move.end)
        await asyncio.to_thread(rename_all, moves)
        holds = _lie_at(*(move.end for move in moves))
        pairs = [f"{named(move.start.name)} → {named(move.end.name)}" for move in moves]
        return ActionReport(
            value={"renamed": pairs[:_SHOWN]},
            effect=Effect.CONFIRMED if holds else Effect.SUSPECTED_NOOP,
            route=Route.NATIVE,
            evidence=(f"{len(moves)} files are renamed: {', '.join(pairs[:5])}{', …' if len(pairs) > 5 else ''}",),
        )


def _lie_at(*paths: Path) -> bool:
    return all(map(os.path.lexists, paths))


def _written(file: Path, text: str, mode: WriteMode, places: Sequence[Replacement]) -> tuple[str, TextContent]:
    """Return the whole text that the file will have, and the content that says how it is packed. Raises ToolError."""
    there = os.path.lexists(file)
    if mode == "new":
        if there:
            raise ToolError(
                f'{readable(file)!r} exists already; say "append", "replace" or "over", or choose another name'
            )
        return text, _NEW
    if not there and mode == "over":
        return text, _NEW
    if not there:
        raise missing(file)
    content = text_of(file)
    if mode == "over":
        return text, content
    if mode == "append":
        gap = "\n" if content.text and not content.text.endswith("\n") else ""
        return content.text + gap + text, content
    if not places:
        raise ToolError('"replace" needs `instead_of`, or `replacements`; nothing was changed')
    return replaced(content.text, places), content


def replaced(text: str, places: Sequence[Replacement]) -> str:
    """Return the text with all places replaced. Raises ToolError where one is not there just once, or two overlap."""
    spans: list[tuple[int, int, str]] = []
    for place in places:
        times = text.count(place.instead_of)
        if times != 1:
            said = "is not in it" if not times else f"is in it {times} times; give more of the text around it"
            raise ToolError(f"{place.instead_of[:80]!r} {said}; nothing was changed")
        start = text.index(place.instead_of)
        spans.append((start, start + len(place.instead_of), place.text))
    spans.sort()
    if any(earlier[1] > later[0] for earlier, later in zip(spans, spans[1:], strict=False)):
        raise ToolError("two of the places overlap; make one of them; nothing was changed")
    for start, end, instead in reversed(spans):
        text = text[:start] + instead + text[end:]
    return text
