"""What a handle stands for, as the look saw it that gave the handle out."""

from __future__ import annotations

from typing import NamedTuple

from ufo.desktop.linux.addresses import Place
from ufo.desktop.linux.bus import Ref
from ufo.desktop.linux.elements import named_by_content
from ufo.desktop.linux.nodes import Node
from ufo.desktop.linux.office_forms import is_painted, pane_of
from ufo.desktop.linux.toolkits import Toolkit, popup_of, shown
from ufo.desktop.linux.toplevels import Chosen
from ufo.desktop.snapshot import Element
from ufo.schema.geometry import Rect

_NOWHERE = Rect(0, 0, 0, 0)
_ENTRIES = frozenset({"ListItem", "TreeItem", "Cell", "HeaderItem"})
_BRANCHES = frozenset({"ListItem", "TreeItem"})


class Known(NamedTuple):
    """The object (of a cell its sheet), how to read it, and where it was. `popup`: the window that has to be there for an entry
    that does not tell whether it is shown, "" for all others. `top`: the top-level that it stands in. `holder`: the list, tree or
    table that has to be shown as well, since entries of Qt say that they are when it is not. `span`: see `Node`. `tall`: how high
    an entry of a page was at most: what grows below it are entries of its own. `within`: the kind of what it stands in.
    `painted`: a box to choose from that is painted into a document. `unsaid`: see `Node`. `pane`: the root pane that LibreOffice
    counts places from, and the frame around it."""

    ref: Ref
    toolkit: Toolkit
    surface: str
    shift: tuple[int, int]
    unsaid: tuple[int, int]
    cell: Place | None
    frame: Rect | None
    by_content: bool
    popup: str
    place: Rect | None
    seen: Rect
    top: Ref
    holder: Ref | None
    span: tuple[int, int] | None
    tall: int | None
    within: int
    painted: bool
    pane: tuple[Ref, Ref] | None

    @classmethod
    def of(cls, element: Element, node: Node, one: Chosen) -> Known:
        toolkit, is_cell, parent = one.app.toolkit, node.cell is not None, node.parent
        within = parent if element.role in _ENTRIES and not is_cell else None
        is_branch = toolkit.pages and element.role in _BRANCHES
        return cls(
            ref=node.ref,
            toolkit=toolkit,
            surface=node.surface or one.surface.window.id,
            shift=node.shift,
            unsaid=node.unsaid,
            cell=node.cell,
            frame=one.top.raw,
            by_content=not is_cell and named_by_content(node, toolkit),
            popup=popup_of(node, toolkit),
            place=node.rect,
            seen=_NOWHERE if "offscreen" in element.states else element.rect,
            top=one.top.ref,
            holder=within.ref if within is not None and shown(toolkit, within.states) else None,
            span=node.span,
            tall=node.rect.height if is_branch and node.rect is not None else None,
            within=-1 if parent is None else parent.kind,
            painted=toolkit.own_menu_bar and element.role == "ComboBox" and is_painted(node),
            pane=pane_of(node) if toolkit.own_menu_bar else None,
        )
