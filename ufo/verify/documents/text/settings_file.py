"""Reads the settings files of applications as JSON.

These are JSON itself (Chromium), INI and the key files of GLib and dconf, the registry of LibreOffice, and lines of NAME=VALUE.
"""

from __future__ import annotations

import json
from pathlib import Path

from ufo.errors import UnreadableDocument
from ufo.schema.patterns import regex
from ufo.verify.documents.markup import attribute, children, descendants, parse_xml
from ufo.verify.documents.text.plain import MAX_TEXT_BYTES, read_text

_SECTION = regex(r"\s*\[(.+)\]\s*")
_SETTING = regex(r"\s*([^=:#;\s][^=:]*?)\s*[=:]\s*(.*?)\s*")
_MOST_SETTINGS = 200_000


def read_settings(path: Path) -> str:
    """Return the file's settings as JSON. Raises UnreadableDocument and OSError."""
    if path.stat().st_size > MAX_TEXT_BYTES:
        raise UnreadableDocument(f"{path.name} is larger than {MAX_TEXT_BYTES >> 20} MB, so it was not read")
    head = path.read_bytes()[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith((b"{", b"[{", b"[]")) and (found := _json(path)):
        return found
    if head.startswith(b"<"):
        return json.dumps(_registry(path))
    return json.dumps(_ini(path))


def _json(path: Path) -> str:
    text = read_text(path)
    try:
        json.loads(text)
    except RecursionError as error:
        raise UnreadableDocument(f"{path.name} nests too deep; not read") from error
    except ValueError:
        return ""
    return text


def _registry(path: Path) -> dict[str, dict[str, str]]:
    """Return values by the path of the item and the name of the property."""
    found: dict[str, dict[str, str]] = {}
    for item in descendants(parse_xml(path.read_bytes(), path.name), "item"):
        for prop in children(item, "prop"):
            value = "".join(text for node in children(prop, "value") for text in node.itertext())
            found.setdefault(attribute(item, "path").strip("/"), {})[attribute(prop, "name")] = value
    if not found:
        raise UnreadableDocument(f"{path.name} holds no settings in a form that can be read")
    return found


def _ini(path: Path) -> dict[str, object]:
    """Return values by section and key. Settings before the first section are stored by key alone."""
    found: dict[str, object] = {}
    section: dict[str, object] = found
    count = 0
    for line in read_text(path).splitlines():
        if named := _SECTION.fullmatch(line):
            own = found.setdefault(named[1].strip(), {})
            section = own if isinstance(own, dict) else found
        elif setting := _SETTING.fullmatch(line):
            section[setting[1]] = setting[2]
            count += 1
    if not count or count > _MOST_SETTINGS:
        raise UnreadableDocument(f"{path.name} holds no settings in a form that can be read")
    return found
