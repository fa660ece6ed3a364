"""Judges addresses: some only show something, others run a program, change a setting or give something away.

The check is an allow-list. A scheme that is not known to show a page or a file starts whatever program is registered for it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ufo.schema.action_class import ActionClass
from ufo.schema.patterns import any_case, regex
from ufo.tools.policy.scene.scene import Judged, Scene
from ufo.tools.policy.scene.shown_page import known_there

_SCHEME = regex(r"[a-z][a-z0-9+.-]*")
_PORT = regex(r"\d{1,5}(?:[/?#]|$)")
_ABOUT_PAGES = frozenset({"", "blank", "newtab", "home", "version", "about", "credits", "license", "rights", "logo"})
# Words that search engines take for a part of the query in an address bar.
_SEARCHES = frozenset(
    {"site", "intitle", "inurl", "intext", "filetype", "related", "cache", "define", "before", "after", "allintitle"}
    | {"allinurl", "allintext", "source", "location", "map", "weather", "stocks", "movie", "imagesize", "link", "info"}
)
_RUN_HERE = frozenset(
    {"javascript", "data", "vbscript", "livescript", "mocha", "blob", "filesystem", "jar", "view-source", "chrome"}
    | {"resource", "moz-extension", "chrome-extension", "chrome-untrusted", "devtools", "edge", "brave", "opera"}
    | {"vivaldi", "macro", "slot", ".uno", "service", "private", "vnd.sun.star.script", "vnd.sun.star.expand"}
)

_OWN_PAGES = frozenset({"chrome", "edge", "brave", "vivaldi", "opera"})
_SHOWN_PAGES = any_case(r"//(?:settings(?:/(?!reset|clear)[a-z]+)*|downloads|history|bookmarks|version|newtab)/?")
"""Pages of a browser's own that change nothing by being opened; what is pressed there is judged by itself."""
_SHOWN_AT_MOST = 300


@dataclass(frozen=True, slots=True)
class Address:
    """An address in two parts. `scheme` is in lower case; `rest` is what follows its colon, as it was written."""

    scheme: str
    rest: str

    @property
    def whole(self) -> str:
        return f"{self.scheme}:{self.rest}"

    @property
    def is_page(self) -> bool:
        return self.scheme in ("http", "https")

    @property
    def is_known(self) -> bool:
        """Whether the scheme is known to run something, or to change settings, in one program or another."""
        return self.scheme in _RUN_HERE


def read_address(text: str) -> Address | None:
    """Read an address as browsers do: invisible characters, spaces around it and line breaks in it do not count. None where it
    names no scheme.
    """
    visible = "".join(
        sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) not in ("Cc", "Cf")
    ).strip()
    head, colon, rest = visible.partition(":")
    if not colon:
        head, colon, rest = unquote(visible).partition(":")
    *before, scheme = unquote(head).casefold().split() or [""]
    scheme = scheme if scheme == ".uno" else scheme.lstrip("\"'<([{.")
    if not colon or not _SCHEME.fullmatch(scheme.removeprefix(".")) or (before and scheme not in _RUN_HERE):
        # A text with words before the scheme is a sentence, unless the scheme runs something.
        return None
    if len(scheme) == 1 or (_PORT.match(rest) and scheme not in _RUN_HERE and scheme != "about"):
        # "C:\\report.odt" is a path, "localhost:8000" a host.
        return None
    return Address(scheme, rest)


def opened(scene: Scene, address: Address) -> Judged:
    """Judge opening an address. LAUNCH for a file: the caller, who knows what opens it, judges it as a document."""
    shown = address.whole if len(address.whole) <= _SHOWN_AT_MOST else f"{address.whole[:_SHOWN_AT_MOST]}…"
    if address.is_page:
        return _page(scene, address, shown)
    if address.scheme == "about" and address.rest.strip().strip("/").casefold() in _ABOUT_PAGES:
        return Judged(ActionClass.LAUNCH)
    if address.scheme in _OWN_PAGES and _SHOWN_PAGES.fullmatch(address.rest.strip()):
        return Judged(ActionClass.LAUNCH)
    if address.scheme == "file" and file_of(address) is not None:
        return Judged(ActionClass.LAUNCH)
    return Judged(ActionClass.RUN_PROGRAM, f"Open the address {shown!r}, which may run a program or change settings")


def typed(scene: Scene, text: str) -> Judged:
    """Judge a text in a browser's address bar: an unknown scheme is a search there, unless an address follows it."""
    address = read_address(text)
    if address is None:
        return _page(scene, Address("http", f"//{text.strip()}"), text.strip()) if _is_host(text) else _edit()
    if address.scheme in _SEARCHES or (address.scheme not in _RUN_HERE and address.rest[:1].strip() == ""):
        return _edit()
    judged = opened(scene, address)
    return _edit() if judged.action_class is ActionClass.LAUNCH else judged


def file_of(address: Address) -> Path | None:
    """Return the file on this machine that an address names; None where it names another machine's file, or none."""
    parts = urlsplit(address.whole)
    if parts.netloc.casefold() not in ("", "localhost") or not parts.path.startswith("/"):
        return None
    path = unquote(parts.path)
    return None if "\0" in path else Path(path)


def _page(scene: Scene, address: Address, shown: str) -> Judged:
    try:
        parts = urlsplit(address.whole.replace("\\", "/"))
        host = parts.hostname or ""
    except ValueError:
        return Judged(ActionClass.UNKNOWN, f"Open the address {shown!r}, which cannot be read")
    if parts.username or parts.password:
        return Judged(ActionClass.SEND, f"Open {shown!r}, which gives {host!r} a name or password")
    carried = scene.read.carried(address.whole, _shown_by(scene, parts.netloc))
    if carried:
        said = ", ".join(repr(text) for text in carried[:3])
        return Judged(ActionClass.SEND, f"Open {shown!r}, which gives {host!r} what was read here: {said}")
    return Judged(ActionClass.LAUNCH)


def _shown_by(scene: Scene, place: str) -> tuple[str, ...]:
    """Return what the page of that host says, if it is open now: its own texts are nothing new to the host."""
    origin, texts = known_there(scene.selection.snapshot) if scene.is_browser else ("", ())
    return texts if origin == place.casefold() else ()


def _is_host(text: str) -> bool:
    return bool(re.match(r"\s*(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?[/?#]\S", text))


def _edit() -> Judged:
    return Judged(ActionClass.EDIT)
