"""Writes PDF files of plain pages in any script: what a reader takes as text is in the fonts' tables, and nothing is
drawn well.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_LINE_HEIGHT = 16


def write_pdf(path: Path, pages: Sequence[str]) -> None:
    """Write one page for each text, whose lines stand below one another."""
    signs = sorted({sign for text in pages for sign in text if sign != "\n"})
    code_of = {sign: number for number, sign in enumerate(signs, 1)}
    page_ids = [6 + 2 * at for at in range(len(pages))]
    kids = " ".join(f"{number} 0 R" for number in page_ids)
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type0 /BaseFont /Plain /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 5 0 R >>",
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Plain /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) "
        "/Supplement 0 >> /DW 600 >>",
        _stream(_unicode_table(code_of)),
    ]
    for number, text in zip(page_ids, pages, strict=True):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {number + 1} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>"
        )
        objects.append(_stream(_drawn(text, code_of)))
    _write_objects(path, objects)


def _unicode_table(code_of: dict[str, int]) -> str:
    entries = "\n".join(f"<{code:04x}> <{sign.encode('utf-16-be').hex()}>" for sign, code in code_of.items())
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Plain def /CMapType 2 def\n"
        f"1 begincodespacerange <0000> <ffff> endcodespacerange\n{len(code_of)} beginbfchar\n{entries}\nendbfchar\n"
        "endcmap CMapName currentdict /CMap defineresource pop end end"
    )


def _drawn(text: str, code_of: dict[str, int]) -> str:
    lines = ("".join(f"{code_of[sign]:04x}" for sign in line) for line in text.split("\n"))
    return f"BT /F1 12 Tf {_LINE_HEIGHT} TL 60 780 Td\n" + "\n".join(f"<{line}> Tj T*" for line in lines) + "\nET"


def _stream(body: str) -> str:
    return f"<< /Length {len(body)} >>\nstream\n{body}\nendstream"


def _write_objects(path: Path, objects: Sequence[str]) -> None:
    written = "%PDF-1.7\n"
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(written))
        written += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    written += (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n"
        f"startxref\n{len(written)}\n%%EOF\n"
    )
    path.write_bytes(written.encode("ascii"))
