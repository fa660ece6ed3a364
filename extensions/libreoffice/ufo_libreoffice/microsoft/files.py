"""Tells where a document of Office lies, and saves it: under its name, another one, as a PDF, or as a copy beside it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ufo_libreoffice.microsoft.shown import Shown
from ufo_libreoffice.microsoft.values import OfficeError, each
from ufo_libreoffice.office.refusals import Refused

_FORMATS: dict[str, dict[str, int]] = {
    "Excel": {".xlsx": 51, ".xlsm": 52, ".xlsb": 50, ".xls": 56, ".ods": 60, ".csv": 62, ".pdf": 0},
    "Word": {
        ".docx": 16, ".docm": 13, ".doc": 0, ".odt": 23, ".rtf": 6, ".txt": 7, ".html": 10, ".pdf": 17,
    },
    "PowerPoint": {".pptx": 24, ".pptm": 25, ".ppt": 1, ".odp": 35, ".pdf": 32},
}  # fmt: skip
"""XlFileFormat, WdSaveFormat and PpSaveAsFileType, the program's own first."""
_WHOLE, _FROM_TO, _FOR_PRINT = 0, 3, 0
_PAGES = re.compile(r"\s*(\d+)\s*(?:-\s*(\d+)\s*)?")


def describe(shown: Shown) -> dict[str, Any]:
    """Return the document's path, title, possible extensions and state. `path` is "" for a document that has no file here."""
    return {
        "path": "" if shown.is_on_server else shown.path, "title": Path(str(shown.document.Name)).stem,
        "extensions": list(_FORMATS[shown.program.name]), "readonly": bool(shown.document.ReadOnly),
        "modified": modified(shown),
    }  # fmt: skip


def modified(shown: Shown) -> bool:
    return not shown.document.Saved


def save(shown: Shown) -> dict[str, Any]:
    if not shown.path:
        raise Refused("the document has no file yet; call save_as with a name")
    if shown.is_on_server:
        raise Refused(
            f"the document lies at {shown.path!r}, where no file here can prove that it was saved; press Ctrl+S in its window, "
            "or call save_as with a folder here"
        )
    shown.require_writable()
    _stored(shown, shown.path, lambda: shown.document("Save"))
    return _proof_of(shown, shown.path)


def save_as(shown: Shown, path: str, pdf: dict[str, Any] | None = None, is_copy: bool = False) -> dict[str, Any]:
    """Save under another name. A PDF or a copy is only written, and the document stays as it was; any other format becomes the
    document's own. `pdf`: PageRange ("2-3") and SelectPdfVersion 2 (PDF/A), of Word.
    """
    ending, formats = Path(path).suffix.lower(), _FORMATS[shown.program.name]
    if ending not in formats:
        raise Refused(f"{ending or 'no extension'!r} cannot be written from here; use one of {', '.join(formats)}")
    if ending == ".pdf":
        _stored(shown, path, lambda: _write_pdf(shown, path, pdf or {}))
    elif is_copy:
        own = Path(str(shown.document.Name)).suffix.lower()
        if own != ending and shown.program.name != "PowerPoint":
            raise Refused(
                f"a copy is written as {own or 'the document is not'} alone; leave keep_open out for {ending}"
            )
        _stored(shown, path, lambda: _write_copy(shown, path, formats[ending]))
    else:
        _stored(shown, path, lambda: shown.document("SaveAs", path, formats[ending]))
    return {**_proof_of(shown, path), "exported": is_copy or ending == ".pdf"}


def copy(shown: Shown, path: str) -> dict[str, Any]:
    """Write the document's contents to another file. The document, its name and its state stay as they are."""
    own = Path(str(shown.document.Name)).suffix.lower()
    formats = _FORMATS[shown.program.name]
    target = path + (own if own in formats and own != ".pdf" else next(iter(formats)))
    _stored(shown, target, lambda: _write_copy(shown, target, formats[Path(target).suffix]))
    return {"path": target}


def _write_copy(shown: Shown, path: str, kind: int) -> None:
    if shown.program.name == "Word":
        shown.document.write_copy(path)
    else:
        shown.document("SaveCopyAs", path, *([kind] if shown.program.name == "PowerPoint" else []))


def _write_pdf(shown: Shown, path: str, options: dict[str, Any]) -> None:
    if shown.program.name == "Excel":
        shown.document("ExportAsFixedFormat", 0, path)
    elif shown.program.name == "PowerPoint":
        shown.document("SaveCopyAs", path, _FORMATS["PowerPoint"][".pdf"])
    else:
        pages = _PAGES.fullmatch(str(options.get("PageRange") or ""))
        if options.get("PageRange") and pages is None:
            raise Refused("Word writes pages that follow each other into a PDF; give them as 2-5")
        first, last = (int(pages[1]), int(pages[2] or pages[1])) if pages else (1, 1)
        part = _FROM_TO if pages else _WHOLE
        archive = options.get("SelectPdfVersion") == 2
        # Its item, properties, rights, bookmarks, structure and fonts as Word has them without being asked.
        rest = (0, True, True, 0, True, True, archive)
        shown.document("ExportAsFixedFormat", path, 17, False, _FOR_PRINT, part, first, last, *rest)


def _stored(shown: Shown, path: str, store: Callable[[], Any]) -> None:
    """Save without a question: the tool that is called is the answer. Raises Refused with Office's own reason."""
    asks = shown.application.DisplayAlerts
    shown.application.DisplayAlerts = 1 if shown.program.name == "PowerPoint" else False
    try:
        store()
    except OfficeError as error:
        raise Refused(
            f"{shown.program.name} could not write {path!r} ({error}); check that the folder can be written, that there is space "
            "and that no other program holds the file"
        ) from error
    finally:
        shown.application.DisplayAlerts = asks


def _proof_of(shown: Shown, path: str) -> dict[str, Any]:
    file = Path(path)
    sheets = [str(sheet.Name) for sheet in each(shown.document.Worksheets)] if shown.program.name == "Excel" else []
    return {
        "path": path, "size": file.stat().st_size if file.is_file() else 0, "modified": modified(shown), "sheets": sheets,
    }  # fmt: skip
