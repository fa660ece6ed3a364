"""Tools for parts of a text document: tables, pictures, notes, links, fields and styles."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from ufo.commands.tools.server import ToolServer
from ufo.commands.tools.writer_pages import At, Nth, Words
from ufo.commands.uno.reports import condition, report
from ufo.commands.uno.shown_document import ShownDocument
from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.file_names import path_meant
from ufo.schema.looks import TextLook
from ufo.schema.properties import property_named, spelled_value
from ufo.schema.tool_facts import Keeps, ToolFacts

Size = Annotated[str, Field(description='"5 cm"; the other side follows')]
Mark = Literal["footnote", "endnote", "comment", "link", "bookmark"]
_TABLE = ("table", "row", "column", "cell", "price list", "one more line list")
_IMAGE = ("image", "picture", "photo", "logo", "figure", "screenshot", "png", "jpg")
_MARKS = (
    "footnote",
    "endnote",
    "comment",
    "hyperlink",
    "link",
    "bookmark",
    "note",
    "annotation",
    "remark",
    "clickable",
    "explain word",
    "explain bottom",
)
_FIELDS = ("field", "today's date", "current date", "document title", "author", "page count", "word count", "file name")
_STYLES = (
    "style",
    "default font",
    "default paragraph",
    "default size",
    "all text font",
    "all text should",
    "all headings",
    "standard font",
)
_PARTS = (
    "parts of the text",
    "comments",
    "footnotes",
    "endnotes",
    "links",
    "bookmarks",
    "pictures",
    "images",
    "sections",
    "styles",
    "tracked changes",
)
_COUNTED = {"footnote": "footnotes", "endnote": "endnotes", "comment": "comments"}


def add_part_tools(server: ToolServer, shown: ShownDocument) -> None:
    _add_listing(server, shown)
    _add_tables(server, shown)
    _add_images(server, shown)
    _add_marks(server, shown)
    _add_fields(server, shown)
    _add_styles(server, shown)


def _add_listing(server: ToolServer, shown: ShownDocument) -> None:
    @server.observes(ToolFacts(of_window=True, words=_PARTS))
    async def list_parts(
        kind: Literal[
            "tracked changes", "comment", "footnote", "endnote", "link", "bookmark", "image", "section", "style"
        ],
    ) -> list[Any]:
        """List what the document has of a kind: tracked changes with number, author, date, text; comments with their words, …"""
        if kind == "tracked changes":
            return list((await shown.ask("writer.list_changes"))["changes"])
        if kind in ("image", "section", "style"):
            return list(await shown.ask(f"writer.list_{kind}s"))
        return list(await shown.ask("writer.list_marks", kind=kind))


def _add_tables(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(words=_TABLE))
    async def edit_table(  # noqa: PLR0913 the tool's parameters are what models know
        action: Literal[
            "write", "add rows", "add columns", "remove rows", "remove columns", "merge", "split", "sort", "header rows",
            "style", "remove table",
        ],
        number: Annotated[int, Field(ge=0, description="of the table, from 1; 0 the only one")] = 0,
        first: Annotated[int, Field(ge=-1, description="row or column, from 1; new ones come before it; -1 the end")] = -1,
        count: Annotated[int, Field(ge=0, le=1000, description="rows, columns, or parts to split into")] = 1,
        cells: Annotated[str, Field(description="B2 to write from, A1:C1 to merge")] = "",
        texts: Annotated[list[list[str]] | None, Field(description="row by row, to write or of the new rows")] = None,
        by: Annotated[str, Field(description="header of the column to sort by")] = "",
        descending: bool = False,
        style: Annotated[str, Field(description="Academic, Elegant, Box List Blue …")] = "",
    ) -> ActionReport:  # fmt: skip
        """Change a table of the text: cells, rows, columns, merged cells, order, repeated header rows, style."""
        if action == "write" and not (cells and texts):
            raise ToolError("give cells (where to begin, as B2) and texts to write")
        value = await shown.change(
            "writer.edit_table", action=action, number=number, caption="", first=first, count=count, cells=cells,
            texts=texts or [], by=by, descending=descending, style=style,
        )  # fmt: skip
        value["holds"] = _of_table(action, value, count)
        return report(value, f"{action}: the table reads back as wanted")


def _of_table(action: str, value: dict[str, Any], count: int) -> list[dict[str, Any]]:
    key = str(value["number"])
    if action == "remove table":
        return [condition("tables", str(value["tables"]))]
    if action == "header rows":
        return [condition("table header rows", str(count), key=key)]
    if action == "merge":
        return [condition("table merged", "on", key=key)]
    if action in ("write", "sort"):
        rows = [tuple(map(str, row)) for row in value["cells"]]
        return [{"cells": rows}] if len({len(row) for row in rows}) == 1 else []
    if action in ("style", "split"):
        return []
    return [condition("table size", f"{value['rows']} x {value['columns']}", key=key)]


def _add_images(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(takes="path", words=_IMAGE))
    async def edit_image(  # noqa: PLR0913 the tool's parameters are what models know
        action: Literal["insert", "change", "remove"],
        path: Annotated[str, Field(description="file to insert")] = "",
        number: Annotated[int, Field(ge=0, description="of the picture to change or remove, from 1")] = 0,
        at: At = "cursor",
        text: Words = "",
        nth: Nth = 0,
        width: Size = "",
        height: Size = "",
        wrap: Annotated[
            Literal["none", "parallel", "left", "right", "through", "dynamic", "inline", ""],
            Field(description="how text flows around it; inline: as a letter"),
        ] = "",
        caption: Annotated[str, Field(max_length=500, description="below it, as Figure 1: …")] = "",
        description: Annotated[str, Field(max_length=500, description="alternative text")] = "",
    ) -> ActionReport:
        """Insert a picture into the text, or set size and wrap of one, or remove it."""
        size = [_length(one) for one in (width, height)]
        if action == "insert":
            file = _picture(path, shown)
            value = await shown.change(
                "writer.insert_image", path=file, spot=[at, text, nth], size=size,
                how=[wrap or "inline", caption, description],
            )  # fmt: skip
        elif action == "change":
            value = await shown.change("writer.change_image", number=number, size=size, wrap=wrap)
        else:
            value = await shown.change("writer.remove_image", number=number)
            value["holds"] = [condition("pictures", str(value["left"]))]
            return report(value, f"picture {value['name']!r} is gone, {value['left']} left")
        value["holds"] = _of_image(value, caption)
        return report(value, f"picture {value['number']} is {value['width']} x {value['height']}, wrap {value['wrap']}")


def _of_image(value: dict[str, Any], caption: str) -> list[dict[str, Any]]:
    key = str(value["name"])
    sides = [condition(f"picture {side}", str(value[side]), key=key) for side in ("width", "height")]
    return [*sides, *([{"paragraph": caption}] if caption else [])]


def _picture(path: str, shown: ShownDocument) -> str:
    if not path:
        raise ToolError("give the path of the picture to insert")
    file = path_meant(path, shown.scope.working_folder)
    if not file.is_file():
        near = (
            sorted(one.name for one in file.parent.glob("*.*") if one.suffix.lower() in _PICTURES)
            if file.parent.is_dir()
            else []
        )
        raise ToolError(
            f"there is no file {str(file)!r}" + (f"; pictures there: {', '.join(near[:10])}" if near else "")
        )
    return str(file)


_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".bmp", ".tif", ".tiff", ".webp")


def _length(value: str) -> str:
    return spelled_value(property_named("picture width"), value) if value else ""


def _add_marks(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(writes="value", keeps=Keeps.ALL, words=_MARKS))
    async def mark_text(  # noqa: PLR0913 the tool's parameters are what models know
        kind: Mark,
        text: Words = "",
        value: Annotated[
            str, Field(max_length=10_000, description="what the note says; where the link leads; the bookmark's name")
        ] = "",
        nth: Nth = 0,
        remove: Annotated[
            bool | Literal["all"],
            Field(description='take away those that say `value` or are by `author`; "all": every one'),
        ] = False,
        author: Annotated[str, Field(description="of the comments to take away")] = "",
    ) -> ActionReport:
        """Put a footnote, endnote, comment, link or bookmark on words of the text, or take such away."""
        if remove:
            if remove != "all" and not (value.strip() or author.strip()):
                raise ToolError(f'say which {kind}s go, by `value` or `author`, or remove="all" of them')
            if author and kind != "comment":
                raise ToolError(f"a {kind} has no author; say which by `value`")
            done = await shown.change("writer.unmark_text", kind=kind, value=value, author=author)
            done["holds"] = [condition(_COUNTED[kind], str(done["count"]))] if kind in _COUNTED else []
            return report(done, f"{done['removed']} {kind} removed, {done['count']} left")
        if not text.strip() or not value.strip():
            raise ToolError("give the words that it belongs to as text, and what it says or leads to as value")
        done = await shown.change("writer.mark_text", kind=kind, text=text, value=value, nth=nth)
        done["holds"] = _of_mark(kind, text, value, done)
        return report(done, f"the {kind} reads {value[:100]!r}")


def _of_mark(kind: Mark, text: str, value: str, done: dict[str, Any]) -> list[dict[str, Any]]:
    if kind == "link":
        return [{"paragraph": text, **condition("link", value)}]
    if kind == "bookmark":
        return [condition("bookmark", "on", key=value)]
    said = "comment text" if kind == "comment" else "note text"
    return [condition(_COUNTED[kind], str(done["count"])), condition(said, value)]


def _add_fields(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(keeps=Keeps.ALL, words=_FIELDS))
    async def insert_field(
        field: Literal["page", "pages", "date", "time", "title", "subject", "author", "file", "words", "characters"],
        at: At = "cursor",
        text: Words = "",
        nth: Nth = 0,
        value: Annotated[str, Field(max_length=500, description="title or subject that the document gets")] = "",
    ) -> ActionReport:
        """Insert a field that keeps itself up to date: page number, number of pages, date, the document's title …"""
        done = await shown.change("writer.insert_field", field=field, at=at, text=text, nth=nth, value=value)
        done["holds"] = [condition("field", "on", key=_KINDS.get(field, field))]
        doubt = "" if done["shows"].strip() else f"it shows nothing, since the document has no {field}"
        return report(done, f"the field shows {done['shows']!r}", doubt)


_KINDS = {
    "page": "page number",
    "pages": "page count",
    "file": "file name",
    "words": "word count",
    "characters": "character count",
}


def _add_styles(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(words=_STYLES))
    async def edit_style(
        style: Annotated[str, Field(min_length=1, max_length=100, description='"Default" is that of the whole text')],
        looks: Annotated[dict[TextLook, str], Field(description='as in format_text: {"font": "Arial", "size": "12"}')],
        based_on: str = "",
        family: Literal["paragraph", "character"] = "paragraph",
    ) -> ActionReport:
        """Make a style, or alter one and with it all text that has it; the default font is that of "Default"."""
        wanted = {look: spelled_value(property_named(look), value) for look, value in looks.items()}
        value = await shown.change("writer.edit_style", style=style, family=family, looks=wanted, based_on=based_on)
        is_default = value["style"].casefold().startswith("default paragraph") and family == "paragraph"
        value["holds"] = [
            condition(f"default {look}", wanted[look]) for look in ("font", "size") if is_default and look in wanted
        ]
        done = "made" if value["made"] else "altered"
        return report(value, f"style {value['style']!r} is {done} and reads back as wanted")
