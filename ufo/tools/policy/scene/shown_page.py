"""What a browser's window shows: the address of the page, and the texts that are the page's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from ufo.desktop.snapshot import Element, Snapshot
from ufo.schema.patterns import any_case, regex
from ufo.schema.roles import EDITS_AND_COMBO_BOXES, EDITS_AND_WINDOWS

_ADDRESS = any_case(r"^(?:https?://)?((?:[\w-]+\.)*[\w-]+|\[[0-9a-f:]+\])(:\d+)?(?:[/?#]\S*)?$")
_FILE_ADDRESS = regex(r"^(?:file://)?(/\S*)$")


def page_of(snapshot: Snapshot | None) -> str:
    """Return the origin that the browser's address bar shows, or the path of a file; "" where none can be seen."""
    origin, _ = _shown(snapshot)
    return origin


def known_there(snapshot: Snapshot | None) -> tuple[str, tuple[str, ...]]:
    """Return the origin of the page, and what is nothing new to it: its address and its own texts, without what was typed into
    its fields and what a page within it shows, which may belong to another site.
    """
    origin, address = _shown(snapshot)
    if not origin or snapshot is None:
        return "", ()
    own = (
        text for element, depth in _in_pages(snapshot) if depth == 1 and element.role not in EDITS_AND_WINDOWS
        for text in (element.name, element.value) if text
    )  # fmt: skip
    return origin, (address, *own)


def inside(element: Element, pages: Sequence[Element]) -> bool:
    return any(page.name in element.path or page.rect.contains(element.rect.center) for page in pages)


def is_in_a_page_within(snapshot: Snapshot | None, control: Element) -> bool:
    """Return whether a control lies in a page within a page: in the tree, a document below a document."""
    depths = (depth for element, depth in _in_pages(snapshot or ()) if element.handle.key == control.handle.key)
    return next(depths, 0) > 1


def _shown(snapshot: Snapshot | None) -> tuple[str, str]:
    """Return the origin and the whole address of the page, "" for each where the bar shows none.

    Fields inside a document are ignored, since a page cannot draw in the browser's own bars. Firefox's bar is a combo box.
    """
    pages = [element for element in snapshot or () if element.role == "Document"]
    bars = [
        element
        for element in snapshot or ()
        if element.role in EDITS_AND_COMBO_BOXES and element.value and not inside(element, pages)
    ]
    for bar in bars:
        address = (bar.value or "").strip()
        found = _ADDRESS.match(address)
        if found is not None and ("." in found[1] or found[1].casefold() == "localhost" or found[2] or "[" in found[1]):
            return f"{found[1]}{found[2] or ''}".casefold(), address
        file = _FILE_ADDRESS.match(address)
        if file is not None:
            path = unquote(file[1])
            return ("", "") if "\0" in path else (path, address)
    return "", ""


def _in_pages(snapshot: Snapshot | Sequence[Element]) -> Iterator[tuple[Element, int]]:
    """Yield each element with the number of documents that it lies in."""
    around: list[Element] = []
    for element in snapshot:
        while around and around[-1].depth >= element.depth:
            around.pop()
        yield element, sum(control.role == "Document" for control in around)
        around.append(element)
