"""DocumentExecutor: packs and unpacks archives, makes PDF files of pages, makes and converts documents, without an application's
window. It never replaces a file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

from mcp.server import MCPServer
from pydantic import BaseModel, ConfigDict, Field, model_validator

from ufo.conditions.readers.model import Document
from ufo.conditions.readers.read_document import is_broken, read_document
from ufo.conditions.readers.references import column_letters
from ufo.errors import ToolError, UnreadableDocument
from ufo.platform.held_folder import made_folders
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.file_names import named
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.documents import make_document as documents_of
from ufo.tools.documents import pack
from ufo.tools.documents.archives import folder_beside, members_of, unpack
from ufo.tools.documents.change_pdf import (
    ALL_ALLOWED,
    Allowed,
    Lock,
    PdfPages,
    divided,
    make_pdfs,
    page_count,
    pages_in,
)
from ufo.tools.documents.office_convert import scratch
from ufo.tools.documents.picture_pages import picture_pages
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.given_files import existing, new_file
from ufo.tools.servers.given_passwords import new_password, password_of
from ufo.tools.servers.letter_tools import add_letters
from ufo.tools.servers.server import ToolServer
from ufo.tools.system.disk_space import not_written
from ufo.tools.system.file_globs import files_meant
from ufo.tools.system.launch_arguments import resolve_path
from ufo.tools.system.write_file import write_new, write_whole

_ARCHIVE_WORDS = ("zip archive", "zip", "tar", "archive", "compress", "pack", "into one file")
_UNPACK_WORDS = ("unpack archive", "unzip", "unpack", "extract", "zip", "tar", "archive", "decompress")
_PDF_WORDS = ("pdf pages", "pdf", "merge pdf", "split pdf", "rotate pdf", "protect pdf", "encrypt pdf", "password pdf",
    "pictures to pdf", "photos pdf", "scans pdf")  # fmt: skip
_PDF_SECRETS = ("password", "user_password", "owner_password")
_MAKE_WORDS = ("make document", "new document", "create document", "write document", "report", "spreadsheet", "presentation",
    "slides", "table", "letter", "docx", "xlsx", "pptx", "odt", "ods", "odp", "csv", "pdf")  # fmt: skip
_CONVERT_WORDS = ("convert document", "convert", "to pdf", "as pdf", "export", "save as", "format")
_MOST_FILES = 200
_ERRORS = ("Err:", "#VALUE!", "#NAME?", "#REF!", "#DIV/0!", "#N/A", "#NUM!", "#NULL!")
_SHOWN_ERRORS = 5
CellValue = str | int | float | bool | None
Sheets = Annotated[
    dict[str, list[list[CellValue]]],
    Field(description='rows by sheet name; "=SUM(A1:A3)" is a formula, "2026-11-03" a date', max_length=50),
]
Source = Annotated[str, Field(min_length=1, description="path; relative ones start in the working folder")]
Over = Annotated[bool, Field(description="take the place of a file, which the bin keeps")]
New = Annotated[str, Field(min_length=1, description="path of the new file; its ending is the format")]


class PackedAs(BaseModel):
    """A file or folder to pack under another name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: Source
    name: Annotated[str, Field(description='in the archive; "folder/" for its own name in there')]


class PagesOf(BaseModel):
    """Pages of a PDF file, or a picture."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: Source
    pages: Annotated[str, Field(description='"1-3,7", "5-"; empty: all')] = ""
    turn: Annotated[int, Field(multiple_of=90, ge=-270, le=270, description="degrees clockwise")] = 0
    password: Annotated[str, Field(description="that opens it")] = ""

    @model_validator(mode="before")
    @classmethod
    def _name_alone(cls, given: object) -> object:
        return {"file": given} if isinstance(given, str) else given


def documents(scope: ToolScope) -> MCPServer:
    server = ToolServer("DocumentExecutor", "Archives, PDF pages and documents without an application's window.")
    _add_archives(server, scope)
    _add_pdf(server, scope)
    _add_documents(server, scope)
    add_letters(server, scope)
    return server


def _add_archives(server: ToolServer, scope: ToolScope) -> None:
    @server.acts(ToolFacts(kind=ActionKind.PACK, words=_ARCHIVE_WORDS))
    async def pack_archive(
        sources: list[Source | PackedAs],
        target: New,
        without: Annotated[list[str] | None, Field(description='members to leave out, such as "*.tmp"')] = None,
    ) -> ActionReport:
        """Pack files, folders or what patterns match into a .zip, .tar, .tar.gz, .tar.bz2 or .tar.xz. In one that is there they
        replace members of the same name, and all others stay as they are; the bin keeps the old archive."""
        end = new_file(scope, target, over=True)
        done = await asyncio.to_thread(pack.make_archive, _to_pack(scope, sources), end, without or ())
        held = {member.name: member.kind for member in await asyncio.to_thread(members_of, end)}
        holds = held.keys() >= set(done.names) and not (set(done.gone) - set(done.names)) & held.keys()
        said = [f"{end} holds {sum(kind == 'file' for kind in held.values())} files"]
        said += [f"no longer in it: {', '.join(done.gone[:_MOST_FILES])}"] if done.gone else []
        said += (
            [f"left out, because they are links or devices: {', '.join(done.left_out[:10])}"] if done.left_out else []
        )
        names = [name for name, kind in held.items() if kind == "file"]
        value = {"path": named(end), "members": [named(name) for name in names[:_MOST_FILES]]}
        effect = Effect.SUSPECTED_NOOP if not holds else Effect.PARTIAL if done.left_out else Effect.CONFIRMED
        return ActionReport(value=value, effect=effect, route=Route.NATIVE, evidence=tuple(map(named, said)))

    @server.acts(ToolFacts(kind=ActionKind.UNPACK, words=_UNPACK_WORDS))
    async def unpack_archive(
        source: Source,
        target: Annotated[str, Field(description="folder; made if it is not there")] = "",
        only: Annotated[list[str] | None, Field(description='names or patterns in it, such as "*.txt"')] = None,
        flat: Annotated[bool, Field(description="all into the folder itself, without the folders inside")] = False,
    ) -> ActionReport:
        """Unpack a zip or tar file, all of it or some, with the folders inside. What is there already stays, and this is refused.
        list_folder lists it."""
        archive = existing(scope, source)
        folder = resolve_path(target, scope.working_folder) if target else folder_beside(archive)
        work = partial(unpack, archive, folder, only or (), flat=flat, judged=scope.judged.require)
        done = await asyncio.to_thread(work)
        holds = _are_there(done.files)
        said = [f"{len(done.files)} files are in {folder}"]
        said += (
            [f"left out, because they are links or devices: {', '.join(done.left_out[:10])}"] if done.left_out else []
        )
        effect = Effect.SUSPECTED_NOOP if not holds else Effect.PARTIAL if done.left_out else Effect.CONFIRMED
        paths = [named(file) for file in done.files[:_MOST_FILES]]
        value = {"folder": named(folder), "count": len(done.files), "paths": paths}
        return ActionReport(value=value, effect=effect, route=Route.NATIVE, evidence=tuple(map(named, said)))


def _to_pack(scope: ToolScope, sources: Sequence[str | PackedAs]) -> list[pack.Source]:
    found: dict[pack.Source, None] = {}
    for source in sources:
        given, name = (source, "") if isinstance(source, str) else (source.path, source.name)
        paths = files_meant(given, scope.working_folder)
        found |= {pack.Source(scope.judged.require_read(path), name): None for path in paths}
    return list(found)


def _add_pdf(server: ToolServer, scope: ToolScope) -> None:
    @server.acts(ToolFacts(kind=ActionKind.MAKE_FILE, words=_PDF_WORDS, secrets=_PDF_SECRETS))
    async def pdf_of_pages(  # noqa: PLR0913 one call does what its parts say
        parts: Annotated[list[PagesOf], Field(min_length=1, max_length=200)],
        target: Annotated[str, Field(min_length=1, description='the new file; "part-{n}.pdf" where `each` divides it')],
        each: Annotated[int, Field(ge=0, description="pages of each new file; 0: all in one")] = 0,
        title: str = "",
        author: str = "",
        user_password: Annotated[str, Field(description="opens the new file; empty: none needed")] = "",
        owner_password: Annotated[str, Field(description="with it everything is allowed")] = "",
        allow: Annotated[list[Allowed] | None, Field(description="to users; left out: all of it")] = None,
    ) -> ActionReport:
        """Make new PDF files of pages of others and of pictures, a page each: merge, split, turn, reorder, leave pages out,
        put a password on or take it away; missing folders are made."""
        lock = await _lock(scope, user_password, owner_password, allow)
        info = {key: value for key, value in (("title", title), ("author", author)) if value}
        with scratch(scope.environment) as folder:
            meant = [await _pages_of(scope, pages_of, folder / f"{at}.pdf") for at, pages_of in enumerate(parts)]
            groups = divided(meant, each) if each else [meant]
            ends = _ends(scope, target, len(groups), bool(each))
            folders = _made_for(ends)
            counts = await asyncio.to_thread(make_pdfs, groups, ends, info, lock)
        expected = [sum(len(pdf_pages.pages) for pdf_pages in group) for group in groups]
        said = f"{len(ends)} files with {sum(counts)} pages" if each else f"{ends[0]} has {counts[0]} pages"
        value = {"paths": [named(ending) for ending in ends]} if each else {"path": named(ends[0]), "pages": counts[0]}
        effect = Effect.CONFIRMED if counts == expected else Effect.SUSPECTED_NOOP
        opened = any(pdf_pages.password for pdf_pages in meant)
        return ActionReport(
            value=value,
            effect=effect,
            route=Route.NATIVE,
            evidence=(named(said), *_protection(lock, opened), *(f"new: the folder {folder}" for folder in folders)),
        )


def _protection(lock: Lock, was_protected: bool) -> list[str]:
    """Return how new files are protected, as they were read back."""
    if not lock:
        return ["opens without a password now"] if was_protected else []
    opens = "opens with its password and not without it" if lock.user else "opens without a password"
    rights = f"; users may {', '.join(lock.allow) or 'only read'}" if lock.owner and lock.owner != lock.user else ""
    return [f"AES-256: {opens}{rights}"]


async def _lock(scope: ToolScope, user: str, owner: str, allow: Sequence[Allowed] | None) -> Lock:
    allowed = ALL_ALLOWED if allow is None else tuple(dict.fromkeys(allow))
    lock = Lock(await new_password(scope, user), await new_password(scope, owner), allowed)
    lock.require_sound()
    return lock


def _add_documents(server: ToolServer, scope: ToolScope) -> None:
    @server.acts(ToolFacts(kind=ActionKind.MAKE_FILE, words=_MAKE_WORDS))
    async def make_document(
        target: New, text: str = "", sheets: Sheets | None = None, over: Over = False
    ) -> ActionReport:
        """Make a document without opening an application: odt docx pdf html of text (# Heading, - item, 1. item, | table |,
        **bold**), odp pptx (# a slide, # [title] one in the title layout, > a note), ods xlsx csv of `sheets`."""
        end = new_file(scope, target, over=over)
        rows = {name: tuple(map(tuple, lines)) for name, lines in (sheets or {}).items()}
        await documents_of.make_document(end, text, rows, scope.environment, _put(over))
        return await _told(end)

    @server.acts(ToolFacts(kind=ActionKind.MAKE_FILE, words=_CONVERT_WORDS))
    async def convert_document(source: Source, target: New, sheet: str = "", over: Over = False) -> ActionReport:
        """Save a document in another format without opening it: pdf docx odt xlsx ods pptx odp html csv txt. `sheet`: the
        one that becomes a csv file."""
        start, end = existing(scope, source), new_file(scope, target, over=over)
        left_out = await documents_of.convert_document(start, end, sheet, scope.environment, _put(over))
        report = await _told(end)
        if not left_out:
            return report
        said = f"not in it, because they are not there or too large: {', '.join(map(repr, left_out[:10]))}"
        return report.model_copy(update={"effect": Effect.PARTIAL, "evidence": (*report.evidence, said)})


def _put(over: bool) -> documents_of.Put:
    return write_whole if over else write_new


async def _told(path: Path) -> ActionReport:
    """Report a document that was made, as it is read back."""
    return await asyncio.to_thread(_report, path)


def _report(path: Path) -> ActionReport:
    value: dict[str, object] = {"path": named(path)}
    said = [f"{path} is there, {path.stat().st_size:,} bytes"]
    effect = Effect.SUSPECTED_NOOP if is_broken(path) else Effect.CONFIRMED
    try:
        document = read_document(path)
        said.append(f"it can be read: {' '.join(document.text.split())[:100]!r}")
        if document.page_sizes:
            value["pages"] = len(document.pages)
        wrong = _errors(document)
        if wrong:
            said.append(f"cells show errors: {', '.join(wrong)}")
            effect = Effect.PARTIAL
    except UnreadableDocument as error:
        said.append(str(error))
    return ActionReport(value=value, effect=effect, route=Route.NATIVE, evidence=tuple(map(named, said)))


def _errors(document: Document) -> list[str]:
    return [
        f"{sheet.name}!{column_letters(column)}{row + 1} {cell.shown}"
        for sheet in document.sheets
        for (row, column), cell in sheet.cells.items()
        if cell.formula and cell.shown.startswith(_ERRORS)
    ][:_SHOWN_ERRORS]


async def _pages_of(scope: ToolScope, pages_of: PagesOf, made: Path) -> PdfPages:
    """Return the pages that are meant; those of a picture are in `made`."""
    file = existing(scope, pages_of.file)
    if file.suffix.casefold() != ".pdf":
        count = await asyncio.to_thread(picture_pages, file, made)
        return PdfPages(made, pages_in(pages_of.pages, count), pages_of.turn % 360)
    password = await password_of(scope, pages_of.password)
    count = await asyncio.to_thread(page_count, file, password)
    return PdfPages(file, pages_in(pages_of.pages, count), pages_of.turn % 360, password)


def _ends(scope: ToolScope, target: str, count: int, divides: bool) -> list[Path]:
    if not target.casefold().endswith(".pdf"):
        raise ToolError(f"{target!r} is no PDF file's name; end it with .pdf")
    if divides and "{n}" not in target:
        target = f"{target[:-4]}-{{n}}.pdf"
    if count > _MOST_FILES:
        raise ToolError(
            f"these would be {count} files; at most {_MOST_FILES} are made in one call: take more pages for each"
        )
    digits = len(str(count))
    names = [target.replace("{n}", f"{number:0{digits}d}") for number in range(1, count + 1)]
    return [new_file(scope, name, in_new_folder=True) for name in names]


def _made_for(ends: Sequence[Path]) -> list[str]:
    """Make the folders that are missing, and return them. Raises ToolError."""
    missing = [folder for folder in dict.fromkeys(end.parent for end in ends) if not folder.exists()]
    for folder in missing:
        try:
            made_folders(folder)
        except OSError as error:
            raise ToolError(not_written(error, folder)) from error
    return [named(folder) for folder in missing]


def _are_there(paths: Sequence[Path]) -> bool:
    return all(path.is_file() for path in paths)
