"""Saves documents with a password, opens those that have one, and exports PDFs with passwords and permissions.

No message of this file holds a password.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .api import NoQuestions, UnoError, byte_sequence, constant, file_url, named_values, properties, typed_properties
from .connection import Shown
from .refusals import Refused
from .save import PROTECTED, encryption_in, filters, proof_of, stored, unlocked

_PDF = {
    "sheet.SpreadsheetDocument": "calc_pdf_Export", "presentation.PresentationDocument": "impress_pdf_Export",
    "drawing.DrawingDocument": "draw_pdf_Export", "text.TextDocument": "writer_pdf_Export",
}  # fmt: skip
_PRINTING = ("none", "low", "high")
_CHANGES = ("none", "pages", "forms", "comments", "all")
"""In the order of the numbers of LibreOffice's PDF export."""


def protect(shown: Shown, path: str, password: str) -> dict[str, Any]:
    """Save under the path with a password, which the document keeps from then on; "" takes it away."""
    ending = Path(path).suffix.lower()
    known = filters(shown)
    if ending not in PROTECTED or ending not in known:
        can = ", ".join(text for text in known if text in PROTECTED)
        raise Refused(f"a {ending or 'file without an ending'} is not saved with a password from here; take {can}")
    if path == shown.path:
        shown.require_writable()
    arguments = {"FilterName": known[ending][0], "Overwrite": True, "InteractionHandler": NoQuestions()}
    arguments |= _locked(ending, password) if password else unlocked(ending)
    stored(lambda: shown.document.storeAsURL(file_url(path), properties(**arguments)), path)
    return {**proof_of(shown, path), "equal": bool(encryption_in(shown.document)) == bool(password)}


def _locked(ending: str, password: str) -> dict[str, Any]:
    """Return what saves with a password. LibreOffice would prefer one of the other family of formats to a plain `Password`."""
    if PROTECTED[ending] == "ooxml":
        return {"EncryptionData": named_values(OOXPassword=password, CryptoType="Standard")}
    keys = {
        "PackageSHA256UTF8EncryptionKey": hashlib.sha256(password.encode()),
        "PackageSHA1UTF8EncryptionKey": hashlib.sha1(password.encode(), usedforsecurity=False),
        "PackageSHA1MS1252EncryptionKey": hashlib.sha1(password.encode("cp1252", "replace"), usedforsecurity=False),
        "PackageSHA1CorrectEncryptionKey": hashlib.sha1(password.encode(), usedforsecurity=False),
    }
    return {"EncryptionData": named_values(**{name: byte_sequence(item.digest()) for name, item in keys.items()})}


def open_locked(shown: Shown, path: str, password: str) -> dict[str, Any]:
    """Open a document that has a password in a window of this LibreOffice. Its macros do not run."""
    desktop = shown.create("frame.Desktop")
    arguments = properties(
        Password=password,
        InteractionHandler=NoQuestions(),
        MacroExecutionMode=constant("document.MacroExecMode.NEVER_EXECUTE"),
    )
    try:
        opened = desktop.loadComponentFromURL(file_url(path), "_blank", 0, arguments)
    except UnoError:
        opened = None
    if opened is None:
        raise Refused(
            f"{Path(path).name!r} does not open with that password; ask the person for the right one, and try again"
        )
    return {"path": path, "title": str(opened.CurrentController.Frame.Title), "encrypted": bool(encryption_in(opened))}


def export_pdf(shown: Shown, path: str, passwords: Mapping[str, str], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Write a PDF. `passwords`: "open" to read it, "owner" to change what it permits. `wanted`: printing, changes, copying, as
    the names of `_PRINTING` and `_CHANGES`; pages like "1-3".
    """
    name = next((item for kind, item in _PDF.items() if shown.document.supportsService(f"com.sun.star.{kind}")), None)
    if name is None:
        raise Refused("the selected window shows no document that becomes a PDF")
    options: dict[str, Any] = {"PageRange": wanted["pages"]} if wanted.get("pages") else {}
    if passwords.get("open"):
        options |= {"EncryptFile": True, "DocumentOpenPassword": passwords["open"]}
    if passwords.get("owner"):
        options |= {
            "RestrictPermissions": True, "PermissionPassword": passwords["owner"],
            "Printing": _PRINTING.index(wanted["printing"]), "Changes": _CHANGES.index(wanted["changes"]),
            "EnableCopyingOfContent": bool(wanted["copying"]), "EnableTextAccessForAccessibilityTools": True,
        }  # fmt: skip
    given = properties(
        FilterName=name, Overwrite=True, InteractionHandler=NoQuestions(), FilterData=typed_properties(**options)
    )
    stored(lambda: shown.document.storeToURL(file_url(path), given), path)
    return {**proof_of(shown, path), "exported": True}
