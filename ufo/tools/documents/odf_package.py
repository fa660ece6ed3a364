"""Writes OpenDocument packages of their parts, as XML text of ours."""

from __future__ import annotations

import zipfile
from pathlib import Path
from types import MappingProxyType
from xml.sax.saxutils import escape, quoteattr

from ufo.schema.patterns import regex

MIME = MappingProxyType(
    {
        ".odt": "application/vnd.oasis.opendocument.text",
        ".ods": "application/vnd.oasis.opendocument.spreadsheet",
        ".odp": "application/vnd.oasis.opendocument.presentation",
    }
)
_URN = "urn:oasis:names:tc:opendocument:xmlns"
NAMESPACES = " ".join(
    f'xmlns:{prefix}="{address}"'
    for prefix, address in {
        "office": f"{_URN}:office:1.0",
        "style": f"{_URN}:style:1.0",
        "text": f"{_URN}:text:1.0",
        "table": f"{_URN}:table:1.0",
        "draw": f"{_URN}:drawing:1.0",
        "presentation": f"{_URN}:presentation:1.0",
        "number": f"{_URN}:datastyle:1.0",
        "fo": f"{_URN}:xsl-fo-compatible:1.0",
        "svg": f"{_URN}:svg-compatible:1.0",
        "of": f"{_URN}:of:1.2",
        "msoxl": "http://schemas.microsoft.com/office/excel/formula",
        "xlink": "http://www.w3.org/1999/xlink",
    }.items()
)
_PARTS = ("content.xml", "styles.xml", "meta.xml", "settings.xml")
"""The parts that every office program writes, and that other programs look for."""
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_FORBIDDEN = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SPACES = regex(" {2,}|\t|\n")


def write_package(path: Path, content: str, styles: str) -> None:
    """Write the package. `content` and `styles` are the insides of the two parts' root elements. Raises OSError."""
    mime = MIME[path.suffix]
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="{kind}"/>'
        for name, kind in (("/", mime), *((part, "text/xml") for part in _PARTS))
    )
    manifest = (
        f'<manifest:manifest xmlns:manifest="{_URN}:manifest:1.0" manifest:version="1.2">{entries}</manifest:manifest>'
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("mimetype", mime, zipfile.ZIP_STORED)
        package.writestr("content.xml", _part("office:document-content", content))
        package.writestr("styles.xml", _part("office:document-styles", styles))
        package.writestr("meta.xml", _part("office:document-meta", "<office:meta/>"))
        package.writestr("settings.xml", _part("office:document-settings", "<office:settings/>"))
        package.writestr("META-INF/manifest.xml", _HEAD + manifest)


def characters(text: str) -> str:
    """Return the text as XML, with runs of spaces, tabs and line breaks as OpenDocument has them."""

    def kept(found: str) -> str:
        if found == "\t":
            return "<text:tab/>"
        return "<text:line-break/>" if found == "\n" else f' <text:s text:c="{len(found) - 1}"/>'

    plain = escape(_FORBIDDEN.sub("", text))
    return _SPACES.sub(lambda match: kept(match[0]), plain)


def attribute(text: str) -> str:
    """Return the text as a quoted XML attribute."""
    return quoteattr(_FORBIDDEN.sub("", text))


def _part(root: str, inside: str) -> str:
    return f'{_HEAD}<{root} {NAMESPACES} office:version="1.2">{inside}</{root}>'
