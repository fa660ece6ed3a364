"""Tools for the text document in the selected LibreOffice Writer window (facts/described_system.md §1.7)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from pydantic import Field

from ufo.commands.observe.selection import ToolScope
from ufo.commands.tools.server import ToolServer
from ufo.commands.tools.writer_pages import At, Nth, Words, add_page_tools
from ufo.commands.tools.writer_parts import add_part_tools
from ufo.commands.uno.bridge import OfficeBridge
from ufo.commands.uno.reports import report, saved, target_path, told_page
from ufo.commands.uno.shown_document import ShownDocument
from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.looks import TextLook, TextLookValue
from ufo.schema.properties import property_named, spelled_value
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts


def writer_uno(scope: ToolScope) -> MCPServer:
    bridge = OfficeBridge()
    server = ToolServer("WriterUnoExecutor", lifespan=bridge.lifespan)
    _add_reading(server, scope, bridge)
    _add_selecting(server, scope, bridge)
    shown = ShownDocument(scope, bridge)
    _add_changing(server, shown)
    _add_formatting(server, shown)
    add_page_tools(server, shown)
    add_part_tools(server, shown)
    _add_saving(server, shown)
    return server


def _add_reading(server: ToolServer, scope: ToolScope, bridge: OfficeBridge) -> None:
    @server.observes(ToolFacts(of_window=True))
    async def read_table(
        number: Annotated[int, Field(ge=0, description="table number from 1; 0 finds it by caption")] = 0,
        caption: Annotated[str, Field(description="words of the table's name, caption, heading or header")] = "",
    ) -> dict[str, Any]:
        """Read a table: its name, caption, number and rows of cell texts, the header row first."""
        value = await bridge.call(scope.selection.require_window(), "writer.read_table", number=number, caption=caption)
        return dict(value)

    @server.observes(ToolFacts(of_window=True))
    async def list_tables() -> list[dict[str, Any]]:
        """List the document's tables: number, name, caption, size and header row."""
        return list(await bridge.call(scope.selection.require_window(), "writer.list_tables"))

    @server.observes(ToolFacts(of_window=True))
    async def read_text(
        offset: Annotated[int, Field(ge=0, description="where the page begins, as the page before said")] = 0,
        find: Annotated[str, Field(description="instead: where the text has these words")] = "",
    ) -> str:
        """Read the document's text with the cells of its tables, page by page; a long one begins with its headings."""
        value = await bridge.call(scope.selection.require_window(), "writer.read_text")
        page = told_page(value["text"], value["headings"], offset, find)
        page += f"\n[lines wholly bold: {'; '.join(value['bold'][:20])}]" if value["bold"] and not offset else ""
        return f"{page}\n[what recorded changes deleted is left out]" if value["deleted"] else page


def _add_selecting(server: ToolServer, scope: ToolScope, bridge: OfficeBridge) -> None:
    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE, ends=("text",)))
    async def select_text(text: str) -> ActionReport:
        """Select the first place where the document contains this text."""
        value = await bridge.call(scope.selection.require_window(), "writer.select_text", text=text)
        return report(value, f"{value['text']!r} is selected")

    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE))
    async def select_table(number: Annotated[int, Field(ge=1, description="table number from 1")]) -> ActionReport:
        """Select a table by its number."""
        value = await bridge.call(scope.selection.require_window(), "writer.select_table", number=number)
        return report(value, f"the cursor is in table {value['name']!r}, cells {value['cells']} selected")

    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE))
    async def select_paragraph(
        start_index: Annotated[int, Field(description="first paragraph, from 1")],
        end_index: Annotated[int, Field(description="last paragraph; -1 is the document's last")],
        non_empty: Annotated[bool, Field(description="leave out empty paragraphs at both ends")] = True,
    ) -> ActionReport:
        """Select paragraphs by number."""
        value = await bridge.call(
            scope.selection.require_window(), "writer.select_paragraphs", start_index=start_index, end_index=end_index,
            non_empty=non_empty,
        )  # fmt: skip
        return report(value, f"{len(value['text'])} characters are selected")


def _add_changing(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts())
    async def insert_table(
        rows: Annotated[int, Field(ge=1)],
        columns: Annotated[int, Field(ge=1)],
        cells: Annotated[list[list[str]] | None, Field(description="texts, row by row; empty without")] = None,
        at: At = "cursor",
        text: Words = "",
        nth: Nth = 0,
    ) -> ActionReport:
        """Insert a table, empty or with these texts in its cells."""
        value = await shown.change("writer.insert_table", rows=rows,
            columns=columns, cells=cells, spot=[at, text, nth],
        )  # fmt: skip
        filled = " and its cells read back as given" if cells else ""
        return report(value, f"table {value['name']!r} has {rows} rows and {columns} columns{filled}")

    @server.acts(ToolFacts(writes="new"))
    async def replace_text(
        old: Annotated[str, Field(min_length=1, max_length=1000, description="letter for letter")],
        new: Annotated[str, Field(max_length=100_000)],
        pattern: Annotated[bool, Field(description="old is a regular expression, $1 in new its first group")] = False,
        whole_words: bool = False,
        match_case: bool = True,
    ) -> ActionReport:
        """Put a text in place of another wherever it is: in text, tables, headers, footers, notes and frames."""
        value = await shown.change("writer.replace_text", old=old, new=new,
            pattern=pattern, whole_words=whole_words, match_case=match_case,
        )  # fmt: skip
        places = "one place reads" if value["replaced"] == 1 else f"{value['replaced']} places read"
        if "first" in value:
            was, now = value.pop("first")
            said = f"{value['replaced']} places that fit the pattern are replaced"
            return report(value, f"{said}; around the first, which was {was!r}: {now!r}")
        if not value.pop("recorded", 0):
            return report(value, f"{places} {new[:200]!r} now, and {old[:200]!r} is left {value['left']} times")
        value["still_shown"] = (
            "changes are recorded: beside the new text the document still shows the old one as deleted, until the changes are "
            "accepted"
        )
        return report(value, f"{places} {new[:200]!r} now; {value['still_shown']}")

    @server.acts(ToolFacts())
    async def set_font(
        font_name: str | None = None,
        font_size: Annotated[float | None, Field(gt=0, le=1000, description="in points")] = None,
    ) -> ActionReport:
        """Set font and size of what is selected."""
        if not font_name and not font_size:
            raise ToolError("give font_name, font_size or both")
        value = await shown.change("writer.set_font", font_name=font_name, font_size=font_size)
        missing = (
            "" if value["installed"] else f"the font {font_name!r} is not installed, so another is shown in its place"
        )
        set_to = ", ".join(str(part) for part in (font_name, font_size and f"{font_size:g} pt") if part)
        return report(value, f"the selection's font reads back as {set_to}", missing)


def _add_formatting(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(ends=("value",), keeps=Keeps.ALL))
    async def format_text(
        look: TextLook,
        value: TextLookValue,
        texts: Annotated[list[str] | None, Field(description="wherever the document has them; whole words")] = None,
        paragraph: Annotated[int, Field(ge=-1, description="instead of texts: its number, -1 the last; 0 all")] = 0,
        where: Annotated[
            str,
            Field(description="instead: all lines that are wholly bold, italic, underline, or of a style (Heading 2)"),
        ] = "",
    ) -> ActionReport:
        """Change how texts or paragraphs look, or give them a style."""
        wanted = spelled_value(property_named(look), value)
        given = await shown.change("writer.format_text", texts=texts or [],
            paragraph=paragraph, look=look, value=wanted, where=where,
        )  # fmt: skip
        return report(given, f"{look} of {_several(given['places'], 'place')} reads back as {wanted!r}")

    @server.acts(ToolFacts(ends=("text",), writes="text"))
    async def edit_paragraph(
        action: Literal["remove", "after", "before"],
        paragraph: Annotated[str, Field(description="what it says, whole")] = "",
        number: Annotated[int, Field(ge=-1, description="instead: its number among those with text, -1 the last")] = 0,
        text: Annotated[str, Field(description="the new paragraph after or before it")] = "",
    ) -> ActionReport:
        """Take a paragraph away, or put a new one after or before it."""
        if not paragraph.strip() and not number:
            raise ToolError("say which paragraph, by its text or its number")
        given = await shown.change("writer.edit_paragraph", action=action, paragraph=paragraph, number=number,
            text=text,
        )  # fmt: skip
        return report(given, f"{_several(given['places'], 'paragraph')} changed ({action})")


def _several(count: int, noun: str) -> str:
    return f"one {noun}" if count == 1 else f"{count} {noun}s"


def _add_saving(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(kind=ActionKind.SAVE, keeps=Keeps.ALL))
    async def save() -> ActionReport:
        """Save the document under the name it has."""
        return saved(await shown.change("document.save"))

    @server.destroys(ToolFacts(kind=ActionKind.SAVE_AS, keeps=Keeps.ALL))
    async def save_as(
        file_dir: str = "",
        file_name: str = "",
        file_ext: str = "",
        pages: Annotated[str, Field(pattern=r"^[\d,\- ]*$", description="of a PDF: 1-3,5")] = "",
        archive: Annotated[bool, Field(description="the PDF as PDF/A")] = False,
        keep_open: Annotated[bool, Field(description="write a copy; the open document keeps its file")] = False,
    ) -> ActionReport:
        """Save under another name, folder or format (.odt .docx .pdf .txt .html .rtf …); an existing file is replaced.

        What is left out stays as it is; a document without a file goes to the working folder as .odt.
        """
        described = await shown.ask("document.describe")
        path = target_path(described, shown.scope.working_folder, file_dir, file_name, file_ext)
        if (pages or archive) and path.suffix != ".pdf":
            raise ToolError("pages and archive are for a PDF; give file_ext pdf, or leave them out")
        pdf = {**({"PageRange": pages} if pages else {}), **({"SelectPdfVersion": 2} if archive else {})}
        return saved(await shown.change("document.save_as", path=str(path), pdf=pdf, is_copy=keep_open))
