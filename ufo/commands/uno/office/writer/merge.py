"""Mail merge: a copy of the document for each row of data, with the row's texts in place of its placeholders."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..api import NoQuestions, Refused, enum, file_url, properties
from ..connection import Shown
from ..save import filters
from .text import require_text

_BRACKETS = (("{{", "}}"), ("{", "}"), ("<", ">"), ("«", "»"), ("[", "]"))
_DATABASE = "com.sun.star.text.textfield.Database"


def mail_merge(
    shown: Shown, rows: Sequence[Mapping[str, str]], paths: Sequence[str], is_one_file: bool
) -> dict[str, Any]:
    """Write the document once for each row, to the path of the row, or all of them to the first path. The open document stays
    as it is. Raises Refused where the document names no column of the data.
    """
    require_text(shown)
    known = filters(shown)
    ending = Path(paths[0]).suffix.lower()
    if ending not in known:
        raise Refused(f"{ending or 'no extension'!r} cannot be written from here; use one of {', '.join(known)}")
    used = _placeholders(shown.document, list(rows[0]))
    if not used:
        said = ", ".join(f"<{one}>" for one in rows[0])
        raise Refused(f"the document names no column of the data; write its columns into it, as {said}")
    with tempfile.TemporaryDirectory(prefix="ufo-merge-", dir=str(Path(paths[0]).parent)) as scratch:
        template = str(Path(scratch) / "template.odt")
        shown.document.storeToURL(file_url(template), _as("writer8"))
        merge = _merged_into_one if is_one_file else _merged_one_by_one
        merge(_Job(shown, template, known[ending]), rows, paths)
    there = [path for path in paths if Path(path).is_file()]
    return {
        "files": there[:20],
        "count": len(there),
        "rows": len(rows),
        "columns": used,
        "equal": len(there) == len(paths),
    }


class _Job:
    def __init__(self, shown: Shown, template: str, known: tuple[str, str]) -> None:
        self._shown = shown
        self.template = template
        self._filter, self._options = known

    @contextmanager
    def filled(self, row: Mapping[str, str]) -> Iterator[Any]:
        with self.opened(self.template) as document:
            _fill(document, row)
            yield document

    @contextmanager
    def opened(self, path: str) -> Iterator[Any]:
        desktop = self._shown.create("frame.Desktop")
        document = desktop.loadComponentFromURL(
            file_url(path), "_blank", 0, properties(Hidden=True, MacroExecutionMode=0, InteractionHandler=NoQuestions())
        )
        try:
            yield document
        finally:
            document.close(True)

    def store(self, document: Any, path: str) -> None:
        document.storeToURL(file_url(path), _as(self._filter, self._options))


def _merged_one_by_one(job: _Job, rows: Sequence[Mapping[str, str]], paths: Sequence[str]) -> None:
    for row, path in zip(rows, paths, strict=True):
        with job.filled(row) as document:
            job.store(document, path)


def _merged_into_one(job: _Job, rows: Sequence[Mapping[str, str]], paths: Sequence[str]) -> None:
    """Each row begins on a page of its own."""
    with job.filled(rows[0]) as whole:
        part = str(Path(job.template).with_name("part.odt"))
        for row in rows[1:]:
            with job.filled(row) as document:
                document.storeToURL(file_url(part), _as("writer8"))
            _append(whole, part)
        job.store(whole, paths[0])


def _append(whole: Any, path: str) -> None:
    text = whole.Text
    text.insertControlCharacter(text.getEnd(), 0, False)
    # What is inserted takes the place of the empty last paragraph.
    before = len(_blocks(text))
    text.createTextCursorByRange(text.getEnd()).insertDocumentFromURL(file_url(path), properties())
    start = text.createTextCursorByRange(_blocks(text)[before - 1].getAnchor().getStart())
    start.BreakType = enum("style.BreakType", "PAGE_BEFORE")


def _blocks(text: Any) -> list[Any]:
    found = []
    blocks = text.createEnumeration()
    while blocks.hasMoreElements():
        found.append(blocks.nextElement())
    return found


def _as(name: str, options: str = "") -> Any:
    more = {"FilterOptions": options} if options else {}
    return properties(FilterName=name, Overwrite=True, InteractionHandler=NoQuestions(), **more)


def _placeholders(document: Any, columns: Sequence[str]) -> list[str]:
    """Return the columns that the document names, in brackets or by a field of a database."""
    fields = {column for column, _ in _fields(document)}
    named = [one for one in columns if any(_search(document, f"{left}{one}{right}") for left, right in _BRACKETS)]
    return [one for one in columns if one in named or one.casefold() in fields]


def _search(document: Any, text: str) -> int:
    search = document.createSearchDescriptor()
    search.SearchString = text
    return int(document.findAll(search).getCount())


def _fields(document: Any) -> list[tuple[str, Any]]:
    found = []
    fields = document.TextFields.createEnumeration()
    while fields.hasMoreElements():
        one = fields.nextElement()
        if one.supportsService(_DATABASE):
            found.append((str(one.TextFieldMaster.DataColumnName).casefold(), one))
    return found


def _fill(document: Any, row: Mapping[str, str]) -> None:
    by_name = {column.casefold(): text for column, text in row.items()}
    for column, field in _fields(document):
        if column in by_name:
            field.getAnchor().setString(by_name[column])
    for column, text in row.items():
        for left, right in _BRACKETS:
            replacing = document.createReplaceDescriptor()
            replacing.SearchString, replacing.ReplaceString = f"{left}{column}{right}", text
            document.replaceAll(replacing)


OPERATIONS: dict[str, Callable[..., Any]] = {"writer.mail_merge": mail_merge}
