"""Makes the elements of a snapshot from the nodes that were read: what a person sees, without the scaffolding around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from ufo.desktop.linux.atspi import roles
from ufo.desktop.linux.atspi.node import Node
from ufo.desktop.linux.screen.surface import Surface
from ufo.desktop.linux.text import clean_name
from ufo.desktop.linux.toolkits.toolkit import ComboName, Wording
from ufo.desktop.snapshot import Draft, Element
from ufo.schema.geometry import Rect
from ufo.schema.roles import (
    BUTTONS,
    NAMED_BY_CONTENT,
    NAMED_BY_TEXT,
    ONE_LINE_FIELDS,
    RANGES,
    SCAFFOLD,
    TEXT_FIELDS_AND_CELLS,
    WORKED_BY_CLICK,
)

_TEXT_VALUE = TEXT_FIELDS_AND_CELLS | {"Spinner"}
_LABEL = 29
_LABEL_BY_PLACE = ONE_LINE_FIELDS | BUTTONS
_PRESS = WORKED_BY_CLICK | {"TabItem"}
_WORKED = _PRESS | ONE_LINE_FIELDS | {"Slider"}
_TINY = 2


@dataclass(frozen=True, slots=True)
class Above:
    """Where an element stands among the others, and the words that the element around it already shows. `text_of` is the
    paragraph whose text these are: that holds the words of its own texts, and not those of a link or another part in it.
    """

    depth: int
    path: tuple[str, ...]
    said: str
    text_of: Node | None = None


def elements_of(
    top: Node, snapshot_id: int, bounds: Mapping[int, Rect], wording: Wording, own: bool, faults: list[Exception]
) -> Iterator[tuple[Element, Node]]:
    """Yield the elements of one top-level. `own` leaves out the top-level itself, as a window is not an element of itself.
    `faults` collects our own exceptions, each of which costs one element.
    """
    places: dict[int, Above] = {}
    for node in top.walk():
        if not node.shown and not node.children:
            continue
        above = places[id(node.parent)] if node.parent is not None else Above(0, (), "")
        try:
            element = None if own and node is top else _listed(node, snapshot_id, bounds, wording, above)
        except Exception as error:  # noqa: BLE001 the boundary of one element
            faults.append(error)
            element = None
        if element is None or node.cell is not None:
            places[id(node)] = above
        else:
            path = (*above.path, element.name) if element.name and node.children else above.path
            text = element.value if element.role == "Paragraph" else None
            places[id(node)] = Above(above.depth + 1, path, text or element.name, node if text else None)
        if element is not None:
            yield element, node


def _listed(node: Node, snapshot_id: int, bounds: Mapping[int, Rect], wording: Wording, above: Above) -> Element | None:
    if node.cell is not None:
        return _cell(node, snapshot_id, bounds[id(node.parent)], above)
    element = None if not node.shown else element_of(node, snapshot_id, bounds.get(id(node)), wording, above)
    if (
        element is None
        or _is_scaffold(node, element, above)
        or wording.repeats(element, above.said)
        or _is_face(node, wording)
    ):
        return None
    return element


def _cell(node: Node, snapshot_id: int, bounds: Rect, above: Above) -> Element:
    """Make the element of a cell as `element_of` does, but without what none of a sheet's thousand cells has: words of other
    controls, doubts, or a secret.
    """
    rect = node.rect
    assert rect is not None
    assert node.cell is not None
    states = roles.states_of(node.states, "Cell")
    if not bounds.covers(rect):
        seen = rect.intersection(bounds)
        rect, states = (rect, states | {"offscreen"}) if seen.is_empty else (seen, states)
    cell = Draft(snapshot_id, key_of(node), "Cell", node.name)
    cell.rect, cell.states, cell.value = rect, states, node.text
    cell.actions, cell.window = _verbs(node.states, "Cell"), node.surface
    cell.depth, cell.path = above.depth, above.path
    cell.row, cell.column = node.cell
    return cell.done()


def element_of(
    node: Node, snapshot_id: int, bounds: Rect | None, wording: Wording, above: Above | None = None
) -> Element | None:
    """Return the element of a node, or None where it has no place on the screen. A named control that can be operated and says
    that it is shown without a place gets a doubt instead.
    """
    role = wording.role(node)
    place, doubt = _placed(node, role)
    if place is None:
        return None
    name, value, label = words_of(node, role, wording)
    states = wording.states(node, role)
    if node.kind == roles.PASSWORD:
        states |= {"password"}
    seen = place if bounds is None or bounds.covers(place) else place.intersection(bounds)
    if seen.is_empty:
        seen, states = place, states | {"offscreen"}
    draft = Draft(snapshot_id, key_of(node), role, name)
    draft.rect, draft.states, draft.value = seen, states, value
    draft.label, draft.description = label or None, node.description or None
    draft.actions, draft.window, draft.doubt = _verbs(node.states, role), node.surface, node.note or doubt
    draft.row, draft.column = node.cell or node.place or (None, None)
    if above is not None:
        draft.depth, draft.path = above.depth, above.path
    return draft.done()


def on_screens(element: Element, surface: Surface) -> Element:
    """Return the element with the part of it that lies on a screen, since there are places between screens of different sizes
    that lie on none.
    """
    seen = surface.seen_of(element.rect)
    if seen == element.rect or "offscreen" in element.states:
        return element
    if seen.is_empty:
        return replace(element, states=element.states | {"offscreen"})
    return replace(element, rect=seen)


def _placed(node: Node, role: str) -> tuple[Rect | None, str | None]:
    """Return where the node stands and what is doubtful about it. A wrong answer does no harm for a node without a name or one
    that is not operated.
    """
    rect = node.rect
    counts = role in _WORKED and bool(node.name) and bool(node.states & roles.SHOWING)
    if rect is not None and not rect.is_empty:
        tiny = counts and rect.width <= _TINY and rect.height <= _TINY
        return rect, f"it says that it is {rect.width} x {rect.height} pixels large" if tiny else None
    if not counts or node.raw is None:
        return None, None
    x, y = (rect.x, rect.y) if rect is not None else (0, 0)
    return Rect(x, y, 0, 0), "it says that it is shown, and that it has no place on the screen"


def words_of(node: Node, role: str, wording: Wording) -> tuple[str, str | None, str]:
    """Return the name, value and label of a node."""
    name, value, label = wording.name(node.name, role), node.value, node.label
    if role in _TEXT_VALUE and node.text is not None:
        # The boxes of a date field in a browser have a number and no text of their own.
        value = node.text or (value if role == "Spinner" and not node.states & roles.EDITABLE else "")
    elif role in NAMED_BY_TEXT and not name and node.text:
        name = clean_name(node.text)
    face = wording.face(node)
    if face is not None and role != "ComboBox":
        name = wording.name(face.name, role)
    if not name and role in NAMED_BY_CONTENT:
        name = _content(node, wording)
    if role == "ComboBox" and node.states & roles.EDITABLE and node.text is not None:
        # An empty editable box shows nothing, whatever its name is.
        value = node.text
    elif role == "ComboBox":
        named = name if wording.combo_name is ComboName.SHOWN else ""
        shown = named or value or node.text or _choice(node) or _first_words(node, wording) or name or None
        value = shown if face is None else face.text or ""
        # A combo box whose name is its current choice would be another element after each choice.
        if name == value:
            name = "" if wording.combo_name is ComboName.MAYBE_SHOWN else label or name
    if role == "Cell" and value is None and node.cell is None and not _holds_paragraphs(node):
        value = name or None
    if not name and not label and role in _LABEL_BY_PLACE:
        label = _said_before(node, wording) or _name_around(node, wording)
    return name, value, label


def _holds_paragraphs(node: Node) -> bool:
    """Tell whether a cell is one of a table in a text: what stands in it are paragraphs, and its name is only its place."""
    parts = node.children if node.states & roles.EDITABLE else []
    return any(part.kind == roles.PARAGRAPH and part.states & roles.EDITABLE for part in parts)


def _choice(node: Node) -> str:
    return next((inner.name for inner in node.walk() if inner.states & roles.SELECTED and inner is not node), "")


def _in_closed_list(node: Node) -> bool:
    box = node.parent.parent if node.parent is not None and not node.parent.shown else None
    return box is not None and roles.role_of(box.kind) == "ComboBox" and not box.states & roles.EXPANDED


def named_by_content(node: Node, wording: Wording) -> bool:
    """Tell whether the nodes below it must be read again to find out its name and value."""
    role = roles.role_of(node.kind)
    if wording.needs_parts(node):
        return True
    if role == "ComboBox":
        return bool(node.children) and not (node.value or node.text)
    if role == "Cell" and node.states & roles.EDITABLE:
        return bool(node.children)
    return bool(node.children) and role in NAMED_BY_CONTENT and not wording.name(node.name, role)


def _first_words(node: Node, wording: Wording) -> str:
    """Return what a closed combo box shows: the words of its first part, as its second part may be the list."""
    return _content(node.children[0], wording) if node.children else ""


def _content(node: Node, wording: Wording) -> str:
    """Return the words in a control that has no name, or "" where there are many."""
    if len(node.children) > 4:
        return ""
    shown = (inner for inner in node.walk() if inner.shown and not (inner.raw and inner.raw.is_empty))
    texts = [wording.name(item.name) or item.text or "" for item in shown if roles.role_of(item.kind) == "Text"]
    return clean_name(" ".join(texts)) if len(texts) <= 3 else ""


def _said_before(node: Node, wording: Wording) -> str:
    """Return the words right before the node in a label that holds several controls, of which it names only the first."""
    if node.parent is None or node.parent.kind != _LABEL:
        return ""
    around = node.parent.children
    place = next((place for place, part in enumerate(around) if part is node), 0)
    before = around[place - 1] if place else None
    return wording.name(before.name) if before is not None and roles.role_of(before.kind) == "Text" else ""


def _name_around(node: Node, wording: Wording) -> str:
    """Return the name of a box around the node that holds little else, such as the tool bar item around an entry."""
    around = node.parent
    while around is not None and node.rect is not None and around.rect is not None and around.kind != roles.FRAME:
        if around.rect.area > 4 * max(1, node.rect.area):
            return ""
        if name := wording.name(around.name):
            return name
        around = around.parent
    return ""


def key_of(node: Node) -> str:
    """Return the key of a node's element. A cell's key is its sheet and its place, as its object may come and go while the cell
    stays.
    """
    if node.key:
        return node.key
    if node.cell is None or node.parent is None:
        return f"{node.ref.bus}{node.ref.path}"
    ref, (row, column) = node.parent.ref, node.cell
    return f"{ref.bus}{ref.path}#{row},{column}"


def _is_scaffold(node: Node, element: Element, above: Above) -> bool:
    if node.cell is not None or _in_closed_list(node):
        return node.cell is None
    if node.kind == roles.ROW and not node.states & (roles.FOCUSABLE | roles.SELECTABLE):
        # The name of a row in a page repeats the words of all its cells.
        return True
    is_own_text = above.text_of is None or above.text_of is node.parent
    if element.role == "Text" and element.name and element.name in above.said and is_own_text:
        return not any(child.shown for child in node.children) or element.name == above.said
    if element.role in BUTTONS and _is_shell(node, element):
        return True
    if _is_twin(node):
        return True
    if element.role not in SCAFFOLD:
        return False
    if element.role == "Separator" or element.name:
        return not element.name
    return not element.value and not node.label and not (node.states & roles.FOCUSABLE and not node.children)


def _is_face(node: Node, wording: Wording) -> bool:
    """Tell whether the node is the part that shows its parent's words. An editable field of a combo box is an element beside
    the box.
    """
    around = node.parent
    if around is None or wording.face(around) is not node:
        return False
    return roles.role_of(around.kind) != "ComboBox" or not node.states & roles.EDITABLE


def _is_shell(node: Node, element: Element) -> bool:
    """Tell whether a button only wraps another control. A menu button may be a button around the one that a person presses, and
    a drop-down button may fill its combo box.
    """
    around = node.parent
    if around is not None and roles.role_of(around.kind) == "ComboBox" and around.rect and node.rect:
        return node.rect.area > around.rect.area // 2
    if node.states & roles.FOCUSABLE:
        return False
    inner = (child for child in node.children if roles.role_of(child.kind) in BUTTONS)
    return any(not element.name or child.name in ("", element.name, node.name) for child in inner)


def _is_twin(node: Node) -> bool:
    """Tell whether a list item repeats the item around it: a suggestion may be an entry in an entry of the same words and
    place.
    """
    around = node.parent
    same = around is not None and (around.kind, around.name, around.rect) == (node.kind, node.name, node.rect)
    return same and bool(node.name) and not node.children and roles.role_of(node.kind) == "ListItem"


@lru_cache(1024)
def _verbs(states: int, role: str) -> tuple[str, ...]:
    return tuple(_verbs_of(states, role))


def _verbs_of(states: int, role: str) -> Iterator[str]:
    if role in _PRESS:
        yield "press"
    if states & roles.EDITABLE and not states & roles.READ_ONLY and role != "Document":
        yield "set_text"
    if role in RANGES:
        yield "set_value"
    if states & roles.SELECTABLE or role == "ComboBox":
        yield "select"
    if states & (roles.EXPANDABLE | roles.EXPANDED | roles.COLLAPSED) or role == "ComboBox":
        yield "expand"
        yield "collapse"
    if states & roles.FOCUSABLE:
        yield "focus"
