"""Tools for parts of a text document: tables, pictures, notes, links, fields, contents, sections and tracked changes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from ufo.conditions.properties import property_named, spelled_value
from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.file_names import path_meant
from ufo.schema.tool_facts import Keeps, ToolFacts
from ufo.tools.servers.server import OtherName, ToolServer
from ufo_libreoffice.office.evidence import held
from ufo_libreoffice.reports import report
from ufo_libreoffice.shown_document import ShownDocument

_At = Literal["cursor", "start", "end", "before", "after"]
_AT = "where in the document; before or after the words `text`"
At = Annotated[_At, Field(description=_AT)]
Words = Annotated[str, Field(max_length=1000, description="words of the document, for before and after")]
Nth = Annotated[int, Field(ge=0, description="which of several such places, from 1")]
Size = Annotated[str, Field(description='"5 cm"; the other side follows')]
Mark = Literal["footnote", "endnote", "comment", "link", "bookmark"]
_TABLE = ("table", "row", "column", "cell", "price list", "one more line list")
_IMAGE = ("image", "picture", "photo", "logo", "figure", "screenshot", "png", "jpg")
_MARKS = (
    "footnote", "endnote", "comment", "hyperlink", "link", "bookmark", "note", "annotation", "remark", "clickable",
    "explain word", "explain bottom",
)  # fmt: skip
_FIELDS = (
    "table of contents", "contents", "toc", "index", "field", "today's date", "current date", "document title", "author",
    "page count", "word count", "file name",
)  # fmt: skip
_PARTS = (
    "parts of the text", "comments", "footnotes", "endnotes", "links", "bookmarks", "pictures", "images", "sections", "styles",
    "tracked changes",
)  # fmt: skip
_CHANGES = (
    "tracked changes", "changes", "accept", "reject", "revision", "redline", "suggestion", "edits", "alter", "agree",
)  # fmt: skip
_SECTION = ("section", "columns", "newspaper", "protect part", "nobody alter part")
_COUNTED = {"footnote": "footnotes", "endnote": "endnotes", "comment": "comments"}
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".bmp", ".tif", ".tiff", ".webp")
_FIELD_KINDS = {
    "page": "page number", "pages": "page count", "file": "file name", "words": "word count", "characters": "character count",
}  # fmt: skip
_OTHER_NAMES = (
    OtherName("list_tables", "list_parts", lambda: {"kind": "table"}),
    OtherName(
        "insert_table", "edit_table",
        lambda rows, columns, cells=None, at="cursor", text="", nth=0: {
            "action": "insert", "size": [rows, columns], "texts": cells, "at": at, "text": text, "nth": nth,
        },
    ),
    OtherName(
        "insert_contents", "insert_field",
        lambda action="insert", at="start", text="", nth=0, title="Table of Contents", levels=10: {
            "field": "contents", "action": action, "at": at, "text": text, "nth": nth, "value": title, "levels": levels,
        },
    ),
)  # fmt: skip


def add_part_tools(server: ToolServer, shown: ShownDocument) -> None:
    _add_listing(server, shown)
    _add_tables(server, shown)
    _add_images(server, shown)
    _add_marks(server, shown)
    _add_fields(server, shown)
    _add_section(server, shown)
    _add_changes(server, shown)
    server.also_named(_OTHER_NAMES)


def _add_listing(server: ToolServer, shown: ShownDocument) -> None:
    @server.observes(ToolFacts(of_window=True, words=_PARTS))
    async def list_parts(
        kind: Literal[
            "table",
            "tracked changes",
            "comment",
            "footnote",
            "endnote",
            "link",
            "bookmark",
            "image",
            "section",
            "style",
        ],
    ) -> list[Any]:
        """List what the document has of a kind: tables with number, name, caption, size and header row; tracked changes with
        number, author, date, text; comments with their words, …"""
        if kind == "tracked changes":
            return list((await shown.ask("writer.list_changes"))["changes"])
        if kind in ("table", "image", "section", "style"):
            return list(await shown.ask(f"writer.list_{kind}s"))
        return list(await shown.ask("writer.list_marks", kind=kind))


def _add_tables(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(words=_TABLE))
    async def edit_table(  # noqa: PLR0913 the tool's parameters are what models know
        action: Literal[
            "insert", "write", "add rows", "add columns", "remove rows", "remove columns", "merge", "split", "sort",
            "header rows", "style", "remove table",
        ],
        number: Annotated[int, Field(ge=0, description="of the table, from 1; 0 the only one")] = 0,
        first: Annotated[int, Field(ge=-1, description="row or column, from 1; new ones come before it; -1 the end")] = -1,
        count: Annotated[int, Field(ge=0, le=1000, description="rows, columns, or parts to split into")] = 1,
        cells: Annotated[str, Field(description="B2 to write from, A1:C1 to merge")] = "",
        texts: Annotated[
            list[list[str]] | None, Field(description="row by row, to write, of the new rows or of the new table")
        ] = None,
        by: Annotated[str, Field(description="header of the column to sort by")] = "",
        descending: bool = False,
        style: Annotated[str, Field(description="Academic, Elegant, Box List Blue …")] = "",
        size: Annotated[
            list[int] | None, Field(min_length=2, max_length=2, description="rows and columns of a new table without texts")
        ] = None,
        at: At = "cursor",
        text: Words = "",
        nth: Nth = 0,
    ) -> ActionReport:  # fmt: skip
        """Insert or change a table of the text: cells, rows, columns, merged cells, order, repeated header rows, style."""
        if action == "insert":
            return await _inserted(
                shown, size or [len(texts or ()), max(map(len, texts or [[]]))], texts, [at, text, nth]
            )
        if action == "write" and not (cells and texts):
            raise ToolError("give cells (where to begin, as B2) and texts to write")
        value = await shown.change(
            "writer.edit_table", action=action, number=number, caption="", first=first, count=count, cells=cells,
            texts=texts or [], by=by, descending=descending, style=style,
        )  # fmt: skip
        value["holds"] = _of_table(action, value, count)
        return report(value, f"{action}: the table reads back as wanted")


async def _inserted(
    shown: ShownDocument, size: list[int], texts: list[list[str]] | None, spot: list[Any]
) -> ActionReport:
    rows, columns = size
    value = await shown.change("writer.insert_table", rows=rows, columns=columns, cells=texts, spot=spot)
    filled = " and its cells read back as given" if texts else ""
    return report(value, f"table {value['name']!r} has {rows} rows and {columns} columns{filled}")


def _of_table(action: str, value: dict[str, Any], count: int) -> list[dict[str, Any]]:
    key = str(value["number"])
    if action == "remove table":
        return [held("tables", str(value["tables"]))]
    if action == "header rows":
        return [held("table header rows", str(count), key=key)]
    if action == "merge":
        return [held("table merged", "on", key=key)]
    if action in ("write", "sort"):
        rows = [tuple(map(str, row)) for row in value["cells"]]
        return [{"cells": rows}] if len({len(row) for row in rows}) == 1 else []
    if action in ("style", "split"):
        return []
    return [held("table size", f"{value['rows']} x {value['columns']}", key=key)]


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
        size = [spelled_value(property_named("picture width"), side) if side else "" for side in (width, height)]
        if action == "insert":
            value = await shown.change(
                "writer.insert_image", path=_picture(path, shown), spot=[at, text, nth], size=size,
                how=[wrap or "inline", caption, description],
            )  # fmt: skip
        elif action == "change":
            value = await shown.change("writer.change_image", number=number, size=size, wrap=wrap)
        else:
            value = await shown.change("writer.remove_image", number=number)
            value["holds"] = [held("pictures", str(value["left"]))]
            return report(value, f"picture {value['name']!r} is gone, {value['left']} left")
        key = str(value["name"])
        value["holds"] = [held(f"picture {side}", str(value[side]), key=key) for side in ("width", "height")]
        value["holds"] += [{"paragraph": caption}] if caption else []
        return report(value, f"picture {value['number']} is {value['width']} x {value['height']}, wrap {value['wrap']}")


def _picture(path: str, shown: ShownDocument) -> str:
    if not path:
        raise ToolError("give the path of the picture to insert")
    file = path_meant(path, shown.scope.working_folder)
    if not file.is_file():
        there = file.parent.glob("*.*") if file.parent.is_dir() else ()
        near = sorted(other.name for other in there if other.suffix.lower() in _PICTURES)
        more = f"; pictures there: {', '.join(near[:10])}" if near else ""
        raise ToolError(f"there is no file {str(file)!r}{more}")
    return str(file)


def _add_marks(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(keeps=Keeps.ALL, words=_MARKS))
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
            done["holds"] = [held(_COUNTED[kind], str(done["count"]))] if kind in _COUNTED else []
            return report(done, f"{done['removed']} {kind} removed, {done['count']} left")
        if not text.strip() or not value.strip():
            raise ToolError("give the words that it belongs to as text, and what it says or leads to as value")
        done = await shown.change("writer.mark_text", kind=kind, text=text, value=value, nth=nth)
        done["holds"] = _of_mark(kind, text, value, done)
        return report(done, f"the {kind} reads {value[:100]!r}")


def _of_mark(kind: Mark, text: str, value: str, done: dict[str, Any]) -> list[dict[str, Any]]:
    if kind == "link":
        return [{"paragraph": text, **held("link", value)}]
    if kind == "bookmark":
        return [held("bookmark", "on", key=value)]
    said = "comment text" if kind == "comment" else "note text"
    return [held(_COUNTED[kind], str(done["count"])), held(said, value)]


def _add_fields(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(keeps=Keeps.ALL, words=_FIELDS))
    async def insert_field(  # noqa: PLR0913 the tool's parameters are what models know
        field: Literal[
            "page", "pages", "date", "time", "title", "subject", "author", "file", "words", "characters", "contents"
        ],
        at: Annotated[_At | None, Field(description=f"{_AT}; else the cursor, of contents the start")] = None,
        text: Words = "",
        nth: Nth = 0,
        value: Annotated[
            str | None,
            Field(max_length=500, description="title or subject that the document gets; heading of the contents"),
        ] = None,
        action: Annotated[Literal["insert", "update", "remove"], Field(description="of contents")] = "insert",
        levels: Annotated[int, Field(ge=1, le=10, description="of headings in the contents")] = 10,
    ) -> ActionReport:
        """Insert a field that keeps itself up to date (page number, number of pages, date, the document's title …), or a table
        of contents made of the headings; update or remove the contents that are there."""
        if field == "contents":
            spot = {
                "at": at or "start",
                "text": text,
                "nth": nth,
                "title": "Table of Contents" if value is None else value,
                "levels": levels,
            }
            return await _contents(shown, action, spot if action == "insert" else {})
        done = await shown.change(
            "writer.insert_field", field=field, at=at or "cursor", text=text, nth=nth, value=value or ""
        )
        done["holds"] = [held("field", "on", key=_FIELD_KINDS.get(field, field))]
        doubt = "" if done["shows"].strip() else f"it shows nothing, since the document has no {field}"
        return report(done, f"the field shows {done['shows']!r}", doubt)


async def _contents(shown: ShownDocument, action: str, spot: dict[str, Any]) -> ActionReport:
    value = await shown.change(f"writer.{action}_contents", **spot)
    entries = list(value.get("entries") or ())
    value["holds"] = [held("table of contents", "off" if action == "remove" else "on")]
    value["holds"] += [held("contents entries", str(len(entries)))] if entries else []
    doubt = "" if action == "remove" or entries else (
        "it has no entry: the document has no heading; give lines the style Heading 1, then update it"
    )  # fmt: skip
    said = f"the table of contents has {len(entries)} entries" if entries else f"{action} done"
    return report(value, said, doubt)


def _add_section(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(keeps=Keeps.ALL, words=_SECTION))
    async def insert_section(
        first: Annotated[str, Field(min_length=1, description="words of the first paragraph in it")],
        last: Annotated[str, Field(description="words of the last one; the same without")] = "",
        columns: Annotated[int, Field(ge=1, le=10)] = 1,
        name: str = "",
        protected: bool = False,
    ) -> ActionReport:
        """Make paragraphs a section: with columns of its own, a name or a protection."""
        value = await shown.change(
            "writer.insert_section", first=first, last=last, columns=columns, name=name, protected=protected
        )
        value["holds"] = [held("columns", str(columns))] if columns > 1 else []
        return report(value, f"section {value['name']!r} has {columns} columns")


def _add_changes(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(words=_CHANGES))
    async def track_changes(
        action: Literal["accept", "reject", "record", "stop recording"],
        number: Annotated[int, Field(ge=0, description="one of list_parts; 0 all")] = 0,
        author: Annotated[str, Field(description="only this person's")] = "",
    ) -> ActionReport:
        """Accept or reject tracked changes; switch their recording on or off."""
        if action in ("record", "stop recording"):
            value = await shown.change("writer.record_changes", is_on=action == "record")
            recording = "on" if value["recording"] else "off"
            value["holds"] = [held("change recording", recording)]
            return report(value, f"recording of changes is {recording}")
        value = await shown.change("writer.decide_changes", decision=action, number=number, author=author)
        value["holds"] = [held("tracked changes", "0")] if not value["left"] else []
        return report(value, f"{value['decided']} changes {action}ed, {value['left']} left")
