"""Reads what is no office document: lines of text, pages of HTML and PDF, settings by key, pictures, archives."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ufo.conditions.properties import readers_of
from ufo.conditions.readers.archives import open_archive
from ufo.conditions.readers.pdf import read_pages
from ufo.conditions.readers.pictures import AS_STORED, open_picture
from ufo.conditions.readers.query import Asked, Readers
from ufo.conditions.readers.settings import read_settings
from ufo.conditions.readers.text import page_text, read_text
from ufo.errors import ToolError, UnreadableDocument
from ufo.proof.difference.content import UNSAID, UPRIGHT, Content, Paragraph, Picture

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff")
ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz")
_MOST_VALUES = 50_000
_DIRECTIONS = {0: UPRIGHT, 90: "running downwards", 180: "upside down", 270: "running upwards"}


def read_lines_content(path: Path) -> Content:
    return Content(unit="line", paragraphs=tuple(Paragraph(line) for line in read_text(path).splitlines()))


def read_html_content(path: Path) -> Content:
    """Read what the page shows, a line for each block."""
    return Content(unit="line", paragraphs=tuple(Paragraph(line) for line in page_text(read_text(path)).splitlines()))


def read_pdf_content(path: Path) -> Content:
    document = read_pages(path)
    sizes = ", ".join(dict.fromkeys(f"{width:.0f} x {height:.0f} mm" for width, height in document.page_sizes))
    turned = ", ".join(f"page {number} by {turn}" for number, turn in enumerate(document.page_turns, 1) if turn)
    properties = {"pages": str(len(document.pages)), "page size": sizes, "turned": turned or "none", **document.info}
    pages = zip(document.paragraphs, document.page_marks, document.page_directions, strict=True)
    paragraphs = tuple(
        Paragraph(text or mark, {} if direction is None else {"text": _DIRECTIONS[direction]})
        for text, mark, direction in pages
    )
    pictures = tuple(
        Picture(held.digest, held.count, held.pixels, place=f"page {number}", small=held.small)
        for number, page in enumerate(document.page_pictures, 1)
        for held in page
    )
    return Content("page", paragraphs=paragraphs, properties=properties, pictures=pictures)


def read_settings_content(path: Path) -> Content:
    """Read settings by their keys. A file that holds none is read as lines."""
    try:
        values = dict(flattened(json.loads(read_settings(path))))
    except UnreadableDocument:
        return read_lines_content(path)
    return Content(values=values)


def flattened(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Iterate over (path, value) of the leaves, such as people[0].name; empty lists and objects are leaves."""
    left = [(key, value)]
    count = 0
    while left and count < _MOST_VALUES:
        place, found = left.pop()
        if isinstance(found, dict) and found:
            left += [(f"{place}.{name}" if place else str(name), inner) for name, inner in reversed(found.items())]
        elif isinstance(found, list) and found:
            left += [(f"{place}[{number}]", found[number]) for number in reversed(range(len(found)))]
        else:
            count += 1
            yield place, found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)


def read_picture_content(path: Path) -> Content:
    head = open_picture(path)
    properties = dict(
        properties_of(head, readers_of(".jpg"), ("mode", "picture format", "transparent", "quality", "dpi"))
    )
    if head.all_opaque:
        properties["mode"] += ", no pixel is transparent"
    # Both together say how wide and high it is shown: a program that turns a picture takes the tag away.
    turned = "" if head.orientation == AS_STORED else f", orientation tag {head.orientation}"
    return Content(properties={"size": f"{head.width} x {head.height}{turned}", **properties})


def read_archive_content(path: Path) -> Content:
    if path.suffix.casefold() != ".zip":
        return Content(members=dict.fromkeys(open_archive(path), ""))
    open_archive(path)
    with zipfile.ZipFile(path) as archive:
        members = {found.filename: f"{found.file_size:,} bytes, checksum {found.CRC:08x}" for found in archive.filelist}
    return Content(members=members)


PLAIN: Mapping[str, Callable[[Path], Content]] = {
    **dict.fromkeys((".html", ".htm", ".xhtml"), read_html_content),
    ".pdf": read_pdf_content,
    **dict.fromkeys(
        (".json", ".ini", ".conf", ".desktop", ".xcu", ".cfg", ".keyfile", ".webloc", ".trashinfo"),
        read_settings_content,
    ),
    **dict.fromkeys(PICTURES, read_picture_content),
    **dict.fromkeys(ARCHIVES, read_archive_content),
}


def properties_of(
    file: object, readers: Readers, names: Iterable[str], *, sheet: str = "", start: str = "", page: int = 0
) -> Iterator[tuple[str, str]]:
    """Iterate over (name, value) of the properties that the file tells; with a range in its name for `start`. What a file does
    not say has the value UNSAID.
    """
    for name in names:
        if name not in readers:
            continue
        try:
            found = [reading.value for reading in readers[name](file, Asked(name, sheet=sheet, start=start, page=page))]
        except (UnreadableDocument, ToolError, ValueError, KeyError, IndexError):
            found = [UNSAID]
        if found:
            yield (f"{name} of {start}" if start else name), ", ".join(dict.fromkeys(found))
