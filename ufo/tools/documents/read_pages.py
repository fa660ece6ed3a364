"""Reads a file as text, a part at a time: lines of a text, rows of a sheet, pages of a PDF file or slides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ufo.conditions.properties import OPENERS, ending_of, property_named
from ufo.conditions.readers.model import Document, Sheet
from ufo.conditions.readers.pdf import read_pdf
from ufo.conditions.readers.query import Asked
from ufo.conditions.readers.read_document import read_document
from ufo.conditions.readers.references import column_letters
from ufo.conditions.readers.text import SEPARATORS, delimiter_of, page_outline, read_text
from ufo.errors import LockedDocument, ToolError, UnreadableDocument
from ufo.schema.file_names import readable
from ufo.schema.property_values import formula_told
from ufo.tools.documents.drawn_page import PICTURES, told_of_picture
from ufo.tools.documents.sheet_notes import notes
from ufo.tools.system.write_file import TextContent, require_ordinary, text_of

MOST_CHARACTERS = 20_000
_PAGES = (".html", ".htm", ".xhtml")
_READ = frozenset(
    (
        *(
            ".ods",
            ".odt",
            ".odp",
            ".odg",
            ".ott",
            ".ots",
            ".otp",
            ".otg",
            ".fods",
            ".fodt",
            ".fodp",
            ".fodg",
            ".gnumeric",
        ),
        *(".xlsx", ".xlsm", ".docx", ".docm", ".pptx", ".pptm", ".csv", ".tsv", ".pdf"),
    )
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a file. `unit`: what is counted: line, row, page or slide. `first` and `last` count from 1; `whole` is how many
    there are. `about`: what else is told, such as the names of the sheets.
    """

    text: str
    unit: str
    first: int
    last: int
    whole: int
    about: tuple[tuple[str, object], ...] = ()


def locked(file: Path, password: str) -> str:
    """Return what to do about a file that does not open with that password, "" for none."""
    if password:
        return (
            f"{readable(file.name)!r} does not open with the password that was given; ask the person for the right one"
        )
    if file.suffix.casefold() != ".pdf":
        return (
            f"{readable(file.name)!r} is protected by a password; open it in its application, or ask for it without one"
        )
    return (
        f"{readable(file.name)!r} is protected by a password; give it as `password`: {{{{secret:NAME}}}} where the person named "
        "a secret, else ask the person for it"
    )


def read_part(  # noqa: PLR0913 a part is asked for by these
    path: Path, start: int, most: int, sheet: str = "", encoding: str = "", password: str = "", *, outline: bool = False
) -> Part:
    """Read at most `most` lines, rows or pages from `start` on, and at most `MOST_CHARACTERS` characters. Blocking. With
    `outline` a web page is told by what it shows, and not by its source.

    Raises ToolError for what cannot be read, with the reason.
    """
    require_ordinary(path)
    if path.suffix.casefold() in PICTURES:
        return _part([f"{name}: {value}" for name, value in told_of_picture(path).items()], "line", start, most)
    if outline and path.suffix.casefold() in _PAGES:
        told = (("told", "what the page shows, with links and fields; read it alone for its source"),)
        return _part(page_outline(text_of(path, encoding).text).split("\n"), "line", start, most, told)
    if path.suffix.casefold() not in _READ:
        return _of_text(text_of(path, encoding), start, most)
    is_pdf = path.suffix.casefold() == ".pdf"
    try:
        document = read_pdf(path, password) if is_pdf and password else read_document(path)
        return _of_document(document, start, most, sheet)
    except LockedDocument as error:
        raise ToolError(locked(path, password if is_pdf else "")) from error
    except UnreadableDocument as error:
        raise ToolError(str(error)) from error


def _of_document(document: Document, start: int, most: int, sheet: str) -> Part:
    """Return a part of a document. Raises ToolError and UnreadableDocument."""
    if document.sheets:
        return _of_sheet(document, start, most, sheet)
    tables = [_row(row) for table in document.tables for row in table]
    if document.pages:
        unit = "page" if document.page_sizes else "slide"
        texts = ["\n".join(page) for page in document.pages]
        if document.page_sizes:
            texts = [_of_page(document, number, text) for number, text in enumerate(texts, start=1)]
        if tables:
            texts[-1] += "\n\n" + "\n".join(["(tables of the document)", *tables])
        unread = (("unread", document.unread),) if document.unread else ()
        return _part(texts, unit, start, most, (*document.info.items(), *unread))
    told = ["(its tables, row by row)", *tables] if tables else []
    return _part([*document.paragraphs, *told], "line", start, most, tuple(_bands(document.path)))


def _of_text(content: TextContent, start: int, most: int) -> Part:
    """Return lines of a text file, with what no line shows: its encoding, how lines end, and whether the last one does."""
    ends = "CR LF" if content.ends == "\r\n" else "LF"
    last = "also" if content.text.endswith("\n") else "none"
    about = (("encoding", content.encoding), ("line_ends", f"{ends}, {last} at the end of the file"))
    return _part(content.text.removesuffix("\n").split("\n"), "line", start, most, about)


def _bands(path: Path) -> Iterator[tuple[str, object]]:
    """Yield the texts of headers and footers, which stand in no paragraph; nothing where the file sets up no pages. Raises
    UnreadableDocument.
    """
    ending = ending_of(path.name)
    readers = {name: reader for name in ("header", "footer") if (reader := property_named(name).readers.get(ending))}
    file = OPENERS[ending](path) if readers else None
    for name, reader in readers.items():
        found: dict[str, None] = {}
        with suppress(UnreadableDocument):
            found = dict.fromkeys(told.value for told in reader(file, Asked(name)) if told.value not in ("", "none"))
        if found:
            yield name, readable(" / ".join(found))


def _of_page(document: Document, number: int, text: str) -> str:
    """Return the text of a PDF file's page below a line with its number, whether it has no text, and how it is turned."""
    turn = document.page_turns[number - 1] % 360 if document.page_turns else 0
    about = [*(() if text.strip() else ("no text",)), *((f"turned {turn} degrees clockwise",) if turn else ())]
    said = f" ({', '.join(about)})" if about else ""
    return f"page {number} of {len(document.pages)}{said}:\n{text}".rstrip()


def sheet_rows(document: Document, name: str = "") -> list[list[str]]:
    """Return what the cells of a sheet show, row by row, or formulas whose results the file lacks: the named sheet, else the
    first with content. Raises ToolError.
    """
    sheet = _sheet(document.sheets, name)
    width = 1 + max((column for _, column in sheet.cells), default=0)
    rows: dict[int, dict[int, str]] = {}
    for (row, column), cell in sheet.cells.items():
        rows.setdefault(row, {})[column] = formula_told(cell.formula) if cell.unread else cell.shown
    return [[rows.get(row, {}).get(column, "") for column in range(width)] for row in range(1 + max(rows, default=-1))]


def _of_sheet(document: Document, start: int, most: int, name: str) -> Part:
    sheet = _sheet(document.sheets, name)
    rows = sheet_rows(document, sheet.name)
    width = max(map(len, rows), default=1)
    lines = ["\t".join(" ".join(cell.split()) for cell in row) for row in rows]
    about = (
        ("sheet", sheet.name),
        ("sheets", [each.name for each in document.sheets]),
        ("columns", f"A to {column_letters(width - 1)}, with a tab between them here"),
        *notes(document, sheet),
        *_as_written(document.path),
    )
    return _part(lines, "row", start, most, about)


def _as_written(path: Path) -> tuple[tuple[str, object], ...]:
    """Tell how a CSV file itself divides its columns: whoever writes into it has to do the same."""
    if path.suffix.casefold() not in (".csv", ".tsv"):
        return ()
    text = read_text(path)
    mark = delimiter_of(text, path)
    quotes = any(f'{before}"' in f"\n{text}" for before in ("\n", mark) if before)
    divided = f"divided by {SEPARATORS[mark]}s" if mark else "one column"
    return (("in_the_file", f"{divided}, {'some values' if quotes else 'no value'} in quotation marks"),)


def _sheet(sheets: Sequence[Sheet], name: str) -> Sheet:
    if not name:
        return next((sheet for sheet in sheets if sheet.cells), sheets[0])
    found = next((sheet for sheet in sheets if sheet.name.casefold() == name.casefold()), None)
    if found is None:
        raise ToolError(f"there is no sheet {name!r}; there are {', '.join(sheet.name for sheet in sheets)}")
    return found


def _part(units: Sequence[str], unit: str, start: int, most: int, about: tuple[tuple[str, object], ...] = ()) -> Part:
    if start > max(1, len(units)):
        raise ToolError(f"it has {len(units)} {unit}s; start at one of these")
    given: list[str] = []
    left = MOST_CHARACTERS
    for text in units[start - 1 : start - 1 + most]:
        if left <= 0 or (given and len(text) > left):
            break
        cut = readable(text[:left])
        given.append(cut if len(text) <= left else f"{cut}… ({len(text) - left:,} characters more)")
        left -= len(text)
    between = "\n\n" if unit in ("page", "slide") else "\n"
    return Part(between.join(given), unit, start, start + len(given) - 1, len(units), about)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()) for cell in cells) + " |"
