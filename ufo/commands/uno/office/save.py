"""Writes documents to files and reports the file on disk as the proof."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .api import NoQuestions, Refused, UnoError, file_path, file_url, named_values, properties, sequence
from .connection import Shown
from .pptx_layouts import name_title_slides

_LITTLE = 256 * 1024
_UTF8_CSV = "44,34,76,1,,0,false,true,false"
"""Comma, double quote, UTF-8, from line 1, cells as shown."""
_WRITER = {
    ".odt": ("writer8", ""), ".docx": ("MS Word 2007 XML", ""), ".pdf": ("writer_pdf_Export", ""),
    ".txt": ("Text (encoded)", "UTF8,LF,,,"), ".doc": ("MS Word 97", ""), ".rtf": ("Rich Text Format", ""),
    ".html": ("HTML (StarWriter)", ""), ".fodt": ("OpenDocument Text Flat XML", ""), ".ott": ("writer8_template", ""),
    ".epub": ("EPUB", ""),
}  # fmt: skip
_EXPORTS = (".pdf", ".epub")
"""Formats that a document is only written to: it keeps its own."""
_CALC = {
    ".ods": ("calc8", ""), ".xlsx": ("Calc MS Excel 2007 XML", ""), ".pdf": ("calc_pdf_Export", ""),
    ".csv": ("Text - txt - csv (StarCalc)", _UTF8_CSV),
}  # fmt: skip
_IMPRESS = {
    ".odp": ("impress8", ""),
    ".pptx": ("Impress MS PowerPoint 2007 XML", ""),
    ".pdf": ("impress_pdf_Export", ""),
}
_DRAW = {".odg": ("draw8", ""), ".pdf": ("draw_pdf_Export", "")}
_FILTERS = (
    ("sheet.SpreadsheetDocument", _CALC), ("text.TextDocument", _WRITER), ("presentation.PresentationDocument", _IMPRESS),
    ("drawing.DrawingDocument", _DRAW),
)  # fmt: skip

PROTECTED = {
    **dict.fromkeys((".odt", ".ott", ".ods", ".odp", ".odg"), "odf"),
    **dict.fromkeys((".docx", ".xlsx", ".pptx"), "ooxml"),
}
"""The formats that a document is saved to with a password, by what LibreOffice keeps of it."""


def filters(shown: Shown) -> dict[str, tuple[str, str]]:
    found = next((one for kind, one in _FILTERS if shown.document.supportsService(f"com.sun.star.{kind}")), None)
    if found is None:
        raise Refused(
            "the selected window shows no text document, spreadsheet, presentation or drawing; select one of those"
        )
    return found


def describe(shown: Shown) -> dict[str, Any]:
    """Return the document's path, title, possible extensions and state. `path` is "" for a document that was never saved."""
    path = shown.path
    return {
        "path": path, "title": _title(shown), "extensions": list(filters(shown)),
        "readonly": bool(shown.document.isReadonly()), "modified": bool(shown.document.isModified()),
    }  # fmt: skip


def modified(shown: Shown) -> bool:
    """Tell whether a document of any kind was changed since it was saved."""
    return bool(shown.document.isModified())


def _title(shown: Shown) -> str:
    return str(getattr(shown.document, "Title", "") or "Untitled")


def save(shown: Shown) -> dict[str, Any]:
    filters(shown)
    path = shown.path
    if not shown.document.hasLocation() or not path:
        raise Refused("the document has no file yet; call save_as with a name")
    shown.require_writable()
    stored(lambda: shown.document.storeSelf(properties(InteractionHandler=NoQuestions())), path)
    return proof_of(shown, path)


def save_as(shown: Shown, path: str, pdf: dict[str, Any] | None = None, is_copy: bool = False) -> dict[str, Any]:
    """Save under another name. A PDF or a copy is only exported, and the document stays as it was; any other format becomes
    the document's own. `pdf`: options of LibreOffice's PDF export, such as PageRange.
    """
    extension = Path(path).suffix.lower()
    known = filters(shown)
    if extension not in known:
        raise Refused(f"{extension or 'no extension'!r} cannot be written from here; use one of {', '.join(known)}")
    name, options = known[extension]
    more: dict[str, Any] = {"FilterOptions": options} if options else {}
    if pdf and extension == ".pdf":
        more["FilterData"] = sequence("beans.PropertyValue", *properties(**pdf))
    exported = is_copy or extension in _EXPORTS
    lock = encryption_in(shown.document)
    kept = bool(lock) and PROTECTED.get(extension) == _family_of(lock)
    if lock:
        same = {"EncryptionData": named_values(**{one.Name: one.Value for one in lock})}
        more |= same if kept else unlocked(extension)
    arguments = properties(FilterName=name, Overwrite=True, InteractionHandler=NoQuestions(), **more)
    store = shown.document.storeToURL if exported else shown.document.storeAsURL
    stored(lambda: store(file_url(path), arguments), path)
    return {**proof_of(shown, path), "exported": exported, "unlocked": bool(lock) and not kept}


def encryption_in(document: Any) -> Any:
    """Return what LibreOffice keeps of the document's password, () where it has none."""
    lock = next((one.Value for one in document.getArgs() if one.Name == "EncryptionData"), ())
    # What the file had in the other family of formats stays noted after it was saved without.
    ending = Path(file_path(document.getURL())).suffix.lower()
    return lock if lock and PROTECTED.get(ending, _family_of(lock)) == _family_of(lock) else ()


def unlocked(extension: str) -> dict[str, Any]:
    """Return what saves without a password where the document may have one."""
    return {"EncryptionData": named_values()} if PROTECTED.get(extension) == "ooxml" else {}


def _family_of(lock: Any) -> str:
    return "ooxml" if any(one.Name == "OOXPassword" for one in lock) else "odf"


def copy(shown: Shown, path: str) -> dict[str, Any]:
    """Write the document's contents to another file in the format of its own kind. The document itself stays as it was."""
    extension, (name, _) = next(iter(filters(shown).items()))
    target = path + extension
    arguments = properties(FilterName=name, Overwrite=True, InteractionHandler=NoQuestions())
    stored(lambda: shown.document.storeToURL(file_url(target), arguments), target)
    return {"path": target}


def stored(store: Callable[[], None], path: str) -> None:
    target = Path(path)
    there = target.exists()
    try:
        store()
    except UnoError as error:
        if not there and target.is_file():
            target.unlink()
        if _is_full(target.parent):
            raise Refused(
                f"no space left on {str(target.parent)!r}: {target.name!r} was not saved; make room there, or save it elsewhere"
            ) from error
        raise Refused(
            f"LibreOffice could not write {path!r} ({error}); check that the folder can be written, that there is "
            "space and that no other program holds the file"
        ) from error


def _is_full(folder: Path) -> bool:
    """Tell whether the disk is full: LibreOffice reports only that it could not write."""
    try:
        room = shutil.disk_usage(folder)
        return room.total > 0 and room.free < _LITTLE
    except OSError:
        return False


def proof_of(shown: Shown, path: str) -> dict[str, Any]:
    name_title_slides(path)
    file = Path(path)
    return {
        "path": path, "size": file.stat().st_size if file.is_file() else 0,
        "modified": bool(shown.document.isModified()), "sheets": _sheets(shown),
    }  # fmt: skip


def _sheets(shown: Shown) -> list[str]:
    sheets = getattr(shown.document, "Sheets", None)
    return list(sheets.ElementNames) if sheets is not None else []
