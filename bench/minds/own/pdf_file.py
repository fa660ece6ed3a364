"""Writes a PDF of lines of text by hand: what stands in a task's invoice is known to the letter."""

from __future__ import annotations

from pathlib import Path


def write_pdf(path: Path, lines: tuple[str, ...]) -> None:
    """Write one page. The lines are plain ASCII without brackets."""
    shown = "".join(f"({line}) Tj 0 -20 Td " for line in lines)
    stream = f"BT /F1 13 Tf 70 760 Td {shown}ET"
    objects = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R "
        ">> >> >>",
        f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    told, starts = "%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        starts.append(len(told))
        told += f"{number} 0 obj\n{text}\nendobj\n"
    table = "".join(f"{start:010d} 00000 n \n" for start in starts)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(told)}\n%%EOF\n"
    path.write_text(told + end + trailer, encoding="ascii")
