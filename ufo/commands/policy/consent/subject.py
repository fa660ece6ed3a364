"""Whether a window, and the page in it, is what the request is about. A look-alike elsewhere is not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ufo.commands.act.key_notation import events_in
from ufo.commands.policy.scene.scene import Scene
from ufo.commands.policy.words.request import words_of
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Application, Keys, Window
from ufo.errors import ToolError
from ufo.schema.patterns import any_case, regex

_ADDRESS = any_case(r"^(?:https?://)?((?:[\w-]+\.)*[\w-]+|\[[0-9a-f:]+\])(:\d+)?(?:[/?#]\S*)?$")
_FILE_ADDRESS = regex(r"^(?:file://)?(/\S*)$")
_HOSTS = regex(
    r"(?:https?://)([\w.\[\]:-]+)|\b((?:[\w-]+\.)+[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3}|localhost)(:\d+)?(?=[/\s,;?!)]|\.(?:\s|$)|$)",
    re.I,
)
_FILE_ENDINGS = frozenset(
    [
        "odt",
        "ods",
        "odp",
        "txt",
        "md",
        "csv",
        "pdf",
        "docx",
        "xlsx",
        "pptx",
        "doc",
        "xls",
        "ppt",
        "png",
        "jpg",
        "jpeg",
        "gif",
        "svg",
        "html",
        "htm",
        "json",
        "yaml",
        "yml",
        "xml",
        "zip",
        "py",
        "sh",
    ]
)
_COMMON = frozenset(
    [
        "press",
        "click",
        "open",
        "save",
        "send",
        "order",
        "place",
        "tell",
        "number",
        "the",
        "and",
        "then",
        "with",
        "from",
        "into",
        "file",
        "document",
        "page",
        "window",
        "button",
        "new",
        "untitled",
    ]
)
_BROWSERS = ("chrom", "firefox", "brave", "msedge", "opera", "vivaldi", "epiphany", "falkon", "librewolf")
_SHORTEST_NAME = 3
_TITLE = regex(r"\s+[-\u2013\u2014|]\s+")


def not_its_subject(scene: Scene, control: Element | None) -> str:
    """Say why the request may not mean this window or page; "" where it surely does."""
    window = scene.window
    if window is None:
        return "no window is selected"
    request = scene.run.request
    browses = scene.is_for("WebBrowser") or is_browser(window)
    page = page_of(scene.selection.snapshot)
    if browses:
        why = _other_page(scene, window, page, control)
        if why:
            return why
        if _hosts(request.text):
            return ""
    named = _named_applications(scene, request.text)
    if named:
        is_it = any(one.id == window.app_root or _runs(one, window) for one in named)
        return "" if is_it else f"the request is about {named[0].name}, and this is {window.title!r}"
    return _stood_there(scene, window, control.name if control else "")


def page_of(snapshot: Snapshot | None) -> str:
    """Return the origin that the browser's address bar shows, or the path of a file; "" where none can be seen.

    Fields inside a document are ignored, since a page cannot draw in the browser's own bars.
    """
    pages = [one for one in snapshot or () if one.role == "Document"]
    bars = [one for one in snapshot or () if one.role == "Edit" and one.value and not _inside(one, pages)]
    for one in bars:
        address = (one.value or "").strip()
        found = _ADDRESS.match(address)
        if found is not None and ("." in found[1] or found[1].casefold() == "localhost" or found[2] or "[" in found[1]):
            return f"{found[1]}{found[2] or ''}".casefold()
        file = _FILE_ADDRESS.match(address)
        if file is not None:
            return file[1]
    return ""


def leaves_address_unsent(
    snapshot: Snapshot | None, element: Element | None, keys: Mapping[str, Any] | None
) -> bool | None:
    """Tell whether text is left unsent in a field of the browser itself, where it looks like the address of the shown page.
    False where Enter sends it now; None for keys and texts that go anywhere else. `keys`: the arguments of a call that
    types; None for text that is put in.
    """
    pages = [one for one in snapshot or () if one.role == "Document"]
    if element is None:
        focused = [one for one in snapshot or () if "focused" in one.states]
        element = focused[-1] if focused else None
    if element is None or element.role != "Edit" or _inside(element, pages):
        return None
    return keys is None or not _ends_with_enter(keys)


def _ends_with_enter(arguments: Mapping[str, Any]) -> bool:
    try:
        events = events_in(arguments)
    except ToolError:
        return False
    last = events[-1] if events else None
    return isinstance(last, Keys) and last.chord == ("enter",)


def _other_page(scene: Scene, window: Window, page: str, control: Element | None) -> str:
    if window.id in scene.run.unsent:
        return "an address was typed but not opened, so the bar may not show the page's own address"
    if not page:
        return "the address of the page cannot be seen"
    if control is not None and _is_in_a_page_within(scene.selection.snapshot, control):
        return "it is in a page within the page, which may belong to another site"
    request = scene.run.request
    hosts = _hosts(request.text)
    if hosts:
        return (
            ""
            if any(_is_host(page, host) for host in hosts)
            else f"the request is about {hosts[0]}, and this is {page}"
        )
    if page.startswith("/") and any(request.means(one, Path(page)) for one in request.files):
        return ""
    if page not in scene.run.pages.values():
        return f"the page is from {page}, which the request does not name and which was not open when it was made"
    return ""


def _stood_there(scene: Scene, window: Window, name: str) -> str:
    """Say why a window may not be meant by a request that names no place; "" where it is. Such a request is about what was in
    front of the person: the only application that was open, the one whose title the request mentions, or the active one.
    """
    standing = scene.run.standing
    ids = {one.window.id for one in standing}
    pids = {one.window.pid for one in standing if not is_browser(one.window)}
    if not {window.id, window.parent}.intersection(ids) and window.pid not in pids:
        return f"the request does not say where, and {window.title!r} was not open when it was made"
    ordinary = [one.window for one in standing if not one.is_terminal]
    if {one.app_root for one in ordinary} == {window.app_root}:
        return ""
    spoken_of = [one for one in ordinary if _shares_words(scene.run.request.text, one.title, name)]
    chosen = spoken_of or [one for one in ordinary if one.active]
    if {one.app_root for one in chosen} == {window.app_root}:
        return ""
    return f"the request does not say where, and {window.title!r} is one of several that were open"


def is_browser(window: Window) -> bool:
    return any(name in f"{window.app_root} {window.process}".casefold() for name in _BROWSERS)


def _named_applications(scene: Scene, text: str) -> list[Application]:
    """Return the applications that the text names. Where a name is a common word too ("Files", "Notes"), its capital letter or
    the word before it shows that the application is meant.
    """
    named = [one for one in scene.applications if any(_is_named(name, text) for name in (one.name, one.id))]
    if not named and re.search(r"\b(?:web )?browser\b", text, re.IGNORECASE):
        named = [one for one in scene.applications if "WebBrowser" in one.categories]
    return named


def _is_named(name: str, text: str) -> bool:
    if len(name) < _SHORTEST_NAME:
        return False
    written = rf"(?<!\w){re.escape(name)}(?!\w)"
    if name != name.casefold() and re.search(written, text):
        return True
    return bool(re.search(rf"\b(?:in|with|using|via|open|start|launch|of)\s+{written}", text, re.IGNORECASE))


def _shares_words(text: str, title: str, name: str) -> bool:
    """Return whether the request mentions words of the window's title, other than the control's own name."""
    own = set(words_of(name)) | _COMMON
    titled = {one for part in _TITLE.split(title) for one in words_of(part) if len(one) > 3} - own
    return bool(titled.intersection(words_of(text)))


def _runs(application: Application, window: Window) -> bool:
    return window.app_root == application.id.rpartition(".")[2] or bool(
        application.command and application.command[0].rpartition("/")[2] in (window.process, window.app_root)
    )


def _hosts(text: str) -> list[str]:
    found = ["".join(part for part in one if part) for one in _HOSTS.findall(text)]
    hosts = [one.casefold().rstrip(".:") for one in found]
    return [one for one in hosts if one.rpartition(".")[2].partition(":")[0] not in _FILE_ENDINGS]


def _is_host(page: str, host: str) -> bool:
    """Return whether the page is of that host and, where the request names a port, of the same port."""
    return page == host or page == f"www.{host}" or (":" not in host and page.partition(":")[0] == host)


def _inside(element: Element, pages: Sequence[Element]) -> bool:
    return any(one.name in element.path or one.rect.contains(element.rect.center) for one in pages)


def _is_in_a_page_within(snapshot: Snapshot | None, control: Element) -> bool:
    """Return whether a control lies in a page within a page: in the tree, a document below a document."""
    around: list[Element] = []
    for one in snapshot or ():
        while around and around[-1].depth >= one.depth:
            around.pop()
        if one.handle.key == control.handle.key:
            return sum(it.role == "Document" for it in around) > 1
        around.append(one)
    return False
