"""Whether a window, and the page in it, can be what the request is about. A look-alike elsewhere is not.

What counts is structure: the windows that stood there when the request was made, the host of the page, and names of hosts and
applications that stand in the request letter for letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Keys, Window
from ufo.schema.roles import EDITS_AND_COMBO_BOXES
from ufo.tools.policy.scene.scene import Scene, keys_in, runs
from ufo.tools.policy.scene.shown_page import inside, is_in_a_page_within, page_of

_BROWSERS = ("chrom", "firefox", "brave", "msedge", "opera", "vivaldi", "epiphany", "falkon", "librewolf")
_SHORTEST_NAME = 3
_LONG_WORD = 4
_PAGES = frozenset({".htm", ".html", ".xhtml"})
_MOST_SIBLINGS = 1000


def not_its_subject(scene: Scene, control: Element | None) -> str:
    """Say why the request may not mean this window or page; "" where it surely does."""
    window = scene.window
    if window is None:
        return "no window is selected"
    if scene.is_for("WebBrowser") or is_browser(window):
        page = page_of(scene.selection.snapshot)
        why = _other_page(scene, window, page, control)
        if why or scene.run.request.hosts or _is_named_page(scene, page):
            return why
    named = [
        application
        for application in scene.applications
        if any(_is_named(name, scene) for name in (application.name, application.id))
    ]
    if named:
        is_it = any(runs(application, window) for application in named)
        return "" if is_it else f"the request is about {named[0].name}, and this is {window.title!r}"
    return _stood_there(scene, window, control.name if control else "")


def leaves_address_unsent(
    snapshot: Snapshot | None, element: Element | None, keys: Mapping[str, Any] | None
) -> bool | None:
    """Tell whether text is left unsent in a field of the browser itself, where it looks like the address of the shown page.
    False where Enter sends it now; None for keys and texts that go anywhere else. `keys`: the arguments of a call that
    types; None for text that is put in.
    """
    pages = [control for control in snapshot or () if control.role == "Document"]
    if element is None:
        focused = [control for control in snapshot or () if "focused" in control.states]
        element = focused[-1] if focused else None
    if element is None or element.role not in EDITS_AND_COMBO_BOXES or inside(element, pages):
        return None
    return keys is None or not _ends_with_enter(keys)


def _ends_with_enter(arguments: Mapping[str, Any]) -> bool:
    events = keys_in(arguments)
    last = events[-1] if events else None
    return isinstance(last, Keys) and last.chord == ("enter",)


def _other_page(scene: Scene, window: Window, page: str, control: Element | None) -> str:
    if window.id in scene.run.unsent:
        return "an address was typed but not opened, so the bar may not show the page's own address"
    if not page:
        return "the address of the page cannot be seen"
    if control is not None and is_in_a_page_within(scene.selection.snapshot, control):
        return "it is in a page within the page, which may belong to another site"
    request = scene.run.request
    if request.hosts:
        is_it = any(_is_host(page, host) for host in request.hosts)
        return "" if is_it else f"the request is about {request.hosts[0]}, and this is {page}"
    if not _is_named_page(scene, page) and page not in scene.run.pages.values():
        return f"the page is from {page}, which the request does not name and which was not open when it was made"
    return ""


def _is_named_page(scene: Scene, address: str) -> bool:
    """Return whether the request names the file that is shown, the folder that it lies in, or another page in that folder: the
    pages of one folder are to files what those of one host are to the web. A page that this run wrote has to be named itself,
    and so has one that lies in the working folder, which holds whatever was put there.
    """
    if not address.startswith("/"):
        return False
    request, page = scene.run.request, Path(address).resolve()
    if request.names(page):
        return True
    if scene.run.wrote(page) or page.parent == request.folder.resolve():
        return False
    return request.names_folder_of(page) or any(request.names(sibling) for sibling in _pages_in(page.parent))


def _pages_in(folder: Path) -> list[Path]:
    """Return the pages that lie in a folder, of its first thousand files; none where it cannot be read."""
    try:
        return [path for path in islice(folder.iterdir(), _MOST_SIBLINGS) if path.suffix.casefold() in _PAGES]
    except OSError:
        return []


def _stood_there(scene: Scene, window: Window, name: str) -> str:
    """Say why a window may not be meant by a request that names no place; "" where it is. Such a request is about what was in
    front of the person: the only application that was open, the one whose title the request mentions, or the active one.
    """
    standing = scene.run.standing
    ids = {item.window.id for item in standing}
    pids = {item.window.pid for item in standing if not is_browser(item.window)}
    if not {window.id, window.parent}.intersection(ids) and window.pid not in pids:
        return f"the request does not say where, and {window.title!r} was not open when it was made"
    ordinary = [item.window for item in standing if not item.is_terminal]
    if {each.app_root for each in ordinary} == {window.app_root}:
        return ""
    spoken_of = [item for item in ordinary if _shares_words(scene, item.title, name)]
    chosen = spoken_of or [item for item in ordinary if item.active]
    if {each.app_root for each in chosen} == {window.app_root}:
        return ""
    return f"the request does not say where, and {window.title!r} is one of several that were open"


def is_browser(window: Window) -> bool:
    return any(name in f"{window.app_root} {window.process}".casefold() for name in _BROWSERS)


def _is_named(name: str, scene: Scene) -> bool:
    """Return whether the request names an application as it writes itself: many names are common words too ("Files")."""
    if len(name) < _SHORTEST_NAME or not scene.run.request.says(name):
        return False
    return name != name.casefold() and name in scene.run.request.text


def _shares_words(scene: Scene, title: str, name: str) -> bool:
    """Return whether the request has words of the window's title, other than those of the control's own name."""
    own = set(name.casefold().split())
    titled = {part for part in title.casefold().split() if len(part) >= _LONG_WORD or not part.isascii()} - own
    return any(scene.run.request.says(text) for text in titled if any(map(str.isalnum, text)))


def _is_host(page: str, host: str) -> bool:
    """Return whether the page is of that host and, where the request names a port, of the same port."""
    return page == host or page == f"www.{host}" or (":" not in host and page.partition(":")[0] == host)
