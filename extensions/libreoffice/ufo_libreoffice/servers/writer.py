"""Tools for the text document in the selected LibreOffice Writer window (facts/described_system.md §1.7)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from pydantic import Field

from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.text_pages import told_page
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.server import OtherName, ToolServer
from ufo_libreoffice.open_documents import OfficeDocuments
from ufo_libreoffice.reports import report, saved, target_path
from ufo_libreoffice.servers.set_property import add_properties_of_text
from ufo_libreoffice.servers.writer_parts import add_part_tools
from ufo_libreoffice.shown_document import ShownDocument, serve_document

_OTHER_NAMES = (
    OtherName("select_text", "select_place", lambda text: {"text": text}),
    OtherName("select_table", "select_place", lambda number: {"table": number}),
    OtherName(
        "select_paragraph", "select_place",
        lambda start_index, end_index, non_empty=True: {
            "first": max(int(start_index), 1), "last": end_index, "non_empty": non_empty,
        },
    ),
    OtherName(
        "set_font", "set_property",
        lambda font_name=None, font_size=None: {
            "properties": _given(font=font_name, size=font_size), "where": "selection",
        },
    ),
    OtherName(
        "format_text", "set_property",
        lambda look, value, texts=None, paragraph=0, where="": {
            "properties": {look: value}, "texts": texts, "paragraph": paragraph, "where": where,
        },
    ),
    OtherName(
        "set_page", "set_property",
        lambda orientation="", size="", margins=None, columns=0: {
            "properties": _given(**{"page orientation": orientation, "page size": size, "columns": columns})
            | {f"{side} margin": value for side, value in (margins or {}).items()},
        },
    ),
    OtherName(
        "set_header_footer", "set_property",
        lambda part, text, align="", pages="all": {
            "properties": {part: text} | _given(**{f"{part} align": align}), "pages": pages,
        },
    ),
    OtherName(
        "edit_style", "set_property",
        lambda style, looks, based_on="", family="paragraph": {
            "properties": looks, "style": style, "based_on": based_on, "family": family,
        },
    ),
)  # fmt: skip


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}


def writer_uno(scope: ToolScope) -> MCPServer:
    return serve_document(scope, "WriterUnoExecutor", OfficeDocuments, add_text_tools)


def add_text_tools(server: ToolServer, shown: ShownDocument) -> None:
    _add_reading(server, shown)
    _add_changing(server, shown)
    add_properties_of_text(server, shown)
    add_part_tools(server, shown)
    _add_saving(server, shown)
    server.also_named(_OTHER_NAMES)


def _add_reading(server: ToolServer, shown: ShownDocument) -> None:
    @server.observes(ToolFacts(of_window=True))
    async def read_table(
        number: Annotated[int, Field(ge=0, description="table number from 1; 0 finds it by caption")] = 0,
        caption: Annotated[str, Field(description="words of the table's name, caption, heading or header")] = "",
    ) -> dict[str, Any]:
        """Read a table: its name, caption, number and rows of cell texts, the header row first."""
        return dict(await shown.ask("writer.read_table", number=number, caption=caption))

    @server.observes(ToolFacts(of_window=True))
    async def read_text(
        offset: Annotated[int, Field(ge=0, description="where the page begins, as the page before said")] = 0,
        find: Annotated[str, Field(description="instead: where the text has these words")] = "",
    ) -> str:
        """Read the document's text with the cells of its tables, page by page; a long one begins with its headings."""
        value = await shown.ask("writer.read_text")
        page = told_page(value["text"], value["headings"], offset, find)
        page += f"\n[lines wholly bold: {'; '.join(value['bold'][:20])}]" if value["bold"] and not offset else ""
        return f"{page}\n[what recorded changes deleted is left out]" if value["deleted"] else page

    @server.acts(ToolFacts(kind=ActionKind.NAVIGATE, ends=("text",)))
    async def select_place(
        text: Annotated[str, Field(description="words of the document, the first such place")] = "",
        table: Annotated[int, Field(ge=0, description="instead: a table, from 1")] = 0,
        first: Annotated[int, Field(ge=0, description="instead: paragraphs, from 1")] = 0,
        last: Annotated[int, Field(description="-1 is the document's last")] = -1,
        non_empty: Annotated[bool, Field(description="leave out empty paragraphs at both ends")] = True,
    ) -> ActionReport:
        """Select words, a table or paragraphs, for run_command or the screen."""
        if table:
            value = await shown.ask("writer.select_table", number=table)
            return report(value, f"the cursor is in table {value['name']!r}, cells {value['cells']} selected")
        if first:
            value = await shown.ask("writer.select_paragraphs", start_index=first, end_index=last, non_empty=non_empty)
            return report(value, f"{len(value['text'])} characters are selected")
        value = await shown.ask("writer.select_text", text=text)
        return report(value, f"{value['text']!r} is selected")


def _add_changing(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts())
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

    @server.acts(ToolFacts(ends=("text",)))
    async def edit_paragraph(
        action: Literal["remove", "after", "before"],
        paragraph: Annotated[str, Field(description="what it says, whole")] = "",
        number: Annotated[int, Field(ge=-1, description="instead: its number among those with text, -1 the last")] = 0,
        text: Annotated[str, Field(description="the new paragraph after or before it")] = "",
    ) -> ActionReport:
        """Take a paragraph away, or put a new one after or before it."""
        if not paragraph.strip() and not number:
            raise ToolError("say which paragraph, by its text or its number")
        given = await shown.change(
            "writer.edit_paragraph", action=action, paragraph=paragraph, number=number, text=text
        )
        places = "one paragraph" if given["places"] == 1 else f"{given['places']} paragraphs"
        has = f"; the new one has what that one has: {given['inherited']}" if given["inherited"] else ""
        return report(given, f"{places} changed ({action}){has}")


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
