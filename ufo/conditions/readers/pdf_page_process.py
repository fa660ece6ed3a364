"""Draws a page of a PDF in a process of its own and writes {"png": base64, "pictures": [[left, top, width, height, turned,
pixels across, pixels down], …], "count": pages} or {"error": words}. Places are in millimetres from the page's upper left corner,
turns in degrees clockwise. Where the page itself is turned, its pictures are left out.

It is run by its path and imports nothing of this project, which keeps the process small.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
import math
import sys
from collections.abc import Iterator

import pypdfium2
from pypdfium2 import raw

_MM = 25.4 / 72
_MOST = 40


def main(path: str, memory_bytes: int, seconds: int, number: int, edge: int) -> None:
    _bound(memory_bytes, seconds)
    try:
        with contextlib.closing(pypdfium2.PdfDocument(path, password=sys.stdin.read() or None)) as document:
            answer: dict[str, object] = {"count": len(document)}
            if 0 <= number < len(document):
                answer |= _drawn(document[number], edge)
    except MemoryError:
        answer = {"error": "needs more memory than is allowed"}
    except (pypdfium2.PdfiumError, OSError, ValueError) as error:
        answer = {"error": f"cannot be drawn: {type(error).__name__}: {error}"[:300]}
    sys.stdout.write(json.dumps(answer))


def _bound(memory_bytes: int, seconds: int) -> None:
    """Limit memory and processor time. Where the platform has no such limits, only the caller's timeout holds."""
    with contextlib.suppress(ImportError):
        import resource  # noqa: PLC0415 it is not there on Windows

        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def _drawn(page: pypdfium2.PdfPage, edge: int) -> dict[str, object]:
    size = page.get_size()
    picture = page.render(scale=edge / max(*size, 1.0)).to_pil()
    out = io.BytesIO()
    picture.convert("RGB").save(out, "PNG")
    found = list(_pictures(page)) if page.get_rotation() == 0 else []
    return {"png": base64.b64encode(out.getvalue()).decode("ascii"), "pictures": found[:_MOST]}


def _pictures(page: pypdfium2.PdfPage) -> Iterator[list[float]]:
    page_left, _, _, page_top = page.get_cropbox()
    for shown in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]):
        left, bottom, right, top = shown.get_bounds()
        matrix = shown.get_matrix()
        turned = round(-math.degrees(math.atan2(matrix.b, matrix.a))) % 360
        place = [(left - page_left) * _MM, (page_top - top) * _MM, (right - left) * _MM, (top - bottom) * _MM]
        yield [*(round(value, 2) for value in place), turned, *shown.get_px_size()]


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
