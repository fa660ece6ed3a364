"""Judges showing a document that this run wrote: what was read here may stand in it, and a page can load and send by itself.

A script can send anything anywhere, so that a page with one asks wherever it holds what was read. Without one it asks where it
loads from a host that neither the request nor the person named, or by an address that carries what was read.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from html.parser import HTMLParser
from pathlib import Path
from re import Match
from urllib.parse import unquote, urlsplit
from xml.parsers.expat import ExpatError, ParserCreate

from ufo.schema.action_class import ActionClass
from ufo.schema.file_names import path_meant
from ufo.schema.patterns import any_case, regex
from ufo.tools.policy.programs.addresses import Address, file_of, opened, read_address
from ufo.tools.policy.scene.scene import Judged, Scene, gravest
from ufo.tools.policy.scene.shown_page import page_of

_FLAT = frozenset({".fodt", ".fods", ".fodp", ".fodg"})
_PLAIN_HEADERS = frozenset({"", "content-type", "content-language", "content-security-policy", "x-ua-compatible"})
_NO_PAGES = frozenset(
    {".pdf", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".ico", ".mp3", ".ogg", ".wav", ".mp4"}
    | {".webm", ".mkv"}
)
"""Endings by which a browser takes a file for no page, whatever is in it."""
_PACKAGE = b"PK"
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
_MOST_FILES = 50
_MOST_TOLD, _SHOWN = 3, 60


def showing(scene: Scene, path: Path) -> Judged:
    """Judge showing a document, with all that it refers to on this machine. LAUNCH where this run wrote none of it, or where
    it tells nobody what was read. Blocking: reads the files.
    """
    if not scene.run.has_begun or (_is_package(path) and not scene.run.wrote(path.resolve())):
        # A package has all its parts in itself, so that it is read only where this run wrote it.
        return Judged(ActionClass.LAUNCH)
    files = _with_its_parts(path.resolve())
    made = [file for file in files if scene.run.wrote(file)]
    if not made:
        return Judged(ActionClass.LAUNCH)
    what = f"Open {str(path)!r}, of which this run wrote {', '.join(repr(file.name) for file in made[:_MOST_TOLD])}"
    remote = [address for part in files.values() for address in part.remote]
    pages = (opened(scene, address) for address in map(_address, remote) if address.is_page)
    sends = next((judged for judged in pages if judged.action_class is not ActionClass.LAUNCH), None)
    if sends is not None:
        return Judged(ActionClass.SEND, f"{what}: {sends.question}")
    runs = any(part.runs for part in files.values())
    strange = [host for host in map(_host_of, remote) if not is_named(scene, host)]
    held = scene.read.held("\n".join(files[file].text for file in made)) if runs or strange else ()
    if not held:
        return Judged(ActionClass.LAUNCH)
    told = ", ".join(repr(text[:_SHOWN]) for text in held[:_MOST_TOLD])
    how = "has a script or shows another page" if runs else f"loads from {', '.join(map(repr, strange[:_MOST_TOLD]))}"
    return Judged(ActionClass.SEND, f"{what}: it holds what was read here ({told}), and {how}, which may send it")


def in_address_bar(scene: Scene, text: str) -> Judged:
    """Judge a file that an address bar is told to show."""
    address = read_address(text)
    named = text.strip()
    path = file_of(address) if address is not None and address.scheme == "file" else None
    if path is None and named.startswith(("/", "~")):
        path = path_meant(unquote(named), scene.working_folder)
    return _as_edit(showing(scene, path)) if path is not None else Judged(ActionClass.EDIT)


def shown_again(scene: Scene) -> Judged:
    """Judge showing the page anew that the browser shows: its file may have changed since."""
    place = page_of(scene.selection.snapshot) if scene.is_browser else ""
    return _as_edit(showing(scene, Path(unquote(place)))) if place.startswith("/") else Judged(ActionClass.EDIT)


def by_name(scene: Scene, names: Sequence[str]) -> Judged:
    """Judge opening files by the names that a file manager shows."""
    paths = [path for name in names if name for path in scene.run.known_as(name, (scene.working_folder,))]
    judged = [_as_edit(showing(scene, path)) for path in paths]
    return gravest(judged)


def _as_edit(judged: Judged) -> Judged:
    return Judged(ActionClass.EDIT) if judged.action_class is ActionClass.LAUNCH else judged


def _with_its_parts(path: Path) -> Mapping[Path, Parts]:
    found: dict[Path, Parts] = {}
    waiting = [path]
    while waiting and len(found) < _MOST_FILES:
        file = waiting.pop()
        if file in found:
            continue
        try:
            found[file] = parts_of(file)
        except OSError:
            continue
        waiting += beside(file, found[file].local)
    return found


def _address(text: str) -> Address:
    """Return a whole address of what a document has, which may leave out the scheme."""
    plain = text.replace("\\", "/")
    scheme, colon, rest = plain.partition(":")
    return Address("http", plain) if plain.startswith("//") or not colon else Address(scheme.casefold(), _slashed(rest))


def _slashed(rest: str) -> str:
    return f"//{rest.lstrip('/')}"


def _host_of(text: str) -> str:
    try:
        return urlsplit(_address(text).whole).netloc.rpartition("@")[2].casefold()
    except ValueError:
        return text


def is_named(scene: Scene, host: str) -> bool:
    """Tell whether the request or the person's settings (`network.allow`) name that host. A name without a port means each."""
    bare = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    named = (*scene.run.request.hosts, *(text for text in scene.run.reachable if text != "*"))
    return any(fnmatchcase(meant, text.casefold()) for text in named for meant in (host, bare))


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
    if data.startswith(_PACKAGE):
        return _of_package(path)
    return _of_text(_decoded(data), in_office=path.suffix.casefold() in _FLAT)


def _is_package(path: Path) -> bool:
    if path.suffix.casefold() in _NO_PAGES:
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(_PACKAGE)) == _PACKAGE
    except OSError:
        return False


def _of_text(text: str, *, in_office: bool = False) -> Parts:
    reader = _Reader(Parts(text=text))
    reader.feed(reader.well_formed(text) if in_office else text)
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

    def well_formed(self, text: str) -> str:
        """Read XML as far as it is well-formed, a hundred times as fast as `feed`, and return the rest for that."""
        data = text.encode("utf-8", errors="replace")
        parser = ParserCreate("utf-8")
        parser.StartElementHandler = self._handle_element
        try:
            parser.Parse(data, True)
        except ExpatError:
            return data[parser.ErrorByteIndex :].decode("utf-8", errors="replace")
        return ""

    def _handle_element(self, tag: str, given: dict[str, str]) -> None:
        # No address is without one of these.
        if any(":" in value or "/" in value or "\\" in value for value in given.values()):
            self.handle_starttag(tag.casefold(), [(name.casefold(), value) for name, value in given.items()])

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
