"""Tools for the whole of a text document: pages, headers and footers, contents, sections, tracked changes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from ufo.commands.tools.server import ToolServer
from ufo.commands.uno.reports import condition, report
from ufo.commands.uno.shown_document import ShownDocument
from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.properties import property_named, spelled_value
from ufo.schema.property_values import PAPERS, millimetres
from ufo.schema.tool_facts import Keeps, ToolFacts

At = Annotated[
    Literal["cursor", "start", "end", "before", "after"],
    Field(description="where in the document; before or after the words `text`"),
]
Words = Annotated[str, Field(max_length=1000, description="words of the document, for before and after")]
Nth = Annotated[int, Field(ge=0, description="which of several such places, from 1")]
_PAGE = (
    "page setup",
    "page",
    "landscape",
    "portrait",
    "orientation",
    "margin",
    "paper",
    "columns",
    "A4",
    "A5",
    "letter size",
    "sideways",
    "upright",
)
_BANDS = ("header and footer", "header", "footer", "page number", "numbered pages", "number the pages")
_CONTENTS = ("table of contents", "contents", "toc", "index")
_CHANGES = (
    "tracked changes", "changes", "accept", "reject", "revision", "redline", "suggestion", "edits", "alter", "agree",
)  # fmt: skip
_SECTION = ("section", "columns", "newspaper", "protect part", "nobody alter part")


def add_page_tools(server: ToolServer, shown: ShownDocument) -> None:
    _add_pages(server, shown)
    _add_contents(server, shown)
    _add_section(server, shown)
    _add_changes(server, shown)


def _add_pages(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(keeps=Keeps.ALL, words=_PAGE))
    async def set_page(
        orientation: Literal["portrait", "landscape", ""] = "",
        size: Annotated[str, Field(description="A4, A5, letter, or 210 x 297 mm")] = "",
        margins: Annotated[
            dict[Literal["left", "right", "top", "bottom"], str] | None, Field(description='{"left": "2 cm"}')
        ] = None,
        columns: Annotated[int, Field(ge=0, le=3, description="1 to 3")] = 0,
    ) -> ActionReport:
        """Set orientation, paper, margins and columns of all pages; what is left out stays."""
        sides = {side: _spelled(f"{side} margin", value) for side, value in (margins or {}).items()}
        if not (orientation or size or sides or columns):
            raise ToolError("say what to set: orientation, size, a margin or columns")
        paper = _spelled("page size", size) if size else ""
        value = await shown.change(
            "writer.set_page", orientation=orientation, size=_hundredths(paper), margins=sides, columns=columns
        )
        wanted = {
            "page orientation": orientation, "page size": paper, "columns": str(columns or ""),
            **{f"{side} margin": length for side, length in sides.items()},
        }  # fmt: skip
        # Where there is a header, formats count the margin to it or to the text.
        bands = {"top margin": "header", "bottom margin": "footer"}
        left_out = {name for name, band in bands.items() if any(one[band] for one in value["pages"])}
        value["holds"] = [condition(name, wish) for name, wish in wanted.items() if wish and name not in left_out]
        return report(value, "the page reads back as wanted")

    @server.acts(ToolFacts(writes="text", keeps=Keeps.ALL, words=_BANDS))
    async def set_header_footer(
        part: Literal["header", "footer"],
        text: Annotated[
            str,
            Field(
                max_length=2000,
                description='"Page {page} of {pages}"; also {date} {time} {title} {author} {file}; "" takes it away',
            ),
        ],
        align: Literal["left", "center", "right", ""] = "",
        pages: Annotated[Literal["all", "first", "others"], Field(description="others: all but the first")] = "all",
    ) -> ActionReport:
        """Write the header or footer, with page numbers and other fields."""
        value = await shown.change("writer.set_band", part=part, text=text, align=align, pages=pages)
        value["holds"] = _of_band(part, text, pages)
        return report(
            value,
            f"the {part} of {', '.join(value['styles'])} reads {value['text']!r}" if text else f"there is no {part}",
        )


def _of_band(part: str, text: str, pages: str) -> list[dict[str, Any]]:
    """Return what a file tells of a header or footer that all pages have."""
    plain = text.partition("{")[0].strip()
    if pages != "all":
        return [condition("field", "on", key="page number")] if "{page}" in text else []
    if not text:
        return [condition(part, "none")]
    number = [condition("field", "on", key="page number")] if "{page}" in text else []
    return [*([condition(part, plain)] if plain else []), *number]


def _add_contents(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(keeps=Keeps.ALL, words=_CONTENTS))
    async def insert_contents(
        action: Literal["insert", "update", "remove"] = "insert",
        at: At = "start",
        text: Words = "",
        nth: Nth = 0,
        title: Annotated[str, Field(max_length=200)] = "Table of Contents",
        levels: Annotated[int, Field(ge=1, le=10, description="of headings")] = 10,
    ) -> ActionReport:
        """Insert a table of contents made of the headings; update or remove those that are there."""
        if action == "insert":
            value = await shown.change("writer.insert_contents", at=at, text=text, nth=nth, title=title, levels=levels)
        else:
            value = await shown.change(f"writer.{action}_contents")
        entries = list(value.get("entries") or ())
        value["holds"] = [condition("table of contents", "off" if action == "remove" else "on")]
        value["holds"] += [condition("contents entries", str(len(entries)))] if entries else []
        empty = action != "remove" and not entries
        doubt = (
            "it has no entry: the document has no heading; give lines the style Heading 1, then update it"
            if empty
            else ""
        )
        return report(
            value, f"the table of contents has {len(entries)} entries" if entries else f"{action} done", doubt
        )


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
        value["holds"] = [condition("columns", str(columns))] if columns > 1 else []
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
            value["holds"] = [condition("change recording", "on" if value["recording"] else "off")]
            return report(value, f"recording of changes is {'on' if value['recording'] else 'off'}")
        value = await shown.change("writer.decide_changes", decision=action, number=number, author=author)
        value["holds"] = [condition("tracked changes", "0")] if not value["left"] else []
        return report(value, f"{value['decided']} changes {action}ed, {value['left']} left")


def _spelled(name: str, value: str) -> str:
    return spelled_value(property_named(name), value)


def _hundredths(paper: str) -> list[int]:
    """Return a paper's sides in hundredths of a millimetre, none for no paper."""
    if not paper:
        return []
    known = PAPERS.get(paper)
    sides = known or [millimetres(f"{one.strip()} mm") or 0.0 for one in paper.removesuffix(" mm").split(" x ")]
    return [round(one * 100) for one in sides]
