"""Reads and writes the texts of slides, and puts slides in order. Each call is one undo step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..api import each
from ..connection import Shown
from ..refusals import Refused
from .shapes import colours_of
from .slide_pages import (
    LAYOUTS,
    count_of,
    duplicate,
    edited,
    insert,
    is_empty,
    kind_of,
    layout_of,
    leave_master,
    moved,
    number_of,
    numbers_of,
    of_kind,
    own_name,
    page_at,
    remove,
    renumber,
    require_pages,
    require_slides,
    shapes_of,
    show,
    whole_step,
)
from .slide_plan import brief_of, is_as_asked, layout_for, titles_after
from .slide_tables import has_rows, rows_of, write_table

_MOST_SLIDES = 500
_MOST_TOLD = 40
_TITLE, _SUBTITLE, _OUTLINE, _NOTES = "TitleTextShape", "SubtitleShape", "OutlinerShape", "NotesShape"
_PLACES = (_TITLE, _SUBTITLE, _OUTLINE)


def read_slides(shown: Shown, slide: int) -> list[dict[str, Any]]:
    """Return what the slide shows, or all slides for 0. What a slide has not is left out."""
    require_pages(shown)
    numbers = [slide] if slide else range(1, count_of(shown) + 1)
    return [told(page_at(shown, number), number) for number in numbers]


def told(page: Any, number: int) -> dict[str, Any]:
    found: dict[str, Any] = {"slide": number}
    if hasattr(page, "Layout"):
        outlines = of_kind(page, _OUTLINE)
        found |= {
            "layout": layout_of(page),
            "title": _text(of_kind(page, _TITLE)),
            "subtitle": _text(of_kind(page, _SUBTITLE)),
            "bullets": _lines(outlines[0]) if outlines else [],
            "right": [line for shape in outlines[1:] for line in _lines(shape)],
            "notes": notes_of(page),
            "hidden": not page.Visible,
        }
    found["others"] = [
        {"number": place, **_other(shape)}
        for place, shape in enumerate(shapes_of(page), 1)
        if kind_of(shape) not in _PLACES
    ]
    return {key: value for key, value in found.items() if value or key in ("slide", "layout")}


def _other(shape: Any) -> dict[str, Any]:
    place = {"left": shape.Position.X, "top": shape.Position.Y, "width": shape.Size.Width, "height": shape.Size.Height}
    found: dict[str, Any] = {"kind": kind_of(shape).removesuffix("Shape")}
    text = "\n".join(_lines(shape))
    if kind_of(shape) == "TableShape":
        found["rows"] = [list(row) for row in rows_of(shape)]
    return {
        **found, **({"name": shape.Name} if str(shape.Name) else {}), **({"text": text} if text else {}),
        **colours_of(shape), **{key: f"{value / 1000:g} cm" for key, value in place.items()},
    }  # fmt: skip


def _text(shapes: Sequence[Any]) -> str:
    return "\n".join(str(shape.String) for shape in shapes if not is_empty(shape))


def paragraphs(shape: Any) -> Iterator[Any]:
    return each(shape) if hasattr(shape, "createEnumeration") else iter(())


def _lines(shape: Any) -> list[str]:
    """Return the lines of a shape; tabs before a line are its level."""
    if is_empty(shape) or not str(getattr(shape, "String", "")):
        return []
    return [
        "\t" * max(int(getattr(paragraph, "NumberingLevel", 0) or 0), 0) + str(paragraph.String)
        for paragraph in paragraphs(shape)
    ]


def notes_of(page: Any) -> str:
    return _text(of_kind(page.NotesPage, _NOTES))


def write_slides(shown: Shown, slides: list[dict[str, Any]], before: int) -> dict[str, Any]:
    """Add slides, and change those that give their number in "slide". New ones come together before the slide with that number,
    for 0 at the end, in place of a single empty slide.
    """
    require_slides(shown, writable=True)
    if len(slides) > _MOST_SLIDES:
        raise Refused(f"{len(slides)} slides are too many for one call; write {_MOST_SLIDES} at most")
    changed = [slide for slide in slides if slide.get("slide")]
    new = [slide for slide in slides if not slide.get("slide")]
    for entry in changed:
        page_at(shown, int(entry["slide"]))
    if before:
        page_at(shown, before)
    at = before - 1 if before else count_of(shown)
    bare = page_at(shown, 1) if new and not changed and count_of(shown) == 1 and _is_bare(page_at(shown, 1)) else None
    pages: list[tuple[Any, dict[str, Any]]] = []
    with whole_step(shown, "Write slides"):
        for item in changed:
            with edited(shown, int(item["slide"])) as page:
                _fill(page, item, layout_for(item, layout_of(page), LAYOUTS))
            pages.append((page, item))
        for index, record in enumerate(new):
            layout = layout_for(record, "", LAYOUTS)
            page = insert(shown, at + index, layout)
            _fill(page, record, layout)
            pages.append((page, record))
        if bare is not None:
            remove(shown, bare)
    if pages:
        show(shown, pages[0][0])
    now = [told(page, number_of(shown, page)) for page, _ in pages]
    equal = all(is_as_asked(found, candidate) for found, (_, candidate) in zip(now, pages, strict=True))
    equal = equal and all(
        has_rows(page, record["table"], int(record.get("table_number") or 1))
        for page, record in pages
        if "table" in record
    )
    return {"count": count_of(shown), "slides": briefly(shown), "equal": equal}


def briefly(shown: Shown) -> list[dict[str, Any]]:
    """Return each slide's number, layout and title, and how many bullets it has."""
    return [brief_of(told(page_at(shown, number), number)) for number in range(1, min(count_of(shown), _MOST_TOLD) + 1)]


def _is_bare(page: Any) -> bool:
    return all(is_empty(shape) for shape in shapes_of(page)) and not notes_of(page)


def _fill(page: Any, record: dict[str, Any], layout: str) -> None:
    """Write the texts of a slide. A text that is None stays as it is."""
    set_layout(page, layout)
    in_subtitle = layout in ("title", "centered text")
    lines = record.get("bullets")
    subtitle = record.get("subtitle")
    if in_subtitle and lines is not None:
        subtitle, lines = "\n".join([*([subtitle] if subtitle else []), *lines]), None
    _write(page, _TITLE, 0, None if record.get("title") is None else [str(record["title"])], layout)
    _write(page, _SUBTITLE, 0, None if subtitle is None else subtitle.split("\n"), layout)
    _write(page, _OUTLINE, 0, lines, layout)
    _write(page, _OUTLINE, 1, record.get("right"), layout)
    if record.get("table") is not None:
        write_table(page, record["table"], int(record.get("table_number") or 1))
    if record.get("notes") is not None:
        _write(page.NotesPage, _NOTES, 0, str(record["notes"]).split("\n"), "notes")


def set_layout(page: Any, layout: str) -> None:
    """Give the slide a layout. Empty places are taken away before: LibreOffice would turn them into plain boxes."""
    if layout not in LAYOUTS or int(page.Layout) == LAYOUTS[layout]:
        return
    for shape in [shape for shape in shapes_of(page) if is_empty(shape)]:
        page.remove(shape)
    page.Layout = LAYOUTS[layout]


def _write(page: Any, kind: str, which: int, lines: Sequence[str] | None, layout: str) -> None:
    if not lines and which:
        return
    if lines is None:
        return
    places = of_kind(page, kind)
    if which >= len(places):
        if any(lines):
            raise Refused(
                f"the layout {layout!r} has no place for {lines[0]!r}; give that slide another layout: {', '.join(LAYOUTS)}"
            )
        return
    place = places[which]
    plain = [line.lstrip("\t") for line in lines]
    place.setString("\n".join(plain))
    if kind == _OUTLINE:
        for block, line, text in zip(paragraphs(place), lines, plain, strict=False):
            block.NumberingLevel = min(len(line) - len(text), 8)


def arrange_slides(shown: Shown, action: str, slides: list[int], to: int, layout: str) -> dict[str, Any]:
    """Move slides before the one with the number `to` (0: to the end), or delete, duplicate, hide or show them, or give them a
    layout.
    """
    require_pages(shown, writable=True)
    numbers = numbers_of(shown, slides)
    if not slides:
        raise Refused("say which slides, by their numbers")
    if action in ("hide", "show", "layout"):
        require_slides(shown)
    if action == "delete" and len(numbers) == count_of(shown):
        raise Refused("a document needs one slide; write the new ones first, then delete these")
    if action == "layout" and layout not in LAYOUTS:
        raise Refused(f"{layout!r} is no layout here; take one of {', '.join(LAYOUTS)}")
    expected = titles_after(_titles(shown), action, numbers, to)
    with whole_step(shown, f"{action.capitalize()} slides"):
        _arrange(shown, action, numbers, to, layout)
    equal = _titles(shown) == expected
    if action in ("hide", "show"):
        equal = equal and all(bool(page_at(shown, number).Visible) == (action == "show") for number in numbers)
    if action == "layout":
        equal = equal and all(layout_of(page_at(shown, number)) == layout for number in numbers)
    return {"count": count_of(shown), "slides": briefly(shown), "equal": equal}


def _arrange(shown: Shown, action: str, numbers: Sequence[int], to: int, layout: str) -> None:
    if action == "move":
        _move(shown, numbers, to)
    elif action in ("delete", "duplicate"):
        for number in reversed(numbers):
            if action == "delete":
                remove(shown, page_at(shown, number))
            else:
                duplicate(shown, number)
    else:
        for number in numbers:
            with edited(shown, number) as page:
                if action == "layout":
                    set_layout(page, layout)
                else:
                    page.Visible = action == "show"


def _move(shown: Shown, numbers: Sequence[int], to: int) -> None:
    leave_master(shown)
    end = to or count_of(shown) + 1
    if to:
        page_at(shown, to)
    pages = [page_at(shown, number) for number in numbers]
    first = end - sum(number < end for number in numbers)
    wanted = list(zip(pages, range(first, first + len(pages)), strict=True))
    # Those that go back to front start with the last, so that none pushes another away.
    for page, place in reversed(wanted):
        if number_of(shown, page) < place:
            _move_one(shown, page, place)
        renumber(shown)
    for page, place in wanted:
        _move_one(shown, page, place)
        renumber(shown)


def _move_one(shown: Shown, page: Any, wanted: int) -> None:
    # One place at a time, and now and then one too many where an earlier command came late.
    for _ in range(2 * count_of(shown)):
        at = number_of(shown, page)
        if at == wanted:
            return
        show(shown, page)
        if not moved(shown, page, "MovePageFirst" if wanted == 1 else "MovePageUp" if at > wanted else "MovePageDown"):
            break
    raise Refused("LibreOffice moves no slide now; end the slide show or what is open over the slides")


def _titles(shown: Shown) -> list[str]:
    return [_title(page_at(shown, number)) for number in range(1, count_of(shown) + 1)]


def _title(page: Any) -> str:
    return _text(of_kind(page, _TITLE)) or own_name(page)
