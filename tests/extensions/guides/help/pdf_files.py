"""Makes PDF files of text, with a table of contents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject


def write_pdf(path: Path, pages: Sequence[str], chapters: Sequence[tuple[str, int]] = (), title: str = "") -> Path:
    """Write a file with a text on each page. `chapters`: titles and their pages, from 0."""
    writer = PdfWriter()
    font = DictionaryObject(
        {NameObject(f"/{key}"): NameObject(f"/{value}") for key, value in
         (("Type", "Font"), ("Subtype", "Type1"), ("BaseFont", "Helvetica"))}
    )  # fmt: skip
    fonts = DictionaryObject({NameObject("/Font"): DictionaryObject({NameObject("/F1"): writer._add_object(font)})})
    for text in pages:
        page = writer.add_blank_page(width=300, height=300)
        stream = DecodedStreamObject()
        lines = "".join(f"({line}) Tj T* " for line in text.splitlines())
        stream.set_data(f"BT /F1 12 Tf 14 TL 20 250 Td {lines}ET".encode("latin-1"))
        page[NameObject("/Resources")] = fonts
        page[NameObject("/Contents")] = writer._add_object(stream)
    for name, number in chapters:
        writer.add_outline_item(name, number)
    if title:
        writer.add_metadata({"/Title": title})
    with path.open("wb") as file:
        writer.write(file)
    return path
