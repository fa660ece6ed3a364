"""Writes and reads packages of the OpenDocument format, by the format alone: without the code that is judged by them."""

from __future__ import annotations

import zipfile
from pathlib import Path
from xml.etree import ElementTree

NAMES = {
    name: f"urn:oasis:names:tc:opendocument:xmlns:{rest}:1.0"
    for name, rest in (
        ("office", "office"),
        ("style", "style"),
        ("text", "text"),
        ("table", "table"),
        ("draw", "drawing"),
        ("presentation", "presentation"),
        ("svg", "svg-compatible"),
        ("fo", "xsl-fo-compatible"),
        ("meta", "meta"),
        ("config", "config"),
        ("manifest", "manifest"),
    )
} | {
    "xlink": "http://www.w3.org/1999/xlink",
    "dc": "http://purl.org/dc/elements/1.1/",
    "calcext": "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0",
}
DECLARED = " ".join(f'xmlns:{name}="{address}"' for name, address in NAMES.items())
_KINDS = {".odt": "text", ".ods": "spreadsheet", ".odg": "graphics", ".odp": "presentation"}


def name(prefixed: str) -> str:
    """Return a name such as "text:p" as ElementTree writes it."""
    prefix, _, rest = prefixed.partition(":")
    return f"{{{NAMES[prefix]}}}{rest}"


def write_document(path: Path, body: str, automatic: str = "", styles: str = "") -> None:
    """Write a document of the kind that the ending says: its body, its automatic styles, and what `styles.xml` holds."""
    kind = f"application/vnd.oasis.opendocument.{_KINDS[path.suffix]}"
    inner = "drawing" if path.suffix == ".odg" else _KINDS[path.suffix]
    head = f'{DECLARED} office:version="1.3"'
    content = (
        f"<office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body><office:{inner}>{body}</office:{inner}></office:body>"
    )
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{place}" manifest:media-type="{media}"/>'
        for place, media in (("/", kind), ("content.xml", "text/xml"), ("styles.xml", "text/xml"))
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", kind, zipfile.ZIP_STORED)
        packed.writestr("content.xml", f"<office:document-content {head}>{content}</office:document-content>")
        packed.writestr("styles.xml", f"<office:document-styles {head}>{styles}</office:document-styles>")
        packed.writestr(
            "META-INF/manifest.xml",
            f'<manifest:manifest {DECLARED} manifest:version="1.3">{entries}</manifest:manifest>',
        )


def part(path: Path, inner: str = "content.xml") -> ElementTree.Element:
    """Return one part of a document. Raises OSError, KeyError and BadZipFile where there is none."""
    with zipfile.ZipFile(path) as packed:
        return ElementTree.fromstring(packed.read(inner))
