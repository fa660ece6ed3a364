"""Finds what a page or an office document loads or runs by itself as soon as it is shown.

It is an allow-list: an attribute that is not known to be inert and has an address loads it, and an element that can hold
another page counts as a script. A link is inert, since pressing it is judged by itself.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from re import Match

from ufo.schema.patterns import any_case, regex

_FLAT = frozenset({".fodt", ".fods", ".fodp", ".fodg"})
_PLAIN_HEADERS = frozenset({"", "content-type", "content-language", "content-security-policy", "x-ua-compatible"})
_NO_PAGES = frozenset(
    {".pdf", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".ico", ".mp3", ".ogg", ".wav", ".mp4"}
    | {".webm", ".mkv"}
)
"""Endings by which a browser takes a file for no page, whatever is in it."""
_MOST_BYTES = 4 * 1024 * 1024
_RUNNING = frozenset(
    {"script", "iframe", "frame", "object", "embed", "applet", "portal", "fencedframe", "handler", "listener", "base"}
)
_INERT = frozenset(
    {
        "cite",
        "longdesc",
        "itemtype",
        "itemid",
        "resource",
        "about",
        "vocab",
        "typeof",
        "property",
        "prefix",
        "title",
        "alt",
    }
    | {
        "value",
        "placeholder",
        "action",
        "formaction",
        "id",
        "class",
        "name",
        "type",
        "label",
        "content",
        "schemalocation",
    }
    | {"datatype", "targetnamespace", "uri"}
)
_REMOTE = any_case(r"(?:https?|wss?|ftp|smb|davs?):[^\s'\")<>]+|(?<![:\w/\\])[/\\]{2}[^\s/\\'\")<>][^\s'\")<>]*")
_LOADED_BY_STYLE = any_case(
    r"(?:url|src|image|image-set|-webkit-image-set)\(\s*['\"]?([^'\")]+)|@import\s*(?:url\()?\s*['\"]?([^'\");\s]+)"
)
_STYLE_ESCAPE = regex(r"\\([0-9a-fA-F]{1,6})\s?")
_HIDDEN_IN_ADDRESSES = regex(r"[\t\r\n]")
_BUILDS_PAGES = any_case(
    r"<!entity|<\?xml-stylesheet|\x1b|^mime-version:|content-type:\s*multipart/|\\includ|includepicture|includetext"
)
"""What puts a page together of parts that cannot be seen in it: entities, transformations, other alphabets, fields of RTF."""


@dataclass
class Parts:
    """What a document does once it is shown. `runs`: it can run a script or show another page; `remote`: addresses that it
    loads; `local`: what it refers to without a host; `text`: all that it holds.
    """

    runs: bool = False
    remote: list[str] = field(default_factory=list)
    local: list[str] = field(default_factory=list)
    text: str = ""


def parts_of(path: Path) -> Parts:
    """Return what a document loads or runs. Blocking: reads the file. Raises OSError."""
    if path.suffix.casefold() in _NO_PAGES:
        return Parts()
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES)
    if data.startswith(b"PK"):
        return _of_package(path)
    return _of_text(_decoded(data), in_office=path.suffix.casefold() in _FLAT)


def _of_text(text: str, *, in_office: bool = False) -> Parts:
    reader = _Reader(Parts(text=text))
    reader.feed(text)
    reader.close()
    reader.parts.runs = not in_office and (reader.parts.runs or bool(_BUILDS_PAGES.search(text)))
    reader.styled(text)
    return reader.parts


def _of_package(path: Path) -> Parts:
    """Join the parts of an office document's texts. Its macros are judged elsewhere."""
    whole = Parts()
    try:
        with zipfile.ZipFile(path) as package:
            for member in _texts_of(package):
                part = _of_text(_decoded(member), in_office=True)
                whole.remote += part.remote
                whole.text += part.text
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, EOFError):
        whole.runs = True
    return whole


def _texts_of(package: zipfile.ZipFile) -> Iterator[bytes]:
    left = _MOST_BYTES
    for member in package.infolist():
        if member.filename.casefold().endswith((".xml", ".rels", ".svg", ".html", ".xhtml", ".htm")):
            with package.open(member) as file:
                data = file.read(left)
            left -= len(data)
            yield data


def _decoded(data: bytes) -> str:
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    return data.decode(encoding, errors="replace")


class _Reader(HTMLParser):
    def __init__(self, parts: Parts) -> None:
        super().__init__()
        self.parts = parts

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = tag.rpartition(":")[2]
        given = {name.rpartition(":")[2]: value or "" for name, value in attrs if not name.startswith("xmlns")}
        refreshes = own == "meta" and given.get("http-equiv", "").strip().casefold() not in _PLAIN_HEADERS
        self.parts.runs = (
            self.parts.runs or own in _RUNNING or refreshes or any(name.startswith("on") for name in given)
        )
        for name, value in given.items():
            plain = _HIDDEN_IN_ADDRESSES.sub("", value).strip()
            if plain.casefold().startswith(("javascript:", "vbscript:")):
                self.parts.runs = True
            if not (name in _INERT or name.startswith(("data-", "aria-")) or _is_link(own, name, given)):
                self._refers(name, plain)
            if name == "style":
                self.styled(plain)

    def styled(self, style: str) -> None:
        """Take what a style loads."""
        for found in _LOADED_BY_STYLE.findall(_STYLE_ESCAPE.sub(_sign, style)):
            self._refers("style", found[0] or found[1])

    def _refers(self, name: str, value: str) -> None:
        self.parts.remote += _REMOTE.findall(value)
        if name in ("src", "href", "data", "style", "poster"):
            self.parts.local.append(value)


def _is_link(tag: str, name: str, given: dict[str, str]) -> bool:
    """Tell whether an address is followed only when it is pressed: a link of a page, of a text or of an office document."""
    is_link = tag in ("a", "area", "hlinkclick", "bookmark-ref", "hyperlink") and name == "href"
    return is_link or (tag == "relationship" and name == "target" and given.get("type", "").endswith("/hyperlink"))


def _sign(found: Match[str]) -> str:
    code = int(found[1], 16)
    return chr(code) if 0 < code < 0x110000 else ""


def beside(path: Path, names: Sequence[str]) -> Iterator[Path]:
    """Yield the files that a document in that place refers to."""
    for name in names:
        plain = name.removeprefix("file://").partition("?")[0].partition("#")[0]
        try:
            found = path.parent / plain
            if plain and found.is_file():
                yield found.resolve()
        except (OSError, ValueError):
            continue
