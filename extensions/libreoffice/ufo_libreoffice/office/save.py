"""Writes documents to files and reports the file on disk as the proof."""

from __future__ import annotations

import io
import os
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

from .api import NoQuestions, UnoError, file_path, file_url, named_values, properties, sequence
from .connection import Shown
from .refusals import Refused

_LAYOUT = re.compile(r"ppt/slideLayouts/slideLayout\d+\.xml")
_SLIDE = re.compile(r"ppt/slides/slide\d+\.xml")
_ROOT = re.compile(rb"(<p:sldLayout\b[^>]*\btype=\")(?:tx|title)(\")")
_NAMED = re.compile(rb"(<p:cSld\b[^>]*\bname=\")Default(\")")
_TITLE = re.compile(rb"(<p:ph\b[^>]*\btype=\")title(\")")
_SUBTITLE = re.compile(rb"<p:ph\b[^>]*\btype=\"subTitle\"")
_TARGET = re.compile(rb"Target=\"([^\"]*slideLayouts/[^\"]*)\"")
_MOST_BYTES = 512 * 1024 * 1024


def name_title_slides(path: str) -> int:
    """Correct the file in place and return how many layouts were wrong. The file keeps its times, by which LibreOffice tells
    whether another program has changed it. A file that cannot be read stays as it is.
    """
    file = Path(path)
    try:
        if file.suffix.lower() != ".pptx" or file.stat().st_size > _MOST_BYTES:
            return 0
        stat = file.stat()
        made, count = _corrected(file.read_bytes())
        if count:
            with file.open("r+b") as target:
                target.write(made)
                target.truncate()
            os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    except (OSError, zipfile.BadZipFile):
        return 0
    return count


def _corrected(data: bytes) -> tuple[bytes, int]:
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        wrong = {name for name in source.namelist() if _LAYOUT.fullmatch(name) and _is_title_layout(source.read(name))}
        if not wrong:
            return data, 0
        slides = {name for name in source.namelist() if _SLIDE.fullmatch(name) and _layout_of(source, name) in wrong}
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
            for entry in source.infolist():
                part = source.read(entry)
                if entry.filename in wrong:
                    part = _NAMED.sub(rb"\1Title Slide\2", _ROOT.sub(rb"\1title\2", part))
                    part = _TITLE.sub(rb"\1ctrTitle\2", part)
                elif entry.filename in slides:
                    part = _TITLE.sub(rb"\1ctrTitle\2", part)
                made.writestr(entry, part)
    return target.getvalue(), len(wrong)


def _is_title_layout(part: bytes) -> bool:
    return bool(_ROOT.search(part) and _TITLE.search(part) and _SUBTITLE.search(part))


def _layout_of(source: zipfile.ZipFile, slide: str) -> str:
    relations = f"ppt/slides/_rels/{PurePosixPath(slide).name}.rels"
    found = _TARGET.search(source.read(relations)) if relations in source.namelist() else None
    return f"ppt/slideLayouts/{PurePosixPath(found[1].decode()).name}" if found else ""


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
    found = next((record for kind, record in _FILTERS if shown.document.supportsService(f"com.sun.star.{kind}")), None)
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
        same = {"EncryptionData": named_values(**{item.Name: item.Value for item in lock})}
        more |= same if kept else unlocked(extension)
    arguments = properties(FilterName=name, Overwrite=True, InteractionHandler=NoQuestions(), **more)
    store = shown.document.storeToURL if exported else shown.document.storeAsURL
    stored(lambda: store(file_url(path), arguments), path)
    return {**proof_of(shown, path), "exported": exported, "unlocked": bool(lock) and not kept}


def encryption_in(document: Any) -> Any:
    """Return what LibreOffice keeps of the document's password, () where it has none."""
    lock = next((getarg.Value for getarg in document.getArgs() if getarg.Name == "EncryptionData"), ())
    # What the file had in the other family of formats stays noted after it was saved without.
    ending = Path(file_path(document.getURL())).suffix.lower()
    return lock if lock and PROTECTED.get(ending, _family_of(lock)) == _family_of(lock) else ()


def unlocked(extension: str) -> dict[str, Any]:
    """Return what saves without a password where the document may have one."""
    return {"EncryptionData": named_values()} if PROTECTED.get(extension) == "ooxml" else {}


def _family_of(lock: Any) -> str:
    return "ooxml" if any(item.Name == "OOXPassword" for item in lock) else "odf"


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
