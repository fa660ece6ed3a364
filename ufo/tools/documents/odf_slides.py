"""Makes OpenDocument presentations of marked text: each heading of the first level, and each `---`, begins a slide.

`# [title] Heading` gives a slide the title layout; `[title and content]` and `[title only]` are the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from ufo.schema.patterns import regex
from ufo.tools.documents.marked_text import Block, blocks_in
from ufo.tools.documents.odf_package import write_package
from ufo.tools.documents.odf_text import emphasis_styles, list_of, list_styles, spans

_TITLE = 'svg:x="1.4cm" svg:y="0.63cm" svg:width="25.2cm" svg:height="2.63cm"'
_OUTLINE = 'svg:x="1.4cm" svg:y="3.69cm" svg:width="25.2cm" svg:height="11cm"'
_BELOW = 'svg:x="1.4cm" svg:y="9.5cm" svg:width="25.2cm" svg:height="5cm"'
_CENTRE = 'svg:x="1.4cm" svg:y="5cm" svg:width="25.2cm" svg:height="3.5cm"'
_NOTES = 'svg:x="2.1cm" svg:y="14.1cm" svg:width="16.8cm" svg:height="13.4cm"'
_THUMB = 'svg:x="3.1cm" svg:y="2.2cm" svg:width="14.8cm" svg:height="11.1cm"'
_LAYOUTS = {"title": "TitleSlide", "title and content": "TitleContent", "title only": "TitleOnly"}
_CHOSEN = regex(rf"\[({'|'.join(_LAYOUTS)})\]\s*(.*)")


@dataclass
class _Slide:
    """`layout`: the one that was asked for, "" where it follows from what the slide holds."""

    title: str = ""
    layout: str = ""
    body: list[Block] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def table(self) -> Block | None:
        return next((block for block in self.body if block.kind == "table"), None)

    @property
    def text(self) -> list[Block]:
        return [block for block in self.body if block.kind != "table"]


def write_slides(path: Path, text: str) -> int:
    """Write an .odp file and return how many slides it has. Raises OSError."""
    slides = _slides(blocks_in(text))
    pages = "".join(_page(slide, number, len(slides)) for number, slide in enumerate(slides, 1))
    automatic = (
        f"{emphasis_styles()}{list_styles()}"
        '<style:style style:name="page" style:family="drawing-page"/>'
        '<style:style style:name="title" style:family="presentation" style:parent-style-name="Default-title"/>'
        '<style:style style:name="outline" style:family="presentation" style:parent-style-name="Default-outline1"/>'
        '<style:style style:name="subtitle" style:family="presentation" style:parent-style-name="Default-subtitle"/>'
        '<style:style style:name="notes" style:family="presentation" style:parent-style-name="Default-notes"/>'
    )
    content = (
        f"<office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body><office:presentation>{pages}</office:presentation></office:body>"
    )
    write_package(path, content, _styles())
    return len(slides)


def _slides(blocks: Sequence[Block]) -> list[_Slide]:
    slides = [_Slide()]
    for block in blocks:
        begins = block.kind == "break" or (block.kind == "heading" and block.level == 1)
        if begins and (slides[-1].title or slides[-1].body or slides[-1].notes):
            slides.append(_Slide())
        if block.kind == "heading" and not slides[-1].title and not slides[-1].body:
            chosen = _CHOSEN.fullmatch(block.text)
            slides[-1].title = chosen[2] if chosen else block.text
            slides[-1].layout = chosen[1] if chosen else ""
        elif block.kind == "note":
            slides[-1].notes.append(block.text)
        elif block.kind != "break":
            slides[-1].body.append(block)
    return slides


def _page(slide: _Slide, number: int, count: int) -> str:
    looks_like_a_title = (
        number == 1 and count > 1 and all(block.kind in ("paragraph", "heading") for block in slide.body)
    )
    usual = "TitleSlide" if looks_like_a_title else "TitleContent" if slide.body else "TitleOnly"
    layout = _LAYOUTS.get(slide.layout, usual)
    is_title = layout == "TitleSlide"
    parts = [_box("title", _CENTRE if is_title else _TITLE, f"<text:p>{spans(slide.title)}</text:p>")]
    if is_title:
        parts.append(_box("subtitle", _BELOW, _paragraphs(slide.text)))
    elif slide.text:
        parts.append(_box("outline", _OUTLINE, _outline(slide.text)))
    if slide.table is not None:
        parts.append(_table(slide.table, _BELOW if slide.text else _OUTLINE))
    if slide.notes:
        text = "".join(f"<text:p>{spans(note)}</text:p>" for note in slide.notes)
        thumbnail = (
            f'<draw:page-thumbnail draw:layer="layout" {_THUMB} draw:page-number="{number}" presentation:class="page"/>'
        )
        parts.append(
            f'<presentation:notes draw:style-name="page">{thumbnail}{_box("notes", _NOTES, text)}</presentation:notes>'
        )
    head = (
        f'draw:name="page{number}" draw:style-name="page" draw:master-page-name="Default" '
        f'presentation:presentation-page-layout-name="{layout}"'
    )
    return f"<draw:page {head}>{''.join(parts)}</draw:page>"


def _box(kind: str, place: str, inside: str) -> str:
    return (
        f'<draw:frame presentation:style-name="{kind}" draw:layer="layout" {place} presentation:class="{kind}">'
        f"<draw:text-box>{inside}</draw:text-box></draw:frame>"
    )


def _paragraphs(blocks: Sequence[Block]) -> str:
    return "".join(f"<text:p>{spans(block.text)}</text:p>" for block in blocks)


def _outline(blocks: Sequence[Block]) -> str:
    parts = []
    for kind, group in groupby(blocks, key=lambda block: block.kind):
        items = list(group)
        if kind in ("bullet", "number"):
            parts.append(list_of(items, "Bullets" if kind == "bullet" else "Numbers"))
        else:
            parts.append(_paragraphs(items))
    return "".join(parts)


def _table(block: Block, place: str) -> str:
    rows = "".join(
        "<table:table-row>"
        + "".join(f"<table:table-cell><text:p>{spans(cell)}</text:p></table:table-cell>" for cell in row)
        + "</table:table-row>"
        for row in block.rows
    )
    columns = "<table:table-column/>" * len(block.rows[0])
    return f'<draw:frame draw:layer="layout" {place}><table:table>{columns}{rows}</table:table></draw:frame>'


def _styles() -> str:
    def text_style(name: str, size: int, align: str = "start") -> str:
        return (
            f'<style:style style:name="Default-{name}" style:family="presentation">'
            '<style:graphic-properties draw:stroke="none" draw:fill="none"/>'
            f'<style:paragraph-properties fo:text-align="{align}"/><style:text-properties fo:font-size="{size}pt"/></style:style>'
        )

    def layout(name: str, *kinds: str) -> str:
        places = {"title": _TITLE, "outline": _OUTLINE, "subtitle": _BELOW}
        holders = "".join(f'<presentation:placeholder presentation:object="{kind}" {places[kind]}/>' for kind in kinds)
        return f'<style:presentation-page-layout style:name="{name}">{holders}</style:presentation-page-layout>'

    return (
        "<office:styles>"
        f"{text_style('title', 36, 'center')}{text_style('outline1', 24)}{text_style('subtitle', 24, 'center')}"
        f"{text_style('notes', 14)}"
        f"{layout('TitleSlide', 'title', 'subtitle')}{layout('TitleContent', 'title', 'outline')}{layout('TitleOnly', 'title')}"
        "</office:styles>"
        "<office:automatic-styles>"
        '<style:page-layout style:name="Screen"><style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm" '
        'style:print-orientation="landscape" fo:margin-top="0cm" fo:margin-bottom="0cm" fo:margin-left="0cm" '
        'fo:margin-right="0cm"/></style:page-layout>'
        '<style:style style:name="back" style:family="drawing-page"/>'
        "</office:automatic-styles>"
        '<office:master-styles><style:master-page style:name="Default" style:page-layout-name="Screen" '
        'draw:style-name="back"/></office:master-styles>'
    )
