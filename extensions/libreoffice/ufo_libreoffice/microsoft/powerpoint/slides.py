"""Reads and writes the texts of slides of PowerPoint, puts slides in order, and exports them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ufo_libreoffice.microsoft.shown import Shown, one_step
from ufo_libreoffice.microsoft.values import OfficeError, colour_told, each
from ufo_libreoffice.office.impress.slide_plan import brief_of, is_as_asked, layout_for, titles_after
from ufo_libreoffice.office.refusals import Refused

_LAYOUTS = {
    "title": (1,), "title and content": (16, 2), "two content": (29, 3), "title only": (11,), "blank": (12,),
    "centered text": (33,),
}  # fmt: skip
"""ppSlideLayout: the one that is set, and others that are told by the same name."""
_NAMES = {number: name for name, numbers in _LAYOUTS.items() for number in numbers}
_PLACEHOLDER = 14
"""msoPlaceholder."""
_TITLES, _SUBTITLE, _BODIES, _FURNITURE = (1, 3, 5), (4,), (2, 6, 7), (13, 14, 15, 16)
"""ppPlaceholderType; the last are number, header, footer and date."""
_KINDS = {1: "Custom", 3: "Chart", 6: "Group", 9: "Line", 13: "GraphicObject", 16: "Media", 17: "Text", 19: "Table"}
_CM = 72 / 2.54
_MOST_SLIDES, _MOST_TOLD, _MOST_LEVELS = 500, 40, 5
_PICTURES = {".png": "PNG", ".jpg": "JPG", ".jpeg": "JPG", ".gif": "GIF", ".svg": "SVG"}
_PDF = 32
"""ppSaveAsPDF."""


def require_slides(shown: Shown, *, writable: bool = False) -> None:
    shown.require("presentation")
    if writable:
        shown.require_writable()


def count_of(shown: Shown) -> int:
    return int(shown.document.Slides.Count)


def slide_at(shown: Shown, number: int) -> Any:
    """Return a slide by its number from 1, or the one in view for 0."""
    if not number:
        return shown.window.View.Slide
    if not 1 <= number <= count_of(shown):
        raise Refused(f"there are {count_of(shown)} slides, so there is no slide {number}")
    return shown.document.Slides("Item", number)


def numbers_of(shown: Shown, slides: Sequence[int] | None) -> list[int]:
    """Return the numbers in order, all of them for none. Raises Refused for a slide that is not there."""
    for number in slides or ():
        if number < 1:
            raise Refused("slides are counted from 1")
        slide_at(shown, number)
    return sorted(set(slides)) if slides else list(range(1, count_of(shown) + 1))


def placeholders(slide: Any, kinds: Sequence[int]) -> list[Any]:
    return [
        shape for shape in each(slide.Shapes)
        if shape.Type == _PLACEHOLDER and shape.PlaceholderFormat.Type in kinds and shape.HasTextFrame
    ]  # fmt: skip


def text_of(shape: Any) -> str:
    return str(shape.TextFrame2.TextRange.Text).replace("\r", "\n").replace("\x0b", "\n") if shape.HasTextFrame else ""


def _lines(shape: Any) -> list[str]:
    """Return the lines of a shape; tabs before a line are its level."""
    texts = str(shape.TextFrame2.TextRange.Text)
    if not texts:
        return []
    levels = [int(item.ParagraphFormat.IndentLevel) for item in each_paragraph(shape)]
    return ["\t" * (level - 1) + line for level, line in zip(levels, texts.split("\r"), strict=False)]


def each_paragraph(shape: Any) -> Iterator[Any]:
    whole = shape.TextFrame2.TextRange
    for number in range(1, str(whole.Text).count("\r") + 2):
        yield whole("Paragraphs", number, 1)


def notes_of(slide: Any) -> str:
    return "\n".join(text_of(shape) for shape in placeholders(slide.NotesPage, (2,)))


def layout_of(slide: Any) -> str:
    return _NAMES.get(int(slide.Layout), "other")


def read_slides(shown: Shown, slide: int) -> list[dict[str, Any]]:
    """Return what the slide shows, or all slides for 0. What a slide has not is left out."""
    require_slides(shown)
    numbers = [slide] if slide else range(1, count_of(shown) + 1)
    return [told(slide_at(shown, number)) for number in numbers]


def told(slide: Any) -> dict[str, Any]:
    bodies = placeholders(slide, _BODIES)
    found: dict[str, Any] = {
        "slide": int(slide.SlideIndex),
        "layout": layout_of(slide),
        "title": "\n".join(text_of(shape) for shape in placeholders(slide, _TITLES)),
        "subtitle": "\n".join(text_of(shape) for shape in placeholders(slide, _SUBTITLE)),
        "bullets": _lines(bodies[0]) if bodies else [],
        "right": [line for shape in bodies[1:] for line in _lines(shape)],
        "notes": notes_of(slide),
        "hidden": bool(slide.SlideShowTransition.Hidden),
        "others": [_other(number, shape) for number, shape in enumerate(each(slide.Shapes), 1) if not _is_place(shape)],
    }
    return {key: value for key, value in found.items() if value or key in ("slide", "layout")}


def _is_place(shape: Any) -> bool:
    if shape.Type != _PLACEHOLDER or shape.HasTable:
        return False
    return shape.PlaceholderFormat.Type in (*_TITLES, *_SUBTITLE, *_BODIES, *_FURNITURE)


def _other(number: int, shape: Any) -> dict[str, Any]:
    rows = {"rows": rows_of(shape.Table)} if shape.HasTable else {}
    kind = "Table" if rows else _KINDS.get(int(shape.Type), "Shape")
    text = text_of(shape)
    sides = {name.lower(): f"{float(getattr(shape, name)) / _CM:.3g} cm" for name in ("Left", "Top", "Width", "Height")}
    return {
        "number": number, "kind": kind, **rows, "name": str(shape.Name), **({"text": text} if text else {}),
        **colours_of(shape), **sides,
    }  # fmt: skip


def colours_of(shape: Any) -> dict[str, str]:
    """Return the plain colours of a shape's fill and line, "none" where it has none; nothing of a shape that has neither."""
    try:
        parts = {"fill": shape.Fill, "line": shape.Line}
        return {name: colour_told(part.ForeColor.RGB) if part.Visible else "none" for name, part in parts.items()}
    except OfficeError:
        return {}


def rows_of(table: Any) -> list[list[str]]:
    return [[text_of(cell) for cell in line] for line in cells_of(table)]


def cells_of(table: Any) -> list[list[Any]]:
    """Return the shapes of a table's cells, row by row."""
    columns = range(1, int(table.Columns.Count) + 1)
    return [[table("Cell", row, column).Shape for column in columns] for row in range(1, int(table.Rows.Count) + 1)]


def write_slides(shown: Shown, slides: list[dict[str, Any]], before: int) -> dict[str, Any]:
    """Add slides, and change those that give their number in "slide". New ones come together before the slide with that number,
    for 0 at the end, in place of a single empty slide.
    """
    require_slides(shown, writable=True)
    if len(slides) > _MOST_SLIDES:
        raise Refused(f"{len(slides)} slides are too many for one call; write {_MOST_SLIDES} at most")
    changed = [(slide_at(shown, int(record["slide"])), record) for record in slides if record.get("slide")]
    new = [record for record in slides if not record.get("slide")]
    if before:
        slide_at(shown, before)
    at = before or count_of(shown) + 1
    bare = slide_at(shown, 1) if new and not changed and count_of(shown) == 1 and _is_bare(slide_at(shown, 1)) else None
    with one_step(shown, "Write slides"):
        for slide, record in changed:
            _fill(slide, record, layout_for(record, layout_of(slide), _LAYOUTS))
        for place, record in enumerate(new):
            layout = layout_for(record, "", _LAYOUTS)
            slide = shown.document.Slides("Add", at + place, _LAYOUTS[layout][0])
            changed.append((slide, record))
            try:
                _fill(slide, record, layout)
            except Refused:
                for made, _ in changed[len(slides) - len(new) :]:
                    made("Delete")
                raise
        if bare is not None:
            bare("Delete")
    equal = all(is_as_asked(told(slide), record) and _has_rows(slide, record) for slide, record in changed)
    return {"count": count_of(shown), "slides": briefly(shown), "equal": equal}


def _is_bare(slide: Any) -> bool:
    return not notes_of(slide) and all(
        shape.Type == _PLACEHOLDER and not text_of(shape) for shape in each(slide.Shapes)
    )


def _fill(slide: Any, record: Mapping[str, Any], layout: str) -> None:
    """Write the texts of a slide. A text that is None stays as it is."""
    if layout in _LAYOUTS and layout_of(slide) != layout:
        slide.Layout = _LAYOUTS[layout][0]
    lines, subtitle = record.get("bullets"), record.get("subtitle")
    if layout == "title" and lines is not None:
        subtitle, lines = "\n".join([*([subtitle] if subtitle else []), *lines]), None
    bodies = placeholders(slide, _BODIES)
    _write(placeholders(slide, _TITLES)[:1], _one_line(record.get("title")), layout)
    _write(placeholders(slide, _SUBTITLE)[:1], None if subtitle is None else subtitle.split("\n"), layout)
    _write(bodies[:1], lines, layout)
    _write(bodies[1:2], record.get("right"), layout)
    if record.get("table") is not None:
        _write_table(slide, record["table"], int(record.get("table_number") or 1))
    if record.get("notes") is not None:
        _write(placeholders(slide.NotesPage, (2,))[:1], str(record["notes"]).split("\n"), "notes")


def _one_line(text: Any) -> list[str] | None:
    return None if text is None else [str(text)]


def _write(places: Sequence[Any], lines: Sequence[str] | None, layout: str) -> None:
    if lines is None or not (places or any(lines)):
        return
    if not places:
        raise Refused(
            f"the layout {layout!r} has no place for {lines[0]!r}; give that slide another layout: {', '.join(_LAYOUTS)}"
        )
    texts = [line.lstrip("\t") for line in lines]
    places[0].TextFrame2.TextRange.Text = "\r".join(text.replace("\n", "\x0b") for text in texts)
    for paragraph, line, text in zip(each_paragraph(places[0]), lines, texts, strict=False):
        if line != text or len(lines) > 1:
            paragraph.ParagraphFormat.IndentLevel = min(len(line) - len(text), _MOST_LEVELS - 1) + 1


def _table_of(slide: Any, number: int) -> Any:
    tables = [shape.Table for shape in each(slide.Shapes) if shape.HasTable]
    if not 1 <= number <= len(tables):
        raise Refused(f"the slide has {len(tables)} tables, so there is no table {number}")
    return tables[number - 1]


def _write_table(slide: Any, rows: Sequence[Sequence[str | None]], number: int) -> None:
    table = _table_of(slide, number)
    for _ in range(len(rows) - int(table.Rows.Count)):
        table.Rows("Add")
    for _ in range(max(map(len, rows)) - int(table.Columns.Count)):
        table.Columns("Add")
    for line, cells in zip(rows, cells_of(table), strict=False):
        for text, cell in zip(line, cells, strict=False):
            if text is not None:
                cell.TextFrame2.TextRange.Text = str(text)


def _has_rows(slide: Any, record: Mapping[str, Any]) -> bool:
    if record.get("table") is None:
        return True
    found = rows_of(_table_of(slide, int(record.get("table_number") or 1)))
    return all(
        text is None or found[y][x] == str(text)
        for y, line in enumerate(record["table"])
        for x, text in enumerate(line)
    )


def briefly(shown: Shown) -> list[dict[str, Any]]:
    """Return each slide's number, layout and title, and how many bullets it has."""
    return [brief_of(told(slide_at(shown, number))) for number in range(1, min(count_of(shown), _MOST_TOLD) + 1)]


def arrange_slides(shown: Shown, action: str, slides: list[int], to: int, layout: str) -> dict[str, Any]:
    """Move slides before the one with the number `to` (0: to the end), or delete, duplicate, hide or show them, or give them a
    layout.
    """
    require_slides(shown, writable=True)
    if not slides:
        raise Refused("say which slides, by their numbers")
    numbers = numbers_of(shown, slides)
    if action == "delete" and len(numbers) == count_of(shown):
        raise Refused("a document needs one slide; write the new ones first, then delete these")
    if action == "layout" and layout not in _LAYOUTS:
        raise Refused(f"{layout!r} is no layout here; take one of {', '.join(_LAYOUTS)}")
    if to:
        slide_at(shown, to)
    expected = titles_after(_titles(shown), action, numbers, to)
    chosen = [slide_at(shown, number) for number in numbers]
    with one_step(shown, f"{action.capitalize()} slides"):
        if action == "move":
            _move(shown, chosen, numbers, to)
        for slide in reversed(chosen):
            _arrange(slide, action, layout)
    equal = _titles(shown) == expected
    if action in ("hide", "show"):
        equal = equal and all(bool(slide.SlideShowTransition.Hidden) == (action == "hide") for slide in chosen)
    if action == "layout":
        equal = equal and all(layout_of(slide) == layout for slide in chosen)
    return {"count": count_of(shown), "slides": briefly(shown), "equal": equal}


def _move(shown: Shown, chosen: Sequence[Any], numbers: Sequence[int], to: int) -> None:
    end = to or count_of(shown) + 1
    # Each goes before a slide that stays; those that stood before it make room.
    stays = [number for number in range(1, count_of(shown) + 1) if number not in numbers]
    after = shown.document.Slides("Item", next((number for number in stays if number >= end), stays[-1]))
    for slide in chosen:
        at, place = int(slide.SlideIndex), int(after.SlideIndex)
        behind = not any(number >= end for number in stays)
        if behind:
            slide("MoveTo", count_of(shown))
        else:
            slide("MoveTo", place - 1 if at < place else place)


def _arrange(slide: Any, action: str, layout: str) -> None:
    if action in ("delete", "duplicate"):
        slide(action.capitalize())
    elif action == "layout":
        slide.Layout = _LAYOUTS[layout][0]
    elif action in ("hide", "show"):
        slide.SlideShowTransition.Hidden = action == "hide"


def _titles(shown: Shown) -> list[str]:
    return [
        "\n".join(text_of(shape) for shape in placeholders(slide, _TITLES)) or f"#{slide.SlideID}"
        for slide in each(shown.document.Slides)
    ]


def export(shown: Shown, path: str, slides: list[int] | None, options: Mapping[str, Any]) -> dict[str, Any]:
    """Write a PDF of all slides, or a picture of each: "talk-2.png" for several."""
    require_slides(shown)
    numbers, file = numbers_of(shown, slides), Path(path)
    ending = file.suffix.lower()
    if ending == ".pdf":
        if slides and len(numbers) != count_of(shown):
            raise Refused("PowerPoint writes all slides into a PDF here; leave slides out, or take pictures (.png)")
        shown.document("SaveCopyAs", path, _PDF)
        files = [path]
    elif ending in _PICTURES:
        files = _names(file, numbers)
        sides = shown.document.PageSetup
        wide = int(options.get("width") or 1920)
        high = round(wide * float(sides.SlideHeight) / float(sides.SlideWidth))
        high -= high % 2 if options.get("even") else 0
        for number, name in zip(numbers, files, strict=True):
            slide_at(shown, number)("Export", name, _PICTURES[ending], wide, high)
    else:
        raise Refused(
            f"{ending or 'no ending'!r} cannot be exported; take .pdf, {', '.join(_PICTURES)}, or use save_as"
        )
    sizes = [Path(name).stat().st_size if Path(name).is_file() else 0 for name in files]
    return {"path": files[0], "files": files, "size": min(sizes), "modified": not shown.document.Saved}


def export_shown(shown: Shown, path: str) -> dict[str, Any]:
    """Export the slide in view alone."""
    return export(shown, path, [int(slide_at(shown, 0).SlideIndex)], {})


def _names(file: Path, numbers: Sequence[int]) -> list[str]:
    if len(numbers) == 1:
        return [str(file)]
    names = [file.with_name(f"{file.stem}-{number}{file.suffix}") for number in numbers]
    if there := [name for name in names if name.exists()]:
        raise Refused(f"{str(there[0])!r} exists already and is not replaced; choose another file_name")
    return [str(name) for name in names]
