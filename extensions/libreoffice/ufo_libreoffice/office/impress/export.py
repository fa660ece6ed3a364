"""Exports slides or pages of a drawing: as a PDF with its options, or each as a picture. The document stays as it was."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..api import NoQuestions, UnoError, file_url, properties, typed_properties
from ..connection import Shown
from ..refusals import Refused
from .slide_pages import is_presentation, number_of, numbers_of, page_at, require_pages

_PICTURES = {
    ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml", ".gif": "image/gif",
}  # fmt: skip

_WIDTH = 1920
_PDF_A_2 = 2


def export(shown: Shown, path: str, slides: list[int] | None, options: Mapping[str, Any]) -> dict[str, Any]:
    """Write a PDF of the slides, or a picture of each: "talk-2.png" for several. Of the options, `width` is that of pictures, in
    pixels, and `quality` that of pictures in a PDF and of JPEG, 1 to 100; `archive` makes a PDF/A, and
    `even` takes an even height, as videos have it.
    """
    require_pages(shown)
    numbers = numbers_of(shown, slides)
    ending = Path(path).suffix.lower()
    if ending == ".pdf":
        _pdf(shown, path, numbers if slides else [], options)
        files = [path]
    elif ending in _PICTURES:
        files = _names(path, numbers)
        for number, file in zip(numbers, files, strict=True):
            _picture(shown, page_at(shown, number), file, options)
    else:
        raise Refused(
            f"{ending or 'no ending'!r} cannot be exported; take .pdf, {', '.join(_PICTURES)}, or use save_as"
        )
    sizes = [Path(file).stat().st_size if Path(file).is_file() else 0 for file in files]
    return {"path": files[0], "files": files, "size": min(sizes), "modified": bool(shown.document.isModified())}


def export_shown(shown: Shown, path: str) -> dict[str, Any]:
    """Export the slide in view alone."""
    require_pages(shown)
    return export(shown, path, [number_of(shown, page_at(shown, 0))], {"hidden": True})


def _names(path: str, numbers: list[int]) -> list[str]:
    file = Path(path)
    if len(numbers) == 1:
        return [path]
    names = [str(file.with_name(f"{file.stem}-{number}{file.suffix}")) for number in numbers]
    there = [name for name in names if Path(name).exists()]
    if there:
        raise Refused(f"{there[0]!r} exists already and is not replaced; choose another file_name")
    return names


def _pdf(shown: Shown, path: str, numbers: list[int], wanted: Mapping[str, Any]) -> None:
    options: dict[str, Any] = {
        "ExportNotesPages": bool(wanted.get("notes")), "ExportHiddenSlides": bool(wanted.get("hidden")),
    }  # fmt: skip
    if wanted.get("quality"):
        options |= {"UseLosslessCompression": False, "Quality": wanted["quality"]}
    if wanted.get("archive"):
        options["SelectPdfVersion"] = _PDF_A_2
    if numbers:
        options["PageRange"] = ",".join(map(str, numbers))
    name = "impress_pdf_Export" if is_presentation(shown) else "draw_pdf_Export"
    given = properties(
        FilterName=name, Overwrite=True, InteractionHandler=NoQuestions(), FilterData=typed_properties(**options)
    )
    try:
        shown.document.storeToURL(file_url(path), given)
    except UnoError as error:
        raise Refused(
            f"LibreOffice could not write {path!r} ({error}); check that the folder can be written"
        ) from error


def _picture(shown: Shown, page: Any, path: str, wanted: Mapping[str, Any]) -> None:
    width, quality = wanted.get("width") or _WIDTH, wanted.get("quality")
    ending = Path(path).suffix.lower()
    height = max(width * page.Height // page.Width, 1)
    data: dict[str, Any] = {
        "PixelWidth": width,
        "PixelHeight": max(height - height % 2, 2) if wanted.get("even") else height,
    }
    if quality and ending in (".jpg", ".jpeg"):
        data["Quality"] = quality
    made = shown.create("drawing.GraphicExportFilter")
    made.setSourceDocument(page)
    if not made.filter(
        properties(URL=file_url(path), MediaType=_PICTURES[ending], FilterData=typed_properties(**data))
    ):
        raise Refused(f"LibreOffice could not write {path!r}; check that the folder can be written")
