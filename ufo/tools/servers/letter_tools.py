"""The mail merge of DocumentExecutor: a letter for each record of a table, each in a file of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ufo.conditions.readers.read_document import read_document
from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.file_names import named, readable
from ufo.schema.patterns import regex
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.documents.letters import Letter, Records, read_letter, read_records
from ufo.tools.documents.office_convert import converted, converted_together, scratch
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.given_files import existing, new_file
from ufo.tools.servers.server import ToolServer
from ufo.tools.system.write_file import write_new

_WORDS = ("mail merge", "merge letters", "serial letter", "form letter", "letter for each", "each row", "per recipient",
    "for everybody")  # fmt: skip
_ENDINGS = (".odt", ".docx", ".pdf", ".html", ".txt")
_MOST_LETTERS = 200
_NOT_IN_NAMES = regex(r"[/\\\x00-\x1f:*?\"<>|]+")
_NAMED = regex(r"\{([^{}]+)\}")
_MOST_LEFT = 5
_PROVED = 5


def add_letters(server: ToolServer, scope: ToolScope) -> None:
    @server.acts(ToolFacts(kind=ActionKind.MAKE_FILE, words=_WORDS))
    async def merge_letters(
        source: Annotated[
            str, Field(min_length=1, description="the letter, with its fields or <Column> {Column} «Column»")
        ],
        data: Annotated[str, Field(min_length=1, description="csv, ods or xlsx; its first row names the columns")],
        target: Annotated[
            str, Field(min_length=1, description='name of the new files: "letters/{Name}.pdf", "letter-{n}.odt"')
        ],
        sheet: str = "",
    ) -> ActionReport:
        """Mail merge: make a file of a letter for each row of a table. The letter stays as it is."""
        start, table = existing(scope, source), existing(scope, data)
        records = await asyncio.to_thread(_records, table, sheet)
        ends = _ends(scope, target, records)
        with scratch(scope.environment) as folder:
            plain = start
            if start.suffix.casefold() != ".odt":
                plain = folder / "letter.odt"
                await converted(start, plain, scope.environment)
            letter = await asyncio.to_thread(read_letter, plain, records)
            if not letter.used:
                raise ToolError(
                    f"{readable(start.name)!r} has no place for a column; its columns are {', '.join(records.columns)}: write "
                    f"<{records.columns[0]}> where its value belongs"
                )
            made = await asyncio.to_thread(_written, letter, records, folder)
            if ends[0].suffix.casefold() != ".odt":
                made = await converted_together(made, ends[0].suffix.casefold(), scope.environment)
            for path, end in zip(made, ends, strict=True):
                write_new(end, path.read_bytes())
        return await asyncio.to_thread(_report, letter, records, ends)


def _records(path: Path, sheet: str) -> Records:
    document = read_document(path)
    if not document.sheets:
        raise ToolError(f"{readable(path.name)!r} has no sheet; give a csv, ods or xlsx file")
    names = [item.name for item in document.sheets]
    if sheet and sheet not in names:
        raise ToolError(f"{readable(path.name)!r} has no sheet {sheet!r}; it has {', '.join(map(repr, names))}")
    records = read_records(document.sheets[names.index(sheet) if sheet else 0], path.name)
    if len(records.rows) > _MOST_LETTERS:
        raise ToolError(
            f"{len(records.rows)} letters are too many for one call; at most {_MOST_LETTERS}: divide the table"
        )
    return records


def _ends(scope: ToolScope, target: str, records: Records) -> list[Path]:
    """Return the paths of the new files. Raises ToolError where two would have one name, or a file is there."""
    ending = Path(target).suffix.casefold()
    if ending not in _ENDINGS:
        raise ToolError(f"{target!r} has no ending that a letter can have: {', '.join(_ENDINGS)}")
    if not _NAMED.search(target):
        target = f"{target[: -len(ending)]}-{{n}}{ending}"
    digits = len(str(len(records.rows)))
    known = {column.casefold(): column for column in records.columns}
    for name in _NAMED.findall(target):
        if name != "n" and name.casefold() not in known:
            raise ToolError(
                f"there is no column {name!r} for the files' names; take n or one of {', '.join(records.columns)}"
            )

    def named(number: int, record: Mapping[str, str]) -> str:
        def value(name: str) -> str:
            if name == "n":
                return f"{number:0{digits}d}"
            return _NOT_IN_NAMES.sub("-", record[known[name.casefold()]]).strip(" .-") or f"{number:0{digits}d}"

        return _NAMED.sub(lambda found: value(found[1]), target)

    names = [named(number, record) for number, record in enumerate(records.rows, 1)]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ToolError(f"two letters would be named {twice!r}; put {{n}} into the name")
    return [new_file(scope, name) for name in names]


def _written(letter: Letter, records: Records, folder: Path) -> list[Path]:
    paths = [folder / f"letter-{number}.odt" for number in range(len(records.rows))]
    for path, record in zip(paths, records.rows, strict=True):
        letter.write(record, path)
    return paths


def _report(letter: Letter, records: Records, ends: Sequence[Path]) -> ActionReport:
    """Report the letters as they read back: each has all values of its record."""
    wrong = [end for end, record in zip(ends, records.rows, strict=True) if not _has(end, letter, record)]
    said = [f"{len(ends)} letters, each with its {', '.join(letter.used)}: {ends[0]} to {ends[-1].name}"]
    said += [f"no column fills {', '.join(map(repr, letter.left[:_MOST_LEFT]))}"] if letter.left else []
    said += [f"values are missing in {', '.join(path.name for path in wrong[:_MOST_LEFT])}"] if wrong else []
    value = {
        "paths": [named(ending) for ending in ends],
        "holds": [
            {"on": "document", "path": named(end), "paragraph": record[letter.used[0]]}
            for end, record in list(zip(ends, records.rows, strict=True))[:_PROVED]
            if record[letter.used[0]]
        ],
    }
    effect = Effect.PARTIAL if wrong or letter.left else Effect.CONFIRMED
    return ActionReport(value=value, effect=effect, route=Route.NATIVE, evidence=tuple(map(readable, said)))


def _has(path: Path, letter: Letter, record: Mapping[str, str]) -> bool:
    text = "".join(read_document(path).text.split())
    return all("".join(record[word].split()) in text for word in letter.used)
