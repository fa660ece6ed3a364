"""Makes documents of marked text or rows: OpenDocument and plain files by itself, other kinds of these by LibreOffice."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Callable, Mapping
from pathlib import Path

from ufo.conditions.readers.read_document import read_document
from ufo.conditions.readers.text import delimiter_of
from ufo.errors import ToolError, UnreadableDocument
from ufo.schema.file_names import readable
from ufo.tools.documents.odf_sheets import Rows, has_formula, write_sheets
from ufo.tools.documents.odf_slides import write_slides
from ufo.tools.documents.odf_text import write_text_document
from ufo.tools.documents.office_convert import converted, export_filter, scratch
from ufo.tools.documents.picture_pages import with_its_pictures
from ufo.tools.documents.read_pages import sheet_rows
from ufo.tools.system.write_file import text_of, write_new

_PLAIN = (".csv", ".tsv", ".txt", ".md")
_PAGES = (".html", ".htm")
_SLIDES = (".odp", ".pptx", ".ppt")
_CSV_READS = "Text - txt - csv (StarCalc):{},34,76,1,,0,false,true"


Put = Callable[[Path, bytes], object]
"""Puts what was made at its place: `write_new`, or `write_whole` where something may be there."""


async def make_document(
    target: Path, text: str, sheets: Mapping[str, Rows], environment: Mapping[str, str], put: Put = write_new
) -> None:
    """Write a document of marked text, or of the rows of sheets, by its name. Raises ToolError; then the target is as it was."""
    ending = target.suffix.casefold()
    if bool(text) == bool(sheets):
        raise ToolError("give `text` for a text or slides, or `sheets` for a table, and not both")
    if ending in _PLAIN:
        put(target, _plain(ending, text, sheets))
        return
    base = ".ods" if sheets else ".odp" if ending in _SLIDES else ".odt"
    export_filter(base, ending)
    with scratch(environment) as folder:
        made = folder / f"made{base}"
        if sheets:
            write_sheets(made, sheets)
        elif base == ".odp":
            write_slides(made, text)
        else:
            write_text_document(made, text)
        # Only the office computes what formulas show.
        if ending != base or has_formula(sheets):
            await converted(made, folder / f"other{ending}", environment)
            made = folder / f"other{ending}"
        put(target, made.read_bytes())


async def convert_document(
    source: Path, target: Path, sheet: str, environment: Mapping[str, str], put: Put = write_new
) -> tuple[str, ...]:
    """Write a document in another format, or its text or one sheet of it as a plain file. Return the pictures that a web page
    names and that are not in it. Raises ToolError.
    """
    ending = target.suffix.casefold()
    left_out: tuple[str, ...] = ()
    if ending in _PLAIN and not (ending == ".txt" and source.suffix.casefold() in (".odt", ".docx", ".html")):
        put(target, _as_plain(source, ending, sheet))
        return ()
    with scratch(environment) as folder:
        made, reads = folder / f"converted{ending}", ""
        if source.suffix.casefold() in (".csv", ".tsv"):
            content = text_of(source)
            source_text = content.text
            reads = _CSV_READS.format(ord(delimiter_of(source_text, source) or ","))
            source = folder / f"table{source.suffix.casefold()}"
            source.write_text(source_text, encoding="utf-8")
        if source.suffix.casefold() in _PAGES:
            whole, left_out = await asyncio.to_thread(with_its_pictures, source)
            source = folder / f"page{source.suffix.casefold()}"
            source.write_bytes(whole)
        await converted(source, made, environment, reads)
        put(target, made.read_bytes())
    return left_out


def _as_plain(source: Path, ending: str, sheet: str) -> bytes:
    try:
        document = read_document(source)
    except UnreadableDocument as error:
        raise ToolError(str(error)) from error
    if document.sheets:
        if document.has_unread:
            raise ToolError(
                f"{readable(source.name)!r} has formulas without their results; open and save it in a spreadsheet first"
            )
        return _plain(".csv" if ending in (".txt", ".md") else ending, "", {"": sheet_rows(document, sheet)})
    if ending in (".csv", ".tsv"):
        rows = [row for table in document.tables for row in table]
        if not rows:
            raise ToolError(f"{readable(source.name)!r} has no table that could become a {ending} file")
        return _plain(ending, "", {"": rows})
    return f"{document.text}\n".encode("utf-8", errors="replace")


def _plain(ending: str, text: str, sheets: Mapping[str, Rows]) -> bytes:
    if text:
        if ending in (".csv", ".tsv"):
            raise ToolError(f"a {ending} file is made of `sheets`, not of `text`")
        return (text if text.endswith("\n") else f"{text}\n").encode("utf-8", errors="replace")
    if ending not in (".csv", ".tsv") or len(sheets) != 1:
        raise ToolError(f"a {ending} file holds one sheet's rows at most; make an .ods or .xlsx file of several")
    lines = io.StringIO(newline="")
    writer = csv.writer(lines, delimiter="\t" if ending == ".tsv" else ",", lineterminator="\n")
    writer.writerows(["" if word is None else word for word in row] for row in next(iter(sheets.values())))
    return lines.getvalue().encode("utf-8", errors="replace")
